package search

import (
	"cmp"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// field is one column that the rows can have.
type field struct {
	id      string
	title   text.Text
	room    widget.Column // its widths and when it drops out
	cell    func(*Screen, *row) widget.Cell
	compare func(a, b *row) (n, unknown int)
	some    func(*Screen, *row) bool // whether a row has it; a column that no row has is not drawn
}

// fields are all columns in the order they come in.
func fields() []field {
	return []field{
		{id: "creator", title: text.Const("Creator"), room: widget.Column{Min: 18, Max: 44, Flex: 3}, cell: func(s *Screen, r *row) widget.Cell {
			return s.env.Named(widget.Cell{Text: r.name, Style: s.env.Styles.Strong, More: r.handle, MoreStyle: s.env.Styles.Dim}, r.result.Creator.ID)
		},
			compare: func(a, b *row) (int, int) {
				return -cmp.Compare(strings.ToLower(b.name.String()), strings.ToLower(a.name.String())), 0
			}},
		{id: "place", title: text.Const("Place"), room: widget.Column{Min: 5, Max: 16, Priority: 4}, cell: textCell(func(r *row) text.Text { return r.place }),
			compare: placed, some: func(_ *Screen, r *row) bool { return !r.place.Empty() }},
		{id: "networks", title: text.Const("On"), room: widget.Column{Min: 5, Max: 13, Priority: 6}, cell: textCell(func(r *row) text.Text { return r.networks }),
			compare: func(a, b *row) (int, int) { return cmp.Compare(a.networks.String(), b.networks.String()), 0 }},
		{id: "followers", title: text.Const("Followers"), room: widget.Column{Min: 10, Align: widget.Right}, cell: textCell(func(r *row) text.Text { return r.followers }),
			compare: known(func(p *api.ProfileSummary) *int64 { return p.Followers })},
		{id: "engagement", title: text.Const("ER/foll"), room: widget.Column{Min: 7, Align: widget.Right, Priority: 1}, cell: textCell(func(r *row) text.Text { return r.rate }),
			compare: known(func(p *api.ProfileSummary) *float64 { return p.EngagementRate })},
		{id: "age", title: text.Const("Data"), room: widget.Column{Min: 5, Max: 10, Priority: 3}, cell: ageCell, compare: known(seen)},
		{id: "fit", title: text.Const("Fit"), room: widget.Column{Min: 10}, cell: fitCell,
			compare: func(a, b *row) (int, int) { return cmp.Compare(a.at, b.at), 0 }},
		{id: "since", title: text.Const("Since"), room: widget.Column{Min: 5, Max: 8, Priority: 3}, cell: sinceCell,
			some: func(_ *Screen, r *row) bool { return r.since != "" }},
		{id: "listed", title: text.Const("List"), room: widget.Column{Min: 4, Max: 34, Priority: 2}, cell: listedCell,
			some: func(s *Screen, r *row) bool { return !listedCell(s, r).Text.Empty() }},
		{id: "why", title: text.Const("Why"), room: widget.Column{Min: 16, Flex: 4, Priority: 7}, cell: textCell(func(r *row) text.Text { return r.why })},
	}
}

func fieldOf(id string) (field, bool) {
	for _, f := range fields() {
		if f.id == id {
			return f, true
		}
	}
	return field{}, false
}

// look tells how the rows are shown: their columns from the left, and their order, the
// strongest key first; no key is the service's own order.
type look struct {
	columns []plan.Column
	order   []plan.SortKey
	drawn   []field // the columns on show
}

// complete is the columns with those that were not told of, and without those
// that are not known.
func complete(chosen []plan.Column) []plan.Column {
	var out []plan.Column
	for _, c := range chosen {
		if _, ok := fieldOf(c.ID); ok && !slices.ContainsFunc(out, func(o plan.Column) bool { return o.ID == c.ID }) {
			out = append(out, c)
		}
	}
	for _, f := range fields() {
		if !slices.ContainsFunc(out, func(o plan.Column) bool { return o.ID == f.id }) {
			out = append(out, plan.Column{ID: f.id})
		}
	}
	return out
}

// shownFields are the columns that are drawn: those chosen that some row has. Where
// nothing was asked, nobody fits it.
func (s *Screen) shownFields() []field {
	var out []field
	for _, c := range s.look.columns {
		f, _ := fieldOf(c.ID)
		has := f.some == nil
		for i := range s.found.rows {
			has = has || f.some(s, &s.found.rows[i])
		}
		if !c.Hidden && has && (f.id != "fit" || !s.listed()) {
			out = append(out, f)
		}
	}
	return out
}

// columns leave the grounds to the preview where that stands beside, and the word
// of the fit where there is no room.
func (s *Screen) columns() []widget.Column {
	s.look.drawn = s.shownFields()
	cols := make([]widget.Column, len(s.look.drawn))
	for i, f := range s.look.drawn {
		cols[i] = f.room
		cols[i].Title = f.title
		switch {
		case f.id == "creator":
			cols[i].Min += s.env.Lead()
		case f.id == "place" || f.id == "networks" || f.id == "listed": // rather cut than left out
			cols[i].Max = s.longest(f)
			cols[i].Min = min(cols[i].Max, cutTo[f.id])
		case f.id == "age":
			cols[i].Min, cols[i].Max = s.longest(f), 0
		case f.id == "why" && !s.panes(s.env.Cols, s.env.Rows).preview.Empty():
			cols[i].Min = 30
		case f.id == "fit" && s.env.Cols < 60:
			cols[i].Min = 3
		}
		cols[i].Sort = s.look.sorts(f.id)
	}
	return cols
}

// cutTo is the width at which a place, or networks, can still be recognised.
var cutTo = map[string]int{"place": 8, "networks": 7, "listed": 11}

// longest is the width that the words of a column need.
func (s *Screen) longest(f field) int {
	n := f.room.Min
	for i := range s.found.rows {
		n = max(n, f.cell(s, &s.found.rows[i]).Text.Width())
	}
	return min(n, f.room.Max)
}

// sorts is the arrow of a column: names rise, numbers fall, unless reversed. Rows
// that nobody sorted stand by fit.
func (l *look) sorts(id string) widget.Order {
	if len(l.order) == 0 && id == "fit" {
		return widget.Descending
	}
	for _, k := range l.order {
		if k.Column == id && k.Reverse == rises(id) {
			return widget.Descending
		} else if k.Column == id {
			return widget.Ascending
		}
	}
	return widget.Unsorted
}

func rises(id string) bool { return id == "creator" || id == "place" || id == "networks" }

// said names the order of the rows.
func (l *look) said() text.Text {
	var words []text.Text
	for _, k := range l.order {
		if f, ok := fieldOf(k.Column); ok {
			words = append(words, f.title)
		}
	}
	return text.Join(words, text.Const(", then "))
}

// comparing is by each key in turn, then the service's order. A row of which a key
// is unknown is last, whichever way the rows are sorted.
func (l *look) comparing() func(a, b *row) int {
	type key struct {
		compare func(a, b *row) (n, unknown int)
		reverse bool
	}
	var keys []key
	for _, k := range l.order {
		if f, ok := fieldOf(k.Column); ok && f.compare != nil {
			keys = append(keys, key{f.compare, k.Reverse})
		}
	}
	return func(a, b *row) int {
		for _, k := range keys {
			n, unknown := k.compare(a, b)
			switch {
			case unknown != 0:
				return unknown
			case n != 0 && k.reverse:
				return -n
			case n != 0:
				return n
			}
		}
		return cmp.Compare(a.at, b.at)
	}
}

// sortBy makes a column the only key; of the one it is already, it turns the
// order round.
func (l *look) sortBy(id string) {
	if len(l.order) > 0 && l.order[0].Column == id {
		l.order = []plan.SortKey{{Column: id, Reverse: !l.order[0].Reverse}}
		return
	}
	l.order = []plan.SortKey{{Column: id}}
}

// own says whether the rows stand as the service ordered them.
func (l *look) own() bool { return len(l.order) == 0 || l.order[0] == plan.SortKey{Column: "fit"} }

// cycle is the order in which one key goes through the columns.
var cycle = []string{"fit", "creator", "followers", "engagement", "age"}

func (l *look) next() {
	at := 0
	if len(l.order) > 0 {
		at = slices.Index(cycle, l.order[0].Column)
	}
	l.order = []plan.SortKey{{Column: cycle[(at+1)%len(cycle)]}}
}

// reverse turns the first key round.
func (l *look) reverse() {
	if len(l.order) == 0 {
		l.order = []plan.SortKey{{Column: "fit"}}
	}
	l.order[0].Reverse = !l.order[0].Reverse
}

// known compares a number of both, largest first. Where it is unknown of one,
// that one is last.
func known[N int64 | float64](of func(*api.ProfileSummary) *N) func(a, b *row) (n, unknown int) {
	get := func(r *row) *N {
		if r.result.PrimaryProfile == nil {
			return nil
		}
		return of(r.result.PrimaryProfile)
	}
	return func(a, b *row) (int, int) {
		x, y := get(a), get(b)
		switch {
		case x == nil && y == nil:
			return 0, 0
		case x == nil:
			return 0, 1
		case y == nil:
			return 0, -1
		}
		return cmp.Compare(*y, *x), 0
	}
}

func seen(p *api.ProfileSummary) *int64 {
	if p.DataUpdatedAt == nil {
		return nil
	}
	return new(p.DataUpdatedAt.Unix())
}

func placed(a, b *row) (n, unknown int) {
	switch {
	case a.place.Empty() && !b.place.Empty():
		return 0, 1
	case b.place.Empty() && !a.place.Empty():
		return 0, -1
	}
	return cmp.Compare(a.place.String(), b.place.String()), 0
}

func ageCell(s *Screen, r *row) widget.Cell {
	st := s.env.Styles
	p := r.result.PrimaryProfile
	if p == nil || p.DataUpdatedAt == nil {
		return widget.Cell{Text: text.Unknown, Style: st.Dim}
	}
	age := s.env.Now.Sub(*p.DataUpdatedAt)
	c := widget.Cell{Text: text.Clean(strings.TrimSuffix(text.Age(age).String(), " old")), Style: st.Dim}
	if age >= view.StaleAfter {
		c.Text, c.Style = text.Format("%s stale", c.Text), st.Warn
	}
	return c
}

func listedCell(s *Screen, r *row) widget.Cell { return s.env.ListedCell(r.result.Creator.ID) }

func textCell(of func(*row) text.Text) func(*Screen, *row) widget.Cell {
	return func(s *Screen, r *row) widget.Cell { return widget.Cell{Text: of(r), Style: s.env.Styles.Text} }
}

func fitCell(s *Screen, r *row) widget.Cell {
	st := s.env.Styles
	style := st.Text
	word := fitWord(r.result.Match)
	switch word {
	case text.Const("strong"):
		style = st.Good
	case text.Const("weak"):
		style = st.Dim
	}
	return widget.Cell{Text: r.fit, Style: style, More: word, MoreStyle: style}
}

// strongFrom is the confidence from which a fit is called strong: nine of ten such are right.
const strongFrom = 0.9

// fitWord says what a score means; what the service calls weak is weak.
func fitWord(m api.Match) text.Text {
	switch {
	case unknownOf(m) != "":
		return text.Const("maybe")
	case m.LowConfidence:
		return text.Const("weak")
	case m.Confidence >= strongFrom:
		return text.Const("strong")
	}
	return text.Const("fair")
}
