package world

import (
	"embed"
	"path"
	"strconv"
	"strings"
	"sync"

	"greenroom/internal/packed"
)

//go:embed data
var files embed.FS

// A book is one file of fragments: named pools of templates in one language.
// A line "[name] a; b; c" is a pool of short values; "[name]" alone opens a
// pool with one template on each following line. In a template {x} draws from
// the pool x, {X} is something the creator remembers, {a|b} is a choice,
// {n:3-9} a number, {g:er/sie} his and her form; {^x} raises the first letter and {a:x} sets a or an.
type book struct {
	pools  map[string]*pool
	common *book // where a name is looked for that this book lacks
}

type pool struct {
	id    int
	lines []template
	fixed bool // one draw for a whole aligned talk
}

type template []part

type partKind uint8

const (
	literal partKind = iota
	draw             // from a pool
	memory           // of the creator
	subject          // what the post is about
	number
	gendered
	word // of the niche
)

type part struct {
	kind    partKind
	text    string
	other   string // gendered: the female form
	pool    *pool
	lo, hi  int // number: range; memory: lo is the slot; word: its vocabulary
	upper   bool
	article bool
}

// library is all books, by "language/topic"; read-only once loaded.
type library struct {
	books  map[string]*book
	pools  int
	names  map[string]culture
	places []place
	seats  []*place
	topics []topic
	niches []*niche
}

var load = sync.OnceValue(func() *library {
	l := &library{books: map[string]*book{}}
	for _, dir := range []string{"en", "de", "fr", "es", "pt", "it", "tr", "pl", "ja", "hi", "ko", "th", "ar", "pair"} {
		l.readDir(dir)
	}
	l.readNiches()
	l.names, l.places, l.topics = readNames(), readPlaces(), readTopics()
	l.seats = readSeats(l.places)
	return l
})

// linesOf are the lines of a data file.
func linesOf(name string) []string {
	data, err := packed.Read(files, path.Join("data", name))
	must(err)
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

// readDir reads the books of one language, the common one first, because the
// others refer to it.
func (l *library) readDir(dir string) {
	var common *book
	if dir != "pair" {
		common = &book{}
		l.readBook(dir+"/common", common)
	}
	entries, err := files.ReadDir("data/" + dir)
	must(err)
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".txt")
		if name != "common" {
			l.readBook(dir+"/"+name, &book{common: common})
		}
	}
}

// must stops on damaged embedded data, which no input can cause.
func must(err error) {
	if err != nil {
		panic("sample world: " + err.Error())
	}
}

func (l *library) book(lang, topic string) *book { return l.books[lang+"/"+topic] }

func (l *library) readBook(name string, b *book) {
	b.pools = map[string]*pool{}
	raw := map[string][]string{}
	var open string
	for _, line := range linesOf(name + ".txt") {
		open = section(raw, open, line)
	}
	for key, lines := range raw {
		b.pools[key] = &pool{id: l.pools, lines: make([]template, 0, len(lines)), fixed: key == "dish"}
		l.pools++
	}
	for key, lines := range raw {
		p := b.pools[key]
		for _, line := range lines {
			p.lines = append(p.lines, l.compile(b, name+" ["+key+"]", line))
		}
	}
	l.books[name] = b
}

// section files one line and returns the pool that is open after it.
func section(raw map[string][]string, open, line string) string {
	if line == "" {
		return open
	}
	if line[0] != '[' {
		raw[open] = append(raw[open], strings.ReplaceAll(line, `\n`, "\n"))
		return open
	}
	name, values, _ := strings.Cut(line[1:], "]")
	for v := range strings.SplitSeq(values, ";") {
		if v = strings.TrimSpace(v); v != "" {
			raw[name] = append(raw[name], v)
		}
	}
	return name
}

func (b *book) find(name string) *pool {
	for ; b != nil; b = b.common {
		if p := b.pools[name]; p != nil {
			return p
		}
	}
	return nil
}

func (l *library) compile(b *book, where, line string) template {
	t := make(template, 0, 1+2*strings.Count(line, "{"))
	for {
		before, rest, found := strings.Cut(line, "{")
		if before != "" {
			t = append(t, part{text: before})
		}
		if !found {
			return t
		}
		slot, after, closed := strings.Cut(rest, "}")
		p, known := l.slot(b, slot)
		if !closed || !known {
			panic("sample world: " + where + ": no such slot {" + slot + "} in " + line)
		}
		t = append(t, p)
		line = after
	}
}

func (l *library) slot(b *book, s string) (part, bool) {
	var p part
	if strings.Contains(s, "|") {
		return l.choice(s), !strings.Contains(s, "{")
	}
	if s, found := strings.CutPrefix(s, "n:"); found {
		lo, hi, _ := strings.Cut(s, "-")
		p.kind = number
		p.lo, _ = strconv.Atoi(lo)
		p.hi, _ = strconv.Atoi(hi)
		return p, p.hi > p.lo
	}
	if s, found := strings.CutPrefix(s, "g:"); found {
		p.kind = gendered
		p.text, p.other, found = strings.Cut(s, "/")
		return p, found
	}
	s, p.upper = strings.CutPrefix(s, "^")
	s, p.article = strings.CutPrefix(s, "a:")
	if slot, ok := slotNames[s]; ok {
		p.kind, p.lo = memory, int(slot)
		return p, true
	}
	if s == "s" {
		p.kind = subject
		return p, true
	}
	if p.pool = b.find(s); p.pool != nil {
		p.kind = draw
		return p, true
	}
	kind, known := vocabularyNames[s]
	p.kind, p.lo = word, int(kind)
	return p, known
}

func (l *library) choice(s string) part {
	p := &pool{id: l.pools}
	l.pools++
	for v := range strings.SplitSeq(s, "|") {
		p.lines = append(p.lines, template{{text: v}})
	}
	return part{kind: draw, pool: p}
}
