package ledger

import (
	"cmp"
	"slices"
	"time"

	"greenroom/client"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// line is a row: a call, several alike that cost nothing, or all of a group.
type line struct {
	*Entry // the newest of it
	title  text.Text
	total
}

// grouping tells how the rows are grouped.
type grouping int

const (
	byCall grouping = iota
	byCreator
	byBrief
	byDay
	groupings
)

func (g grouping) words() text.Text {
	return []text.Text{text.Const("single calls"), text.Const("by creator"), text.Const("by brief"), text.Const("by day")}[g]
}

// folds says whether a call says nothing that the one after it does not: more
// pages of a search, the list of shortlists again. What cost, would have cost or
// failed always has its own row.
func folds(e, after Entry) bool {
	free := func(e Entry) bool {
		return e.Err == nil && e.Outcome == client.OutcomeFree && e.Saved == 0
	}
	return free(e) && free(after) && e.Endpoint == after.Endpoint && e.Method == after.Method
}

// lay makes the rows of the entries, newest first.
func (s *Screen) lay() {
	clear(s.lines) // a row left over would hold all calls of an earlier reading
	s.lines = s.lines[:0]
	index := map[string]int{}
	for i := len(s.list) - 1; i >= 0; i-- {
		e := s.list[i]
		title, key := s.group(e)
		at, ok := index[key]
		if s.grouping == byCall {
			at = len(s.lines) - 1
			ok = at >= 0 && folds(e, *s.lines[at].Entry) && s.sameDay(e, *s.lines[at].Entry)
		}
		if !ok {
			at = len(s.lines)
			index[key] = at
			s.lines = append(s.lines, line{Entry: &s.list[i], title: title})
		}
		s.lines[at].count(e)
	}
	if s.grouping == byCreator || s.grouping == byBrief {
		slices.SortStableFunc(s.lines, func(a, b line) int { return cmp.Compare(b.spent, a.spent) })
	}
	s.table.Columns = s.columns()
	s.table.SetLen(len(s.lines))
	s.table.Breaks = s.days()
}

// group is the group of a call, in words and as a key.
func (s *Screen) group(e Entry) (title text.Text, key string) {
	switch s.grouping {
	case byCreator:
		if who := s.name(e).Who; who != "" {
			return text.Clean(who), who
		}
		return text.Const("several or no creators"), ""
	case byBrief:
		return s.brief(e.Brief), e.Brief
	case byDay:
		day := e.At.In(s.frame.Now.Location()).Format("Mon 2 Jan 2006")
		return text.Clean(day), day
	}
	return text.Text{}, ""
}

// brief returns the present name of a call's brief.
func (s *Screen) brief(id string) text.Text {
	switch n := s.frame.Names[id]; {
	case id == "":
		return text.Const("no brief")
	case n.What == "":
		return text.Const("a deleted list")
	default:
		return text.Clean(n.What)
	}
}

func (s *Screen) sameDay(a, b Entry) bool {
	where := s.frame.Now.Location()
	return a.At.In(where).Format(time.DateOnly) == b.At.In(where).Format(time.DateOnly)
}

// days are the lines above the calls of each day, with its totals.
func (s *Screen) days() []widget.Break {
	if s.grouping != byCall || s.past.period != sevenDays && s.past.period != allTime {
		return nil
	}
	var out []widget.Break
	for i := range s.lines {
		if i > 0 && s.sameDay(*s.lines[i].Entry, *s.lines[i-1].Entry) {
			continue
		}
		d := s.sums.days[len(s.sums.days)-1-len(out)]
		out = append(out, widget.Break{Before: i, Label: text.Format("%s · %s · %s cr%s", d.date.Format("Mon 2 Jan 2006"), text.Plural(d.calls, "call", "calls"),
			view.Amount(d.spent), text.When(d.saved > 0, " · saved %s", view.Amount(d.saved)))})
	}
	return out
}
