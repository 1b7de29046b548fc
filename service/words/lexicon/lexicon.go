// Package lexicon reads the small words of the languages that queries are
// written in, and tells which of them a query is in.
package lexicon

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"greenroom/internal/naming"
	"greenroom/service/languages"
	"greenroom/service/words/terms"
)

// Entry is the meaning of a phrase. Value is the network or tier, Number the number or
// scale.
type Entry struct {
	Class  Class
	Value  string
	Number float64
}

// Language is one language. Keys of its maps are folded; countries are ISO
// codes, regions the keys of the gazetteer, languages ISO 639-1.
type Language struct {
	Code, Name       string
	AdjectivesFollow bool            // "vin français"
	Grammar          map[string]bool // what else it does, by the names below
	Places           map[string]string
	Adjectives       map[string]string // of places
	PlaceEndings     []Ending          // of places in a sentence
	DoubtfulPlaces   map[string]bool   // names that are other words, too
	Spoken           map[string]string // names of languages
	Speakers         map[string]string // words like "francophone"
	Means            map[string]string // words for a topic that are other words elsewhere: "mode", "Haut"
	Accented         map[string]bool   // those of them that are other words without their accents: "té", "thé"
	Counting
	small    map[string]bool // words that say nothing even where they stand alone, as they are written, in lower case
	everyday everyday
	words    map[string]Entry
	marked   []string // words with letters beyond a to z, as they are written
	letters  string
	scripts  []*unicode.RangeTable
}

// What languages do, as "grammar" in their files names it.
const (
	Cases        = "cases"         // endings say what prepositions say elsewhere
	VerbsBehind  = "verbs behind"  // verbs stand behind what they are said of
	Capitals     = "capitals"      // nouns have capitals, and are compounded
	ClauseCommas = "clause commas" // a comma stands in front of a relative clause
	NotsTurn     = "nots turn"     // two nots of one sentence say yes
	SplitNot     = "split not"     // a "not" has two parts, around the verb
	Unspelled    = "unspelled"     // its words stand in no dictionary here, so that none is corrected
	NounsJoin    = "nouns join"    // a noun stands in front of another and says what kind of it
)

// Ending is how a name ends in a sentence, and what stands for that in the name alone: "owie" of
// "w Krakowie" for "ow".
type Ending struct{ Of, Bare string }

// Bare are the names that a word of the language may be, with the endings of a sentence.
func (one *Language) Bare(word string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, e := range one.PlaceEndings {
			if bare, ok := strings.CutSuffix(word, e.Of); ok && len(bare)+len(e.Bare) >= shortestBare && !yield(bare+e.Bare) {
				return
			}
		}
	}
}

const shortestBare = 4 // letters of a name that an ending was taken from

// Counting tells how a language makes numbers of words.
type Counting struct {
	Halves   map[string]bool     // words that add a half to what is in front: "buçuk"
	Articles map[string]bool     // that count one of the days behind them: "a"
	Adds     map[float64]float64 // up to what may follow these tens, where it is not 9: "soixante-quinze"
	Joined   map[float64]bool    // what "and" adds to tens: "treinta y cinco"
}

// lexicons is every language, English first, with what they have in common.
type lexicons struct {
	languages []*Language
	named     map[string]Entry   // of all, see named
	excluding map[string]Entry   // of all, see excludes
	known     map[string]known   // of all, phrases and the words in them
	longest   map[string]int     // by its first word, how many words a phrase has at most
	marked    map[string]uint32  // the languages of words as they are written, where folding loses marks
	accented  map[string]uint32  // those of them that fold to an English word
	counts    map[string]float64 // words for numbers, of all
	stops     map[string]bool
	nouns     map[string]bool // words for things with a nationality, and nothing else
}

var all = sync.OnceValue(func() *lexicons {
	// Sizes of about what will be in them: growing such maps takes as long as filling them.
	l := &lexicons{named: make(map[string]Entry, 8<<10), excluding: map[string]Entry{}, known: make(map[string]known, 32<<10), longest: make(map[string]int, 16<<10),
		marked: map[string]uint32{}, accented: map[string]uint32{}, counts: map[string]float64{}, stops: map[string]bool{}, nouns: make(map[string]bool, 24<<10)}
	for _, code := range languages.With(languages.Queries) {
		l.languages = append(l.languages, l.read(code))
	}
	for n, one := range l.languages {
		l.share(one)
		l.note(n, one)
	}
	return l
})

// Languages lists the languages, English first.
func Languages() []*Language { return all().languages }

// Sources is the text of all files: what is made of an index depends on them.
func Sources() (out []string) {
	for _, code := range append(languages.With(languages.Queries), languages.Any) {
		out = append(out, languages.Read(code, languages.Queries))
	}
	return out
}

// IsStop reports whether a term carries no topic in any text: it is not indexed.
func IsStop(term []byte) bool { return all().stops[string(term)] }

// StopWords are all terms that IsStop is true of.
func StopWords() map[string]bool { return all().stops }

// Small reports whether words, as they are written, say nothing in one of the
// languages: "the of and". Nothing is known to be small in a language that is not
// read.
func Small(words []string) bool {
	return slices.ContainsFunc(all().languages, func(one *Language) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return !one.small[norm.NFC.String(strings.ToLower(w))] })
	})
}

// share keeps what words of one language mean in all.
func (l *lexicons) share(one *Language) {
	for w, e := range one.words {
		if noun, known := l.nouns[w]; noun || !known {
			l.nouns[w] = e.Class == National
		}
		first, rest, _ := strings.Cut(w, " ")
		l.longest[first] = max(l.longest[first], 1+len(strings.Fields(rest)))
		if e.Class&excludes != 0 && len(w) >= shortestForeign {
			l.excluding[w] = l.excluding[w].with(Entry{Class: e.Class & excludes, Value: e.Value})
		}
		if e.Class&Number != 0 && e.Number >= 1 && len(w) >= shortestCount {
			l.counts[w] = e.Number
		}
		if e.Class &= named; e.Class != 0 {
			l.named[w] = l.named[w].with(e)
		}
	}
}

// note remembers who knows a word, as evidence for the language of a query.
func (l *lexicons) note(n int, one *Language) {
	bit := uint32(1) << n
	accented := map[string]bool{} // "thé": without its accent an English word
	for _, w := range one.marked {
		if _, english := l.languages[0].words[terms.Fold(w)]; english && n > 0 {
			accented[terms.Fold(w)] = true
			l.accented[w] |= bit
		}
	}
	for w, e := range one.words {
		if e.Class == Common || accented[w] { // several languages may share it, listed or not
			l.add(w, known{})
			continue
		}
		l.add(w, known{whole: bit, phrase: true})
		for part := range strings.FieldsSeq(w) {
			if part[0] > '9' { // "mid 20" says nothing of other numbers
				l.add(part, known{by: bit})
			}
		}
	}
	for _, w := range one.marked {
		l.marked[w] |= bit
	}
	for _, m := range []map[string]string{one.Places, one.Adjectives, one.Spoken, one.Speakers} {
		for w := range m {
			l.add(w, known{by: bit, whole: bit})
		}
	}
}

func (e Entry) with(o Entry) Entry {
	e.Class |= o.Class
	if o.Value != "" {
		e.Value = o.Value
	}
	if o.Number != 0 {
		e.Number = o.Number
	}
	return e
}

// read reads what all languages have in common and then the file of one.
func (l *lexicons) read(code string) *Language {
	one := &Language{Code: code, words: make(map[string]Entry, 4<<10), Places: map[string]string{}, Adjectives: map[string]string{},
		DoubtfulPlaces: map[string]bool{}, Spoken: map[string]string{}, Speakers: map[string]string{}, Means: map[string]string{}, Grammar: map[string]bool{}, Accented: map[string]bool{}, small: map[string]bool{},
		Counting: Counting{map[string]bool{}, map[string]bool{}, map[float64]float64{}, map[float64]bool{}}}
	one.displayed()
	one.everyday = readEveryday(code)
	for _, name := range []string{languages.Any, code} {
		l.readFile(one, languages.Read(name, languages.Queries))
	}
	return one
}

func (l *lexicons) readFile(one *Language, text string) {
	var endings []string
	for key, items := range languages.Entries(text) {
		if key == "endings" {
			endings = items
			continue
		}
		for _, item := range items {
			if !one.about(key, item, endings) {
				l.put(one, key, item)
			}
		}
	}
}

// about takes the keys that describe the language; false for any other key.
func (one *Language) about(key, item string, endings []string) bool {
	code, word, _ := strings.Cut(item, "=")
	switch key {
	case "name":
		one.Name = item
	case "letters":
		one.letters = item
	case "script":
		one.scripts = append(one.scripts, unicode.Scripts[item])
	case "adjectives follow":
		one.AdjectivesFollow = true
	case "grammar":
		one.Grammar[item] = true
	case "adjectives":
		inflect(one.Adjectives, code, word, endings)
	case "speakers":
		inflect(one.Speakers, code, word, endings)
	case "places":
		one.Places[terms.Fold(word)] = code
	case "means":
		one.Means[terms.Fold(code)] = word
		if lower := strings.ToLower(code); lower != terms.Fold(code) {
			one.Accented[lower] = true
		}
	case "place endings":
		one.PlaceEndings = append(one.PlaceEndings, Ending{terms.Fold(code), terms.Fold(word)})
	case "doubtful":
		one.DoubtfulPlaces[terms.Fold(item)] = true
	case "halves":
		one.Halves[terms.Fold(item)] = true
	case "articles":
		one.Articles[item] = true
	case "tens":
		one.Adds[float(code)] = float(word)
	case "joined":
		one.Joined[float(item)] = true
	case "small":
		one.small[item] = true
	default:
		return false
	}
	return true
}

func float(s string) float64 {
	v, _ := strconv.ParseFloat(s, 64)
	return v
}

// inflect notes a word with every ending; one that is written with a hyphen at
// its end never stands without.
func inflect(m map[string]string, code, word string, endings []string) {
	stem, bound := strings.CutSuffix(word, "-")
	if !bound {
		m[terms.Fold(stem)] = code
	}
	for _, e := range endings {
		m[terms.Fold(stem+e)] = code
	}
}

func (l *lexicons) put(one *Language, key, item string) {
	if key == "stop" {
		l.stops[item] = true
		return
	}
	e := Entry{Class: keys[key]}
	if e.Class == 0 { // "network NAME", "tier NAME", "unknown NAME"
		kind, value, _ := strings.Cut(key, " ")
		value, doubtful := strings.CutSuffix(value, "?")
		e = Entry{Class: keys[kind], Value: value}
		if doubtful {
			e.Class |= Doubtful
		}
	}
	if word, number, ok := strings.Cut(item, "="); ok {
		item = word
		e.Number = float(number)
	}
	w := terms.Fold(item)
	for part := range strings.FieldsSeq(item) {
		if one.scripts == nil && terms.Fold(part) != part {
			one.marked = append(one.marked, part)
		}
	}
	one.words[w] = one.words[w].with(e)
}

// displayed takes what countries and languages are called.
func (one *Language) displayed() {
	for code, name := range naming.In(one.Code).Pairs() {
		r, err := language.ParseRegion(code)
		switch name = terms.Fold(name); {
		case code[0] > 'Z':
			one.Spoken[name] = code
		case err == nil && r.IsCountry():
			one.Places[name] = code
		}
	}
	delete(one.Places, "")
	delete(one.Spoken, "")
}
