package analysis

import (
	"strings"
	"sync"

	"greenroom/service/languages"
)

// anyLanguage holds for texts in every language.
const anyLanguage = languages.Any

// knownLanguages are the languages with words, in the order in which a tie is decided.
var knownLanguages = languages.With(languages.Posts)

// pattern is a run of words that means something. A word ending in * stands
// for all that begin so; "#" in front wants a hashtag, "^" the first word of a
// line that is marked off from what follows.
type pattern struct {
	words   []string
	tag     bool
	heading bool
	not     []*pattern // in which the words mean something else
}

// group is a section of a word file: patterns that mean the same.
type group struct {
	kind     string // "profanity", "negation", …
	severity string // "low", …; "" where it has none
	patterns []*pattern
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
	known    map[string]bool   // every word of a pattern
	aimed    map[string]bool   // words of patterns that hatred is told by
	near     map[byte][]string // the longer ones of them by their first letter
	bare     map[string]string // the same words without their accents
}

// lexicons are read when a text in their language comes first.
var lexicons = func() map[string]func() *lexicon {
	out := map[string]func() *lexicon{}
	for _, lang := range append([]string{anyLanguage}, knownLanguages...) {
		out[lang] = sync.OnceValue(func() *lexicon { return parse(wordFile(lang)) })
	}
	return out
}()

// wordFile is all that is written down of a language.
func wordFile(lang string) string {
	return languages.Read(lang, languages.Posts) + "\n" + languages.Read(lang, languages.Hatred) + "\n" + languages.Read(lang, languages.Parts)
}

// parse reads a word file. A line "[kind severity]" opens a section; each
// other line is patterns with commas between, and after " ! " the phrases in
// which they mean something else; "(a|b)" in one stands for either, "№" for a number. "#" followed by a space begins a remark.
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
				l.function[plain(w)] = true
			}
		default:
			l.line(open, line)
		}
	}
	return l
}

func (l *lexicon) line(g *group, line string) {
	terms, except, _ := strings.Cut(line, " ! ")
	not := patterns(except)
	for _, p := range patterns(terms) {
		p.not = not
		g.patterns = append(g.patterns, p)
		l.add(entry{g, p})
		for _, w := range p.words {
			l.known[w] = true
			if aims[g.kind] {
				l.aim(w)
			}
		}
	}
}

// aim notes a word that hatred is told by, which is looked for in disguise too.
func (l *lexicon) aim(w string) {
	if len(w) < aimedLeast || strings.HasSuffix(w, "*") || l.aimed[w] {
		return
	}
	l.aimed[w] = true
	l.near[w[0]] = append(l.near[w[0]], w)
	if b := unaccented(w); b != w {
		l.bare[b] = w
	}
}

func patterns(list string) (out []*pattern) {
	for s := range strings.SplitSeq(list, ",") {
		for _, s := range alternatives(s) {
			if p := newPattern(s); len(p.words) > 0 {
				out = append(out, p)
			}
		}
	}
	return out
}

// alternatives writes out "(must|should) be (shot|killed)" as four.
func alternatives(s string) (out []string) {
	before, rest, open := strings.Cut(s, "(")
	choice, after, closed := strings.Cut(rest, ")")
	if !open || !closed {
		return []string{s}
	}
	for _, tail := range alternatives(after) {
		for c := range strings.SplitSeq(choice, "|") {
			out = append(out, before+c+tail)
		}
	}
	return out
}

func newPattern(s string) *pattern {
	s = strings.TrimSpace(s)
	p := &pattern{}
	if rest, ok := strings.CutPrefix(s, "#"); ok {
		s, p.tag = rest, true
	}
	if rest, ok := strings.CutPrefix(s, "^"); ok {
		s, p.heading = rest, true
	}
	for field := range strings.FieldsSeq(s) {
		if field == anyNumber {
			p.words = append(p.words, anyNumber)
			continue
		}
		stem, wild := strings.CutSuffix(field, "*")
		var words []string
		for _, t := range tokenize(stem) {
			words = append(words, t.word)
		}
		if wild && len(words) > 0 {
			words[len(words)-1] += "*"
		}
		p.words = append(p.words, words...)
	}
	return p
}

func (f *finder) add(e entry) {
	first := e.words[0]
	stem, wild := strings.CutSuffix(first, "*")
	switch {
	case !wild && len(e.words) > 1 && !strings.HasSuffix(e.words[1], "*") && e.words[1] != anyNumber:
		pair := [2]string{first, e.words[1]}
		f.pairs[pair] = append(f.pairs[pair], e)
		return
	case !wild:
		f.exact[first] = append(f.exact[first], e)
		return
	}
	f.stems[stem] = append(f.stems[stem], e)
	for _, n := range f.sizes {
		if n == len(stem) {
			return
		}
	}
	f.sizes = append(f.sizes, len(stem))
}

// at visits every pattern that stands at token i, with the token after its last.
func (f *finder) at(toks []token, text string, i int, visit func(e entry, next int)) {
	try := func(list []entry) {
		for _, e := range list {
			if next := e.match(toks, text, i); next > 0 && !e.elsewhere(toks, text, i, next) {
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

// match returns the token after the pattern, 0 if it does not stand at i.
// Words of one pattern stand in one sentence, with nothing between but spaces,
// hyphens and apostrophes.
func (p *pattern) match(toks []token, text string, i int) int {
	if p.tag && !toks[i].tag || p.heading && !heads(toks, text, i, i+len(p.words)) {
		return 0
	}
	for k, want := range p.words {
		if i+k >= len(toks) || !fits(toks[i+k].word, want) {
			return 0
		}
		if k > 0 && strings.Trim(text[toks[i+k-1].end:toks[i+k].start], " -–'’‑_/&\u00a0") != "" {
			return 0
		}
	}
	return i + len(p.words)
}

// anyNumber in a pattern stands for a word that begins with a digit.
const anyNumber = "№"

func fits(word, want string) bool {
	if want == anyNumber {
		return word[0] >= '0' && word[0] <= '9'
	}
	if stem, wild := strings.CutSuffix(want, "*"); wild {
		return strings.HasPrefix(word, stem)
	}
	return word == want
}

// heads: tokens i to next begin a line, and a sign or the end of it follows.
func heads(toks []token, text string, i, next int) bool {
	if !toks[i].line || next > len(toks) {
		return false
	}
	rest := strings.TrimLeft(text[toks[next-1].end:], " ")
	return rest == "" || strings.ContainsAny(rest[:1], "|:.-,()[]/\n*!") || strings.HasPrefix(rest, "–") || strings.HasPrefix(rest, "—") ||
		strings.HasPrefix(rest, "｜") || strings.HasPrefix(rest, "：") || strings.HasPrefix(rest, "】")
}

// elsewhere: the words, or the last of them, are part of a phrase that means
// something else: "I will shoot" of "shoot you a message".
func (p *pattern) elsewhere(toks []token, text string, i, next int) bool {
	for _, n := range p.not {
		for from := max(0, next-len(n.words)); from < next; from++ {
			if end := n.match(toks, text, from); end >= next {
				return true
			}
		}
	}
	return false
}
