package words

import (
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
)

// asker leaves the places of who asks: "Our brand is a London tea company. We want
// creators in Japan".
func (r *reader) asker() {
	for i := range r.toks {
		n := r.turn(i, turnOwn)
		if n == 0 || !r.opens(i) {
			continue
		}
		asks := r.asksBehind(i + n)
		for j := i + n; j < len(r.toks); j++ {
			gap := r.toks[j].before
			if strings.ContainsAny(gap, ".!?;\n") || r.is(j, lexicon.Ends) || r.asksAt(j) || r.is(j, lexicon.People) || !asks && strings.Contains(gap, ",") {
				break
			}
			p, k := r.placeAt(j)
			if p == nil || r.toks[j].used {
				continue
			}
			to := j + k - 1
			if inner, wider := r.placeWithin(p, to+1); inner != nil {
				to = wider
			}
			r.leave("asker", r.lead(j, lexicon.Place), to)
			j = to
		}
	}
}

// opens: no more than small words stand between token i and the beginning of its
// sentence, and none that leads to what the creators are for.
func (r *reader) opens(i int) bool {
	const small = 2
	for k := i; k > 0; k-- {
		if strings.ContainsAny(r.toks[k].before, ".!?;\n") {
			return true
		}
		if i-k >= small || !r.statesNothing(k-1) || forWords[r.wordAt(k-1)] {
			return false
		}
	}
	return true
}

var forWords = map[string]bool{"for": true, "fur": true, "fuer": true, "pour": true, "para": true, "per": true, "icin": true, "in": true, "with": true, "mit": true}

// asksBehind: the sentence of token i asks for creators behind it.
func (r *reader) asksBehind(i int) bool {
	for ; i < len(r.toks) && !strings.ContainsAny(r.toks[i].before, ".!?;\n"); i++ {
		if r.asksAt(i) {
			return true
		}
	}
	return false
}

// asksAt: words at token i ask for creators.
func (r *reader) asksAt(i int) bool {
	for n := 1; n <= longestCue; n++ {
		if w, ok := r.joined(i, i+n-1); ok && slices.Contains(cues()[w], cueWanted) {
			return true
		}
	}
	return false
}
