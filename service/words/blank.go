package words

import (
	"slices"
	"strings"
	"unicode"

	"greenroom/service/words/lexicon"
)

// Blank reports whether a query says nothing of creators: it is punctuation, digits,
// emoji or small words of one language alone. In doubt it says something: a word in
// capitals alone is an abbreviation ("IT"), words with a hyphen are one ("how-to"),
// what stands behind @ or # is a name, and in scripts of which no small words are
// known every word is a topic.
func Blank(text string) bool {
	if !strings.ContainsFunc(text, unicode.IsLetter) {
		return true
	}
	r := &reader{text: text, toks: lex(text)}
	return r.small() && !Understand(text).Interpretation().Narrows()
}

// small: the query is small words of one language, with or without numbers.
func (r *reader) small() bool {
	var words []string
	for _, t := range r.toks {
		raw := r.text[t.start:t.end]
		switch {
		case !strings.ContainsFunc(raw, unicode.IsLetter):
			continue
		case t.handle != "", t.before == "-", strings.HasSuffix(t.before, "#"), strings.ContainsFunc(raw, unicode.IsDigit):
			return false
		}
		words = append(words, raw)
	}
	if len(words) == 1 && slices.ContainsFunc(r.toks, func(t token) bool { return t.shout }) {
		return false
	}
	return len(words) > 0 && lexicon.Small(words)
}
