// Package terms cuts text into the terms that an index holds: words in lower
// case with diacritics folded, lightly stemmed; scripts written without spaces
// as pairs of characters. It knows no language but the English endings it cuts.
package terms

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

// Scanner cuts text into words: lower case, diacritics folded, not yet
// stemmed. Scripts without spaces come as overlapping pairs of characters.
// After Next, text[Start:End] is where the word stands.
type Scanner struct {
	text       string
	pos        int
	Start, End int
	word       []byte
	inRun      bool // the last character was part of a pair
}

// Reset begins a text.
func (s *Scanner) Reset(text string) {
	s.text, s.pos, s.inRun = text, 0, false
}

// Next moves to the next word; false at the end.
func (s *Scanner) Next() bool {
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
		case Unspaced(r):
			if s.pair(r, size) {
				return true
			}
		case WordRune(r):
			s.inRun = false
			s.Start, s.word = s.pos, s.word[:0]
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
func (s *Scanner) ascii() {
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
	if end := LetterEnd(text, s.pos); end > i {
		for i++; i < end; i++ {
			w = append(w, lowerASCII[text[i]])
		}
	}
	s.Start, s.End, s.pos, s.word = s.pos, i, i, w
	if i < len(text) && (text[i] >= utf8.RuneSelf || text[i] == apostrophe) {
		s.rest()
	}
}

// behindLetter is the least length of a word that is one with the letter in front of its
// hyphen. French says "a-t-il".
const behindLetter = 3

// LetterEnd returns the end of the word that a single letter at start begins with a
// hyphen, as in "K-pop" and "e-bike", in ASCII; start where there is none. It is one word:
// neither half means what both do.
func LetterEnd(text string, start int) int {
	if start+1+behindLetter >= len(text) || text[start+1] != '-' || !asciiLetter(text[start]) {
		return start
	}
	end := start + 2
	for end < len(text) && asciiLetter(text[end]) {
		end++
	}
	if end-start-2 < behindLetter || end < len(text) && text[end] >= utf8.RuneSelf {
		return start
	}
	return end
}

func asciiLetter(c byte) bool { return c < utf8.RuneSelf && lowerASCII[c] >= 'a' }

// rest reads on from pos to the end of the word, and over a possessive s.
func (s *Scanner) rest() {
	for {
		r, size := utf8.DecodeRuneInString(s.text[s.pos:])
		if Unspaced(r) || !WordRune(r) { // so is the end
			break
		}
		s.word = appendFolded(s.word, r)
		s.pos += size
	}
	s.End = s.pos
	s.possessive()
}

func (s *Scanner) possessive() {
	tail := s.text[s.pos:]
	tail, ok := strings.CutPrefix(tail, "'s")
	if !ok {
		if tail, ok = strings.CutPrefix(tail, "’s"); !ok {
			return
		}
	}
	if r, _ := utf8.DecodeRuneInString(tail); !WordRune(r) {
		s.pos = len(s.text) - len(tail)
	}
}

// pair reads the character at pos with its right neighbour. A character that
// was the right half of the last pair and has no neighbour is skipped.
func (s *Scanner) pair(r rune, size int) bool {
	s.Start = s.pos
	s.pos += size
	next, n := utf8.DecodeRuneInString(s.text[s.pos:])
	paired := Unspaced(next)
	if !paired && s.inRun {
		s.inRun = false
		return false
	}
	s.word = utf8.AppendRune(s.word[:0], r)
	s.End = s.pos
	if paired {
		s.word = utf8.AppendRune(s.word, next)
		s.End += n
	}
	s.inRun = paired
	return true
}

func (s *Scanner) isURL() bool {
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

func (s *Scanner) skipURL() {
	if i := strings.IndexFunc(s.text[s.pos:], unicode.IsSpace); i >= 0 {
		s.pos += i
		return
	}
	s.pos = len(s.text)
}

// WordRune reports whether r is part of a word.
func WordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return lowerASCII[r] != 0
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r)
}

// grammarOnly is a small word that another one folds to, which is none: "fur".
const grammarOnly = "für"

// Term is the current word as it stands in the index; empty for a word that
// is not indexed.
func (s *Scanner) Term() []byte {
	if len(s.word) < 2 || len(s.word) > maxTermBytes || len(s.word) == 3 && strings.EqualFold(s.text[s.Start:s.End], grammarOnly) {
		return nil
	}
	return stem(s.word)
}

// Unspaced reports whether r belongs to a script written without spaces.
func Unspaced(r rune) bool {
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
