package review

import (
	"slices"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// trial is the result of a brief's rules for a creator. Unknown is no pass.
type trial struct {
	rules   bool // there are any
	broken  []text.Text
	untried []text.Text
	read    read
	posts   *int64 // that there are on the network of the profile; nil: unknown
	network api.Platform
	hits    []hit
	flags   []api.Flag // that break a rule
}

// try holds a creator against the rules of the brief.
func (s *Screen) try(m plan.Member, f plan.Facts) trial {
	l := s.list()
	t := trial{rules: l.Brief.Rules.Any(), read: s.kept.found[m.Key()]}
	if f.Profile != nil && f.Profile.ProfileDetails != nil {
		t.posts, t.network = f.Profile.Metrics.Posts, f.Profile.Platform
	}
	t.words(s, l.Brief.Rules)
	t.judged(l, m, f.Safety)
	t.figures(l.Brief.Rules, summary(m, f))
	return t
}

// words tries the rules on what is written and said.
func (t *trial) words(s *Screen, rules plan.Rules) {
	if !rules.OfWords() {
		return
	}
	t.hits = t.read.hits
	for i, words := range [][]string{rules.Competitors, rules.Words} {
		for _, word := range words {
			of := each.Where(t.hits, func(h hit) bool { return h.word == word && h.competitor == (i == 0) })
			if len(of) > 0 {
				t.broken = append(t.broken, said(of))
			}
		}
	}
	switch {
	case s.env.Texts == nil:
		t.untried = append(t.untried, text.Const("words: no texts are kept here"))
	case s.kept.failed:
		t.untried = append(t.untried, text.Const("words: what is kept could not be read"))
	case s.kept.found == nil:
		t.untried = append(t.untried, text.Const("words: being looked up"))
	case t.read.written()+t.read.spoken == 0:
		t.untried = append(t.untried, text.Const("nothing kept yet"))
	}
}

// said quotes the newest place that breaks one rule on words.
func said(of []hit) text.Text {
	verb := text.Const("says")
	if of[0].competitor {
		verb = text.Const("names")
	}
	return text.Format("%s %s in %s%s", verb, of[0].word, of[0].where(), text.When(len(of) > 1, " and %d more", len(of)-1))
}

func (h hit) where() text.Text {
	what := text.Const("a post")
	if h.Spoken {
		what = text.Const("a talk")
	}
	return text.Cat(what, text.When(!h.Posted.IsZero(), " of %s", view.Day(h.Posted)))
}

// judged tries the rules on flags and the rating. What was cleared breaks none.
func (t *trial) judged(l *plan.List, m plan.Member, s *api.Safety) {
	rules := l.Brief.Rules
	if len(rules.Kinds) == 0 && rules.Flags == nil && rules.Rating == "" {
		return
	}
	if s == nil {
		t.untried = append(t.untried, text.Const("flags: brand safety is not read"))
		return
	}
	count := l.Count(m, s)
	for _, k := range rules.Kinds {
		of := each.Where(s.Flags, func(f api.Flag) bool {
			r, _ := l.Ruling(m, f)
			return f.Type == k && r.State() != plan.FlagCleared
		})
		if len(of) > 0 {
			t.broken = append(t.broken, text.Format("%s flag", plan.KindName(k)))
			t.flags = append(t.flags, of...)
		}
	}
	if n := count.Standing(); rules.Flags != nil && n > *rules.Flags {
		t.broken = append(t.broken, text.Format("%s, at most %d", text.Plural(n, "flag", "flags"), *rules.Flags))
	}
	switch {
	case rules.Rating == "":
	case !slices.Contains([]api.Rating{api.RatingA, api.RatingB, api.RatingC}, s.Rating):
		t.untried = append(t.untried, text.Const("rating: not told"))
	case s.Rating > rules.Rating:
		switch cleared := count[plan.FlagCleared]; {
		case cleared == 0:
			t.broken = append(t.broken, text.Format("rating %s, at least %s", s.Rating, rules.Rating))
		case count.Standing() > 0:
			t.untried = append(t.untried, text.Format("rating: %s rests in part on %s", s.Rating, text.Plural(cleared, "cleared flag", "cleared flags")))
		}
	}
	if view.Unsure(s) {
		t.untried = append(t.untried, text.Format("flags: brand safety is only %s sure", text.Percent(s.Confidence*100)))
	}
}

// figures tries the rules on numbers.
func (t *trial) figures(rules plan.Rules, p *api.ProfileSummary) {
	if p == nil {
		p = &api.ProfileSummary{}
	}
	if low, high := rules.Followers.Min, rules.Followers.Max; low != nil || high != nil {
		switch n := float(p.Followers); {
		case n == nil:
			t.untried = append(t.untried, text.Const("followers: not known"))
		case low != nil && *n < *low:
			t.broken = append(t.broken, text.Format("%s followers, at least %s", text.CountOf(n), text.CountOf(low)))
		case high != nil && *n > *high:
			t.broken = append(t.broken, text.Format("%s followers, at most %s", text.CountOf(n), text.CountOf(high)))
		}
	}
	if low := rules.Engagement; low != nil {
		switch n := p.EngagementRate; {
		case n == nil:
			t.untried = append(t.untried, text.Const("engagement: not known"))
		case *n < *low:
			t.broken = append(t.broken, text.Format("ER %s, at least %s", text.Percent(*n), text.Percent(*low)))
		}
	}
}

// basis tells how much was read for rules on words: "14 of 120 posts, 3 talks".
func (t trial) basis() text.Text {
	n := t.read.written()
	b := text.Plural(n, "post", "posts")
	switch here := t.read.posts[t.network]; {
	case here == 0 || t.posts == nil || *t.posts < int64(here): // of how many is not known
	case here == n:
		b = text.Format("%d of %s", n, text.Plural(int(*t.posts), "post", "posts"))
	default:
		b = text.Format("%d of %d %s posts, %d on other networks", here, *t.posts, view.Network(t.network), n-here)
	}
	return text.Cat(b, text.When(t.read.spoken > 0, ", %s", text.Plural(t.read.spoken, "talk", "talks")))
}

// says is the outcome in full: what is broken, what holds where, what could not be
// tried.
func (t trial) says(ofWords bool) text.Text {
	semicolon := text.Const("; ")
	out := text.List(semicolon, text.When(len(t.broken) > 0, "breaks %d: %s", len(t.broken), text.Join(t.broken, semicolon)),
		text.When(len(t.untried) > 0, "unknown: %s", text.Join(t.untried, semicolon)))
	switch {
	case !out.Empty():
		return text.Cat(out, text.When(ofWords, " · read: %s", t.basis()))
	case ofWords:
		return text.Format("holds in all that was read: %s", t.basis())
	}
	return text.Const("holds, going by the figures and flags that were read")
}

// rulesCell tells whether a creator keeps the rules of the brief.
func (s *Screen) rulesCell(m plan.Member, f plan.Facts) value {
	st, rules := s.env.Styles, s.list().Brief.Rules
	t := s.try(m, f)
	v := value{full: t.says(rules.OfWords())}
	switch {
	case !t.rules:
		return value{text: text.Const("none set"), full: text.Format("no rules yet: %s writes them into the brief", s.env.Keys.KeyOf(keymap.Brief, keymap.Global)), style: st.Faint}
	case len(t.broken) > 0:
		v.text, v.style = text.Format("breaks %d", len(t.broken)), st.Bad
	case len(t.untried) > 0:
		v.text, v.style = text.Const("unknown"), st.Warn
	case !rules.OfWords():
		v.text, v.style = text.Const("holds"), st.Good
	default:
		v.text, v.style = text.Format("holds · %d read", t.read.written()+t.read.spoken), st.Good
	}
	return v
}

// proof is the evidence of a broken rule: words at their place, or a flag.
type proof struct {
	hit  *hit
	flag *api.Flag
}

func (t trial) proofs() (all []proof) {
	for i := range t.hits {
		all = append(all, proof{hit: &t.hits[i]})
	}
	for i := range t.flags {
		all = append(all, proof{flag: &t.flags[i]})
	}
	return all
}

func (s *Screen) proofText(m plan.Member, p proof) text.Text {
	if p.flag != nil {
		return view.FlagText(s.list(), m, *p.flag)
	}
	return text.Format("%s, %s: “%s”", p.hit.word, p.hit.where(), p.hit.quote)
}

// pickProof asks which quote or flag is opened.
func (s *Screen) pickProof(m plan.Member, all []proof) view.Out {
	at := func(p proof) (to view.Page) {
		switch {
		case p.flag != nil:
		case p.hit.Spoken:
			to = view.Page{Kind: view.Transcript, ID: p.hit.Place.ID, Platform: p.hit.Place.Platform, Creator: m.Creator, Query: p.hit.exact}
		case p.hit.Post != "":
			to = view.Page{Kind: view.Creator, ID: m.Creator, Post: p.hit.Post, Query: p.hit.exact}
		}
		return to
	}
	out := pickPage(s, text.Format("What breaks rules: Enter opens it, %s", m.Name), all, func(p proof) text.Text { return s.proofText(m, p) }, at)
	open := view.As[*view.Pick](out).Done
	view.As[*view.Pick](out).Done = func(i int, typed string) view.Out {
		if f := all[i].flag; f != nil {
			return s.env.RuleOn(s.id, m, *f)
		}
		return open(i, typed)
	}
	return out
}
