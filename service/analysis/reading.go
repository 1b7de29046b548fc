package analysis

import (
	"cmp"
	"slices"
	"strings"
)

// Marks that stand in the word files beside the kinds of content.
const (
	kindNegation = "negation" // before what it denies
	kindWithout  = "without"  // also over a list with commas
	kindDenied   = "denied"   // after what it denies
	kindReport   = "report"   // before what somebody else says
	kindSaid     = "said"     // after it
	kindSelf     = "self"     // in front of a report: then it is the author's own
	kindContrast = "contrast" // ends what was said before
	kindStory    = "story"    // the sentence tells of a book, a film or a game
	kindMention  = "mention"  // speaks about a word
)

var contextKinds = map[string]bool{
	kindNegation: true, kindWithout: true, kindDenied: true, kindReport: true, kindSaid: true,
	kindSelf: true, kindContrast: true, kindStory: true, kindMention: true,
}

// reading is a text cut into words and sentences, with all that the word
// files know in it.
type reading struct {
	text      string
	toks      []token
	sentences []span
	quotes    []span
	speech    speech
	hits      []hit // contents, in order
	marks     []hit // contexts, in order
}

// hit is a pattern in a text: tokens from to next.
type hit struct {
	group      *group
	from, next int
}

func read(t Text) *reading {
	r := &reading{text: t.Words, toks: tokenize(t.Words)}
	if len(r.toks) == 0 {
		return r
	}
	r.sentences, r.quotes = sentences(t.Words), quotation(t.Words)
	r.speech = recognise(r.toks, t.Languages)
	finders := []*finder{&lexicons()[anyLanguage].finder}
	for _, l := range r.speech.codes {
		finders = append(finders, &lexicons()[l].finder)
	}
	for i := range r.toks {
		for _, f := range finders {
			f.at(r.toks, r.text, i, func(e entry, next int) { r.note(hit{e.group, i, next}) })
		}
	}
	return r
}

// note keeps a hit, of those of one kind at one place the longest.
func (r *reading) note(h hit) {
	list := &r.hits
	if contextKinds[h.group.kind] {
		list = &r.marks
	}
	for i := len(*list) - 1; i >= 0; i-- {
		old := (*list)[i]
		if old.next <= h.from {
			break
		}
		if old.group.kind != h.group.kind {
			continue
		}
		if h.next-h.from <= old.next-old.from {
			return
		}
		*list = slices.Delete(*list, i, i+1)
		break
	}
	*list = append(*list, h)
}

func (r *reading) at(h hit) (lo, hi int) { return r.toks[h.from].start, r.toks[h.next-1].end }

func (r *reading) words(h hit) string {
	lo, hi := r.at(h)
	return r.text[lo:hi]
}

func (r *reading) excerpt(h hit) string {
	lo, hi := r.at(h)
	return excerpt(r.text, r.sentences, lo, hi)
}

// nearby is how many words of a sentence to either side of a word matter for
// it: what is written down from speech often has no full stops at all.
const nearby = 40

// sentence is the tokens of the sentence that holds token i, as far as they
// are near.
func (r *reading) sentence(i int) (from, next int) {
	at, ok := spanAt(r.sentences, r.toks[i].start)
	if !ok {
		at = span{0, len(r.text)}
	}
	for from = i; from > max(0, i-nearby) && r.toks[from-1].start >= at.lo; from-- {
	}
	for next = i + 1; next < min(len(r.toks), i+nearby) && r.toks[next].start < at.hi; next++ {
	}
	return from, next
}

// within is the part of a list that begins at tokens from to next.
func within(list []hit, from, next int) []hit {
	at := func(h hit, i int) int { return cmp.Compare(h.from, i) }
	lo, _ := slices.BinarySearchFunc(list, from, at)
	hi, _ := slices.BinarySearchFunc(list, next, at)
	return list[lo:hi]
}

// stance is how an author stands to words of a text.
type stance struct {
	quoted, negated, reported, story, mentioned bool
	listed                                      bool // denied at the head of a list that it may stand in
}

// Owns reports whether the words at lo to hi of a text are its author's own:
// neither quoted, nor denied, nor what somebody else says.
func Owns(t Text, lo, hi int) bool {
	r := read(t)
	h := hit{group: &group{}, from: -1}
	for i, k := range r.toks {
		if k.end > lo && k.start < hi {
			if h.from < 0 {
				h.from = i
			}
			h.next = i + 1
		}
	}
	if h.from < 0 {
		return true
	}
	s := r.stance(h)
	return !s.quoted && !s.negated && !s.reported
}

func (r *reading) stance(h hit) stance {
	lo, hi := r.at(h)
	var s stance
	if q, ok := spanAt(r.quotes, lo); ok {
		s.quoted = q.holds(lo, hi)
	}
	from, next := r.sentence(h.from)
	for _, m := range within(r.marks, from, next) {
		if m.next > next || m.from < h.next && h.from < m.next {
			continue
		}
		switch m.group.kind {
		case kindNegation:
			s.negated = s.negated || m.next <= h.from && r.reaches(m.next, h.from, r.reach(5), false)
		case kindWithout:
			s.negated = s.negated || m.next <= h.from && r.reaches(m.next, h.from, r.reach(5), false)
			s.listed = s.listed || m.next <= h.from && r.reaches(m.next, h.from, r.reach(5), true)
		case kindDenied:
			s.negated = s.negated || h.next <= m.from && r.reaches(h.next, m.from, r.reach(3), false)
		case kindReport:
			s.reported = s.reported || m.next <= h.from && !r.turns(m.next, h.from) && !r.ownWords(m.from, from)
		case kindSaid:
			s.reported = s.reported || h.next <= m.from && !r.turns(h.next, m.from) && !r.ownWords(m.from, h.next)
		case kindStory:
			s.story = true
		case kindMention:
			s.mentioned = s.mentioned || m.next <= h.from && r.reaches(m.next, h.from, r.reach(4), false)
		}
	}
	return s
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
		gap := r.text[r.toks[k-1].end:r.toks[k].start]
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
	for _, m := range within(r.marks, i, j) {
		if m.group.kind == kindContrast && m.next <= j {
			return true
		}
	}
	return false
}

// ownWords: the author is the one who says it.
func (r *reading) ownWords(at, from int) bool {
	for _, m := range within(r.marks, max(from, at-3), at) {
		if m.group.kind == kindSelf && m.next <= at {
			return true
		}
	}
	return false
}
