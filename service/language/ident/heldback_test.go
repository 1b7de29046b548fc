package ident

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// tallies count what is told of texts that were held back.
type tallies struct {
	all, told, right int
	of, as, hits     map[string]int // by language: texts, texts told to be, rightly
	confused         map[[2]string]int
}

func newTallies() *tallies {
	return &tallies{of: map[string]int{}, as: map[string]int{}, hits: map[string]int{}, confused: map[[2]string]int{}}
}

func (c *tallies) count(code string, got Answer) {
	c.all++
	c.of[code]++
	if got.Code == "" {
		return
	}
	c.told++
	c.as[got.Code]++
	if got.Code == code {
		c.right++
		c.hits[code]++
		return
	}
	c.confused[[2]string{code, got.Code}]++
}

// macro is the mean over languages of how much of what is told is right, and of how
// much is found.
func (c *tallies) macro() (precision, recall float64) {
	for code, n := range c.of {
		recall += float64(c.hits[code]) / float64(n)
		precision += float64(c.hits[code]) / float64(max(1, c.as[code]))
	}
	return precision / float64(len(c.of)), recall / float64(len(c.of))
}

// Texts that the weights were not taught by, by their length.
func TestHeldBack(t *testing.T) {
	if *texts == "" {
		t.Skip("needs -texts FOLDER")
	}
	_, held := samplesOf(t, *texts)
	lengths := []struct {
		name         string
		words        int
		right, macro float64 // at least: of what is told, and mean recall
	}{{"1-2 words", 2, 0.94, 0.6}, {"3-5 words", 5, 0.96, 0.84}, {"6 words and more", 1000, 0.97, 0.88}}
	count := make([]*tallies, len(lengths))
	for i := range count {
		count[i] = newTallies()
	}
	for _, s := range held {
		for i, l := range lengths {
			words := strings.Fields(s.text)
			if i > 0 && len(words) <= lengths[i-1].words {
				break
			}
			count[i].count(s.code, Of(strings.Join(words[:min(len(words), l.words)], " ")))
		}
	}
	for i, l := range lengths {
		c := count[i]
		precision, recall := c.macro()
		t.Logf("%s: %d texts in %d languages, %.1f %% told, %.1f %% of them rightly; mean over languages: precision %.3f, recall %.3f", l.name, c.all, len(c.of),
			100*float64(c.told)/float64(c.all), 100*float64(c.right)/float64(c.told), precision, recall)
		t.Log(c.worst())
		if right := float64(c.right) / float64(c.told); right < l.right || recall < l.macro {
			t.Errorf("%s: %.3f of what is told is right, at least %.2f; recall %.3f, at least %.2f", l.name, right, l.right, recall, l.macro)
		}
	}
}

// worst are the pairs that are taken for each other most often, by their share of the first.
func (c *tallies) worst() string {
	pairs := slices.SortedFunc(maps.Keys(c.confused), func(a, b [2]string) int {
		return cmp.Or(cmp.Compare(c.confused[b]*c.of[a[0]], c.confused[a]*c.of[b[0]]), cmp.Compare(a[0]+a[1], b[0]+b[1]))
	})
	var out []string
	for _, p := range pairs[:min(15, len(pairs))] {
		out = append(out, fmt.Sprintf("%s as %s %d of %d", p[0], p[1], c.confused[p], c.of[p[0]]))
	}
	return strings.Join(out, ", ")
}

func BenchmarkCaption(b *testing.B) {
	for b.Loop() {
		Of("I went to three markets before I found the right tomatoes, and it was so worth it. Not gonna lie, I ate half of them on the way home. Recipe below.")
	}
}
