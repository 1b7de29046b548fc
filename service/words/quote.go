package words

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"greenroom/service/words/lexicon"
	"greenroom/service/words/terms"
)

// wordAt is an index term where it stands in a text.
type wordAt struct {
	term       string
	start, end int
	tag        bool // a hashtag: it names a topic and says nothing of it
}

// tagWeight is the weight of a hashtag beside the same word in a sentence.
const tagWeight = 0.2

// Quote is the most telling of Quotes; "" when none of words is in text, or no
// word fits.
func Quote(text string, words []string, max int) string {
	if all := Quotes(text, words, max); len(all) > 0 {
		return all[0].Text
	}
	return ""
}

// Quoted is a piece of text, letter for letter and of whole words. Terms are the
// numbers of the words in it; Score says how well it speaks of them.
type Quoted struct {
	Text   string
	Terms  []int
	Score  float64
	lo, hi int
}

// apart is the factor of a quote whose words stand a whole quote apart.
const apart = 0.7

// Quotes are the sentences of a text that say something of words, the most
// telling first: more words, the first ones before all, and nearer together; a
// hashtag says little. Each has at most max characters, and no two overlap.
func Quotes(text string, words []string, max int) (out []Quoted) {
	if len(words) == 0 {
		return nil
	}
	all := locate(text)
	hit := matches(all, words)
	var found []Quoted
	for i := range all {
		if hit[i] != 0 {
			found = append(found, said(text, all, hit, i, max))
		}
	}
	slices.SortStableFunc(found, func(a, b Quoted) int { return cmp.Compare(b.Score, a.Score) })
	for _, q := range found {
		lo, hi := widen(text, q.lo, q.hi, max)
		taken := func(o Quoted) bool { return lo < o.hi && o.lo < hi }
		if q.Text = strings.TrimSpace(text[lo:hi]); q.Text != "" && utf8.RuneCountInString(q.Text) <= max && !slices.ContainsFunc(out, taken) {
			q.lo, q.hi = lo, hi
			out = append(out, q)
		}
	}
	return out
}

// said returns the sentence from word i on as a quote.
func said(text string, all []wordAt, hit []int, i, max int) (q Quoted) {
	q.lo, q.hi = all[i].start, all[i].start
	limit := advance(text, q.lo, max)
	limit = sentenceEnd(text[:limit], min(all[i].end, limit))
	for j := i; j < len(all) && all[j].end <= limit; j++ {
		if hit[j] != 0 && !slices.Contains(q.Terms, hit[j]-1) {
			q.Terms = append(q.Terms, hit[j]-1)
			q.Score += all[j].weight() / float64(hit[j])
			q.hi = all[j].end
		}
	}
	q.Score *= 1 - (1-apart)*float64(q.hi-q.lo)/float64(max)
	return q
}

func isTerm(w wordAt, term string) bool { return w.term == term }

func (w wordAt) weight() float64 {
	if w.tag {
		return tagWeight
	}
	return 1
}

func locate(text string) []wordAt {
	var out []wordAt
	s := terms.Scanner{}
	for s.Reset(text); s.Next(); {
		if w := s.Term(); len(w) > 0 && !lexicon.IsStop(w) {
			out = append(out, wordAt{string(w), s.Start, s.End, s.Start > 0 && text[s.Start-1] == '#'})
		}
	}
	return out
}

// matches tells for every word which term it begins, counted from 1. A match
// of several words reaches to the end of the last.
func matches(all []wordAt, words []string) []int {
	hit := make([]int, len(all))
	for n, t := range words {
		parts := strings.Fields(t)
		if len(parts) == 0 {
			continue
		}
		for i := 0; i+len(parts) <= len(all); i++ {
			if hit[i] == 0 && slices.EqualFunc(all[i:i+len(parts)], parts, isTerm) {
				hit[i] = n + 1
				all[i].end = all[i+len(parts)-1].end
			}
		}
	}
	return hit
}

// advance is the position n characters after start.
func advance(text string, start, n int) int {
	for i := range text[start:] {
		if n == 0 {
			return start + i
		}
		n--
	}
	return len(text)
}

// widen grows text[from:to] to its sentence, or, where that is too long, by
// whole words on both sides. Hashtags alone take the sentence before them along.
func widen(text string, from, to, max int) (lo, hi int) {
	left, right := sentenceStart(text, from), sentenceEnd(text, to)
	if strings.HasPrefix(strings.TrimSpace(text[left:]), "#") {
		before := sentenceStart(text, len(strings.TrimRight(text[:left], " \n\r.!?#")))
		if utf8.RuneCountInString(text[before:right]) <= max {
			left = before
		}
	}
	if utf8.RuneCountInString(strings.TrimSpace(text[left:right])) <= max {
		return left, right
	}
	return fill(text, sentence{left, right}, from, to, max)
}

// sentenceStart returns the beginning of the sentence that holds at.
func sentenceStart(text string, at int) int {
	for at > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		if endsSentence(r, text[at:]) {
			break
		}
		at -= size
	}
	return at
}

// sentenceEnd returns the end of the sentence that holds at; hashtags are none of it.
func sentenceEnd(text string, at int) int {
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if r == '\n' || r == '#' {
			break
		}
		at += size
		if endsSentence(r, text[at:]) {
			break
		}
	}
	return at
}

func endsSentence(r rune, rest string) bool {
	switch r {
	case '\n', '\r', '。', '！', '？', '।':
		return true
	case '.', '!', '?':
		next, _ := utf8.DecodeRuneInString(rest)
		return unicode.IsSpace(next)
	}
	return false
}

// sentence is text[lo:hi].
type sentence struct{ lo, hi int }

// fill takes words of the sentence on both sides while they fit.
func fill(text string, within sentence, from, to, max int) (lo, hi int) {
	room := max - utf8.RuneCountInString(text[from:to])
	for grown := true; grown; {
		grown = false
		if n, size := wordEnd(text[to:within.hi]); n > 0 && n <= room {
			to, room, grown = to+size, room-n, true
		}
		if n, size := wordStart(text[within.lo:from]); n > 0 && n <= room {
			from, room, grown = from-size, room-n, true
		}
	}
	return from, to
}

// wordEnd measures the space and the word at the beginning of s.
func wordEnd(s string) (characters, size int) {
	inWord := false
	for i, r := range s {
		if unicode.IsSpace(r) && inWord || terms.Unspaced(r) && inWord {
			return characters, i
		}
		inWord = inWord || !unicode.IsSpace(r)
		characters++
	}
	return characters, len(s)
}

// wordStart measures the word and the space at the end of s.
func wordStart(s string) (characters, size int) {
	inWord := false
	for i := len(s); i > 0; {
		r, n := utf8.DecodeLastRuneInString(s[:i])
		if unicode.IsSpace(r) && inWord || terms.Unspaced(r) && inWord {
			return characters, len(s) - i
		}
		inWord = inWord || !unicode.IsSpace(r)
		characters++
		i -= n
	}
	return characters, len(s)
}
