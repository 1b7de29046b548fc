package quality

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/internal/racetest"
)

// Grades that readers gave to creators who were shown with a query, by reading their
// bio and newest posts: 3 right, 2 fair, 1 weak, 0 wrong.
const gradeRight = 2 // and better

// gradedResult is a creator in an answer, with what was said of the match and its grade.
type gradedResult struct {
	rank       int // among the graded: who came after the grades were given is passed over
	confidence float64
	good       bool
	grade      int
}

// TestGraded holds what is told of matches against the grades of readers: how many
// matches called good are right, how many of the right ones are called good and stand among the
// first ten, whether the order is that of the grades, and what a confidence is worth.
func TestGraded(t *testing.T) {
	racetest.Once(t)
	if *apart {
		return
	}
	b := alone(t)
	for _, lot := range []struct{ name, file, class string }{
		{"graded", "graded.txt", "results"}, {"blind", "blind.txt", "sight"}, {"blind_aside", "blind.txt", "aside"},
	} {
		grades, n := gradesOf(t, lot.file, lot.class), gradedLot{name: lot.name}
		for _, query := range slices.Sorted(maps.Keys(grades)) {
			n.count(t, query, grades[query], b.graded(t, query, grades[query]))
		}
		n.hold(t)
	}
}

// gradedLot sums the results of graded queries.
type gradedLot struct {
	name              string
	good, right, both float64
	top, could        float64 // right ones among the first ten, and those that could stand there
	empty, wrong      float64 // queries with nobody right, and those of them with a good result
	gains, ideal      float64
	bins              [10]told
}

func (n *gradedLot) count(t *testing.T, query string, grades map[string]int, found map[string]gradedResult) {
	right, good := 0.0, false
	for account, grade := range grades {
		f, listed := found[account]
		fits := grade >= gradeRight
		if right += float64(one(fits)); fits && !f.good && *tell {
			t.Logf("%s: %s is not called good, grade %d, %.2f", query, account, grade, f.confidence)
		}
		if !listed {
			continue
		}
		n.bins[min(int(f.confidence*10), 9)].add(f.confidence, fits)
		n.top += float64(one(fits && f.rank < firstTen))
		n.good, n.both, good = n.good+float64(one(f.good)), n.both+float64(one(f.good && fits)), good || f.good
		if f.good && !fits && *tell {
			t.Logf("%s: %s is called good at %.2f, grade %d", query, account, f.confidence, grade)
		}
	}
	n.right, n.could = n.right+right, n.could+min(right, firstTen)
	n.empty, n.wrong = n.empty+float64(one(right == 0)), n.wrong+float64(one(right == 0 && good))
	g, i := gainOf(found, grades)
	n.gains, n.ideal = n.gains+g, n.ideal+i
}

const firstTen = 10

func (n *gradedLot) tell(t *testing.T) {
	t.Helper()
	line := ""
	for _, b := range n.bins {
		line += fmt.Sprintf(" %.2f/%.2f (%.0f)", b.sum/max(1, b.said), b.right/max(1, b.said), b.said)
	}
	t.Logf("%s: called good %.0f, right %.0f, both %.0f; of the first ten %.0f of %.0f; %.0f of %.0f with nobody have one; said/right:%s",
		n.name, n.good, n.right, n.both, n.top, n.could, n.wrong, n.empty, line)
}

func (n *gradedLot) hold(t *testing.T) {
	t.Helper()
	n.tell(t)
	s := newScore(n.name)
	share := func(class string, part, of float64) { s.right[class], s.cases[class] = int(100*part/of), 100 }
	share("good that are right", n.both, n.good)
	share("right that are good", n.both, n.right)
	share("first ten", n.top, n.could)
	share("order", n.gains, n.ideal)
	share("confidence from 90", n.bins[9].right, n.bins[9].said)
	s.hold(t)
}

// TestMatched holds judgements of briefs against grades: each graded query is a brief, and
// those of matched.txt were written as such. Every third query is one that weights were not
// fitted to (TestFit of service/rules). A score is a probability: of those told .8 eight in ten
// are right, and none is told for sure.
func TestMatched(t *testing.T) {
	racetest.Once(t)
	if *apart {
		return
	}
	b := alone(t)
	for _, of := range []struct{ file, class, name string }{{"graded.txt", "results", "matched"}, {"matched.txt", "sight", "weighed"}, {"matched.txt", "aside", "weighed"}} {
		grades, lots := gradesOf(t, of.file, of.class), [2]lot{{name: of.name}, {name: of.name + "_aside"}}
		for n, query := range queriesOf(t, of.file) {
			for account, m := range b.matched(t, query, grades[query]) {
				lots[one(n%3 == 2)].add(m, grades[query][account] >= gradeRight)
			}
		}
		for i := range lots {
			if lots[i].judged > 0 {
				lots[i].tell(t)
			}
		}
	}
}

// alone is a bench whose clock no other test has moved: how new posts are counts.
func alone(t *testing.T) *bench {
	t.Helper()
	b, err := benchIn(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.app.Close() })
	return b
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// lot counts the results of judgements.
type lot struct {
	name             string
	bins             [10]told
	good, fits, both float64 // told as good, right, both
	may, mayFit      float64 // told as good or as likely good, and right as well
	sure, judged     int
}

func (l *lot) add(m api.BriefMatch, right bool) {
	l.bins[min(9, int(10*m.Score))].add(m.Score, right)
	l.sure, l.judged = l.sure+one(m.Score >= 1), l.judged+1
	good, may := m.Word() == string(api.DecisionGood), m.Decision == api.DecisionGood && m.Score >= api.MatchLikelyFrom
	l.may, l.mayFit = l.may+float64(one(may)), l.mayFit+float64(one(may && right))
	l.good, l.fits, l.both = l.good+float64(one(good)), l.fits+float64(one(right)), l.both+float64(one(good && right))
}

func (l *lot) tell(t *testing.T) {
	t.Helper()
	off, all, line := 0.0, 0.0, ""
	for _, b := range l.bins {
		all, off = all+b.said, off+math.Abs(b.sum-b.right)
		line += fmt.Sprintf(" %.2f/%.2f (%.0f)", b.sum/max(1, b.said), b.right/max(1, b.said), b.said)
	}
	t.Logf("%s: told as good %.0f, right %.0f, both %.0f; with likely %.0f, %.0f right; said/right:%s", l.name, l.good, l.fits, l.both, l.may, l.mayFit, line)
	if l.sure > 0 {
		t.Errorf("%s: %d are told for sure", l.name, l.sure)
	}
	s := newScore(l.name)
	put := func(class string, part, of float64) { s.right[class], s.cases[class] = int(100*part/of), 100 }
	put("good that are right", l.both, l.good)
	put("right that are good", l.both, l.fits)
	put("likely that are right", l.mayFit, l.may)
	put("right that are likely", l.mayFit, l.fits)
	put("said as true", all-off, all)
	s.hold(t)
}

// queriesOf are the graded queries in the order of their file.
func queriesOf(t *testing.T, file string) (out []string) {
	t.Helper()
	for _, l := range read(t, file, 5) {
		if !slices.Contains(out, l.rest[0]) {
			out = append(out, l.rest[0])
		}
	}
	return out
}

// matched holds the graded accounts of a query against it.
func (b *bench) matched(t *testing.T, query string, grades map[string]int) map[string]api.BriefMatch {
	t.Helper()
	out := map[string]api.BriefMatch{}
	for accounts := range slices.Chunk(slices.Sorted(maps.Keys(grades)), api.BatchMax) {
		var refs []map[string]string
		for _, account := range accounts {
			network, name, _ := strings.Cut(account, "/")
			refs = append(refs, map[string]string{"platform": network, "username": name})
		}
		var got struct{ Data []api.MatchResult }
		b.post(t, "/v1/creators/match", map[string]any{"creators": refs, "intent": map[string]string{"query": query}}, &got)
		for i, r := range got.Data {
			out[accounts[i]] = r.Match
		}
	}
	return out
}

// gradesOf reads the grades of a class, by query and account.
func gradesOf(t *testing.T, file, class string) map[string]map[string]int {
	t.Helper()
	grades := map[string]map[string]int{}
	for _, l := range read(t, file, 5) {
		if l.class != class {
			continue
		}
		query, account := l.rest[0], l.rest[1]
		grade, err := strconv.Atoi(l.rest[2])
		if err != nil {
			t.Fatal(err)
		}
		if grades[query] == nil {
			grades[query] = map[string]int{}
		}
		grades[query][account] = grade
	}
	return grades
}

// graded asks a query and returns those of its results that were graded, by account.
func (b *bench) graded(t *testing.T, query string, grades map[string]int) map[string]gradedResult {
	t.Helper()
	got := b.pages(t, query)
	ids := make([]string, len(got.Data))
	for i, r := range got.Data {
		ids[i] = r.Creator.ID
	}
	profiles, err := b.app.Store.Profiles(context.Background(), ids...)
	if err != nil {
		t.Fatal(err)
	}
	out, rank := map[string]gradedResult{}, 0
	for _, r := range got.Data {
		were := len(out)
		for _, p := range profiles[r.Creator.ID] {
			account := string(p.Platform) + "/" + p.Username
			if grade, ok := grades[account]; ok {
				out[account] = gradedResult{rank, r.Match.Confidence, !r.Match.LowConfidence, grade}
			}
		}
		rank += one(len(out) > were)
	}
	return out
}

// pages asks a query and reads all that it found: who was graded is one of many.
func (b *bench) pages(t *testing.T, query string) (all found) {
	t.Helper()
	var page api.SearchPage
	for b.post(t, "/v1/search", map[string]any{"query": query, "limit": 100}, &page); ; {
		all.Data = append(all.Data, page.Data...)
		if !page.HasMore {
			return all
		}
		path := "/v1/search/" + page.SearchID + "?cursor=" + *page.NextCursor
		page = api.SearchPage{}
		b.get(t, path, &page)
	}
}

// gainOf is the discounted gain of graded results in their order, and that of the best
// order.
func gainOf(found map[string]gradedResult, grades map[string]int) (gain, best float64) {
	order := slices.SortedFunc(maps.Values(found), func(a, b gradedResult) int { return cmp.Compare(a.rank, b.rank) })
	discounted := func(i, grade int) float64 { return (math.Exp2(float64(grade)) - 1) / math.Log2(float64(i)+2) }
	for i, f := range order {
		gain += discounted(i, f.grade)
	}
	all := slices.Sorted(maps.Values(grades))
	slices.Reverse(all)
	for i, grade := range all {
		best += discounted(i, grade)
	}
	return gain, best
}
