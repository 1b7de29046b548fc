package analysis

import "strings"

// Careful reports whether a brief asks for creators that nobody takes offence
// at, "family-friendly", "brand-safe", and what else it says.
func Careful(brief string) (rest string, careful bool) {
	r := read(Text{Words: brief})
	var b strings.Builder
	from := 0
	for _, h := range r.hits {
		if h.group.kind != "careful" || r.stance(h).negated {
			continue
		}
		lo, hi := r.at(h)
		if lo >= from {
			b.WriteString(brief[from:lo])
			from, careful = hi, true
		}
	}
	return b.String() + brief[from:], careful
}
