package search

import (
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// previewLines tell of the selected creator what is already known, the proof
// first: nothing here costs anything.
func (s *Screen) previewLines(w, h int) []string {
	if s.selected() == nil || w < 4 {
		return layout.Blank(w, h)
	}
	b := widget.Block{W: w}
	s.about(&b)
	return s.pager.Render(b.Lines, w, h)
}

// Pictured is the selected creator, while the preview is shown.
func (s *Screen) Pictured() string {
	if r := s.selected(); r != nil && (s.peek || !s.panes(s.env.Cols, s.env.Rows).preview.Empty()) {
		return r.result.Creator.ID
	}
	return ""
}

// about tells the known facts of the selected creator.
func (s *Screen) about(b *widget.Block) {
	r, st := s.selected(), s.env.Styles
	if r == nil {
		return
	}
	s.env.Portrayed(b, r.result.Creator.ID, func(b *widget.Block) {
		who := []widget.Run{{Text: r.name, Style: st.Title}, {Text: text.Cat(text.Const("  "), r.handle), Style: st.Dim}}
		if !b.Tells && b.W < previewKeep && widget.Width(who) >= b.W { // beside a portrait
			b.Line(who[0])
			who = []widget.Run{{Text: r.handle, Style: st.Dim}}
		}
		b.Line(who...)
		listed := listedCell(s, r)
		b.Say(listed.Text, listed.Style, "")
	})
	proof(b, &s.env.Frame, r.result.Match)
	b.Gap()
	if fit := fitCell(s, r); !s.listed() {
		b.Line(widget.Run{Text: text.Format("fit %s %s", fit.Text, fit.More), Style: fit.Style},
			widget.Run{Text: text.Format(" · %s", view.Odds(r.result.Match.Confidence)), Style: st.Dim})
	}
	for _, ground := range grounds(&s.env.Frame, r) {
		b.Say(ground, st.Dim, "  ")
	}
	s.aboutProfile(b, r)
	if s.peek {
		b.Gap()
		b.Say(text.Format("%s opens the creator.", s.env.Keys.KeyOf(keymap.Open, keymap.Search)), st.Dim, "")
	}
}

// aboutProfile tells the facts of the account, and the creator's own words.
func (s *Screen) aboutProfile(b *widget.Block, r *row) {
	st := s.env.Styles
	if p := r.result.PrimaryProfile; p != nil && (p.Followers != nil || p.EngagementRate != nil) {
		b.Gap()
		age := ageCell(s, r)
		told := []text.Text{text.Format("%s followers", r.followers), text.Format("%s ER by followers", r.rate), r.networks}
		if tells(r.result.Match, api.FieldEngagement) {
			told = slices.Delete(told, 1, 2) // it stands among the grounds
		}
		b.Say(text.Join(told, text.Const(" · ")), st.Text, "")
		b.Line(widget.Run{Text: text.Format("numbers %s", text.AgeOf(p.DataUpdatedAt, s.env.Now)), Style: age.Style},
			widget.Run{Text: text.When(strings.HasSuffix(age.Text.String(), "stale"), " · outdated: may have changed"), Style: age.Style})
	}
	if u := r.result.LocationUnverified; u != nil && *u {
		b.Line(widget.Run{Text: text.Const("location not verified"), Style: st.Warn})
	}
	if r.result.Creator.Bio != nil {
		b.Gap()
		b.Text(s.env.SaidLines(*r.result.Creator.Bio), st.Dim)
	}
}

// proof shows the words that a match rests on, each once: a filled circle is a post's own,
// an empty one those of a profile.
func proof(b *widget.Block, f *view.Frame, m api.Match) {
	st := f.Styles
	for _, e := range view.Quotes(m) {
		b.Gap()
		style := st.Dim
		if e.Provenance == api.FromPost {
			style = st.Text
		}
		glyph, word := view.Ground(e.Provenance)
		b.Say(text.Format("%s %s %s", glyph, word, view.Quoted(f.Said(*e.EvidenceQuote), e.Machine)), style, "")
	}
}

// grounds are the reasons of a match and the facts that no reason tells already. What
// stands elsewhere in the preview is left out: followers have their own line, the
// bio its own lines, and a verified account its sign.
func grounds(f *view.Frame, r *row) []text.Text {
	var out []text.Text
	var told []string
	say := func(sign, words string) {
		if !slices.ContainsFunc(told, func(earlier string) bool { return strings.HasPrefix(earlier, words) }) {
			told = append(told, words)
			out = append(out, text.Format("%s %s", sign, f.Said(words)))
		}
	}
	for _, reason := range r.result.Match.Reasons {
		if !signed(r, reason) {
			say("○", reason)
		}
	}
	for _, e := range r.result.Match.Evidence {
		if e.EvidenceQuote == nil && (e.FactID == nil || *e.FactID != api.FieldFollowers) && !inBio(r, e.Text) && !signed(r, e.Text) {
			glyph, _ := view.Ground(e.Provenance)
			say(glyph, e.Text)
		}
	}
	return out
}

// signed says whether words tell only what the sign beside the handle does.
func signed(r *row, words string) bool {
	return words == "verified" && r.result.PrimaryProfile != nil && r.result.PrimaryProfile.IsVerified
}

// inBio says whether words quote the bio, which stands below.
func inBio(r *row, words string) bool {
	_, quoted, ok := strings.Cut(words, ": ")
	return ok && r.result.Creator.Bio != nil && strings.Contains(view.Flat(*r.result.Creator.Bio), view.Flat(quoted))
}

// tells says whether a match names a fact.
func tells(m api.Match, fact string) bool {
	return slices.ContainsFunc(m.Evidence, func(e api.Evidence) bool { return e.FactID != nil && *e.FactID == fact })
}
