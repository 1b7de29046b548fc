package cmd

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"greenroom/demo"
	"greenroom/service/boot/boottest"
)

// task is what the tour asks for, and the key that does it.
type task struct{ words, key string }

// steps goes through the tour until words stand on the screen. A step that comes while the
// tour waits for another key is not it, and reaches nothing.
func (x *terminal) steps(until string) {
	x.t.Helper()
	late := time.After(2 * time.Minute)
	for !strings.Contains(x.screen(), until) {
		x.types(".")
		select {
		case <-late:
			x.t.Fatalf("%q never stood there:\n%s", until, x.screen())
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// does does what the tour asks for, one after the other.
func (x *terminal) does(tasks ...task) {
	x.t.Helper()
	for _, one := range tasks {
		x.steps("Your turn: " + one.words)
		x.types(one.key)
	}
}

// The tour is done by a script of keys from an empty home. Left in the middle of a chapter
// it goes on at the beginning of that one, and once it was done it begins anew.
func TestTheTourIsDoneByKeys(t *testing.T) {
	if testing.Short() {
		t.Skip("makes two sample worlds")
	}
	t.Parallel()
	first, ready := program(t, "tour"), t.TempDir()
	all, err := demo.Shipped()
	if err == nil {
		err = boottest.Folder(all[0].Clock, ready)
	}
	if err != nil {
		t.Fatal(err)
	}
	start := func() (*terminal, *exec.Cmd) {
		c := program(t, "tour")
		c.Env, first.Env = first.Env, append(first.Env, runOnStage+"="+ready) // the first makes a world
		x, _ := inTerminal(t, c)
		return x, c
	}
	quit := func(x *terminal, c *exec.Cmd) {
		t.Helper()
		x.types("\x03")
		if code := x.ends(c); code != 0 {
			t.Errorf("exit code %d", code)
		}
	}
	second := task{"Open the first creator", enter}

	x, c := start()
	x.does(task{"Open a brief", "B"}, task{"Save the brief and search for it", "\x07"}, task{"Search", enter}, task{"Agree to the price", "y"}, second)
	x.types("\x1b\x1b")
	x.sees("The place is yours")
	quit(x, c)

	x, c = start()
	x.does(second, task{"Look for words in what she says", "/"}, task{"Pin the sentence as a quote", "p"}, task{"Go to your lists", "2"},
		task{"Fill in what is unknown", "F"}, task{"Say yes to her", "+"}, task{"Undo the last decision", "u"}, task{"Make a report", "R"}, task{"See what was paid", "4"})
	x.steps("That was all")
	if x.written("Open a brief") > 0 {
		t.Error("it began anew")
	}
	x.sees("87.45 cr")
	quit(x, c)

	x, c = start()
	x.does(task{"Open a brief", "B"})
	quit(x, c)
}

// A stage that is left while its world is being made leaves nothing behind.
func TestAStageLeftEarlyIsCleared(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a sample world")
	}
	t.Parallel()
	c, folder := program(t, "demo"), t.TempDir()
	c.Env = append(c.Env, "TMPDIR="+folder)
	x, _ := inTerminal(t, c)
	x.sees("One moment")
	x.types("\x03")
	if code := x.ends(c); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v %v", left, err)
	}
}
