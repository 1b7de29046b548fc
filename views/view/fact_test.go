package view_test

import (
	"reflect"
	"strings"
	"testing"

	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// A table is told with its columns, what stands between its rows, and more of the row that
// is selected, which is told only when it is asked for.
func TestATableIsTold(t *testing.T) {
	cells := [][]widget.Cell{
		{{Text: text.Const("Lena"), More: text.Const("@lena ✓")}, {Text: text.Const("48K")}, {}},
		{{Text: text.Const("Till")}, {Text: text.Unknown}, {Text: text.Const("yes")}},
	}
	table := widget.Table{
		Columns: []widget.Column{{Title: text.Const("Creator")}, {Title: text.Const("Followers"), Sort: widget.Descending}, {Title: text.Const("List")}},
		Row:     func(i int, _ []widget.Cell) widget.Row { return widget.Row{Cells: cells[i], Marked: i == 1} },
		Breaks:  []widget.Break{{Before: 1, Label: text.Const("weaker matches")}, {Before: 2, Label: text.Const("more")}}, Empty: text.Const("Nobody."),
	}
	table.SetLen(2)
	table.SetCursor(1)
	var told []string
	for _, f := range view.Rows(&table, view.Sentences(text.Const("about Till"))...) {
		told = append(told, strings.ReplaceAll(f.Words(), "\n", "|"))
	}
	want := []string{"columns|Creator|Followers▼|List", "Lena @lena ✓|Followers|48K", "weaker matches", "Till|▸|◆|Followers|–|List|yes|about Till", "more"}
	if !reflect.DeepEqual(told, want) {
		t.Errorf("told %q", told)
	}
	rows := view.Rows(&table, view.Sentences(text.Const("about Till"))...)
	if last := rows[3].Children[2]; last.Kind != view.Aside || rows[3].Kind != view.Row || rows[2].Kind != view.Note || rows[0].Kind != view.Aside {
		t.Errorf("%+v", rows)
	}
	table.SetLen(0)
	if rows := view.Rows(&table); len(rows) != 2 || rows[1].Value != text.Const("Nobody.") {
		t.Errorf("%+v", rows)
	}
}

func TestFieldsAndMenusAreTold(t *testing.T) {
	in := &widget.Input{Placeholder: text.Const("a name")}
	if f := view.Field(text.Const(" find "), in); f.Action != keymap.Accept || f.Words() != "find\nempty\na name" {
		t.Errorf("%q", f.Words())
	}
	in.SetValue("oat")
	if f := view.Narrows(text.Const("find"), in); f.Action != "" || f.Words() != "find\noat" {
		t.Errorf("%q", f.Words())
	}
	menu := &widget.Menu{Empty: text.Const("No match.")}
	menu.SetItems([]widget.Item{{Label: text.Const("Open"), Hint: text.Const("≤5 cr  ⏎")}, {Label: text.Const("Close"), Why: text.Const("– it is closed")}})
	menu.Move(1)
	items := view.Items(menu)
	if len(items) != 2 || items[0].Price != "≤5 cr" || items[0].Here || !items[1].Here || items[1].Words() != "Close\n▸\n– it is closed" || items[0].Children[0].Kind != view.Aside {
		t.Errorf("%+v", items)
	}
	menu.SetFilter("zzz")
	if none := view.Items(menu); len(none) != 1 || none[0].Value != text.Const("No match.") {
		t.Errorf("%+v", none)
	}
	tabs := view.Tabs([]widget.Tab{{Title: text.Const("Posts"), Note: text.Const("0.1 cr")}, {Title: text.Const("Talks")}}, 1)
	if tabs.Words() != "tabs\nPosts 0.1 cr\nTalks\n▸" {
		t.Errorf("%q", tabs.Words())
	}
	told := view.Blocked(func(b *widget.Block) {
		b.Gap()
		b.Line(widget.Run{Text: text.Const("  fit ")}, widget.Run{Text: text.Const("strong · ")})
		b.Say(text.Const(longWords), theme.Style{}, "  ")
	})
	if len(told) != 2 || told[0].Value != text.Const("fit strong") || told[1].Value != text.Const(longWords) {
		t.Errorf("%+v", told)
	}
}

// longWords is longer than a line of any pane.
const longWords = "a sentence that is told whole, however narrow the pane is in which it would be drawn, since nobody sees where its lines end"
