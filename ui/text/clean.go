package text

import (
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"
)

const (
	maxMarks = 4 // combining marks kept on one letter
	tab      = "    "
	zwsp     = "\u200b" // parts what one measure would merge into a cluster
	zwnj     = "\u200c" // parts an Indic conjunct, and is read as such
	virama   = 9        // canonical combining class
)

// Clean makes one drawable line of s: escape sequences, controls, direction
// marks, invisible runes, private use and stacked marks go, newlines become
// spaces, tabs four spaces, bytes that are no UTF-8 become U+FFFD. Flags become
// their two letters; joined emoji fall apart. Printable ASCII comes back as it
// is, without allocation.
func Clean(s string) Text {
	if printable(s) {
		return Text{s, len(s)}
	}
	return settle(strings.ReplaceAll(filter(s), "\n", " "))
}

// CleanLines makes drawable lines of s, one for each line in it; one empty line
// for "". A final newline adds no line.
func CleanLines(s string) []Text {
	if printable(s) {
		return []Text{{s, len(s)}}
	}
	raw := strings.Split(strings.TrimSuffix(filter(s), "\n"), "\n")
	lines := make([]Text, len(raw))
	for i, l := range raw {
		if printable(l) {
			lines[i] = Text{l, len(l)}
			continue
		}
		lines[i] = settle(l)
	}
	return lines
}

func printable(s string) bool {
	for i := range len(s) {
		if s[i]-0x20 > 0x7e-0x20 {
			return false
		}
	}
	return true
}

// filter drops and replaces rune by rune; '\n' is the only control it leaves.
func filter(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	indicators := 0
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		if n := sequence(s[i:], r, size); n > 0 {
			i += n
			continue
		}
		if r == '\r' && strings.HasPrefix(s[i+1:], "\n") {
			i++
			continue
		}
		i += size
		indicators = put(&b, r, indicators)
	}
	return b.String()
}

// put writes what stands for r and returns how many regional indicators have
// been written in a row.
func put(b *strings.Builder, r rune, indicators int) int {
	switch {
	case r >= 0x20 && r < 0x7f:
		b.WriteByte(byte(r))
	case r == '\t':
		b.WriteString(tab)
	case r == '\n', r == '\r', r == 0x85, r == 0x2028, r == 0x2029:
		b.WriteByte('\n')
	case r == 0xe33: // Thai and Lao AM: their parts take the cells that both measures see
		b.WriteString("\u0e4d\u0e32")
	case r == 0xeb3:
		b.WriteString("\u0ecd\u0eb2")
	case r >= 0x1f1e6 && r <= 0x1f1ff:
		if indicators > 0 && indicators%2 == 0 {
			b.WriteByte(' ')
		}
		b.WriteByte(byte('A' + r - 0x1f1e6))
		return indicators + 1
	default:
		putOther(b, r)
	}
	return 0
}

func putOther(b *strings.Builder, r rune) {
	switch c := classOf(r); {
	case c&blank != 0:
		b.WriteByte(' ')
	case c&unseen != 0:
	case c&unassigned != 0:
		b.WriteRune(utf8.RuneError)
	default:
		b.WriteRune(r)
	}
}

// unwanted holds the tags, U+E0000 to U+E0FFF, too: each of them stands in one of
// the tables.
var unwanted = []*unicode.RangeTable{unicode.Cf, unicode.Co, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point}

// hidden reports runes that draw nothing by themselves or change their
// neighbours: controls, direction marks, joiners, tags, fillers, variation
// selectors, skin tones, keycaps, private use, letters that prepend.
func hidden(r rune) bool {
	switch {
	case r < 0x300:
		return unicode.In(r, unicode.Cc, unicode.Cf)
	case r == 0x20e3, r >= 0x1f3fb && r <= 0x1f3ff, r == 0x302e, r == 0x302f:
		return true
	case r == 0xd4e, r == 0x111c2, r == 0x111c3, r == 0x1193f, r == 0x11941, r == 0x11a3a,
		r >= 0x11a84 && r <= 0x11a89, r == 0x11d46, r == 0x11f02:
		return true
	}
	return unicode.In(r, unwanted...)
}

// settle composes, limits marks, and parts every cluster that the two measures
// see differently. What it drops may let neighbours join, so it looks again.
func settle(s string) Text {
	for range 3 {
		t, parted := settleOnce(norm.NFC.String(s))
		if !parted || ansi.StringWidth(t.s) == t.w { // by runes it is: those of the pieces add up
			return t
		}
		s = t.s
	}
	return Clean(strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf {
			return r
		}
		return utf8.RuneError
	}, s))
}

func settleOnce(s string) (t Text, parted bool) {
	var b strings.Builder
	b.Grow(len(s) + 8)
	w := 0
	for i := 0; i < len(s); {
		if i+1 == len(s) || s[i+1] < utf8.RuneSelf { // ASCII, as in unit
			b.WriteByte(s[i])
			i, w = i+1, w+1
			continue
		}
		cluster, cw := ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
		switch {
		case cw == 0: // a mark without a letter would join a neighbour
			parted = true
		case lone(cluster, cw):
			b.WriteString(cluster)
			w += cw
		default:
			w += settleCluster(&b, cluster)
			parted = true
		}
		i += len(cluster)
	}
	return Text{b.String(), w}, parted
}

// lone reports clusters of one rune that both measures see alike.
func lone(cluster string, cw int) bool {
	lead, size := utf8.DecodeRuneInString(cluster)
	return size == len(cluster) && !joins(lead) && (classOf(lead)&odd == 0 || ByRune(cluster) == cw)
}

func settleCluster(b *strings.Builder, cluster string) int {
	lead, _ := utf8.DecodeRuneInString(cluster)
	parted := part(cluster)
	w := ansi.StringWidth(parted)
	if w != ByRune(parted) || joins(lead) && b.Len() == 0 {
		b.WriteRune(utf8.RuneError)
		return 1
	}
	b.WriteString(parted)
	return w
}

// joins reports runes that become part of what stands before them.
func joins(r rune) bool {
	return classOf(r)&mark != 0 || r == 0xff9e || r == 0xff9f
}

// part rewrites a cluster so that each rune that takes a cell stands alone.
func part(cluster string) string {
	var b strings.Builder
	marks, prev := 0, rune(0)
	for i, r := range cluster {
		rs := string(r)
		if classOf(r)&mark != 0 {
			if marks++; marks > maxMarks || ansi.StringWidth(rs) > 1 {
				continue
			}
		}
		wc := ByRune(rs)
		if wc == 0 && ansi.StringWidth(rs) != 0 {
			continue // newer than one of the tables
		}
		if i > 0 && wc > 0 {
			b.WriteString(separator(prev, r))
		}
		b.WriteRune(r)
		prev = r
	}
	return b.String()
}

func separator(prev, r rune) string {
	if unicode.Is(unicode.Lo, r) && norm.NFC.PropertiesString(string(prev)).CCC() == virama {
		return zwnj
	}
	return zwsp
}

// class holds a rune's properties in Unicode, as far as drawing asks.
type class uint32

const (
	looked     class = 1 << iota // the tables were asked
	mark                         // it stands on the letter before it
	blank                        // drawn as a space
	unseen                       // it draws nothing by itself, or changes its neighbours
	unassigned                   // no one knows how it joins
	odd                          // its width by rune is another one than as a grapheme
	classBits  = iota
)

// classes are those of the runes met last, each with its rune above its bits:
// asking all tables again costs a third of drawing a table of foreign names.
var classes [1024]atomic.Uint32

func classOf(r rune) class {
	at := &classes[uint32(r)%uint32(len(classes))]
	if known := at.Load(); known>>classBits == uint32(r) && known != 0 {
		return class(known) & (1<<classBits - 1)
	}
	c := looked
	if unicode.Is(unicode.M, r) {
		c |= mark
	}
	if _, differs := oddCells(r); differs {
		c |= odd
	}
	switch {
	case r == 0x2800, unicode.Is(unicode.Zs, r):
		c |= blank
	case hidden(r):
		c |= unseen
	case !unicode.IsGraphic(r) && (r < 0x1f000 || r > 0x1faff):
		c |= unassigned
	}
	at.Store(uint32(r)<<classBits | uint32(c))
	return c
}
