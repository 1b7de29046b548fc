package creator

import (
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/picture"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// renderOverview draws what analysis found, and beside it, where there are two
// columns, what decides and what proves it. All of that is known already.
func (s *Screen) renderOverview(w, h int) []string {
	left, right := layout.Rect{W: w, H: h}.Columns(0.55)
	if right.Empty() && s.env.Portrays(s.id, w) { // it stands where what decides has no room
		return layout.JoinH(s.read.Render(s.env.Styles, w-picture.W-2, h), " ", layout.FitLines(s.env.Portrait(s.id), picture.W+1, h))
	}
	return layout.Beside(s.env.Styles, s.read.Render(s.env.Styles, left.W, left.H), right, view.Gathered(s.decision))
}

// decision are the verdict, safety, what is usual, the accounts, and the words that
// a search or the planner found.
func (s *Screen) decision(b *widget.Block) {
	m, _ := s.env.OnList(s.env.Member(s.id))
	s.env.Portrayed(b, s.id, s.standing)
	b.Gap()
	s.accounts(b)
	s.proof(b, m)
}

// Pictured is the creator, on the overview.
func (s *Screen) Pictured() string {
	if s.tab == overview && s.has(overview) {
		return s.id
	}
	return ""
}

// standing is the verdict, safety, and what is usual.
func (s *Screen) standing(b *widget.Block) {
	st := s.env.Styles
	b.Line(widget.Run{Text: text.Const("Decision"), Style: st.Header})
	m, list := s.env.OnList(s.env.Member(s.id))
	switch l := s.env.AtHand(); {
	case list == nil && l != nil:
		b.Say(text.Format("verdict  not on %s; %s adds them to a list", l.Name, s.env.Keys.KeyOf(keymap.Add, keymap.Global)), st.Dim, "")
	case list == nil:
		b.Say(text.Format("verdict  not on a list; %s adds them", s.env.Keys.KeyOf(keymap.Add, keymap.Global)), st.Dim, "")
	case m.Verdict == "":
		b.Say(text.Format("verdict  open, on %s", list.Name), st.Text, "")
	default:
		b.Say(text.Format("verdict  %s, on %s  %s", m.Verdict, list.Name, s.env.Ours(m.Reason)), st.Strong, "")
	}
	if note := s.safety.note(); !note.Empty() {
		b.Say(text.Format("safety  %s", note), st.Text, "")
	} else {
		b.Say(text.Format("safety  not checked, %s on its tab", s.env.Tell(s.offer(safety))), st.Dim, "")
	}
	if u := s.alike.usual(); u.Of > 0 {
		b.Say(text.Format("ER of %d lookalikes  median %s", u.Of, text.Percent(u.Rate)), st.Text, "")
	} else {
		b.Say(text.Format("lookalike ER  not loaded, %s on its tab", s.env.Tell(s.offer(alike))), st.Dim, "")
	}
}

// accounts are a line each, as the overview tells them.
func (s *Screen) accounts(b *widget.Block) {
	if s.creator == nil || len(s.creator.Profiles) == 0 {
		return
	}
	st := s.env.Styles
	b.Line(widget.Run{Text: text.Plural(len(s.creator.Profiles), "account", "accounts"), Style: st.Header})
	for _, p := range s.creator.Profiles {
		b.Line(widget.Run{Text: text.Format("%s  @%s", view.Network(p.Platform), p.Username), Style: st.Text},
			widget.Run{Text: text.Format("  %s · %s", text.CountOf(p.Followers), text.PercentOf(p.EngagementRate)), Style: st.Strong}, numbersOf(s.env, p.DataUpdatedAt))
	}
	b.Gap()
}

// proof shows the words that made a search find this creator, and the quotes that the
// planner pinned.
func (s *Screen) proof(b *widget.Block, m plan.Member) {
	st := s.env.Styles
	b.Line(widget.Run{Text: text.Const("Evidence"), Style: st.Header})
	n := 0
	if match := s.env.Known[s.id].Match; match != nil {
		for _, e := range view.Quotes(*match) {
			glyph, _ := view.Ground(e.Provenance)
			b.Say(text.Format("%s %s", glyph, view.Quoted(s.env.Said(*e.EvidenceQuote), e.Machine)), st.Text, "")
			n++
		}
	}
	for _, q := range m.Quotes {
		b.Say(text.Format("pinned “%s” — %s", s.env.Said(q.Words), q.Source), st.Text, "")
		n++
	}
	if n == 0 {
		b.Say(text.Format("No quotes yet: open a talk and press %s to pin a line.", s.env.Keys.KeyOf(keymap.Pin, keymap.Transcript)), st.Dim, "")
	}
}
