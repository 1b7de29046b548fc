package analysis

import (
	"iter"
	"strings"
)

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

func patterns(list string) (out []*pattern) {
	for s := range strings.SplitSeq(list, ",") {
		var end ending
		openings(s, func(s string) {
			if p := newPattern(s, &end); len(p.words) > 0 {
				out = append(out, p)
			}
		})
	}
	return out
}

// openings writes out the choices among the first two words: "(must|should) be (shot|killed)"
// as two. By these a pattern is found; a choice behind them is read where it stands.
func openings(s string, tell func(string)) {
	before, rest, open := strings.Cut(s, "(")
	choice, after, closed := strings.Cut(rest, ")")
	if !open || !closed || len(strings.Fields(before)) >= 2 {
		tell(s)
		return
	}
	for c := range strings.SplitSeq(choice, "|") {
		openings(before+c+after, tell)
	}
}

// all returns the words of a pattern.
func (p *pattern) all() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, w := range p.words {
			if !yield(w) {
				return
			}
		}
		for _, choice := range p.rest {
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

// ending is the rest of a pattern behind its first words.
type ending struct {
	text  string
	steps [][][]string
	most  int // words that it may have
}

// newPattern reads a pattern. Its ending it shares with the one before where that was
// written the same.
func newPattern(s string, end *ending) *pattern {
	s = strings.TrimSpace(s)
	p := &pattern{}
	if rest, ok := strings.CutPrefix(s, "#"); ok {
		s, p.tag = rest, true
	}
	if rest, ok := strings.CutPrefix(s, "^"); ok {
		s, p.heading = rest, true
	}
	before, rest, _ := strings.Cut(s, "(")
	if end.text != rest {
		*end = newEnding(rest)
	}
	p.words, p.rest = patternWords(before), end.steps
	p.most = length(p.words) + end.most
	return p
}

// newEnding reads what stands behind the "(" of a pattern.
func newEnding(text string) ending {
	end := ending{text: text}
	for rest, open := text, true; open; {
		var before string
		choice, after, _ := strings.Cut(rest, ")")
		var either [][]string
		longest := 0
		for c := range strings.SplitSeq(choice, "|") {
			either = append(either, patternWords(c))
			longest = max(longest, length(either[len(either)-1]))
		}
		end.steps, end.most = append(end.steps, either), end.most+longest
		before, rest, open = strings.Cut(after, "(")
		if words := patternWords(before); len(words) > 0 {
			end.steps, end.most = append(end.steps, [][]string{words}), end.most+length(words)
		}
	}
	return end
}

func patternWords(s string) (out []string) {
	for field := range strings.FieldsSeq(s) {
		if out == nil {
			out = make([]string, 0, 1+strings.Count(s, " "))
		}
		if field == anyNumber || field == anyWords {
			out = append(out, field)
			continue
		}
		stem, wild := strings.CutSuffix(field, "*")
		from := len(out)
		if plainLetters(stem) {
			out = append(out, plain(stem))
		} else {
			for _, t := range tokenize(stem) {
				out = append(out, t.word)
			}
		}
		if wild && len(out) > from {
			out[len(out)-1] += "*"
		}
	}
	return out
}

// plainLetters: a field is one word without looking closer.
func plainLetters(field string) bool {
	return field != "" && !strings.ContainsFunc(field, func(r rune) bool { return r < 'a' || r > 'z' })
}

// length counts the words of a text that some of a pattern may be.
func length(words []string) int {
	n := len(words)
	for _, w := range words {
		if w == anyWords {
			n += anyMost - 1
		}
	}
	return n
}

// match returns the token after the pattern, 0 if it does not stand at i.
// Words of one pattern stand in one sentence, with nothing between but spaces,
// hyphens and apostrophes.
func (p *pattern) match(toks []token, text string, i int) int {
	return p.signed(toks, text, i, p.goesOn(toks, text, p.words, 0, i, ""))
}

// begun is match where token i is known to be the first word.
func (p *pattern) begun(toks []token, text string, i int) int {
	if len(p.words) == 1 && len(p.rest) == 0 {
		return p.signed(toks, text, i, i+1)
	}
	return p.signed(toks, text, i, p.goesOn(toks, text, p.words[1:], 0, i+1, p.words[0]))
}

// signed returns the token after words that match, 0 where they lack the sign that the
// pattern wants.
func (p *pattern) signed(toks []token, text string, i, next int) int {
	if p.tag && !toks[i].tag {
		return 0
	}
	if next > 0 && p.heading && !heads(toks, text, i, next) {
		return 0
	}
	return next
}

// goesOn matches words, and after them the choices from the one numbered step on, at
// token i, behind the word before; of several choices the longest.
func (p *pattern) goesOn(toks []token, text string, words []string, step, i int, before string) (next int) {
	for ; len(words) > 0 && words[0] != anyWords; words, i = words[1:], i+1 {
		if i >= len(toks) || !fits(toks[i].word, words[0]) || before != "" && !joins(text[toks[i-1].end:toks[i].start], before == anyWords) {
			return 0
		}
		before = words[0]
	}
	switch {
	case len(words) == 0 && step == len(p.rest):
		return i
	case len(words) == 0:
		for _, words := range p.rest[step] {
			if mayBegin(toks, i, words) {
				next = max(next, p.goesOn(toks, text, words, step+1, i, before))
			}
		}
		return next
	case i >= len(toks) || !joins(text[toks[i-1].end:toks[i].start], true):
		return 0
	}
	for n := 0; n <= anyMost && i+n <= len(toks); n++ {
		if mayBegin(toks, i+n, words[1:]) {
			if next := p.goesOn(toks, text, words[1:], step, i+n, anyWords); next > 0 {
				return next
			}
		}
		if n > 0 && i+n < len(toks) && strings.ContainsAny(text[toks[i+n-1].end:toks[i+n].start], ".;:!?\n") {
			return 0
		}
	}
	return 0
}

// mayBegin: the first of the words may stand at token i.
func mayBegin(toks []token, i int, words []string) bool {
	return len(words) == 0 || words[0] == anyWords || i < len(toks) && fits(toks[i].word, words[0])
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
	if word[0] != want[0] {
		return want == anyNumber && word[0] >= '0' && word[0] <= '9'
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
func (p *pattern) elsewhere(toks []token, text string, next int) bool {
	for _, n := range p.not {
		for from := max(0, next-n.most); from < next; from++ {
			if mayBegin(toks, from, n.words) && n.match(toks, text, from) >= next {
				return true
			}
		}
	}
	return false
}
