package creator

import (
	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// renderOverview draws what analysis found, and beside it, where there are two
// columns, what decides and what proves it. All of that is known already.
func (s *Screen) renderOverview(w, h int) []string {
	left, right := layout.Rect{W: w, H: h}.Columns(0.55)
	lines := s.read.Render(s.env.Styles, left.W, left.H)
	if right.Empty() {
		return lines
	}
	return layout.JoinH(lines, s.env.Styles.Border.Apply(" │"), layout.FitLines(s.decides(right.W), right.W, right.H))
}

// decides are the verdict, safety, what is usual, the accounts, and the words that
// a search or the planner found.
func (s *Screen) decides(w int) []string {
	st, b := s.env.Styles, aside{w: w}
	b.title(st, text.Const("What decides"))
	m, list := s.onList()
	switch {
	case list == nil:
		b.say(text.Format("verdict  on no list yet: %s adds them to one", s.env.Keys.KeyOf(keymap.Add, keymap.Global)), st.Dim)
	case m.Verdict == "":
		b.say(text.Format("verdict  open, on %s", list.Name), st.Text)
	default:
		b.say(text.Format("verdict  %s, on %s  %s", m.Verdict, list.Name, m.Reason), st.Strong)
	}
	if note := s.safety.note(); !note.Empty() {
		b.say(text.Format("safety  %s", note), st.Text)
	} else {
		b.say(text.Format("safety  not judged, %s on its tab", s.env.Tell(s.offer(safety))), st.Dim)
	}
	if u := s.alike.usual(); u.Of > 0 {
		b.say(text.Format("engagement of %d alike  median %s", u.Of, text.Percent(u.Rate)), st.Text)
	} else {
		b.say(text.Format("engagement of those alike  not read, %s on its tab", s.env.Tell(s.offer(alike))), st.Dim)
	}
	b.gap()
	s.accounts(&b)
	s.proof(&b, m)
	return b.lines
}

// onList is the creator as the list at hand holds them; nil if it does not.
func (s *Screen) onList() (plan.Member, *plan.List) {
	l := s.env.Plan.Current()
	if l == nil {
		return plan.Member{}, nil
	}
	i := l.Holds(s.env.Member(s.id))
	if i < 0 {
		return plan.Member{}, nil
	}
	return l.Members[i], l
}

// accounts are a line each, as the overview tells them.
func (s *Screen) accounts(b *aside) {
	if s.creator == nil || len(s.creator.Profiles) == 0 {
		return
	}
	st := s.env.Styles
	b.title(st, text.Plural(len(s.creator.Profiles), "account", "accounts"))
	for _, p := range s.creator.Profiles {
		b.line(widget.Run{Text: text.Format("%s  @%s", view.Network(p.Platform), p.Username), Style: st.Text},
			widget.Run{Text: text.Format("  %s · %s", text.CountOf(p.Followers), text.PercentOf(p.EngagementRate)), Style: st.Strong}, numbersOf(s.env, p.DataUpdatedAt))
	}
	b.gap()
}

// proof is the words that made a search find this creator, and the quotes that the
// planner pinned.
func (s *Screen) proof(b *aside, m plan.Member) {
	st := s.env.Styles
	b.title(st, text.Const("What proves it"))
	n := 0
	if match := s.env.Known[s.id].Match; match != nil {
		said := map[string]bool{}
		for _, e := range match.Evidence {
			if e.EvidenceQuote == nil || said[*e.EvidenceQuote] {
				continue
			}
			said[*e.EvidenceQuote] = true
			glyph := "○"
			if e.Provenance == api.FromPost {
				glyph = "●"
			}
			b.say(text.Format("%s “%s”", glyph, s.env.Said(*e.EvidenceQuote)), st.Text)
			n++
		}
	}
	for _, q := range m.Quotes {
		b.say(text.Format("pinned “%s” — %s", s.env.Said(q.Words), q.Source), st.Text)
		n++
	}
	if n == 0 {
		b.say(text.Format("No words of theirs were found or pinned yet: posts and talks have them, %s in a talk pins a line.", s.env.Keys.KeyOf(keymap.Pin, keymap.Transcript)), st.Dim)
	}
}

// aside gathers lines of a column.
type aside struct {
	w     int
	lines []string
}

func (b *aside) gap() { b.lines = append(b.lines, "") }

func (b *aside) line(runs ...widget.Run) { b.lines = append(b.lines, " "+widget.Line(b.w-1, runs...)) }

func (b *aside) title(st *theme.Styles, t text.Text) { b.line(widget.Run{Text: t, Style: st.Header}) }

func (b *aside) say(t text.Text, style theme.Style) {
	for _, l := range t.Wrap(max(1, b.w-2)) {
		b.lines = append(b.lines, " "+style.Text(l))
	}
}
