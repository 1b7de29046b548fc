package analysis

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"greenroom/service/languages"
)

// What a sentence says of a group is read by rules first. Where they find nothing, its
// traits are weighed: words and pairs of words, and its outline, which is
// the marks of the rules in their order. The group itself is no trait, so that all
// groups weigh the same.

const (
	traitStem     = 5  // first letters of a word that count by themselves as well
	statementMost = 45 // words of a statement
	traitsEach    = 8  // traits of a word, about
	afterMost     = 14 // words of the sentence behind the one that names a group
)

// What stands in traits for a group, for the beginning and the end, and in outlines for
// words without a mark.
const (
	groupTrait = "X"
	edgeTrait  = "^"
	plainTrait = "o"
)

// outlineMark begins every trait of an outline: such traits are those of all languages.
const outlineMark = "="

// outlined are the kinds of marks in an outline; of several at one place the first.
var outlined = func() map[string]int {
	out := map[string]int{}
	for i, kind := range []string{kindProtest, kindReport, kindSaid, kindThreat, kindHate, kindVerdict, kindContempt, kindHarm, kindHarmed,
		kindLife, kindVirtue, kindInsult, kindCurse, kindHint, kindUnwanted, kindDrive, kindDriven, kindShun, kindNegation, kindWithout,
		kindMust, kindDuty, kindWhoever, kindThem, kindOne, kindClitic, kindCopula, kindSingle, kindAny, kindOthers, kindNear, kindBetween} {
		out[kind] = i + 1
	}
	return out
}()

// statement is what is weighed: the sentence that names a group, and a short one behind it.
func (r *reading) statement(s span) span {
	if s.hi < len(r.toks) {
		if from, next := r.sentence(s.hi); from == s.hi && next-from <= afterMost {
			s.hi = next
		}
	}
	return s
}

// groups are the marks of a sentence that stand for groups of people.
func (r *reading) groups(s span) (out []hit) {
	for _, m := range within(r.marks, s.lo, s.hi) {
		switch m.group.kind {
		case kindPeople, kindPerson, kindAdjective:
			if r.names(m) && !r.inQuotes(m) {
				out = append(out, m)
			}
		}
	}
	return out
}

// trait is written as its pieces one after the other: "=threat X", "ship _ back".
type trait [6]string

// number tells traits apart without writing them: FNV-1a of what would be written.
func (t trait) number() uint64 {
	n := uint64(14695981039346656037)
	for _, s := range t {
		for i := range len(s) {
			n = (n ^ uint64(s[i])) * 1099511628211
		}
	}
	return n
}

// traits tells those of a statement that names groups, some more than once.
func (r *reading) traits(s span, groups []hit, tell func(trait)) {
	words := r.leftOf(s, groups, func(i int) (string, int) { return r.toks[i].word, i + 1 })
	for i, w := range words {
		tell(trait{w})
		if stem := stemOf(w); stem != w {
			tell(trait{stem, "*"})
		}
		pairs(words[:i], w, "", tell)
	}
	outline := r.leftOf(s, groups, r.outline)
	for i, w := range outline {
		pairs(outline[:i], w, outlineMark, tell)
		if i > 1 {
			tell(trait{outlineMark, outline[i-2], " ", outline[i-1], " ", w})
		}
	}
	for _, m := range within(r.marks, s.lo, s.hi) {
		if kind, _, _ := strings.Cut(m.group.kind, " "); outlined[kind] > 0 || kind == kindFrame {
			tell(trait{outlineMark, kind})
		}
	}
	end := len(r.text)
	if s.hi < len(r.toks) {
		end = r.toks[s.hi].start
	}
	for _, sign := range []string{"?", "!"} {
		if strings.Contains(r.text[r.toks[s.lo].start:end], sign) {
			tell(trait{outlineMark, sign})
		}
	}
}

// stemOf is the first letters of a word.
func stemOf(w string) string {
	n := 0
	for at := range w {
		if n++; n > traitStem {
			return w[:at]
		}
	}
	return w
}

// pairs tells a word with the one before it and with the one before that.
func pairs(before []string, w, mark string, tell func(trait)) {
	if n := len(before); n > 0 {
		tell(trait{mark, before[n-1], " ", w})
		if n > 1 {
			tell(trait{mark, before[n-2], " _ ", w})
		}
	}
}

// leftOf goes through a statement and writes the groups as groupTrait, all else as it is
// written by a function, which also returns the token after.
func (r *reading) leftOf(s span, groups []hit, write func(i int) (string, int)) []string {
	out := append(make([]string, 0, s.hi-s.lo+2), edgeTrait)
	for i := s.lo; i < s.hi; {
		word, next := "", i
		for _, g := range groups {
			if g.from <= i && i < g.next {
				word, next = groupTrait, g.next
			}
		}
		if word == "" {
			word, next = write(i)
		}
		if word != plainTrait || out[len(out)-1] != plainTrait {
			out = append(out, word)
		}
		i = next
	}
	return append(out, edgeTrait)
}

// outline is the mark at token i, or the content that stands there, and where it ends.
func (r *reading) outline(i int) (string, int) {
	word, next, best := plainTrait, i+1, len(outlined)+1
	for _, m := range within(r.marks, i, i+1) {
		if rank, ok := outlined[m.group.kind]; ok && rank < best {
			word, next, best = m.group.kind, m.next, rank
		}
	}
	if found := within(r.hits, i, i+1); best > len(outlined) && len(found) > 0 {
		return "content." + found[0].group.kind, found[0].next
	}
	return word, next
}

// Weights of traits are taught by sentences: `hatred_lessons.txt` of each language and the
// cases of service/quality that rules are written against.
//
//	go test ./service/analysis -run TestWeights -teach
//
// A statement leans towards hatred as far as the weights of its traits add up to, over
// the root of their number, so that long ones lean no further than short ones.

// leanMost is how far a statement may lean and still be let go. It was chosen by parts of
// the sentences that were held back from teaching: docs/QUALITY.md.
const leanMost = 1.4

// weights of traits by their numbers, in parts of weightUnit.
type weights map[uint64]int16

const weightUnit = 50

var taught = perLanguage(languages.With(languages.Weights), func(lang string) weights { return readWeights(languages.Read(lang, languages.Weights)) })

// readWeights reads lines of a weight and, behind tabs, the traits that have it.
func readWeights(text string) weights {
	out := make(weights, strings.Count(text, "\t"))
	for line := range strings.Lines(text) {
		number, traits, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		n, err := strconv.ParseInt(number, 10, 16)
		if err != nil {
			continue
		}
		for name := range strings.SplitSeq(traits, "\t") {
			out[trait{name}.number()] = int16(n)
		}
	}
	return out
}

// lean is how far a statement that names groups leans towards hatred; of its traits each
// counts once.
func (r *reading) lean(s span, groups []hit, lists ...weights) float64 {
	numbers := make([]uint64, 0, traitsEach*(s.hi-s.lo+2))
	r.traits(s, groups, func(t trait) { numbers = append(numbers, t.number()) })
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	sum := 0
	for _, n := range numbers {
		for _, list := range lists {
			sum += int(list[n])
		}
	}
	return float64(sum) / weightUnit / math.Sqrt(float64(max(1, len(numbers))))
}

// leaning finds statements about a group that lean far towards hatred by their traits,
// unless they quote, report or condemn it.
func (r *reading) leaning() (out []hit) {
	if len(r.speech.codes) == 0 || taught[r.speech.codes[0]] == nil {
		return nil
	}
	for _, s := range r.sentenceTokens() {
		groups := r.groups(s)
		if len(groups) == 0 {
			continue
		}
		said := r.statement(s)
		if said.hi-said.lo > statementMost || r.lean(said, groups, taught[anyLanguage](), taught[r.speech.codes[0]]()) <= leanMost {
			continue
		}
		if !r.objects(hit{lifeRefused, groups[0].from, groups[0].next}) {
			out = append(out, hit{lifeRefused, s.lo, s.hi})
		}
	}
	return out
}
