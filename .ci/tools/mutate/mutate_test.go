package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// smallRoom are the files of a module with one room.
var smallRoom = map[string]string{
	"go.mod": "module greenroom\n\ngo 1.26\n",
	"room/room.go": `package room

import (
	"os"
	"os/exec"
)

func Make(name string) error { return os.Mkdir(name, 0o700) }

func Within(a, b, c int, open bool) bool {
	if (a < b || a == b && open) && b+1 <= c {
		return true
	}
	return false
}

func Count(n int) (sum int) {
	for n != 0 {
		n--
		sum += 2
	}
	return sum
}

func Never() string { return "never" }

func Copy(program string) ([]byte, error) {
	c := exec.Command(program)
	c.Env = append(os.Environ(), "COPY=1")
	return c.Output()
}
`,
	"room/room_test.go": `package room

import (
	"fmt"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	if os.Getenv("COPY") != "" {
		fmt.Print("copied")
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestCopy(t *testing.T) {
	for range 3 {
		if out, err := Copy(os.Args[0]); err != nil || string(out) != "copied" {
			t.Error(string(out), err)
		}
	}
}

func TestMake(t *testing.T) {
	if Make(t.TempDir()) == nil || Make(t.TempDir()+"/a") != nil {
		t.Error("make")
	}
}

func TestWithin(t *testing.T) {
	for _, c := range []struct {
		a, b, c    int
		open, want bool
	}{{1, 2, 3, false, true}, {1, 2, 2, true, false}, {2, 2, 3, true, true}, {2, 2, 3, false, false}, {3, 2, 4, true, false}} {
		if Within(c.a, c.b, c.c, c.open) != c.want {
			t.Error(c)
		}
	}
}

func TestCount(t *testing.T) {
	if Count(2) != 4 {
		t.Error(Count(2))
	}
}
`,
}

// TestARoom breaks a small room in all ways at once: mutants in one another have to compile,
// a constant whose type has another name (os.FileMode) is a kind and stays, a loop without
// end counts as caught without waiting for a limit, and so do tests that start themselves
// over and over.
func TestARoom(t *testing.T) {
	folder := t.TempDir()
	files := maps.Clone(smallRoom)
	for _, name := range []string{"alter.go", "mutant.go"} {
		raw, err := os.ReadFile("../../../internal/alter/" + name)
		if err != nil {
			t.Fatal(err)
		}
		files["internal/alter/"+name] = string(raw)
	}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Join(folder, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	*root, *most = folder, 0
	exports, err := exported(folder)
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	rows, err := try("room", exports)
	if err != nil || len(rows) != 1 {
		t.Fatalf("%v, %v", rows, err)
	}
	rows[0].took = 0
	// Only what Never returns lives: no test comes by it. An equation is negated once.
	if want := (row{room: "room", possible: 21, of: 21, killed: 20, missed: 1}); rows[0] != want {
		t.Errorf("%+v\nwant %+v", rows[0], want)
	}
	if took := time.Since(begun); took > 10*time.Second {
		t.Errorf("it took %v: something waited for the limit", took)
	}
}

// TestSample takes mutants in the order of the files, as they have to be written, others
// with another seed.
func TestSample(t *testing.T) {
	var found []*mutant
	for range 100 {
		found = append(found, &mutant{number: len(found)})
	}
	numbers := func(ms []*mutant) (out []int) {
		for _, m := range ms {
			out = append(out, m.number)
		}
		return out
	}
	one, two := numbers(sample(found, 20, 1)), numbers(sample(found, 20, 2))
	if len(one) != 20 || !slices.IsSorted(one) || slices.Equal(one, two) || len(slices.Compact(slices.Clone(one))) != 20 {
		t.Errorf("%v and %v", one, two)
	}
	if !slices.Equal(one, numbers(sample(found, 20, 1))) || len(sample(found, 0, 1)) != 100 || len(sample(found, 200, 1)) != 100 {
		t.Error("the same seed takes the same, and 0 takes all")
	}
}

func TestWatched(t *testing.T) {
	mine := []*mutant{{}, {}, {}}
	told := "met 3\ntest TestSlow 1000000\nsteps 2\nmet 1\ntest TestQuick 9000000\nsteps 4\nmet 1\nmet 2\ntest TestLast 9500000\nmet 1\n"
	w := watched(told, mine, time.UnixMicro(10000000))
	if w.whole != 9*time.Second || w.steps != 8 {
		t.Errorf("whole %v, steps %d", w.whole, w.steps)
	}
	for i, want := range []string{"TestSlow TestQuick TestLast", "TestQuick", ""} {
		if got := strings.Join(mine[i].reached, " "); got != want || mine[i].reached == nil {
			t.Errorf("mutant %d is met by %q", i+1, mine[i].reached)
		}
	}
	for i, want := range []string{"^(TestQuick|TestLast)$", "^(TestQuick)$", ""} {
		if got, took := w.soon(mine[i].reached); got != want || took > time.Second {
			t.Errorf("mutant %d is soon met by %q in %v, want %q", i+1, got, took, want)
		}
	}
}

func TestWritten(t *testing.T) {
	got := written([]row{{"a", 10, 5, 4, 1, time.Second}, {"b", 30, 5, 5, 0, 2 * time.Second}})
	for _, want := range []string{"| a | 10 | 5 | 4 | 80 | 1 | 1 |", "| b | 30 | 5 | 5 | 100 | 0 | 2 |", "| all | 40 | 10 | 9 | 90 | 1 | 3 |"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nlacks %s", got, want)
		}
	}
	if one := written([]row{{room: "a"}}); strings.Contains(one, "all") {
		t.Error(one)
	}
}
