package ledger

import (
	"greenroom/internal/sheet"
	"greenroom/views/view"
)

// sheet is the rows on show in their order and columns.
func (s *Screen) sheet() sheet.Table {
	t := sheet.Table{Title: "ledger " + s.frame.Now.Format("2006-01-02"), Columns: []string{"time", "what", "calls", "charged", "saved", "how_it_ended"}}
	for _, l := range s.lines {
		what, ended := l.title, l.title
		if s.grouping == byCall {
			what = s.what(*l.Entry)
			ended, _ = outcomeOf(s.frame.Styles, *l.Entry)
		}
		t.Rows = append(t.Rows, []any{l.At.In(s.frame.Now.Location()).Format("2006-01-02 15:04:05"), what.String(), l.calls,
			view.Amount(l.spent).String(), view.Amount(l.saved).String(), ended.String()})
	}
	return t
}
