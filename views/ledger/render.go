package ledger

import (
	"cmp"
	"errors"
	"slices"

	"greenroom/client"
	"greenroom/client/pay"
	"greenroom/internal/each"
	"greenroom/internal/sheet"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

const (
	share    = 0.7 // of the width that the calls have beside the totals
	tabsRoom = 36  // cells that the times to choose from need
)

func (s *Screen) columns() []widget.Column {
	if s.grouping != byCall {
		return []widget.Column{
			{Title: s.grouping.words(), Min: 18, Flex: 1, Max: 60},
			{Title: text.Const("Calls"), Min: 5, Align: widget.Right, Priority: 1},
			{Title: text.Const("Charged"), Min: 7, Align: widget.Right},
			{Title: text.Const("Saved"), Min: 7, Align: widget.Right, Priority: 2},
		}
	}
	return []widget.Column{
		{Title: text.Const("Time"), Min: 8},
		{Title: text.Const("What"), Min: 14, Flex: 4, Max: 72},
		{Title: text.Const("Charged"), Min: 7, Align: widget.Right},
		{Title: text.Const("Outcome"), Min: 12, Flex: 1, Max: 34, Priority: 1},
	}
}

// Render draws the ledger.
func (s *Screen) Render(w, h int) []string {
	p := view.PanesOf(w, h, share)
	var why []text.Text
	if s.table.Len() == 0 {
		why = []text.Text{s.why()}
	} else if s.raw && p.Side.Empty() && s.grouping == byCall {
		return append(append(s.head(w), s.frame.Styles.Border.Apply(text.Rule(w)))[:p.Head.H], s.totals(w, p.Rows.H)...)
	}
	return s.Draw(s.frame.Styles, widget.Size{W: w, H: h}, [2]string(s.head(w)), s.totals, why)
}

// head is the total line and, below it, how far the ledger reaches.
func (s *Screen) head(w int) []string { return []string{widget.Line(w, s.summed()...), s.reach(w)} }

func (s *Screen) summed() []widget.Run {
	st, sum := s.frame.Styles, &s.sums
	return []widget.Run{{Text: text.Format(" %s, %s cr", text.Plural(sum.calls, "call", "calls"), view.Amount(sum.spent)), Style: st.Strong},
		{Text: text.When(sum.kept > 0, " · %d kept, saved %s", sum.kept, view.Amount(sum.saved)), Style: st.Free},
		{Text: text.When(sum.unknown > 0, " · %d may have been charged", sum.unknown), Style: st.Warn},
		{Text: text.When(sum.risk > 0, ", up to %s cr", view.Amount(sum.risk)), Style: st.Warn},
		{Text: text.When(sum.failed > 0, " · %d failed", sum.failed), Style: st.Bad}}
}

var thisOnly = text.Const(" This session only, newest first.")

// reach is the line that says which calls these are.
func (s *Screen) reach(w int) string {
	right := []widget.Run{{Text: text.Format("%s ", s.grouping.words()), Style: s.frame.Styles.Faint}}
	if s.past.journal == nil {
		note := widget.Run{Text: thisOnly, Style: s.frame.Styles.Dim}
		return widget.Spread(w, []widget.Run{note}, right)
	}
	n := right[0].Text.Width()
	if w-n < tabsRoom {
		right, n = nil, 0
	}
	return widget.Tabs(s.frame.Styles, periods(), int(s.past.period), w-n) + widget.Line(n, right...)
}

func (s *Screen) why() text.Text {
	switch {
	case s.past.slot.Busy():
		return text.Const("Loading the journal…")
	case !s.past.failure.Empty():
		return text.Format("%s %s reloads it.", s.past.failure, s.frame.Keys.KeyOf(keymap.Reload, keymap.Ledger))
	case s.past.period != thisSession:
		return text.Const("No calls in this period.")
	}
	return text.Const("No calls yet. Every search, look-up and page appears here with its price and the remaining budget.")
}

func (s *Screen) row(i int, buf []widget.Cell) widget.Row {
	st, l := s.frame.Styles, &s.lines[i]
	if s.grouping != byCall {
		return widget.Row{Cells: append(buf,
			widget.Cell{Text: l.title, Style: st.Text}, widget.Cell{Text: text.Thousands(int64(l.calls)), Style: st.Dim},
			widget.Cell{Text: view.Amount(l.spent), Style: st.Price}, widget.Cell{Text: view.Amount(l.saved), Style: st.Free})}
	}
	outcome, style := outcomeOf(st, *l.Entry)
	what := widget.Cell{Text: s.what(*l.Entry), Style: st.Text}
	if l.calls > 1 {
		what.More, what.MoreStyle = text.Format("× %d", l.calls), st.Dim
	}
	return widget.Row{Cells: append(buf,
		widget.Cell{Text: text.Clean(l.At.In(s.frame.Now.Location()).Format("15:04:05")), Style: st.Dim}, what,
		charge(st, *l.Entry), widget.Cell{Text: outcome, Style: style})}
}

func charge(st *theme.Styles, e Entry) widget.Cell {
	paid, unknown := client.Receipt{Payments: e.more().payments}.Paid()
	switch {
	case unknown > 0:
		return widget.Cell{Text: text.Format("%s?", unknown), Style: st.Warn}
	case paid > 0:
		return widget.Cell{Text: text.Clean(paid.String()), Style: st.Price}
	case e.Outcome == client.OutcomeUnknown:
		return widget.Cell{Text: text.Const("unknown"), Style: st.Warn}
	case e.Kept:
		return widget.Cell{Text: text.Const("kept"), Style: st.Free}
	case e.ChargedKnown && e.Charged > 0:
		return widget.Cell{Text: view.Amount(e.Charged), Style: st.Price}
	case e.ChargedKnown, e.Outcome == client.OutcomeFree:
		return widget.Cell{Text: text.Const("free"), Style: st.Free}
	}
	return widget.Cell{Text: text.Unknown, Style: st.Dim}
}

// outcomeOf says what became of a call: done, refused and why, or broken off.
func outcomeOf(st *theme.Styles, e Entry) (text.Text, theme.Style) {
	switch {
	case e.Err == nil && e.Outcome == client.OutcomeUnknown:
		return text.Const("no answer"), st.Warn
	case e.Err == nil && e.Kept && e.Saved > 0:
		return text.Format("saved %s", view.Amount(e.Saved)), st.Free
	case e.Err == nil:
		return text.Const("ok"), st.Good
	case e.Outcome == client.OutcomeUnknown:
		return text.Format("unknown: %s", reason(e.Err)), st.Warn
	}
	return reason(e.Err), st.Bad
}

// estimate returns the expected cost of a call before it was sent.
func estimate(e Entry) text.Text {
	switch {
	case e.High == 0:
		return text.Text{}
	case e.Low == e.High:
		return text.Format(", estimate %s", view.Amount(e.High))
	}
	return text.Format(", estimate %s to %s", view.Amount(e.Low), view.Amount(e.High))
}

func left(w client.Window) text.Text {
	return cmp.Or(text.When(w.Known, "%s", view.Amount(w.Remaining)), text.Unknown)
}

// totals are the sums by what calls were for, and what there is to know of the
// selected one.
func (s *Screen) totals(w, h int) []string {
	st := s.frame.Styles
	lines := []string{widget.Line(w, widget.Run{Text: text.Const(" What for"), Style: st.Title})}
	for _, t := range s.sums.by {
		amount := text.Format("%s  %s cr ", text.Plural(t.calls, "call", "calls"), view.Amount(t.spent))
		name := text.Cat(text.Const(" "), t.kind).Truncate(max(0, w-amount.Width()-1), text.Ellipsis)
		lines = append(lines, widget.Spread(w, []widget.Run{{Text: name, Style: st.Text}}, []widget.Run{{Text: amount, Style: st.Price}}))
	}
	if s.grouping != byCall {
		return layout.FitLines(lines, w, h)
	}
	lines = append(lines, text.Spaces(w), widget.Line(w, widget.Run{Text: text.Const(" This call"), Style: st.Title}))
	pairs := s.about(s.at(s.table.Cursor()))
	return layout.FitLines(append(lines, widget.KV(st, pairs, widget.Size{W: w - 1, H: widget.KVHeight(pairs, w-1)})...), w, h)
}

func (s *Screen) about(e Entry) []widget.Pair {
	st, more := s.frame.Styles, e.more()
	outcome, style := outcomeOf(st, e)
	pairs := []widget.Pair{
		{Key: text.Const(" What"), Value: s.what(e)},
		{Key: text.Const(" Ended"), Value: outcome, Style: style},
		{Key: text.Const(" Charged"), Value: text.Cat(charge(st, e).Text, estimate(e))},
		{Key: text.Const(" Left"), Value: text.Format("%s this minute, %s this hour", left(more.budget.Minute), left(more.budget.Hour))},
		{Key: text.Const(" Took"), Value: text.Format("%.1f s", e.Took.Seconds())},
		{Key: text.Const(" Asked by"), Value: text.When(more.origin != "", "an agent, through %s", more.origin)},
		{Key: text.Const(" For"), Value: text.When(e.Brief != "", "%s", s.brief(e.Brief))},
	}
	failed, _ := errors.AsType[*client.Error](e.Err)
	failed = cmp.Or(failed, &client.Error{})
	pairs = append(append(pairs, payments(more.payments)...),
		widget.Pair{Key: text.Const(" Answer"), Value: text.When(e.Kept, "kept, %s", text.Age(s.frame.Now.Sub(e.KeptAt)))},
		widget.Pair{Key: text.Const(" Sent"), Value: text.When(e.Attempts > 1, "%d times", e.Attempts)},
		widget.Pair{Key: text.Const(" Said"), Value: text.Clean(failed.Message)},
		widget.Pair{Key: text.Const(" More"), Value: text.When(!s.raw, "%s shows request id and address", s.frame.Keys.KeyOf(keymap.ToggleMode, keymap.Ledger)), Style: st.Dim})
	if s.raw {
		pairs = append(pairs, technical(e, failed)...)
	}
	return slices.DeleteFunc(pairs, func(p widget.Pair) bool { return p.Value.Empty() })
}

// payments tells the payments for a call alone, with the receipts.
func payments(made []pay.Payment) (pairs []widget.Pair) {
	for _, p := range made {
		pairs = append(pairs, widget.Pair{Key: text.Const(" Paid"), Value: text.Format("%s (%s), to %s", p.Amount, text.Clean(string(p.State)), text.Clean(p.PayTo))},
			widget.Pair{Key: text.Const(" Receipt"), Value: text.Clean(p.Reference)}, widget.Pair{Key: text.Const(" Note"), Value: text.Clean(p.Note)})
	}
	return pairs
}

// technical tells the facts that only somebody who writes to the service needs.
func technical(e Entry, failed *client.Error) []widget.Pair {
	return []widget.Pair{
		{Key: text.Const(" Request"), Value: text.Clean(cmp.Or(e.RequestID, text.Unknown.String()))},
		{Key: text.Const(" Address"), Value: text.Format("%s %s", e.Method, e.Endpoint)},
		{Key: text.Const(" Status"), Value: text.Format("%d", e.Status)},
		{Key: text.Const(" Plan"), Value: text.Clean(e.more().plan)},
		{Key: text.Const(" Code"), Value: text.Clean(string(failed.Code))},
	}
}

// sheet is the rows on show in their order and columns, and of single calls the
// brief they were for.
func (s *Screen) sheet() sheet.Table {
	t := sheet.Table{Title: "ledger " + s.frame.Now.Format("2006-01-02"), Columns: []string{"time", "what", "calls", "charged", "saved", "how_it_ended", "brief", "origin"}}
	for _, l := range s.lines {
		row := []any{l.At.In(s.frame.Now.Location()).Format("2006-01-02 15:04:05"), l.title.String(), l.calls,
			view.Amount(l.spent).String(), view.Amount(l.saved).String(), nil, nil, nil}
		if s.grouping == byCall {
			ended, _ := outcomeOf(s.frame.Styles, *l.Entry)
			row[1], row[5], row[6], row[7] = s.what(*l.Entry).String(), ended.String(), s.brief(l.Brief).String(), l.more().origin
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Tell sums up the calls, with a row for each; the selected one in full.
func (s *Screen) Tell() []view.Fact {
	out := []view.Fact{view.Head(text.Const("Ledger")), view.Runs(s.summed()...)}
	if s.past.journal == nil {
		out = append(out, view.Sentences(thisOnly)...)
	} else {
		out = append(out, view.Tabs(periods(), int(s.past.period)))
	}
	out = append(out, view.Labelled(text.Const("rows"), s.grouping.words()))
	if s.table.Len() == 0 {
		return append(out, view.Sentences(s.why())...)
	}
	out = append(out, view.Fact{Kind: view.Aside, Label: text.Const("What for"), Children: each.Of(s.sums.by, func(t sum) view.Fact {
		return view.Labelled(t.kind, text.Format("%s  %s cr", text.Plural(t.calls, "call", "calls"), view.Amount(t.spent)))
	})})
	if s.grouping != byCall {
		return append(out, view.Rows(&s.table)...)
	}
	this := view.Fact{Label: text.Const("This call"), Children: view.Pairs(s.about(s.at(s.table.Cursor())))}
	return append(out, view.Rows(&s.table, this)...)
}
