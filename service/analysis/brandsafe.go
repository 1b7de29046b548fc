package analysis

import "strings"

// AsksBrandSafe reports whether a brief asks for creators that nobody takes offence
// at, "family-friendly", "brand-safe", and what else it says.
func AsksBrandSafe(brief string) (rest string, asked bool) {
	r := read(Text{Words: brief})
	var b strings.Builder
	from := 0
	for _, h := range r.hits {
		if h.group.kind != "brandsafe" || r.stance(h).negated {
			continue
		}
		lo, hi := r.at(h)
		if lo >= from {
			b.WriteString(brief[from:lo])
			from, asked = hi, true
		}
	}
	return b.String() + brief[from:], asked
}
