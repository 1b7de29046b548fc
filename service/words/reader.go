package words

import (
	"slices"
	"strings"
	"sync"

	"greenroom/api"
	"greenroom/internal/statement"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
	"greenroom/service/words/tags"
	"greenroom/service/words/topics"
)

// reader reads the tokens of one query from left to right.
type reader struct {
	text      string
	lang      *lexicon.Language
	toks      []token
	known     Known
	clauses   []clause
	corrected []api.Correction
	scope     *scope     // of the "not" in force
	refused   []int      // tokens of those that were
	tags      []tags.Tag // by token
	said      []statement.Statement
	asking    bool // they ask for something
	unsure    bool // a word was left because weights are not sure that it is a theme
	trusts    bool // weights leave no word that may be one
}

// clause is one thing a query says, in tokens from to to. Exactly one of the
// fields after text is set, by field.
type clause struct {
	field, op string
	value     any
	from, to  int
	core      Part // the tokens from Start to End-1 that its value is read of; none: all
	text      string
	topic     Topic
	place     *places.Place
	language  places.Languages
	every     bool   // wanted beside those before, not instead
	notKind   string // of what excluded it
	turned    bool   // two nots ask for it
}

func newReader(text string, known Known) *reader {
	if known.Words == nil {
		known.Words = noWords{}
	}
	r := &reader{text: text, toks: lex(text), known: known}
	r.detect()
	words := len(r.toks)
	r.repair()
	if r.split(); len(r.corrected) > 0 || len(r.toks) > words {
		r.detect()
	}
	r.spellNumbers()
	r.tags = make([]tags.Tag, len(r.toks)) // until they are told
	return r
}

// detect tells the language of the query, and what its words are in it.
func (r *reader) detect() {
	words := make([]string, len(r.toks))
	for i, t := range r.toks {
		words[i] = t.word
	}
	r.lang = lexicon.Detect(words, r.text)
	for i := range r.toks {
		if r.toks[i].entry = r.lang.Find(r.toks[i].word); r.toks[i].head {
			r.toks[i].entry.Class = lexicon.Filler | lexicon.People
		}
		if r.toks[i].handle != "" { // "@voor" is a name
			r.toks[i].entry.Class &^= lexicon.Filler
		}
		if means := r.lang.Means[r.toks[i].word]; len(r.toks[i].terms) == 0 && means != "" { // "et" is grammar in French
			r.toks[i].terms = topics.Terms(means)
		}
		if r.lang.Accented[strings.ToLower(r.text[r.toks[i].start:r.toks[i].end])] {
			r.toks[i].entry = lexicon.Entry{}
		}
		r.everydayWord(&r.toks[i])
	}
}

// everydayWord notes of a word that no table has that it is no topic by itself.
func (r *reader) everydayWord(t *token) {
	if t.entry.Class != 0 || t.handle != "" || t.about != "" || t.before == "-" || listed(t.terms) || !r.lang.Everyday(t.word) {
		return
	}
	key := r.lang.Code + t.word
	form, known := everydayForms.Load(key)
	if !known {
		groups, _ := r.formOfTopic(t.word)
		form, _ = everydayForms.LoadOrStore(key, groups != nil)
	}
	if form == false {
		t.entry.Class, t.everyday = lexicon.Common, true
	}
}

var everydayForms sync.Map // which everyday words are forms of a topic: no more than the lists have

// read takes what begins at token i and counts its tokens; one that nothing takes is noted.
func (r *reader) read(i int) int {
	n := r.step(i)
	r.toks[i].skipped = n == 0
	return max(1, n)
}

// step reads what begins at token i and returns how many tokens it took; 0 where nothing reads it.
func (r *reader) step(i int) int {
	if r.toks[i].used {
		r.scope = nil
		return 1
	}
	r.endsEmpty(i)
	r.crossed(i)
	if n := max(r.thing(i), r.freeOf(i)); n > 0 {
		r.addTopic(i, i+n-1)
		r.endNegation(i + n)
		return n
	}
	for _, read := range []func(int) int{r.denied, r.lessOf, r.optional, r.exclusionBehind, r.unknownNot, r.without, r.negation, r.seed} {
		if n := read(i); n > 0 {
			return n
		}
	}
	said := len(r.clauses)
	for _, read := range []func(int) int{r.unknown, r.sign, r.flag, r.kind, r.platform, r.language, r.place} {
		if n := read(i); n > 0 {
			if len(r.clauses) > said { // not behind "bilingual", whose languages follow
				r.endNegation(i + n)
			}
			return n
		}
	}
	if n := r.phrase(i, lexicon.Filler); n > 1 && r.longestTopic(i) < n { // "work with", "no ads for"
		return n
	}
	if n := r.phrase(i, lexicon.Speak); n > 1 {
		if k, _ := r.languageAt(i + n); k > 0 { // "whose language is Dutch"
			return n
		}
	}
	if r.verb(i) || r.scope != nil && r.turn(i, turnLives) > 0 && r.is(i+1, lexicon.Place) { // "no pueden vivir en"
		return 1
	}
	if n := r.topic(i); n > 0 {
		r.endNegation(i + n)
		return n
	}
	if r.is(i, lexicon.Ends) {
		r.scope = nil
	}
	if r.scope != nil && r.is(i, lexicon.Or) { // "no posts or talk about gambling"
		r.scope.reach = negationReach
	}
	if r.scope != nil && !r.is(i, lexicon.Who) { // "except those who live in Leeds"
		if r.scope.reach--; r.scope.reach <= 0 {
			r.scope = nil
		}
	}
	return 0
}

// add notes what tokens i to j say; under a "not" the text begins there.
func (r *reader) add(c clause, i, j int) {
	if c.op == "" {
		c.op = opEq
	}
	c.core = Part{i, j + 1}
	if r.scope != nil {
		if c.notKind, c.turned = r.scope.kind, r.scope.turned; r.excluding() {
			c.negate()
		}
		if start := r.scope.at; !r.anyUsed(start, i) {
			i = start
		} else if r.prefixed(i - 1) { // "and non-bakers"
			i--
		}
	}
	c.from, c.to, c.text = i, j, r.span(i, j)
	r.clauses = append(r.clauses, c)
}

// meaning joins the clauses.
func (r *reader) meaning() Meaning {
	m := Meaning{Language: r.lang.Code, Corrected: r.corrected}
	for _, c := range r.clauses {
		if part := (Part{r.toks[c.from].start, r.toks[c.to].end}); !strings.HasPrefix(c.field, unusedField) && !slices.Contains(m.parts, part) {
			m.parts = append(m.parts, part)
		}
		kind, unused := strings.CutPrefix(c.field, unusedField)
		switch {
		case unused:
			m.Unused = append(m.Unused, api.Unused{Text: c.text, Why: kinds[kind]})
			continue
		case c.field == fieldSeed:
			m.Seeds = append(m.Seeds, c.value.(api.SeedProfile))
			m.seeds = append(m.seeds, Part{r.toks[c.from].start, r.toks[c.to].end})
			continue
		case c.field == FieldTopic:
			list := &m.Topics
			if c.op == opNe {
				list = &m.Excluded
				c.topic.Members = topics.Members(c.topic.Terms)
			}
			if !c.topic.addTo(list) {
				m.Unused = append(m.Unused, api.Unused{Text: c.text, Why: kinds["many"]})
				continue
			}
		}
		if c.field != FieldTopic || c.op == opNe {
			m.Filters = append(m.Filters, api.Filter{Field: c.field, Op: c.op, Value: c.value, Text: c.text})
		}
		m.Where.take(c)
	}
	return m
}

const maxTopics = 16 // the ranking keeps a set of topics in 16 bits

// addTo adds a topic to a list that lacks it; false where the list is full.
func (t Topic) addTo(list *[]Topic) bool {
	same := func(o Topic) bool { return slices.Equal(o.Terms, t.Terms) }
	switch {
	case slices.ContainsFunc(*list, same):
	case len(*list) >= maxTopics:
		return false
	default:
		*list = append(*list, t)
	}
	return true
}

// take adds what a clause asks of a creator.
func (w *Conditions) take(c clause) {
	not := c.op == opNe
	switch v, _ := c.value.(float64); c.op {
	case opGte:
		w.Numbers.Narrow(c.field, &v, nil)
		return
	case opLte:
		w.Numbers.Narrow(c.field, nil, &v)
		return
	}
	if yes, flag := c.value.(bool); flag {
		w.Flags.Want(c.field, yes)
		return
	}
	switch c.field {
	case FieldPlatform:
		p := api.Platform(c.value.(string))
		put(&w.Platforms, &w.NotPlatforms, p, not)
		if c.every && !not {
			put(&w.EveryPlatform, nil, p, false)
		}
	case FieldKind:
		put(&w.Kinds, &w.NotKinds, api.CreatorKind(c.value.(string)), not)
	case FieldLocation:
		put(&w.Places, &w.NotPlaces, c.place, not)
	case FieldLanguage:
		switch {
		case not:
			w.NotLanguages |= c.language
		case c.every:
			w.EveryLanguage |= c.language
			fallthrough
		default:
			w.Languages |= c.language
		}
	}
}

func put[T comparable](yes, no *[]T, v T, not bool) {
	if not {
		yes = no
	}
	if !slices.Contains(*yes, v) {
		*yes = append(*yes, v)
	}
}

// is reports whether the word at token i has one of the classes.
func (r *reader) is(i int, c lexicon.Class) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].entry.Class&c != 0
}

func (r *reader) wordAt(i int) string {
	if i < 0 || i >= len(r.toks) {
		return ""
	}
	return r.toks[i].word
}

// anyAt: one of the tokens from to to-1 is so.
func anyAt(from, to int, is func(k int) bool) bool {
	for k := from; k < to; k++ {
		if is(k) {
			return true
		}
	}
	return false
}

// longest is the most words, of those that there may be, that are so; 0 for none.
func longest(most int, are func(n int) bool) int {
	for n := most; n > 0; n-- {
		if are(n) {
			return n
		}
	}
	return 0
}

const longestPhrase = 5 // words

// phrase counts the words of the longest phrase of a class that begins at
// token i.
func (r *reader) phrase(i int, c lexicon.Class) int {
	n, _ := r.entry(i, c)
	return n
}

func (r *reader) entry(i int, c lexicon.Class) (int, lexicon.Entry) {
	for n := lexicon.Longest(r.wordAt(i)); n > 1; n-- {
		if w, ok := r.joined(i, i+n-1); ok {
			if e := r.lang.Find(w); e.Class&c != 0 {
				return n, e
			}
		}
	}
	if r.is(i, c) && !r.toks[i].used {
		return 1, r.toks[i].entry
	}
	if c&lexicon.Rhythm != 0 && r.is(i, lexicon.Period) && r.toks[i].before == "/" { // "4 posts/week"
		e := r.toks[i].entry
		e.Class |= lexicon.Rhythm
		return 1, e
	}
	return 0, lexicon.Entry{}
}

// phraseBefore counts the words of the longest phrase of a class that ends in
// front of token i.
func (r *reader) phraseBefore(i int, c lexicon.Class) (int, lexicon.Entry) {
	for n := min(longestPhrase, i); n > 0; n-- {
		if n > 1 && lexicon.Longest(r.wordAt(i-n)) < n {
			continue
		}
		if w, ok := r.joined(i-n, i-1); ok {
			if e := r.lang.Find(w); e.Class&c != 0 {
				return n, e
			}
		}
	}
	return 0, lexicon.Entry{}
}

// span returns the words of the query from token i to token j, both included, and marks
// them.
func (r *reader) span(i, j int) string {
	for k := i; k <= j; k++ {
		r.toks[k].used = true
	}
	return r.text[r.toks[i].start:r.toks[j].end]
}

// lead goes back from token i over unused words of the given classes.
func (r *reader) lead(i int, c lexicon.Class) int {
	for i > 0 && !r.toks[i-1].used && plainGap(r.toks[i].before) {
		n, _ := r.phraseBefore(i, c)
		if n == 0 || r.anyUsed(i-n, i) {
			n = oneIf(r.is(i-1, c))
		}
		if i -= n; n == 0 {
			break
		}
	}
	return i
}

// partEnds: token i is the first behind a sign that ends a part of the query or a new line, or
// there is none.
func (r *reader) partEnds(i int) bool {
	return i >= len(r.toks) || !softGap(r.toks[i].before) || strings.Contains(r.toks[i].before, "\n")
}

// softGap reports whether no punctuation that parts phrases stands between. A period does
// where a sentence ends with it.
func softGap(s string) bool {
	return !strings.ContainsAny(s, ",;:!?()|、。।") && !strings.Contains(s, ". ") && !strings.Contains(s, ".\n")
}
