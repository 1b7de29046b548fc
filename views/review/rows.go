package review

import (
	"cmp"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views/view"
)

// row is one thing that counts.
type row struct {
	name string
	kind kind // what reads it; nothing for what the planner writes
	cell func(*Screen, plan.Member, plan.Facts) value
}

// value is a cell's value. Rank is what the best of a row has most of; it counts where
// ranked is true.
type value struct {
	text   text.Text
	full   text.Text // where there is room; empty: text
	style  theme.Style
	rank   float64
	ranked bool
	barred bool // from being the best of its row
	hole   bool
}

// rows are the questions of this review: those of all, and below the verdict what others
// say of it.
func (s *Screen) rows() []row {
	all, others := rows(), s.reviewRows()
	return slices.Insert(all, 2, append(others, s.rubricRows()...)...)
}

// rows are the questions of every review, in the order they are asked.
func rows() []row {
	return []row{
		{"verdict", nothing, (*Screen).verdictCell},
		{"because", nothing, func(s *Screen, m plan.Member, _ plan.Facts) value { return s.plain(s.env.Ours(m.Reason)) }},
		{"followers", profile, seen(func(p *api.ProfileSummary) *float64 { return float(p.Followers) }, func(n float64) text.Text { return text.Count(int64(n)) })},
		{"ER by followers", profile, seen(func(p *api.ProfileSummary) *float64 { return p.EngagementRate }, text.Percent)},
		{"vs lookalikes", alike, (*Screen).usualCell},
		{"growth 30 d", profile, number(func(p *api.Profile) *float64 { return p.Growth.Followers30dPct }, text.Signed)},
		{"posts a week", profile, number(func(p *api.Profile) *float64 { return p.Metrics.PostsPerWeek }, func(n float64) text.Text { return text.Format("%.1f", n) })},
		{"last post", profile, (*Screen).lastPost},
		{"match", match, (*Screen).matchCell},
		{"safety", safety, (*Screen).safetyCell},
		{"rules", nothing, (*Screen).rulesCell},
		{"paid posts", posted, (*Screen).paidCell},
		{"languages", posted, (*Screen).languagesCell},
		{"place", nothing, func(s *Screen, m plan.Member, _ plan.Facts) value {
			return s.plain(cmp.Or(m.Place, s.env.Known[m.Creator].Place))
		}},
		{"fee", nothing, (*Screen).feeCell},
		{"proof", nothing, func(s *Screen, m plan.Member, _ plan.Facts) value {
			if len(m.Quotes) == 0 {
				return s.plain("")
			}
			return value{text: text.Plural(len(m.Quotes), "quote", "quotes"), style: s.env.Styles.Text, rank: float64(len(m.Quotes)), ranked: true}
		}},
		{"note", nothing, func(s *Screen, m plan.Member, _ plan.Facts) value { return s.plain(s.env.Private(m.Note)) }},
		{"paid brands", nothing, (*Screen).brandsCell},
		{"network", nothing, func(s *Screen, m plan.Member, _ plan.Facts) value { return s.plain(view.Network(m.Platform).String()) }},
		{"fee per 1,000", nothing, (*Screen).perThousand},
		{"per engagement", nothing, (*Screen).perEngagement},
	}
}

func (s *Screen) plain(words string) value {
	if words == "" {
		return value{text: text.Unknown, style: s.env.Styles.Faint}
	}
	return value{text: text.Join(text.CleanLines(words), text.Const(" ")), style: s.env.Styles.Text}
}

func (s *Screen) verdictCell(m plan.Member, _ plan.Facts) value {
	st := s.env.Styles
	switch m.Verdict {
	case plan.Yes:
		return value{text: text.Const("+ yes"), style: st.Good}
	case plan.No:
		return value{text: text.Const("- no"), style: st.Bad}
	case plan.Reserve:
		return value{text: text.Const("~ reserve"), style: st.Neutral}
	case plan.Maybe:
		return value{text: text.Const("~ maybe"), style: st.Neutral}
	}
	return value{text: text.Const("open"), style: st.Faint}
}

func float(n *int64) *float64 {
	if n == nil {
		return nil
	}
	f := float64(*n)
	return &f
}

// summary is the account as it was read last, or else as a search told of it; nil
// if neither did.
func summary(m plan.Member, f plan.Facts) *api.ProfileSummary {
	if f.Profile != nil {
		return &f.Profile.ProfileSummary
	}
	return m.Seen
}

// seen is a row of a number that a search tells too, and that is no hole then.
func seen(of func(*api.ProfileSummary) *float64, show func(float64) text.Text) func(*Screen, plan.Member, plan.Facts) value {
	return func(s *Screen, m plan.Member, f plan.Facts) value {
		p := summary(m, f)
		if p == nil || f.Profile == nil && of(p) == nil {
			return s.missing(hole{profile, m})
		}
		v := s.ranked(of(p), show)
		if at := p.DataUpdatedAt; at != nil && v.ranked && s.env.Now.Sub(*at) >= view.StaleAfter {
			v.text = text.Format("%s data %s", v.text, strings.TrimSuffix(text.AgeOf(at, s.env.Now).String(), " old"))
			v.style = s.env.Styles.Warn
		}
		return v
	}
}

// ranked is a number that can be the best of its row.
func (s *Screen) ranked(n *float64, show func(float64) text.Text) value {
	if n == nil {
		return s.plain("")
	}
	return value{text: show(*n), style: s.env.Styles.Text, rank: *n, ranked: true}
}

func number(of func(*api.Profile) *float64, show func(float64) text.Text) func(*Screen, plan.Member, plan.Facts) value {
	return func(s *Screen, m plan.Member, f plan.Facts) value {
		if f.Profile == nil || f.Profile.ProfileDetails == nil {
			return s.missing(hole{profile, m})
		}
		return s.ranked(of(f.Profile), show)
	}
}

func (s *Screen) lastPost(m plan.Member, f plan.Facts) value {
	if f.Profile == nil || f.Profile.ProfileDetails == nil {
		return s.missing(hole{profile, m})
	}
	at := f.Profile.Activity.LastPostAt
	if at == nil {
		return s.plain("")
	}
	return value{text: text.AgoOf(at, s.env.Now), style: s.env.Styles.Text, rank: float64(at.Unix()), ranked: true}
}

// usualCell holds engagement against that of creators alike.
func (s *Screen) usualCell(m plan.Member, f plan.Facts) value {
	st, p := s.env.Styles, summary(m, f)
	switch u := f.Usual; {
	case u == nil:
		return s.missing(hole{alike, m})
	case u.Of == 0:
		return value{text: text.Const("too few known"), full: text.Const("too few lookalikes with a known engagement rate"), style: st.Faint}
	case p == nil || p.EngagementRate == nil || u.Rate <= 0:
		return value{text: text.Format("usual %s", text.Percent(u.Rate)), full: text.Format("%s is the median of %d lookalikes; this creator's own rate is unknown", text.Percent(u.Rate), u.Of), style: st.Dim}
	default:
		times := *p.EngagementRate / u.Rate
		return value{text: text.Format("%.1f× usual", times), style: st.Text, rank: times, ranked: true,
			full: text.Format("%s ER is %.1f times the median of %d lookalikes, %s", text.Percent(*p.EngagementRate), times, u.Of, text.Percent(u.Rate))}
	}
}

// paidCell is the share of the newest posts that are paid for. It is neither good
// nor bad, and nobody's is the best.
func (s *Screen) paidCell(m plan.Member, f plan.Facts) value {
	switch p := f.Posted; {
	case p == nil:
		return s.missing(hole{posted, m})
	case p.Of == 0:
		return value{text: text.Const("no posts"), style: s.env.Styles.Faint}
	default:
		return value{text: text.Format("%d of %d", p.Paid, p.Of), full: text.Format("%d of the newest %s are sponsored, going by their text", p.Paid, text.Plural(p.Of, "post", "posts")), style: s.env.Styles.Text}
	}
}

func (s *Screen) languagesCell(m plan.Member, f plan.Facts) value {
	switch p := f.Posted; {
	case p == nil:
		return s.missing(hole{posted, m})
	case len(p.Languages) == 0:
		return value{text: text.Const("not recognized"), style: s.env.Styles.Faint}
	default:
		return s.plain(strings.Join(p.Languages, ", "))
	}
}

func (s *Screen) matchCell(m plan.Member, f plan.Facts) value {
	switch {
	case f.Match == nil && !s.list().Brief.Asks():
		return value{text: text.Const("no brief"), style: s.env.Styles.Faint}
	case f.Match == nil:
		return s.missing(hole{match, m})
	}
	score := strings.TrimPrefix(text.Format("%.2f", f.Match.Score).String(), "0") // so that the mark of the best has room
	return value{text: text.Format("%s %s", decision(f.Match), score), style: s.decisionStyle(f.Match), rank: f.Match.Score, ranked: true, barred: f.Match.Decision == api.DecisionAvoid}
}

// decision is the judgement as it is told, with a glyph, so that colour is not needed.
func decision(m *api.BriefMatch) string {
	glyph := map[api.Decision]string{api.DecisionGood: "▲ ", api.DecisionNeutral: "◆ ", api.DecisionAvoid: "▼ "}[m.Decision]
	word := strings.TrimSuffix(m.Word(), " good") // of a column's width: likely, perhaps
	if word != m.Word() {
		glyph = "△ "
	}
	return glyph + strings.ToUpper(word)
}

func (s *Screen) decisionStyle(m *api.BriefMatch) theme.Style {
	switch m.Word() {
	case string(api.DecisionGood):
		return s.env.Styles.Good
	case string(api.DecisionAvoid):
		return s.env.Styles.Bad
	}
	return s.env.Styles.Neutral
}

// safetyCell tells how many flags stand: those that the planner cleared do not.
func (s *Screen) safetyCell(m plan.Member, f plan.Facts) value {
	if f.Safety == nil {
		return s.missing(hole{safety, m})
	}
	count := s.list().Count(m, f.Safety)
	st, standing := s.env.Styles, count.Standing()
	v := value{style: st.Good, rank: -float64(standing), ranked: true}
	_, not := f.Safety.NotJudged()
	switch {
	case not && standing > 0:
		v = value{text: text.Format("%s ▲%d", view.Rated(f.Safety), standing), style: st.Warn}
	case not:
		v = value{text: view.Rated(f.Safety), style: st.Warn}
	case view.Unsure(f.Safety):
		v = value{text: text.Format("%s, %s sure", f.Safety.Rating, text.Percent(f.Safety.Confidence*100)), style: st.Warn}
	case standing > 0:
		v.text, v.style = text.Format("%s %s ▲", f.Safety.Rating, text.Plural(standing, "flag", "flags")), st.Warn
	default:
		if v.text, v.full = view.Clear(f.Safety); !v.full.Empty() {
			v.style, v.ranked = st.Text, false
		}
	}
	if count[plan.FlagConfirmed]+count[plan.FlagCleared] > 0 {
		v.text, v.full = decided(f.Safety, count)
	}
	return v
}

// decided are the flags by what became of them: in signs for a cell, and in words.
func decided(s *api.Safety, count plan.Counts) (short, full text.Text) {
	short, full = text.Clean(string(s.Rating)), text.Format("%s:", s.Rating)
	for i, state := range plan.FlagStates() {
		sign := []text.Text{text.Const("▲"), text.Const("!"), text.Const("✓")}[i]
		if n := count[state]; n > 0 {
			short = text.Cat(short, text.Format(" %d%s", n, sign))
		}
		full = text.Cat(full, text.Format(" %d %s (%s)", count[state], state, sign))
	}
	return short, full
}

// missing is a hole, with its price.
func (s *Screen) missing(h hole) value {
	if h.kind == profile && h.Username == "" {
		return value{text: text.Const("no account known"), style: s.env.Styles.Faint}
	}
	o := s.told([]hole{h})
	style := s.env.Styles.Price
	if s.env.Free(o) {
		style = s.env.Styles.Free
	}
	return value{text: text.Format("– %s", s.env.Tell(o)), style: style, hole: true}
}
