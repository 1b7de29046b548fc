package search

import (
	"slices"

	"greenroom/client/plan"
	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// chooser is the dialog in which columns are shown, hidden, moved and sorted by.
// The rows beside it follow at once.
type chooser struct {
	view.Acts
	s     *Screen
	table widget.Table
}

func (s *Screen) choose() *chooser {
	c := &chooser{s: s}
	c.table = widget.Table{Bare: true, Row: c.row, Columns: []widget.Column{{Min: 3}, {Min: 9, Flex: 1}, {Min: 3, Align: widget.Right}}}
	c.table.SetLen(len(s.look.columns))
	end := func(at func() int) func() string {
		return func() string { return view.Unless(c.table.Cursor() != at(), "Already at the end.") }
	}
	act := func(why func() string, do func(l *look, at int)) view.Act {
		return view.Act{Why: why, Do: func() view.Out {
			do(&s.look, c.table.Cursor())
			return s.rearrange()
		}}
	}
	leave := view.Act{Do: func() view.Out { return view.Out{Nav: view.Nav{Back: true}} }}
	c.Acts = view.Acts{In: keymap.Columns, Rows: &c.table, Moved: s.rearrange, By: map[keymap.Action]view.Act{
		keymap.No: leave, keymap.Accept: leave, keymap.SaveView: {Do: s.saveView},
		keymap.ShowHide: act(func() string { return view.Unless(c.at().id != "creator", "The name column cannot be hidden.") }, func(l *look, at int) {
			l.columns = slices.Clone(l.columns)
			l.columns[at].Hidden = !l.columns[at].Hidden
		}),
		keymap.Earlier:  act(end(func() int { return 0 }), func(_ *look, at int) { c.shift(at, at-1) }),
		keymap.Later:    act(end(func() int { return c.table.Len() - 1 }), func(_ *look, at int) { c.shift(at, at+1) }),
		keymap.SortNext: act(func() string { return view.Unless(c.at().compare != nil, "Cannot sort by this column.") }, func(l *look, at int) { l.sortAlso(l.columns[at].ID) }),
		keymap.AsItCame: act(nil, func(l *look, _ int) { l.columns, l.order = complete(nil), nil }),
	}}
	return c
}

func (c *chooser) at() field {
	f, _ := fieldOf(c.s.look.columns[c.table.Cursor()].ID)
	return f
}

// Do does what can be done, else says why not.
func (c *chooser) Do(a keymap.Action) view.Out {
	if why := c.Can(a); why != "" {
		return view.Fail(text.Clean(why))
	}
	return c.Acts.Do(a)
}

func (c *chooser) shift(from, to int) {
	l := &c.s.look
	l.columns = slices.Clone(l.columns)
	l.columns[from], l.columns[to] = l.columns[to], l.columns[from]
	c.table.SetCursor(to)
}

func (c *chooser) row(i int, buf []widget.Cell) widget.Row {
	l, st := &c.s.look, c.s.env.Styles
	col := l.columns[i]
	f, _ := fieldOf(col.ID)
	box, style := view.Box(!col.Hidden), st.Text
	if col.Hidden {
		style = st.Dim
	}
	name := widget.Cell{Text: f.title, Style: style, MoreStyle: st.Faint}
	switch at := slices.IndexFunc(l.drawn, func(d field) bool { return d.id == f.id }); {
	case col.Hidden:
	case at < 0:
		name.More = text.Const("all empty")
	case !c.s.table.Drawn(at):
		name.More = text.Const("no room")
	}
	return widget.Row{Cells: append(buf, widget.Cell{Text: box, Style: style}, name, widget.Cell{Text: l.place(col.ID), Style: st.Strong})}
}

// place is which key a column is, and its arrow: "2▼".
func (l *look) place(id string) text.Text {
	i := slices.IndexFunc(l.order, func(k plan.SortKey) bool { return k.Column == id })
	if i < 0 {
		return text.Text{}
	}
	arrow := map[widget.Order]string{widget.Ascending: "▲", widget.Descending: "▼"}[l.sorts(id)]
	return text.Format("%d%s", i+1, arrow)
}

// sortAlso makes a column the last key; of one that is a key it turns the order
// round, and then takes it away.
func (l *look) sortAlso(id string) {
	i := slices.IndexFunc(l.order, func(k plan.SortKey) bool { return k.Column == id })
	l.order = slices.Clone(l.order)
	switch {
	case i < 0:
		l.order = append(l.order, plan.SortKey{Column: id})
	case !l.order[i].Reverse:
		l.order[i].Reverse = true
	default:
		l.order = slices.Delete(l.order, i, i+1)
	}
}

const chooserCols = 36

// Render draws a box with a row for each column.
func (c *chooser) Render(w, h int) []string {
	w, h = min(w, chooserCols), min(h, c.table.Len()+2)
	if w < 8 || h < 3 {
		return nil
	}
	return layout.Box(c.s.env.Styles, layout.Frame{Title: text.Const("Columns"), W: w, H: h, Focus: true}, c.table.Render(c.s.env.Styles, w-2, h-2))
}

// Stand is on the right, so that the rows are seen.
func (c *chooser) Stand(w, h, bw, bh int) (x, y int) {
	return max(0, w-bw), min(view.HeadRows, max(0, h-bh))
}

// Row returns the position of the selected column.
func (c *chooser) Row(int, int) (x, y int, ok bool) {
	y, ok = c.table.Line()
	return 1, y + 1, ok
}

// Click selects a column; a click on the selected one shows or hides it.
func (c *chooser) Click(_, y, _, _ int) view.Out {
	i, ok := c.table.Click(y - 1)
	switch {
	case !ok:
	case i == c.table.Cursor():
		return c.Do(keymap.ShowHide)
	default:
		c.table.SetCursor(i)
	}
	return view.Out{}
}

// Dismiss closes the dialog by a click beside it.
func (c *chooser) Dismiss() view.Out { return c.Do(keymap.No) }

// saveView asks for the name under which the rows can be looked at so again.
func (s *Screen) saveView() view.Out {
	v := plan.View{Columns: s.look.columns, Order: s.look.order, Filter: s.filter.input.Value()}
	return view.Out{Next: &view.Prompt{Title: text.Const("Save this view as"), Hint: text.Const("a name; an existing one is replaced"), Value: s.worn(), Done: func(name string) view.Out {
		if name == "" {
			return view.Fail(text.Const("Not saved: a view needs a name."))
		}
		v.Name = name
		return view.Out{Change: &view.Change{Label: "view " + name + " saved", Said: text.Format("View “%s” saved; %s applies it.", name, s.env.Keys.KeyOf(keymap.TakeView, keymap.Search)),
			Edit: func(p *plan.State) error { p.SaveView(v); return nil }}}
	}}}
}

// takeView asks which view the rows are to be looked at with.
func (s *Screen) takeView() view.Out {
	views := s.env.Plan.Views
	names := each.Of(views, func(v plan.View) text.Text { return text.Clean(v.Name) })
	p := view.Pick{Title: text.Const("Apply view"), Items: append([]text.Text{text.Const("Default: all columns, the order of the service")}, names...)}
	p.Items = append(p.Items, each.Of(names, func(name text.Text) text.Text { return text.Format("Delete view %s", name) })...)
	p.Done = func(i int, _ string) view.Out {
		switch {
		case i <= 0:
			return s.Wear(plan.View{})
		case i <= len(views):
			return s.Wear(views[i-1])
		}
		name := views[i-1-len(views)].Name
		return view.Out{Change: &view.Change{Label: "view " + name + " deleted", Said: text.Format("View “%s” deleted", name),
			Edit: func(p *plan.State) error { p.DropView(name); return nil }}}
	}
	return view.Out{Next: &p}
}

// Wear takes the columns, order and filter of a view.
func (s *Screen) Wear(v plan.View) view.Out {
	s.look.columns, s.look.order = complete(v.Columns), slices.Clone(v.Order)
	s.filter.set(v.Filter)
	out := s.rearrange()
	if v.Name != "" {
		out.Toast.Text = text.Format("View “%s” applied.", v.Name)
	}
	return out
}

// worn is the name of the view that the rows stand in; "" if in none.
func (s *Screen) worn() string {
	for _, v := range s.env.Plan.Views {
		if v.Filter == s.filter.input.Value() && slices.Equal(complete(v.Columns), s.look.columns) && slices.Equal(v.Order, s.look.order) {
			return v.Name
		}
	}
	return ""
}
