package analysis

import (
	"slices"
	"strings"
)

// against finds what the marks of its sentence say against a group.
func (r *reading) against(people hit, marks []hit) (out []hit) {
	for _, m := range marks {
		if r.inQuotes(m) || !r.says(people, m) || !r.stands(people, m) {
			continue
		}
		g := hateSpeech
		if k := m.group.kind; k == kindLife || k == kindVirtue || k == kindShun || k == kindUnwanted {
			g = lifeRefused
		}
		out = append(out, hit{g, min(people.from, m.from), max(people.next, m.next, r.framed(people, m))})
	}
	return out
}

// says: a mark is said of a group, or wished to it. To a place and to one person
// nothing counts but a threat.
func (r *reading) says(people, m hit) bool {
	kind, of := m.group.kind, people.group.kind
	pronoun := of == kindThem || of == kindOne
	if m.group.behind != nil {
		return r.framed(people, m) > 0
	}
	switch kind {
	case kindThreat:
		return r.aimedAt(people, m) && !r.reporting(m) || r.mustDo(people, m) || r.before(people, m)
	case kindHarm:
		return r.mustDo(people, m)
	case kindHarmed:
		return !r.object(people) && r.wished(people, m)
	}
	if of == kindPlace || of == kindOne {
		return false
	}
	switch kind {
	case kindHint:
		return max(people.from-m.next, m.from-people.next) <= hintReach
	case kindShun:
		return r.aimedAt(people, m)
	case kindUnwanted:
		return r.aimedAt(people, m) && r.next(people, kindNear)
	case kindInsult:
		return m.from == people.next && !pronoun
	case kindHate:
		return r.aimedAt(people, m) || r.before(people, m)
	case kindDrive:
		return r.aimedAt(people, m) && r.next(people, kindDriven)
	case kindCurse:
		return m.next == people.from && !pronoun
	case kindContempt:
		return m.next == people.from && !pronoun || !r.object(people) && r.saidOf(people, m) && r.equated(people, m)
	case kindVerdict, kindLife, kindVirtue:
		return !r.object(people) && r.saidOf(people, m)
	}
	return false
}

// reporting: a noun that is no mark stands right before a verb, so somebody else does
// it: "the police beat …".
func (r *reading) reporting(verb hit) bool {
	i := verb.from - 1
	return i >= 0 && r.text[r.toks[i].end:r.toks[verb.from].start] == " " && !r.known(i) && !r.ordinary(i) && r.function(i-1)
}

// before: the group is a pronoun that stands before its verb: "los odio".
func (r *reading) before(people, verb hit) bool {
	return people.next == verb.from && r.marked(people.from, kindClitic)
}

// object: somebody does something to the group, "whoever hurts women", and what
// follows is said of them.
func (r *reading) object(people hit) bool {
	from, next := r.sentence(people.from)
	if strings.Contains(r.text[r.toks[next-1].end:min(r.toks[next-1].end+1, len(r.text))], "?") {
		return false // "who thinks that women …?"
	}
	return r.mark(max(from, people.from-whoReach), people.from, func(m hit) bool {
		return m.group.kind == kindWhoever && (m.next < people.from || r.german(people.from)) && m.next <= people.from && r.clause(m.next, people.from)
	})
}

// names: a mark stands for a group: neither for what belongs to one, "women's
// shoes", nor with a noun that its adjective goes with, "gay bars", "café noir", nor for
// somebody who is known, "this woman".
func (r *reading) names(people hit) bool {
	kind, gap := people.group.kind, ""
	if people.next < len(r.toks) {
		gap = r.gap(people.next)
	}
	if gap == "'" || gap == "’" || gap == "' " && strings.HasSuffix(r.toks[people.next-1].word, "s") {
		return false
	}
	switch kind {
	case kindPerson:
		return !r.follows(people, kindSingle) && (gap != " " || people.next-people.from > 1 || r.known(people.next) || r.german(people.next) && !r.capital(people.next))
	case kindAdjective:
		return !r.follows(people, kindSingle) && (people.from == 0 || r.known(people.from-1) || r.gap(people.from) != " ")
	}
	return true
}

// known: token i belongs to a mark, so it is no noun that a group's adjective
// goes with.
func (r *reading) known(i int) bool {
	return r.mark(max(0, i-patternMost), i+1, func(m hit) bool { return i < m.next }) || r.function(i)
}

// stands: nothing takes back what is said. "No immigrant" denies what follows: to
// be a thief, or to deserve to live.
func (r *reading) stands(people, said hit) bool {
	switch said.group.kind {
	case kindLife:
		return r.refused(people)
	case kindVirtue:
		return r.refused(people) != (r.denied(people, said) && !r.listed(people.next, said.from))
	case kindShun:
		return r.negates(max(0, said.from-shunReach), min(people.next+shunReach, len(r.toks)))
	case kindHate, kindThreat, kindHarm, kindDrive, kindUnwanted:
		return !r.denied(people, said)
	}
	return said.group.behind != nil || said.group.kind == kindHint || !r.refused(people) && !r.denied(people, said)
}

// listed: a comma stands after the last "not" between tokens i and j, "no son animales, son
// personas", so it denies what is in front of the comma.
func (r *reading) listed(i, j int) bool {
	for k := j; k > i; k-- {
		if r.negates(k, k+1) {
			return false
		}
		if strings.Contains(r.gap(k), ",") {
			return true
		}
	}
	return false
}

// aimedAt: from the verb to the group stand only words that may stand there, and it
// is the author's own.
func (r *reading) aimedAt(people, verb hit) bool {
	if verb.next > people.from || people.from-verb.next > aimReach || r.follows(verb, kindOthers) || !r.clause(verb.next, people.from) {
		return false
	}
	return !anyAt(verb.next, people.from, func(i int) bool { return !r.joins(i) && !r.marked(i, kindContempt) || strings.Contains(r.gap(i), ",") })
}

// framed is the token after a frame that stands around the group; 0 where none does.
func (r *reading) framed(people, before hit) int {
	if before.group.behind == nil || before.next > people.from || people.from-before.next > aimReach || !r.clause(before.next, people.from) || !r.joined(before.next, people.from) {
		return 0
	}
	for _, m := range within(r.marks, people.next, min(people.next+frameReach, len(r.toks))) {
		if m.group == before.group.behind && r.clause(people.next, m.from) {
			return m.next
		}
	}
	return 0
}

// mustDo: "we should", a verb of violence, the group, and few other words among them.
func (r *reading) mustDo(people, verb hit) bool {
	if verb.next > people.from || people.from-verb.next > aimReach || !r.clause(verb.next, people.from) || r.strangers(verb.next, people.from) > strangerMost {
		return false
	}
	_, ok := r.must(verb)
	return ok
}

// must finds the wish that leads to a verb, the author's own and not denied.
func (r *reading) must(verb hit) (hit, bool) {
	for _, m := range within(r.marks, max(0, verb.from-mustReach), verb.from) {
		if k := m.group.kind; (k == kindMust || k == kindDuty) && m.next <= verb.from && r.joined(m.next, verb.from) && !r.follows(m, kindOthers) {
			return m, true
		}
	}
	return hit{}, false
}

// wished: harm is wished to a group: "they should be shot", "I hope that all of them
// die", as German has it, "man sollte sie erschießen".
func (r *reading) wished(people, harm hit) bool {
	if harm.from < people.next || harm.from-people.next > saidReach || !r.clause(people.next, harm.from) {
		return false
	}
	for _, m := range within(r.marks, max(0, people.from-mustReach-2), min(harm.next+aimReach, len(r.toks))) {
		if m.group.kind != kindMust || m.from < harm.next && m.next > harm.from || r.denied(m, harm) {
			continue
		}
		switch {
		case m.from >= harm.next: // dass sie eingesperrt werden sollten
			if r.german(m.from) && r.strangers(people.next, harm.from) <= strangerMost {
				return true
			}
		case m.from >= people.next: // they should be shot
			if r.strangers(people.next, m.from) <= strangerMost && r.strangers(m.next, harm.from) <= strangerMost {
				return true
			}
		case m.next <= people.from && !r.follows(m, kindOthers): // I hope that they die
			if r.strangers(m.next, people.from) == 0 && r.strangers(people.next, harm.from) <= strangerMost {
				return true
			}
		}
	}
	return false
}

// negates: a "not" or "no" stands among tokens i to j.
func (r *reading) negates(i, j int) bool {
	return r.mark(i, j, hit.denies)
}

// next: a mark of a kind begins right behind a group, or one word on.
func (r *reading) next(people hit, kind string) bool {
	return r.mark(people.next, min(people.next+2, len(r.toks)), func(m hit) bool { return m.group.kind == kind })
}

// refused: "no" or "not" stands shortly before the group.
func (r *reading) refused(people hit) bool {
	return r.mark(max(0, people.from-refusedReach-2), people.from, func(m hit) bool {
		kind, far := m.group.kind, people.from-m.next
		return (kind == kindWithout && far == 0 || kind == kindNegation && far <= refusedReach) && !r.turns(m.next, people.from) &&
			!strings.Contains(r.text[r.toks[m.from].start:r.toks[people.from].start], ",")
	})
}

// denied: a "not" or "no" stands between a group and what is said of it.
func (r *reading) denied(a, b hit) bool {
	if b.from < a.from {
		a, b = b, a
	}
	return r.mark(a.next, b.from, func(m hit) bool { return m.denies() })
}

// saidOf: between a group and what may be said of it stand words that join them, and few
// others.
func (r *reading) saidOf(people, said hit) bool {
	if said.from < people.next || said.from-people.next > saidReach || !r.clause(people.next, said.from) {
		return false
	}
	return r.strangers(people.next, said.from) <= strangerMost && !r.mark(people.next, said.from, func(m hit) bool {
		return m.group.kind == kindHate || m.group.kind == kindOthers && (m.next > m.from+1 || !r.phrase(m.from))
	})
}

// phrase: token i goes on with several words that join, as "like that" does.
func (r *reading) phrase(i int) bool {
	return r.mark(max(0, i-patternMost), i, func(m hit) bool { return m.group.kind == kindBetween && m.next > i })
}

// equated: the group is, or seems, what is said of it, "they are vermin", "why are
// they so dumb", "dass sie dumm sind", "women, so dumb": not in "the cold made women sick".
func (r *reading) equated(people, said hit) bool {
	joins := func(m hit) bool {
		return m.group.kind == kindCopula &&
			(m.next == people.from || m.next < people.from && said.from == people.next || m.from >= people.next && m.next <= said.from || m.from >= said.next && r.german(m.from))
	}
	return r.mark(max(0, people.from-2), min(said.next+1, len(r.toks)), joins) || strings.ContainsAny(r.gap(people.next), ",=")
}

// strangers counts the words between tokens i and j that do not join a group and what
// is said of it.
func (r *reading) strangers(i, j int) (n int) {
	for ; i < j; i++ {
		if !r.inside(i, kindBetween, kindCopula, kindMust, kindDuty) {
			n++
		}
	}
	return n
}

func (r *reading) joined(i, j int) bool { return r.strangers(i, j) == 0 }

// joins: token i may stand between a group and what is said of it.
func (r *reading) joins(i int) bool { return r.inside(i, kindBetween, kindCopula) }

// inside: token i belongs to a mark of one of the kinds.
func (r *reading) inside(i int, kinds ...string) bool {
	return r.mark(max(0, i-patternMost), i+1, func(m hit) bool { return i < m.next && slices.Contains(kinds, m.group.kind) })
}

// clause: nothing between tokens i and j ends a statement.
func (r *reading) clause(i, j int) bool {
	return !anyAt(i, min(j+1, len(r.toks)), func(k int) bool { return strings.ContainsAny(r.gap(k), ";:|—\n") }) && !r.turns(i, j)
}

// follows: a mark of a kind ends right before a hit.
func (r *reading) follows(h hit, kind string) bool {
	return r.mark(max(0, h.from-3), h.from, func(m hit) bool { return m.group.kind == kind && m.next == h.from })
}
