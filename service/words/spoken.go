package words

import (
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
	"greenroom/service/words/tags"
)

// language reads "German-speaking", "in Spanish", "who speak French and Dutch",
// "francophone" and, for languages that no country is called by, the name alone.
func (r *reader) language(i int) int {
	l := r.list(i, func(at int) int {
		n, _ := r.languageAt(at)
		if n < r.longestPlace(at) || r.toks[at].used {
			return 0
		}
		return n
	})
	l.every = l.every || r.bilingual(i, l.end)
	for len(l.items) > 0 {
		last := l.items[len(l.items)-1]
		if n := r.sayingLanguage(i, l.items[0].to, last.to); n >= 0 {
			r.addLanguages(l, n)
			return l.end + n - i
		}
		if l.items = l.items[:len(l.items)-1]; len(l.items) > 0 {
			l.end = l.items[len(l.items)-1].to + 1
			l.every = l.every && len(l.items) > 1
		}
	}
	return 0
}

// sayingLanguage counts the words behind the last name that make the names from
// token i on languages; -1 if nothing does.
func (r *reader) sayingLanguage(i, first, last int) int {
	if k := r.phrase(last+1, lexicon.Spoken); k > 0 && !strings.ContainsAny(r.toks[last+1].before, ",.;") {
		return k
	}
	_, t := r.languageAt(i)
	if !r.saysLanguage(i, last+1-i) && (r.onlyNationality(last+1, 1) || r.onlyNationality(i-1, -1)) { // "Dutch or Belgian cyclists"
		return -1
	}
	switch spoken := r.tags[i].Over(tags.Of(tags.Language), tags.Of(tags.Place)); {
	case spoken >= sureLanguage && r.tags[i].Kind == tags.Language:
		return 0
	case spoken <= -sureLanguage && r.tags[i].Kind == tags.Place:
		return -1
	}
	if alone := t.Alone && !r.isTopic(i, 1) || r.germanNoun(i, last); r.national(i, first+1-i) || !alone && !r.saysLanguage(i, last+1-i) {
		return -1
	}
	return 0
}

// onlyNationality: the word at token i joins a name to one that is of a place and of no language.
func (r *reader) onlyNationality(i, step int) bool {
	if r.is(i, lexicon.Or|lexicon.And) {
		i += step
	} else if step < 0 {
		return false
	} else if i >= len(r.toks) || !strings.ContainsAny(r.toks[i].before, "/&") {
		return false
	}
	n, _ := r.languageAt(max(0, i))
	return n == 0 && slices.ContainsFunc(r.called(r.wordAt(i)), func(name places.Name) bool { return name.Adjective && name.Kind == places.Country })
}

// germanNoun: tokens from i to last are German names of languages, which stand as nouns do:
// "aber Deutsch muss es sein", not "deutsche Köche".
func (r *reader) germanNoun(i, last int) bool {
	return r.lang.Grammar[lexicon.Capitals] && r.toks[i].capital && strings.HasSuffix(r.wordAt(i), "sch") && (r.partEnds(last+1) || !r.is(last+1, lexicon.People) && r.topicAt(last+1) == 0)
}

func (r *reader) addLanguages(l list, behind int) {
	for n, at := range l.items {
		_, t := r.languageAt(at.from)
		from, to := at.from, at.to
		if n == 0 {
			if r.tongueBefore(from) {
				from--
			}
			if k, _ := r.phraseBefore(from, lexicon.Speak); k > 1 && plainGap(r.toks[from].before) && !r.anyUsed(from-k, from) { // "whose language is"
				from -= k
			}
			from = r.lead(from, lexicon.Speak|lexicon.Who|lexicon.Both|lexicon.Bilingual)
		}
		if n == len(l.items)-1 {
			to += behind
		}
		r.addLanguage(t, l.every, from, to)
	}
}

// addLanguage adds a language that tokens from to to name; one that no creator is told to speak is not used.
func (r *reader) addLanguage(t places.LanguageName, every bool, from, to int) {
	if t.Set == 0 {
		r.leave("tongue", from, to)
		return
	}
	r.add(clause{field: FieldLanguage, value: t.Set.String(), language: t.Set, every: every}, from, to)
}

func (r *reader) languageAt(i int) (int, places.LanguageName) {
	for n := 2; n > 0; n-- {
		if w, ok := r.joined(i, i+n-1); ok {
			if t, ok := places.Language(w); ok {
				return n, t
			}
		}
	}
	if set := r.tongueOf(i); set != 0 {
		return 1, places.LanguageName{Set: set}
	}
	if r.speaksCode(i) {
		return 1, places.LanguageName{Set: places.Of([]string{r.toks[i].word}), Alone: true}
	}
	return 0, places.LanguageName{}
}

// speaksCode: the two capitals at token i are the code of a language: English is none of a
// country, and what is listed with it is none either: "EN or NL".
func (r *reader) speaksCode(i int) bool {
	code := func(k int) bool {
		return k >= 0 && k < len(r.toks) && r.toks[k].shout && len(r.toks[k].word) == 2 && places.Of([]string{r.toks[k].word}) != 0
	}
	if !code(i) || r.shouts() {
		return false
	}
	for k := i; code(k); k = r.listed(k, -1) {
		if r.wordAt(k) == "en" {
			return true
		}
	}
	for k := i; code(k); k = r.listed(k, 1) {
		if r.wordAt(k) == "en" {
			return true
		}
	}
	return false
}

// listed is the token of a list in front of token i, or behind it.
func (r *reader) listed(i, step int) int {
	if k := i + step; r.is(k, lexicon.Or|lexicon.And) && r.toks[k].word != "en" {
		return k + step
	}
	return i + step
}

// tongueOf is the language of the country that the adjective at token i belongs
// to, beside a word for language: "lingua tedesca", "in französischer Sprache".
func (r *reader) tongueOf(i int) places.Languages {
	if !r.is(i-1, lexicon.Spoken) && !r.is(i+1, lexicon.Spoken) {
		return 0
	}
	for _, name := range r.called(r.wordAt(i)) {
		if set := places.Spoken(name.Country); name.Adjective && name.Kind == places.Country && set&(set-1) == 0 {
			return set
		}
	}
	return 0
}

// tongueBefore: a word for language begins the part of the query in front of token i and
// says that a language follows: "language English", "Sprache deutsch".
func (r *reader) tongueBefore(i int) bool {
	if i == 0 || i >= len(r.toks) || !r.isTurn(i-1, 1, turnTongue) || !plainGap(r.toks[i].before) || i > 1 && !r.partEnds(i-1) {
		return false
	}
	n, _ := r.languageAt(i)
	return n > 0 && (r.partEnds(i+n) || r.is(i+n, lexicon.Or|lexicon.And))
}

// saysLanguage: "speak German" is a language, "in German" too, "in German
// cities" is not.
func (r *reader) saysLanguage(i, n int) bool {
	if r.behindPlace(i) {
		return true
	}
	for r.is(i-1, lexicon.Both) && plainGap(r.toks[i].before) { // "speak both Spanish and English"
		i, n = i-1, n+1
	}
	if r.is(i-1, lexicon.Bilingual) && plainGap(r.toks[i].before) || r.is(i+n, lexicon.Bilingual) && plainGap(r.toks[i+n].before) { // "bilingual German-Turkish"
		return true
	}
	if n, _ := r.phraseBefore(i, lexicon.Not); n > 0 && r.is(i-n-1, lexicon.Speak) && !r.is(i-n-1, lexicon.Place) { // "speaking neither French nor German"
		return true
	}
	last := r.clauseBefore(i)
	if last >= 0 && r.clauses[last].field == FieldLanguage && r.turnBefore(i, turnSorry) > 0 { // "speaks Spanish, I mean Portuguese"
		return true
	}
	if last >= 0 && r.scope != nil && r.clauses[last].field == FieldLanguage && r.clauses[last].to == r.scope.at-1 && i <= r.scope.at+2 { // "speaks French, not German"
		return true
	}
	if r.is(i-1, lexicon.Spoken) && strings.TrimSpace(r.toks[i].before) == ":" || r.tongueBefore(i) { // "language: Dutch"
		return true
	}
	if k, _ := r.phraseBefore(i, lexicon.Speak); k > 1 && plainGap(r.toks[i].before) && !r.is(i-k, lexicon.Place) { // "speakers of German"
		return true
	}
	if !r.is(i-1, lexicon.Speak) || !plainGap(r.toks[i].before) {
		return false
	}
	if !r.is(i-1, lexicon.Place) {
		return true
	}
	next := i + n
	return next >= len(r.toks) || !plainGap(r.toks[next].before) || r.toks[next].entry.Class != 0
}

// several reads "bilingual", "on both networks", where no languages are named.
func (m *match) several() (clause, bool) {
	r, e := m.r, m.slot(lexicon.Bilingual|lexicon.Networks)
	c := clause{op: opGte, value: e.Number}
	if m.slot(lexicon.AtLeast|lexicon.AtMost).Class&lexicon.AtMost != 0 != (m.part("nots").element != nil) {
		c.op = opLte
	}
	m.says = FieldPlatform
	if e.Class&lexicon.Networks == 0 {
		m.says = FieldLanguage
		if len(r.languagesFrom(m.to+1)) > 1 { // "bilingual French and English" names them
			m.says = ""
		}
	}
	return c, true
}

// languagesFrom are the languages listed from token i on, "in" before them or not.
func (r *reader) languagesFrom(i int) []spanned {
	for r.is(i, lexicon.Speak) {
		i++
	}
	if i >= len(r.toks) {
		return nil
	}
	return r.list(i, func(at int) int {
		n, _ := r.languageAt(at)
		return n
	}).items
}

// bilingual: a word for several languages stands before or behind those of tokens
// from to end.
func (r *reader) bilingual(from, end int) bool {
	for r.is(from-1, lexicon.Speak|lexicon.Both) && plainGap(r.toks[from].before) {
		from--
	}
	return r.scope == nil && (r.is(from-1, lexicon.Bilingual) || r.is(end, lexicon.Bilingual) && plainGap(r.toks[end].before))
}
