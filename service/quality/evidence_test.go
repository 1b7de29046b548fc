package quality

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"greenroom/internal/racetest"
	"greenroom/service"
	"greenroom/service/search"
	"greenroom/service/words/topics"
)

// Topics and places that are narrow together: most cells hold nobody, or one or two.
// The topics of heldOut were in no sight when it was settled what proves a topic.
var (
	narrowTopics = []string{"coffee", "baking", "running", "yoga", "cycling", "skincare", "thrift", "pets", "books", "gaming", "tech",
		"programming", "finance", "interior", "gardening", "photography", "music", "comedy", "football", "cars", "hiking"}
	heldOut      = []string{"vegan", "travel", "food", "fitness", "fashion", "parenting", "sustainability", "beauty", "science"}
	narrowCities = []string{"Rome", "Manchester", "Barcelona", "Munich", "Vienna", "Hamburg", "Amsterdam", "Madrid", "Lyon", "Stockholm",
		"Lisbon", "Melbourne", "Bristol", "Toronto", "Copenhagen", "Rotterdam", "Porto", "Bordeaux", "Chicago", "Naples"}
)

// smallCity limits the creators of a small place.
const smallCity = 18

// cell is a topic in a place, with who is known for it there.
type cell struct {
	topic, city string
	small       bool
	local       map[string]bool // of whom there are themes: who has one alone is asked neither way
	known       map[string]bool
}

// cells pairs topics with places.
func (b *bench) cells(t testing.TB, labels []string) (out []cell) {
	t.Helper()
	for _, city := range narrowCities {
		local := slices.DeleteFunc(slices.Clone(b.creators(t)), func(c service.Creator) bool { return c.City != city || c.LocationUnverified })
		for _, label := range labels {
			c := cell{topic: label, city: city, small: len(local) <= smallCity, local: map[string]bool{}, known: map[string]bool{}}
			for _, who := range local {
				c.local[who.ID] = true
				if knownFor(who.Themes, label) {
					c.known[who.ID] = true
				}
			}
			out = append(out, c)
		}
	}
	return out
}

// knownFor: a whole theme means the topic, or one that it holds; a word in a theme
// does not.
func knownFor(themes []string, label string) bool {
	group := topics.Labelled(label)
	return slices.ContainsFunc(themes, func(theme string) bool {
		of := topics.Of(strings.Join(topics.Terms(theme), " "))
		return slices.ContainsFunc(of, func(g int) bool { return slices.Contains(group, g) }) || topics.Holds(group, of)
	})
}

// told counts what is said with a confidence, and how much of it is true.
type told struct{ said, sum, right float64 }

func (n *told) add(confidence float64, right bool) {
	n.said++
	n.sum += confidence
	if right {
		n.right++
	}
}

func perThousand(part, whole float64) int { return int(1000*part/max(1, whole) + 0.5) }

// narrow sums the answers to cells.
type narrow struct {
	good, small, sure told
	found, known      int
	empty, wrong      int // cells with nobody, and those of them with a good result
	bins              [10]told
}

// sureOf is the confidence that is to be right nine times in ten.
const sureOf = 0.9

func (n *narrow) ask(t testing.TB, x *search.Segments, c cell) {
	hits := x.Search(search.Query{Text: c.topic + " in " + c.city, Limit: 50}).Hits
	confident := 0
	for _, h := range hits {
		if !c.local[h.ID] {
			continue
		}
		right := c.known[h.ID]
		n.bins[min(9, int(10*h.Confidence))].add(h.Confidence, right)
		if h.Low {
			continue
		}
		confident++
		n.good.add(h.Confidence, right)
		if c.small {
			n.small.add(h.Confidence, right)
		}
		if h.Confidence >= sureOf {
			n.sure.add(h.Confidence, right)
		}
		if right {
			n.found++
		} else if *tell {
			t.Logf("%s in %s: %s is good at %.2f: %q", c.topic, c.city, h.ID, h.Confidence, h.Reasons)
		}
	}
	n.known += len(c.known)
	if len(c.known) == 0 {
		n.empty++
		n.wrong += min(1, confident)
	}
}

// off returns the mean distance of confidences from the truth.
func (n *narrow) off() (sum, all float64) {
	for _, b := range n.bins {
		all += b.said
		sum += max(b.sum-b.right, b.right-b.sum)
	}
	return sum, all
}

// tellBins prints what was said and what was true.
func (n *narrow) tellBins(t testing.TB, name string) {
	var line strings.Builder
	for _, b := range n.bins {
		if b.said > 0 {
			fmt.Fprintf(&line, "  %.2f/%.2f (%.0f)", b.sum/b.said, b.right/b.said, b.said)
		}
	}
	t.Logf("%s: precision %.3f (small places %.3f), found %d of %d, %d of %d empty cells; said/true:%s",
		name, n.good.right/max(1, n.good.said), n.small.right/max(1, n.small.said), n.found, n.known, n.wrong, n.empty, line.String())
}

// rows are the figures as docs/QUALITY.md holds them.
func (n *narrow) rows(s *score) {
	put := func(class string, right, cases int) { s.right[class], s.cases[class] = right, cases }
	put("precision", perThousand(n.good.right, n.good.said), 1000)
	put("precision in small places", perThousand(n.small.right, n.small.said), 1000)
	put("precision from 90 per cent", perThousand(n.sure.right, n.sure.said), 1000)
	put("found", n.found, n.known)
	put("empty kept empty", n.empty-n.wrong, n.empty)
	off, all := n.off()
	put("said as true", 1000-perThousand(off, all), 1000)
}

// withoutThemes hides what creators are known for: texts alone.
func withoutThemes(docs iter.Seq2[search.Doc, error]) iter.Seq2[search.Doc, error] {
	return func(yield func(search.Doc, error) bool) {
		for d, err := range docs {
			d.Themes, d.Categories, d.Facts = nil, nil, nil
			d.Units = slices.DeleteFunc(d.Units, func(u search.UnitDoc) bool { return u.Kind == search.UnitThemes })
			if !yield(d, err) {
				return
			}
		}
	}
}

// A good result is about the topic, also where few are.
func TestEvidence(t *testing.T) {
	racetest.Once(t)
	b := open(t)
	if *apart {
		return
	}
	for _, hidden := range []bool{false, true} {
		docs := b.app.Store.Corpus(context.Background())
		name := "narrow"
		if hidden {
			docs, name = withoutThemes(docs), "narrow_texts"
		}
		x, err := search.Build(context.Background(), search.Sorted("", docs))
		if err != nil {
			t.Fatal(err)
		}
		for _, lot := range []struct {
			suffix string
			topics []string
		}{{"", narrowTopics}, {"_heldout", heldOut}} {
			var n narrow
			for _, c := range b.cells(t, lot.topics) {
				n.ask(t, x, c)
			}
			s := newScore(name + lot.suffix)
			n.rows(s)
			n.tellBins(t, s.name)
			s.hold(t)
		}
	}
}
