package analysis

import (
	"math"
	"strings"
)

// English is rated as VADER does it (Hutto and Gilbert, 2014): each word has a rating
// by people, which words in front of it raise or turn, a "but" weighs what stands
// behind it more. Its words are VADER's and those of ratings.txt; a phrase counts as
// one word, and a "not" ends where its clause does.
const (
	raised     = 0.293 // by "very"
	turned     = -0.74 // by "not"; blame less than praise
	turnedLess = -0.5
	exclaimed  = 0.292 // by each "!", four at most
	phraseSays = 2.8   // what a phrase of praise or blame says
	reachesNot = 3     // words that a "not" reaches
	reachesFar = 9     // the same of "I don't think that"
	wishedSays = 0.05  // the share of praise that a wish keeps
	lackSays   = -0.4  // what something says that is only denied
	scale      = 15    // of the sum, so that it ends below 1
)

// fillers stand between a "not" and its word without a weight of their own.
var fillers = set("a an the any all that this these those so very really too as to be been being is are was were it its in of even particularly especially exactly quite much such have has had s ve re ll d m most more i my bit least")

// opinions carry a "not" over to what is thought: "I don't think it was good".
var opinions = set("think believe feel feels say see imagine find expect thought know want wanted seem seems need")

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

// rating rates the words of one sentence.
type rating struct {
	*reading
	at     span      // tokens
	values []float64 // what each says by itself
	part   []bool    // of a phrase, which turns nothing outside
}

// rate sums the tone of a sentence's words.
func (r *reading) rate(at span) (sum float64) {
	x := rating{reading: r, at: at, values: make([]float64, at.hi-at.lo), part: make([]bool, at.hi-at.lo)}
	x.phrases()
	but := x.contrast()
	for i := at.lo; i < at.hi; i++ {
		if !x.part[i-at.lo] {
			x.values[i-at.lo] = x.word(i)
		}
	}
	for i := at.lo; i < at.hi; i++ {
		v := x.values[i-at.lo]
		if v == 0 || x.strengthens(i) || x.foreign(i) {
			continue
		}
		v = x.wished(i, x.turn(i, x.raise(i, v)))
		switch {
		case but < 0:
		case i < but:
			v *= 0.5
		default:
			v *= 1.5
		}
		sum += v
		r.feel(i, v)
	}
	if sum == 0 && x.lacks() {
		return lackSays
	}
	return sum
}

// lacks: something did not happen or cannot be done, said as people talk, which is
// a complaint more often than not. Questions and advice are none, nor is what somebody
// does not do by habit.
func (x *rating) lacks() bool {
	if last := x.toks[x.at.hi-1].end; strings.Contains(x.text[last:min(last+3, len(x.text))], "?") {
		return false
	}
	says := func(words map[string]bool) func(k int) bool { return func(k int) bool { return words[x.toks[k].word] } }
	if owners[x.toks[x.at.lo].word] && !anyAt(x.at.lo, x.at.hi, says(events)) {
		return false
	}
	return anyAt(x.at.lo+1, x.at.hi, func(k int) bool {
		w := x.toks[k].word
		return x.negates(k, k+1) && !x.part[k-x.at.lo] && w != "no" && w != "not" && w != "without"
	})
}

// Who does not do something by habit, and what tells of no habit.
var (
	owners = set("i we you he she my our they")
	events = set("can cannot could couldn won will would wouldn did didn was wasn were weren had hadn until still yet even this that it me us anyone anymore any")
)

// phrases rates what the word files know as praise, blame, or as saying nothing.
func (x *rating) phrases() {
	for _, h := range within(x.hits, x.at.lo, x.at.hi) {
		says, ok := idiomMeans[h.group.kind]
		if !ok || x.within(h) {
			continue
		}
		for i := h.from; i < min(h.next, x.at.hi); i++ {
			x.part[i-x.at.lo], x.values[i-x.at.lo] = true, 0
		}
		x.values[h.from-x.at.lo] = says
	}
}

// idiomMeans holds the tone of phrases.
var idiomMeans = map[string]float64{"praise": phraseSays, "blame": -phraseSays, "empty": 0}

// word returns the tone of one word by itself.
func (x *rating) word(i int) float64 {
	w, known := x.toks[i].word, ratings()
	if w == "like" || w == "no" && (i+1 == x.at.hi || x.breaks(i+1) || x.values[i+1-x.at.lo] != 0 || known[x.toks[i+1].word] != 0) {
		return 0
	}
	return known[w]
}

// strengthens: token i says how much of what comes next: "exceptionally bad".
func (x *rating) strengthens(i int) bool {
	if i+1 >= x.at.hi || x.part[i-x.at.lo] || x.breaks(i+1) {
		return false
	}
	w, v, next := x.toks[i].word, x.values[i-x.at.lo], x.values[i+1-x.at.lo]
	return next != 0 && (strings.HasSuffix(w, "ly") || boosts(w) != 0) && (v < 0 || next > 0 || next <= -1)
}

// boosts returns what a word adds to the tone of the next.
func boosts(w string) float64 {
	if v := ratedWords().boosts[w]; v != 0 {
		return v
	}
	if len(w) > 5 && strings.HasSuffix(w, "ly") && ratings()[w] != 0 || w == "pretty" || w == "super" || w == "great" {
		return raised
	}
	return 0
}

// raise adds what words in front of token i add.
func (x *rating) raise(i int, v float64) float64 {
	more := 0.0
	for k := i - 1; k >= max(x.at.lo, i-3) && !x.breaks(k+1); k-- {
		more += boosts(x.toks[k].word)
	}
	return math.Copysign(math.Max(0, math.Abs(v)+more), v)
}

// turn turns what token i says where a "not" in its clause reaches it.
func (x *rating) turn(i int, v float64) float64 {
	most := reachesNot
	for k, n := i-1, 0; k >= x.at.lo && n < most; k-- {
		if x.breaks(k+1) || x.turns(k, k+1) {
			return v
		}
		w := x.toks[k].word
		switch {
		case x.part[k-x.at.lo]:
			n++
		case x.negates(k, k+1):
			if w == "never" && k+1 < i && never[x.toks[i-1].word] {
				return v * 1.25
			}
			return x.turnedBy(i, v)
		case opinions[w]:
			most = reachesFar
		case !fillers[w]:
			n++
		}
	}
	return v
}

// turnedBy returns the tone of token i with a turner in front.
func (x *rating) turnedBy(i int, v float64) float64 {
	if v > 0 || x.part[i-x.at.lo] {
		return v * turned
	}
	return v * turnedLess
}

// never: what stands behind "never been" and makes it stronger.
var never = set("so this such more")

// breaks: a clause ends in front of token k.
func (x *rating) breaks(k int) bool {
	return k > 0 && strings.ContainsAny(x.gap(k), ",;:.!?—–()|\n")
}

// contrast returns the last "but" of the sentence, -1 without one; a phrase with a "but"
// of its own is none.
func (x *rating) contrast() int {
	but := -1
	for _, m := range within(x.marks, x.at.lo+1, x.at.hi) {
		if m.group.kind == kindContrast && !x.part[m.from-x.at.lo] && !grants[x.toks[m.from].word] && m.next < x.at.hi {
			but = m.from
		}
	}
	return but
}

// grants are contrasts in front of what is granted: it weighs no more than the point.
var grants = set("although though while despite")

// wished weakens praise of what is not so: "if it were good", "I wanted to love it".
func (x *rating) wished(i int, v float64) float64 {
	if v < 0 || x.part[i-x.at.lo] {
		return v
	}
	for k := i - 1; k >= max(x.at.lo, i-reachesWish) && !x.breaks(k+1); k-- {
		if wishes[x.toks[k].word] && !x.part[k-x.at.lo] {
			return v * wishedSays
		}
	}
	return v
}

// wishes are words of what might be, should be or was hoped for.
var wishes = set("if unless whether wish should supposed hoping hoped tries tried attempts attempting attempted wanted expected meant claims could")

const reachesWish = 5 // words that a wish reaches

// foreign: others say it, not the author.
func (x *rating) foreign(i int) bool {
	if _, ok := spanAt(x.quotes, x.toks[i].start); ok {
		return x.recited(i)
	}
	return anyAt(x.at.lo+1, i, func(k int) bool { return sayings[x.toks[k].word] && others[x.toks[k-1].word] })
}

// Who says what, so that it is not the author who does.
var (
	others  = set("he she they")
	sayings = set("said says say claimed claims wrote writes told shouted yelled")
)
