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

// match is a pattern that fits: tokens from to to, and what its elements are.
type match struct {
	r          *reader
	a          *amount
	says, does string
	from, to   int
	anchor     int // the first token of what it stands around
	numbered   bool
	slots      []slot
}

type slot struct {
	*element
	entry lexicon.Entry
	at    int // its first token
}

// slot is what the element of a class says; nothing where there is none.
func (m *match) slot(c lexicon.Class) lexicon.Entry {
	for _, s := range m.slots {
		if s.class&c != 0 && s.entry.Class&c != 0 {
			return s.entry
		}
	}
	return lexicon.Entry{}
}

func (m *match) has(c lexicon.Class) bool { return m.slot(c).Class != 0 }

// part is the element that is what a name says; nothing where there is none.
func (m *match) part(what string) slot {
	for _, s := range m.slots {
		if s.what == what {
			return s
		}
	}
	return slot{}
}

// second is the other number of a pattern.
func (m *match) second() *number { return m.r.toks[m.part("n").at].number }

// fits tries a pattern around an amount, or behind token a.from where it has none.
func (r *reader) fits(p *pattern, a *amount) (m match, ok bool) {
	for _, g := range p.guards {
		guard, wrong := strings.CutPrefix(g, "!")
		if guards[guard](r, a) == wrong {
			return m, false
		}
	}
	m = match{r: r, a: a, says: p.says, does: p.does, from: a.from, to: a.to, anchor: a.from, numbered: p.amount}
	ok = m.run(p.right, a.to+1, false, func(end int) bool {
		m.to = end - 1
		return m.run(p.left, a.from, true, func(start int) bool {
			m.from = start
			return true
		})
	})
	return m, ok
}

const fewWords = 8 // that "..." stands for

// run matches the elements one after another from position p, forwards or back, and
// calls then behind the last.
func (m *match) run(list []element, p int, back bool, then func(p int) bool) bool {
	if len(list) == 0 {
		return then(p)
	}
	e, rest := &list[0], list[1:]
	step := 1
	if back {
		step = -1
	}
	next := func(p int) bool { return m.run(rest, p, back, then) }
	switch e.many {
	case '~', '.':
		most := unitReach
		if e.many == '.' {
			most = fewWords
		}
		for k := 0; k <= most; k++ {
			if next(p) {
				return true
			}
			if !m.skips(e, p, back) {
				return false
			}
			p += step
		}
		return false
	case '*':
		for m.skips(e, p, back) {
			p += step
		}
		return next(p)
	case '!', '&':
		kept := len(m.slots)
		here := m.one(e, p, back, func(int) bool { return true })
		m.slots = m.slots[:kept]
		return here == (e.many == '&') && next(p)
	case '?':
		if m.one(e, p, back, next) {
			return true
		}
		return next(p)
	}
	return m.one(e, p, back, next)
}

// one matches one element, or one of its alternatives.
func (m *match) one(e *element, p int, back bool, next func(p int) bool) bool {
	for _, g := range e.groups {
		if m.run(g, p, back, next) {
			return true
		}
	}
	n, entry := 0, lexicon.Entry{}
	if e.groups == nil {
		n, entry = m.beside(e, p, back)
	}
	if n == 0 {
		return false
	}
	kept := len(m.slots)
	if back {
		n, p = 0, p-n
	}
	m.slots, p = append(m.slots, slot{e, entry, p}), p+n
	if next(p) {
		return true
	}
	m.slots = m.slots[:kept]
	return false
}

// skips: one word of the classes stands at position p, or in front of it.
func (m *match) skips(e *element, p int, back bool) bool {
	at := p
	if back {
		at--
	}
	if at < 0 || at >= len(m.r.toks) || back && p == m.r.negated || m.r.toks[at].used || !m.joins(e, p) {
		return false
	}
	return e.class == 0 || e.kind != "" && m.r.among(at, e.kind) || m.r.is(at, e.class) && !(m.r.toks[at].entry.Class == e.but && m.r.isTopic(at, 1))
}

// joins: no sign parts token p from what is in front of it.
func (m *match) joins(e *element, p int) bool {
	switch {
	case p == m.anchor && !m.numbered || p >= len(m.r.toks):
		return true
	case e.gap == 0:
		return softGap(m.r.toks[p].before)
	}
	return gaps[e.gap](m.r.toks[p].before)
}

// gaps are what may stand in front of an element that says so.
var gaps = map[rune]func(before string) bool{
	'_': plainGap,
	';': func(string) bool { return true },
	'-': isDash,
	'&': func(s string) bool { return strings.TrimSpace(s) == "&" },
	'±': func(s string) bool {
		return strings.ContainsRune(s, '±') || strings.Contains(s, "+/-") || strings.Contains(s, "+-")
	},
}

func isDash(s string) bool {
	return slices.Contains([]string{"-", "–", "—", "~", "〜", "..", "…"}, strings.TrimSpace(s))
}

// beside counts the words of an element that begin at position p, or end in front of it.
func (m *match) beside(e *element, p int, back bool) (n int, found lexicon.Entry) {
	r, at := m.r, p
	if back {
		at--
	}
	if at < 0 || at >= len(r.toks) || !m.joins(e, p) {
		return 0, found
	}
	switch {
	case e.what != "":
		return builtins[e.what](m, p, at)
	case e.class == 0:
		return longest(longestTurn, func(n int) bool {
			if back {
				at = p - n
			}
			w, ok := r.joined(max(0, at), at+n-1)
			return ok && at >= 0 && isAmong(w, e.kind)
		}), found
	case back:
		if n, found = r.phraseBefore(p, e.class); n > 0 && r.anyUsed(p-n, p) {
			return 0, found
		}
	default:
		n, found = r.entry(p, e.class)
	}
	switch {
	case n == 0, found.Class&e.but != 0, e.value != "" && !entryTests[e.value](m, found, n):
		return 0, found
	case e.kind != "" && !anyAt(p-n, p, func(k int) bool { return r.among(k, e.kind) }):
		return 0, found
	}
	return n, found
}

// builtins are elements that are no class: at position p, where the word is token at.
var builtins = map[string]func(m *match, p, at int) (int, lexicon.Entry){
	"n":  func(m *match, _, at int) (int, lexicon.Entry) { return m.numberAt(at, false) },
	"n%": func(m *match, _, at int) (int, lexicon.Entry) { return m.numberAt(at, true) },
	"more": func(m *match, p, _ int) (int, lexicon.Entry) {
		if m.a.compared {
			return 0, lexicon.Entry{}
		}
		return m.r.moreAt(p)
	},
	"nots": func(m *match, p, _ int) (int, lexicon.Entry) { return m.r.notBefore(p), lexicon.Entry{} },
	"article": func(m *match, _, at int) (int, lexicon.Entry) {
		return oneIf(m.a.loose && m.r.is(at, lexicon.About)), lexicon.Entry{}
	},
	"read": func(m *match, _, at int) (int, lexicon.Entry) {
		return oneIf(m.r.toks[at].used && m.r.is(at, lexicon.Followers)), lexicon.Entry{}
	},
}

func (m *match) numberAt(at int, percent bool) (int, lexicon.Entry) {
	n := m.r.toks[at].number
	if n == nil || m.r.toks[at].used || percent && !n.percent {
		return 0, lexicon.Entry{}
	}
	return 1, lexicon.Entry{Number: n.value}
}

func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}
