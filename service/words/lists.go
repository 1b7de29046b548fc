package words

import (
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
)

// negationReach limits the words between a "not" and what it excludes: "who do not post
// about politics" has two, "doesn't really ever post about" four; verbs of other languages
// and articles make it six.
const negationReach = 6

// thing counts the words at token i that are a topic of their own although they
// begin like an exclusion: "sans gluten", "no-bake", "non-fiction".
func (r *reader) thing(i int) int {
	if n := r.phrase(i, lexicon.Thing); n > 0 {
		if r.is(i, lexicon.Not) && (r.is(i+n, lexicon.Not) && r.is(i+n, lexicon.Or) || // "sin lactosa ni huevo"
			n == 2 && r.among(i, wordNo) && r.isTopic(i+1, 1) && (r.is(i+n, lexicon.Or) || r.partEnds(i+n) && (i > 0 || r.wishBehind(i+n)))) { // "sailing, no makeup"
			return 0
		}
		return n
	}
	switch n := r.longestTopic(i); {
	case !r.is(i, lexicon.Not):
		return 0
	case n == 0 && !r.among(i, wordPrefix) && !r.among(i, wordNo) && i+1 < len(r.toks) && r.toks[i+1].before == "-": // "sans-alcool"
		return 2
	default:
		return n
	}
}

// without counts the words at token i that say what is done without a tool or an ingredient: "travel
// without a car". Whoever does so may well write of it: nobody is left out, and it is said.
func (r *reader) without(i int) int {
	if r.scope != nil || i == 0 || !r.among(i, wordLacking) || !r.is(i, lexicon.Not) || !plainGap(r.toks[i].before) {
		return 0
	}
	n := 1 + max(r.turn(i+1, wordLacked), oneIf(r.among(i+1, wordLacked)))
	if n == 1 || !plainGap(r.toks[i+1].before) || r.is(i+n, lexicon.Or|lexicon.And) && !r.partEnds(i+n) || r.is(i-1, lexicon.Or|lexicon.And) && r.excludedAt(i-2) { // "ohne Ei und ohne Milch"
		return 0
	}
	r.leave("lacked", i, i+n-1)
	return n
}

// excludedAt: a clause that leaves out something ends at token i.
func (r *reader) excludedAt(i int) bool {
	return slices.ContainsFunc(r.clauses, func(c clause) bool { return c.op == opNe && c.to == i })
}

// whoDoNot: the word is a Turkish participle for those who do not do something:
// "yemeyen", "oynamayanlar".
func whoDoNot(word string) bool {
	word = strings.TrimSuffix(strings.TrimSuffix(word, "lar"), "ler")
	return len(word) > len("mayan") && (strings.HasSuffix(word, "mayan") || strings.HasSuffix(word, "meyen"))
}

func (c *clause) negate() {
	if yes, ok := c.value.(bool); ok {
		c.value = !yes
		return
	}
	switch c.op {
	case opGte:
		c.op = opLte
	case opLte:
		c.op = opGte
	default:
		c.op = opNe
	}
}

// listGoesOn: "or X", "nor X", "and X", or commas of a list that ends so: "no
// meat, fish or eggs". X is of the kind that was excluded. Behind what is asked
// for, commas to the end of the query are such a list: "cooking, no meat, fish".
func (r *reader) listGoesOn(next int) bool {
	if r.scope.label {
		return r.toks[next].crossed
	}
	if end := r.joinedBySigns(next); end > next {
		return r.wished() || r.partEnds(end)
	}
	if r.is(next, lexicon.Or|lexicon.And) {
		at := next + 1
		for r.is(next, lexicon.Or) && r.item(at) == 0 && r.is(at, lexicon.Filler) && !r.is(at, lexicon.About|lexicon.Place|lexicon.Ends|lexicon.People) { // "or any other sport"
			at++
		}
		return r.item(at) > 0 || r.is(next, lexicon.Or) && r.fromPlace(next+1)
	}
	for at := next; at < len(r.toks); {
		if r.is(at, lexicon.Or|lexicon.And) {
			n := r.item(at + 1)
			return n > 0 && (r.wished() || r.closes(at, at+1+n))
		}
		if !strings.Contains(r.toks[at].before, ",") || !r.excluding() || r.turnBefore(r.scope.at, turnSorry) > 0 { // "sorry, not Rome, Milan"
			return false
		}
		n := r.item(at)
		if last := r.clauseBefore(at); n == 0 || r.welcomed(at+n) || r.is(at, lexicon.Place) && last >= 0 && !r.is(r.clauses[last].core.Start, lexicon.Place) { // "no Lisbon, in Berlin"
			return false
		}
		at += n
	}
	return r.wished()
}

// mayBeWished: a comma behind what a bare "not" leaves out stands in front of token next, and nothing is asked for.
func (r *reader) mayBeWished(next int) bool {
	return r.excluding() && !r.scope.label && !r.wished() && next < len(r.toks) && strings.Contains(r.toks[next].before, ",")
}

// closesLater: items and commas from token at on lead to an "or" or "and" with another item.
func (r *reader) closesLater(at int, read func(at int) int) bool {
	for at < len(r.toks) && strings.Contains(r.toks[at].before, ",") && read(at) > 0 {
		at += read(at)
	}
	return at+1 < len(r.toks) && r.is(at, lexicon.Or|lexicon.And) && read(at+1) > 0
}

// eitherWay leaves the places and languages that a comma parts from those left out, from token next on: "no
// Lisbon, Berlin" may ask for Berlin as well. Of languages, one that a word says yes to is asked for.
func (r *reader) eitherWay(next int) {
	field := r.clauses[len(r.clauses)-1].field
	for field != FieldTopic && !r.fronted() && r.mayBeWished(next) && r.item(next) > 0 && !r.is(next, lexicon.Place) {
		n := r.item(next)
		if r.saysYes(next, min(next+n+1, len(r.toks))) {
			if r.scope = nil; field == FieldLanguage {
				r.addLanguages(list{items: []spanned{{next, next + n - 1}}}, 0)
			}
			return
		}
		left := clause{field: unusedField + "not", from: next, to: next + n - 1, text: r.span(next, next+n-1)}
		r.clauses = slices.Insert(r.clauses, len(r.clauses)-1, left) // the next is an item of the last
		next += n
	}
}

// joinedBySigns is the end of the items from token next on that signs join.
func (r *reader) joinedBySigns(next int) int {
	for next < len(r.toks) && r.signJoins(next) && r.item(next) > 0 {
		next += r.item(next)
	}
	return next
}

// signJoins: a sign in front of token next joins it to what a "not" leaves out: "no gambling /
// crypto", "No: gambling | crypto". One that stands in front of the "not" as well parts wishes:
// "yoga + no kids + fitness".
func (r *reader) signJoins(next int) bool {
	sign := strings.TrimSpace(r.toks[next].before)
	if !r.excluding() || sign == "" || sign == strings.TrimSpace(r.toks[r.scope.at].before) || r.prefixed(r.scope.at) {
		return false
	}
	return strings.Contains("/&+", sign)
}

// welcomed: the words at token i say yes to what stands in front of them: "without
// gambling, pottery is fine".
func (r *reader) welcomed(i int) bool {
	if r.among(i, wordIs) {
		i++
	}
	return r.among(i, wordWelcome) && plainGap(r.toks[i].before)
}

// closes: the conjunction at token i ends a list in front of token next, and does
// not join two wishes: "no crime, travel and food in Spain", "no music, theatre and
// opera only".
func (r *reader) closes(i, next int) bool {
	switch {
	case next >= len(r.toks), !softGap(r.toks[next].before):
		return true
	case r.is(next, lexicon.Ends):
		return next+1 < len(r.toks)
	}
	return r.is(i, lexicon.Or)
}

// fromPlace: a place with its preposition stands at token i: "no doctors or from
// Korea".
func (r *reader) fromPlace(i int) bool {
	return r.is(i, lexicon.Place) && !r.toks[i].used && r.isPlace(i+1)
}

// wished: something is asked for in front of the exclusion.
func (r *reader) wished() bool {
	return slices.ContainsFunc(r.clauses, func(c clause) bool {
		return c.field == FieldTopic && c.op == opEq && !r.is(c.from, lexicon.Not) // but "sin gluten ni lactosa, recetas"
	})
}

const longestItem = 3 // words of an item of a list

// item counts the words of an item of a list at token i that is of the kind of
// the last clause; 0 if there is none.
func (r *reader) item(i int) int {
	from := i
	for r.is(i, lexicon.Place) {
		i++
	}
	if i >= len(r.toks) || r.toks[i].used || !softGap(r.toks[i].before) && i > from {
		return 0
	}
	n := 0
	field := r.clauses[len(r.clauses)-1].field
	if field != FieldLanguage && r.isLanguage(i) { // "pas Berlin, en espagnol"
		return 0
	}
	switch field {
	case FieldLocation:
		_, n = r.placeAt(i)
	case FieldLanguage:
		n, _ = r.languageAt(i)
	case FieldPlatform:
		n = r.phrase(i, lexicon.Network)
	case FieldTopic:
		if from == i || r.is(from, lexicon.About) {
			n = r.topicRun(i)
		}
	}
	if n == 0 || n > longestItem {
		return 0
	}
	return i + n - from
}

// behindPlace: the adjectives at token i are languages, for a comma parts them from a
// place that was named: "not from Brazil, Portuguese", "Swiss bakers, German or French".
// A row of adjectives is a row of places.
func (r *reader) behindPlace(i int) bool {
	last := r.clauseBefore(i)
	if n, _ := r.languageAt(i); n == 0 || last < 0 {
		return false
	}
	if before := r.clauses[last]; before.field == FieldLanguage && before.to == i-2 && r.is(i-1, lexicon.Or|lexicon.And) {
		return before.from > 0 && strings.Contains(r.toks[before.from].before, ",")
	}
	if _, row := places.Language(r.wordAt(i - 1)); row || !strings.Contains(r.toks[i].before, ",") || !r.endsInLanguages(i) {
		return false
	}
	return slices.ContainsFunc(r.clauses, func(c clause) bool { return c.field == FieldLocation && (c.op == opEq || c.to == i-1) })
}

// endsInLanguages: what stands from token i to the end of its part are languages.
func (r *reader) endsInLanguages(i int) bool {
	for {
		n, _ := r.languageAt(i)
		if i += n; n == 0 || r.partEnds(i) {
			return n > 0
		}
		if !r.is(i, lexicon.Or|lexicon.And) {
			return false
		}
		i++
	}
}

// complement: what was excluded is gone on with by "about X", "of X": "no talk
// about gambling", "sin películas de terror".
func (r *reader) complement(i int) bool {
	if last := r.clauses[len(r.clauses)-1]; last.field != FieldTopic {
		return false
	}
	about := false
	for n := 0; n < unitReach && i < len(r.toks) && plainGap(r.toks[i].before) && r.is(i, lexicon.Filler|lexicon.Posts|lexicon.About) && !r.is(i, lexicon.And|lexicon.Or|lexicon.Ends|lexicon.Who); n++ {
		about = about || r.is(i, lexicon.About) && !r.is(i, lexicon.Place) || r.among(i, wordOf)
		i++
	}
	return about && i < len(r.toks) && !strings.ContainsAny(r.toks[i].before, ",;:.!?\n") && r.topicRun(i) > 0
}

// topicRun counts the words at token i that are read as topics and nothing else.
func (r *reader) topicRun(i int) (n int) {
	for i+n < len(r.toks) && (n == 0 || r.toks[i+n].crossed == r.toks[i].crossed && (plainGap(r.toks[i+n].before) || r.toks[i+n].before == "-")) {
		k := r.topicAt(i + n)
		if k == 0 && n > 0 && r.wordAt(i+n) == "s" && strings.ContainsAny(r.toks[i+n].before, "'’") { // "children's faces"
			if k = r.topicAt(i + n + 1); k > 0 {
				k++
			}
		}
		if k == 0 && n > 0 && i+n+1 < len(r.toks) && r.toks[i+n].before == "-" && r.toks[i+n+1].before == "-" { // "free-to-play"
			k = 1
		}
		if k == 0 {
			break
		}
		n += k
	}
	return n
}

// topicAt counts the words of the topic at token i; 0 where something else is
// read there.
func (r *reader) topicAt(i int) int {
	if i >= len(r.toks) {
		return 0
	}
	t := r.toks[i]
	if t.used || t.handle != "" || r.is(i, lexicon.Not|lexicon.NotAfter|lexicon.Network|lexicon.Yes|lexicon.No|lexicon.ThemePage|lexicon.Person|lexicon.Unknown) || r.phrase(i, lexicon.Not) > 1 { // "apart from"
		return 0
	}
	if n := r.longestTopic(i); n > 0 {
		return n
	}
	if r.isPlace(i) || !r.saysSomething(i) {
		return 0
	}
	return 1
}

// isLanguage: a language that is spoken is named at token i.
func (r *reader) isLanguage(i int) bool {
	n, t := r.languageAt(i)
	return n > 0 && (t.Alone || r.saysLanguage(i, n))
}
