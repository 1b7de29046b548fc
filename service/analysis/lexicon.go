package analysis

import (
	"iter"
	"strconv"
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
	rest    [][][]string // what follows, step by step the words of either choice
	most    int          // words that it may have
	tag     bool
	heading bool
	not     []*pattern // in which the words mean something else
}

// group is a section of a word file: patterns that mean the same.
type group struct {
	kind     string // "profanity", "negation", …
	severity string // "low", …; "" where it has none
	patterns []*pattern
	behind   *group // of a frame: what closes it, behind a group of people
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

func patterns(list string) (out []*pattern) {
	for s := range strings.SplitSeq(list, ",") {
		for _, s := range openings(s) {
			if p := newPattern(s); len(p.words) > 0 {
				out = append(out, p)
			}
		}
	}
	return out
}

// openings writes out the choices among the first two words: "(must|should) be (shot|killed)"
// as two. By these a pattern is found; a choice behind them is read where it stands.
func openings(s string) (out []string) {
	before, rest, open := strings.Cut(s, "(")
	choice, after, closed := strings.Cut(rest, ")")
	if !open || !closed || len(strings.Fields(before)) >= 2 {
		return []string{s}
	}
	for c := range strings.SplitSeq(choice, "|") {
		out = append(out, openings(before+c+after)...)
	}
	return out
}

// all are the words of a pattern.
func (p *pattern) all() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, choice := range append([][][]string{{p.words}}, p.rest...) {
			for _, words := range choice {
				for _, w := range words {
					if !yield(w) {
						return
					}
				}
			}
		}
	}
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
	before, rest, open := strings.Cut(s, "(")
	p.words = patternWords(before)
	for p.most = length(p.words); open; {
		choice, after, _ := strings.Cut(rest, ")")
		var either [][]string
		longest := 0
		for c := range strings.SplitSeq(choice, "|") {
			either = append(either, patternWords(c))
			longest = max(longest, length(either[len(either)-1]))
		}
		p.rest, p.most = append(p.rest, either), p.most+longest
		before, rest, open = strings.Cut(after, "(")
		if words := patternWords(before); len(words) > 0 {
			p.rest, p.most = append(p.rest, [][]string{words}), p.most+length(words)
		}
	}
	return p
}

func patternWords(s string) (out []string) {
	for field := range strings.FieldsSeq(s) {
		if field == anyNumber || field == anyWords {
			out = append(out, field)
			continue
		}
		stem, wild := strings.CutSuffix(field, "*")
		from := len(out)
		for _, t := range tokenize(stem) {
			out = append(out, t.word)
		}
		if wild && len(out) > from {
			out[len(out)-1] += "*"
		}
	}
	return out
}

// length is how many words of a text some of a pattern may be.
func length(words []string) int {
	n := len(words)
	for _, w := range words {
		if w == anyWords {
			n += anyMost - 1
		}
	}
	return n
}

func (f *finder) add(e entry) {
	first := e.words[0]
	stem, wild := strings.CutSuffix(first, "*")
	switch {
	case !wild && len(e.words) > 1 && !strings.HasSuffix(e.words[1], "*") && e.words[1] != anyNumber && e.words[1] != anyWords:
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
	if p.tag && !toks[i].tag {
		return 0
	}
	next := p.goesOn(toks, text, p.words, 0, i, "")
	if next > 0 && p.heading && !heads(toks, text, i, next) {
		return 0
	}
	return next
}

// goesOn matches words, and after them the choices from the one numbered step on, at
// token i, behind the word before; of several choices the longest.
func (p *pattern) goesOn(toks []token, text string, words []string, step, i int, before string) (next int) {
	if len(words) == 0 {
		if step == len(p.rest) {
			return i
		}
		for _, words := range p.rest[step] {
			next = max(next, p.goesOn(toks, text, words, step+1, i, before))
		}
		return next
	}
	if i >= len(toks) {
		return 0
	}
	want := words[0]
	if before != "" && !joins(text[toks[i-1].end:toks[i].start], before == anyWords || want == anyWords) {
		return 0
	}
	if want != anyWords {
		if !fits(toks[i].word, want) {
			return 0
		}
		return p.goesOn(toks, text, words[1:], step, i+1, want)
	}
	for n := 0; n <= anyMost && i+n <= len(toks); n++ {
		if next := p.goesOn(toks, text, words[1:], step, i+n, want); next > 0 {
			return next
		}
		if n > 0 && i+n < len(toks) && strings.ContainsAny(text[toks[i+n-1].end:toks[i+n].start], ".;:!?\n") {
			return 0
		}
	}
	return 0
}

// joins: what stands between two words of one pattern; a comma, too, where any words may.
func joins(gap string, comma bool) bool {
	if gap == " " {
		return true
	}
	rest := strings.Trim(gap, " -–'’‑_/&\u00a0")
	return rest == "" || comma && strings.Trim(rest, ", ") == ""
}

// anyNumber in a pattern stands for a word that begins with a digit.
const anyNumber = "№"

// anyWords in a pattern stands for at most anyMost words, whatever they are.
const (
	anyWords = "…"
	anyMost  = 5
)

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
		for from := max(0, next-n.most); from < next; from++ {
			if end := n.match(toks, text, from); end >= next {
				return true
			}
		}
	}
	return false
}
