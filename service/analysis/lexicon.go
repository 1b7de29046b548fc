package analysis

import (
	"slices"
	"strconv"
	"strings"
	"sync"

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
	patterns []*pattern
	behind   *group // of a frame: what closes it, behind a group of people
	weighed  bool   // weights tell it, no rule
}

// finder looks patterns up by their first word, and those of several by their first two.
type finder struct {
	exact map[string][]entry    // of one word, or with a second one that ends in *
	pairs map[[2]string][]entry // of more
	stems map[string][]entry
	sizes []int // lengths of stems, in bytes
}

type entry struct {
	group *group
	*pattern
}

// lexicon is the words of one language.
type lexicon struct {
	finder
	function map[string]bool   // words that tell the language
	known    map[string]bool   // the same and every word of a pattern
	aimed    map[string]bool   // words of patterns that hatred is told by
	near     map[byte][]string // the longer ones of them by their first letter
	bare     map[string]string // the same words without their accents
	framed   int               // frames read so far
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
	l := &lexicon{finder: finder{exact: map[string][]entry{}, pairs: map[[2]string][]entry{}, stems: map[string][]entry{}}, function: map[string]bool{}, known: map[string]bool{}, bare: map[string]string{}, aimed: map[string]bool{}, near: map[byte][]string{}}
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
				sections[name] = &group{kind: kind, severity: severity}
			}
			open = sections[name]
		case open.kind == "language":
			for w := range strings.FieldsSeq(line) {
				l.function[plain(w)], l.known[plain(w)] = true, true
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
		end := &group{kind: kindFrame + " end " + strconv.Itoa(l.framed)}
		l.line(&group{kind: kindFrame + " " + strconv.Itoa(l.framed), behind: end}, before)
		l.line(end, behind)
	}
}

func (l *lexicon) line(g *group, line string) {
	terms, except, _ := strings.Cut(line, " ! ")
	not := patterns(except)
	for _, p := range not {
		for w := range p.all() {
			l.known[w] = true
		}
	}
	for _, p := range patterns(terms) {
		p.not = not
		g.patterns = append(g.patterns, p)
		l.add(entry{g, p})
		for w := range p.all() {
			l.known[w] = true
			if aims[g.kind] {
				l.aim(w)
			}
		}
	}
}

// aim notes a word that hatred is told by, which is looked for in disguise too.
func (l *lexicon) aim(w string) {
	if len(w) < swapLeast || strings.HasSuffix(w, "*") || l.aimed[w] {
		return
	}
	l.aimed[w] = true
	l.near[w[0]] = append(l.near[w[0]], w)
	if b := unaccented(w); b != w {
		l.bare[b] = w
	}
}

func (f *finder) add(e entry) {
	first := e.words[0]
	stem, wild := strings.CutSuffix(first, "*")
	switch {
	case !wild && first != anyNumber && len(e.words) > 1 && !strings.HasSuffix(e.words[1], "*") && e.words[1] != anyNumber && e.words[1] != anyWords:
		pair := [2]string{first, e.words[1]}
		f.pairs[pair] = append(f.pairs[pair], e)
		return
	case !wild:
		f.exact[first] = append(f.exact[first], e)
		return
	}
	f.stems[stem] = append(f.stems[stem], e)
	if !slices.Contains(f.sizes, len(stem)) {
		f.sizes = append(f.sizes, len(stem))
	}
}

// at visits every pattern that stands at token i, with the token after its last.
func (f *finder) at(toks []token, text string, i int, visit func(e entry, next int)) {
	try := func(list []entry) {
		for _, e := range list {
			if next := e.begun(toks, text, i); next > 0 && !e.elsewhere(toks, text, next) {
				visit(e, next)
			}
		}
	}
	word := toks[i].word
	try(f.exact[word])
	if fits(word, anyNumber) {
		try(f.exact[anyNumber])
	}
	if i+1 < len(toks) {
		try(f.pairs[[2]string{word, toks[i+1].word}])
	}
	for _, n := range f.sizes {
		if n <= len(word) {
			try(f.stems[word[:n]])
		}
	}
}
