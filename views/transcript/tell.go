package transcript

import (
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// Tell is whose words these are, what was found in them, and a row for each passage.
func (s *Screen) Tell() []view.Fact {
	head := view.Head(text.Cat(text.Const("Transcript: "), s.Title(), s.whose()))
	if s.doc == nil {
		return append([]view.Fact{view.Head(text.Const("Transcript"))}, view.Sentences(s.why()...)...)
	}
	out := []view.Fact{head}
	if s.Typing() {
		out = append(out, view.Field(text.Const("find"), &s.input))
	}
	if s.field == findWords && s.input.Value() != "" {
		out = append(out, view.Sentences(s.counted())...)
	}
	out = append(out, view.Sentences(s.doing().Text, text.Join(append([]text.Text{s.doc.track.language}, s.facts()...), text.Const(" · ")))...)
	out = append(append(out, view.Sentences(widget.Joined(s.another()))...), view.Labelled(text.Const("at"), s.position()))
	if s.reader.Query() == "" {
		out = append(out, view.Asked(view.Pairs(s.about()))...)
	} else {
		out = append(out, view.Asked(view.Sentences(s.hitTitle()))...)
		if len(s.hits) == 0 {
			out = append(out, view.Sentences(noHits)...)
		}
	}
	if len(s.doc.track.passages) == 0 {
		return append(out, view.Sentences(empty)...)
	}
	return append(out, s.tellPassages()...)
}

// tellPassages are the paragraphs, those that are selected and those that hold what was
// looked for as such.
func (s *Screen) tellPassages() []view.Fact {
	kept, chosen, hit := s.pinned(), s.selection(), map[int]bool{}
	for _, h := range s.hits {
		hit[h.Line] = true
	}
	at := s.reader.Para()
	var out []view.Fact
	for i, p := range s.doc.paras {
		if p.Text.Empty() {
			continue
		}
		f := view.Fact{Kind: view.Row, Label: p.Stamp, Value: p.Text, Here: i == at, Marked: kept(i)}
		if p.Heading {
			f.Kind = view.Note
		}
		if hit[i] {
			f.Children = append(f.Children, view.Fact{Value: text.Const("a hit")})
		}
		for _, c := range chosen {
			if c.Line == i {
				f.Children = append(f.Children, view.Fact{Value: text.Const("in the quote")})
			}
		}
		out = append(out, f)
	}
	return out
}

var empty = text.Const("This transcript is empty.")
