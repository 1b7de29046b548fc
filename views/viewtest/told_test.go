package viewtest_test

import (
	"strings"
	"testing"

	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// What is drawn and told is silent; a word, a number, a sign of a row and a glyph that are
// drawn alone are found.
func TestWhatIsDrawnAndNotToldIsFound(t *testing.T) {
	facts := []view.Fact{
		view.Head(text.Const("Cooks")), view.Runs(widget.Run{Text: text.Const("  12 of 25 · 157K followers ")}),
		{Kind: view.Row, Value: text.Const("Lena Vogt"), Here: true, Children: view.Pairs([]widget.Pair{{Key: text.Const("likes"), Value: text.Const("▲ 4.1%"), Note: text.Const("median 3%")}})},
	}
	told := []string{"╭─ Cooks ──╮", "│ ▸  Lena Vogt   likes ▲ 4.1%  median 3% │", "12 of 25 · 157K followers", "Lena V…"}
	if missing, n := viewtest.Untold(told, facts); len(missing) > 0 || n.Facts != 5 || n.Words == 0 || n.Glyphs == 0 {
		t.Errorf("%q, %+v", missing, n)
	}
	for drawn, want := range map[string]string{
		"12 of 25  zebra":   "zebra",
		"likes ▲ 4.2%":      "likes far above: 4.2 percent",
		"Lena Vogt ☂":       "the glyph ☂",
		"◆ Lena Vogt":       "the sign of",
		"\x1b[1m158K\x1b[m": "158 thousand",
	} {
		if missing, _ := viewtest.Untold([]string{drawn}, facts); !strings.Contains(strings.Join(missing, "\n"), want) {
			t.Errorf("%q: found %q", drawn, missing)
		}
	}
}
