package world

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Nobody quotes a sentence that another creator said too, so every sentence of
// some length belongs to the creator who said it first. Whoever comes later says it
// another way: a remark of their own stands before it or behind it.
type claims struct {
	owner map[uint64]int // by a hash of the sentence in small letters
	said  []uint64       // of the text at hand
}

// What counts as long enough to be known again: words, or letters of scripts
// that do not part words.
const (
	claimedWords   = 5 // an emoji beside them may count as one
	claimedLetters = 14
)

// Attempts to say a thing another way: by drawing again, and by remarks.
const (
	redraws  = 2
	remarked = 60
)

func ends(r rune) bool {
	switch r {
	case '.', '!', '?', '\n', '…', '。', '！', '？', '؟', '।':
		return true
	}
	return false
}

// spans are the sentences of a text with what ends them and what follows.
func spans(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, dot, closed := 0, false, false
		for i, r := range text {
			space, end := r == ' ' || r == '\n', ends(r)
			if closed && !end && !space {
				if !yield(text[start:i]) {
					return
				}
				start, closed = i, false
			}
			closed = closed || dot && space || end && (r > 0x7f || r == '\n')
			dot = end
		}
		if start < len(text) {
			yield(text[start:])
		}
	}
}

// hashes are those of the long sentences of a text in small letters: FNV-1a, the
// same in every run, so that the world is.
func hashes(text string) iter.Seq[uint64] {
	const basis, prime = uint64(14695981039346656037), 1099511628211
	return func(yield func(uint64) bool) {
		h, words, letters, gap, closed, dot := basis, 0, 0, true, false, false
		long := func() bool { return words >= claimedWords || letters >= claimedLetters }
		for _, r := range text {
			if r < '@' || r > 0x7f {
				space, end := r == ' ' || r == '\n', ends(r)
				closed = closed || dot && space || end && (r > 0x7f || r == '\n')
				if dot = end; space || end {
					gap = gap || space
					continue
				}
			}
			dot = false
			if closed {
				if long() && !yield(h) {
					return
				}
				h, words, letters, gap, closed = basis, 0, 0, true, false
			}
			if gap {
				h, gap = (h^' ')*prime, false
				words++
			}
			switch {
			case r >= 'A' && r <= 'Z':
				r |= 0x20
			case r >= 0x0e00 && r < 0x0e80 || r >= 0x3040 && r < 0xa000: // Thai; kana and Han
				letters++
			}
			h = (h ^ uint64(r)) * prime
		}
		if long() {
			yield(h)
		}
	}
}

// take claims the sentences of a text; false if one is somebody else's.
func (c *claims) take(who int, text string) bool {
	c.said = c.said[:0]
	for h := range hashes(text) {
		if owner, taken := c.owner[h]; taken && owner != who {
			return false
		}
		c.said = append(c.said, h)
	}
	for _, h := range c.said {
		c.owner[h] = who
	}
	return true
}

// say draws a text of a pool that is the creator's own.
func (w *world) say(p *persona, b *book, name string) string {
	var s string
	for range 1 + redraws {
		if s = w.voice.text(b.find(name)); w.claims.take(p.index, s) {
			return s
		}
	}
	return w.reword(p, p.main, s)
}

// own is a text whose sentences nobody else has said, with remarks out of a
// book where somebody has.
func (w *world) own(p *persona, b *book, text string) string {
	if w.claims.take(p.index, text) {
		return text
	}
	return w.reword(p, b, text)
}

// reword adds remarks to the sentences of a text that somebody else has said.
func (w *world) reword(p *persona, b *book, text string) string {
	var out strings.Builder
	for span := range spans(text) {
		out.WriteString(w.remark(p, b, span))
	}
	return out.String()
}

func (w *world) remark(p *persona, b *book, span string) string {
	v, said := w.voice, span
	for try := range remarked {
		if w.claims.take(p.index, said) {
			return said
		}
		way := v.n(3)
		if strings.ContainsAny(span, "?؟？") && try < remarked/2 {
			way = 0
		}
		said = span
		if way != 1 || try > remarked/2 {
			said = before(v.plain(b.find("before")), said, p)
		}
		if way == 1 || try > remarked/2 {
			said = after(said, v.plain(b.find("after")), p.lang)
		}
	}
	return said
}

// plain draws without remembering what was drawn: remarks may come again.
func (v *voice) plain(p *pool) string {
	v.buf = v.buf[:0]
	v.write(p.lines[v.n(len(p.lines))])
	return string(v.buf)
}

// together is one line of an aligned talk in each language, with the same
// remark in all of them where somebody else said it in one.
func (w *world) together(p *persona, langs []string, name string, at, i uint64) []string {
	out := make([]string, len(langs))
	for try := range uint64(3 * remarked) {
		for k, lang := range langs {
			out[k] = w.aligned(lang, name, at, i)
			if try%3 > 0 || try > remarked {
				out[k] = before(w.alignedRemark(lang, "before", at, i+try*1009), out[k], p)
			}
			if try%3 != 1 && try > 0 {
				out[k] = after(out[k], w.alignedRemark(lang, "after", at, i+try*1009), lang)
			}
		}
		if w.claims.take(p.index, strings.Join(out, "\n")) {
			break
		}
	}
	return out
}

// before puts a remark ahead of a sentence, which then begins in small letters
// unless its first word is a name or the remark announces it.
func before(remark, s string, p *persona) string {
	first, _, _ := strings.Cut(s, " ")
	r, size := utf8.DecodeRuneInString(s)
	if !strings.HasSuffix(remark, ":") && unicode.IsUpper(r) && !p.called(first) {
		s = string(unicode.ToLower(r)) + s[size:]
	}
	gap := " "
	if strings.HasSuffix(remark, "、") {
		gap = ""
	}
	raised := []byte(remark)
	raise(raised, 0)
	return string(raised) + gap + s
}

// called says whether a word is written with a capital within a sentence.
func (p *persona) called(word string) bool {
	word = strings.TrimRight(word, ",.:;!?'’s")
	if p.lang == "en" && (word == "I" || strings.HasPrefix(word, "I'") || strings.Contains(capitals, " "+word+" ")) {
		return true
	}
	for _, name := range p.names {
		if word != "" && strings.HasPrefix(name, word) {
			return true
		}
	}
	return strings.ToUpper(word) == word && utf8.RuneCountInString(word) > 1
}

const capitals = " Monday Tuesday Wednesday Thursday Friday Saturday Sunday Dutch English German French Italian Greek Aleppo Christmas Easter January February March April May June July August September October November December "

// after puts a remark behind a sentence, ahead of what ends it.
func after(s, remark, lang string) string {
	body := strings.TrimRightFunc(s, func(r rune) bool { return ends(r) || unicode.IsSpace(r) })
	gap := ", "
	switch lang {
	case "ja":
		gap = ""
	case "th":
		gap = " "
	case "ar":
		gap = "، "
	}
	return body + gap + remark + s[len(body):]
}
