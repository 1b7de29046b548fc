package quality

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/internal/racetest"
	"greenroom/service/boot"
)

// Grades that readers gave to creators who were shown with a query, by reading their
// bio and newest posts: 3 right, 2 fair, 1 weak, 0 wrong.
const gradeRight = 2 // and better

// gradedResult is a creator in an answer, with what was said of the match and its grade.
type gradedResult struct {
	rank       int
	confidence float64
	good       bool
	grade      int
}

// TestGraded holds what is told of matches against the grades of readers: how many
// matches called good are right, how many of the right ones are called good, whether
// the order is that of the grades, and what a confidence is worth.
func TestGraded(t *testing.T) {
	b := open(t)
	grades := gradesOf(t)
	s := newScore("graded")
	share := func(class string, part, of float64) { s.right[class], s.cases[class] = int(100*part/of), 100 }
	var good, right, both int
	bins, gains, ideal := [10][2]int{}, 0.0, 0.0
	for _, query := range slices.Sorted(maps.Keys(grades)) {
		found := b.graded(t, query, grades[query])
		for account, f := range found {
			fits := f.grade >= gradeRight
			bin := &bins[min(int(f.confidence*10), 9)]
			bin[1]++
			if fits {
				bin[0]++
			}
			if f.good {
				good++
			}
			if f.good && fits {
				both++
			} else if f.good && *tell {
				t.Logf("%s: %s is called good at %.2f, grade %d", query, account, f.confidence, f.grade)
			}
		}
		for account, grade := range grades[query] {
			if grade < gradeRight {
				continue
			}
			if right++; *tell && !found[account].good {
				t.Logf("%s: %s is not called good, grade %d", query, account, grade)
			}
		}
		g, i := gainOf(found, grades[query])
		gains, ideal = gains+g, ideal+i
	}
	for n, bin := range bins {
		t.Logf("confidence from .%d: %d of %d are right", n, bin[0], bin[1])
	}
	t.Logf("called good %d, right %d, both %d", good, right, both)
	share("good that are right", float64(both), float64(good))
	share("right that are good", float64(both), float64(right))
	share("order", gains, ideal)
	share("confidence from 90", float64(bins[9][0]), float64(bins[9][1]))
	s.hold(t)
}

// TestMatched holds judgements of briefs against the same grades: each graded query is a brief.
// Every third query is one that weights were not fitted to (TestFit of service/rules). A score
// is a probability: of those told .8 eight in ten are right, and none is told for sure.
func TestMatched(t *testing.T) {
	racetest.Once(t)
	if *apart {
		return
	}
	b := &bench{now: time.Date(2026, 3, 2, 9, 0, 30, 0, time.UTC)} // of its own: how new posts are counts
	var err error
	if b.app, err = boot.Open(t.Context(), boot.Config{StorePath: filepath.Join(t.TempDir(), "world.db"), Sample: true, PlatformsAll: true, Clock: b.clock}); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = b.app.Close() }()
	b.key = b.app.Demo().Key
	grades := gradesOf(t)
	lots := [2]lot{{name: "matched"}, {name: "matched_aside"}}
	for n, query := range queriesOf(t) {
		got := b.matched(t, query, grades[query])
		for account, m := range got {
			lots[one(n%3 == 2)].add(m, grades[query][account] >= gradeRight)
		}
	}
	for i := range lots {
		lots[i].tell(t)
	}
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
	good, fits, both float64
	sure             int
}

func (l *lot) add(m api.BriefMatch, right bool) {
	l.bins[min(9, int(10*m.Score))].add(m.Score, right)
	l.sure += one(m.Score >= 1)
	good := m.Decision == api.DecisionGood
	l.good, l.fits, l.both = l.good+float64(one(good)), l.fits+float64(one(right)), l.both+float64(one(good && right))
}

func (l *lot) tell(t *testing.T) {
	t.Helper()
	off, all, line := 0.0, 0.0, ""
	for _, b := range l.bins {
		all, off = all+b.said, off+math.Abs(b.sum-b.right)
		line += fmt.Sprintf(" %.2f/%.2f (%.0f)", b.sum/max(1, b.said), b.right/max(1, b.said), b.said)
	}
	t.Logf("%s: said/right:%s", l.name, line)
	if l.sure > 0 {
		t.Errorf("%s: %d are told for sure", l.name, l.sure)
	}
	s := newScore(l.name)
	put := func(class string, part, of float64) { s.right[class], s.cases[class] = int(100*part/of), 100 }
	put("good that are right", l.both, l.good)
	put("right that are good", l.both, l.fits)
	put("said as true", all-off, all)
	s.hold(t)
}

// queriesOf are the graded queries in the order of their file.
func queriesOf(t *testing.T) (out []string) {
	t.Helper()
	for _, l := range read(t, "graded.txt", 5) {
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

// gradesOf reads the grades, by query and account.
func gradesOf(t *testing.T) map[string]map[string]int {
	t.Helper()
	grades := map[string]map[string]int{}
	for _, l := range read(t, "graded.txt", 5) {
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
	out := map[string]gradedResult{}
	for rank, r := range got.Data {
		for _, p := range profiles[r.Creator.ID] {
			account := string(p.Platform) + "/" + p.Username
			if grade, ok := grades[account]; ok {
				out[account] = gradedResult{rank, r.Match.Confidence, !r.Match.LowConfidence, grade}
			}
		}
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
