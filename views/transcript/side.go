package transcript

import (
	"strings"
	"time"

	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
)

// side lists the hits of a search, or tells what the transcript is.
func (s *Screen) side(w, h int) []string {
	if s.reader.Query() != "" {
		return s.hitList(w, h)
	}
	return layout.FitLines(widget.KV(s.env.Styles, s.about(), widget.Size{W: max(0, w-1), H: h}), w, h)
}

func (s *Screen) about() []widget.Pair {
	t := s.doc.track
	pairs := []widget.Pair{
		{Key: text.Const(" Source"), Value: t.kind()},
		{Key: text.Const(" Pace"), Value: t.wordsPerMinute()},
	}
	if !t.url.Empty() {
		pairs = append(pairs, widget.Pair{Key: text.Const(" Address"), Value: t.url})
	}
	for i, l := range s.languages {
		pairs = append(pairs, widget.Pair{Key: text.When(i == 0, " Languages"), Note: s.languageNote(l.Code),
			Value: text.Cat(languageName(l.Code, s.languages), text.When(l.IsAuto, ", auto-generated"))})
	}
	return pairs
}

// wordsPerMinute tells the speed of speech.
func (t *track) wordsPerMinute() text.Text {
	if t.length < time.Second || t.words == 0 {
		return text.Unknown
	}
	return text.Format("%d words a minute", int(float64(t.words)/t.length.Minutes()))
}

func (s *Screen) hitTitle() text.Text {
	return text.Format(" Hits for “%s”", s.env.Said(s.reader.Query()))
}

var noHits = text.Const(" No hits. Try fewer or other words.")

func (s *Screen) hitList(w, h int) []string {
	st := s.env.Styles
	lines := make([]string, 0, h)
	lines = append(lines, widget.Line(w, widget.Run{Text: s.hitTitle(), Style: st.Title}))
	for i := s.firstListed(h - 1); len(lines) < h && i < len(s.hits); i++ {
		lines = append(lines, s.hitLine(i, w))
	}
	if len(s.hits) == 0 {
		lines = append(lines, widget.Line(w, widget.Run{Text: noHits, Style: st.Dim}))
	}
	return layout.FitLines(lines, w, h)
}

// firstListed is the first hit in a list of h lines that keeps the current one
// in its middle.
func (s *Screen) firstListed(h int) int {
	current, _ := s.reader.Hits()
	return max(0, min(current-1-h/2, len(s.hits)-h))
}

func (s *Screen) hitLine(i, w int) string {
	st, hit := s.env.Styles, s.hits[i]
	current, _ := s.reader.Hits()
	glyph, found := text.Const(" "), st.Match
	if i+1 == current {
		glyph, found = text.Const("▸"), st.MatchCurrent
	}
	stamp := text.Text{}
	if s.doc.track.timed {
		stamp = text.Clock(s.doc.track.passages[s.doc.head(hit.Line)].start).PadLeft(7)
	}
	lead := text.Cat(glyph, stamp, text.Const(" "))
	para := s.doc.paras[hit.Line].Text
	from := contextFrom(para, hit.From, max(0, (w-lead.Width())/3))
	around := para.Slice(from, min(len(para.String()), hit.To+4*w))
	hit.From, hit.To = hit.From-from, hit.To-from
	rest := max(0, w-lead.Width())
	return widget.Line(min(w, lead.Width()), widget.Run{Text: lead, Style: st.Dim}) +
		widget.Highlight(around, []text.Span{hit}, rest, [2]theme.Style{st.Text, found})
}

// contextFrom returns the beginning of the words before a hit: a blank at most back bytes
// before it.
func contextFrom(t text.Text, hit, back int) int {
	from := max(0, hit-back)
	if from == 0 {
		return 0
	}
	if i := strings.IndexByte(t.String()[from:hit], ' '); i >= 0 {
		return from + i + 1
	}
	return hit
}
