package words

import (
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
)

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

// slot returns the entry of a class's element; the zero entry where there is none.
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
	if at < 0 || at >= len(m.r.toks) || m.r.toks[at].used || !m.joins(e, p) {
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

// gaps tests the gap in front of an element that asks for one.
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
