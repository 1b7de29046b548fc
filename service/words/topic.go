package words

import (
	"slices"
	"strings"
	"unicode/utf8"

	"greenroom/service/words/lexicon"
	"greenroom/service/words/topics"
)

// LongestTopic limits the terms of a topic's words.
const LongestTopic = 5

// longestTopic counts the words of the longest known topic at token i, if it
// has more than one.
func (r *reader) longestTopic(i int) int {
	for n := min(LongestTopic, len(r.toks)-i); n > 1; n-- {
		if len(r.toks[i].terms) == 0 || len(r.toks[i+n-1].terms) == 0 {
			continue
		}
		if _, ok := r.joined(i, i+n-1); ok && len(topics.Of(strings.Join(r.terms(i, n), " "))) > 0 {
			return n
		}
	}
	return 0
}

// topic reads the longest known topic, else a single word that says something.
func (r *reader) topic(i int) int {
	n := r.longestTopic(i)
	from, to := r.inMonths(i)
	switch {
	case n > 0 && r.excluding() && !r.fronted(): // "no second-hand luxury"
		n = max(n, r.topicRun(i))
	case n > 0:
	case strangers()[r.wordAt(i)] != "" && r.strangeOnly(i):
		r.leave("small", i, i)
		return 1
	case !r.saysSomething(i):
		return 0
	case r.toks[i].handle != "" && (r.scope != nil || !r.isCreator(i)): // a name is no theme
		r.addSeed(i, i)
		return 1
	case from < to:
		return r.leaveFrom(i, "date", from, to-1)
	case r.fronted(): // "statt Make-up Hautpflege"
		n = r.hyphened(i)
	case r.excluding(): // "no wedding cakes" is one thing
		n = r.withoutVerb(i, max(r.hyphened(i), r.topicRun(i)))
		if r.wordAt(i-1) == "non" && (r.lang.Grammar[lexicon.NotsTurn] || r.toks[i].before == "-") || r.wordAt(i-1) == "no" && r.turn(i, wordLacked) > 0 && r.scope != nil && r.scope.at == i-1 && !r.wished() && r.knownBehind(i, n) && !r.listedWish(i+n) { // "no sugar desserts"
			n = 1
		}
	case r.everyday(i):
		return 0
	default:
		n = 1
		if r.wordAt(i+1) == "making" && plainGap(r.toks[i+1].before) && r.topicRun(i+2) == 0 { // "soap making"
			n = 2
		}
	}
	if r.excluding() {
		n += r.ofWhat(i, n)
	}
	for n > 1 && r.worksFor(i+n-1) { // "without Nespresso deals"
		n--
	}
	r.addTopic(i, i+n-1)
	at := i + n
	if r.goesOnInPart(at) && r.goesOnInPart(at+1) && r.statesNothing(at) && !r.is(at, lexicon.Or|lexicon.And) {
		at++
	}
	if r.goesOnInPart(i+n) && r.worksFor(at) {
		c := &r.clauses[len(r.clauses)-1]
		c.to, c.text = at, r.span(c.from, at)
		return at + 1 - i
	}
	return n
}

// hyphened counts the words from token i that are written as one, "get-rich-quick", up to the last that
// says something: "Diät-Inhalte".
func (r *reader) hyphened(i int) int {
	n := 1
	for k := i + 1; k < len(r.toks) && r.toks[k].before == "-"; k++ {
		if r.saysSomething(k) {
			n = k + 1 - i
		}
	}
	return n
}

// worksFor: the word at token i, under a "not", says that somebody is paid by a brand beside it.
func (r *reader) worksFor(i int) bool {
	return r.excluding() && (r.among(i, wordWorksFor) || r.among(i, wordPromotes))
}

func (r *reader) goesOnInPart(i int) bool { return i < len(r.toks) && softGap(r.toks[i].before) }

// ofWhat counts the words behind n others that say what they are of, or with or for what: who leaves
// out "faces of children" leaves out neither faces nor children, and with "yoga with goats" no yoga.
func (r *reader) ofWhat(i, n int) int {
	of := i + n
	asked := slices.ContainsFunc(r.clauses, func(c clause) bool { return c.op == opEq && slices.Equal(c.topic.Terms, r.terms(i, n)) }) // "voyage, pas de voyage de luxe"
	k := r.turn(of, wordWith)
	if k == 0 && r.among(of, wordOf) && !r.is(of, lexicon.Or) && (!r.isTopic(i, n) || asked) {
		k = 1
	}
	if k == 0 || r.is(i, lexicon.Posts|lexicon.Posting) || !plainGap(r.toks[of].before) {
		return 0
	}
	if rest := r.topicRun(of + k); rest > 0 && plainGap(r.toks[of+k].before) {
		return k + rest
	}
	return 0
}

// verb: the word at token i says what somebody does with what follows: "who never
// eat meat" leaves out meat, whoever writes of eating.
func (r *reader) verb(i int) bool {
	if r.worksFor(i) && r.goesOnInPart(i+1) && !r.is(i+1, lexicon.Or|lexicon.And) {
		r.scope.reach = negationReach
		return true
	}
	if !r.is(i, lexicon.Verb) || r.longestTopic(i) > 0 {
		return false
	}
	at := i + 1
	if r.lang.Grammar[lexicon.SplitNot] && r.is(at, lexicon.Not) && (r.wordAt(i-1) == "ne" || r.wordAt(i-1) == "n") { // "ne mangent pas de viande"
		return true
	}
	if r.scope == nil {
		if groups, _ := r.formOfTopic(r.wordAt(i)); !r.is(i-1, lexicon.Who) || listed(r.toks[i].terms) || groups != nil {
			return false
		}
	}
	for n := 0; n < unitReach && r.is(at, lexicon.Filler|lexicon.About|lexicon.Place) && !r.is(at, lexicon.And|lexicon.Or) && plainGap(r.toks[at].before); n++ {
		at++
	}
	return at < len(r.toks) && plainGap(r.toks[at].before) && r.topicAt(at) > 0
}

// withoutVerb is n words at token i without a verb behind its object: "kein
// Fleisch essen".
func (r *reader) withoutVerb(i, n int) int {
	for last := i + n - 1; n > 1 && r.lang.Grammar[lexicon.Capitals] && r.is(last, lexicon.Verb) && !r.toks[last].capital; last-- {
		r.toks[last].used = true
		n--
	}
	return n
}

// knownBehind: behind the first of n words stands a topic that a table lists.
func (r *reader) knownBehind(i, n int) bool {
	return slices.ContainsFunc(r.toks[i+1:i+n], func(t token) bool { return listed(t.terms) })
}

// listedWish: a comma stands in front of token i, and a topic is asked for behind it:
// "no fast fashion, yoga".
func (r *reader) listedWish(i int) bool {
	return i < len(r.toks) && strings.Contains(r.toks[i].before, ",") && r.wishBehind(i)
}

// strangeOnly: the word at token i is of no language that is read, nor of the
// texts' own topics.
func (r *reader) strangeOnly(i int) bool {
	t := r.toks[i]
	return t.entry.Class == 0 && t.handle == "" && !r.known.Words.Named(t.word)
}

func (r *reader) isTopic(i, n int) bool { return listed(r.terms(i, n)) }

// whole are the classes of words that are topics as well.
const whole = lexicon.National | lexicon.Counted | lexicon.Tier | lexicon.Network | lexicon.Doubtful | lexicon.Thing | lexicon.Unknown | lexicon.Metric |
	lexicon.Years | lexicon.High | lexicon.Low | lexicon.Posts | lexicon.Times | lexicon.Rhythm | lexicon.Period | lexicon.Last | lexicon.Within | lexicon.Active |
	lexicon.Dormant | lexicon.Ago | lexicon.Growth | lexicon.Rising | lexicon.Falling | lexicon.Networks | lexicon.Bilingual | lexicon.Like | lexicon.LikeEnd | lexicon.Verb | lexicon.Common

// saysSomething: no number, no amount of money, no small word, no grammar.
func (r *reader) saysSomething(i int) bool {
	t := r.toks[i]
	if len(t.terms) == 0 || t.everyday && !r.noThing(i) && !r.joins(i) || t.number.spelled(t.word) || strings.Trim(t.word, "0123456789 ") == "" || t.number != nil && r.isMoney(i, i) || onlyKana(r.text[t.start:t.end]) && !listed(t.terms) {
		return false
	}
	if i > 0 && len(t.word) == 2 && t.shout && t.handle == "" && !listed(t.terms) && !r.shouts() { // a code of nobody knows what
		return false
	}
	if t.number != nil && t.number.scaled && (r.partEnds(i+1) || r.is(i+1, lexicon.Filler) && !r.is(i+1, lexicon.People)) { // "ca. 20k, Nantes", but "10k runners"
		return false
	}
	part := t.entry.Class &^ whole
	return part == 0 || part&lexicon.Filler == 0 && listed(t.terms) || r.joins(i)
}

// noThing: the "no" in force is said of the word at token i itself: "no giveaways", not "don't care".
func (r *reader) noThing(i int) bool {
	return r.scope != nil && r.scope.at == i-1 && (r.among(i-1, wordNo) || r.among(i-1, wordLacking) || strings.HasPrefix(r.wordAt(i-1), "kein"))
}

// joins: a word that is no topic by itself stands beside one: "product photography".
func (r *reader) joins(i int) bool {
	return r.is(i, lexicon.Joins) && r.beside(i) || r.is(i, lexicon.Common) && r.lang.Grammar[lexicon.NounsJoin] && r.ofKind(i)
}

// ofKind: the everyday word at token i belongs to the topic behind it, and is no verb of it, or says what
// is done with the one in front: "bass fishing", "soap cutting".
func (r *reader) ofKind(i int) bool {
	next, done := i+1, strings.HasSuffix(r.wordAt(i), "ing")
	if done {
		return r.lastTopic(i) != nil && (r.partEnds(next) || r.is(next, lexicon.People|lexicon.Posts|lexicon.Ends))
	}
	return next < len(r.toks) && plainGap(r.toks[next].before) && !strings.HasSuffix(r.wordAt(i), "ly") && !r.is(i-1, lexicon.Who|lexicon.People|lexicon.To) && (r.longestTopic(next) > 0 || r.saysSomething(next) && !r.is(next, lexicon.Common) && !r.isPlace(next))
}

// beside: the word at token i stands right before a topic, or behind one where
// adjectives do: "slow travel", "comida rápida".
func (r *reader) beside(i int) bool {
	next := i + 1
	if next < len(r.toks) && plainGap(r.toks[next].before) && r.topicAt(next) > 0 && !r.everyday(next) {
		return true
	}
	return r.lang.AdjectivesFollow && r.lastTopic(i) != nil
}

// measuring are the classes of words that count, measure or compare.
const measuring = lexicon.Counted | lexicon.Tier | lexicon.Years | lexicon.High | lexicon.Low | lexicon.Times | lexicon.Rhythm | lexicon.Period |
	lexicon.Last | lexicon.Within | lexicon.Ago

// everyday: a word that is no topic: one that half of all queries could hold, or a
// measure that nothing was read of and that stands beside no topic.
func (r *reader) everyday(i int) bool {
	if r.isTopic(i, 1) {
		return false
	}
	return r.is(i, lexicon.Common) && !r.joins(i) || r.is(i, measuring) && !r.beside(i)
}

func (r *reader) terms(i, n int) (out []string) {
	for _, t := range r.toks[i : i+n] {
		out = append(out, t.terms...)
	}
	return out
}

func (r *reader) addTopic(i, j int) {
	if r.untold(i, j) {
		return
	}
	words := r.terms(i, j+1-i)
	t := Topic{Text: r.meantText(i, j), Terms: words, Groups: topics.Of(strings.Join(words, " ")), Told: r.told(i)}
	if i == j && len(words) == 1 && !listed(words) && (!r.excluding() || r.toks[i].about == "") { // no flights are not no travel
		if r.relate(&t, &r.toks[i]); len(t.Groups) == 0 {
			t.Groups = topics.Labelled(r.lang.Means[r.toks[i].word])
		}
	}
	if r.scope != nil {
		r.add(clause{field: FieldTopic, value: t.Text, topic: t}, i, j)
		return
	}
	if last := r.lastTopic(i); last != nil && len(t.Groups) > 0 && !r.lang.AdjectivesFollow {
		last.Of = true
	}
	r.clauses = append(r.clauses, clause{field: FieldTopic, op: opEq, value: t.Text, text: t.Text, from: i, to: j, core: Part{i, j + 1}, topic: t})
}

// lastTopic is the wanted topic that ends right in front of token i; nil where
// none does.
func (r *reader) lastTopic(i int) *Topic {
	if len(r.clauses) == 0 || !plainGap(r.toks[i].before) {
		return nil
	}
	if c := &r.clauses[len(r.clauses)-1]; c.field == FieldTopic && c.op == opEq && c.to == i-1 {
		return &c.topic
	}
	return nil
}

// told: token i stands in a clause that tells of those asked for in front of it.
func (r *reader) told(i int) bool {
	for k := i - 1; k > 0 && !strings.ContainsAny(r.toks[k+1].before, ".!?;"); k-- {
		if !r.is(k, lexicon.Who) || strings.ContainsAny(r.toks[k].before, ".!?;") || r.lang.Grammar[lexicon.ClauseCommas] && !strings.Contains(r.toks[k].before, ",") { // "die" is an article, too
			continue
		}
		return slices.ContainsFunc(r.clauses, func(c clause) bool {
			return c.field == FieldTopic && c.op == opEq && c.to < k && len(c.topic.Groups) > 0
		})
	}
	return false
}

// onlyKana: a short run of the Japanese syllabary is grammar.
func onlyKana(s string) bool {
	return utf8.RuneCountInString(s) <= 6 && !strings.ContainsFunc(s, func(r rune) bool { return r < 0x3040 || r > 0x309F })
}

// commonWords makes topics of everyday words where the query says nothing else.
func (r *reader) commonWords() {
	if slices.ContainsFunc(r.clauses, func(c clause) bool { return !strings.HasPrefix(c.field, unusedField) }) {
		return
	}
	r.scope = nil
	for i := range r.toks {
		if r.is(i, lexicon.Common|lexicon.Joins|lexicon.Counted) && !r.is(i, lexicon.Filler) && !r.toks[i].used {
			r.addTopic(i, i)
		}
	}
}
