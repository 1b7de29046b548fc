package words

import (
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

// tagWeight is what a hashtag counts beside the same word in a sentence.
const tagWeight = 0.2

// Quote is a piece of text, letter for letter and of whole words, around the
// sentence that says most of words, the first ones before all, at most max
// characters long; "" when none of them is in text, or no word fits.
func Quote(text string, words []string, max int) string {
	if max <= 0 || len(words) == 0 {
		return ""
	}
	all := locate(text)
	hit := matches(all, words)
	best, from, to := 0.0, 0, 0
	for i := range all {
		if hit[i] == 0 {
			continue
		}
		start := all[i].start
		limit := advance(text, start, max)
		if all[i].end <= limit {
			limit = sentenceEnd(text[:limit], all[i].end)
		}
		seen, said, end := map[int]bool{}, 0.0, start
		for j := i; j < len(all) && all[j].end <= limit; j++ {
			if hit[j] != 0 && !seen[hit[j]] {
				seen[hit[j]] = true
				said += all[j].weight() / float64(hit[j])
				end = all[j].end
			}
		}
		if said > best || said == best && end-start < to-from {
			best, from, to = said, start, end
		}
	}
	if best == 0 {
		return ""
	}
	return widen(text, from, to, max)
}

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
			k := 0
			for k < len(parts) && all[i+k].term == parts[k] {
				k++
			}
			if k == len(parts) && hit[i] == 0 {
				hit[i] = n + 1
				all[i].end = all[i+k-1].end
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
// whole words on both sides.
func widen(text string, from, to, max int) string {
	left := from
	for left > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:left])
		if endsSentence(r, text[left:]) {
			break
		}
		left -= size
	}
	right := sentenceEnd(text, to)
	if utf8.RuneCountInString(text[left:right]) <= max {
		return strings.TrimSpace(text[left:right])
	}
	return strings.TrimSpace(fill(text, sentence{left, right}, from, to, max))
}

// sentenceEnd is where the sentence that holds at ends; hashtags are none of it.
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
		next, size := utf8.DecodeRuneInString(rest)
		return size == 0 || unicode.IsSpace(next)
	}
	return false
}

// sentence is text[lo:hi].
type sentence struct{ lo, hi int }

// fill takes words of the sentence on both sides while they fit.
func fill(text string, within sentence, from, to, max int) string {
	room := max - utf8.RuneCountInString(text[from:to])
	for grown := true; grown && room > 0; {
		grown = false
		if n, size := wordEnd(text[to:within.hi]); n > 0 && n <= room {
			to, room, grown = to+size, room-n, true
		}
		if n, size := wordStart(text[within.lo:from]); n > 0 && n <= room {
			from, room, grown = from-size, room-n, true
		}
	}
	return text[from:to]
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
