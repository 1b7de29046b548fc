package layout

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"greenroom/ui/text"
	"greenroom/ui/theme"
)

func checkSize(t *testing.T, what string, lines []string, w, h int) {
	t.Helper()
	if len(lines) != max(0, h) {
		t.Fatalf("%s at %dx%d has %d lines", what, w, h, len(lines))
	}
	for _, l := range lines {
		if n := ansi.StringWidth(l); n != max(0, w) {
			t.Fatalf("%s at %dx%d has a line of %d cells: %q", what, w, h, n, l)
		}
	}
}

func TestPanesFillTheirRectangle(t *testing.T) {
	for w := 0; w <= 250; w++ {
		for h := 0; h <= 60; h++ {
			r := Rect{3, 5, w, h}
			list, preview := r.Split(0.6)
			if preview.W > 0 && list.W+2+preview.W != w || preview.W <= 0 && list != r {
				t.Fatalf("%v splits into %v and %v", r, list, preview)
			}
			if (w >= SplitFrom) != (preview.W > 0) {
				t.Fatalf("%v has preview %v", r, preview)
			}
			head, body, foot := r.Rows(3, 2)
			if head.H+body.H+foot.H != h || body.Y != r.Y+head.H || foot.Y != body.Y+body.H || h > 0 && body.H < 1 {
				t.Fatalf("%v has rows %v %v %v", r, head, body, foot)
			}
		}
	}
}

func TestOverlayKeepsWidthsAndStyles(t *testing.T) {
	st := theme.Dark()
	base := []string{
		st.Bar.Fit(text.Clean("日本語 and some more words"), 30), st.Dim.Fit(text.Const("second"), 30), text.Spaces(30), st.Good.Fit(text.Clean("हिन्दी में"), 30),
	}
	box := Box(st, Frame{Title: text.Const("Sure?"), W: 11, H: 3}, []string{"yes 日本語", "no"})
	checkSize(t, "box", box, 11, 3)
	for x := -15; x <= 35; x++ {
		for y := -4; y <= 5; y++ {
			checkSize(t, "overlay", Overlay(base, box, x, y), 30, 4)
		}
	}
	got := ansi.Strip(Overlay(base, []string{"##"}, 1, 0)[0])
	if !strings.HasPrefix(got, " ## 語 and") && !strings.HasPrefix(got, " ##") {
		t.Errorf("a wide letter cut in half: %q", got)
	}
	if got := Overlay([]string{st.Good.Apply("abcdef")}, []string{"X"}, 2, 0)[0]; got != st.Good.Apply("ab")+"X"+st.Good.Apply("def") {
		t.Errorf("styles beside the box: %q", got)
	}
}

func TestBoxAndFitAtEverySize(t *testing.T) {
	st := theme.None()
	lines := []string{st.Bar.Apply("one 日本語"), "two", strings.Repeat("long ", 60)}
	for w := -1; w <= 250; w += 1 + w/12 {
		for h := -1; h <= 60; h += 3 {
			checkSize(t, "box", Box(st, Frame{Title: text.Clean("Titel ü 日本"), W: w, H: h, Focus: true}, lines), w, h)
			checkSize(t, "fit", FitLines(lines, w, h), w, h)
			checkSize(t, "blank", Blank(w, h), w, h)
		}
	}
}

func TestJoinH(t *testing.T) {
	got := JoinH([]string{"a", "b", "c"}, "|", []string{"x", "y"})
	if strings.Join(got, "\n") != "a|x\nb|y" {
		t.Errorf("got %q", got)
	}
}

func TestContains(t *testing.T) {
	r := Rect{2, 3, 4, 5}
	if !r.Contains(2, 3) || !r.Contains(5, 7) || r.Contains(6, 3) || r.Contains(2, 8) || r.Contains(1, 3) {
		t.Error("wrong edges")
	}
	if in := r.Inset(3, 1); !in.Empty() {
		t.Errorf("inset is %v", in)
	}
}
