package views_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"greenroom/api"
)

// The job of a planner, from a brief to a list that can be defended: at most 60
// keys beyond the words that are typed, 90 credits, and no call of 5 credits or
// more without a yes.
func TestTheJob(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, vast} {
		b := openBench(t, size[0], size[1])
		before := b.spent()
		yes := 0

		b.keys("B")
		b.text("Oat drink launch")
		b.keys("tab")
		b.text("plant-based weeknight cooking")
		b.keys("ctrl+s")
		b.sees("The brief of Oat drink launch is saved")

		b.keys("i", "ctrl+u")
		b.text("vegan food creators in Berlin")
		b.keys("up", "enter") // ten of them
		b.sees("Confirm cost", "up to 45 credits")
		b.keys("y")
		yes++
		b.sees("of 10 ")
		b.keys("/")
		b.text("er>1")
		b.keys("enter")
		for range 6 {
			b.keys("space")
		}
		b.sees("6 marked")
		b.keys("a", "enter")
		b.sees("6 creators on Oat drink launch")

		b.keys("2", "enter")
		b.sees("Oat drink launch", "verdict", "followers", "match", "safety")
		// Two talks are read, and a quote pinned.
		for i := range 2 {
			if i > 0 {
				b.keys("l")
			}
			b.keys("enter", "tab", "tab", "tab", "enter")
			if strings.Contains(b.Screen(), "Confirm cost") {
				b.keys("y")
				yes++
			}
			b.keys("p", "2", "enter")
		}
		b.keys("F")
		b.sees("Confirm cost")
		b.keys("y")
		yes++
		b.sees("GOOD")
		for i, v := range []string{"+", "+", "+", "~", "-"} {
			if i > 0 {
				b.keys("l")
			}
			b.keys(v)
			b.text("reason " + string(rune('A'+i)))
			b.keys("enter")
		}
		b.sees("3 yes · 1 reserve · 1 no · 1 open")

		reasons, quotes := b.exported()
		cost := b.spent() - before
		if reasons != 5 || quotes < 1 || b.Keys() > 60 || cost > 90*api.Credit {
			t.Errorf("%v: %d reasons, %d quotes, %d keys, %s credits, %d times asked", size, reasons, quotes, b.Keys(), cost, yes)
		}
		t.Logf("%v: %d keys, %s credits, %d times asked", size, b.Keys(), cost, yes)
	}
}

// exported writes the list into a file, and counts in it whom a reason and whom a
// quote stands with.
func (b *bench) exported() (reasons, quotes int) {
	b.t.Helper()
	path := filepath.Join(b.t.TempDir(), "list.json")
	b.keys("E", "down", "enter", "ctrl+u")
	b.text(path)
	b.keys("enter")
	raw, err := os.ReadFile(path)
	var rows []map[string]any
	if err != nil || json.Unmarshal(raw, &rows) != nil || len(rows) != 6 {
		b.t.Fatalf("%v\n%s\n%s", err, raw, b.Screen())
	}
	for _, r := range rows {
		if s, _ := r["because"].(string); strings.HasPrefix(s, "reason ") {
			reasons++
		}
		if s, _ := r["quotes"].(string); s != "" {
			quotes++
		}
		if r["match"] == nil || r["safety"] == nil || r["followers"] == nil {
			b.t.Errorf("a hole is left: %v", r)
		}
	}
	return reasons, quotes
}

// spent is what the service charged so far.
func (b *bench) spent() api.Credits {
	b.sent.mu.Lock()
	defer b.sent.mu.Unlock()
	return b.sent.all
}
