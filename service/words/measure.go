package words

import (
	"math"
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
)

// What words that name no number stand for.
const (
	daysActive    = 30  // "active accounts"
	daysDormant   = 90  // the row says dormant from here on
	growthFast    = 3.0 // per cent in 30 days: the quarter of the sample world that grows most
	engagementTop = 3.5 // per cent: from here on the trade calls a rate high, below 1 low
	engagementLow = 1.0
	daysPerWeek   = 7
	daysPerGrowth = 30 // growth is known over 30 days
)

const (
	contextReach = 4 // words of grammar between a number and the verb it belongs to
	unitReach    = 3 // words of grammar may stand between a number and its unit
	thousand     = 1000
	mostOfAll    = 1e9 // followers: no account has as many
)

// guards tests a number, or its place in the query.
var guards = map[string]func(r *reader, a *amount) bool{
	"percent":   func(_ *reader, a *amount) bool { return a.percent },
	"scaled":    func(_ *reader, a *amount) bool { return a.scaled },
	"loose":     func(_ *reader, a *amount) bool { return a.loose },
	"compared":  func(_ *reader, a *amount) bool { return a.compared },
	"vague":     func(_ *reader, a *amount) bool { return a.loose && !a.compared },
	"half":      func(_ *reader, a *amount) bool { return a.loose && a.top() == 0.5 },
	"few":       func(_ *reader, a *amount) bool { return !a.percent && !a.scaled && a.top() < thousand },
	"thousands": func(_ *reader, a *amount) bool { return (a.scaled || a.top() >= thousand) && a.top() < mostOfAll },
	"day":       func(_ *reader, a *amount) bool { return a.dayOfMonth() },
	"dated":     func(r *reader, a *amount) bool { return a.dayOfMonth() || a.from == a.to && r.yearAt(a.from) },
	"age": func(_ *reader, a *amount) bool {
		return a.top() < 100 && a.compared && !a.percent && !a.loose
	},
	"above": func(r *reader, a *amount) bool { // ">10k", "+200k", not "UK+10k"
		gap := r.toks[a.from].before
		return strings.ContainsAny(gap, ">≥") || strings.HasSuffix(gap, "+") && (a.from == 0 || strings.TrimLeft(gap, " ,;") != gap)
	},
	"tilde": func(r *reader, a *amount) bool { return strings.Contains(r.toks[a.from].before, "~") },
	"topicbehind": func(r *reader, a *amount) bool { // "around 10k trail races"
		return !r.partEnds(a.to+1) && r.topicAt(a.to+1) > 0
	},
	"below":   func(r *reader, a *amount) bool { return strings.ContainsAny(r.toks[a.from].before, "<≤") },
	"times":   func(r *reader, a *amount) bool { return r.is(a.to, lexicon.Times) },
	"last":    func(r *reader, a *amount) bool { return a.from < a.to && r.is(a.from, lexicon.Last) },
	"money":   func(r *reader, a *amount) bool { return r.isMoney(a.from, a.to) },
	"engaged": func(r *reader, a *amount) bool { return r.spans(max(0, a.from-unitReach), a.from, lexicon.Engagement) },
	"rate": func(r *reader, a *amount) bool { // not "growth in the last 60 days", "5k-20k & growing"
		return a.percent || !a.scaled && a.top() < thousand && !a.loose && r.phrase(a.to+1, lexicon.Period) == 0
	},
	"topic": func(r *reader, a *amount) bool { // "share daily life"
		n := r.phrase(a.from, lexicon.Rhythm)
		return n > 0 && r.longestTopic(a.from) > n && !r.is(a.from+n, lexicon.About|lexicon.Place)
	},
	"beside": func(r *reader, a *amount) bool { // "small but growing", not "gardening and growing vegetables"
		return r.is(a.from-1, lexicon.Ends|lexicon.And) && r.is(a.from-2, lexicon.Unknown) || len(r.toks) > 1 && (a.from == 0 || !softGap(r.toks[a.from].before)) && r.partEnds(a.from+1)
	},
	"excluding":   func(r *reader, _ *amount) bool { return r.scope != nil },
	"whereactive": func(r *reader, a *amount) bool { return r.whereActive(a.from) },
}

// entryTests tests the entry of a phrase.
var entryTests = map[string]func(m *match, e lexicon.Entry, words int) bool{
	"numbered": func(_ *match, e lexicon.Entry, _ int) bool { return e.Number > 0 }, // "last post", "both networks"
	"several":  func(_ *match, _ lexicon.Entry, words int) bool { return words > 1 },
	"age":      func(_ *match, e lexicon.Entry, _ int) bool { return e.Value == "age" },
	"same": func(m *match, e lexicon.Entry, _ int) bool { // "charge less than 500 euros"
		return kindOf(e) == kindOf(m.slot(lexicon.Years|lexicon.Unknown|lexicon.Metric))
	},
	"budget": func(_ *match, e lexicon.Entry, _ int) bool { return e.Value == "budget" },
	"posts":  func(_ *match, e lexicon.Entry, _ int) bool { return e.Class&lexicon.Posts != 0 },
	"own": func(_ *match, e lexicon.Entry, _ int) bool {
		return e.Value != "gender" && e.Value != "size" && e.Value != "contact" && !isOptional(e)
	},
	"woman": func(_ *match, e lexicon.Entry, _ int) bool { return e.Value == "gender" || e.Class&lexicon.People != 0 },
	"countless": func(m *match, e lexicon.Entry, words int) bool {
		return e.Value == "gender" || e.Class&(lexicon.People|lexicon.Counted) != 0 || uncounted[e.Value] || saysSize(e.Value) || isOptional(e)
	},
}

// top is the higher end of an amount.
func (a *amount) top() float64 { return max(orZero(a.min), orZero(a.max)) }

// dayOfMonth: the amount may be the number of a day: "15 March", "the 3rd to the 9th".
func (a *amount) dayOfMonth() bool {
	return !a.percent && !a.scaled && !a.loose && a.top() >= 1 && a.top() <= 31
}

// rescaled multiplies both ends, rounded to hundredths.
func (a *amount) rescaled(by float64) {
	a.min, a.max = math.Round(a.min*by*100)/100, math.Round(a.max*by*100)/100
}

// unit finds what is counted, behind the number or in front of it, and takes its words
// into the amount; "" when the number is about nothing known.
func (r *reader) unit(a *amount) (field string) {
	for _, section := range []string{"personal", "activity", "size"} {
		if field = r.apply(section, a); field != "" {
			r.apply("tolerance", a)
			break
		}
	}
	return field
}

// apply lets the first pattern of a section that fits make of an amount what it says.
func (r *reader) apply(section string, a *amount) (says string) {
	for i := range patterns()[section] {
		m, ok := r.fits(&patterns()[section][i], a)
		if !ok {
			continue
		}
		if m.says == "none" {
			return ""
		}
		b := *a
		b.from, b.to, m.a = m.from, m.to, &b
		if r.toks[b.to].used { // the audience is read already
			b.to = a.to
		}
		if more := m.part("more"); more.element != nil {
			b.bound(more.entry)
		}
		if m.does == "" || measures[m.does](&m) {
			*a = b
			return m.says
		}
	}
	return ""
}

// measures make of an amount what a pattern counts; false where it does not.
var measures = map[string]func(m *match) bool{
	"per": func(m *match) bool { m.a.rescaled(daysPerWeek / m.slot(lexicon.Rhythm).Number); return true },
	"every": func(m *match) bool { // "every three days"
		m.a.min = daysPerWeek / (m.a.min * m.slot(lexicon.Period).Number)
		m.a.rescaled(1)
		return true
	},
	"since":     (*match).since,
	"growth":    (*match).growth,
	"networks":  (*match).networks,
	"share":     (*match).share,
	"exact":     func(m *match) bool { m.a.max, m.a.compared = m.a.min, true; return true },
	"most":      func(m *match) bool { m.a.atMost(); return m.turned() },
	"least":     func(m *match) bool { m.a.compared = true; return m.turned() },
	"compared":  (*match).compared,
	"more":      (*match).turned,
	"range":     (*match).between,
	"tolerance": (*match).tolerance,
	"person":    (*match).person,
	"rough":     func(m *match) bool { m.a.roughly(); return true },
	"unit":      (*match).unit,
}

// since makes days of "two weeks", and tells those who posted since from those who did not.
func (m *match) since() bool {
	a, did := m.a, m.slot(lexicon.Active|lexicon.Posting|lexicon.Posts|lexicon.Dormant)
	ago := m.has(lexicon.Ago) || m.has(lexicon.Unknown)
	switch dormant := did.Class&lexicon.Dormant != 0; {
	case dormant && !m.has(lexicon.Not) && math.IsNaN(a.min): // "inactive for two months at most"
	case dormant != m.has(lexicon.Not), did.Number > 0 && a.compared && !ago && math.IsNaN(a.max): // "last post older than 60 days"
		a.min, a.max = cmpNaN(a.min, a.max), math.NaN()
	case !ago || math.IsNaN(a.max) && !a.compared: // "less than 10 days ago" says it itself
		a.min, a.max = math.NaN(), cmpNaN(a.max, a.min)
	}
	a.rescaled(m.slot(lexicon.Period).Number)
	return true
}

func cmpNaN(a, b float64) float64 {
	if math.IsNaN(a) {
		return b
	}
	return a
}

func orZero(v float64) float64 { return cmpNaN(v, 0) }

// growth makes per cent in 30 days of "4% this week", "2% in the last 60 days".
func (m *match) growth() bool {
	days := m.slot(lexicon.Rhythm | lexicon.Within).Number
	if days == 0 {
		days = m.slot(lexicon.Period).Number * m.part("n").entry.Number
	}
	if days > 0 {
		m.a.rescaled(daysPerGrowth / days)
	}
	return true
}

// networks makes bounds of how many networks somebody is on: "on one" is not on more.
func (m *match) networks() bool {
	switch a := m.a; {
	case a.min == 1 && !a.compared:
		a.min, a.max, a.compared = math.NaN(), 1, true
	case !a.ranged && a.compared && m.r.strict(a):
		a.min, a.max = a.min+1, a.max-1
	}
	return true
}

// strict: the comparison leaves out the number itself: "more than one network".
func (r *reader) strict(a *amount) bool {
	return anyAt(a.from, a.to+1, func(i int) bool {
		return r.among(i, wordStrict) && !r.is(i-1, lexicon.Not|lexicon.Or) && !r.among(i-1, wordTheLeast)
	})
}

// person tells which kind of what is not known of creators the number is about.
func (m *match) person() bool {
	e := m.slot(lexicon.Years | lexicon.Unknown | lexicon.Metric)
	if e.Class&lexicon.Metric != 0 && m.a.loose {
		return false
	}
	m.says += " " + kindOf(e)
	return true
}

// unit tells followers from engagement: an article counts nothing ("un engagement
// supérieur à 3 %"), and no rate is above 100.
func (m *match) unit() bool {
	a, field := m.a, FieldEngagement
	if m.has(lexicon.Followers) {
		field = FieldFollowers
	}
	if a.loose && !a.compared && !a.percent || field == FieldFollowers && a.percent || field == FieldEngagement && !a.percent && (a.scaled || a.top() > 100) {
		return false
	}
	m.says = field
	m.r.roughly(a, m.anchor)
	return true
}

// around: how far a rough number may be off.
const around = 0.2

// roughly makes a range of a number that a word in front of it says to be rough:
// "around 50k followers".
func (r *reader) roughly(a *amount, at int) {
	from := r.backOver(at, lexicon.About)
	tilde := strings.Contains(r.toks[at].before, "~")
	if a.compared || !tilde && !slices.ContainsFunc(r.toks[from:at], func(t token) bool { return isAmong(t.word, wordRough) }) {
		return
	}
	a.from = min(a.from, from)
	a.roughly()
}

// roughly makes a range of a number.
func (a *amount) roughly() {
	a.max, a.min = math.Round(a.min*(1+around)*100)/100, math.Round(a.min*(1-around)*100)/100
	a.compared, a.ranged = true, true
}

// within adds a range as one or two clauses of the same text, with a comparison
// sign that stands in front. What is not known of creators is noted as unused.
func (r *reader) within(field string, lo, hi float64, from, to int) {
	if kind, ok := strings.CutPrefix(field, unusedField); ok {
		r.leave(kind, from, to)
		return
	}
	text := r.span(from, to)
	gap := r.toks[from].before
	if i := strings.IndexAny(gap, "<>≤≥"); i >= 0 {
		text = r.text[r.toks[from].start-len(gap)+i : r.toks[to].end]
	}
	c := clause{field: field, from: from, to: to, text: text}
	if !math.IsNaN(lo) {
		c.op, c.value = opGte, lo
		r.clauses = append(r.clauses, c)
	}
	if !math.IsNaN(hi) {
		c.op, c.value = opLte, hi
		r.clauses = append(r.clauses, c)
	}
}
