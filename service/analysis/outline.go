package analysis

// What stands in outlines for the beginning and the end, for a group of people, and for
// words without a mark.
const (
	edgeTrait  = "^"
	groupTrait = "X"
	plainTrait = "o"
)

// outlined tells the marks of a sentence one after the other: groups of people outside
// quotation marks, what the rules know, and once what stands between.
func (r *reading) outlined(s span, groups []hit, tell func(mark string)) {
	marks, hits, last := within(r.marks, s.lo, s.hi), within(r.hits, s.lo, s.hi), edgeTrait
	for i := s.lo; i < s.hi; {
		mark, next, best := plainTrait, i+1, outlineMost+1
		for ; len(marks) > 0 && marks[0].from <= i; marks = marks[1:] {
			if m := marks[0]; m.from == i && m.group.rank > 0 && m.group.rank < best {
				mark, next, best = m.group.kind, m.next, m.group.rank
			}
		}
		for ; len(hits) > 0 && hits[0].from <= i; hits = hits[1:] {
			if h := hits[0]; h.from == i && best > outlineMost {
				mark, next, best = h.group.kind, h.next, 0
			}
		}
		for _, g := range groups {
			if g.from <= i && i < g.next && !r.inQuotes(g) {
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
