package views_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Words that were typed and not taken come back where they were written, after Esc
// and after a crash; once they are taken nothing is left of them.
func TestUnsavedWordsComeBack(t *testing.T) {
	b := openBench(t, 120, 36)
	b.keys("B")
	b.text("Oat drink launch")
	b.keys("tab")
	b.text("plant-based cooking")
	for _, end := range []func(){b.Restart, func() { b.keys("esc") }} {
		end()
		b.keys("B")
		b.sees("Oat drink launch", "plant-based cooking")
	}
	b.Restart()
	b.sees("Your unsaved brief is kept: B opens it")
	b.keys("B", "ctrl+s")
	b.sees("is saved")
	b.Restart()
	if s := b.Screen(); strings.Contains(s, "is kept") {
		t.Errorf("it was saved:\n%s", s)
	}
	b.keys("space", "space", "a", "enter", "2", "enter", "l", "down", "down", "+")
	b.text("knows the shop")
	b.Restart()
	b.sees("Your unsaved text is kept", "2 of 2", "▸ followers")
	b.keys("+")
	b.sees("knows the shop")
	b.keys("enter")
	b.sees("1 yes")
	b.keys("-")
	b.text("no")
	b.keys("esc", "-")
	b.sees("┃ no")
	b.keys("enter", "u", "u")
	b.sees("2 open")
	b.keys("l", "2", "1", "2", "enter")
	b.sees("2 of 2")
}

// A brief that does not fit is scrolled, says what found no room, and what of a file
// was not understood.
func TestABriefTellsWhatItDoesNotTake(t *testing.T) {
	b := openBench(t, 60, 12)
	b.keys("B", "tab")
	b.text(strings.Repeat("plant ", 84))
	b.sees("This field is full: 1 character left out")
	file := filepath.Join(t.TempDir(), "brief.md")
	if err := os.WriteFile(file, []byte("Oat drink\nBudget: ninety\nWords of it."), 0o600); err != nil {
		t.Fatal(err)
	}
	b.keys(tabs(13)...)
	b.clock.Move(time.Minute) // a minute has so many free looks
	b.text(file)
	b.keys("enter")
	b.sees("Not used: “ninety”: It is not a number of")
	b.keys("tab")
	b.sees("Oat drink", " … 4 lines more, behind the last field")
	if c := b.Root().View().Cursor; c == nil || !strings.Contains(b.lines()[c.Y], " Oat drink") { // the words begin at their beginning
		t.Errorf("the cursor is at %+v:\n%s", c, b.Screen())
	}
	b.keys("tab")
	b.sees("search: Words", "not used: “ninety”: It is not a number of", "names no sum of money.")
	b.lacks("lines more")
	b.keys("enter")
	b.sees("name        Oat drink")
}
