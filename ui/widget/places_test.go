package widget

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// cells are a line's letters, one for each cell.
func cells(line string) []rune { return []rune(ansi.Strip(line)) }

// What is pressed is what is drawn there: rows, titles, the line of the cursor, whatever was
// scrolled before.
func TestWhatIsPressedInATable(t *testing.T) {
	for _, bare := range []bool{false, true} {
		for _, h := range []int{1, 2, 3, 5, 8, 20} {
			tab := &Table{Bare: bare, Columns: []Column{{Title: text.Const("AAAAAA"), Min: 6}, {Title: text.Const("DDD"), Min: 60, Priority: 1}, {Title: text.Const("BBBB"), Min: 4}, {Title: text.Const("C"), Min: 1}},
				Row: func(i int, buf []Cell) Row { return Row{Cells: append(buf, Cell{Text: text.Format("row%d", i)})} }}
			tab.Breaks = []Break{{Before: 0}, {Before: 4}, {Before: 4}, {Before: 11}}
			tab.SetLen(11)
			pane := layout.Rect{X: 3, Y: 7, W: 22, H: h}
			for step, do := range []func(){func() {}, func() { tab.Move(1) }, func() { tab.Page(1) }, func() { tab.Half(1) }, func() { tab.Scroll(2) }, func() { tab.Move(-1) }, tab.End, func() { tab.Scroll(-3) }, func() { tab.Page(-1) }, func() { tab.Half(-1) },
				func() { tab.Scroll(99) }, func() { tab.Scroll(-99) }, func() { tab.SetCursor(4) }, tab.Home} {
				do()
				lines := tab.Render(theme.None(), pane.W, h)
				first, last, cursor := 11, -1, -1
				for y, l := range lines {
					var row int
					_, err := fmt.Sscanf(strings.TrimLeft(ansi.Strip(l), " ▸"), "row%d", &row)
					drawn := err == nil
					if drawn {
						first, last = min(first, row), row
					}
					if strings.HasPrefix(ansi.Strip(l), "▸") {
						cursor = y
					}
					if got, ok := tab.Click(y); ok != drawn || ok && got != row {
						t.Errorf("%d lines, step %d: line %d is row %d (%v), drawn is %q", h, step, y, got, ok, l)
					}
				}
				if y, ok := tab.Line(); !ok || y != cursor {
					t.Errorf("%d lines, step %d: the cursor is on line %d (%v), drawn on %d", h, step, y, ok, cursor)
				}
				if from, to := tab.Visible(); from != min(first, last+1) || to != last+1 {
					t.Errorf("%d lines, step %d: %d to %d are in view, %d to %d are drawn", h, step, from, to, first, last)
				}
				if rows := h - map[bool]int{true: 1}[!bare && h > 1]; len(lines) > 0 && tab.top > 0 && tab.top+rows > tab.lines() {
					t.Errorf("%d lines, step %d: lines are empty while rows are hidden above", h, step)
				}
			}
			for _, y := range []int{-1, h} {
				if _, ok := tab.Click(y); ok {
					t.Errorf("a row at line %d of %d", y, h)
				}
			}
			tab.Render(theme.None(), pane.W, h)
			title := cells(tab.header(theme.None(), pane.W))
			for x := -1; x <= pane.W; x++ {
				for y := pane.Y - 1; y <= pane.Y+1; y++ {
					want, wanted := 0, false
					if x >= 0 && x < len(title) && y == pane.Y && !bare && h > 1 {
						want, wanted = map[rune]int{'A': 0, 'B': 2, 'C': 3}[title[x]], title[x] != ' '
					}
					if got, ok := tab.Header(pane, pane.X+x, y); ok != wanted && (wanted || x < gutter || y != pane.Y || bare || h == 1) || wanted && got != want {
						t.Errorf("the title at cell %d of line %d is %d (%v), want %d (%v)", x, y-pane.Y, got, ok, want, wanted)
					}
				}
			}
		}
	}
}

// Between two titles there is none, and the row under the cursor is that of the list.
func TestBetweenTitles(t *testing.T) {
	tab := &Table{Columns: []Column{{Title: text.Const("A"), Min: 3}, {Title: text.Const("B"), Min: 3}}}
	tab.Render(theme.None(), 30, 4)
	for x, want := range []int{-1, -1, -1, 0, 0, 0, 1, 1, 1, 1, 1, -1} { // the gap is of the title behind it
		got, ok := tab.Header(layout.Rect{W: 30, H: 4}, x, 0)
		if !ok {
			got = -1
		}
		if x == 6 || x == 7 {
			continue // whose the gap is does not matter
		}
		if got != want {
			t.Errorf("cell %d is title %d, want %d", x, got, want)
		}
	}
	list := []string{"a", "b"}
	tab.SetLen(2)
	tab.Move(1)
	if got := At(tab, list); got == nil || *got != "b" {
		t.Errorf("%v", got)
	}
	if At(tab, list[:1]) != nil {
		t.Error("a row of a shorter list")
	}
	if tab.Drawn(2) || !tab.Drawn(1) {
		t.Error("a column is drawn that is none")
	}
}

// Each cell of a button's words is the button; what is cut off is none.
func TestWhatIsPressedInADialog(t *testing.T) {
	d := &Dialog{Title: text.Const("?"), Lines: []text.Text{text.Const("words")}, Buttons: []Button{{text.Const("AAA"), text.Const("a")}, {Label: text.Const("BB")}, {text.Const("CCCC"), text.Const("c")}}}
	for _, size := range [][2]int{{80, 20}, {24, 9}, {20, 9}, {12, 5}, {5, 4}, {4, 9}, {30, 2}, {30, 1}, {31, 2}, {31, 1}} {
		if d.Short = (text.Text{}); size[0] == 31 {
			d.Short = text.Const("≤5 xr")
		}
		lines := d.Render(theme.None(), size[0], size[1])
		if len(lines) == 0 {
			t.Fatal("nothing is drawn")
		}
		w, h := ansi.StringWidth(lines[0]), len(lines)
		for y := -1; y <= h; y++ {
			for x := -1; x <= w; x++ {
				want, letter := -1, false
				if y >= 0 && y < h && x >= 0 && x < w && strings.ContainsAny(lines[y], "AB…") && y >= h-2 {
					at := cells(lines[y])[x]
					want, letter = map[rune]int{'A': 0, 'a': 0, 'B': 1, 'C': 2, 'c': 2}[at], strings.ContainsRune("AaBCc", at)
				}
				got, ok := d.ButtonAt(x, y, w, h)
				if letter && (!ok || got != want) {
					t.Errorf("%v: cell %d, %d is button %d (%v), want %d", size, x, y, got, ok, want)
				}
				if ok && (y != h-2 && h > 2 || y < 0 || x < 0 || x >= w || strings.ContainsRune("│╭╮", cells(lines[y])[x])) {
					t.Errorf("%v: a button at cell %d, %d", size, x, y)
				}
			}
		}
	}
}

// Tabs and chips are pressed where they are drawn.
func TestWhatIsPressedInAStrip(t *testing.T) {
	tabs := []Tab{{Title: text.Const("AAAAAA")}, {Title: text.Const("BBB"), Note: text.Const("b")}, {Title: text.Const("CCCC"), Note: text.Const("cccc"), Short: text.Const("c")}}
	chips := []Chip{{Label: text.Const("AAAAAA")}, {Label: text.Const("BBB"), Fixed: true}, {Label: text.Const("CCCC")}}
	of := func(r rune) int { return strings.IndexRune("ABC", []rune(strings.ToUpper(string(r)))[0]) }
	for w := 0; w <= 45; w++ {
		for active := range tabs {
			drawn := cells(Tabs(theme.None(), tabs, active, w))
			for x, r := range drawn {
				got, ok := TabAt(tabs, active, w, x)
				if want := of(r); want >= 0 && (!ok || got != want) {
					t.Errorf("%d cells: cell %d is tab %d (%v), drawn is %c", w, x, got, ok, r)
				}
			}
			if _, ok := TabAt(tabs, active, w, -1); ok {
				t.Error("a tab left of all")
			}
		}
		for x, r := range cells(Chips(theme.None(), chips, -1, Size{w, 1})[0]) {
			got, ok := ChipAt(chips, w, x)
			if want := of(r); want >= 0 && (!ok || got != want) || ok && r == '+' {
				t.Errorf("%d cells: cell %d is chip %d (%v), drawn is %c", w, x, got, ok, r)
			}
		}
	}
	for x, want := range map[int]bool{-1: false, 0: true, 8: true, 9: false, 10: true, 13: true, 14: false, 15: true, 21: true, 22: false, 23: false} {
		if _, ok := ChipAt(chips, 45, x); ok != want {
			t.Errorf("a chip at cell %d: %v", x, ok)
		}
	}
}

// Lines of a reader are pressed where they are drawn.
func TestWhatIsPressedInAReader(t *testing.T) {
	r := &Reader{}
	var paras []Para
	for i := range 9 {
		paras = append(paras, Para{Text: text.Format("line%d", i)})
	}
	r.SetParas(paras)
	if r.Click(0) {
		t.Error("pressed before anything is drawn")
	}
	for _, h := range []int{1, 4, 9, 12} {
		for _, down := range []int{-99, 1, 3, 99} {
			r.Scroll(down)
			for y := -1; y <= h; y++ {
				lines := r.Render(theme.None(), 20, h)
				var want int
				ok := y >= 0 && y < h
				if ok {
					_, err := fmt.Sscanf(strings.Trim(ansi.Strip(lines[y]), " ▸"), "line%d", &want)
					ok = err == nil
				}
				was := r.Para()
				if !ok {
					want = was
				}
				if got := r.Click(y); got != ok || r.Para() != want {
					t.Errorf("%d lines, %d pressed: %v, line %d, want %d", h, y, got, r.Para(), want)
				}
			}
		}
	}
	if !r.Fits() {
		t.Error("nine lines do not fit in twelve")
	}
	if r.Render(theme.None(), 20, 9); !r.Fits() {
		t.Error("nine lines do not fit in nine")
	}
	if r.Render(theme.None(), 20, 8); r.Fits() {
		t.Error("nine lines fit in eight")
	}
	one := &Reader{}
	if one.Percent() != 100 || one.Para() != 0 {
		t.Errorf("%d %%", one.Percent())
	}
}

// Spare cells go to fixed columns up to their most, then to the others by weight.
func TestWidthsOfColumns(t *testing.T) {
	cols := func(c ...Column) []Column { return c }
	for _, c := range []struct {
		w    int
		cols []Column
		want string
	}{
		{20, cols(Column{Min: 5}, Column{Min: 5}), "[5 5]"},
		{20, cols(Column{Min: 5, Max: 8}, Column{Min: 5}), "[8 5]"},
		{14, cols(Column{Min: 5, Max: 8}, Column{Min: 5, Max: 9}), "[7 5]"},
		{20, cols(Column{Min: 5, Flex: 1}, Column{Min: 5}), "[13 5]"},
		{22, cols(Column{Min: 5, Flex: 1}, Column{Min: 5, Flex: 1}), "[10 10]"},
		{24, cols(Column{Min: 5, Flex: 1}, Column{Min: 5, Flex: 3}), "[8 14]"},
		{30, cols(Column{Min: 5, Flex: 1}, Column{Min: 5, Flex: 3, Max: 9}), "[19 9]"},
		{30, cols(Column{Min: 5, Flex: 1, Max: 6}, Column{Min: 5, Flex: 3, Max: 9}), "[6 9]"},
		{30, cols(Column{Min: 5, Flex: 1, Max: 4}, Column{Min: 5, Max: 4}), "[5 5]"},
		{12, cols(Column{Min: 5}, Column{Min: 5}), "[5 5]"},
		{11, cols(Column{Min: 5}, Column{Min: 5}), "[5 5]"}, // nothing may drop out
		{11, cols(Column{Min: 5}, Column{Min: 5, Priority: 1}), "[5 -1]"},
		{11, cols(Column{Min: 5, Priority: 1}, Column{Min: 5, Priority: 1}), "[5 -1]"},
		{11, cols(Column{Min: 5, Priority: 2}, Column{Min: 5, Priority: 1}), "[-1 5]"},
		{4, cols(Column{Min: 5, Priority: 2}, Column{Min: 5, Priority: 1}), "[-1 -1]"},
		{15, cols(Column{Min: 5, Flex: 1}, Column{Min: 5, Priority: 2, Max: 9}, Column{Min: 5, Priority: 1}), "[8 -1 5]"},
		{13, cols(Column{Min: 1, Flex: 1}, Column{Min: 1, Flex: 1}, Column{Min: 1, Flex: 1}), "[3 3 3]"},
		{15, cols(Column{Min: 1, Flex: 1}, Column{Min: 1, Flex: 1}, Column{Min: 1, Flex: 1}), "[4 4 3]"},
	} {
		if got := fmt.Sprint(columnWidths(nil, c.cols, c.w)); got != c.want {
			t.Errorf("%d cells, %+v: %s, want %s", c.w, c.cols, got, c.want)
		}
	}
}

// A price stands whole or not at all, in whatever room there is: its head reads like a smaller one.
// Words that are cut do not end as if they were all.
func TestDialogCutsNoPrice(t *testing.T) {
	for _, price := range []string{"≤75 cr", "≤1250 cr", "123,456.789 USDC"} {
		q := Dialog{Title: text.Const("Confirm cost"), Short: text.Clean(price), Lines: []text.Text{text.Clean("It costs " + price), text.Const("Nothing else is asked for now")},
			Buttons: []Button{{Label: text.Const("Yes"), Key: text.Const("y")}}}
		part := regexp.MustCompile(`[≤\d.,]+`)
		for w := range 40 {
			for h := range 9 {
				drawn := ansi.Strip(strings.Join(q.Render(theme.None(), w, h), "\n"))
				head, _, _ := strings.Cut(drawn, "\n")
				if strings.Contains(head, "≤") || part.MatchString(head) {
					if !strings.Contains(head, price) {
						t.Fatalf("%s in %d by %d reads as another price:\n%s", price, w, h, drawn)
					}
				} else if w > 6 && h > 0 && h < 5 && !strings.Contains(head, "…") {
					t.Fatalf("%s in %d by %d: nothing says that it is cut:\n%s", price, w, h, drawn)
				}
				if h == 5 && w > 12 && !strings.Contains(drawn, "…") {
					t.Fatalf("%s in %d by %d: the words end as if they were all:\n%s", price, w, h, drawn)
				}
			}
		}
	}
}
