package shortlist

import (
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// Tell counts the shortlists, with a row for each; the selected one in full.
func (x *index) Tell() []view.Fact {
	out := []view.Fact{view.Head(text.Const("Shortlists"))}
	if x.typing {
		out = append(out, view.Field(text.Const("id"), &x.input))
	} else {
		left, right := x.counted()
		out = append(out, view.Sentences(widget.Joined(left), widget.Joined(right))...)
	}
	if why := x.why(); len(why) > 0 {
		return append(out, view.Sentences(why...)...)
	}
	c := x.selected()
	more := append(view.Sentences(x.about(c)), view.Sentences(c.brief...)...)
	for _, m := range c.members {
		more = append(more, view.Sentences(text.Format("%s %s", m.handle, view.Network(m.platform)))...)
	}
	whole := x.table // with the columns that have room nowhere
	whole.Columns = columns(false)
	return append(out, view.Rows(&whole, more...)...)
}

// Tell is the shortlist: its brief, a row for each creator, and its notes.
func (r *review) Tell() []view.Fact {
	if r.list == nil {
		return append([]view.Fact{view.Head(text.Const("Shortlist"))}, view.Sentences(r.why()...)...)
	}
	out := []view.Fact{view.Head(r.list.name)}
	if !r.failure.Empty() {
		out = append(out, view.Fact{Kind: view.Alarm, Value: r.failure})
	}
	out = append(out, view.Sentences(r.about())...)
	for _, part := range []struct {
		label text.Text
		lines []text.Text
		none  text.Text
	}{{text.Const("Brief"), r.list.brief, noBrief}, {text.Const("Notes"), r.list.notes, noNotes}} {
		f := view.Fact{Label: part.label, Children: view.Sentences(part.lines...)}
		if len(part.lines) == 0 {
			f.Value = part.none
		}
		out = append(out, f)
	}
	return append(out, view.Rows(&r.table)...)
}
