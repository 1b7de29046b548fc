package words

import (
	"math"

	"greenroom/service/words/lexicon"
)

// networks reads "on at least two networks".
func (r *reader) networks(a *amount) string {
	at, n, _ := r.ahead(a.to+1, lexicon.Networks, lexicon.About)
	if n == 0 || a.percent || a.scaled {
		return ""
	}
	a.to = at + n - 1
	switch r.orMore(a); {
	case a.min == 1 && !a.compared: // "on one network" is not on more
		a.min, a.max, a.compared = math.NaN(), 1, true
	case !a.ranged && a.compared && r.strict(a):
		a.min, a.max = a.min+1, a.max-1
	}
	a.from = r.lead(a.from, lexicon.On|lexicon.About|lexicon.Both)
	return FieldPlatform
}

// strict: the comparison leaves out the number itself: "more than one network".
func (r *reader) strict(a *amount) bool {
	for i := a.from; i <= a.to; i++ {
		if stricts[r.wordAt(i)] && !r.is(i-1, lexicon.Not|lexicon.Or) && !leastWords[r.wordAt(i-1)] {
			return true
		}
	}
	return false
}

var stricts = map[string]bool{"more": true, "fewer": true, "less": true, "mehr": true, "weniger": true, "plus": true, "moins": true, "mas": true, "menos": true,
	"piu": true, "meno": true, "mais": true, "fazla": true}

// leastWords make "at least" of a word for less: "al menos", "au moins".
var leastWords = map[string]bool{"al": true, "au": true, "lo": true, "pelo": true, "ao": true}
