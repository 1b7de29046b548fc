package words

import (
	"math"
	"slices"
	"strings"
	"sync"

	"greenroom/service/words/lexicon"
)

// sign reads a condition on a number that names none: "fast growing", "posted
// this week", "high engagement", "bilingual", "on both networks".
func (r *reader) sign(i int) int {
	if r.phrase(i, signsBegin()) == 0 {
		return 0
	}
	at := amount{from: i, to: i - 1}
	for k := range patterns()["signs"] {
		m, ok := r.fits(&patterns()["signs"][k], &at)
		if !ok {
			continue
		}
		if m.says == "none" {
			return 0
		}
		if kind, ok := strings.CutPrefix(m.says, unusedField); ok {
			r.leave(kind, m.from, m.to)
			return m.to + 1 - i
		}
		if c, ok := unnumbered[m.does](&m); ok && m.says == "" { // others have said it
			return m.to + 1 - i
		} else if ok {
			c.field = m.says
			return r.bound(i, c, m.from, m.to)
		}
	}
	return 0
}

// signsBegin is the classes that one of which each sign begins with.
var signsBegin = sync.OnceValue(func() (c lexicon.Class) {
	for _, p := range patterns()["signs"] {
		c |= p.right[0].class
	}
	return c
})

// unnumbered are the conditions of patterns that name no number.
var unnumbered = map[string]func(m *match) (clause, bool){
	"grows": func(m *match) (clause, bool) {
		c := growing(m.has(lexicon.Rising))
		if n := m.slot(lexicon.Rising).Number; n > 0 {
			c.value = n
		}
		return c, true
	},
	"lately": (*match).lately,
	"rhythm": (*match).rhythm,
	"dormant": func(m *match) (clause, bool) {
		days := m.slot(lexicon.Period | lexicon.Within).Number
		if days == 0 {
			days = daysDormant
		}
		return clause{op: opGte, value: days}, true
	},
	"level":   (*match).level,
	"several": (*match).several,
}

// growing is the condition on growth that names no number.
func growing(fast bool) clause {
	if fast {
		return clause{op: opGte, value: growthFast}
	}
	return clause{op: opLte, value: 0.0}
}

// level reads "high engagement", "engagement élevé", "low engagement", "strong growth".
func (m *match) level() (clause, bool) {
	low := m.has(lexicon.Low)
	switch {
	case m.has(lexicon.Growth):
		m.says = FieldGrowth30d
		return growing(!low), true
	case low:
		return clause{op: opLte, value: engagementLow}, true
	}
	return clause{op: opGte, value: engagementTop}, true
}

// lately reads "posted this week", "still active this month", and "active" of those who
// are asked for.
func (m *match) lately() (clause, bool) {
	days, r := float64(daysActive), m.r
	for _, s := range m.slots {
		if s.entry.Class&lexicon.Within != 0 && s.entry.Number > 0 {
			days = s.entry.Number
		}
	}
	alone := len(m.slots) == 1
	if alone && !r.saysWho(m.to+1) && !(m.from > 0 && r.lang.AdjectivesFollow && r.is(m.from-1, lexicon.People)) {
		return clause{}, false
	}
	return clause{op: opLte, value: days}, true
}

// rhythm reads "posting daily", "tous les jours" beside a verb of posting. Who "hasn't
// posted in a month" has not posted since.
func (m *match) rhythm() (clause, bool) {
	r, days := m.r, m.slot(lexicon.Rhythm).Number
	c := clause{op: opGte, value: math.Round(100*daysPerWeek/days) / 100}
	if m.has(lexicon.AtMost) { // "posting less than weekly"
		c.op = opLte
	}
	if r.scope != nil && r.spans(m.from, m.anchor, lexicon.Posting) && slices.ContainsFunc(r.toks[m.from:m.anchor+1], func(t token) bool { return isAmong(t.word, wordThroughout) }) {
		m.says, c.op, c.value = FieldLastPostDays, opLte, days
	}
	return c, true
}

// ahead finds the longest phrase of a class from token i on, with at most
// unitReach words of grammar in front of it: where it begins, how many words it
// has (0 if there is none) and what it says.
func (r *reader) ahead(i int, c, grammar lexicon.Class) (at, n int, e lexicon.Entry) {
	for skipped := 0; skipped <= unitReach && i < len(r.toks) && softGap(r.toks[i].before); skipped++ {
		if n, e = r.entry(i, c); n > 0 {
			return i, n, e
		}
		if !r.is(i, grammar) || r.toks[i].used {
			break
		}
		i++
	}
	return i, 0, lexicon.Entry{}
}

// backOver is over, back from the token in front of i.
func (r *reader) backOver(i int, c lexicon.Class) int {
	for n := 0; n < unitReach && r.is(i-1, c) && softGap(r.toks[i].before); n++ {
		i--
	}
	return i
}

// bound adds a condition on a number; a "not" turns it round. It counts the words from
// token i on.
func (r *reader) bound(i int, c clause, from, to int) int {
	r.add(c, from, to)
	return to + 1 - i
}

func (r *reader) spans(from, to int, c lexicon.Class) bool {
	return slices.ContainsFunc(r.toks[from:to], func(t token) bool { return t.entry.Class&c != 0 })
}
