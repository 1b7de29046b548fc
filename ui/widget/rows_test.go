package widget

import (
	"testing"

	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// A price that found no room at its tab stands below it, without its unit where that
// is too long; where it stands at the tab the line is bare.
func TestPricesStandBelowTheirTabs(t *testing.T) {
	tabs := []Tab{{Title: text.Const("Overview")}}
	for _, of := range [][2]string{{"Posts", "≤1.25 cr"}, {"Safety", "2 cr"}, {"Alike", "kept, free"}} {
		tabs = append(tabs, Tab{Title: text.Clean(of[0]), Note: text.Clean(of[1]), Short: text.Clean(of[1]), Costs: true})
	}
	for w, want := range map[int]string{
		40: " [Overview]  Posts   Safety   Alike\n──────────── ≤1.25 ─ 2 cr ──────────────\n",
		24: " [Overview]  Posts   Sa…\n──────────── ≤1.25 ─────\n",
		70: " [Overview]  Posts ≤1.25 cr   Safety 2 cr   Alike kept, free\n" + text.Rule(70) + "\n",
	} {
		st := theme.None()
		if got := screen([]string{Tabs(st, tabs, 0, w), TabRule(st, tabs, 0, w)}); got != want {
			t.Errorf("%d cells:\n%s\nwant\n%s", w, got, want)
		}
	}
}
