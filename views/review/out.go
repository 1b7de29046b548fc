package review

import (
	"cmp"
	"strings"

	"github.com/google/uuid"

	"greenroom/api"
	"greenroom/client/plan"
	brands "greenroom/client/posted"
	"greenroom/internal/each"
	"greenroom/internal/english"
	"greenroom/internal/sheet"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/news"
	"greenroom/views/view"
)

// opens is what the cell under the cursor leads to in the place of the creator: a reason or a
// quote at its source, a flag to be ruled on; nil where that is nothing.
func (s *Screen) opens(m plan.Member) func() view.Out {
	f := s.facts(m)
	switch row := s.rows()[s.row].name; {
	case row == "match" && f.Match != nil:
		return func() view.Out { return s.pickReason(m, reasons(*f.Match)) }
	case row == "safety" && f.Safety != nil && len(f.Safety.Flags) > 0:
		return func() view.Out { return s.pickFlag(m, f.Safety.Flags) }
	case row == "rules" && len(s.try(m, f).proofs()) > 0:
		return func() view.Out { return s.pickProof(m, s.try(m, f).proofs()) }
	case row == "proof" && len(m.Quotes) > 0:
		return func() view.Out { return s.pickQuote(m) }
	case row == "paid brands" && len(s.kept.found[m.Key()].brands) > 0:
		return func() view.Out { return s.pickBrand(m) }
	case written[row] != "":
		return func() view.Out { return s.Do(written[row]) }
	}
	return nil
}

// written are the rows of what planners write themselves, with what writes it.
var written = map[string]keymap.Action{"fee": keymap.PriceTag, "fee per 1,000": keymap.PriceTag, "per engagement": keymap.PriceTag, "note": keymap.Note}

// open opens what the cell leads to, or the creator.
func (s *Screen) open() view.Out {
	m := *s.member()
	switch opens := s.opens(m); {
	case opens != nil:
		return opens()
	case m.Creator == "":
		return view.Fail(text.Format("@%s is not identified yet: find them by name.", m.Username))
	}
	return view.Open(view.Page{Kind: view.Creator, ID: m.Creator})
}

func (s *Screen) pickReason(m plan.Member, all []api.Reason) view.Out {
	return pickPage(s, text.Format("Reasons for %s: Enter opens the source", m.Name), all, reasonText, func(r api.Reason) (to view.Page) {
		if r.SourcePostID == nil {
			return to
		}
		to = view.Page{Kind: view.Creator, ID: m.Creator, Post: *r.SourcePostID}
		if r.EvidenceQuote != nil {
			to.Query = view.Findable(*r.EvidenceQuote)
		}
		return to
	})
}

func (s *Screen) pickQuote(m plan.Member) view.Out {
	return pickPage(s, text.Format("Quotes of %s: Enter opens the source", m.Name), m.Quotes, quoteText, func(q plan.Quote) view.Page {
		if q.Post != "" && m.Creator != "" {
			return view.Page{Kind: view.Creator, ID: m.Creator, Post: q.Post, Query: view.Findable(q.Words)}
		}
		return view.Page{Kind: view.Transcript, ID: q.Place.ID, Platform: q.Place.Platform, Creator: m.Creator, Query: view.Findable(q.Words)}
	})
}

func (s *Screen) pickFlag(m plan.Member, flags []api.Flag) view.Out {
	show := func(f api.Flag) text.Text { return view.FlagText(s.list(), m, f) }
	return pick(s, text.Format("Flags of %s", m.Name), flags, show, func(f api.Flag) view.Out {
		return s.env.RuleOn(s.id, m, f)
	})
}

// pick asks for one of several things.
func pick[T any](s *Screen, title text.Text, all []T, show func(T) text.Text, done func(T) view.Out) view.Out {
	return view.Out{Next: &view.Pick{Title: title, Items: each.Of(all, func(one T) text.Text { return s.env.Said(show(one).String()) }),
		Done: func(i int, _ string) view.Out { return done(all[i]) }}}
}

// pickPage is pick of things that each stand on a page; what stands on none is said.
func pickPage[T any](s *Screen, title text.Text, all []T, show func(T) text.Text, at func(T) view.Page) view.Out {
	out := pick(s, title, all, show, func(one T) view.Out {
		if to := at(one); to.ID != "" {
			return view.Open(to)
		}
		return view.Say(s.env.Said(show(one).String()))
	})
	view.As[*view.Pick](out).Leads = func(i int) view.Page { return at(all[i]) }
	return out
}

// conflict shows what the service holds beside what stands here. Neither is lost:
// the other text goes along as a list of its own.
func (s *Screen) conflict(theirs api.Shortlist) view.Out {
	sending, err := s.prepared()
	if err != nil {
		return view.Fail(text.Clean(err.Error()))
	}
	body := sending.Body
	p := view.Pick{Title: text.Format("The shortlist changed on the service (version %d). Which text should it keep?", theirs.Version), Items: []text.Text{
		text.Format("Mine: %s · %d creators · %s", body.Name, len(body.Profiles), s.env.Private(body.Notes)),
		text.Format("Theirs: %s · %d creators · %s", theirs.Name, len(theirs.Profiles), s.env.Private(theirs.Notes)),
	}}
	p.Done = func(i int, _ string) view.Out {
		out := s.adopt(theirs, i == 0)
		if i == 0 {
			sending.List.Remote = plan.Remote{ID: theirs.ID, Version: theirs.Version}
			out.Cmd = s.put(sending)
		}
		return out
	}
	return view.Out{Next: &p}
}

// adopt keeps the service's text as a list here, linked to it unless mine goes
// over it.
func (s *Screen) adopt(theirs api.Shortlist, mine bool) view.Out {
	l := ListOf(theirs)
	l.Name += " (theirs)"
	if mine {
		l.Remote = plan.Remote{}
	}
	return view.Out{Change: &view.Change{Label: "their text of " + theirs.Name, Said: text.Const("Both texts are kept: theirs is a separate list here."), Edit: func(p *plan.State) error {
		p.Lists = append(p.Lists, l)
		if i := p.Find(s.id); i >= 0 && !mine {
			p.Lists[i].Remote = plan.Remote{}
		}
		return nil
	}}}
}

// ListOf is a shortlist of the service as a list here.
func ListOf(r api.Shortlist) plan.List {
	l := plan.List{ID: uuid.NewString(), Name: r.Name, Brief: plan.Brief{Text: r.Brief}, Remote: plan.Remote{ID: r.ID, Version: r.Version}, Changed: r.UpdatedAt,
		Members: each.Of(r.Profiles, func(p api.ShortlistProfile) plan.Member {
			return plan.Member{Name: "@" + p.Username, Platform: p.Platform, Username: p.Username}
		})}
	if r.Notes != "" {
		l.Brief.Text += "\n\nNotes: " + r.Notes
	}
	return l
}

// export writes the list with everything, and says what of it is not for a client.
func (s *Screen) export() view.Out {
	things := text.Const("creators")
	if own, err := s.list().Sheet(nil, plan.With{}); err == nil && len(own.Withheld) > 0 {
		things = text.Format("creators, with what is not for a client (%s),", strings.Join(own.Withheld, "; "))
	}
	return view.Export(s.table(), things)
}

// table is the list with everything that was decided. What people are reached by is
// in it as it is on the screen.
func (s *Screen) table() sheet.Table {
	l := s.list()
	t := sheet.Table{Title: l.Name, Intro: each.Of([]string{l.Brief.Query, l.Brief.Text, "Wanted: " + strings.Join(l.Brief.Wishes, ", "), "No-gos: " + strings.Join(l.Brief.NoGos, ", "),
		"Competitors: " + strings.Join(l.Brief.Rules.Competitors, ", "), "Words: " + strings.Join(l.Brief.Rules.Words, ", "), "Rules: " + l.Brief.Rules.Conditions()}, s.env.Ours),
		Columns: []string{"name", "network", "handle", "verdict", "because", "note", "fee", "followers", "engagement_percent", "match", "match_score", "safety", "flags", "quotes", "creator_id", "usual_engagement", "posts_judged", "posts_paid", "posts_languages", "flags_open", "flags_confirmed", "flags_cleared", "rulings", "rules"}}
	for _, m := range l.Members {
		f := s.facts(m)
		row := []any{m.Name, string(m.Platform), m.Username, string(m.Verdict), s.env.Ours(m.Reason), s.env.Private(m.Note), s.env.Private(m.Price), nil, nil, nil, nil, nil, s.flagLines(m, f), s.quoteLines(m), m.Creator, nil, nil, nil, nil, nil, nil, nil, s.rulingLines(m, f), nil}
		if p := summary(m, f); p != nil {
			row[7], row[8] = sheet.Number(p.Followers), sheet.Number(p.EngagementRate)
		}
		if f.Match != nil {
			row[9], row[10] = string(f.Match.Decision), f.Match.Score
		}
		if f.Safety != nil {
			count := l.Count(m, f.Safety)
			row[11], row[19] = cmp.Or(view.NotJudged(f.Safety), view.Rated(f.Safety)).String(), count[plan.FlagOpen]
			row[20], row[21] = count[plan.FlagConfirmed], count[plan.FlagCleared]
		}
		if f.Usual != nil && f.Usual.Of > 0 {
			row[15] = f.Usual.Rate
		}
		if f.Posted != nil {
			row[16], row[17], row[18] = f.Posted.Of, f.Posted.Paid, strings.Join(f.Posted.Languages, ", ")
		}
		if l.Brief.Rules.Any() {
			row[23] = s.env.Said(s.try(m, f).says(l.Brief.Rules.OfWords()).String()).String()
		}
		t.Rows = append(t.Rows, row)
	}
	t.People = s.people()
	return t
}

func (s *Screen) flagLines(m plan.Member, f plan.Facts) string {
	return strings.Join(each.Of(view.Flags(f.Safety), func(fl api.Flag) string { return s.env.Said(view.FlagText(s.list(), m, fl).String()).String() }), "\n")
}

// rulingLines tells the rulings on flags, each with its author, day and reason.
func (s *Screen) rulingLines(m plan.Member, f plan.Facts) string {
	var all []string
	for _, fl := range view.Flags(f.Safety) {
		if r, scope := s.list().Ruling(m, fl); r != nil {
			all = append(all, s.env.Said(text.Format("%s: %s", english.Words(string(fl.Type)), view.RulingText(r, scope)).String()).String())
		}
	}
	return strings.Join(all, "\n")
}

func (s *Screen) quoteLines(m plan.Member) string {
	all := make([]string, len(m.Quotes))
	for i, q := range m.Quotes {
		all[i] = s.env.Said(quoteText(q).String()).String()
		if q.URL != "" {
			all[i] += ", " + q.URL
		}
	}
	return strings.Join(all, "\n")
}

// brandsCell tells which brands pay for posts, the competitors first.
func (s *Screen) brandsCell(m plan.Member, _ plan.Facts) value {
	st, r := s.env.Styles, s.kept.found[m.Key()]
	n := r.written()
	switch {
	case n == 0:
		return value{text: text.Unknown, full: text.Format("no post of them is kept: %s reads the newest", s.env.Keys.KeyOf(keymap.News, keymap.Review)), style: st.Faint}
	case r.paid == 0:
		return value{text: text.Format("none in %d", n), full: text.Format("none: derived from the words of %s, which may leave it out", text.Plural(n, "kept post", "kept posts")), style: st.Text}
	}
	all := make([]text.Text, len(r.brands))
	for i, b := range r.brands {
		all[i] = text.Format("%s %s, %s to %s", news.BrandName(b), text.Plural(len(b.Posts), "time", "times"), view.Day(b.Posts[len(b.Posts)-1].At), view.Day(b.Posts[0].At))
	}
	v := value{text: text.Format("%d× %s", len(r.brands[0].Posts), cmp.Or(r.brands[0].Name, "not named")), style: st.Text,
		full: text.Format("%d of %d kept posts, derived from their words: %s", r.paid, n, text.Join(all, text.Const("; ")))}
	if r.brands[0].Rival {
		v.style = st.Bad
	}
	return v
}

// pickBrand asks which brand's newest post is opened.
func (s *Screen) pickBrand(m plan.Member) view.Out {
	show := func(b brands.Brand) text.Text {
		return text.Format("%s · %s, newest %s", news.BrandName(b), text.Plural(len(b.Posts), "post", "posts"), view.Day(b.Posts[0].At))
	}
	return pickPage(s, text.Format("Paid for posts of %s: Enter opens the newest", m.Name), s.kept.found[m.Key()].brands, show, func(b brands.Brand) (to view.Page) {
		if b.Posts[0].ID == "" {
			return to
		}
		return view.Page{Kind: view.Creator, ID: m.Creator, Post: b.Posts[0].ID}
	})
}
