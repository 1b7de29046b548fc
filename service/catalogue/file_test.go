package catalogue

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"greenroom/service"
)

// drawer holds settings.
type drawer map[string]string

func (d drawer) Setting(_ context.Context, name string) (string, error) {
	v, ok := d[name]
	if !ok {
		return "", service.ErrNotFound
	}
	return v, nil
}

func (d drawer) SetSetting(_ context.Context, name, value string) error {
	d[name] = value
	return nil
}

// start is a new start of a service over a shelf: it takes the index once.
func start(t *testing.T, s *shelf, path string) {
	t.Helper()
	x := NewIndex(Config{Store: s, Clock: time.Now, Path: path})
	got, err := x.Latest(t.Context())
	if err != nil || got.Len() != int(s.n.Load()) {
		t.Fatalf("%d creators indexed, %v; want %d", got.Len(), err, s.n.Load())
	}
	x.Close() // at once: what was built is kept all the same
}

func TestTheNextStartTakesTheIndexFromItsFile(t *testing.T) {
	s, path := &shelf{drawer: drawer{}}, filepath.Join(t.TempDir(), "g.db.index")
	builds := func(want int64, when string) {
		t.Helper()
		start(t, s, path)
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
	s.write(some(2, 3)...)
	builds(0, "after a change of few")
	if got := s.parts.Swap(0); got != 1 {
		t.Errorf("read in part %d times after a change of few, want once", got)
	}
	s.drawer[snapshotSetting] = "of another copy of the store"
	builds(1, "store put back")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	builds(1, "file cut short")
	builds(0, "at last")
	if left, _ := filepath.Glob(path + "*"); len(left) != 1 {
		t.Errorf("files left: %v", left)
	}
	path = filepath.Join(t.TempDir(), "missing", "g.index")
	builds(1, "nowhere to keep it")
}

// Machines that serve one store keep its index each for itself, and a machine that makes
// it again and again has one note.
func TestTwoMachinesKeepTheirIndexes(t *testing.T) {
	s, one, other := &shelf{drawer: drawer{}}, filepath.Join(t.TempDir(), "index"), filepath.Join(t.TempDir(), "index")
	s.put(smallestSnapshot)
	for _, path := range []string{one, other, one, other} {
		start(t, s, path)
	}
	if got := s.builds.Swap(0); got != 2 {
		t.Errorf("built %d times by two machines", got)
	}
	for n := range int64(3) {
		s.put(smallestSnapshot + 1 + n)
		start(t, s, one)
	}
	start(t, s, other)
	if got := len(strings.Split(s.drawer[snapshotSetting], "\n")); got != 2 {
		t.Errorf("%d notes of two machines: %s", got, s.drawer[snapshotSetting])
	}
}

func TestASmallIndexIsNotKept(t *testing.T) {
	s := &shelf{drawer: drawer{}}
	s.put(10)
	path := filepath.Join(t.TempDir(), "g.db.index")
	start(t, s, path)
	if _, err := os.Stat(path); err == nil {
		t.Error("a file of ten creators")
	}
}

// Programs have the file mapped: one that is finished never changes.
func TestAFileThatIsKeptIsReplacedWhole(t *testing.T) {
	s, path := &shelf{drawer: drawer{}}, filepath.Join(t.TempDir(), "g.index")
	s.put(smallestSnapshot)
	start(t, s, path)
	before, err := contents(path)
	if err != nil {
		t.Fatal(err)
	}
	was := bytes.Clone(before)
	old, young := path+".newold", path+".newyoung"
	for _, half := range []string{old, young} {
		if err := os.WriteFile(half, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	long := time.Now().Add(-2 * abandoned)
	if err := os.Chtimes(old, long, long); err != nil {
		t.Fatal(err)
	}
	s.put(2 * smallestSnapshot)
	start(t, s, path)
	if now, err := os.ReadFile(path); err != nil || bytes.Equal(now, was) || !bytes.Equal(before, was) {
		t.Errorf("%v; another file %t, the one before as it was %t", err, !bytes.Equal(now, was), bytes.Equal(before, was))
	}
	if left, _ := filepath.Glob(path + ".new*"); len(left) != 1 || left[0] != young {
		t.Errorf("left half written: %v; want the one that may still be written", left)
	}
}
