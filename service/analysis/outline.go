package analysis

import "slices"

// What stands in outlines for the beginning and the end, for a group of people, and for
// words without a mark.
const (
	edgeTrait  = "^"
	groupTrait = "X"
	plainTrait = "o"
)

// outlineKinds are the kinds of marks in an outline; of several at one place the first.
var outlineKinds = func() map[string]int {
	out := map[string]int{}
	for i, kind := range []string{kindProtest, kindReport, kindSaid, kindThreat, kindHate, kindVerdict, kindContempt, kindHarm, kindHarmed,
		kindLife, kindVirtue, kindInsult, kindCurse, kindHint, kindUnwanted, kindDrive, kindDriven, kindShun, kindNegation, kindWithout,
		kindMust, kindDuty, kindWhoever, kindThem, kindOne, kindClitic, kindCopula, kindSingle, kindAny, kindOthers, kindNear, kindBetween} {
		out[kind] = i + 1
	}
	return out
}()

// outlined tells the marks of a sentence one after the other: groups of people, what the
// rules know, and once what stands between.
func (r *reading) outlined(s span, tell func(mark string)) {
	groups, last := r.groups(s), edgeTrait
	for i := s.lo; i < s.hi; {
		mark, next := r.outline(i)
		for _, g := range groups {
			if g.from <= i && i < g.next {
				mark, next = groupTrait, g.next
			}
		}
		if mark != plainTrait || last != plainTrait {
			tell(mark)
			last = mark
		}
		i = next
	}
	tell(edgeTrait)
}

// groups are the marks of a sentence that stand for groups of people, outside quotation
// marks.
func (r *reading) groups(s span) []hit {
	return slices.DeleteFunc(slices.Clone(within(r.marks, s.lo, s.hi)), func(m hit) bool {
		return !isGroup(m) || !r.names(m) || r.inQuotes(m)
	})
}

// outline is the mark at token i, or the content that stands there, and where it ends.
func (r *reading) outline(i int) (string, int) {
	word, next, best := plainTrait, i+1, len(outlineKinds)+1
	for _, m := range within(r.marks, i, i+1) {
		if rank, ok := outlineKinds[m.group.kind]; ok && rank < best {
			word, next, best = m.group.kind, m.next, rank
		}
	}
	if found := within(r.hits, i, i+1); best > len(outlineKinds) && len(found) > 0 {
		return found[0].group.kind, found[0].next
	}
	return word, next
}
