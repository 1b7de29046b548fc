package view

import (
	"slices"
	"strings"

	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
)

// Telling is a fact's role for whoever is told.
type Telling int

// The kinds of facts.
const (
	Plain   Telling = iota
	Heading         // what this is
	Row             // one of the rows, which are counted from 1
	Note            // stands between rows, and holds for those below
	Choice          // what can be chosen here
	Alarm           // what went wrong
	Aside           // is told when it is asked for
)

// Fact is something that a screen shows, in words: whoever draws it and whoever tells it
// have the same.
type Fact struct {
	Kind     Telling
	Label    text.Text // what it is; empty: the value says so
	Value    text.Text
	Said     text.Text // in short, where a row is one of many; empty: label, value and children
	Exact    text.Text // the value to the last digit, where that says less
	Price    string    // what choosing it costs
	Action   keymap.Action
	Here     bool // the planner stands on it
	Marked   bool
	Children []Fact // what else belongs to it
}

// Words is all that a fact tells, in the order in which it is told.
func (f Fact) Words() string {
	parts := []string{f.Label.String(), f.Value.String(), f.Said.String(), f.Exact.String(), f.Price}
	if f.Here {
		parts = append(parts, "▸")
	}
	if f.Marked {
		parts = append(parts, "◆")
	}
	parts = append(parts, each.Of(f.Children, Fact.Words)...)
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), "\n")
}

// Head is a heading.
func Head(t text.Text) Fact { return Fact{Kind: Heading, Value: trim(t)} }

// Runs is a line as a fact.
func Runs(runs ...widget.Run) Fact { return Fact{Value: trim(widget.Joined(runs))} }

// Labelled is a value with what it is.
func Labelled(label, value text.Text) Fact { return Fact{Label: trim(label), Value: trim(value)} }

// Sentences are a fact each; those that say nothing are left out.
func Sentences(all ...text.Text) (out []Fact) {
	for _, t := range all {
		if t = trim(t); !t.Empty() {
			out = append(out, Fact{Value: t})
		}
	}
	return out
}

// Pairs are a fact each.
func Pairs(pairs []widget.Pair) (out []Fact) {
	for _, p := range pairs {
		f := Labelled(p.Key, p.Value)
		f.Children = Sentences(p.Note)
		out = append(out, f)
	}
	return out
}

// Blocked tells the lines of a block instead of drawing them.
func Blocked(gather func(*widget.Block)) []Fact {
	b := widget.Block{Tells: true}
	gather(&b)
	return Sentences(b.Told...)
}

// Field is a field whose words Accept takes, and what stands in it or is to stand there.
func Field(label text.Text, in *widget.Input) Fact {
	f := Labelled(label, text.Clean(in.Value()))
	f.Action = keymap.Accept
	if in.Value() == "" {
		f.Value, f.Children = text.Const("empty"), Sentences(in.Placeholder)
	}
	return f
}

// Narrows is a field whose words only narrow what can be chosen.
func Narrows(label text.Text, in *widget.Input) Fact {
	f := Field(label, in)
	f.Action = ""
	return f
}

// Tabs tells the tabs; the open one says so.
func Tabs(tabs []widget.Tab, active int) Fact {
	f := Fact{Kind: Aside, Label: text.Const("tabs")}
	for i, t := range tabs {
		f.Children = append(f.Children, Fact{Value: trim(text.Format("%s %s", t.Title, t.Note)), Here: i == active})
	}
	return f
}

// Items are the rows of a menu.
func Items(m *widget.Menu) (out []Fact) {
	at, some := m.At()
	for i, it := range m.Shown() {
		f := Fact{Kind: Row, Value: trim(it.Label), Here: some && i == at, Children: Sentences(it.Why)}
		for hint := range strings.SplitSeq(it.Hint.String(), "  ") { // a price, a key, or both
			if strings.HasSuffix(hint, " cr") || hint == "free" || IsKept(hint) {
				f.Price = hint
				continue
			}
			f.Children = append(f.Children, Asked(Sentences(text.Clean(hint)))...)
		}
		out = append(out, f)
	}
	if len(out) == 0 {
		out = Sentences(m.Empty)
	}
	return out
}

// Rows are those of a table, with the lines between them; more is told of the selected
// one.
func Rows(t *widget.Table, more ...Fact) []Fact {
	var out []Fact
	if head := Columns(t); len(head.Children) > 0 {
		out = append(out, head)
	}
	if t.Len() == 0 {
		return append(out, Sentences(t.Empty)...)
	}
	broken := 0
	breaks := func(upTo int) {
		for ; broken < len(t.Breaks) && t.Breaks[broken].Before <= upTo; broken++ {
			out = append(out, Fact{Kind: Note, Value: trim(t.Breaks[broken].Label)})
		}
	}
	var buf []widget.Cell
	for i := range t.Len() {
		breaks(i)
		row := t.Row(i, buf[:0])
		f := rowOf(t, row)
		if f.Here = i == t.Cursor(); f.Here {
			f.Children = append(f.Children, Asked(more)...)
		}
		out, buf = append(out, f), row.Cells
	}
	breaks(t.Len())
	return out
}

// Asked are facts that are told when they are asked for.
func Asked(facts []Fact) []Fact {
	for i := range facts {
		facts[i].Kind = Aside
	}
	return facts
}

// Columns are the titles of columns, and what the rows are sorted by.
func Columns(t *widget.Table) Fact {
	f := Fact{Kind: Aside, Label: text.Const("columns")}
	for _, c := range t.Columns {
		if title := c.Heading(); !t.Bare && !title.Empty() {
			f.Children = append(f.Children, Fact{Value: title})
		}
	}
	return f
}

func rowOf(t *widget.Table, row widget.Row) Fact {
	f := Fact{Kind: Row, Marked: row.Marked}
	for k, c := range row.Cells {
		words := text.Cat(c.Text, text.When(!c.More.Empty(), " %s", c.More))
		switch {
		case f.Value.Empty() && k == 0:
			f.Value = trim(words)
		case words.Empty():
		default:
			f.Children = append(f.Children, Labelled(t.Columns[k].Title, words))
		}
	}
	return f
}

// trim is a text without what only joined it to another.
func trim(t text.Text) text.Text { return text.Clean(strings.Trim(t.String(), " ·")) }
