package analysis

// Careful reports whether a brief asks for creators that nobody takes offence
// at: "family-friendly", "brand-safe".
func Careful(brief string) bool {
	r := read(Text{Words: brief})
	for _, h := range r.hits {
		if h.group.kind == "careful" && !r.stance(h).negated {
			return true
		}
	}
	return false
}
