package rules

import (
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service/analysis"
	"greenroom/service/rules/check"
	"greenroom/service/words"
	"greenroom/service/words/topics"
)

// What a topic of a brief counts beside the first.
const (
	besideWeight  = 0.35 // of what is said beside what is asked
	furtherWeight = 0.7  // of a topic that is asked for beside the first
	generalWeight = 0.35 // of one that only names what another is a kind of
	toldWeight    = 0.5  // of one that says more of another: "parents who travel", "sustainable fashion"
	hintedWeight  = 0.6  // of a word that only belongs to a topic: "drivers" to cars
	vagueWeight   = 0.5  // of a word that names no topic that is known
	signWeight    = 0.6  // of a word that only tells of a topic
)

// brief is an intent, understood: what it asks for, and what it says beside.
type brief struct {
	analysis.Brief
	parts  []briefPart
	groups [][]int // of the thesaurus, by topic
	said   []words.Said
	banned []words.Topic // what is not wanted, as Unwanted has it

	language string
	sure     map[string]float64 // of a search for what it asks, by creator
}

// briefPart is one text of an intent. Wanted and unwanted are the numbers of
// its topics in the whole brief; -1 for one that another part has, too.
type briefPart struct {
	*words.Brief
	wanted, unwanted []int
	role             words.Role
}

func newBrief(in api.Intent) (*brief, error) {
	query, err := check.Text("intent.query", in.Query, 1, api.IntentQueryMax)
	if err != nil {
		return nil, err
	}
	b := &brief{Brief: analysis.Brief{Words: len(strings.Fields(query))}, language: words.Language(query)}
	b.asked(query)
	if in.Context != nil {
		beside, err := check.Text("intent.context", *in.Context, 0, api.IntentContextMax)
		if err != nil {
			return nil, err
		}
		for _, s := range words.Context(beside) {
			b.add(s)
		}
	}
	b.heed()
	b.forbid()
	b.narrow()
	b.settle()
	return b, nil
}

// heed weighs what a brief is about by the words that tell of topics without naming
// them: those of who is asked for, and, where these tell of nothing else, those of
// the product.
func (b *brief) heed() {
	language := words.Language(b.text())
	weights, order := map[string]float64{}, []string{}
	asked := b.asksKnown()
	for n, s := range b.said {
		for _, sign := range words.Signs(b.parts[n].Permitted(s.Text), language) {
			group := topics.Labelled(sign.Topic)
			weight := signWeight
			if s.Role != words.Asks {
				weight *= besideWeight
				if asked && weights[sign.Topic] == 0 && b.topicOf(group, false) < 0 {
					continue
				}
			}
			if b.named(sign.Word, group) {
				continue
			}
			b.told(sign.Word)
			if weights[sign.Topic] == 0 {
				order = append(order, sign.Topic)
			}
			asked = asked || s.Role == words.Asks
			weights[sign.Topic] += weight
			b.Hints = append(b.Hints, analysis.Hint{Word: sign.Word, Topic: sign.Topic})
		}
	}
	for _, name := range order {
		if n := b.topicOf(topics.Labelled(name), true); n >= 0 {
			b.Topics[n].Weight += weights[name]
			b.Topics[n].Beside = false
			continue
		}
		part := briefPart{Brief: words.TopicBrief(name), role: words.Asks}
		for _, t := range part.Topics {
			part.wanted = append(part.wanted, b.want(analysis.Topic{Text: t.Text, Weight: weights[name]}, t.Groups))
		}
		b.parts = append(b.parts, part)
	}
}

// forbid drops the wishes for what the brief forbids: those of the same name, and of what
// it only tells those of the same topic.
func (b *brief) forbid() {
	numbers, kept := make([]int, len(b.Topics)), 0
	for n, t := range b.Topics {
		numbers[n] = -1
		if slices.ContainsFunc(b.banned, func(o words.Topic) bool {
			return slices.Equal(o.Terms, topics.Terms(t.Text)) || t.Beside && sharesGroup(o.Groups, b.groups[n])
		}) {
			continue
		}
		numbers[n], b.Topics[kept], b.groups[kept] = kept, t, b.groups[n]
		kept++
	}
	b.Topics, b.groups = b.Topics[:kept], b.groups[:kept]
	for _, p := range b.parts {
		renumber(p.wanted, numbers)
	}
}

// narrow leaves unchecked what the brief forbids in the words of what it asks for: parents who
// show no children, comedy without jokes about a team. Only part of it is meant.
func (b *brief) narrow() {
	numbers, kept := make([]int, len(b.banned)), 0
	for n, t := range b.banned {
		if !t.Phrase() && !b.Unwanted[n].Promoted && b.topicOf(t.Groups, false) >= 0 {
			numbers[n], b.Unknown = -1, append(b.Unknown, "no "+t.Text)
			continue
		}
		numbers[n], b.banned[kept], b.Unwanted[kept] = kept, t, b.Unwanted[n]
		kept++
	}
	b.banned, b.Unwanted = b.banned[:kept], b.Unwanted[:kept]
	for _, p := range b.parts {
		renumber(p.unwanted, numbers)
	}
}

// renumber turns places in a list into those that numbers gives them; below 0 is none.
func renumber(places, numbers []int) {
	for i, n := range places {
		if n >= 0 {
			places[i] = numbers[n]
		}
	}
}

func sharesGroup(a, b []int) bool {
	return slices.ContainsFunc(a, func(g int) bool { return slices.Contains(b, g) })
}

// ban numbers what is not wanted; what is forbidden twice is one. Promoted: only where
// somebody promotes it.
func (b *brief) ban(t words.Topic, promoted bool) int {
	n := slices.IndexFunc(b.banned, func(o words.Topic) bool {
		return strings.EqualFold(o.Text, t.Text) || len(t.Groups) > 0 && slices.Equal(o.Groups, t.Groups)
	})
	if n < 0 {
		n, b.banned, b.Unwanted = len(b.banned), append(b.banned, t), append(b.Unwanted, analysis.Unwanted{Text: t.Text, Promoted: promoted})
	}
	return n
}

// named: the brief has the word as a topic of these groups.
func (b *brief) named(word string, groups []int) bool {
	return slices.ContainsFunc(b.parts, func(p briefPart) bool {
		return slices.ContainsFunc(p.Topics, func(t words.Topic) bool {
			return strings.EqualFold(t.Text, word) && sharesGroup(groups, t.Groups)
		})
	})
}

// told marks a topic as one that tells of another: a word without a name that is known,
// or with the form of a name that it is not.
func (b *brief) told(sign string) {
	for n, t := range b.Topics {
		if strings.EqualFold(t.Text, sign) || t.Vague && slices.Contains(strings.Fields(strings.ToLower(sign)), strings.ToLower(t.Text)) {
			b.Topics[n].Sign = t.Vague
			if !t.Vague && !words.Names(t.Text) {
				b.Topics[n].Weight *= besideWeight
			}
		}
	}
}

func (b *brief) asksKnown() bool {
	return slices.ContainsFunc(b.Topics, func(t analysis.Topic) bool { return !t.Vague && !t.Beside })
}

// topicOf is the number of the topic of one of some groups that is asked for, or of
// one that is told beside; -1 where there is none.
func (b *brief) topicOf(groups []int, beside bool) int {
	return slices.IndexFunc(b.numbers(), func(n int) bool {
		return (beside || !b.Topics[n].Beside) && sharesGroup(groups, b.groups[n])
	})
}

// query is what the brief asks for, as a search for it would have it.
func (b *brief) query() string {
	var asked []string
	for _, s := range b.said {
		if s.Role == words.Asks {
			asked = append(asked, s.Text)
		}
	}
	return strings.Join(asked, " ")
}

func (b *brief) text() string {
	var all []string
	for _, s := range b.said {
		all = append(all, s.Text)
	}
	return strings.Join(all, " ")
}

// settle weighs the topics that are asked for: what is said most often, or first,
// is what the brief is about, and one that holds another ("food" beside "vegan")
// says little; so does how it is shown.
func (b *brief) settle() {
	lead := -1
	matter := func(n int) bool { return len(b.groups[n]) > 0 && !b.Topics[n].Beside && !topics.Manner(b.groups[n]) }
	for n := range b.Topics {
		t := &b.Topics[n]
		switch {
		case t.Vague || t.Beside:
		case b.wider(n):
			t.Weight *= generalWeight
		case topics.Manner(b.groups[n]) && slices.ContainsFunc(b.numbers(), matter):
			t.Weight *= generalWeight
		case lead < 0 && t.Weight >= 1:
			lead = n
		case lead >= 0 && t.Weight > b.Topics[lead].Weight:
			b.Topics[lead].Weight *= furtherWeight
			lead = n
		default:
			t.Weight *= furtherWeight
		}
	}
}

// wider: topic n holds another that is asked for, and is not held by it.
func (b *brief) wider(n int) bool {
	return slices.ContainsFunc(b.numbers(), func(o int) bool {
		return !b.Topics[o].Beside && topics.Holds(b.groups[n], b.groups[o]) && !topics.Holds(b.groups[o], b.groups[n])
	})
}

func (b *brief) numbers() []int {
	out := make([]int, len(b.Topics))
	for n := range out {
		out[n] = n
	}
	return out
}

// asked adds a brief. One that names no topic that is known where it asks for
// creators asks for all that it tells as well; what it leaves out stays so.
func (b *brief) asked(query string) {
	said := words.Campaign(query)
	known := slices.ContainsFunc(said, func(s words.Said) bool { return s.Role == words.Asks && words.Knows(s.Text) })
	for _, s := range said {
		unknown, unused := b.Unknown, b.Unused
		told := s.Role == words.Tells && !known
		if told {
			s.Role = words.Asks
		}
		if b.add(s); told {
			b.Unknown, b.Unused = unknown, unused
		}
	}
}

// add understands a part of an intent. That it asks for careful creators is a
// condition, not a topic.
func (b *brief) add(s words.Said) {
	b.said = append(b.said, s)
	said, brandSafe := analysis.AsksBrandSafe(s.Text)
	b.BrandSafe = b.BrandSafe || brandSafe
	meaning := words.Understand(said)
	part := briefPart{Brief: meaning.Brief(), role: s.Role}
	for i, t := range part.Topics {
		listed := len(meaning.Topics[i].Groups) > 0
		t.Told = t.Told && !slices.ContainsFunc(part.Topics[:i], func(o words.Topic) bool { return topics.Holds(o.Groups, t.Groups) }) // "cooks who bake"
		next := i + 1
		t.Of = t.Of && next < len(part.Topics) && !topics.Manner(part.Topics[next].Groups) && !topics.Holds(part.Topics[next].Groups, t.Groups)
		part.wanted = append(part.wanted, b.want(weighed(t, listed, s.Role), t.Groups))
	}
	for i, t := range part.Excluded {
		if s.Role == words.Tells || s.Role > words.Tells && part.Lacks(i) { // "a mascara without microplastics" forbids no creator to speak of them
			part.unwanted = append(part.unwanted, -1)
			continue
		}
		if s.Role > words.Tells && len(t.Groups) == 0 && !part.Promoted(i) && strings.ToLower(t.Text) == t.Text { // "we can't have anyone taking our products apart"
			b.Unknown, part.unwanted = append(b.Unknown, t.Text), append(part.unwanted, -1)
			continue
		}
		part.unwanted = append(part.unwanted, b.ban(t, part.Promoted(i)))
	}
	for _, u := range part.Unused {
		list := &b.Unused
		if words.Unknown(u) {
			list = &b.Unknown
		}
		if s.Role < words.Tells && !slices.Contains(*list, u.Text) {
			*list = append(*list, u.Text)
		}
	}
	b.parts = append(b.parts, part)
}

// weighed is a topic with what it counts. Listed: the word itself names it.
func weighed(t words.Topic, listed bool, role words.Role) analysis.Topic {
	out := analysis.Topic{Text: t.Text, Weight: 1, Vague: len(t.Groups) == 0}
	switch {
	case role != words.Asks && out.Vague:
		out.Weight = 0
	case role != words.Asks:
		out.Weight, out.Beside = besideWeight, true
	case out.Vague:
		out.Weight = vagueWeight
	case !listed:
		out.Weight = hintedWeight
	}
	if t.Told || t.Of {
		out.Weight *= toldWeight
	}
	return out
}

// want numbers a topic; -1 for one that counts nothing. What is said again, in
// other words of one group, is one topic that weighs more.
func (b *brief) want(topic analysis.Topic, groups []int) int {
	if topic.Weight == 0 {
		return -1
	}
	same := func(n int) bool {
		return strings.EqualFold(b.Topics[n].Text, topic.Text) || sharesGroup(groups, b.groups[n])
	}
	for n := range b.Topics {
		if same(n) {
			b.Topics[n].Weight += topic.Weight
			return n
		}
	}
	b.Topics, b.groups = append(b.Topics, topic), append(b.groups, groups)
	return len(b.Topics) - 1
}

func (b *brief) conditions(d words.Creator) (out []analysis.Condition) {
	for _, p := range b.parts {
		for _, c := range p.Check(d) {
			if p.role == words.Tells && c.Field == words.FieldLocation && !words.Led(c.Asked) { // a Japanese novel asks for nobody from Japan
				continue
			}
			out = append(out, analysis.Condition{Field: c.Field, Asked: c.Asked, Has: c.Has, Fit: analysis.Fit(c.Fit), Beside: p.role >= words.Tells})
		}
	}
	return out
}
