package analysis

import (
	"slices"
	"strings"
)

// Marks of hatred in the word files: a group of people, what is said of it, and
// the words that join the two. None says anything by itself.
const (
	kindPeople    = "people"    // a group that is protected: by origin, faith, sex, love, disability
	kindPerson    = "person"    // one of it, or its adjective: of a person, unless another noun follows
	kindAdjective = "adjective" // the same in languages where it stands behind the noun it goes with
	kindPlace     = "place"     // where a group lives or prays: as the group itself under a threat
	kindThem      = "them"      // a pronoun that may stand for a group
	kindClitic    = "clitic"    // a pronoun that stands before the verb whose object it is
	kindOne       = "one"       // a pronoun for one of it: "any Muslim … shoot him"
	kindSingle    = "single"    // before a person: it is one that is known, and no group
	kindAny       = "any"       // before a person: it is any of the group
	kindHate      = "hate"      // before whom it is aimed at: "I hate", "fuck all"
	kindShun      = "shun"      // as kindHate, where a "not" goes with it: "I trust no"
	kindContempt  = "contempt"  // what is said of a group with "are", or right before its name
	kindCurse     = "curse"     // the same right before its name only: "fucking immigrants"
	kindInsult    = "insult"    // the same right behind its name: "negro de mierda"
	kindUnwanted  = "unwanted"  // before whom nobody wants: "I don't want any"
	kindNear      = "near"      // where they are not wanted: "in my street"
	kindDuty      = "duty"      // wishes what is said behind it of others only: "they have to" is no wish
	kindCopula    = "copula"    // that "are"
	kindVerdict   = "verdict"   // said right after its name, with its own verb: "disgust me"
	kindVirtue    = "virtue"    // what is denied of a group: "normal", "to be trusted"
	kindThreat    = "threat"    // before whom it is aimed at: "let's kill"
	kindHarm      = "harm"      // the same with a wish in front: "we should expel"
	kindMust      = "must"      // wishes what is said behind it: "should", "I want"
	kindHarmed    = "harmed"    // what is wished to a group: "be shot", "disappear"
	kindDrive     = "drive"     // before whom it is aimed at, with its end behind: "throw … out of our country"
	kindDriven    = "driven"    // that end
	kindLife      = "life"      // what is denied to a group: "deserves to live"
	kindBetween   = "between"   // may stand between a group and what is said of it
	kindWhoever   = "whoever"   // before a verb whose object the group is: what follows is said of others
	kindOthers    = "others"    // in front of a verb: somebody else hates
	kindHint      = "hint"      // says nothing of anybody, and all where a group is named in its sentence: "hide your purse"
	kindFrame     = "frame"     // around a group: "never met a … I could trust"
	kindProtest   = "protest"   // the sentence, or the next one, objects to what it tells
)

// aims are the kinds of which a misspelt word is read as well.
var aims = map[string]bool{kindPeople: true, kindPerson: true, kindAdjective: true, kindHate: true, kindContempt: true, kindThreat: true, kindHarmed: true}

// hateSpeech names the flag for hatred: text that threatens or degrades people for who
// they are.
var (
	hateSpeech  = newGroup("hate_speech", "high")
	lifeRefused = newGroup("hate_speech", "high") // by a "no", which takes nothing back here
)

// Distances in words, chosen by the cases of docs/QUALITY.md: shorter ones lose
// "so many of those", longer ones join what belongs to two statements.
const (
	aimReach     = 4  // from "I hate" to the group
	saidReach    = 9  // from the group to what is said of it
	strangerMost = 2  // other words between them
	refusedReach = 2  // from "I don't think" to the group
	shunReach    = 4  // from "I trust" to its "not"
	shortText    = 12 // words of a text in which all may be misspelt
	patternMost  = 6  // words of a pattern
	mustReach    = 5  // from "I hope that" to the group
	protestReach = 3  // from the beginning of a sentence to what objects to the one before
	hintReach    = 12 // from a group to a hint
	frameReach   = 8  // from a group to the end of its frame
	whoReach     = 6  // from "whoever" to the group
)

// hateful finds hatred in a text as it is written, else as it is meant to be
// read: then the reading that it was found in is another one.
func (r *reading) hateful() (*reading, []hit) {
	found := r.hatred()
	if len(found) > 0 || !r.mark(0, len(r.toks), func(m hit) bool { return m.group.aims }) && !r.hidden() {
		return r, found
	}
	if plain := r.undisguised(); plain != nil {
		return plain, plain.hatred()
	}
	return r, nil
}

// hidden: one of the words may be several without spaces, or the text is a short one.
func (r *reading) hidden() bool {
	return len(r.toks) <= shortText || slices.ContainsFunc(r.toks, func(t token) bool { return len(t.word) >= 2*runLeast })
}

// hatred finds where a group of people is hated, degraded or threatened: group,
// what is said of it, and nothing that takes it back.
func (r *reading) hatred() (out []hit) {
	var earlier hit // the last group named, in this sentence or the one before
	var earlierAt span
	named := false
	for _, s := range r.sentenceTokens() {
		marks := within(r.marks, s.lo, s.hi)
		if named && earlierAt.hi == s.lo {
			out = append(out, r.calledNames(s, marks)...)
		}
		for _, m := range marks {
			switch m.group.kind {
			case kindPeople, kindPerson, kindAdjective, kindPlace:
				if r.names(m) && !r.inQuotes(m) {
					out = append(out, r.against(m, marks)...)
					earlier, earlierAt, named = m, s, true
				}
			case kindThem, kindOne:
				if named && (earlierAt == s || earlierAt.hi == s.lo) &&
					(m.group.kind == kindThem || r.follows(earlier, kindAny)) {
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
	if r.marked(s.lo, kindVerdict) || r.marked(s.lo, kindMust) && slices.ContainsFunc(marks, func(m hit) bool { return m.group.kind == kindHarmed && r.joined(s.lo+1, m.from) }) {
		return []hit{{hateSpeech, s.lo, s.lo + 1}}
	}
	contempt := 0
	for i := s.lo; i < s.hi; i++ {
		said := false
		for _, m := range marks {
			if k := m.group.kind; m.from <= i && i < m.next && (k == kindContempt || k == kindBetween || k == kindThem) {
				said = true
				if k == kindContempt {
					contempt++
				}
			}
		}
		if !said {
			return nil
		}
	}
	asked := s.lo > 0 && r.sentenceLength(s.lo-1) <= patternMost && strings.Contains(r.gap(s.lo), "?")
	if s.hi-s.lo < 2 && !asked || contempt == 0 {
		return nil
	}
	return []hit{{hateSpeech, s.lo, s.hi}}
}

// inQuotes: a mark stands between quotation marks, and the author does not agree.
func (r *reading) inQuotes(m hit) bool {
	lo, hi := r.at(m)
	return slices.ContainsFunc(r.quotes, func(q span) bool { return q.holds(lo, hi) }) && !r.assented(m.from)
}

// sentenceLength counts the words of token i's sentence.
func (r *reading) sentenceLength(i int) int {
	from, next := r.sentence(i)
	return next - from
}

// sentenceTokens are the sentences, as ranges of tokens.
func (r *reading) sentenceTokens() []span {
	if r.lines != nil {
		return r.lines
	}
	out := make([]span, 0, len(r.sentences))
	for i := 0; i < len(r.toks); {
		at, ok := spanAt(r.sentences, r.toks[i].start)
		next := i + 1
		for ok && next < len(r.toks) && r.toks[next].start < at.hi {
			next++
		}
		out = append(out, span{i, next})
		i = next
	}
	r.lines = out
	return out
}

// objects: the author quotes, denies or condemns what is said.
func (r *reading) objects(h hit) bool {
	if s := r.stance(h); s.quoted || s.reported || s.negated && h.group != lifeRefused {
		return true
	}
	from, next := r.sentence(h.from)
	return r.mark(from, min(next+protestReach, len(r.toks)), func(m hit) bool {
		return m.group.kind == kindProtest && (m.from >= next || m.from < h.from || m.next > h.next)
	})
}
