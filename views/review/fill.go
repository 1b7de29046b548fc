package review

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

func newID() string { return uuid.NewString() }

// kind is what one call reads of a creator.
type kind int

const (
	nothing kind = iota
	profile
	match
	safety
)

// hole is something that was not read of a creator.
type hole struct {
	kind
	plan.Member
}

// filled is what was read, by the key of the creator.
type filled map[string]plan.Facts

// key names a creator among the facts.
func key(m plan.Member) string {
	if m.Creator != "" {
		return m.Creator
	}
	return string(m.Platform) + "/" + m.Username
}

// facts are what was read of a creator, for the brief of this list.
func (s *Screen) facts(m plan.Member) plan.Facts {
	f := s.env.Plan.Facts[key(m)]
	if f.Against != s.against() {
		f.Match = nil
	}
	return f
}

// against is the brief, to tell a match for it from one for another. It is asked
// for every cell, and changes with what was decided only.
func (s *Screen) against() string {
	if s.brief.of != s.env.Plan {
		s.brief.of, s.brief.words = s.env.Plan, Against(*s.list())
	}
	return s.brief.words
}

// Against is the brief of a list, as a match names what it is for.
func Against(l plan.List) string {
	raw, _ := json.Marshal(l.Brief.Intent(l.Name))
	return string(raw)
}

// holes are those of the row and creator under the cursor, or all.
func (s *Screen) holes(one bool) []hole {
	l := s.list()
	if l == nil {
		return nil
	}
	var all []hole
	for i, m := range l.Members {
		f := s.facts(m)
		missing := map[kind]bool{profile: f.Profile == nil && m.Username != "", match: f.Match == nil, safety: f.Safety == nil}
		for _, k := range []kind{profile, match, safety} {
			if missing[k] && (!one || i == s.col && rows()[s.row].kind == k) {
				all = append(all, hole{k, m})
			}
		}
	}
	return all
}

// cost is what filling holes costs: to the credit where the service has named the
// creators, since those it does not know are not charged.
func (s *Screen) cost(all []hole) view.Offer {
	o := s.told(all)
	o.Call = s.call(all)
	return o
}

// told is cost, to be shown.
func (s *Screen) told(all []hole) view.Offer {
	var o view.Offer
	for _, h := range all {
		o.Key += string(rune('0'+h.kind)) + key(h.Member) + " "
		if h.kind == match {
			o.Key += s.against()
		}
		o.High += s.price(h.kind)
		if h.Creator != "" {
			o.Low += s.price(h.kind) // the service knows them
		}
	}
	return o
}

func (s *Screen) price(k kind) api.Credits {
	op := map[kind]api.Operation{profile: api.OpProfileLookupDetailed, match: api.OpMatch, safety: api.OpSafetyCreators}[k]
	_, high := s.env.Prices.Each(op, 1)
	return high
}

// call reads what is missing: one request for each kind.
func (s *Screen) call(all []hole) func(context.Context, ...client.Option) error {
	read := s.reading(all)
	return func(ctx context.Context, opts ...client.Option) error {
		_, _, err := read(ctx, opts...)
		return err
	}
}

func (s *Screen) reading(all []hole) func(context.Context, ...client.Option) (filled, client.Receipt, error) {
	c, l := s.env.Client, s.list()
	intent, against := l.Brief.Intent(l.Name), s.against()
	of := map[kind][]plan.Member{}
	for _, h := range all {
		of[h.kind] = append(of[h.kind], h.Member)
	}
	return func(ctx context.Context, opts ...client.Option) (filled, client.Receipt, error) {
		out, receipts := filled{}, []client.Receipt{}
		set := func(m plan.Member, f plan.Facts) { out[key(m)] = merged(out[key(m)], f, f.Read) }
		var shown error
		done := func(r client.Receipt, err error) bool {
			receipts = append(receipts, r)
			if client.KindOf(err) == client.KindDryRun {
				shown, err = err, nil
			}
			if err != nil {
				shown = err
			}
			return err != nil
		}
		if ms := of[profile]; len(ms) > 0 {
			found, r, err := c.Profiles(ctx, accounts(ms), api.ModeDetailed, opts...)
			for _, p := range found.Data {
				if i := indexOf(ms, p); i >= 0 {
					set(ms[i], plan.Facts{Profile: &p})
				}
			}
			if done(r, err) {
				return out, c.Together(receipts...), err
			}
		}
		if ms := of[match]; len(ms) > 0 {
			found, r, err := c.Match(ctx, refs(ms), intent, opts...)
			for _, v := range found.Data {
				set(memberOf(v.Input), plan.Facts{Match: &v.Match, Against: against})
			}
			if done(r, err) {
				return out, c.Together(receipts...), err
			}
		}
		if ms := of[safety]; len(ms) > 0 {
			found, r, err := c.SafetyOfCreators(ctx, refs(ms), opts...)
			for _, v := range found.Data {
				set(memberOf(v.Input), plan.Facts{Safety: &v.Safety})
			}
			done(r, err)
		}
		return out, c.Together(receipts...), shown
	}
}

func accounts(ms []plan.Member) []api.ProfileRef {
	all := make([]api.ProfileRef, len(ms))
	for i, m := range ms {
		all[i] = api.ProfileRef{Platform: m.Platform, Username: m.Username}
	}
	return all
}

func indexOf(ms []plan.Member, p api.Profile) int {
	for i, m := range ms {
		if m.Platform == p.Platform && m.Username == p.Username {
			return i
		}
	}
	return -1
}

func refs(ms []plan.Member) []api.CreatorRef {
	all := make([]api.CreatorRef, len(ms))
	for i, m := range ms {
		if m.Creator != "" {
			all[i].CreatorID = &m.Creator
			continue
		}
		all[i].Platform, all[i].Username = &m.Platform, &m.Username
	}
	return all
}

func memberOf(r api.CreatorRef) plan.Member {
	m := plan.Member{}
	if r.CreatorID != nil {
		m.Creator = *r.CreatorID
	}
	if r.Platform != nil && r.Username != nil {
		m.Platform, m.Username = *r.Platform, *r.Username
	}
	return m
}

// ask has holes filled for a stated sum.
func (s *Screen) ask(all []hole) view.Out {
	o := s.cost(all)
	return view.Out{Ask: &view.Ask{
		What: wanted(all),
		High: o.High,
		Run: func(opts ...client.Option) view.Out {
			return view.Out{Cmd: s.fill.Start(o.High, s.reading(all), opts...)}
		},
	}}
}

// wanted is what holes lack, in words: "Read figures of 6 creators, the match of 6 and
// safety of 2".
func wanted(all []hole) text.Text {
	count := map[kind]int{}
	for _, h := range all {
		count[h.kind]++
	}
	var parts []text.Text
	for _, k := range []kind{profile, match, safety} {
		if n := count[k]; n > 0 {
			parts = append(parts, text.Format("%s of %s", map[kind]string{profile: "figures", match: "match", safety: "safety"}[k], text.Plural(n, "creator", "creators")))
		}
	}
	return text.Cat(text.Const("Read "), text.Join(parts, text.Const(", ")))
}

// Price is what an action would cost now.
func (s *Screen) Price(a keymap.Action) string {
	switch {
	case s.Can(a) != "":
	case a == keymap.Fill:
		return s.env.Tell(s.told(s.holes(true)))
	case a == keymap.FillAll:
		return s.env.Tell(s.told(s.holes(false)))
	case a == keymap.Open:
		if m := s.member(); m.Creator != "" && !s.opensHere(*m) {
			return s.env.OpenPrice(m.Creator)
		}
	case a == keymap.Complete:
		return s.env.LookupPrice()
	}
	return ""
}

// Offers are every hole by itself, and all together.
func (s *Screen) Offers() []view.Offer {
	all := s.holes(false)
	if len(all) == 0 {
		return nil
	}
	offers := []view.Offer{s.cost(all)}
	for _, h := range all {
		offers = append(offers, s.cost([]hole{h}))
	}
	if m := s.member(); m.Creator != "" {
		offers = append(offers, s.env.CreatorOffer(m.Creator))
	}
	return offers
}
