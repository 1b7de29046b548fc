package local

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"greenroom/api"
)

// term is one word or phrase that is looked for, in folded words. The last word of an
// open one may go on.
type term struct {
	words []string
	open  bool
}

// terms reads what a planner typed: words, "phrases in quotes", and a last word
// that may not be finished yet.
func terms(text string) []term {
	var list []term
	for i, part := range strings.Split(text, `"`) {
		if i%2 == 1 {
			list = addTerm(list, part)
			continue
		}
		for word := range strings.FieldsSeq(part) {
			list = addTerm(list, word)
		}
	}
	last, _ := utf8.DecodeLastRuneInString(text)
	if n := len(list); n > 0 && isWord(last) && strings.Count(text, `"`)%2 == 0 {
		list[n-1].open = true
	}
	return list
}

func addTerm(list []term, raw string) []term {
	var t term
	for _, w := range words(raw) {
		t.words = append(t.words, fold(raw[w.from:w.to]))
	}
	if len(t.words) == 0 {
		return list
	}
	return append(list, t)
}

// expression is the terms in the language of the index, every word quoted so
// that none is a command, narrowed to the documents with all facets.
func expression(list []term, facets []string) string {
	var b strings.Builder
	b.WriteString("{title body} : (")
	for i, t := range list {
		if i > 0 {
			b.WriteString(" AND ")
		}
		b.WriteString(quoted(strings.Join(t.words, " ")))
		if t.open {
			b.WriteString(" *")
		}
	}
	b.WriteString(")")
	for _, f := range facets {
		b.WriteString(" AND facets : " + quoted(f))
	}
	return b.String()
}

func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

type span struct{ from, to int }

// words cuts a text as the index does: letters and digits with their marks.
func words(text string) []span {
	var list []span
	from := -1
	for i, r := range text {
		in := isWord(r) || from >= 0 && unicode.Is(unicode.Mn, r)
		switch {
		case in && from < 0:
			from = i
		case !in && from >= 0:
			list = append(list, span{from, i})
			from = -1
		}
	}
	if from >= 0 {
		list = append(list, span{from, len(text)})
	}
	return list
}

func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Co, r)
}

func fold(word string) string {
	plain := true
	for i := range len(word) {
		if c := word[i]; c >= utf8.RuneSelf || c >= 'A' && c <= 'Z' {
			plain = false
			break
		}
	}
	if plain {
		return word
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(word))
}

// The facets of a document are words of a column of their own.
func serviceFacet(id int64) string        { return "s" + number(id) }
func kindFacet(k Kind) string             { return "k" + facet(string(k)) }
func platformFacet(p api.Platform) string { return "p" + facet(string(p)) }
func languageFacet(tag string) string     { return "l" + facet(tag) }

// facet keeps of a word what the index keeps together.
func facet(s string) string {
	return strings.Map(func(r rune) rune {
		if isWord(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// facets are those of a document. "en-US" is found as "en" too.
func (d document) facets(service int64) string {
	list := []string{serviceFacet(service), kindFacet(d.kind), platformFacet(d.platform)}
	if d.language != "" {
		list = append(list, languageFacet(d.language))
		if primary, _, more := strings.Cut(strings.ReplaceAll(d.language, "_", "-"), "-"); more {
			list = append(list, languageFacet(primary))
		}
	}
	return strings.Join(list, " ")
}
