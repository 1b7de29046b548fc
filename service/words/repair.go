package words

import (
	_ "embed"
	"math"
	"slices"
	"strings"
	"sync"

	"greenroom/api"
	"greenroom/service/languages"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
	"greenroom/service/words/spelling"
	"greenroom/service/words/terms"
	"greenroom/service/words/topics"
)

// Vocabulary holds the words of a catalogue's texts.
type Vocabulary interface {
	// Uses is in how many texts a term stands.
	Uses(term string) int
	// Named reports whether a folded word stands in the name of a creator.
	Named(word string) bool
	// Nearest returns the word of the texts that a misspelt one was meant to be.
	Nearest(word string) (spelling.Match, bool)
}

// noWords is the vocabulary of no texts.
type noWords struct{}

func (noWords) Uses(string) int                            { return 0 }
func (noWords) Named(string) bool                          { return false }
func (noWords) Nearest(string) (m spelling.Match, ok bool) { return m, false }

// evidence is the number of texts that must use a word for it to be one: a misspelling
// seldom stands in so many.
const evidence = 5

// What a word that may have been meant is worth before it is counted: less than
// the difference between a likely edit and any other, so that it decides
// between equals. Words of the catalogue are worth the logarithm of their texts.
const (
	topicWorth, placeWorth, pluralWorth, grammarWorth = 0.25, 0.2, 0.17, 0.1

	perTenfold  = 0.08
	unusedTopic = 0.15 // off, where no text has the word
)

// spellings holds the words of the tables.
var spellings = sync.OnceValue(func() *spelling.Speller {
	var plurals []string
	for _, w := range topics.Written() {
		if !strings.HasSuffix(w, "s") {
			plurals = append(plurals, w+"s")
		}
	}
	list := slices.Concat(worthy(topics.Written(), topicWorth), worthy(plurals, pluralWorth), worthy(places.Written(), placeWorth))
	for _, l := range lexicon.Languages() {
		list = append(list, worthy(slices.Sorted(l.Words()), grammarWorth)...)
	}
	return spelling.New(list)
})

// worthy returns the words of a table that misspelt ones may have been meant to be.
func worthy(written []string, worth float32) (out []spelling.Word) {
	for _, w := range written {
		if f := terms.Fold(w); repairable(f) {
			out = append(out, spelling.Word{Text: f, Written: strings.ToLower(w), Worth: worth})
		}
	}
	return out
}

// sounding holds the words of topics by their sound.
var sounding = sync.OnceValue(func() spelling.Sounds {
	return spelling.NewSounds(worthy(topics.Written(), topicWorth))
})

// repairable: a word of Latin letters and no others.
func repairable(w string) bool {
	return len(w) >= spelling.Shortest && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == ""
}

// repair reads misspelt words as what they were meant to be. In a query with
// small words of a language that is not read only places are repaired.
func (r *reader) repair() {
	strange := r.strange()
	for i := range r.toks {
		t := &r.toks[i]
		m, ok := r.meantPlace(i)
		if !ok && !strange {
			m, ok = r.slip(i)
		}
		if !ok && (strange || r.spelledRight(i)) {
			continue
		}
		if !ok {
			m, ok = r.meantAs(i)
		}
		place := len(places.Find(m.Text)) > 0
		if !ok || r.isOddName(i) && !place || t.capital && i > 0 && r.lang.Grammar[lexicon.Capitals] && m.Worth <= grammarWorth || r.isForm(i, m) || place && t.capital && !spelling.One(t.word, m.Text) && !r.capitals() { // "Duolingo" is no Dublino
			continue
		}
		r.corrected = append(r.corrected, api.Correction{From: r.text[t.start:t.end], To: m.Written})
		t.word, t.terms, t.said = m.Text, topics.Terms(m.Written), m.Written
	}
}

// isForm: in a language whose words end in vowels the two differ only by their ends:
// "independiente" is no misspelt "independent", nor "motociclette" a "motocicleta".
func (r *reader) isForm(i int, m spelling.Match) bool {
	w := strings.TrimSuffix(r.toks[i].word, "s")
	n := 0
	for n < len(w) && n < len(m.Text) && w[n] == m.Text[n] {
		n++
	}
	return r.lang.AdjectivesFollow && len(w) >= 8 && strings.IndexByte("aeio", w[len(w)-1]) >= 0 && len(w)-n <= 5 && len(m.Text)-n <= 4 && n >= 7 && !spelling.Slip(w, m.Text) && !spelling.LeftOut(r.toks[i].word, m.Text)
}

// spelledRight: no word that any table, a dictionary or enough texts have is
// misspelt, nor one that a creator is called by.
func (r *reader) spelledRight(i int) bool {
	t := &r.toks[i]
	w := t.word
	if t.number != nil || t.handle != "" || !repairable(w) || terms.LetterEnd(r.text, t.start) > t.start {
		return true
	}
	if lexicon.Part(w) || places.Part(w) || topics.Part(w) || spelling.Right(w) || t.capital && i > 0 && places.BeginsTown(w) || places.Town(w) != nil || r.lang.Everyday(w) {
		return true
	}
	if strings.HasSuffix(w, "eing") { // "bakeing" has a stem that is a word
		return false
	}
	if listed(t.terms) {
		return true
	}
	if r.known.Words.Named(w) || madeOfWord(w) {
		return true
	}
	return len(t.terms) == 1 && r.known.Words.Uses(t.terms[0]) >= evidence
}

// madeOfWord: the word is one that is spelt right with an ending for many who do
// something: "skateboarders", "tarifler".
func madeOfWord(w string) bool {
	return slices.ContainsFunc([]string{"ers", "lar", "ler"}, func(end string) bool {
		root, ok := strings.CutSuffix(w, end)
		return ok && len(root) > spelling.Shortest && (topics.Part(root) || spelling.Right(root))
	})
}

// meantPlace is the place that a word behind "in" or "from" was meant to be, also
// where the word is another one in a dictionary, as long as no text has it: "in
// Span". Right words are seldom places with their first letter gone.
func (r *reader) meantPlace(i int) (m spelling.Match, ok bool) {
	t := &r.toks[i]
	if i == 0 || !r.is(i-1, lexicon.Place) || !plainGap(t.before) || t.number != nil || t.handle != "" || !repairable(t.word) || len(t.terms) != 1 {
		return m, false
	}
	if lexicon.Part(t.word) || places.Part(t.word) || topics.Part(t.word) || listed(t.terms) || r.known.Words.Named(t.word) || r.known.Cities[t.word] != nil {
		return m, false
	}
	if spelling.Right(t.word) && !t.capital {
		return m, false
	}
	uses := r.known.Words.Uses(t.terms[0])
	_, none := r.known.Words.(noWords)
	if uses >= evidence || (uses > 0 || none) && !t.capital {
		return m, false
	}
	m, ok = spellings().Nearest(t.word, func(w spelling.Word) (float64, bool) {
		if !slices.ContainsFunc(places.Find(w.Text), func(n places.Name) bool { return n.Language == "" }) {
			return -perTenfold, w.Worth == placeWorth
		}
		more := perTenfold * float64(len(w.Text)-len(t.word)) // letters are left out more often than put in
		return more + perTenfold*math.Log10(1+float64(r.known.Words.Uses(w.Text))), w.Worth == placeWorth && w.Text[0] == t.word[0] && len(places.Find(w.Text)) > 0
	})
	return m, ok
}

// slipUses is the number of texts that must use a word for a slip of it to be told from a
// rare word that the dictionary has.
const slipUses = 5

// longSlip is the letters of a word from which on one left out is a slip, too.
const longSlip = 8

// slip returns the intended word for one that the dictionary has, no text uses and which
// doubles or swaps letters of a topic that several texts use, or sounds as one does:
// "cofee", "fotography".
func (r *reader) slip(i int) (m spelling.Match, ok bool) {
	t := &r.toks[i]
	if _, none := r.known.Words.(noWords); none || t.number != nil || t.handle != "" || !repairable(t.word) || len(t.word) <= spelling.Shortest || len(t.terms) != 1 {
		return m, false
	}
	if lexicon.Part(t.word) || places.Part(t.word) || topics.Part(t.word) || listed(t.terms) || r.known.Words.Named(t.word) || r.known.Words.Uses(t.terms[0]) > 0 {
		return m, false
	}
	known := func(w spelling.Word) bool {
		list := topics.Terms(w.Written)
		return len(list) == 1 && (r.known.Words.Uses(list[0]) >= slipUses || !spelling.Right(t.word))
	}
	if groups, _ := r.formOfTopic(t.word); groups == nil { // "fotografi" are photographers
		for _, w := range sounding().Alike(t.word) {
			if known(w) && !spelling.Inflected(t.word, w.Text) {
				return spelling.Match{Word: w}, true
			}
		}
	}
	return spellings().Nearest(t.word, func(w spelling.Word) (float64, bool) {
		return 0, w.Worth == topicWorth && (spelling.Slip(t.word, w.Text) || len(t.word) >= longSlip && len(w.Text) > len(t.word) && spelling.LeftOut(t.word, w.Text)) && known(w)
	})
}

// isOddName: a capital within a query that is otherwise written small, or
// beside a name, begins a name or a brand.
func (r *reader) isOddName(i int) bool {
	if !r.toks[i].capital || r.lang.Grammar[lexicon.Capitals] {
		return false
	}
	for j, t := range r.toks {
		if j != i && !t.capital && t.number == nil && i > 0 || (j == i-1 || j == i+1) && t.capital && r.known.Words.Named(t.word) {
			return true
		}
	}
	return false
}

// meantAs is the best of the tables and the catalogue.
func (r *reader) meantAs(i int) (spelling.Match, bool) {
	word := r.toks[i].word
	best, ok := spellings().Nearest(word, r.worth)
	if ok && best.Worth <= grammarWorth && !spelling.Likely(word, best.Text) { // "shein" is no "sein"
		ok = false
	}
	if m, found := r.known.Words.Nearest(word); found && (!ok || m.Cost < best.Cost) {
		best, ok = m, true
	}
	return best, ok
}

// shortestNot is the letters of a word that no other is read as where it turns
// what is asked for into its opposite.
const shortestNot = 5

// worth returns the weight of a table's word in this query; false for a small word of
// another language.
func (r *reader) worth(w spelling.Word) (float64, bool) {
	if w.Worth <= grammarWorth {
		class := r.lang.Find(w.Text).Class &^ lexicon.Common
		return 0, class != 0 && (class&(lexicon.Not|lexicon.NotAfter) == 0 || len(w.Text) > shortestNot)
	}
	if w.Worth == pluralWorth && !r.pluralOf(w.Text) {
		return 0, false
	}
	list := topics.Terms(w.Written)
	if named := places.Find(w.Text); len(list) != 1 || len(named) > 0 {
		return 0, !slices.ContainsFunc(named, r.foreign)
	}
	if n := r.known.Words.Uses(list[0]); n > 0 {
		return perTenfold * math.Log10(float64(n)), true
	}
	return -unusedTopic, true
}

//go:embed strangers.txt
var strangersText string

// strangers are small words of languages that queries are not read in, each with the
// language, or with what it says.
var strangers = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for head, list := range languages.Entries(strangersText) {
		for _, w := range list {
			out[terms.Fold(w)] = head
		}
	}
	return out
})

// strangeNot: the word at token i says "not" in a language that the query is not read in.
func (r *reader) strangeNot(i int) bool {
	return strangers()[r.wordAt(i)] == wordNot && r.strangeOnly(i)
}

// strange: the query has small words of a language that is not read, or is in one without a dictionary.
func (r *reader) strange() bool {
	return r.lang.Grammar[lexicon.Unspelled] || slices.ContainsFunc(r.toks, func(t token) bool { return strangers()[t.word] != "" && !r.known.Words.Named(t.word) })
}

// pluralOf reports whether the language makes a plural of a word by its s alone.
func (r *reader) pluralOf(word string) bool {
	switch r.lang.Code {
	case "en", "fr":
		return true
	case "es", "pt":
		return strings.IndexByte("aeio", word[len(word)-2]) >= 0
	}
	return false
}

// meantText returns the words of tokens i to j as they were meant.
func (r *reader) meantText(i, j int) string {
	var b strings.Builder
	from := r.toks[i].start
	for _, t := range r.toks[i : j+1] {
		if t.said != "" {
			b.WriteString(r.text[from:t.start])
			b.WriteString(t.said)
			from = t.end
		}
	}
	return b.String() + r.text[from:r.toks[j].end]
}
