package text

import (
	"sync/atomic"
	"unicode"
)

// class is what the tables of Unicode say of a rune, as far as drawing asks.
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
