package ledger

import (
	"greenroom/ui/text"
	"greenroom/views/view"
)

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
	sums := view.Fact{Kind: view.Aside, Label: text.Const("What for")}
	for _, t := range s.sums.by {
		sums.Children = append(sums.Children, view.Labelled(t.kind, text.Format("%s  %s cr", text.Plural(t.calls, "call", "calls"), view.Amount(t.spent))))
	}
	out = append(out, sums)
	if s.grouping != byCall {
		return append(out, view.Rows(&s.table)...)
	}
	this := view.Fact{Label: text.Const("This call"), Children: view.Pairs(s.about(s.at(s.table.Cursor())))}
	return append(out, view.Rows(&s.table, this)...)
}
