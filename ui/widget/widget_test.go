package widget

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
)

var hostile = []text.Text{
	text.Clean("Lena Vogt"), text.Clean("日本語の名前がとても長い場合"), text.Clean("हिन्दी में क्षत्रिय"), text.Clean("\x1b]0;x\rPWNED\u202e"),
	text.Clean("العربية ١٢٣"), text.Clean("👨\u200d👩\u200d👧 🇩🇪 é\u0301\u0301"), text.Clean(""), text.Clean(strings.Repeat("word ", 50)), text.Clean("\u093fक"),
}

func sample(i int) text.Text { return hostile[i%len(hostile)] }

func sizes(f func(w, h int)) {
	for _, w := range []int{-1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 20, 27, 40, 60, 80, 109, 110, 120, 200, 250} {
		for _, h := range []int{-1, 0, 1, 2, 3, 4, 7, 12, 24, 40, 60} {
			f(w, h)
		}
	}
}

func checkSize(t *testing.T, what string, lines []string, w, h int) {
	t.Helper()
	if len(lines) != max(0, h) {
		t.Fatalf("%s at %dx%d has %d lines", what, w, h, len(lines))
	}
	for _, l := range lines {
		if n, wc := ansi.StringWidth(l), ansi.StringWidthWc(l); n != max(0, w) || wc != n {
			t.Fatalf("%s at %dx%d has a line of %d or %d cells: %q", what, w, h, n, wc, l)
		}
	}
}

func creators(n int) *Table {
	t := &Table{
		Columns: []Column{
			{Title: text.Const("Creator"), Min: 12, Flex: 2, Sort: Ascending},
			{Title: text.Const("Followers"), Min: 9, Align: Right, Sort: Descending},
			{Title: text.Const("Eng."), Min: 5, Align: Right, Priority: 1},
			{Title: text.Const("Fit"), Min: 5, Max: 9, Priority: 2},
			{Title: text.Const("Why"), Min: 10, Flex: 3, Max: 80, Priority: 3},
		},
		Breaks: []Break{{Before: 7, Label: text.Const("weaker matches")}, {Before: 7, Label: sample(1)}, {Before: n, Label: text.Const("end")}},
		Empty:  text.Const("No creator found."),
	}
	st := theme.Dark()
	t.Row = func(i int, buf []Cell) Row {
		return Row{Marked: i%3 == 0, Cells: append(buf,
			Cell{Text: sample(i), More: text.Const("@lenacooks ✓"), MoreStyle: st.Dim, Hits: []text.Span{{From: 0, To: 4}, {From: 5, To: 99}}},
			Cell{Text: text.Count(int64(i) * 997)}, Cell{Text: text.Percent(float64(i%90) / 10)},
			Cell{Text: Gauge(5, int64(i%10), 10), Style: st.Good}, Cell{Text: sample(i + 3), Style: st.Dim})}
	}
	t.SetLen(n)
	return t
}

func TestTableAtEverySize(t *testing.T) {
	for _, n := range []int{0, 1, 9, 300} {
		tab := creators(n)
		sizes(func(w, h int) {
			checkSize(t, "table", tab.Render(theme.Dark(), w, h), w, h)
			tab.Move(1)
			tab.Page(1)
			checkSize(t, "table", tab.Render(theme.None(), w, h), w, h)
		})
	}
	none := &Table{}
	none.SetLen(4)
	sizes(func(w, h int) { checkSize(t, "no columns", none.Render(theme.Dark(), w, h), w, h) })
}

func screen(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(strings.TrimRight(ansi.Strip(l), " ") + "\n")
	}
	return b.String()
}

func TestTableShowsRowsBreaksAndCursor(t *testing.T) {
	tab := &Table{
		Columns: []Column{{Title: text.Const("Creator"), Min: 6, Flex: 1}, {Title: text.Const("Eng."), Min: 5, Align: Right, Sort: Descending}},
		Row: func(i int, buf []Cell) Row {
			return Row{Marked: i == 1, Cells: append(buf, Cell{Text: text.Format("c%d", i), More: text.Const("@h")}, Cell{Text: text.Percent(float64(i))})}
		},
		Breaks: []Break{{Before: 2, Label: text.Const("weaker matches")}},
	}
	tab.SetLen(9)
	want := `   Creator           Eng.▼
▸  c0 @h              0.0%
 ◆ c1 @h              1.0%
   ── weaker matches ──────
   c2 @h              2.0%
`
	if got := screen(tab.Render(theme.Dark(), 27, 5)); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	tab.Move(4)
	want = `   Creator           Eng.▼
   ── weaker matches ──────
   c2 @h              2.0%
   c3 @h              3.0%
▸  c4 @h              4.0%
`
	if got := screen(tab.Render(theme.Dark(), 27, 5)); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if row, ok := tab.Click(2); !ok || row != 2 {
		t.Errorf("click on the second row: %d %v", row, ok)
	}
	if _, ok := tab.Click(1); ok {
		t.Error("a break can be clicked")
	}
	pane := layout.Rect{X: 5, Y: 10, W: 27, H: 5}
	for _, c := range []struct {
		x, y, row int
		again, ok bool
	}{{5, 12, 2, false, true}, {31, 12, 2, true, true}, {32, 13, 2, false, false}, {5, 9, 2, false, false}, {5, 14, 4, false, true}} {
		if again, ok := tab.Press(pane, c.x, c.y); again != c.again || ok != c.ok || tab.Cursor() != c.row {
			t.Errorf("pressed at %d, %d: %v %v, row %d", c.x, c.y, again, ok, tab.Cursor())
		}
	}
	tab.Move(-2)
	if got := screen(tab.Render(theme.Dark(), 27, 5)); !strings.Contains(got, "── weaker matches") {
		t.Errorf("moving up hides the break above the row:\n%s", got)
	}
}

func TestTableKeepsCursorInView(t *testing.T) {
	tab := creators(300)
	tab.Render(theme.Dark(), 80, 20)
	steps := []func(){func() { tab.Page(1) }, func() { tab.Half(-1) }, tab.End, func() { tab.Move(-7) }, tab.Home, func() { tab.Scroll(11) },
		func() { tab.Scroll(-5) }, func() { tab.SetCursor(150) }, func() { tab.SetLen(5) }, func() { tab.Scroll(1000) }, func() { tab.SetLen(0) }}
	for i, step := range steps {
		step()
		from, to := tab.Visible()
		if tab.Len() > 0 && (tab.Cursor() < from || tab.Cursor() >= to) {
			t.Errorf("step %d: row %d is not among %d..%d", i, tab.Cursor(), from, to)
		}
		before := slices.Clone(tab.Render(theme.Dark(), 80, 20))
		if !slices.Equal(before, tab.Render(theme.Dark(), 80, 20)) {
			t.Errorf("step %d: drawing twice draws differently", i)
		}
	}
}

func TestColumnsDropByPriority(t *testing.T) {
	tab := creators(3)
	for w, want := range map[int]string{
		100: "Creator▲ Follower▼ Eng. Fit Why", 44: "Creator▲ Follower▼ Eng. Fit", 38: "Creator▲ Follower▼ Eng.", 27: "Creator▲ Follower▼",
	} {
		if got := strings.Join(strings.Fields(ansi.Strip(tab.Render(theme.None(), w, 4)[0])), " "); got != want {
			t.Errorf("at %d cells: %q, want %q", w, got, want)
		}
	}
}

func TestFollowingKeysChangeFewCells(t *testing.T) {
	tab := creators(300)
	a := slices.Clone(tab.Render(theme.Dark(), 100, 40))
	tab.Move(1)
	b := tab.Render(theme.Dark(), 100, 40)
	changed := 0
	for i := range a {
		if a[i] != b[i] {
			changed++
		}
	}
	if changed != 2 {
		t.Errorf("a step changes %d lines, want 2", changed)
	}
}

func talk() []Para {
	paras := []Para{{Text: text.Const("Weeknight pasta"), Heading: true}}
	for i := range 40 {
		paras = append(paras, Para{Stamp: text.Clock(time.Duration(i*37) * time.Second), Text: text.Join([]text.Text{sample(i), text.Const("and butter"), sample(i + 1)}, text.Const(" "))})
	}
	return append(paras, Para{Text: text.Const("No transcript: music only."), Dim: true})
}

func TestReaderAtEverySize(t *testing.T) {
	r := &Reader{}
	sizes(func(w, h int) { checkSize(t, "empty reader", r.Render(theme.Dark(), w, h), w, h) })
	r.Move(3)
	r.End()
	r.SetParas(talk())
	if n := r.Search("BUTTER"); n != 40 {
		t.Fatalf("%d hits, want 40", n)
	}
	sizes(func(w, h int) {
		r.Next(1)
		r.Page(1)
		checkSize(t, "reader", r.Render(theme.Dark(), w, h), w, h)
		r.Bare = !r.Bare
	})
}

func TestReaderSearches(t *testing.T) {
	r := &Reader{}
	r.SetParas(talk())
	r.Render(theme.Dark(), 60, 10)
	r.Search("butter")
	for i := range 45 {
		cur, all := r.Hits()
		if want := i%40 + 1; cur != want || all != 40 {
			t.Fatalf("hit %d of %d, want %d of 40", cur, all, want)
		}
		lines := r.Render(theme.Dark(), 60, 10)
		if !strings.Contains(strings.Join(lines, ""), theme.Dark().MatchCurrent.Open()) {
			t.Fatalf("hit %d is not in view:\n%s", cur, screen(lines))
		}
		r.Next(1)
	}
	at := r.Para()
	r.Render(theme.Dark(), 31, 10)
	if r.Para() != at {
		t.Errorf("another width moves from paragraph %d to %d", at, r.Para())
	}
	r.Jump(30)
	if r.Para() != 30 || !strings.Contains(screen(r.Render(theme.Dark(), 60, 10)), "17:53") {
		t.Errorf("jump to 30 stands on %d:\n%s", r.Para(), screen(r.Render(theme.Dark(), 60, 10)))
	}
	r.Home()
	if r.Para() != 0 || r.Percent() != 0 {
		t.Errorf("home is paragraph %d, %d %%", r.Para(), r.Percent())
	}
	r.End()
	if r.Para() != 41 || r.Percent() != 100 {
		t.Errorf("end is paragraph %d, %d %%", r.Para(), r.Percent())
	}
	if r.Search("zzz") != 0 || r.Next(1) {
		t.Error("found what is not there")
	}
}

func TestMenuNarrows(t *testing.T) {
	m := &Menu{Empty: text.Const("Nothing fits.")}
	m.SetItems([]Item{{Label: text.Const("Open creator"), Hint: text.Const("enter")}, {Label: text.Const("Find lookalikes"), Hint: text.Const("l"), Why: text.Const("no creator")}, {Label: sample(1)}})
	m.SetFilter("look")
	if i, ok := m.Cursor(); !ok || i != 1 || m.Len() != 1 {
		t.Errorf("chosen %d %v of %d", i, ok, m.Len())
	}
	if got := screen(m.Render(theme.None(), 40, 1)); !strings.Contains(got, "Find lookalikes no creator") {
		t.Errorf("got %q", got)
	}
	sizes(func(w, h int) { checkSize(t, "menu", m.Render(theme.Dark(), w, h), w, h) })
	m.SetFilter("xyz\x1b[m")
	if _, ok := m.Cursor(); ok {
		t.Error("something fits xyz")
	}
	m.SetFilter("")
	m.Move(9)
	if i, _ := m.Cursor(); i != 2 {
		t.Errorf("the last is %d", i)
	}
	sizes(func(w, h int) { checkSize(t, "menu", m.Render(theme.Dark(), w, h), w, h) })
}

func TestSmallThingsAtEverySize(t *testing.T) {
	st := theme.Dark()
	tabs := []Tab{{Title: text.Const("Overview")}, {Title: text.Const("Posts"), Note: text.Const("1cr")}, {Title: sample(1), Note: sample(4)}, {Title: sample(7)}}
	var chips []Chip
	var pairs []Pair
	for i := range hostile {
		chips = append(chips, Chip{Label: sample(i), Fixed: i%2 == 0})
		pairs = append(pairs, Pair{Key: sample(i + 2), Value: sample(i), Style: st.Good, Note: text.Const("3 d old")})
	}
	sizes(func(w, h int) {
		for active := range tabs {
			checkSize(t, "tabs", []string{Tabs(st, tabs, active, w), TabRule(st, tabs, active, w)}, w, 2)
		}
		checkSize(t, "chips", Chips(st, chips, 2, Size{w, h}), w, h)
		checkSize(t, "message", Message(st, Size{w, h}, min(2, h/4), sample(7), sample(1), text.Text{}), w, h)
		checkSize(t, "pairs", KV(st, pairs, Size{w, h}), w, h)
		runs := Spark(st, w, []float64{1, 2, math.NaN(), 3, 900, -900, 2, 3, 1})
		checkSize(t, "line", []string{Spread(w, append(runs, Run{Text: sample(1), Style: st.Dim}), []Run{{Text: sample(4), Style: st.Warn}, {Text: sample(0), Style: st.Good}})}, w, 1)
		checkSize(t, "highlight", []string{Highlight(sample(2), []text.Span{{From: 1, To: 3}, {From: 5, To: 6}}, w, [2]theme.Style{st.Dim, st.Match})}, w, 1)
		if g := Gauge(w, 75, 150); g.Width() != max(0, w) {
			t.Fatalf("gauge of %d cells takes %d", w, g.Width())
		}
	})
}

func TestDialogFits(t *testing.T) {
	d := &Dialog{Title: sample(1), Lines: hostile, Buttons: []Button{{text.Const("Yes, 25 cr"), text.Const("y")}, {text.Const("No"), text.Const("esc")}}}
	sizes(func(w, h int) {
		lines := d.Render(theme.Dark(), w, h)
		if len(lines) > max(h, 0) {
			t.Fatalf("dialog at %dx%d has %d lines", w, h, len(lines))
		}
		for _, l := range lines {
			if n := ansi.StringWidth(l); n > max(w, 0) || n != ansi.StringWidth(lines[0]) {
				t.Fatalf("dialog at %dx%d has a line of %d cells: %q", w, h, n, l)
			}
		}
	})
	if !strings.Contains(screen(d.Render(theme.Dark(), 80, 40)), " "+d.Buttons[0].Label.String()+" ") {
		t.Errorf("got\n%s", screen(d.Render(theme.Dark(), 80, 40)))
	}
}

func TestGlyphs(t *testing.T) {
	spark := ""
	for _, r := range Spark(theme.Dark(), 20, []float64{1, 2, 3, 4, 500, 5, 6, 7, 8}) {
		spark += r.Text.String()
	}
	for got, want := range map[string]string{
		Gauge(8, 75, 150).String(): "▮▮▮▮▯▯▯▯", Gauge(4, 1, 1500).String(): "▮▯▯▯", Gauge(4, 0, 150).String(): "▯▯▯▯",
		Gauge(4, 149, 150).String(): "▮▮▮▯", Gauge(4, 9, 0).String(): "▯▯▯▯", Gauge(2, 7, 1).String(): "▮▮",
		Spinner(-1).String(): "⠏", Spinner(10).String(): "⠋", spark: "▁▂▃▄▲▅▆▇█",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestTabAt(t *testing.T) {
	tabs := []Tab{{Title: text.Const("Overview")}, {Title: text.Const("Posts"), Note: text.Const("1cr")}}
	if got := screen([]string{Tabs(theme.None(), tabs, 0, 40)}); got != " [Overview]  Posts 1cr\n" {
		t.Errorf("got %q", got)
	}
	for x, want := range map[int]int{0: 0, 10: 0, 11: 1, 22: 1} {
		if i, ok := TabAt(tabs, 0, 40, x); !ok || i != want {
			t.Errorf("cell %d is tab %d %v, want %d", x, i, ok, want)
		}
	}
	kept := []Tab{{Title: text.Const("Overview"), Note: text.Const("kept, free"), Short: text.Const("free")}, {Title: text.Const("Posts"), Note: text.Const("kept, free"), Short: text.Const("free")}}
	for w, want := range map[int]string{42: " [Overview kept, free]  Posts kept, free\n", 32: " [Overview free]  Posts free\n", 20: " [Overview]  Posts\n"} {
		if got := screen([]string{Tabs(theme.None(), kept, 0, w)}); got != want {
			t.Errorf("in %d cells %q", w, got)
		}
	}
	if _, ok := TabAt(tabs, 0, 40, 35); ok {
		t.Error("a tab beyond the last")
	}
}

func TestPagerKeepsItsPlace(t *testing.T) {
	lines := make([]string, 30)
	for i := range lines {
		lines[i] = text.Format("%d", i).String()
	}
	p := &Pager{}
	p.End()
	for i, step := range []struct {
		move func()
		top  int
	}{
		{func() {}, 0}, {func() { p.Page(1) }, 9}, {func() { p.Half(-1) }, 4}, {func() { p.Move(-9) }, 0}, {p.End, 20}, {p.Home, 0},
		{func() { p.Reveal(9) }, 0}, {func() { p.Reveal(10) }, 1}, {func() { p.Reveal(0) }, 0}, {func() { p.Move(99) }, 20}, {func() { lines = lines[:12] }, 2},
	} {
		step.move()
		got := p.Render(lines, 4, 10)
		checkSize(t, "pager", got, 4, 10)
		if want := text.Format("%d", step.top).Fit(4); got[0] != want || p.Top() != step.top {
			t.Errorf("step %d: %q at %d, want %q", i, got[0], p.Top(), want)
		}
	}
	sizes(func(w, h int) { checkSize(t, "pager", p.Render(lines, w, h), w, h) })
}
