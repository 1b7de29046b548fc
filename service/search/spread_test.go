package search

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync/atomic"
	"testing"
)

// However many goroutines work on a query, it is answered as by one.
func TestHelpersChangeNothing(t *testing.T) {
	const creators = 5*chunkDocs + 1000
	rng := rand.New(rand.NewPCG(12, 6))
	docs := varied(rng, creators, 5_000)
	for n := range docs { // many of equal standing
		docs[n].Followers = max(-1, docs[n].Followers/400_000*400_000)
	}
	c := newChanging(t, 12, docs)
	c.step(1_500, varied(rng, 300, 5_400))
	words := generated{seed: 11}.vocabulary(rand.New(rand.NewPCG(12, 6)))
	for n := range 150 {
		q := randomQuery(rng, words)
		want := c.now.searchWith(q, 0)
		if got := c.now.searchWith(q, 1+n%3); !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v: %d hits of %d with %d goroutines more, want %d of %d\n got %+v\nwant %+v", q, len(got.Hits), got.Total, 1+n%3, len(want.Hits), want.Total, got, want)
		}
	}
}

// A helper whose turn has not come when all is scanned is not waited for, and does
// nothing afterwards.
func TestALateHelperIsNotNeeded(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 6))
	c := newChanging(t, 13, varied(rng, 2*chunkDocs, 400))
	q := Query{Text: "vegan", Limit: 25}
	i := c.now.inquire(q, &scratch{})
	others, next := i.spread(1), atomic.Int64{}
	for i.scanChunk(int(next.Add(1)) - 1) {
	}
	i.gather(others)
	others[0].help(&next)
	if got, want := (Results{Hits: i.explain(i.top()), Total: i.total}), c.now.searchWith(q, 0); got.Total != want.Total || !reflect.DeepEqual(got.Hits, want.Hits) {
		t.Errorf("%d hits of %d, want %d of %d", len(got.Hits), got.Total, len(want.Hits), want.Total)
	}
	if taken := next.Load(); taken != 3 {
		t.Errorf("%d chunks were asked for, want 3", taken)
	}
}

// What goes wrong in a helper is seen by who asked, as it was without one.
func TestAPanicOfAHelperIsTheAskers(t *testing.T) {
	x := index(t, person("Ann", "yoga"))
	i := x.inquire(Query{Text: "yoga"}, &scratch{})
	w := i.helper()
	w.runs[0].filter = nil
	w.help(new(atomic.Int64))
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	i.take(w)
}

// A cursor that jumps reads what one reads that goes on.
func TestAJumpMissesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		const chunks = 9
		var lists byteLists
		has := map[uint32]byte{}
		for range 2 {
			var list byteList
			clear(has)
			for d, step := uint32(rng.IntN(3*chunkDocs)), 1+rng.IntN(2*chunkDocs); d < chunks*chunkDocs; d += 1 + uint32(rng.IntN(step)) {
				has[d] = byte(rng.IntN(256))
				list.add(d, has[d])
			}
			lists.join(list)
		}
		c := lists.cursor(1)
		for chunk := 0; chunk < chunks; chunk += 1 + rng.IntN(3) {
			found, first := map[uint32]byte{}, uint32(chunk*chunkDocs)
			c.jump(chunk)
			for c.from(first); c.doc <= first+chunkDocs; c.next() {
				found[c.doc-1] = c.value
			}
			for d := first; d < first+chunkDocs; d++ {
				v, in := has[d]
				if got, there := found[d]; got != v || in != there {
					t.Fatalf("creator %d of chunk %d: %d %v, want %d %v", d, chunk, got, there, v, in)
				}
			}
		}
	}
}

// Of equals those with most followers come first, also where they stand in a segment that
// is read when the page is full.
func TestEqualsInALaterSegmentComeFirst(t *testing.T) {
	var docs []Doc
	for n := range 40 {
		d := person(fmt.Sprint("P", n), "nothing")
		d.ID, d.Followers, d.Country = fmt.Sprintf("%08d-0000-4000-8000-000000000000", n), int64(500_000_000-n), "DE" // all as well known as one can be
		docs = append(docs, d)
	}
	c := newChanging(t, 1, docs)
	first := c.docs[docs[30].ID]
	first.Followers = 600_000_000
	c.docs[first.ID] = first
	now, err := c.now.Change(t.Context(), []string{first.ID}, c.some)
	if err != nil {
		t.Fatal(err)
	}
	for helpers := range 3 {
		found := now.searchWith(Query{Text: "in Germany", Limit: 3}, helpers).Hits
		if len(found) != 3 || found[0].ID != first.ID || found[1].ID != docs[0].ID || found[0].Score != found[2].Score {
			t.Errorf("%d helpers: %+v", helpers, found)
		}
	}
}
