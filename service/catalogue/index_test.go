package catalogue

import (
	"context"
	"errors"
	"iter"
	"sync/atomic"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service/analysis"
	"greenroom/service/search"
)

// shelf is a catalogue of n creators without anything but names.
type shelf struct {
	drawer
	n, generation, reads, builds atomic.Int64
	hold                         chan struct{} // builds wait for it; nil: they do not
	err                          error
}

func (s *shelf) Generation(context.Context) (int64, error) {
	s.reads.Add(1)
	return s.generation.Load(), nil
}

func (s *shelf) Corpus(ctx context.Context, _ ...api.Platform) iter.Seq2[search.Doc, error] {
	s.builds.Add(1)
	return func(yield func(search.Doc, error) bool) {
		if s.hold != nil {
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
		for range s.n.Load() {
			if !yield(search.Doc{ID: "x", Name: "x"}, nil) {
				return
			}
		}
	}
}

func (s *shelf) Traits(context.Context, ...api.Platform) iter.Seq2[analysis.Traits, error] {
	return func(func(analysis.Traits, error) bool) {}
}

func (s *shelf) put(n int64) { s.n.Store(n); s.generation.Add(1) }

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
