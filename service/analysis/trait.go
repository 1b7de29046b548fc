package analysis

// trait is a feature that weights of tone hang on, written as its pieces one after the
// other: "=again +".
type trait [6]string

// outlineMark begins every trait of an outline: such traits are those of all languages.
const outlineMark = "="

// weightUnit is the number of steps of a weight in one unit.
const weightUnit = 50

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

// pairs tells a word with the one before it and with the one before that.
func pairs(before []string, w, mark string, tell func(trait)) {
	if n := len(before); n > 0 {
		tell(trait{mark, before[n-1], " ", w})
		if n > 1 {
			tell(trait{mark, before[n-2], " _ ", w})
		}
	}
}
