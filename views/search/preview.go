package search

import (
	"greenroom/api"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
)

// previewLines tell of the selected creator what is already known: nothing here
// costs anything.
func (s *Screen) previewLines(w, h int) []string {
	r := s.selected()
	if r == nil || w < 4 {
		return layout.Blank(w, h)
	}
	b := block{w: w}
	st := s.env.Styles
	b.line(widget.Run{Text: r.name, Style: st.Title}, widget.Run{Text: text.Cat(text.Const("  "), r.handle), Style: st.Dim})
	if p := r.result.PrimaryProfile; p != nil && (p.Followers != nil || p.EngagementRate != nil) {
		b.line(widget.Run{Text: text.Format("%s followers · %s", r.followers, r.rate), Style: st.Text},
			widget.Run{Text: text.Format(" · %s", text.AgeOf(p.DataUpdatedAt, s.env.Now)), Style: st.Dim})
	}
	if u := r.result.LocationUnverified; u != nil && *u {
		b.line(widget.Run{Text: text.Const("place not verified"), Style: st.Warn})
	}
	if r.result.Creator.Bio != nil {
		b.gap()
		for _, line := range text.CleanLines(*r.result.Creator.Bio) {
			b.words(line, st.Text, "")
		}
	}
	b.gap()
	m := r.result.Match
	fit := text.Const("fit")
	if m.LowConfidence {
		fit = text.Const("weak fit")
	}
	b.line(widget.Run{Text: text.Cat(widget.Bars(8, m.Score), text.Format(" %.2f ", m.Score), fit), Style: st.Good},
		widget.Run{Text: text.Format(" · confidence %.2f", m.Confidence), Style: st.Dim})
	for _, reason := range m.Reasons {
		b.words(text.Clean(reason), st.Text, "  ")
	}
	b.evidence(st, m.Evidence)
	b.gap()
	b.words(text.Const("Enter opens the creator."), st.Dim, "")
	return layout.FitLines(b.lines, w, h)
}

// block gathers lines of a pane.
type block struct {
	w     int
	lines []string
}

func (b *block) line(runs ...widget.Run) {
	b.lines = append(b.lines, " "+widget.Line(b.w-1, runs...))
}

func (b *block) gap() { b.lines = append(b.lines, "") }

func (b *block) words(t text.Text, style theme.Style, indent string) {
	for _, l := range t.Wrap(max(1, b.w-2-len(indent))) {
		b.lines = append(b.lines, " "+indent+style.Text(l))
	}
}

// evidence lists what the match rests on: a filled circle is a post's own
// words, an empty one a fact of a profile, a dot what was concluded.
func (b *block) evidence(st *theme.Styles, all []api.Evidence) {
	if len(all) == 0 {
		return
	}
	b.gap()
	for _, e := range all {
		style := st.Dim
		if e.Provenance == api.FromPost {
			style = st.Text
		}
		words := e.Text
		if e.EvidenceQuote != nil {
			words = "“" + *e.EvidenceQuote + "”"
		}
		b.words(text.Format("%s %s %s", glyph(e.Provenance), provenanceName(e.Provenance), words), style, "")
	}
}

func provenanceName(p api.Provenance) string {
	switch p {
	case api.FromPost:
		return "post"
	case api.FromProfile:
		return "fact"
	}
	return "inferred"
}
