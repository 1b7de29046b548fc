package analysis

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"greenroom/service/language/classify"
	"greenroom/service/languages"
)

// anyLanguage holds for texts in every language.
const anyLanguage = languages.Any

// knownLanguages are the languages with words, in the order in which a tie is decided.
var knownLanguages = languages.With(languages.Posts)

// group is a section of a word file: patterns that mean the same.
type group struct {
	kind     string // "profanity", "negation", …
	severity string // "low", …; "" where it has none
	role     role
	rank     int           // of a context in an outline, the lowest first; 0 where it has no place in one
	behind   *group        // of a frame: what closes it, behind a group of people
	aims     bool          // hatred is told by it
	sign     classify.Sign // what it is to weights; 0 where it is nothing
}

// role is the use of a group's patterns for a text.
type role uint8

// The roles.
const (
	content role = iota
	context
	part // of a rule
)

func newGroup(kind, severity string) *group {
	g := &group{kind: kind, severity: severity, aims: aims[kind], sign: classify.NewSign(kind)}
	switch n := slices.Index(contextKinds, kind); {
	case n >= 0:
		g.role = context
		if n < outlineMost {
			g.rank = n + 1
		}
	case strings.HasPrefix(kind, kindFrame):
		g.role, g.sign = context, 0
	case strings.HasPrefix(kind, partKind):
		g.role = part
	default:
		g.sign = classify.NewSign("content", kind, severity)
	}
	return g
}

// finder looks patterns up by their first word, and those of several by their first two.
type finder struct {
	words   map[string]*word
	numbers []entry // that begin with any number
	stems   map[string][]entry
	sizes   []int       // lengths of stems, in bytes
	starts  [256]uint64 // by the first byte of stems, a bit for each size they have
}

// word holds the known facts of a word of a pattern.
type word struct {
	begin    []entry            // patterns of this word, or with a second one that ends in *
	pairs    map[string][]entry // of more, by their second
	seconds  uint64             // a bit for each of those, so that most others are not looked up
	function bool               // tells the language
	aimed    bool               // hatred is told by it
}

type entry struct {
	group *group
	*pattern
	plain bool // a word, whatever stands around it
}

// lexicon holds the words of one language.
type lexicon struct {
	finder
	near   map[byte][]string // words that hatred is told by, by their first letter
	bare   map[string]string // the same words without their accents
	framed int               // frames read so far
}

// bit is one of 64 for a word.
func bit(w string) uint64 { return 1 << ((w[0]*7 + w[len(w)-1]*3 + uint8(len(w))) & 63) }

// noWord is a word of which nothing is known.
var noWord word

// known returns the known facts of a word.
func (f *finder) known(w string) *word {
	if k := f.words[w]; k != nil {
		return k
	}
	return &noWord
}

// has: the word stands there, in full or as the stem of one.
func (f *finder) has(w string) bool {
	return f.words[w] != nil || f.stem(w, func(stem string) bool { return len(stem) >= stemLeast })
}

// stemLeast is the least length of a known word's stem.
const stemLeast = 4

// stem tells the stems that a word begins with, until one is what is looked for.
func (f *finder) stem(w string, is func(stem string) bool) bool {
	for n, sizes := 0, f.starts[w[0]]; sizes != 0; n, sizes = n+1, sizes>>1 {
		if sizes&1 != 0 && f.sizes[n] <= len(w) && f.stems[w[:f.sizes[n]]] != nil && is(w[:f.sizes[n]]) {
			return true
		}
	}
	return false
}

// learn makes a word known.
func (f *finder) learn(w string) *word {
	k := f.words[w]
	if k == nil {
		k = &word{}
		f.words[w] = k
	}
	return k
}

var lexicons = perLanguage(knownLanguages, func(lang string) *lexicon { return parse(wordFile(lang)) })

// perLanguage holds what is read of languages, and of all, when a text in one comes first.
func perLanguage[T any](codes []string, read func(lang string) T) map[string]func() T {
	out := map[string]func() T{}
	for _, lang := range append([]string{anyLanguage}, codes...) {
		out[lang] = sync.OnceValue(func() T { return read(lang) })
	}
	return out
}

// wordFile is all that is written down of a language.
func wordFile(lang string) string {
	return languages.Read(lang, languages.Posts) + "\n" + languages.Read(lang, languages.Hatred) + "\n" + languages.Read(lang, languages.Parts)
}

// parse reads a word file. A line "[kind severity]" opens a section; each
// other line is patterns with commas between, and after " ! " the phrases in
// which they mean something else; "(a|b)" in one stands for either, "№"
// for a number, "…" for a few words or none. "#" followed by a space begins a remark.
func parse(text string) *lexicon {
	l := &lexicon{finder: finder{words: map[string]*word{}, stems: map[string][]entry{}}, bare: map[string]string{}, near: map[byte][]string{}}
	sections := map[string]*group{}
	var open *group
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "# "):
		case line[0] == '[':
			name := strings.Trim(line, "[]")
			if sections[name] == nil {
				kind, severity, _ := strings.Cut(name, " ")
				sections[name] = newGroup(kind, severity)
			}
			open = sections[name]
		case open.kind == "language":
			for w := range strings.FieldsSeq(line) {
				l.learn(plain(w)).function = true
			}
		case open.kind == kindFrame:
			l.frames(line)
		default:
			l.line(open, line)
		}
	}
	return l
}

// frames reads a line of "words @ words", with commas between: what they say of the
// group of people that stands in place of the "@" neither half says alone.
func (l *lexicon) frames(line string) {
	for s := range strings.SplitSeq(line, ",") {
		before, behind, _ := strings.Cut(s, "@")
		l.framed++
		end, open := newGroup(kindFrame+" end "+strconv.Itoa(l.framed), ""), newGroup(kindFrame+" "+strconv.Itoa(l.framed), "")
		open.behind = end
		l.line(open, before)
		l.line(end, behind)
	}
}

func (l *lexicon) line(g *group, line string) {
	terms, except, _ := strings.Cut(line, " ! ")
	not := patterns(except)
	for _, p := range not {
		for w := range p.all() {
			l.learn(w)
		}
	}
	for _, p := range patterns(terms) {
		p.not = not
		l.add(entry{g, p, len(p.words) == 1 && len(p.rest)+len(not) == 0 && !p.tag && !p.heading})
		for w := range p.all() {
			l.learn(w)
			if g.aims {
				l.aim(w)
			}
		}
	}
}

// aim notes a word that hatred is told by, which is looked for in disguise too.
func (l *lexicon) aim(w string) {
	k := l.words[w]
	if len(w) < swapLeast || strings.HasSuffix(w, "*") || k.aimed {
		return
	}
	k.aimed = true
	l.near[w[0]] = append(l.near[w[0]], w)
	if b := unaccented(w); b != w {
		l.bare[b] = w
	}
}

func (f *finder) add(e entry) {
	first := e.words[0]
	stem, wild := strings.CutSuffix(first, "*")
	switch {
	case wild:
		f.stems[stem] = append(f.stems[stem], e)
		n := slices.Index(f.sizes, len(stem))
		if n < 0 {
			n = len(f.sizes)
			f.sizes = append(f.sizes, len(stem))
		}
		f.starts[stem[0]] |= 1 << n
	case first == anyNumber:
		f.numbers = append(f.numbers, e)
	case len(e.words) == 1 || strings.HasSuffix(e.words[1], "*") || e.words[1] == anyNumber || e.words[1] == anyWords:
		k := f.learn(first)
		k.begin = append(k.begin, e)
	default:
		k := f.learn(first)
		if k.pairs == nil {
			k.pairs = map[string][]entry{}
		}
		k.pairs[e.words[1]] = append(k.pairs[e.words[1]], e)
		k.seconds |= bit(e.words[1])
	}
}

// at visits every pattern that stands at token i, with the token after its last, and
// reports whether the word is known.
func (f *finder) at(toks []token, text string, i int, visit func(e entry, next int)) (known bool) {
	try := func(list []entry) {
		for _, e := range list {
			if e.plain {
				visit(e, i+1)
			} else if next := e.begun(toks, text, i); next > 0 && !e.elsewhere(toks, text, next) {
				visit(e, next)
			}
		}
	}
	word := toks[i].word
	k := f.words[word]
	if k != nil {
		try(k.begin)
	}
	if fits(word, anyNumber) {
		try(f.numbers)
	}
	if k != nil && i+1 < len(toks) && k.seconds&bit(toks[i+1].word) != 0 {
		try(k.pairs[toks[i+1].word])
	}
	known = k != nil
	f.stem(word, func(stem string) bool {
		known = known || len(stem) >= stemLeast
		try(f.stems[stem])
		return false
	})
	return known
}
