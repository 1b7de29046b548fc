package catalogue

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/search"
)

// shelf is a catalogue of n creators without anything but names.
type shelf struct {
	drawer
	n, generation, reads, builds atomic.Int64
	parts                        atomic.Int64  // readings of some creators
	hold                         chan struct{} // builds wait for it; nil: they do not
	began                        chan struct{} // told when one waits; nil: nobody is
	err                          error
	mu                           sync.Mutex
	log                          []entry // of writes
}

// entry is a write, with whom it changed; nil are all.
type entry struct {
	generation int64
	changed    []string
}

func (s *shelf) Generation(context.Context) (int64, error) {
	s.reads.Add(1)
	return s.generation.Load(), nil
}

func (s *shelf) Corpus(ctx context.Context, _ ...api.Platform) iter.Seq2[search.Doc, error] {
	s.builds.Add(1)
	return func(yield func(search.Doc, error) bool) {
		if s.hold != nil {
			if s.began != nil {
				s.began <- struct{}{}
			}
			select {
			case <-s.hold:
			case <-ctx.Done():
				yield(search.Doc{}, ctx.Err())
				return
			}
		}
		if s.err != nil {
			yield(search.Doc{}, s.err)
			return
		}
		for n := range s.n.Load() {
			if !yield(docOf(n), nil) {
				return
			}
		}
	}
}

func docOf(n int64) search.Doc {
	return search.Doc{ID: fmt.Sprintf("%08d-0000-4000-8000-000000000000", n), Row: n, Name: "x"}
}

// CorpusOf knows all that are asked for.
func (s *shelf) CorpusOf(_ context.Context, ids []string, _ ...api.Platform) iter.Seq2[search.Doc, error] {
	s.parts.Add(1)
	return func(yield func(search.Doc, error) bool) {
		for _, id := range ids {
			if !yield(search.Doc{ID: id, Name: "changed"}, s.err) {
				return
			}
		}
	}
}

func (s *shelf) Changes(_ context.Context, after int64) (service.Changes, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := service.Changes{To: s.generation.Load()}
	for _, e := range s.log {
		if e.generation > after {
			c.All = c.All || e.changed == nil
			c.Creators = append(c.Creators, e.changed...)
		}
	}
	return c, nil
}

// write notes a write of some creators; all where none are named.
func (s *shelf) write(ids ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = append(s.log, entry{s.generation.Add(1), ids})
}

func some(from, n int64) (ids []string) {
	for i := range n {
		ids = append(ids, docOf(from+i).ID)
	}
	return ids
}

func (s *shelf) put(n int64) { s.n.Store(n); s.write() }

func newShelf(t *testing.T, n int64) (*shelf, *Index, *time.Time) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := &shelf{}
	s.put(n)
	x := NewIndex(Config{Store: s, Clock: func() time.Time { return now }})
	t.Cleanup(x.Close)
	return s, x, &now
}

func TestIndexFollowsASmallCatalogueAtOnce(t *testing.T) {
	s, x, now := newShelf(t, 3)
	for _, n := range []int64{3, 3, 5} {
		if n != s.n.Load() {
			s.put(n)
		}
		if got, err := x.Latest(t.Context()); err != nil || got.Len() != int(n) {
			t.Fatalf("%d creators indexed, %v; want %d", got.Len(), err, n)
		}
	}
	if s.builds.Load() != 2 {
		t.Errorf("built %d times", s.builds.Load())
	}
	s.put(7)
	reads := s.reads.Load()
	if got, _ := x.Recent(t.Context()); got.Len() != 5 || s.reads.Load() != reads {
		t.Error("recent looks at the store within a second")
	}
	*now = now.Add(generationAge)
	if got, _ := x.Recent(t.Context()); got.Len() != 7 {
		t.Error("recent does not look after a second")
	}
}

func TestALargeIndexServesWhileTheNextIsBuilt(t *testing.T) {
	s, x, _ := newShelf(t, smallCatalogue)
	old, err := x.Latest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.hold = make(chan struct{})
	s.put(smallCatalogue + 1)
	if got, err := x.Latest(t.Context()); got != old || err != nil {
		t.Error("the old index does not serve")
	}
	close(s.hold)
	x.running.Wait()
	if got, _ := x.Latest(t.Context()); got.Len() != smallCatalogue+1 {
		t.Error("the new index is not taken")
	}
}

func (s *shelf) came(t *testing.T, builds, parts int64) {
	t.Helper()
	if s.builds.Load() != builds || s.parts.Load() != parts {
		t.Errorf("read whole %d times and in part %d times, want %d and %d", s.builds.Load(), s.parts.Load(), builds, parts)
	}
}

func TestALargeIndexTakesChanges(t *testing.T) {
	s, x, _ := newShelf(t, smallCatalogue)
	old, err := x.Latest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.write(append(some(5, 2), some(smallCatalogue, 1)...)...)
	if got, err := x.Latest(t.Context()); got != old || err != nil {
		t.Error("the old index does not serve")
	}
	x.running.Wait()
	got, err := x.Latest(t.Context())
	if err != nil || got.Len() != smallCatalogue+1 || got.Changed() != 3 {
		t.Fatalf("%d creators, %d changed, %v", got.Len(), got.Changed(), err)
	}
	s.came(t, 1, 1)
	s.write(some(100, smallCatalogue/renewedAt)...)
	_, _ = x.Latest(t.Context())
	x.running.Wait() // for the change, and for the base that is built behind it
	if got, _ = x.Latest(t.Context()); got.Changed() != 0 || got.Len() != smallCatalogue {
		t.Errorf("%d creators, %d changed after another base", got.Len(), got.Changed())
	}
	s.came(t, 2, 2)
}

// What changes while a base is built is in the one that is put in place.
func TestABaseThatIsBuiltBehindMissesNothing(t *testing.T) {
	s, x, _ := newShelf(t, smallCatalogue)
	if _, err := x.Latest(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.hold, s.began = make(chan struct{}), make(chan struct{}, 1)
	s.write(some(100, smallCatalogue/renewedAt+1)...)
	_, u := x.at(s.generation.Load())
	if err := u.wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-s.began // the base that is built holds what was written until here
	s.write(some(smallCatalogue, 2)...)
	_, u = x.at(s.generation.Load())
	if err := u.wait(t.Context()); err != nil || u.index.Len() != smallCatalogue+2 {
		t.Fatalf("%d creators while a base is built, %v", u.index.Len(), err)
	}
	close(s.hold)
	x.running.Wait()
	if got, _ := x.Latest(t.Context()); got.Len() != smallCatalogue+2 || got.Changed() != 2 {
		t.Errorf("%d creators, %d changed", got.Len(), got.Changed())
	}
}

// Another process has built an index meanwhile: that one is taken, not another built.
func TestAnIndexOfAnotherProcessIsTaken(t *testing.T) {
	s := &shelf{drawer: drawer{}}
	s.put(smallestSnapshot)
	c := Config{Store: s, Clock: time.Now, Path: filepath.Join(t.TempDir(), "g.db.index")}
	x := NewIndex(c)
	t.Cleanup(x.Close)
	if _, err := x.Latest(t.Context()); err != nil {
		t.Fatal(err)
	}
	x.running.Wait()
	s.put(smallestSnapshot + 7)
	if err := Keep(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	s.came(t, 2, 0)
	s.write(some(3, 1)...)
	if err := Keep(t.Context(), c); err != nil { // one change is left to the start
		t.Fatal(err)
	}
	if got, err := x.Latest(t.Context()); err != nil || got.Len() != smallestSnapshot+7 {
		t.Errorf("%d creators, %v", got.Len(), err)
	}
	s.came(t, 2, 1)
}

func TestAFailedBuildIsTriedAgain(t *testing.T) {
	s, x, _ := newShelf(t, 1)
	s.err = errors.New("broken")
	if _, err := x.Latest(t.Context()); !errors.Is(err, s.err) {
		t.Errorf("got %v", err)
	}
	s.err = nil
	if _, err := x.Latest(t.Context()); err != nil {
		t.Errorf("then: %v", err)
	}
}

func TestCloseEndsABuildAndRefusesOthers(t *testing.T) {
	s, x, _ := newShelf(t, 1)
	s.hold = make(chan struct{})
	x.Warm()
	x.Close()
	if _, err := x.Latest(t.Context()); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}
