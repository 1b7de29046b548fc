package search

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service/words"
	"greenroom/service/words/places"
	"greenroom/service/words/topics"
)

const (
	mostGrounds = 6 // to choose quotes from
	mostTerms   = 6 // of a ground

	likelySure = 0.5 // a weak match that is right more often than not
)

// mention is a unit of a hit with what it says on the topics.
type mention struct {
	unit   uint32
	score  float32
	topics uint16
	direct uint16
	wide   uint16 // topics of which it says something broader alone
	terms  []term
}

func (q *inquiry) explain(top []ranked) []Hit {
	found := make([][]mention, len(top))
	for _, r := range q.runs {
		r.mentions(top, found)
	}
	hits := make([]Hit, 0, len(top))
	good := goodOf(top)
	for i, k := range top {
		r, c := k.in, k.textScore
		found[i] = r.x.clear(found[i])
		h := Hit{ID: r.x.id(k.doc), Score: k.score, Low: k.low, Platform: r.plan.relevant(r.x, k.doc), Signs: c.signs}
		if k.open != 0 {
			h.May = r.gaps(k)
		}
		if r.placed() {
			unsure := k.place != places.Agrees
			h.LocationUnverified = &unsure
		}
		for _, m := range best(found[i], r.x) {
			h.Grounds = append(h.Grounds, r.ground(m))
		}
		h.Confidence = r.confidence(k)
		r.reasons(&h, k, found[i])
		r.facts(&h, k, c)
		if k.low {
			r.shortfall(&h, k)
		}
		switch begins := i == 0 || top[i-1].open == 0; {
		case k.open != 0 && begins:
			h.Reasons = append(h.Reasons, border(i))
		case k.open == 0 && i == good:
			h.Reasons = append(h.Reasons, r.weakBorder(good, k))
		}
		hits = append(hits, h)
	}
	return hits
}

// border says where the first stands who may match only that those who match have run out.
func border(matching int) string {
	if matching == 0 {
		return "nobody found is known to meet all that is asked"
	}
	return fmt.Sprintf("all from here on only may match, after %d that match", matching)
}

// weakBorder says where the first weak match stands that the good ones have run out.
func (r *run) weakBorder(good int, k ranked) string {
	if r.main < 0 || k.textScore.main.proved() {
		return fmt.Sprintf("weaker matches begin here, after %d good", good)
	}
	topic, below := r.plan.Topics[r.main].Text, "; below: mentions only"
	if k.textScore.main >= likelyLevel {
		below = "; below: perhaps, or mentions only"
	}
	switch good {
	case 0:
		return "nobody found is clearly about " + topic + below
	case 1:
		return "1 is about " + topic + below
	}
	return fmt.Sprintf("%d are about %s%s", good, topic, below)
}

// mentions reads again what the creators in top that are its own say, unit by unit.
func (r *run) mentions(top []ranked, out [][]mention) {
	var order []int
	for i := range top {
		if top[i].in == r {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(top[a].doc, top[b].doc) })
	for n := range r.topics {
		for i := range r.topics[n].readers {
			t := r.topics[n].readers[i].term
			c := r.x.postings.cursor(t.id)
			for _, i := range order {
				d := top[i].doc
				from, to := r.x.firstUnit[d], r.x.firstUnit[d+1]
				for ok := from < to && c.seek(from); ok && c.unit <= to; ok = c.next() {
					score := t.factor * r.x.weight[r.x.unitSize[c.unit-1]][min(c.tf, maxTF)-1]
					out[i] = note(out[i], c.unit-1, n, t, score)
				}
				if c.pos >= len(c.data) && c.unit <= from {
					break
				}
			}
		}
	}
}

func note(list []mention, unit uint32, topic int, t term, score float32) []mention {
	at, ok := slices.BinarySearchFunc(list, unit, func(m mention, u uint32) int { return cmp.Compare(m.unit, u) })
	if !ok {
		list = slices.Insert(list, at, mention{unit: unit})
	}
	m := &list[at]
	bit := uint16(1) << (topic % 16)
	known := m.topics&bit != 0
	m.score += score
	m.topics |= bit
	if t.quality == topics.Direct {
		m.direct |= bit
	}
	if t.quality > topics.Wide {
		m.wide &^= bit
	} else if !known {
		m.wide |= bit
	}
	m.terms = append(m.terms, t)
	return list
}

// telling returns the extra proof of a text with several close words: what it says of a
// topic with one word may be in passing.
func (x *Index) telling(m mention) float32 {
	said := 0
	for _, t := range m.terms {
		said += int(one(t.quality >= topics.Near && !topics.Doubtful(x.terms.term(t.id))))
	}
	return float32(max(1, said))
}

// clear leaves out the texts that say nothing but words that mean something else as often,
// where others say more.
func (x *Index) clear(list []mention) []mention {
	says := func(m mention) bool {
		return slices.ContainsFunc(m.terms, func(t term) bool { return !topics.Doubtful(x.terms.term(t.id)) })
	}
	if !slices.ContainsFunc(list, says) {
		return list
	}
	return slices.DeleteFunc(list, func(m mention) bool { return !says(m) && isPost(x.kind(m.unit)) })
}

// best picks the strongest units, one that covers a new topic or is a post
// before one that repeats.
func best(list []mention, x *Index) (out []mention) {
	var covered uint16
	posts := false
	taken := make([]bool, len(list))
	for len(out) < min(mostGrounds, len(list)) {
		collect, most := -1, float32(-1)
		for i, m := range list {
			if taken[i] {
				continue
			}
			score := x.telling(m)*m.score + 2*float32(bits.OnesCount16(m.topics&^covered))
			if !posts && isPost(x.kind(m.unit)) {
				score++
			}
			if score > most {
				collect, most = i, score
			}
		}
		taken[collect] = true
		covered |= list[collect].topics
		posts = posts || isPost(x.kind(list[collect].unit))
		out = append(out, list[collect])
	}
	return out
}

func (u *units) kind(unit uint32) UnitKind { return UnitKind(u.unitSize[unit] / sizes) }

func isPost(k UnitKind) bool { return k == UnitPost || k == UnitTranscript }

func (r *run) ground(m mention) Ground {
	g := Ground{Unit: Unit{Kind: r.x.kind(m.unit), Row: r.x.unitRow[m.unit]}}
	slices.SortStableFunc(m.terms, func(a, b term) int { return cmp.Compare(b.factor, a.factor) })
	for _, t := range m.terms {
		if w := strings.Clone(r.x.terms.term(t.id)); len(g.Terms) < mostTerms && !slices.Contains(g.Terms, w) {
			g.Terms = append(g.Terms, w)
		}
	}
	return g
}

// placed: a place is asked for, or to be left out.
func (r *run) placed() bool { return len(r.plan.Where.Places)+len(r.plan.Where.NotPlaces) > 0 }

// shortfall says first why a match is weak.
func (r *run) shortfall(h *Hit, k ranked) {
	why := "weak match: covers little of the query"
	if r.main >= 0 {
		why = "weak match: few signs that it is about " + r.plan.Topics[r.main].Text
		if s := k.textScore.signs; !s.Partial && s.Sure() >= likelySure {
			why = "weak match: likely about " + r.plan.Topics[r.main].Text + ", from few signs"
		}
	}
	if h.May != "" {
		why = "may match: " + h.May
	} else if c := k.textScore; r.main >= 0 && c.mask&(1<<(r.main%maxTopics)) != 0 && !c.main.proved() {
		why = "weak match: " + r.unproved(c)
	} else if c.main.proved() && c.signs.Silent > 0 {
		why = "weak match: known for " + r.plan.Topics[r.main].Text + ", and no text that was read says so"
	} else if missing, passing := r.missing(c); len(missing) > 0 {
		why = "weak match: nothing clear about " + strings.Join(missing, " or ")
	} else if len(passing) > 0 {
		why = "weak match: mentions " + strings.Join(passing, " and ") + " only in passing"
	}
	h.Reasons = slices.Insert(h.Reasons, 0, why)
}

// unproved says what little there is on the main topic.
func (r *run) unproved(c textScore) string {
	switch topic := r.plan.Topics[r.main].Text; {
	case c.covered&(1<<(r.main%maxTopics)) == 0 && c.passing&(1<<(r.main%maxTopics)) == 0:
		return "nothing clear about " + topic
	case c.main >= likelyLevel:
		return "perhaps about " + topic + ", by a category or a few words alone"
	default:
		return "only mentions " + topic
	}
}

// missing is the topics that a creator does not name outright or in close words,
// and those that it names in passing alone.
func (r *run) missing(c textScore) (not, passing []string) {
	for n, t := range r.plan.Topics {
		switch bit := uint16(1) << (n % 16); {
		case c.passing&bit != 0, c.lacking&bit != 0 && c.covered&bit != 0:
			passing = append(passing, t.Text)
		case c.covered&bit == 0 && !r.topics[n].manner:
			not = append(not, t.Text)
		}
	}
	return not, passing
}

// reasons says in short sentences why a creator is found.
func (r *run) reasons(h *Hit, k ranked, list []mention) {
	d := k.doc
	for n, t := range r.plan.Topics {
		if r.bearers[d]&(1<<(n%16)) != 0 && k.textScore.name == 0 {
			h.Reasons = append(h.Reasons, "name mentions "+r.inName(d, t))
		}
		if s := r.topicReason(n, t, list); s != "" {
			h.Reasons = append(h.Reasons, s)
		}
	}
	if n := r.filter.followers(d); n >= 0 && !r.filter.followed.Open() {
		h.Reasons = append(h.Reasons, valueOf(words.FieldFollowers, float64(n))+" followers, in range")
	}
	if r.x.engagement[d] >= 0 && !r.filter.engaged.Open() {
		h.Reasons = append(h.Reasons, valueOf(words.FieldEngagement, r.x.engagement[d])+" engagement rate, in range")
	}
	if r.placed() {
		h.Reasons = append(h.Reasons, r.placeReason(k))
	}
	for _, a := range flagConditions {
		if r.x.flags[d]&a.flag != 0 {
			h.Reasons = append(h.Reasons, a.reason)
		}
	}
	if n := r.filter.followers(d); len(h.Reasons) == 0 && n >= 0 {
		h.Reasons = append(h.Reasons, valueOf(words.FieldFollowers, float64(n))+" followers")
	}
	if r.likely(d) {
		h.Reasons = append(h.Reasons, "language likely, as spoken in "+places.Numbered(r.x.countries[d]).Name+"; not stated")
	}
	h.Reasons = append(h.Reasons, k.age.reasons()...)
}

func (r *run) placeReason(k ranked) string {
	switch home := r.x.home(k.doc); {
	case k.place == places.Agrees:
		return "based in " + home
	case home != "":
		return "location not verified, perhaps " + home
	}
	return "location unknown"
}

func (r *run) topicReason(n int, t words.Topic, list []mention) string {
	bit := uint16(1) << (n % 16)
	posts, profile, wide, said := 0, false, true, uint16(0)
	for _, m := range list {
		if m.topics&bit == 0 {
			continue
		}
		said |= m.direct & bit
		wide = wide && m.wide&bit != 0
		if isPost(r.x.kind(m.unit)) {
			posts++
		} else {
			profile = true
		}
	}
	about := "about "
	switch {
	case wide:
		about = "about something broader than "
	case said == 0:
		about = "about something related to "
	}
	where := "profile and posts "
	switch {
	case posts == 0 && !profile:
		return ""
	case !profile:
		where = "posts "
	case posts == 0:
		where = "profile "
	}
	return where + about + r.chosen(t, list)
}

// chosen names those of the choices of a topic that texts have close words for.
func (r *run) chosen(t words.Topic, list []mention) string {
	var said []string
	for _, c := range t.Choices {
		if found := r.x.lookUp(c); slices.ContainsFunc(list, func(m mention) bool {
			return slices.ContainsFunc(m.terms, func(o term) bool {
				return slices.ContainsFunc(found, func(f term) bool { return f.id == o.id && f.quality >= topics.Near })
			})
		}) {
			said = append(said, c.Text)
		}
	}
	return cmp.Or(strings.Join(said, " and "), t.Text)
}

// facts are the grounds that are no text: name, numbers, place.
func (r *run) facts(h *Hit, k ranked, c textScore) {
	x, w, d := r.x, &r.plan.Where, k.doc
	add := func(id, text string, from api.Provenance) {
		h.Facts = append(h.Facts, Fact{Text: text, Provenance: from, FactID: id})
	}
	if c.name > 0 {
		add("name", "has the name in the query", api.FromProfile)
		h.Reasons = slices.Insert(h.Reasons, 0, "has the name in the query")
	}
	if n := r.filter.followers(d); n >= 0 {
		add(words.FieldFollowers, valueOf(words.FieldFollowers, float64(n))+" followers", api.FromProfile)
	}
	if e := x.engagement[d]; e >= 0 && !r.filter.engaged.Open() {
		add(words.FieldEngagement, valueOf(words.FieldEngagement, e)+" engagement", api.FromProfile)
	}
	if r.placed() && k.place == places.Agrees {
		add(words.FieldLocation, "based in "+x.home(d), api.FromProfile)
	}
	if said := x.spoken(d) & w.Languages; said != 0 {
		from, verb := api.FromProfile, "speaks "
		if r.likely(d) {
			from, verb = api.Inferred, "likely speaks "
		}
		add(words.FieldLanguage, verb+said.String(), from)
	}
	for _, a := range flagConditions {
		if _, asked := w.Flags[a.field]; asked && x.flags[d]&a.flag != 0 {
			add(a.field, a.fact, api.FromProfile)
		}
	}
	for n, t := range r.plan.Topics {
		if bit := uint16(1) << (n % 16); c.mask&bit != 0 && c.direct&bit == 0 {
			add(words.FieldTopic, "uses words related to "+t.Text, api.Inferred)
		}
	}
}
