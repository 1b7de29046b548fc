package search

import (
	"fmt"

	"greenroom/ui/text"
	"greenroom/ui/widget"
)

// earlier holds the same query's results before: who, at which place, and the rows of
// those who are gone.
type earlier struct {
	at   map[string]int
	rows map[string]row
	part bool // not all that it found was here
}

// remember keeps what is on show, to be held against what the same query finds next.
func (s *Screen) remember() *earlier {
	if len(s.found.rows) == 0 || s.found.query != s.asked {
		return nil
	}
	e := &earlier{at: map[string]int{}, rows: map[string]row{}, part: s.further()}
	for _, r := range s.found.rows {
		if r.since != "gone" {
			e.at[r.result.Creator.ID], e.rows[r.result.Creator.ID] = r.at, r
		}
	}
	return e
}

// compare says of a row whether it is new, or where it stood.
func (e *earlier) compare(r *row) {
	was, known := e.at[r.result.Creator.ID]
	delete(e.rows, r.result.Creator.ID)
	switch {
	case !known && e.part:
		r.since = "not among those loaded before"
	case !known:
		r.since = "new"
	case was > r.at:
		r.since = fmt.Sprintf("up %d", was-r.at)
	case was < r.at:
		r.since = fmt.Sprintf("down %d", r.at-was)
	}
}

// close puts those who are gone behind the others, once all of these are here.
func (s *Screen) closeEarlier() {
	f := &s.found
	if f.earlier == nil || s.further() || len(f.earlier.rows) == 0 {
		return
	}
	gone := f.earlier.rows
	f.earlier.rows = nil
	at := make([]*row, len(f.earlier.at))
	for id, r := range gone {
		at[f.earlier.at[id]] = &r
	}
	for _, r := range at {
		if r != nil {
			r.since, r.at = "gone", len(f.rows)
			f.rows = append(f.rows, *r)
		}
	}
	s.arrange()
}

// sinceCell tells how a row differs from the search before.
func sinceCell(s *Screen, r *row) widget.Cell {
	style := s.env.Styles.Dim
	switch r.since {
	case "new":
		style = s.env.Styles.Good
	case "gone":
		style = s.env.Styles.Bad
	}
	return widget.Cell{Text: text.Clean(r.since), Style: style}
}

func (s *Screen) changes() text.Text {
	if s.found.earlier == nil {
		return text.Text{}
	}
	fresh, gone, moved := 0, 0, 0
	for _, r := range s.found.rows {
		switch r.since {
		case "":
		case "new":
			fresh++
		case "gone":
			gone++
		default:
			moved++
		}
	}
	return text.Format(" · since the search before: %d new, %d gone, %d moved", fresh, gone, moved)
}
