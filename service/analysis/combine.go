package analysis

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"greenroom/service/languages"
)

// Much that is unsafe has no word of its own: "deposit", a number and "withdraw" are
// harmless alone. A rule names parts that make a flag together, and parts that take
// it back: "vaccine + harm - study". Rules hold in all languages, in languages/any/rules.txt;
// the parts are word lists of each language, sections "[part.vaccine]".

const (
	partKind  = "part."
	partReach = 16 // words from the first part to the last
	partGuard = 12 // words around them in which another part takes it back
)

// rule is one line of the rules.
type rule struct {
	group       *group
	with, never []string
}

// ruledBy are the rules whose first part is of a kind, by their numbers.
var ruledBy = sync.OnceValue(func() map[string][]int {
	out := map[string][]int{}
	for n, u := range rules() {
		out[u.with[0]] = append(out[u.with[0]], n)
	}
	return out
})

// rules are read when a text has parts.
var rules = sync.OnceValue(func() (out []rule) {
	var open *group
	for line := range strings.Lines(languages.Read(languages.Any, languages.Rules)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "# ") {
			continue
		}
		if line[0] == '[' {
			kind, severity, _ := strings.Cut(strings.Trim(line, "[]"), " ")
			open = newGroup(kind, severity)
			continue
		}
		r, list := rule{group: open}, &[]string{}
		for i, w := range strings.Fields("+ " + line) {
			switch {
			case i%2 == 1:
				*list = append(*list, partKind+w)
			case w == "+":
				list = &r.with
			default:
				list = &r.never
			}
		}
		out = append(out, r)
	}
	return out
})

// combined finds what parts say together, in the order of the rules.
func (r *reading) combined() (out []hit) {
	if len(r.parts) == 0 {
		return nil
	}
	all, by := rules(), ruledBy()
	found := map[int]hit{}
	for _, first := range r.parts {
		for _, n := range by[first.group.kind] {
			if _, told := found[n]; told {
				continue
			}
			if parts := r.gather(first, all[n].with[1:]); parts != nil && !r.guarded(parts, all[n].never) && !r.disowned(parts) {
				whole := stretch(parts)
				found[n] = hit{all[n].group, whole.lo, whole.hi}
			}
		}
	}
	for _, n := range slices.Sorted(maps.Keys(found)) {
		out = append(out, found[n])
	}
	return out
}

// gather finds the parts nearest to the first; nil where one is missing.
func (r *reading) gather(first hit, others []string) []hit {
	for _, kind := range others {
		if !slices.ContainsFunc(r.parts, func(p hit) bool { return p.group.kind == kind }) {
			return nil
		}
	}
	parts := []hit{first}
	for _, kind := range others {
		best, far := hit{}, partReach+1
		for _, p := range r.parts {
			if p.group.kind != kind || slices.ContainsFunc(parts, func(q hit) bool { return p.from < q.next && q.from < p.next }) {
				continue
			}
			if s := stretch(append(parts, p)); s.hi-s.lo < far {
				best, far = p, s.hi-s.lo
			}
		}
		if far > partReach {
			return nil
		}
		parts = append(parts, best)
	}
	return parts
}

// stretch is the tokens from the first part to the last.
func stretch(parts []hit) span {
	s := span{parts[0].from, parts[0].next}
	for _, p := range parts[1:] {
		s.lo, s.hi = min(s.lo, p.from), max(s.hi, p.next)
	}
	return s
}

// guarded: a part stands near that takes it back.
func (r *reading) guarded(parts []hit, never []string) bool {
	s := stretch(parts)
	return slices.ContainsFunc(r.parts, func(p hit) bool {
		return p.next > s.lo-partGuard && p.from < s.hi+partGuard && slices.Contains(never, p.group.kind)
	})
}

// disowned: the author quotes, reports or denies one of the parts. A "not" that
// belongs to a part denies nothing.
func (r *reading) disowned(parts []hit) bool {
	for _, p := range parts {
		if s := r.stance(p); s.quoted || s.reported {
			return true
		}
		from, next := r.sentence(p.from)
		for _, m := range within(r.marks, from, next) {
			inside := slices.ContainsFunc(within(r.parts, m.from-patternMost, m.next), func(q hit) bool { return m.from < q.next })
			switch {
			case inside:
			case m.group.kind == kindProtest,
				m.denies() && m.next <= p.from && r.reaches(m.next, p.from, r.reach(5), false),
				m.group.kind == kindDenied && p.next <= m.from && r.reaches(p.next, m.from, r.reach(3), false):
				return true
			}
		}
	}
	return false
}
