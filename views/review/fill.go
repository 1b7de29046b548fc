package review

import (
	"slices"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"

	tea "charm.land/bubbletea/v2"
)

// kind names the reading of one call.
type kind int

const (
	nothing kind = iota
	profile
	match
	safety
	alike
	posted
	others // what other people say; nothing reads it
)

// together are the kinds that are read for everybody at once. The others cost as
// much as a search, and are read row by row.
var together = []kind{profile, match, safety}

// words names the kinds of readings, in a question.
var words = map[kind]string{profile: "figures", match: "match", safety: "safety", alike: "lookalikes", posted: "the newest posts"}

// hole is something that was not read of a creator.
type hole struct {
	kind
	plan.Member
}

// filled holds new readings, by the key of the creator.
type filled map[string]plan.Facts

// facts returns the readings of a creator, for the brief of this list.
func (s *Screen) facts(m plan.Member) plan.Facts {
	f := s.env.Plan.Facts[m.Key()]
	if f.Against != s.against() {
		f.Match = nil
	}
	return f
}

// against is the brief, to tell a match for it from one for another. It is asked
// for every cell, and changes with what was decided only.
func (s *Screen) against() string {
	if s.brief.of != s.env.Plan {
		s.brief.of, s.brief.words = s.env.Plan, s.list().Against()
	}
	return s.brief.words
}

// lacks says whether something was not read of a creator.
func (s *Screen) lacks(k kind, m plan.Member) bool {
	f := s.facts(m)
	switch k {
	case profile:
		return f.Profile == nil && m.Username != ""
	case match:
		return f.Match == nil && s.list().Brief.Asks()
	case safety:
		return f.Safety == nil
	case alike:
		return f.Usual == nil
	case posted:
		return f.Posted == nil
	}
	return false
}

// here is the hole under the cursor; none where it was filled.
func (s *Screen) here() []hole {
	m := s.member()
	if k := s.rows()[s.row].kind; m != nil && s.lacks(k, *m) {
		return []hole{{k, *m}}
	}
	return nil
}

// onRow says whether the holes of this row are filled by themselves.
func (s *Screen) onRow() bool {
	k := s.rows()[s.row].kind
	return k != nothing && !slices.Contains(together, k)
}

// rest are the holes that are filled together with the one under the cursor: those
// of its row where a row costs as much as a search, else those of all others.
func (s *Screen) rest() []hole {
	if s.onRow() {
		return s.holes(s.rows()[s.row].kind)
	}
	return s.holes(together...)
}

// holes are those of all creators.
func (s *Screen) holes(kinds ...kind) []hole {
	l := s.list()
	if l == nil {
		return nil
	}
	var all []hole
	for _, m := range l.Members {
		for _, k := range kinds {
			if s.lacks(k, m) {
				all = append(all, hole{k, m})
			}
		}
	}
	return all
}

// cost prices the filling of holes: to the credit where the service has named the
// creators, since those it does not know are not charged.
func (s *Screen) cost(all []hole) view.Paid[filled] {
	o := s.told(all)
	p := view.Costing(o.Key, o.Low, o.High, s.reading(all))
	p.Sums = !slices.ContainsFunc(all, func(h hole) bool { return !slices.Contains(together, h.kind) })
	return p
}

// told is cost, to be shown.
func (s *Screen) told(all []hole) view.Offer {
	var o view.Offer
	for _, h := range all {
		o.Key += string(rune('0'+h.kind)) + h.Key() + " "
		if h.kind == match {
			o.Key += s.against()
		}
		o.High += s.price(h.kind)
		if h.Creator != "" && slices.Contains(together, h.kind) {
			o.Low += s.price(h.kind) // the service knows them
		}
	}
	return o
}

// charged gives the highest charge of each kind of reading.
var charged = map[kind]map[api.Operation]int{
	profile: {api.OpProfileLookupDetailed: 1},
	match:   {api.OpMatch: 1},
	safety:  {api.OpSafetyCreators: 1},
	alike:   {api.OpLookalike: view.AlikeMost},
	posted:  {api.OpPosts: view.PostsPage, api.OpAnalyze: postsJudged, api.OpAnalyzeAI: postsJudged},
}

// price is the most that reading something costs.
func (s *Screen) price(k kind) api.Credits {
	var high api.Credits
	for op, n := range charged[k] {
		_, most := s.env.Prices.Each(op, n)
		high += most
	}
	return high
}

// ask has holes filled for a stated sum.
func (s *Screen) ask(all []hole) view.Out {
	// It is read for the brief as it is when it starts, which may be later.
	start := func(opts ...client.Option) tea.Cmd { return s.cost(all).Start(&s.fill, opts...) }
	return view.Out{Next: view.Asking(wanted(all), s.cost(all).High, start)}
}

// wanted names the missing readings in words: "Read figures of 6 creators, the match of 6
// and safety of 2".
func wanted(all []hole) text.Text {
	count := map[kind]int{}
	for _, h := range all {
		count[h.kind]++
	}
	var parts []text.Text
	for k := profile; k <= posted; k++ {
		if n := count[k]; n > 0 {
			parts = append(parts, text.Format("%s of %s", words[k], text.Plural(n, "creator", "creators")))
		}
	}
	return text.Cat(text.Const("Read "), text.Join(parts, text.Const(", ")))
}

// Price returns the price of an action that can run now.
func (s *Screen) Price(a keymap.Action) string {
	if s.Can(a) != "" {
		return ""
	}
	return s.Acts.Price(a)
}

func (s *Screen) opening() string {
	if m := s.member(); m != nil && m.Creator != "" && s.opens(*m) == nil {
		return s.env.OpenPrice(m.Creator)
	}
	return ""
}

func (s *Screen) completing() string {
	if s.member() == nil {
		return ""
	}
	return s.env.LookupPrice()
}

// Offers are every hole by itself, and those that are filled together.
func (s *Screen) Offers() []view.Offer {
	m := s.member()
	if m == nil {
		return nil
	}
	var offers []view.Offer
	for _, kinds := range [][]kind{together, {alike}, {posted}} {
		all := s.holes(kinds...)
		if len(all) > 1 {
			offers = append(offers, s.cost(all).Offer)
		}
		for _, h := range all {
			offers = append(offers, s.cost([]hole{h}).Offer)
		}
	}
	if m.Creator != "" {
		offers = append(offers, s.env.Creator(m.Creator).Offer)
	}
	return offers
}
