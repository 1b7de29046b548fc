package search

import (
	"cmp"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"greenroom/api"
	"greenroom/internal/racetest"
)

// changing is a catalogue that changes, and the segments that follow it.
type changing struct {
	t    *testing.T
	rng  *rand.Rand
	docs map[string]Doc
	base *Segments
	now  *Segments
	next int64 // row of a new creator
}

func newChanging(t *testing.T, seed uint64, docs []Doc) *changing {
	c := &changing{t: t, rng: rand.New(rand.NewPCG(seed, 1)), docs: map[string]Doc{}}
	for n, d := range docs {
		d.Row, c.next = int64(n+1), int64(n+2)
		d.Themes, d.Categories = []string{fmt.Sprint("theme", n%7)}, []string{fmt.Sprint("Theme", n%3)}
		c.docs[d.ID] = d
	}
	c.base = must(Build(t.Context(), sequence(c.sorted()...)))
	c.now = c.base
	return c
}

// sorted is all that is there, in the order of a corpus.
func (c *changing) sorted() (docs []Doc) {
	for _, d := range c.docs {
		docs = append(docs, d)
	}
	slices.SortFunc(docs, func(a, b Doc) int { return cmp.Or(cmp.Compare(b.Followers, a.Followers), cmp.Compare(a.Row, b.Row)) })
	return docs
}

func (c *changing) some(ids []string) iter.Seq2[Doc, error] {
	return sequence(slices.DeleteFunc(c.sorted(), func(d Doc) bool { return !slices.Contains(ids, d.ID) })...)
}

// step changes, adds and removes creators, whose new texts are of others.
func (c *changing) step(n int, others []Doc) {
	var ids []string
	all := append(c.sorted(), Doc{ID: "nobody"})
	for range n {
		d, in := all[c.rng.IntN(max(1, len(all)-1))], others[c.rng.IntN(len(others))]
		switch c.rng.IntN(4) {
		case 0:
			delete(c.docs, d.ID)
		case 1:
			in.ID, in.Row = fmt.Sprintf("%08d-1111-4000-8000-000000000000", c.next), c.next
			c.next++
			c.docs[in.ID], d = in, in
		default:
			if _, there := c.docs[d.ID]; there {
				in.ID, in.Row = d.ID, d.Row
				c.docs[in.ID] = in
			}
		}
		ids = append(ids, d.ID)
	}
	now, err := c.now.Change(c.t.Context(), ids, c.some)
	if err != nil {
		c.t.Fatal(err)
	}
	c.now = now
}

// whole is one index of all that is there, with the figures of the base.
func (c *changing) whole() *Segments {
	x, err := buildOn(c.t.Context(), c.base.list[0], sequence(c.sorted()...))
	if err != nil {
		c.t.Fatal(err)
	}
	return &Segments{[]*Index{x}}
}

func (c *changing) compare(queries int, words []string) {
	c.t.Helper()
	whole := c.whole()
	if c.now.Len() != whole.Len() {
		c.t.Fatalf("%d creators in segments, want %d", c.now.Len(), whole.Len())
	}
	for range queries {
		q := randomQuery(c.rng, words)
		if got, want := c.now.Search(q), whole.Search(q); !reflect.DeepEqual(got, want) {
			for i := range min(len(got.Hits), len(want.Hits)) {
				if !reflect.DeepEqual(got.Hits[i], want.Hits[i]) {
					c.t.Fatalf("%+v: hit %d of %d in %d segments\n got %+v\nwant %+v", q, i, got.Total, len(c.now.list), got.Hits[i], want.Hits[i])
				}
			}
			c.t.Fatalf("%+v in %d segments: %d hits of %d, want %d of %d\n got %+v\nwant %+v", q, len(c.now.list), len(got.Hits), got.Total, len(want.Hits), want.Total, got.Interpretation, want.Interpretation)
		}
	}
	for range min(queries, len(c.docs)) {
		d, limit := c.sorted()[c.rng.IntN(len(c.docs))], 1+c.rng.IntN(30)
		w := Wanted{Seeds: []Seed{seed(d, 1)}, On: api.Platforms()[:1+c.rng.IntN(3)], Limit: limit}
		got, total := c.now.Like(w)
		if want, all := whole.Like(w); !reflect.DeepEqual(got, want) || total != all {
			c.t.Fatalf("like %+v in %d segments: %d\n got %+v\nwant %+v of %d", w.Seeds, len(c.now.list), total, got, want, all)
		}
	}
	for _, prefix := range []string{"be", "o", "smith", "ve", "ka", "vegan", syllables(c.rng, 1)} {
		ask := Completion{Prefix: prefix, Limit: 1 + c.rng.IntN(40)}
		if got, want := c.now.Complete(ask), whole.Complete(ask); !reflect.DeepEqual(got, want) {
			c.t.Fatalf("%q is completed differently in %d segments\n got %+v\nwant %+v", prefix, len(c.now.list), got, want)
		}
	}
}

// However an index came to what it holds, it answers as one that was made of it.
// GREENROOM_QUERIES asks so many of the 2,000 creators.
func TestSegmentsAnswerAsOneIndexDoes(t *testing.T) {
	racetest.Once(t)
	for _, size := range []struct{ creators, words, steps, changes, queries int }{
		{1, 5, 4, 2, 40}, {60, 50, 12, 8, 40}, {2_000, 400, 6, 120, 60}, {6_000, 5_000, 3, 1_300, 60},
	} {
		rng := rand.New(rand.NewPCG(uint64(size.creators), 6))
		docs, others := varied(rng, size.creators, size.words), varied(rng, 300, size.words+400)
		for n := range others { // of as many followers as others have, more and fewer
			others[n].Followers = docs[rng.IntN(len(docs))].Followers
			others[n].Themes = []string{fmt.Sprint("theme", n%9), fmt.Sprint("new", n%4)}
			others[n].City = []string{others[n].City, "Neuweiler"}[rng.IntN(2)]
		}
		words := generated{seed: 11}.vocabulary(rand.New(rand.NewPCG(uint64(size.creators), 6)))
		c := newChanging(t, uint64(size.creators), docs)
		if n, err := strconv.Atoi(os.Getenv("GREENROOM_QUERIES")); err == nil && size.creators == 2_000 {
			size.queries = n / size.steps
		}
		for range size.steps {
			c.step(size.changes, others)
			c.compare(size.queries, words)
		}
	}
}

// A creator that changes is found by what it says now, and by nothing else.
func TestAChangeIsFoundAtOnce(t *testing.T) {
	c := newChanging(t, 1, []Doc{person("Ann", "vegan food"), person("Bea", "fitness"), person("Cem", "vegan cooking")})
	ann := c.docs[c.sorted()[0].ID]
	ann.Units[0].Text = "wombats"
	c.docs[ann.ID] = ann
	now, err := c.now.Change(t.Context(), []string{ann.ID}, c.some)
	if err != nil || now.Len() != 3 || now.Changed() != 1 {
		t.Fatalf("%d creators, %d changed, %v", now.Len(), now.Changed(), err)
	}
	for text, want := range map[string]int{"vegan": 1, "wombats": 1} {
		if got := now.Search(Query{Text: text}); got.Total != want {
			t.Errorf("%s finds %d, want %d", text, got.Total, want)
		}
	}
	if old := c.base.Search(Query{Text: "vegan"}); old.Total != 2 {
		t.Errorf("the index before finds %d, want 2: it must not change", old.Total)
	}
}

// Many small changes stay few segments, whatever their sizes.
func TestSmallSegmentsBecomeOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	c := newChanging(t, 4, varied(rng, 500, 50))
	others := varied(rng, 100, 80)
	for range 30 {
		c.step(1+c.rng.IntN(5), others)
	}
	if n := len(c.now.list); n != 2 {
		t.Errorf("%d segments", n)
	}
}
