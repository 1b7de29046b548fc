package review

import (
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// Tell is the list with its brief, and a row for each creator with an answer to each
// question; the one under the cursor in full.
func (s *Screen) Tell() []view.Fact {
	l := s.list()
	out := []view.Fact{view.Head(text.Format("List: %s", s.Title()))}
	if l == nil || len(l.Members) == 0 {
		return append(out, view.Sentences(s.why()...)...)
	}
	s.member() // the cursor is on the list
	words, right := s.sought(l)
	out = append(append(out, view.Sentences(s.proposed(), counted(l))...), view.Labelled(text.Const("brief"), words))
	for _, r := range right {
		out = append(out, view.Sentences(r.Text)...)
	}
	rows, at := s.rows(), len(out)
	out = append(out, view.Labelled(text.Const("at"), text.Format("%d of %d", s.col+1, len(l.Members))), view.Labelled(text.Const("question"), text.Clean(rows[s.row].name)))
	out[at].Kind, out[at+1].Kind = view.Aside, view.Aside
	at += 2
	for i, m := range l.Members {
		out = append(out, view.Fact{Kind: view.Row, Value: text.Clean(m.Name), Here: i == s.col})
	}
	for _, r := range rows {
		for i, v := range s.values(l, r, 0, len(l.Members)) {
			f := view.Labelled(text.Clean(r.name), v.text)
			if !v.full.Empty() && v.full != v.text {
				f.Children = view.Sentences(v.full)
			}
			out[at+i].Children = append(out[at+i].Children, f)
		}
	}
	here := &out[at+s.col]
	here.Children = append(here.Children, view.Asked(view.Sentences(s.full(widget.Block{Tells: true}).Told...))...)
	for i := at; i < len(out); i++ {
		out[i].Said = short(out[i])
	}
	return out
}

// inShort are the questions whose answers tell one creator from another.
var inShort = map[string]bool{"verdict": true, "followers": true, "ER by followers": true, "match": true, "safety": true}

// short is a creator in a line.
func short(f view.Fact) text.Text {
	said := f.Value
	for _, c := range f.Children {
		if inShort[c.Label.String()] && c.Value != text.Unknown {
			said = text.Format("%s. %s %s", said, c.Label, c.Value)
		}
	}
	return said
}
