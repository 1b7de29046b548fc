package brief

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// name takes what a campaign is for, if that is not known: the words behind the first
// article, up to the next small word.
func (r *reader) name(s string) bool {
	words := strings.Fields(s)
	if client := called(words); client != "" && r.out.Name == "" {
		r.out.Name = cut(client)
		return true
	}
	begins := func(i int) bool { // no name: "on the phone", "a thing"
		return cue("article", words[i]) && !cue("vague", words[i+1]) && (i == 0 || !cue("beside", words[i-1]))
	}
	at := 0
	for at+1 < len(words) && !begins(at) {
		at++
	}
	if r.out.Name != "" || at+1 >= len(words) {
		return false
	}
	words = words[at+1:]
	for i := len(words) - 1; i > 1; i-- {
		if cue("cut", words[i]) {
			words = words[:i]
		}
	}
	r.out.Name = cut(strings.Join(words, " "))
	return true
}

// called is the name that stands behind "our client", "the brand": its words have a capital.
func called(words []string) string {
	small := func(w string) bool { first, _ := utf8.DecodeRuneInString(w); return !unicode.IsUpper(first) }
	for i, w := range words {
		if cue("label name", w) && i > 0 {
			rest := words[i+1:]
			if n := slices.IndexFunc(rest, small); n >= 0 {
				rest = rest[:n]
			}
			return strings.Trim(strings.Join(rest, " "), ".,;:!?")
		}
	}
	return ""
}

// nameMost limits the characters of a generated name.
const nameMost = 40

// cut is the beginning of words, with a capital, as a name.
func cut(s string) string {
	if utf8.RuneCountInString(s) > nameMost {
		s = cutTo(s, nameMost)
		s, _ = trimmed(s[:max(strings.LastIndexByte(s, ' '), 0)])
	}
	if open := strings.LastIndexByte(s, '('); open > strings.LastIndexByte(s, ')') { // of "(brand: X)" the end is cut
		s = s[:open]
	}
	s = strings.Trim(s, " ,;:")
	first, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(first)) + s[n:]
}

// startsUpper says whether a name follows, behind an article.
func startsUpper(words []string) bool {
	if cue("article", words[0]) && len(words) > 1 {
		words = words[1:]
	}
	first, _ := utf8.DecodeRuneInString(words[0])
	return unicode.IsUpper(first)
}
