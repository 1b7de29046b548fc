package quality

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strconv"
	"testing"

	"greenroom/api"
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
