package views_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var keeps = regexp.MustCompile(`of (\d+) filtered by`)

// kept returns the number of rows that the filter says it keeps.
func (b *bench) kept() string {
	b.t.Helper()
	m := keeps.FindStringSubmatch(b.Screen())
	if m == nil {
		b.t.Fatalf("no filter:\n%s", b.Screen())
	}
	return m[1]
}

// A filter and an order are those of all rows that were paid for, also of those that
// nobody walked to.
func TestFilterAndOrderSeeAllThatIsPaid(t *testing.T) {
	b := openBench(t, 160, 36)
	b.sees("page 5 free")
	b.keys("/")
	b.text("er>6")
	b.keys("enter")
	b.sees("all 100 of this search")
	b.lacks("loaded")
	at := b.kept()
	b.keys("esc")
	for range 10 {
		b.keys("G")
	}
	b.sees("100 of 100")
	b.keys("/")
	b.text("er>6")
	b.keys("enter")
	if all := b.kept(); all != at {
		t.Errorf("the filter kept %s, and %s once all rows were walked through", at, all)
	}

	sorted := openBench(t, 160, 36)
	sorted.keys("s", "s")
	first := row(sorted.Screen())
	sorted.sees("all 100 of this search", "by Followers")
	sorted.keys("g")
	b.keys("esc", "s", "s", "g")
	if now := row(b.Screen()); row(sorted.Screen()) != now {
		t.Errorf("the most followers have %q (%q before the top), and %q among all", row(sorted.Screen()), first, now)
	}
}

// An export holds all that was paid for, too.
func TestAnExportHoldsAllThatIsPaid(t *testing.T) {
	b := openBench(t, 120, 36)
	path := filepath.Join(t.TempDir(), "all.json")
	b.keys("E", "down", "enter", "ctrl+u")
	b.text(path)
	b.keys("enter")
	b.sees("100 creators written")
	raw, err := os.ReadFile(path)
	var rows []map[string]any
	if err != nil || json.Unmarshal(raw, &rows) != nil || len(rows) != 100 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
}
