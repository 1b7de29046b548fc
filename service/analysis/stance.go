package analysis

import (
	"sort"
	"strings"

	"greenroom/api"
)

// Marks that stand in the word files beside the kinds of content.
const (
	kindNegation = "negation" // before what it denies
	kindWithout  = "without"  // also over a list with commas
	kindDenied   = "denied"   // after what it denies
	kindOr       = "or"       // before the last of what is denied together
	kindSober    = "sober"    // near a drink: that it has no alcohol
	kindRecovery = "recovery" // the sentence tells of somebody who got free of a drug, or whom it killed
	kindRelapse  = "relapse"  // and this one takes that back
	kindReport   = "report"   // before what somebody else says
	kindSaid     = "said"     // after it
	kindSelf     = "self"     // in front of a report: then it is the author's own
	kindContrast = "contrast" // ends what was said before
	kindStory    = "story"    // the sentence tells of a book, a film or a game
	kindTaught   = "taught"   // the sentence tells of a lesson, a museum or research
	kindWhere    = "where"    // before the name of a place
	kindTitle    = "title"    // before the name of a song
	kindMention  = "mention"  // mentions a word
	kindNamed    = "named"    // right before a word that is spoken about
	kindAssent   = "assent"   // behind what is quoted or told: the author says so, too
)

// contextKinds are all that say how something is meant; the first outlineMost stand in
// outlines, of several at one place the first.
var contextKinds = []string{kindProtest, kindReport, kindSaid, kindThreat, kindHate, kindVerdict, kindContempt, kindHarm, kindHarmed,
	kindLife, kindVirtue, kindInsult, kindCurse, kindHint, kindUnwanted, kindDrive, kindDriven, kindShun, kindNegation, kindWithout,
	kindMust, kindDuty, kindWhoever, kindThem, kindOne, kindClitic, kindCopula, kindSingle, kindAny, kindOthers, kindNear, kindBetween,
	kindDenied, kindOr, kindSober, kindRecovery, kindRelapse, kindSelf, kindContrast, kindStory, kindTaught, kindWhere, kindTitle, kindMention, kindNamed, kindAssent,
	kindPeople, kindPerson, kindAdjective, kindPlace}

const outlineMost = 32

// stance tells how an author stands to words of a text.
type stance struct {
	quoted, negated, reported, story, mentioned, taught, place bool
	listed                                                     bool // denied at the head of a list that it may stand in
	sober                                                      bool // said to be free of what makes drunk
	recovered                                                  bool // told of as left behind, or mourned
}

// Stance tells how the author of a text stands to words of it.
type Stance uint8

// The stances.
const (
	Owned  Stance = iota // the author says so
	Denied               // the author says that it is not so
	Others               // in quotation marks, or told of somebody else
)

// Reading is a text, read: it may be asked about many places.
type Reading struct{ r *reading }

// Read reads a text.
func Read(t Text) Reading { return Reading{read(t)} }

// Stance tells how the author stands to the words at lo to hi.
func (x Reading) Stance(lo, hi int) Stance {
	toks := x.r.toks
	from := sort.Search(len(toks), func(i int) bool { return toks[i].end > lo })
	next := sort.Search(len(toks), func(i int) bool { return toks[i].start >= hi })
	if from >= next {
		return Owned
	}
	switch s := x.r.stance(hit{&group{}, from, next}); {
	case s.quoted, s.reported:
		return Others
	case s.negated:
		return Denied
	}
	return Owned
}

// Quote is the sentence around the words at lo to hi, letter for letter; of a
// long one, whole words on both sides of the place.
func (x Reading) Quote(lo, hi int) string { return excerpt(x.r.text, x.r.sentences, lo, hi) }

// Promotes reports whether the text is paid for, or the sentence around the words at lo
// to hi asks to buy or, in a post, praises. In a bio a good mood is that of the writer:
// "vegan for meat eaters, and winning" praises no meat.
func (x Reading) Promotes(lo, hi int, bio bool) bool {
	var s Sponsorship
	s.read(x.r)
	said := ReadPost([]Text{{Words: x.Quote(lo, hi), Languages: x.r.speech.codes}}, nil)
	return s.Paid || len(said.Actions) > 0 || !bio && said.Tone.Sentiment == api.SentimentPositive
}

func (r *reading) stance(h hit) stance {
	lo, hi := r.at(h)
	var s stance
	if q, ok := spanAt(r.quotes, lo); ok {
		s.quoted = q.holds(lo, hi)
	}
	from, next := r.sentence(h.from)
	for _, m := range within(r.marks, from, next) {
		if m.next <= next && (m.from >= h.next || h.from >= m.next) {
			r.weigh(&s, h, m, span{from, next})
		}
	}
	if (s.quoted || s.reported) && r.assented(h.from) {
		s.quoted, s.reported = false, false
	}
	s.negated, s.recovered = s.negated || r.answered(from, next), r.recovers(from, next)
	return s
}

// assented: the author agrees with what is said at token i, in its sentence or at the
// beginning of the next.
func (r *reading) assented(i int) bool {
	_, next := r.sentence(i)
	return r.mark(i, min(next+assentReach, len(r.toks)), func(m hit) bool { return m.group.kind == kindAssent })
}

// assentReach is the number of words of the next sentence in which an author may agree.
const assentReach = 3

// recovers: the sentence at tokens from to next, or one beside it, tells that somebody got
// free of a drug, or died of it, and none that it is taken now.
func (r *reading) recovers(from, next int) bool {
	if from > 0 {
		from, _ = r.sentence(from - 1)
	}
	if next < len(r.toks) {
		_, next = r.sentence(next)
	}
	found := false
	for _, m := range within(r.marks, from, next) {
		if m.group.kind == kindRelapse {
			return false
		}
		found = found || m.group.kind == kindRecovery
	}
	return found
}

// weigh adds to a stance what a mark in the same sentence, tokens at, does.
func (r *reading) weigh(s *stance, h, m hit, at span) {
	before, after := m.next <= h.from, h.next <= m.from
	switch m.group.kind {
	case kindNegation:
		s.negated = s.negated || before && (r.reaches(m.next, h.from, r.reach(5), false) || r.enumerated(m.next, h.from, at.hi, false))
	case kindWithout:
		s.negated = s.negated || before && r.reaches(m.next, h.from, r.reach(5), false)
		s.listed = s.listed || before && r.reaches(m.next, h.from, r.reach(5), true)
	case kindDenied:
		s.negated = s.negated || after && (r.reaches(h.next, m.from, r.reach(3), false) || r.enumerated(h.next, m.from, m.from, true))
	case kindSober:
		s.sober = s.sober || before && r.reaches(m.next, h.from, r.reach(5), false) || after && r.reaches(h.next, m.from, r.reach(3), false)
	case kindReport:
		s.reported = s.reported || before && !r.turns(m.next, h.from) && !r.ownWords(m.from, at.lo)
	case kindSaid:
		s.reported = s.reported || after && !r.turns(h.next, m.from) && !r.ownWords(m.from, h.next)
	case kindStory:
		s.story = true
	case kindTaught:
		s.taught = true
	case kindMention:
		s.mentioned = s.mentioned || before && r.reaches(m.next, h.from, r.reach(4), false)
	case kindNamed:
		s.quoted = s.quoted || m.next == h.from
	case kindWhere:
		s.place = s.place || m.next == h.from && h.next-h.from == 1 && r.capital(h.from) && (r.toks[h.from-1].line || !r.capital(h.from-1)) && !r.german(h.from)
	case kindTitle:
		s.quoted = s.quoted || before && m.next == h.from
	}
}

// marked: a mark of a kind begins at token i.
func (r *reading) marked(i int, kind string) bool {
	return r.mark(i, i+1, func(m hit) bool { return m.group.kind == kind })
}

// enumerated: what denies at one end of a list, "I don't drink beer, wine or rum", denies
// all of it: from token i to j and on to the end stand no clauses, but an "or". Small words
// may stand up to the first comma, or nowhere.
func (r *reading) enumerated(i, j, end int, anywhere bool) bool {
	if r.turns(i, j) {
		return false
	}
	run, or, comma := 0, false, anywhere
	for k := i; k < end; k++ {
		gap := r.gap(k)
		if strings.ContainsAny(gap, ";:|—\n") {
			return false
		}
		if strings.ContainsAny(gap, ",，") {
			run, comma = 0, true
		}
		if run++; r.marked(k, kindOr) {
			run, or = 0, true
		} else if run > 4 || comma && k < j && r.function(k) {
			return false
		}
		if or && comma && k >= j {
			return true
		}
	}
	return or && anywhere
}

// questionMax limits the words of a question that the next sentence denies.
const questionMax = 4

// answered: the sentence is a short question, and the next one says no:
// "Drunk? Never."
func (r *reading) answered(from, next int) bool {
	if next-from > questionMax || next >= len(r.toks) || !strings.ContainsAny(r.gap(next), "?？") {
		return false
	}
	return r.marked(next, kindNegation) || r.marked(next, kindWithout)
}

// reach is a distance in words; characters of a script without spaces are
// worth half a word.
func (r *reading) reach(n int) int {
	if len(r.speech.codes) > 0 && r.speech.codes[0] == "ja" {
		return 3 * n
	}
	return n
}

// reaches: from token i to token j it is no further than n words, and nothing
// ends the clause. A list with commas is no end where listed.
func (r *reading) reaches(i, j, n int, listed bool) bool {
	if r.turns(i, j) {
		return false
	}
	run := 0
	for k := i; k <= j; k++ {
		gap := r.gap(k)
		if strings.ContainsAny(gap, ";:|—\n") {
			return false
		}
		if strings.ContainsAny(gap, ",、，") {
			if !listed || run > 3 {
				return false
			}
			run, n = 0, n+3
		}
		run++
	}
	return j-i <= n
}

// turns: a "but" stands between tokens i and j.
func (r *reading) turns(i, j int) bool {
	return r.mark(i, j, func(m hit) bool { return m.group.kind == kindContrast })
}

// ownWords: the author is the one who says it.
func (r *reading) ownWords(at, from int) bool {
	return r.mark(max(from, at-3), at, func(m hit) bool { return m.group.kind == kindSelf })
}
