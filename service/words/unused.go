package words

import (
	_ "embed"
	"math"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service/languages"
	"greenroom/service/words/lexicon"
)

// unusedField begins the field of a clause that says what nothing is known of;
// its kind follows.
const unusedField = "unused "

//go:embed unused.txt
var unusedText string

// kinds lists what cannot be a condition, with why and what can be done; asksNothing lists
// words that would ask nothing of a creator, uncounted those that have no number.
var kinds, asksNothing, uncounted = readKinds()

func readKinds() (why map[string]string, nothing, uncounted map[string]bool) {
	why, nothing, uncounted = map[string]string{}, map[string]bool{}, map[string]bool{}
	for kind, text := range languages.Pairs(unusedText) {
		kind, note, _ := strings.Cut(kind, " (")
		why[kind] = text
		nothing[text], uncounted[kind] = note == "asks nothing)", note == "no number)"
	}
	return why, nothing, uncounted
}

// Unknown: what is unused is a condition that nothing is known of.
func Unknown(u api.Unused) bool { return !asksNothing[u.Why] }

// leave notes that tokens from to to ask for what is not known.
func (r *reader) leave(kind string, from, to int) {
	r.clauses = append(r.clauses, clause{field: unusedField + kind, from: from, to: to, text: r.span(from, to)})
}

// leaveFrom does so behind a "not", which ends there, and counts the words from token i on.
func (r *reader) leaveFrom(i int, kind string, from, to int) int {
	r.leave(kind, from, to)
	r.scope = nil
	return to + 1 - i
}

func kindOf(e lexicon.Entry) string {
	switch {
	case e.Class&lexicon.Metric != 0:
		return "metric"
	case e.Class&lexicon.Unknown == 0:
		return "age"
	}
	return e.Value
}

const currencies = "$€£¥₹₺₦₱฿₫₩₪₴₽₵₸₡₲₾₼₮₭៛৳"

func (r *reader) isMoney(from, to int) bool {
	return anyAt(from, min(to+2, len(r.toks)), func(k int) bool { return strings.ContainsAny(r.toks[k].before, currencies) }) ||
		to == len(r.toks)-1 && strings.ContainsAny(r.text[r.toks[to].end:], currencies)
}

// unknown reads a word for something that is not known: "women", "authentic".
func (r *reader) unknown(i int) int {
	n, e := r.entry(i, lexicon.Unknown)
	switch {
	case n == 1 && e.Value == "gender" && r.scope == nil && r.possessive(i+n) && r.topicAt(i+n+1) > 0:
		r.addTopic(i, i)
		return 1
	case n == 0, r.scope != nil && i+n < len(r.toks) && r.toks[i+n].before == "-", r.longestTopic(i) > n, r.phrase(i, lexicon.Person) > n, r.possessive(i + n):
		return 0
	case e.Value == "budget" && !r.partAlone(i, n), e.Class&lexicon.Doubtful != 0 && !r.partAlone(i, n) && !r.ofPeople(i, n):
		return 0
	case n == 1 && saysSize(e.Value) && !r.sizeOf(i):
		return 0
	case e.Value == "ads" && r.scope != nil && r.is(i+n, lexicon.About) && r.topicRun(i+n+1) > 0: // "no sponsored posts about gambling", "by IKEA"
		return n
	case e.Value == "ceased" && r.phrase(i, lexicon.Not) > 0 && r.saysNot(lexicon.Ceased, i+n):
		return 0
	}
	if isOptional(e) {
		e.Value = "optional"
	}
	if saysSize(e.Value) {
		if slices.ContainsFunc(r.clauses, func(c clause) bool { return c.field == fieldSeed }) { // "like @x but smaller"
			return r.leaveFrom(i, kindSize, i, i+n-1)
		}
		if r.sizedBy(e.Value, i, i+n-1) {
			return n
		}
		e.Value = kindSize
	}
	from, to := i, i+n-1
	if r.scope != nil && !r.anyUsed(r.scope.at, i) { // "no bots"
		from = r.scope.at
	}
	if e.Value == "ceased" || (e.Value == "terms" || e.Value == "replies" || e.Value == "politics") && (r.is(to, lexicon.Place|lexicon.To|lexicon.About) || r.is(to+1, lexicon.Place|lexicon.To|lexicon.About)) { // "available in May"
		to = r.untilPart(to)
	}
	r.leave(e.Value, from, to)
	return to + 1 - i
}

// unknownNot reads phrases of what is not known that begin with a "not": "without an
// agency", "non-smokers".
func (r *reader) unknownNot(i int) int {
	if n := r.phrase(i, lexicon.Unknown); n < 2 || n <= r.phrase(i, lexicon.Not) || !r.is(i, lexicon.Not) {
		return 0
	}
	return r.unknown(i)
}

const kindSize = "size"

func saysSize(kind string) bool { return kind == kindSize || vagueSizes[kind] != [2]float64{} }

// vagueSizes are the followers that words for a size stand for, where nothing else says how
// many: small is nano or micro, large is macro or mega. NaN is open.
var vagueSizes = map[string][2]float64{"little": {math.NaN(), tiers["micro"][1]}, "large": {tiers["macro"][0], math.NaN()}}

// sizedBy reads a word for a size, tokens from to to, unless a number or a size with bounds is
// asked for.
func (r *reader) sizedBy(kind string, from, to int) bool {
	size, ok := vagueSizes[kind]
	if !ok || slices.ContainsFunc(r.clauses, func(c clause) bool { return c.field == FieldFollowers || c.field == unusedField+kindSize }) {
		return false
	}
	lo, hi := size[0], size[1]
	if r.scope != nil {
		needs := r.excluding() && anyAt(max(0, r.scope.at-1), from, func(k int) bool { return r.among(k, wordNeeds) })
		if r.excluding() {
			lo, hi = hi, lo
		}
		if !r.anyUsed(r.scope.at, from) {
			from = r.scope.at
		}
		if r.scope = nil; needs { // "they do not need a large following"
			r.leave("optional", from, to)
			return true
		}
	}
	r.within(FieldFollowers, lo, hi, from, to)
	return true
}

// sizeOf: the word at token i tells how large an account is: "small accounts", "huge
// fishing channels", "cuentas pequeñas", "yoga, büyük olmasın".
func (r *reader) sizeOf(i int) bool {
	const accounts = lexicon.People | lexicon.Audience | lexicon.Channel
	next := i + 1
	if r.is(next, lexicon.Or|lexicon.And|lexicon.Ends) && !r.sizePart(i) { // "small but active coffee accounts"
		return anyAt(next+1, min(len(r.toks), next+1+unitReach), func(k int) bool { return r.is(k, accounts) })
	}
	return r.sizePart(i) || r.phrase(next, lexicon.NotAfter) > 0 || r.is(next, accounts) || r.is(next+r.topicRun(next), accounts) || r.lang.AdjectivesFollow && r.is(i-1, accounts)
}

// sizePart: the word at token i is all that its part of the query speaks of, under a "not" or beside how
// accounts grow: "nothing too big", "small but growing".
func (r *reader) sizePart(i int) bool {
	from, to := i, i
	for from > 0 && softGap(r.toks[from].before) {
		from--
	}
	for to+1 < len(r.toks) && softGap(r.toks[to+1].before) {
		to++
	}
	said := r.scope != nil || slices.ContainsFunc(r.clauses, func(c clause) bool { return c.field == fieldSeed })
	return !anyAt(from, to+1, func(k int) bool {
		grows := k > i && r.is(k, lexicon.Rising|lexicon.Growth|lexicon.Active|lexicon.NotAfter)
		said = said || grows
		return k != i && !grows && !r.toks[k].used && !r.is(k, lexicon.Like) && !r.statesNothing(k) && !r.is(k, lexicon.Not) && !r.inPhrase(k, lexicon.Rising)
	}) && said
}

// ofPeople: n words at token i say it of people, and not of a thing: "black creators",
// "single women", not "black tea".
func (r *reader) ofPeople(i, n int) bool {
	people := func(k int) bool {
		return r.is(k, lexicon.People)
	}
	to := i + n
	return to < len(r.toks) && plainGap(r.toks[to].before) && people(to) || r.lang.AdjectivesFollow && i > 0 && plainGap(r.toks[i].before) && people(i-1)
}

// partAlone: n words at token i are all that stands between two signs that part
// phrases: "yoga, budget", not "budget travel".
func (r *reader) partAlone(i, n int) bool {
	to := i + n
	if r.scope != nil {
		i = r.scope.at // "no budget"
	}
	return (i == 0 || !softGap(r.toks[i].before)) && (to == len(r.toks) || !softGap(r.toks[to].before)) && to-i < len(r.toks)
}

// possessive: the words before token i own what follows, "women's football".
func (r *reader) possessive(i int) bool {
	return r.wordAt(i) == "s" && strings.Trim(r.toks[i].before, "'’") == ""
}
