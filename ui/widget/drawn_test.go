package widget

import (
	"flag"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"greenroom/ui/text"
	"greenroom/ui/theme"
)

var update = flag.Bool("update", false, "write testdata/drawn.txt")

// named writes styles by their names: «Dim»words«».
func named(st *theme.Styles) func(string) string {
	by := map[string]string{}
	var add func(v reflect.Value, name string)
	add = func(v reflect.Value, name string) {
		switch {
		case v.Type() == reflect.TypeFor[theme.Style]():
			if s := v.Interface().(theme.Style).Open(); s != "" && by[s] == "" {
				by[s] = name
			}
		case v.Kind() == reflect.Struct:
			for i := range v.NumField() {
				add(v.Field(i), v.Type().Field(i).Name)
			}
		}
	}
	add(reflect.ValueOf(*st), "")
	var pairs []string
	for s, name := range by {
		pairs = append(pairs, s+"\x00"+name)
	}
	slices.SortFunc(pairs, func(a, b string) int { return len(b) - len(a) })
	replaced := []string{"\x1b[m", "«»"}
	for _, p := range pairs {
		s, name, _ := strings.Cut(p, "\x00")
		replaced = append(replaced, s, "«"+name+"»")
	}
	return strings.NewReplacer(replaced...).Replace
}

// sheet gathers what is drawn.
type sheet struct {
	strings.Builder
	st    *theme.Styles
	named func(string) string
}

func (s *sheet) put(what string, lines ...string) {
	fmt.Fprintf(s, "-- %s\n", what)
	for _, l := range lines {
		fmt.Fprintf(s, "%s|\n", s.named(l))
	}
}

// What widgets look like, styles and all, as a planner meets them: in wide panes and in
// narrow ones, at the ends of what they show, with and without something found.
func TestDrawn(t *testing.T) {
	s := &sheet{st: theme.Dark()}
	s.named = named(s.st)
	s.tables()
	s.readers()
	s.fields(t)
	s.menus()
	s.boxes()
	s.strips()
	s.bars()
	const path = "testdata/drawn.txt"
	if *update {
		if err := os.WriteFile(path, []byte(s.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, got, title := strings.Split(string(raw), "\n"), strings.Split(s.String(), "\n"), ""
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			t.Fatalf("%s (line %d) looks different, -update writes it anew:\n%s\nwant\n%s", title, i+1, got[min(i, len(got)-1)], want[min(i, len(want)-1)])
		}
		if strings.HasPrefix(got[i], "-- ") {
			title = got[i]
		}
	}
}

func (s *sheet) tables() {
	st := s.st
	table := func(rows int) *Table {
		t := &Table{
			Columns: []Column{
				{Title: text.Const("Creator"), Min: 8, Flex: 2}, {Title: text.Const("Followers"), Min: 6, Max: 9, Align: Right, Sort: Descending},
				{Title: text.Const("Place"), Min: 6, Flex: 1, Max: 8, Priority: 2, Sort: Ascending}, {Title: text.Const("Why"), Min: 4, Flex: 1, Priority: 3},
			},
			Row: func(i int, buf []Cell) Row {
				cells := append(buf, Cell{Text: text.Format("Creator %d", i), More: text.Const("@handle"), MoreStyle: st.Dim}, Cell{Text: text.Count(int64(i) * 4321), Style: st.Good})
				switch i {
				case 1:
					cells[0].Lead = Run{Text: text.Const("●"), Style: st.Good}
				case 2:
					cells[0].Hits = []text.Span{{From: 2, To: 4}, {From: 3, To: 6}, {From: 8, To: 99}}
					cells[0].More = text.Text{}
				case 3:
					cells[1].More = text.Const("+4 %")
				}
				if i%2 == 0 {
					cells = append(cells, Cell{Text: text.Const("Düsseldorf am Rhein"), Style: st.Faint})
				}
				return Row{Cells: cells, Marked: i%3 == 1}
			},
			Breaks: []Break{{Before: 0, Label: text.Const("first")}, {Before: 2, Label: text.Const("weaker")}, {Before: 2}, {Before: rows, Label: text.Const("end")}},
			Empty:  text.Const("Nobody."),
		}
		t.SetLen(rows)
		return t
	}
	for _, w := range []int{70, 50, 38, 24, 12, 5} {
		t := table(5)
		s.put(fmt.Sprintf("table of %d cells", w), t.Render(st, w, 11)...)
		s.put(fmt.Sprintf("drawn %v %v %v %v %v", t.Drawn(0), t.Drawn(1), t.Drawn(2), t.Drawn(3), t.Drawn(4)))
	}
	t := table(5)
	t.Bare, t.Blur = true, true
	t.SetCursor(2)
	s.put("table without header, another pane has the keys", t.Render(st, 44, 4)...)
	s.put("a single line", table(5).Render(st, 44, 1)...)
	s.put("no rows", table(0).Render(st, 30, 4)...)
	none := table(0)
	none.Breaks, none.Empty = nil, text.Text{}
	s.put("no rows and no word", none.Render(st, 30, 3)...)
	bare := table(0)
	bare.Breaks = nil
	s.put("no rows and no break", bare.Render(st, 30, 3)...)
	t = table(9)
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"", func() {}}, {"page", func() { t.Page(1) }}, {"half", func() { t.Half(1) }}, {"end", t.End}, {"scroll up 2", func() { t.Scroll(-2) }},
		{"scroll up 9", func() { t.Scroll(-9) }}, {"half back", func() { t.Half(-1) }}, {"scroll 3", func() { t.Scroll(3) }}, {"home", t.Home}, {"scroll 99", func() { t.Scroll(99) }},
		{"to 2", func() { t.SetCursor(2) }}, {"scroll 1", func() { t.Scroll(1) }}, {"to 4 of 4", func() { t.SetLen(4); t.Breaks[3].Before = 4; t.SetCursor(9) }},
	} {
		step.do()
		lines := t.Render(st, 22, 5)
		from, to := t.Visible()
		y, ok := t.Line()
		s.put(fmt.Sprintf("%s: row %d of %d, %d to %d are drawn, it at %d (%v), near the end %v %v", step.name, t.Cursor(), t.Len(), from, to, y, ok, t.Near(1), t.Near(4)), lines...)
	}
}

func (s *sheet) readers() {
	st := s.st
	paras := []Para{{Text: text.Const("A talk"), Heading: true}, {Stamp: text.Const("0:05"), Text: text.Const("so this dinner is made without butter and with butter beans")},
		{Stamp: text.Const("12:41"), Text: text.Const("butter")}, {Text: text.Const("No more."), Dim: true}}
	r := &Reader{Kept: func(i int) bool { return i == 2 }, Chosen: []text.Span{{Line: 1, From: 8, To: 30}, {Line: 3, From: 0, To: 2}}}
	r.SetParas(paras)
	for _, w := range []int{60, 33, 29, 28, 12, 3, 1} {
		s.put(fmt.Sprintf("reader of %d cells", w), r.Render(st, w, 7)...)
	}
	r.Search("butter")
	s.put("found", r.Render(st, 34, 7)...)
	r.Next(1)
	s.put("the next", r.Render(st, 34, 7)...)
	r.Next(-2)
	r.Bare = true
	s.put("two back, without stamps", r.Render(st, 34, 7)...)
	r = &Reader{}
	r.SetParas([]Para{{Text: text.Clean(strings.Repeat("word ", 60))}})
	s.put("wide", r.Render(st, 130, 4)...)
	r = &Reader{}
	var many []Para
	for i := range 12 {
		many = append(many, Para{Text: text.Format("line %d", i)})
	}
	r.SetParas(many)
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"", func() {}}, {"move 4", func() { r.Move(4) }}, {"move 1", func() { r.Move(1) }}, {"page", func() { r.Page(1) }}, {"half", func() { r.Half(1) }}, {"end", r.End}, {"scroll -3", func() { r.Scroll(-3) }},
		{"half back", func() { r.Half(-1) }}, {"home", r.Home}, {"jump 5", func() { r.Jump(5) }}, {"jump 11", func() { r.Jump(11) }}, {"jump 7", func() { r.Jump(7) }}, {"search", func() { r.Search("line 3") }},
		{"search from there", func() { r.Search("1") }}, {"no more search", func() { r.Search("") }}, {"click 2", func() { r.Click(2) }}, {"move -99", func() { r.Move(-99) }},
	} {
		step.do()
		lines := r.Render(st, 12, 5)
		y, ok := r.Line()
		now, all := r.Hits()
		s.put(fmt.Sprintf("%s: para %d, line %d (%v), %d %%, hit %d of %d of %q, fits %v", step.name, r.Para(), y, ok, r.Percent(), now, all, r.Query(), r.Fits()), lines...)
	}
}

func (s *sheet) fields(t *testing.T) {
	st := s.st
	in := &Input{Prompt: text.Const("┃ "), Placeholder: text.Const("who do you look for?"), Limit: 60}
	show := func(what string, w, h int) {
		x, y, ok := in.CursorIn(w, h)
		s.put(fmt.Sprintf("%s: cursor at %d, %d (%v), %d lines, %d had no room", what, x, y, ok, in.Lines(w, h), in.Left), in.RenderIn(st, w, h)...)
	}
	show("nothing typed", 30, 3)
	in.Type(tea.PasteMsg{Content: "vegan cooks in Berlin who never\nmention sugar"})
	for _, w := range []int{60, 48, 47, 30, 14, 3, 2, 1} {
		for _, h := range []int{1, 2, 9} {
			show(fmt.Sprintf("%d by %d", w, h), w, h)
		}
	}
	in.Select()
	show("selected", 30, 2)
	s.put("in a form", in.RenderIdle(st, 30))
	in.Keep()
	for range 20 {
		in.Type(tea.KeyPressMsg{Code: tea.KeyLeft})
	}
	show("twenty back", 30, 1)
	show("twenty back", 30, 2)
	show("twenty back", 16, 2)
	in.Type(tea.KeyPressMsg{Code: tea.KeyHome})
	show("home", 16, 2)
	in.Type(tea.PasteMsg{Content: strings.Repeat("ä", 40)})
	if in.Left != 40+len("vegan cooks in Berlin who never mention sugar")-60 {
		t.Errorf("%d had no room", in.Left)
	}
	show("too much", 30, 9)
	for _, k := range []tea.KeyPressMsg{{Code: tea.KeyLeft, Mod: tea.ModAlt}, {Code: tea.KeyBackspace, Mod: tea.ModCtrl}, {Code: 'k', Mod: tea.ModCtrl}, {Code: 'u', Mod: tea.ModCtrl}, {Code: 'x', Text: "x", Mod: tea.ModAlt},
		{Code: 'x', Text: "x"}, {Code: tea.KeyTab}, {Code: tea.KeyEscape}} {
		took := in.Type(k)
		show(fmt.Sprintf("%s taken %v", k, took), 30, 1)
	}
	if in.Type(tea.KeyReleaseMsg{Code: 'x', Text: "x"}) {
		t.Error("a key that goes up types")
	}
}

func (s *sheet) menus() {
	m := &Menu{Empty: text.Const("Nothing fits.")}
	m.SetItems([]Item{{Label: text.Const("Open creator"), Hint: text.Const("enter")}, {Label: text.Const("Find lookalikes of a creator"), Hint: text.Const("l"), Why: text.Const("no creator is chosen")},
		{Label: text.Const("Write a report"), Hint: text.Const("≤2 cr")}, {Label: text.Const("Copy link")}, {Label: text.Const("Öffnen")}})
	show := func(what string, w, h int) {
		i, ok := m.Cursor()
		at, any := m.At()
		var labels []string
		for _, it := range m.Shown() {
			labels = append(labels, it.Label.String())
		}
		s.put(fmt.Sprintf("%s: item %d (%v), %d (%v) of %d: %s", what, i, ok, at, any, m.Len(), strings.Join(labels, ", ")), m.Render(s.st, w, h)...)
	}
	for _, w := range []int{80, 70, 46, 30, 12} {
		show(fmt.Sprintf("menu of %d cells", w), w, 5)
	}
	for _, f := range []string{"cr", "ofc", "Link", "zzz", "ö", ""} {
		m.SetFilter(f)
		show("with "+f, 50, 3)
	}
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"jump f", func() { m.Jump("f") }}, {"jump w", func() { m.Jump("w") }}, {"jump o", func() { m.Jump("o") }}, {"jump o", func() { m.Jump("o") }}, {"jump r", func() { m.Jump("r") }}, {"end", m.End}, {"half back", func() { m.Half(-1) }},
		{"page back", func() { m.Page(-1) }}, {"move", func() { m.Move(1) }}, {"home", m.Home}, {"click 2", func() { m.Click(2) }}, {"click 3", func() { m.Click(3) }},
		{"the same filter", func() { m.Move(1); m.SetFilter("") }}, {"less", func() { m.SetItems([]Item{{Label: text.Const("One")}, {Label: text.Const("Two")}}) }},
	} {
		step.do()
		show(step.name, 40, 3)
	}
}

func (s *sheet) boxes() {
	d := &Dialog{Title: text.Const("Judge 3 creators?"), Lines: []text.Text{text.Const("It costs 3 cr at most, of 120 cr that are left this month, and takes a minute."), {}, text.Const("Nothing is sent.")},
		Buttons: []Button{{text.Const("Yes, 3 cr"), text.Const("y")}, {Label: text.Const("Later")}, {text.Const("No"), text.Const("esc")}}}
	for _, size := range [][2]int{{100, 20}, {60, 20}, {40, 9}, {40, 7}, {40, 4}, {40, 3}, {40, 2}, {24, 20}, {5, 6}, {4, 6}} {
		s.put(fmt.Sprintf("dialog in %d by %d", size[0], size[1]), d.Render(s.st, size[0], size[1])...)
	}
	d.Short = text.Const("≤3 cr")
	for _, size := range [][2]int{{100, 20}, {60, 20}, {40, 7}, {20, 6}, {20, 2}, {4, 6}} {
		s.put(fmt.Sprintf("dialog with a price in %d by %d", size[0], size[1]), d.Render(s.st, size[0], size[1])...)
	}
	short := &Dialog{Title: text.Const("Quit?"), Buttons: []Button{{text.Const("Yes"), text.Const("y")}}}
	s.put("short", short.Render(s.st, 80, 20)...)
	p := &Pager{}
	lines := []string{"a", "b", "c", "d", "e"}
	for _, step := range []struct {
		name string
		do   func()
	}{{"", func() {}}, {"down", func() { p.Move(1) }}, {"page", func() { p.Page(1) }}, {"page back", func() { p.Page(-1) }}, {"end", p.End}, {"half back", func() { p.Half(-1) }}, {"home", p.Home}} {
		step.do()
		s.put(fmt.Sprintf("pager, %s: top %d, can go on %v, back %v", step.name, p.Top(), p.Can(1), p.Can(-1)), p.Render(lines, 4, 3)...)
	}
}

func (s *sheet) strips() {
	st := s.st
	tabs := []Tab{{Title: text.Const("Overview")}, {Title: text.Const("Posts"), Note: text.Const("≤1.25 cr"), Short: text.Const("≤1.25 cr"), Costs: true},
		{Title: text.Const("Safety"), Note: text.Const("3 flags"), Short: text.Const("3")}, {Title: text.Const("Alike"), Note: text.Const("kept, free"), Short: text.Const("free"), Costs: true}}
	for _, w := range []int{80, 62, 61, 56, 50, 40, 36, 24, 12, 2} {
		for active := range tabs {
			s.put(fmt.Sprintf("tabs of %d cells, %d", w, active), Tabs(st, tabs, active, w), TabRule(st, tabs, active, w))
		}
	}
	chips := []Chip{{Label: text.Const("in Berlin")}, {Label: text.Const("cooking"), Fixed: true}, {Label: text.Const("≥ 10k followers")}, {Label: text.Const("a very long condition that nobody reads")}, {Label: text.Const("last")}}
	for _, size := range []Size{{100, 1}, {60, 1}, {45, 2}, {30, 3}, {20, 2}, {13, 1}, {5, 2}} {
		s.put(fmt.Sprintf("chips in %d by %d", size.W, size.H), Chips(st, chips, 2, size)...)
	}
	s.put("a chip that has a line", Chips(st, chips[3:], -1, Size{44, 2})...)
	pairs := []Pair{{Key: text.Const("Followers"), Value: text.Const("48,200"), Style: st.Strong, Note: text.Const("3 d old")}, {Key: text.Const("A long name of a key"), Value: text.Const("words that take more than a line of them")},
		{Key: text.Const("Last"), Value: text.Const("one"), Note: text.Const("now")}}
	for _, size := range []Size{{60, 5}, {40, 4}, {30, 9}, {24, 3}, {12, 9}, {4, 4}} {
		s.put(fmt.Sprintf("pairs in %d by %d, they take %d", size.W, size.H, KVHeight(pairs, size.W)), KV(st, pairs, size)...)
	}
	left, right := []Run{{Text: text.Const("left"), Style: st.Dim}, {Text: text.Const(" of it"), Style: st.Good}}, []Run{{Text: text.Const("aside"), Style: st.Warn}, {Text: text.Const("right"), Style: st.Key}}
	for _, w := range []int{25, 21, 20, 16, 15, 8, 3} {
		s.put(fmt.Sprintf("spread over %d", w), Spread(w, left, right))
	}
	s.put("joined "+Joined(left).String()+fmt.Sprint(Width(left)), Line(12, left...))
	for _, w := range []int{20, 9, 4, 0} {
		s.put(fmt.Sprintf("highlighted in %d", w), Highlight(text.Const("weeknight"), []text.Span{{From: 0, To: 2}, {From: 1, To: 4}, {From: 8, To: 20}}, w, [2]theme.Style{st.Dim, st.Match}))
	}
	for _, b := range []*Block{{W: 24}, {W: 24, Tells: true}} {
		b.Line(left...)
		b.Gap()
		b.Say(text.Const("words that take more than a line"), st.Dim, "  ")
		b.Text([]text.Text{text.Const("one"), {}, text.Const("two")}, st.Good)
		s.put(fmt.Sprintf("block %v", b.Told), b.Lines...)
	}
	s.put("message", Message(st, Size{30, 8}, 2, text.Const("Nothing was found for this at all."), text.Const("Ask again."))...)
}

func (s *sheet) bars() {
	n := math.NaN()
	for _, v := range [][]float64{{}, {3}, {2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7}, {n, 1, n, 8}, {1, 2, 3, 4, 5, 6, 99}, {1, 2, 3, 4, -99, 5, 6}, {1, 2, 3, 400}, {1, 2, 3, 4, 400}, {4, 4, 4, 4, 5}} {
		low, high := Fences(v)
		s.put(fmt.Sprintf("%v: fences %.4g, %.4g", v, low, high), Line(6, Spark(s.st, 6, v)...), Levels(5, v).String(), Levels(0, v).String())
	}
	for _, q := range []float64{0, 0.25, 0.5, 0.9, 1} {
		s.put(fmt.Sprintf("quantile %.2f is %.4g of five, %.4g of two, %.4g of one", q, Quantile([]float64{1, 2, 4, 8, 16}, q), Quantile([]float64{1, 2}, q), Quantile([]float64{7}, q)))
	}
	for _, g := range [][3]int64{{4, 0, 4}, {4, 1, 400}, {4, 2, 4}, {4, 3, 4}, {4, 399, 400}, {4, 4, 4}, {4, 5, 4}, {4, -1, 4}, {4, 1, 0}, {4, 1, -1}, {1, 1, 2}, {0, 1, 1}, {-1, 1, 1}} {
		s.put(fmt.Sprintf("gauge of %d, %d of %d", g[0], g[1], g[2]), Gauge(int(g[0]), g[1], g[2]).String())
	}
	s.put("spinner", Spinner(0).String()+Spinner(1).String()+Spinner(9).String()+Spinner(10).String()+Spinner(-1).String())
}
