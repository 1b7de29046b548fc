package search

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxTermBytes = 40 // longer runs are identifiers, not words
	apostrophe   = '\''
)

var lowerASCII = func() (t [128]byte) {
	for c := byte('0'); c <= '9'; c++ {
		t[c] = c
	}
	for c := byte('a'); c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = c, c
	}
	return t
}()

// scanner cuts text into words: lower case, diacritics folded, not yet
// stemmed. Scripts without spaces come as overlapping pairs of characters.
// After next, text[start:end] is where the word stands.
type scanner struct {
	text       string
	pos        int
	start, end int
	word       []byte
	inRun      bool // the last character was part of a pair
}

func (s *scanner) reset(text string) {
	s.text, s.pos, s.inRun = text, 0, false
}

func (s *scanner) next() bool {
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		if c < utf8.RuneSelf {
			s.inRun = false
			if lowerASCII[c] == 0 {
				s.pos++
				continue
			}
			s.ascii()
			if s.isURL() {
				s.skipURL()
				continue
			}
			return true
		}
		r, size := utf8.DecodeRuneInString(s.text[s.pos:])
		switch {
		case unspaced(r):
			if s.pair(r, size) {
				return true
			}
		case wordRune(r):
			s.inRun = false
			s.start, s.word = s.pos, s.word[:0]
			s.rest()
			if len(s.word) > 0 {
				return true
			}
		default:
			s.inRun = false
			s.pos += size
		}
	}
	return false
}

// ascii reads a word that begins with an ASCII letter or digit.
func (s *scanner) ascii() {
	text, i, w := s.text, s.pos, s.word[:0]
	for i < len(text) {
		c := text[i]
		if c >= utf8.RuneSelf {
			break
		}
		l := lowerASCII[c]
		if l == 0 {
			break
		}
		w = append(w, l)
		i++
	}
	s.start, s.end, s.pos, s.word = s.pos, i, i, w
	if i < len(text) && (text[i] >= utf8.RuneSelf || text[i] == apostrophe) {
		s.rest()
	}
}

// rest reads on from pos to the end of the word, and over a possessive s.
func (s *scanner) rest() {
	for s.pos < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[s.pos:])
		if unspaced(r) || !wordRune(r) {
			break
		}
		s.word = appendFolded(s.word, r)
		s.pos += size
	}
	s.end = s.pos
	s.possessive()
}

func (s *scanner) possessive() {
	tail := s.text[s.pos:]
	tail, ok := strings.CutPrefix(tail, "'s")
	if !ok {
		if tail, ok = strings.CutPrefix(tail, "’s"); !ok {
			return
		}
	}
	if r, _ := utf8.DecodeRuneInString(tail); tail == "" || !wordRune(r) {
		s.pos = len(s.text) - len(tail)
	}
}

// pair reads the character at pos with its right neighbour. A character that
// was the right half of the last pair and has no neighbour is skipped.
func (s *scanner) pair(r rune, size int) bool {
	s.start = s.pos
	s.pos += size
	next, n := utf8.DecodeRuneInString(s.text[s.pos:])
	paired := n > 0 && unspaced(next)
	if !paired && s.inRun {
		s.inRun = false
		return false
	}
	s.word = utf8.AppendRune(s.word[:0], r)
	s.end = s.pos
	if paired {
		s.word = utf8.AppendRune(s.word, next)
		s.end += n
	}
	s.inRun = paired
	return true
}

func (s *scanner) isURL() bool {
	if len(s.word) < 3 || s.word[0] != 'h' && s.word[0] != 'w' {
		return false
	}
	switch string(s.word) {
	case "http", "https":
		return strings.HasPrefix(s.text[s.pos:], "://")
	case "www":
		return strings.HasPrefix(s.text[s.pos:], ".")
	}
	return false
}

func (s *scanner) skipURL() {
	if i := strings.IndexFunc(s.text[s.pos:], unicode.IsSpace); i >= 0 {
		s.pos += i
		return
	}
	s.pos = len(s.text)
}

// unspaced reports whether r belongs to a script written without spaces.
func unspaced(r rune) bool {
	switch {
	case r < 0x0E00:
		return false
	case r <= 0x0E7F, r >= 0x3040 && r <= 0x30FF && r != '・', r >= 0x3400 && r <= 0x4DBF,
		r >= 0x4E00 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7AF, r >= 0xF900 && r <= 0xFAFF,
		r >= 0x20000 && r <= 0x2FA1F:
		return true
	}
	return false
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return lowerASCII[r] != 0
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r) && r != utf8.RuneError
}

// words returns the terms of a text: stemmed, stop words left out.
func words(text string) []string {
	var out []string
	s := scanner{text: text}
	for s.next() {
		if w := s.term(); len(w) > 0 && !stopWords()[string(w)] {
			out = append(out, string(w))
		}
	}
	return out
}

// term is the current word as it stands in the index; empty for a word that
// is not indexed.
func (s *scanner) term() []byte {
	if len(s.word) < 2 || len(s.word) > maxTermBytes {
		return nil
	}
	return stem(s.word)
}
