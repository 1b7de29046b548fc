package analysis

import (
	"strings"
	"unicode/utf8"
)

// What a sentence says of a group is read by rules first. Where they find nothing, its
// traits are weighed (weights.go): words and pairs of words, and its outline, which is
// the marks of the rules in their order. The group itself is no trait, so that all
// groups weigh the same.

const (
	traitStem     = 5  // first letters of a word that count by themselves as well
	statementMost = 45 // words of a statement
	traitsEach    = 6  // traits of a word, about
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

// traits are those of a statement that names groups, each once.
func (r *reading) traits(s span, groups []hit) []string {
	most := traitsEach * (s.hi - s.lo + 2)
	t := traitList{seen: make(map[string]bool, most), all: make([]string, 0, most)}
	words := r.leftOf(s, groups, func(i int) (string, int) { return r.toks[i].word, i + 1 })
	for i, w := range words {
		t.add(w)
		if n := utf8.RuneCountInString(w); n > traitStem {
			t.add(string([]rune(w)[:traitStem]) + "*")
		}
		t.pairs(words[:i], w, "")
	}
	outline := r.leftOf(s, groups, r.outline)
	for i, w := range outline {
		t.pairs(outline[:i], w, outlineMark)
		if i > 1 {
			t.add(outlineMark + outline[i-2] + " " + outline[i-1] + " " + w)
		}
	}
	for _, m := range within(r.marks, s.lo, s.hi) {
		if kind, _, _ := strings.Cut(m.group.kind, " "); outlined[kind] > 0 || kind == kindFrame {
			t.add(outlineMark + kind)
		}
	}
	end := len(r.text)
	if s.hi < len(r.toks) {
		end = r.toks[s.hi].start
	}
	for _, sign := range []string{"?", "!"} {
		if strings.Contains(r.text[r.toks[s.lo].start:end], sign) {
			t.add(outlineMark + sign)
		}
	}
	return t.all
}

type traitList struct {
	seen map[string]bool
	all  []string
}

func (t *traitList) add(trait string) {
	if !t.seen[trait] {
		t.seen[trait] = true
		t.all = append(t.all, trait)
	}
}

// pairs adds a word with the one before it and with the one before that.
func (t *traitList) pairs(before []string, w, mark string) {
	if n := len(before); n > 0 {
		t.add(mark + before[n-1] + " " + w)
		if n > 1 {
			t.add(mark + before[n-2] + " _ " + w)
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
