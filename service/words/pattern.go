package words

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"greenroom/service/words/lexicon"
)

// pattern is a line of patterns.txt: what stands around a number or behind a place in
// the query, and what that says. left begins with what is nearest.
type pattern struct {
	amount      bool // the anchor is a number, not a place
	guards      []string
	left, right []element
	says        string // the field, or what is not known of creators
	does        string // of measures or unnumbered
}

// element is one part of a pattern: a phrase of a class, a word of a kind, a number, or
// a group of alternatives.
type element struct {
	class, but lexicon.Class
	kind       string // of words that turn others
	value      string // a name of entryTests
	what       string // "n", "n%", "more", "article", "read"
	gap        rune   // what stands in front: a name of gaps; 0 is no comma
	many       byte   // '?' none or one, '*' all there are, '~' few words of grammar, '.' few words, '!' not here, '&' here, and not taken
	groups     [][]element
}

//go:embed patterns.txt
var patternText string

// patterns are those of patterns.txt by their sections.
var patterns = sync.OnceValue(func() map[string][]pattern {
	out, macros, section := map[string][]pattern{}, map[string]string{}, ""
	for line := range strings.Lines(patternText) {
		line = strings.TrimSpace(line)
		name, body, isMacro := strings.Cut(line, " = ")
		switch {
		case line == "" || strings.HasPrefix(line, "%"):
		case strings.HasPrefix(line, "["):
			section = strings.Trim(line, "[]")
		case isMacro:
			macros[name] = "( " + expand(body, macros) + " )"
		default:
			out[section] = append(out[section], compile(expand(line, macros)))
		}
	}
	return out
})

func expand(text string, macros map[string]string) string {
	words := strings.Fields(text)
	for i, w := range words {
		name := strings.Trim(w, "?!")
		if body, ok := macros[name]; ok {
			words[i] = strings.Replace(w, name, body, 1)
		}
	}
	return strings.Join(words, " ")
}

// compile reads one pattern; it panics where the text is wrong, as a test tells.
func compile(text string) (p pattern) {
	body, says, _ := strings.Cut(text, "=>")
	words := strings.Fields(body)
	at := slices.IndexFunc(words, func(w string) bool { return w[0] == '#' || w[0] == '@' })
	if at < 0 {
		panic("no anchor: " + text)
	}
	p.amount = words[at][0] == '#'
	if names := words[at][1:]; names != "" {
		p.guards = strings.Split(names, ",")
		for _, g := range p.guards {
			if guards[strings.TrimPrefix(g, "!")] == nil {
				panic("no guard is called " + g)
			}
		}
	}
	p.left, p.right = elements(words[:at]), elements(words[at+1:])
	turnAround(p.left)
	p.says, p.does, _ = strings.Cut(strings.TrimSpace(says), ", ")
	return p
}

func turnAround(list []element) {
	slices.Reverse(list)
	for _, e := range list {
		for _, g := range e.groups {
			turnAround(g)
		}
	}
}

func elements(words []string) (list []element) {
	for i := 0; i < len(words); i++ {
		if strings.TrimLeft(words[i], "!&") != "(" {
			list = append(list, readElement(words[i]))
			continue
		}
		depth, from, group := 1, i+1, element{}
		if words[i] != "(" {
			group.many = words[i][0]
		}
		for i++; depth > 0; i++ {
			switch w := words[i]; {
			case strings.HasSuffix(w, "("):
				depth++
			case w[0] == ')':
				depth--
			}
			if depth == 0 || depth == 1 && words[i] == "/" {
				group.groups = append(group.groups, elements(words[from:i]))
				from = i + 1
			}
		}
		if i--; words[i] == ")?" {
			group.many = '?'
		}
		list = append(list, group)
	}
	return list
}

func readElement(w string) (e element) {
	switch w[0] {
	case '~', '!', '.':
		e.many, w = w[0], w[1:]
	}
	if w == "" {
		return e
	}
	if last := w[len(w)-1]; last == '?' || last == '*' {
		e.many, w = last, w[:len(w)-1]
	}
	if first, n := utf8.DecodeRuneInString(w); gaps[first] != nil {
		e.gap, w = first, w[n:]
	}
	w, e.kind, _ = strings.Cut(strings.TrimSuffix(w, "'"), "'")
	e.kind = strings.ReplaceAll(e.kind, "-", " ")
	w, e.value, _ = strings.Cut(w, ":")
	if e.value != "" && entryTests[e.value] == nil {
		panic("no test is called " + e.value)
	}
	w, but, _ := strings.Cut(w, "^")
	switch w {
	case "n", "n%", "more", "article", "read", "nots":
		e.what = w
		return e
	}
	e.class, e.but = lexicon.Named(w), lexicon.Named(but)
	return e
}
