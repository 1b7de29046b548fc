// Package naming holds the codes of countries and languages, and what both are called in
// the languages that are understood, as the Unicode Consortium lists it. The package of
// golang.org/x/text that has these names fills those of two hundred languages when a
// program starts; names.txt has what is asked for, and is made of it by a test.
package naming

import (
	"embed"
	"iter"
	"strings"
	"sync"

	"golang.org/x/text/language"

	"greenroom/internal/packed"
)

//go:embed names.txt
var files embed.FS

// Names holds the names in one language: lines "code name".
type Names string

// sections are the names by language, "self" those of languages in themselves.
var sections = sync.OnceValue(func() map[string]Names {
	text, err := packed.Read(files, "names.txt")
	if err != nil {
		panic(err) // embedded, and read by a test
	}
	all := map[string]Names{}
	for section := range strings.SplitSeq(string(text), "\n# ") {
		head, lines, _ := strings.Cut(section, "\n")
		all[strings.TrimPrefix(head, "# ")] = Names("\n" + lines + "\n")
	}
	return all
})

// In returns the names in a language, by its ISO 639-1 code; without names where
// the file has none.
func In(code string) Names { return sections()[code] }

// Self holds the names of languages in themselves.
func Self() Names { return sections()["self"] }

// Of is the name of a country, a language or a script, by its code, or of a language with
// one of the others ("pt-BR"); "" where it has none.
func (n Names) Of(code string) string {
	if _, rest, ok := strings.Cut(string(n), "\n"+code+" "); ok {
		name, _, _ := strings.Cut(rest, "\n")
		return name
	}
	return ""
}

// Pairs are the codes of two letters with their names: those of countries in capitals,
// those of languages not.
func (n Names) Pairs() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for line := range strings.Lines(string(n)) {
			code, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			if len(code) == 2 && !yield(code, name) {
				return
			}
		}
	}
}

// Tag is the name of a language with its script and country, as far as they differ from
// what goes without saying.
func (n Names) Tag(t language.Tag) string {
	if c, err := (language.All &^ language.SuppressScript).Canonicalize(t); err == nil {
		t = c
	}
	var beside []string
	base, script, region := t.Raw()
	name := n.Of(base.String())
	for _, more := range []string{script.String(), region.String()} {
		if more == "Zzzz" || more == "ZZ" {
			continue
		}
		if one := n.Of(base.String() + "-" + more); one != "" && len(beside) == 0 {
			name = one
		} else if said := n.Of(more); said != "" {
			beside = append(beside, said)
		}
	}
	if name == "" || len(beside) == 0 {
		return name
	}
	return name + " (" + strings.Join(beside, ", ") + ")"
}

// Countries are the countries of today: codes that were withdrawn, which are still
// called as their successors are, stand for those.
var Countries = sync.OnceValue(func() (list []language.Region) {
	pairs(func(code string) {
		r, err := language.ParseRegion(code)
		if err == nil && r.IsCountry() && r.String() == strings.ToUpper(code) && r.Canonicalize() == r {
			list = append(list, r)
		}
	})
	return list
})

// Languages are those with a code of two letters.
var Languages = sync.OnceValue(func() (list []language.Base) {
	pairs(func(code string) {
		if l, err := language.ParseBase(code); err == nil && l.String() == code {
			list = append(list, l)
		}
	})
	return list
})

func pairs(each func(string)) {
	for a := 'a'; a <= 'z'; a++ {
		for b := 'a'; b <= 'z'; b++ {
			each(string([]rune{a, b}))
		}
	}
}
