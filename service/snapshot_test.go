package service

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// drawer holds settings.
type drawer map[string]string

func (d drawer) Setting(_ context.Context, name string) (string, error) {
	v, ok := d[name]
	if !ok {
		return "", ErrNotFound
	}
	return v, nil
}

func (d drawer) SetSetting(_ context.Context, name, value string) error {
	d[name] = value
	return nil
}

// start is a new start of a service over a shelf: it takes the index once.
func start(t *testing.T, s *shelf, f *indexFile) {
	t.Helper()
	x := newCatalogueIndex(s, time.Now, f)
	got, err := x.latest(t.Context())
	if err != nil || got.Len() != int(s.n.Load()) {
		t.Fatalf("%d creators indexed, %v; want %d", got.Len(), err, s.n.Load())
	}
	x.close() // at once: what was built is kept all the same
}

func TestTheNextStartTakesTheIndexFromItsFile(t *testing.T) {
	s, settings := &shelf{}, drawer{}
	f := &indexFile{filepath.Join(t.TempDir(), "g.db.index"), settings}
	builds := func(want int64, when string) {
		t.Helper()
		start(t, s, f)
		if got := s.builds.Swap(0); got != want {
			t.Errorf("%s: built %d times, want %d", when, got, want)
		}
	}
	s.put(smallestSnapshot)
	builds(1, "first start")
	builds(0, "second start")
	s.put(smallestSnapshot + 1)
	builds(1, "after a write")
	builds(0, "then")
	settings[snapshotSetting] = "of another copy of the store"
	builds(1, "store put back")
	whole, err := os.ReadFile(f.path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.path, whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	builds(1, "file cut short")
	builds(0, "at last")
	if left, _ := filepath.Glob(f.path + "*"); len(left) != 1 {
		t.Errorf("files left: %v", left)
	}
	f.path = filepath.Join(t.TempDir(), "missing", "g.index")
	builds(1, "nowhere to keep it")
}

func TestASmallIndexIsNotKept(t *testing.T) {
	s := &shelf{}
	s.put(10)
	f := &indexFile{filepath.Join(t.TempDir(), "g.db.index"), drawer{}}
	start(t, s, f)
	if _, err := os.Stat(f.path); err == nil {
		t.Error("a file of ten creators")
	}
}
