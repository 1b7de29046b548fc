package ledger

import (
	"greenroom/internal/sheet"
	"greenroom/views/view"
)

// sheet is the rows on show in their order and columns, and of single calls the
// brief they were for.
func (s *Screen) sheet() sheet.Table {
	t := sheet.Table{Title: "ledger " + s.frame.Now.Format("2006-01-02"), Columns: []string{"time", "what", "calls", "charged", "saved", "how_it_ended", "brief"}}
	for _, l := range s.lines {
		row := []any{l.At.In(s.frame.Now.Location()).Format("2006-01-02 15:04:05"), l.title.String(), l.calls,
			view.Amount(l.spent).String(), view.Amount(l.saved).String(), nil, nil}
		if s.grouping == byCall {
			ended, _ := outcomeOf(s.frame.Styles, *l.Entry)
			row[1], row[5], row[6] = s.what(*l.Entry).String(), ended.String(), s.brief(l.Brief).String()
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
