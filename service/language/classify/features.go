package classify

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Features are words, pairs of words and runs of two to five characters of a text, and the
// signs that rules have seen in it, hashed into slots: each once, whatever its number.
const (
	slotBits  = 18
	slotCount = 1 << slotBits
	runLeast  = 2
	runMost   = 5
)

// Features are the slots of a text: of its words, pairs of them and its signs, and of its
// runs of characters.
type Features struct{ Words, Runs []uint32 }

// Sign is something that rules have seen in a text.
type Sign uint32

// NewSign names a sign by its pieces.
func NewSign(pieces ...string) Sign {
	h := start(signSeed)
	for _, p := range pieces {
		for i := range len(p) {
			h = h.add(rune(p[i]))
		}
		h = h.add(' ')
	}
	return Sign(h.slot())
}

// hash is FNV-1a over characters.
type hash uint32

// Seeds of what shares the slots.
const (
	wordSeed = iota + 1
	runSeed
	signSeed
)

func start(seed uint32) hash { return hash(2166136261 ^ seed) }

func (h hash) add(r rune) hash { return (h ^ hash(r)) * 16777619 }

// slot mixes the bits, so that the low ones tell all apart.
func (h hash) slot() uint32 {
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 12
	return uint32(h) & (slotCount - 1)
}

// reader collects slots, each once.
type reader struct {
	seen [slotCount / 64]uint64
	runs []rune
}

var readers = sync.Pool{New: func() any { return &reader{} }}

// Read finds the features of a text, and keeps them where those before them were kept.
func (f *Features) Read(text string, signs []Sign) {
	r := readers.Get().(*reader)
	defer readers.Put(r)
	r.runs = normal(r.runs[:0], text)
	f.Runs = r.characters(slices.Grow(f.Runs[:0], 4*len(r.runs)))
	f.Words = r.words(slices.Grow(f.Words[:0], len(r.runs)/2+len(signs)))
	for _, s := range signs {
		f.Words = r.once(f.Words, uint32(s))
	}
	for _, list := range [][]uint32{f.Words, f.Runs} {
		for _, s := range list {
			r.seen[s/64] = 0
		}
	}
}

func (r *reader) once(list []uint32, slot uint32) []uint32 {
	if bit := uint64(1) << (slot % 64); r.seen[slot/64]&bit == 0 {
		r.seen[slot/64] |= bit
		list = append(list, slot)
	}
	return list
}

// words adds words and pairs of them.
func (r *reader) words(out []uint32) []uint32 {
	before, word, inside := start(wordSeed).add('^'), start(wordSeed), false
	pair := before.add(' ')
	for _, c := range r.runs {
		if 'a' <= c && c <= 'z' || c == '\'' || c == '@' || unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) {
			word, pair, inside = word.add(c), pair.add(c), true
			continue
		}
		if inside {
			out = r.once(r.once(out, word.slot()), pair.slot())
			pair, word, inside = word.add(' '), start(wordSeed), false
		}
	}
	return out
}

// characters adds runs of them, blanks among them.
func (r *reader) characters(out []uint32) []uint32 {
	for i := range r.runs {
		h := start(runSeed)
		for n, c := range r.runs[i:min(len(r.runs), i+runMost)] {
			if h = h.add(c); n+1 >= runLeast {
				out = r.once(out, h.slot())
			}
		}
	}
	return out
}

// normal writes a text in small letters between blanks, digits as 0, accounts and addresses
// without their names.
func normal(out []rune, text string) []rune {
	out = append(out, ' ')
	for field := range strings.FieldsSeq(text) {
		switch {
		case strings.HasPrefix(field, "http"), strings.HasPrefix(field, "www."):
			field = "url"
		case field[0] == '@':
			field = "@"
		}
		for _, c := range field {
			switch {
			case 'a' <= c && c <= 'z':
			case c == '’':
				c = '\''
			case unicode.IsDigit(c):
				c = '0'
			default:
				c = unicode.ToLower(c)
			}
			out = append(out, c)
		}
		out = append(out, ' ')
	}
	return out
}
