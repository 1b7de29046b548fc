package ledger

import (
	"errors"
	"strings"

	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

const (
	headRows = 2
	share    = 0.7 // of the width that the calls have beside the totals
	tabsRoom = 36  // cells that the times to choose from need
)

// placed are the panes of the ledger.
type placed struct{ head, table, side layout.Rect }

func panes(w, h int) placed {
	head, body, _ := layout.Rect{W: w, H: h}.Rows(headRows, 0)
	table, side := body.Split(share)
	return placed{head, table, side}
}

// columns of a period: what was left of the budgets is of interest while it is
// now, what was asked for when it is long ago.
func columns(p period) []widget.Column {
	cols := []widget.Column{
		{Title: text.Const("Time"), Min: 8},
		{Title: text.Const("Call"), Min: 18, Flex: 3, Max: 44},
		{Title: text.Const("Charged"), Min: 7, Align: widget.Right},
		{Title: text.Const("Outcome"), Min: 12, Flex: 1, Max: 34, Priority: 1},
	}
	if p == thisSession {
		cols = append(cols, widget.Column{Title: text.Const("Min left"), Min: 8, Align: widget.Right, Priority: 2},
			widget.Column{Title: text.Const("Hour left"), Min: 9, Align: widget.Right, Priority: 3})
	} else {
		cols = append(cols, widget.Column{Title: text.Const("For"), Min: 16, Flex: 2, Max: 44, Priority: 2})
	}
	return append(cols, widget.Column{Title: text.Const("Request id"), Min: 12, Flex: 2, Max: 40, Priority: 4})
}

// Render draws the ledger.
func (s *Screen) Render(w, h int) []string {
	if w <= 0 || h <= 0 {
		return layout.Blank(w, h)
	}
	st, p := s.frame.Styles, panes(w, h)
	lines := s.head(w)[:p.head.H]
	if s.table.Len() == 0 {
		return append(lines, widget.Message(st, widget.Size{W: w, H: p.table.H}, min(1, p.table.H-1), s.why())...)
	}
	body := s.table.Render(st, p.table.W, p.table.H)
	if !p.side.Empty() {
		body = layout.JoinH(body, st.Border.Apply(" │"), s.totals(p.side.W, p.side.H))
	}
	return append(lines, body...)
}

// head is the total line and, below it, how far the ledger reaches.
func (s *Screen) head(w int) []string {
	st, sum := s.frame.Styles, &s.sums
	runs := []widget.Run{{Text: text.Format(" %s, %s cr", text.Plural(sum.calls, "call", "calls"), view.Amount(sum.spent)), Style: st.Strong}}
	if sum.kept > 0 {
		runs = append(runs, widget.Run{Text: text.Format(" · %d kept, saved %s", sum.kept, view.Amount(sum.saved)), Style: st.Free})
	}
	if sum.unknown > 0 {
		runs = append(runs, widget.Run{Text: text.Format(" · %d may have been charged", sum.unknown), Style: st.Warn})
	}
	if sum.risk > 0 {
		runs = append(runs, widget.Run{Text: text.Format(", up to %s cr", view.Amount(sum.risk)), Style: st.Warn})
	}
	if sum.failed > 0 {
		runs = append(runs, widget.Run{Text: text.Format(" · %d failed", sum.failed), Style: st.Bad})
	}
	return []string{widget.Line(w, runs...), s.reach(w)}
}

// reach is the line that says which calls these are.
func (s *Screen) reach(w int) string {
	st, id := s.frame.Styles, s.selectedID(w)
	if s.past.journal == nil {
		note := widget.Run{Text: text.Const(" This session only, newest first."), Style: st.Dim}
		return widget.Spread(w, []widget.Run{note}, id)
	}
	n := 0
	for _, r := range id {
		n += r.Text.Width()
	}
	if w-n < tabsRoom {
		id, n = nil, 0
	}
	return widget.Tabs(st, periods(), int(s.past.period), w-n) + widget.Line(n, id...)
}

// selectedID is the request id of the selected call, where no pane beside the
// table shows it.
func (s *Screen) selectedID(w int) []widget.Run {
	if s.table.Len() == 0 || w >= layout.SplitFrom {
		return nil
	}
	id := requestID(s.at(s.table.Cursor()).Receipt)
	if s.past.period != thisSession && id == text.Unknown {
		return nil
	}
	return []widget.Run{{Text: text.Format("request %s ", id), Style: s.frame.Styles.Faint}}
}

// why says why there are no calls.
func (s *Screen) why() text.Text {
	switch {
	case s.past.slot.Busy():
		return text.Const("Reading the journal…")
	case !s.past.failure.Empty():
		return text.Format("%s %s reads it again.", s.past.failure, s.frame.Keys.KeyOf(keymap.Reload, keymap.Ledger))
	case s.past.period != thisSession:
		return text.Const("No call was written down in this time.")
	}
	return text.Const("No call was made yet. Each search, look-up and page will stand here with its price, what it left of the budgets, and its request id.")
}

func (s *Screen) row(i int, buf []widget.Cell) widget.Row {
	st, e := s.frame.Styles, s.at(i)
	r := e.Receipt
	outcome, style := outcomeOf(st, e)
	cells := append(buf,
		widget.Cell{Text: text.Clean(r.At.In(s.frame.Now.Location()).Format("15:04:05")), Style: st.Dim},
		widget.Cell{Text: called(r.Method, r.Endpoint), Style: st.Text},
		charge(st, r),
		widget.Cell{Text: outcome, Style: style},
	)
	if s.past.period == thisSession {
		cells = append(cells, widget.Cell{Text: left(r.Budget.Minute), Style: st.Dim}, widget.Cell{Text: left(r.Budget.Hour), Style: st.Dim})
	} else {
		cells = append(cells, widget.Cell{Text: text.Clean(e.Subject), Style: st.Dim})
	}
	return widget.Row{Cells: append(cells, widget.Cell{Text: requestID(r), Style: st.Faint})}
}

// called is a method and an endpoint without the version that all share.
func called(method, endpoint string) text.Text {
	return text.Format("%s %s", method, strings.TrimPrefix(endpoint, "/v1"))
}

func charge(st *theme.Styles, r client.Receipt) widget.Cell {
	switch {
	case r.Outcome == client.OutcomeUnknown:
		return widget.Cell{Text: text.Const("unknown"), Style: st.Warn}
	case r.Kept:
		return widget.Cell{Text: text.Const("kept"), Style: st.Free}
	case r.ChargedKnown && r.Charged > 0:
		return widget.Cell{Text: view.Amount(r.Charged), Style: st.Price}
	case r.ChargedKnown, r.Outcome == client.OutcomeFree:
		return widget.Cell{Text: text.Const("free"), Style: st.Free}
	}
	return widget.Cell{Text: text.Unknown, Style: st.Dim}
}

// outcomeOf says what became of a call: ok, refused with its status and code,
// or broken off.
func outcomeOf(st *theme.Styles, e Entry) (text.Text, theme.Style) {
	var failed *client.Error
	switch {
	case e.Err == nil && e.Receipt.Outcome == client.OutcomeUnknown:
		return text.Const("no answer"), st.Warn
	case e.Err == nil && e.Receipt.Kept && e.Receipt.Saved > 0:
		return text.Format("saved %s", view.Amount(e.Receipt.Saved)), st.Free
	case e.Err == nil:
		return text.Const("ok"), st.Good
	case e.Receipt.Outcome == client.OutcomeUnknown:
		return text.Format("unknown: %s", reason(e.Err)), st.Warn
	case errors.As(e.Err, &failed) && failed.Code != "" && e.Receipt.Status > 0:
		return text.Format("%d %s", e.Receipt.Status, failed.Code), st.Bad
	}
	return reason(e.Err), st.Bad
}

func reason(err error) text.Text {
	var failed *client.Error
	switch {
	case !errors.As(err, &failed):
		return text.Clean(err.Error())
	case failed.Code != "":
		return text.Clean(string(failed.Code))
	}
	return text.Clean(string(failed.Kind))
}

// estimate is what the call was expected to cost before it was sent.
func estimate(r client.Receipt) text.Text {
	switch {
	case r.High == 0:
		return text.Text{}
	case r.Low == r.High:
		return text.Format(", estimate %s", view.Amount(r.High))
	}
	return text.Format(", estimate %s to %s", view.Amount(r.Low), view.Amount(r.High))
}

func left(w client.Window) text.Text {
	if !w.Known {
		return text.Unknown
	}
	return view.Amount(w.Remaining)
}

func requestID(r client.Receipt) text.Text {
	if r.RequestID == "" {
		return text.Unknown
	}
	return text.Clean(r.RequestID)
}

// totals are the sums by endpoint, and all there is to know of the selected
// call.
func (s *Screen) totals(w, h int) []string {
	st := s.frame.Styles
	lines := []string{widget.Line(w, widget.Run{Text: text.Const(" By endpoint"), Style: st.Title})}
	for _, t := range s.sums.by {
		amount := text.Format("%s  %s cr ", text.Plural(t.calls, "call", "calls"), t.spent)
		name := text.Cat(text.Const(" "), called(t.method, t.endpoint)).Truncate(max(0, w-amount.Width()-1), text.Ellipsis)
		lines = append(lines, widget.Spread(w, []widget.Run{{Text: name, Style: st.Text}}, []widget.Run{{Text: amount, Style: st.Price}}))
	}
	lines = append(lines, text.Spaces(w), widget.Line(w, widget.Run{Text: text.Const(" This call"), Style: st.Title}))
	pairs := s.about(s.at(s.table.Cursor()))
	return layout.FitLines(append(lines, widget.KV(st, pairs, widget.Size{W: w, H: widget.KVHeight(pairs, w)})...), w, h)
}

func (s *Screen) about(e Entry) []widget.Pair {
	st, r := s.frame.Styles, e.Receipt
	outcome, style := outcomeOf(st, e)
	pairs := []widget.Pair{
		{Key: text.Const(" Call"), Value: text.Format("%s %s", r.Method, r.Endpoint)},
		{Key: text.Const(" Outcome"), Value: outcome, Style: style},
		{Key: text.Const(" Charged"), Value: text.Cat(charge(st, r).Text, estimate(r))},
		{Key: text.Const(" Took"), Value: text.Format("%.1f s", r.Took.Seconds())},
		{Key: text.Const(" Request"), Value: requestID(r)},
	}
	if e.Subject != "" {
		pairs = append(pairs, widget.Pair{Key: text.Const(" For"), Value: text.Clean(e.Subject)})
	}
	if r.Kept {
		pairs = append(pairs, widget.Pair{Key: text.Const(" Answer"), Value: text.Format("from the memory, %s", text.Age(s.frame.Now.Sub(r.KeptAt)))})
	}
	if r.Attempts > 1 {
		pairs = append(pairs, widget.Pair{Key: text.Const(" Sent"), Value: text.Format("%d times", r.Attempts)})
	}
	var failed *client.Error
	if errors.As(e.Err, &failed) && failed.Message != "" {
		pairs = append(pairs, widget.Pair{Key: text.Const(" Said"), Value: text.Clean(failed.Message)})
	}
	return pairs
}
