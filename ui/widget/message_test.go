package widget

import (
	"strings"
	"testing"

	"greenroom/ui/text"
	"greenroom/ui/theme"
)

func TestMessageSaysWhatHappenedFirst(t *testing.T) {
	st := theme.Dark()
	lines := Message(st, Size{120, 9}, 1, text.Clean(strings.Repeat("word ", 20)), text.Const("Ask again."))
	want := "\n  " + strings.TrimSpace(strings.Repeat("word ", 15)) + "\n  " + strings.TrimSpace(strings.Repeat("word ", 5)) + "\n\n  Ask again.\n\n\n\n\n"
	if got := screen(lines); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if !strings.HasPrefix(lines[4], "  "+st.Dim.Open()) || strings.Contains(lines[1], st.Dim.Open()) {
		t.Errorf("what next looks like what happened: %q, %q", lines[1], lines[4])
	}
	if got := screen(Message(st, Size{20, 3}, 0, text.Const("words that need two lines"))); got != "  words that need\n  two lines\n\n" {
		t.Errorf("got\n%s", got)
	}
}

// What says nothing takes no line; an empty line of a text stays.
func TestABlockHasNoLineForNothing(t *testing.T) {
	b := Block{W: 20}
	b.Say(text.Text{}, theme.Style{}, "")
	b.Say(text.Const("a"), theme.Style{}, "")
	b.Text([]text.Text{text.Const("b"), {}, text.Const("c")}, theme.Style{})
	if got := strings.Join(b.Lines, "|"); got != " a| b|| c" {
		t.Errorf("%q", got)
	}
	told := Block{Tells: true}
	told.Text([]text.Text{text.Const("b"), {}, text.Const("c")}, theme.Style{})
	if len(told.Told) != 2 {
		t.Errorf("%q", told.Told)
	}
}
