package analysis

import (
	"slices"
	"strings"
)

// Marks of hatred in the word files: a group of people, what is said of it, and
// the words that join the two. None says anything by itself.
const (
	kindPeople   = "people"   // a group that is protected: by origin, faith, sex, love, disability
	kindThem     = "them"     // a pronoun that may stand for a group
	kindHate     = "hate"     // before whom it is aimed at: "I hate", "fuck all"
	kindContempt = "contempt" // what is said of a group with "are", or right before its name
	kindVerdict  = "verdict"  // said right after its name, with its own verb: "should be shot"
	kindThreat   = "threat"   // before whom it is aimed at: "let's kill"
	kindDrive    = "drive"    // before whom it is aimed at, with its end behind: "throw … out of our country"
	kindDriven   = "driven"   // that end
	kindLife     = "life"     // what is denied to a group: "deserves to live"
	kindBetween  = "between"  // may stand between a group and what is said of it
	kindOthers   = "others"   // in front of a verb: somebody else hates
	kindProtest  = "protest"  // the sentence, or the next one, objects to what it tells
)

// aims are the kinds of which a misspelt word is read as well.
var aims = map[string]bool{kindPeople: true, kindHate: true, kindContempt: true, kindThreat: true}

// hateSpeech is what is reported for hatred: it threatens or degrades people for
// what they are.
var (
	hateSpeech  = &group{kind: "hate_speech", severity: "high"}
	lifeRefused = &group{kind: "hate_speech", severity: "high"} // by a "no", which takes nothing back here
)

// Distances in words, chosen by the cases of docs/QUALITY.md: shorter ones lose
// "so many of those", longer ones join what belongs to two statements.
const (
	aimReach     = 4 // from "I hate" to the group
	saidReach    = 9 // from the group to what is said of it
	strangerMost = 2 // other words between them
	refusedReach = 2 // from "I don't think" to the group
)

// hateful finds hatred in a text as it is written, else as it is meant to be
// read: then the reading that it was found in is another one.
func (r *reading) hateful() (*reading, []hit) {
	if found := r.hatred(); len(found) > 0 || !slices.ContainsFunc(r.marks, func(m hit) bool { return aims[m.group.kind] }) && !r.longWord() {
		return r, found
	}
	if plain := r.undisguised(); plain != nil {
		return plain, plain.hatred()
	}
	return r, nil
}

// longWord: one of the words may be several without spaces.
func (r *reading) longWord() bool {
	return slices.ContainsFunc(r.toks, func(t token) bool { return len(t.word) >= 2*runLeast })
}

// hatred finds where a group of people is hated, degraded or threatened: group,
// what is said of it, and nothing that takes it back.
func (r *reading) hatred() (out []hit) {
	var earlier *hit // the last group named, in this sentence or the one before
	var earlierAt span
	for _, s := range r.sentenceTokens() {
		marks := within(r.marks, s.lo, s.hi)
		if earlier != nil && earlierAt.hi == s.lo {
			out = append(out, r.calledNames(s, marks)...)
		}
		for _, m := range marks {
			switch m.group.kind {
			case kindPeople:
				out = append(out, r.against(m, marks)...)
				earlier, earlierAt = &m, s
			case kindThem:
				if earlier != nil && earlier.next <= m.from && (earlierAt == s || earlierAt.hi == s.lo) {
					out = append(out, r.against(m, marks)...)
				}
			}
		}
	}
	return slices.DeleteFunc(out, r.objects)
}

// calledNames: the sentence is nothing but contempt for those that the one before
// names, "Disgusting animals.", or goes on about them without a pronoun, as Spanish
// does: "Deberían morir."
func (r *reading) calledNames(s span, marks []hit) []hit {
	if r.marked(s.lo, kindVerdict) {
		return []hit{{hateSpeech, s.lo, s.lo + 1}}
	}
	if s.hi-s.lo < 2 || !r.marked(s.lo, kindContempt) {
		return nil
	}
	for i := s.lo; i < s.hi; i++ {
		if !slices.ContainsFunc(marks, func(m hit) bool {
			k := m.group.kind
			return m.from <= i && i < m.next && (k == kindContempt || k == kindBetween || k == kindThem)
		}) {
			return nil
		}
	}
	return []hit{{hateSpeech, s.lo, s.hi}}
}

// sentenceTokens are the sentences, as ranges of tokens.
func (r *reading) sentenceTokens() []span {
	var out []span
	for i := 0; i < len(r.toks); {
		at, ok := spanAt(r.sentences, r.toks[i].start)
		next := i + 1
		for ok && next < len(r.toks) && r.toks[next].start < at.hi {
			next++
		}
		out = append(out, span{i, next})
		i = next
	}
	return out
}

// against finds what the marks of its sentence say against a group.
func (r *reading) against(people hit, marks []hit) (out []hit) {
	if lo, hi := r.at(people); slices.ContainsFunc(r.quotes, func(q span) bool { return q.holds(lo, hi) }) {
		return nil
	}
	for _, m := range marks {
		found := false
		switch m.group.kind {
		case kindHate, kindThreat:
			found = r.aimedAt(people, m) || people.group.kind == kindThem && people.next == m.from && m.group.kind == kindHate // "los odio"
		case kindDrive:
			found = r.aimedAt(people, m) && r.driven(people)
		case kindContempt:
			found = r.saidOf(people, m) || m.next == people.from && people.group.kind == kindPeople
		case kindVerdict:
			found = r.saidOf(people, m)
		case kindLife:
			found = r.saidOf(people, m)
		}
		if found && r.stands(people, m) {
			g := hateSpeech
			if m.group.kind == kindLife {
				g = lifeRefused
			}
			out = append(out, hit{g, min(people.from, m.from), max(people.next, m.next)})
		}
	}
	return out
}

// stands: nothing takes back what is said. "No immigrant" denies what follows: to
// be a thief, or to deserve to live.
func (r *reading) stands(people, said hit) bool {
	switch said.group.kind {
	case kindLife:
		return r.refused(people)
	case kindHate, kindThreat, kindDrive:
		return !r.denied(people, said)
	}
	return !r.refused(people) && !r.denied(people, said)
}

// aimedAt: from the verb to the group stand only words that may stand there, and it
// is the author's own.
func (r *reading) aimedAt(people, verb hit) bool {
	if verb.next > people.from || people.from-verb.next > aimReach || r.follows(verb, kindOthers) || !r.clause(verb.next, people.from) {
		return false
	}
	for i := verb.next; i < people.from; i++ {
		if !r.marked(i, kindBetween) && !r.marked(i, kindContempt) || strings.Contains(r.text[r.toks[i-1].end:r.toks[i].start], ",") {
			return false
		}
	}
	return true
}

// driven: right behind the group stands where it is to be driven, or to what end.
func (r *reading) driven(people hit) bool {
	return slices.ContainsFunc(within(r.marks, people.next, min(people.next+2, len(r.toks))), func(m hit) bool { return m.group.kind == kindDriven })
}

// refused: "no" or "not" stands shortly before the group.
func (r *reading) refused(people hit) bool {
	for _, m := range within(r.marks, max(0, people.from-refusedReach-2), people.from) {
		kind, far := m.group.kind, people.from-m.next
		if (kind == kindWithout && far == 0 || kind == kindNegation && 0 <= far && far <= refusedReach) && !r.turns(m.next, people.from) &&
			!strings.Contains(r.text[r.toks[m.from].start:r.toks[people.from].start], ",") {
			return true
		}
	}
	return false
}

// denied: a "not" or "no" stands between a group and what is said of it.
func (r *reading) denied(a, b hit) bool {
	if b.from < a.from {
		a, b = b, a
	}
	for _, m := range within(r.marks, a.next, b.from) {
		if (m.group.kind == kindNegation || m.group.kind == kindWithout) && m.next <= b.from {
			return true
		}
	}
	return false
}

// saidOf: between a group and what may be said of it stand words that join them, and few
// others.
func (r *reading) saidOf(people, said hit) bool {
	if said.from < people.next || said.from-people.next > saidReach || !r.clause(people.next, said.from) {
		return false
	}
	strangers := 0
	for i := people.next; i < said.from; i++ {
		if r.marked(i, kindOthers) || r.marked(i, kindHate) {
			return false
		}
		if !r.marked(i, kindBetween) {
			strangers++
		}
	}
	return strangers <= strangerMost
}

// clause: nothing between tokens i and j ends a statement.
func (r *reading) clause(i, j int) bool {
	for k := i; k <= j && k < len(r.toks); k++ {
		if strings.ContainsAny(r.text[r.toks[k-1].end:r.toks[k].start], ";:|—\n") {
			return false
		}
	}
	return !r.turns(i, j)
}

// follows: a mark of a kind ends right before a hit.
func (r *reading) follows(h hit, kind string) bool {
	for _, m := range within(r.marks, max(0, h.from-3), h.from) {
		if m.group.kind == kind && m.next == h.from {
			return true
		}
	}
	return false
}

// objects: the author quotes, denies or condemns what is said.
func (r *reading) objects(h hit) bool {
	if s := r.stance(h); s.quoted || s.reported || s.negated && h.group != lifeRefused {
		return true
	}
	from, next := r.sentence(h.from)
	for _, m := range within(r.marks, from, next) {
		if m.group.kind == kindProtest && (m.next <= h.from || m.from >= h.next) {
			return true
		}
	}
	return false
}
