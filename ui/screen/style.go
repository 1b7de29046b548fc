package screen

import (
	"image/color"
	"strconv"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// hue is a colour as it was written: none, one of 16, one of 256, or a full one.
type hue uint32

const (
	basic   hue = 1 << 24 // the low byte is one of 16
	indexed hue = 2 << 24 // the low byte is one of 256
	full    hue = 3 << 24 // the low bytes are red, green and blue
	kind    hue = 0xff << 24
)

// Attributes of a style, in the order of their SGR numbers.
const (
	bold uint8 = 1 << iota
	faint
	italic
	blink
	rapid
	reverse
	conceal
	strike
)

// style is the look of a cell.
type style struct {
	fg, bg, line hue // line is the colour of the underline
	underline    uint8
	attrs        uint8
	link         uint32 // into the links of the palette; 0 is none
}

// seen on a blank: of a space nothing but these is drawn.
func (s style) ofBlank() style {
	if s.underline != 0 || s.attrs&(reverse|strike) != 0 || s.link != 0 {
		return s
	}
	return style{bg: s.bg}
}

// styleID names a style of a palette; 0 is that of no style.
type styleID uint16

// most limits the styles of a palette; then it begins anew.
const most = 1 << 14

// palette numbers styles and the characters that are more than one rune, so that a
// cell is two words, and remembers what leads from one style to another.
type palette struct {
	profile  colorprofile.Profile
	styles   []style
	blanks   []styleID // of each style: that of a blank in it
	ids      map[style]styleID
	steps    map[[2]styleID]string
	clusters []string
	numbers  map[string]rune
	links    []string
	linkIDs  map[string]uint32
}

func newPalette(p colorprofile.Profile) *palette {
	return &palette{
		profile: p, styles: []style{{}}, blanks: []styleID{0}, ids: map[style]styleID{{}: 0}, steps: map[[2]styleID]string{},
		numbers: map[string]rune{}, links: []string{""}, linkIDs: map[string]uint32{"": 0},
	}
}

// full says that it holds as much as it may: what is drawn next begins with a
// new one.
func (p *palette) full() bool {
	return len(p.styles) > most || len(p.clusters) > most || len(p.links) > most
}

func (p *palette) id(s style) styleID {
	id, ok := p.ids[s]
	if ok {
		return id
	}
	id = styleID(len(p.styles))
	p.ids[s] = id
	p.styles, p.blanks = append(p.styles, s), append(p.blanks, id)
	if b := s.ofBlank(); b != s {
		p.blanks[id] = p.id(b)
	}
	return id
}

// cluster is the number of a character that is more than one rune. Numbers begin
// beyond the last rune of Unicode.
func (p *palette) cluster(s string) rune {
	n, ok := p.numbers[s]
	if !ok {
		n = firstCluster + rune(len(p.clusters))
		s = string([]byte(s)) // not the whole screen that it was cut from
		p.clusters, p.numbers[s] = append(p.clusters, s), n
	}
	return n
}

func (p *palette) link(s string) uint32 {
	n, ok := p.linkIDs[s]
	if !ok {
		n, s = uint32(len(p.links)), string([]byte(s))
		p.links, p.linkIDs[s] = append(p.links, s), n
	}
	return n
}

// step returns the sequence that changes the terminal's style.
func (p *palette) step(from, to styleID) string {
	if from == to {
		return ""
	}
	key := [2]styleID{from, to}
	seq, ok := p.steps[key]
	if !ok {
		a, b := p.shown(p.styles[from]), p.shown(p.styles[to])
		seq = change(a, b)
		if a.link != b.link {
			seq += "\x1b]8;" + p.links[b.link] + "\x1b\\"
			if b.link == 0 {
				seq = seq[:len(seq)-2] + ";\x1b\\" // neither parameters nor address
			}
		}
		p.steps[key] = seq
	}
	return seq
}

// shown is a style in the colours that the terminal has.
func (p *palette) shown(s style) style {
	switch p.profile {
	case colorprofile.TrueColor:
		return s
	case colorprofile.NoTTY:
		return style{}
	}
	s.fg, s.bg, s.line = p.nearest(s.fg), p.nearest(s.bg), p.nearest(s.line)
	return s
}

func (p *palette) nearest(h hue) hue {
	if h == 0 || p.profile <= colorprofile.ASCII {
		return 0
	}
	var c color.Color
	switch h & kind {
	case basic:
		c = ansi.BasicColor(h)
	case indexed:
		c = ansi.IndexedColor(h)
	default:
		c = color.RGBA{uint8(h >> 16), uint8(h >> 8), uint8(h), 255}
	}
	switch c := p.profile.Convert(c).(type) {
	case ansi.BasicColor:
		return basic | hue(c)
	case ansi.IndexedColor:
		return indexed | hue(c)
	}
	return h
}

// change is the shortest of what leads from one style to another: what differs,
// or everything anew.
func change(from, to style) string {
	from.link, to.link = 0, 0
	switch {
	case from == to:
		return ""
	case to == style{}:
		return ansi.ResetStyle
	}
	anew := sgr(append([]byte{';'}, parameters(nil, style{}, to)...))
	if less := sgr(parameters(nil, from, to)); len(less) <= len(anew) {
		return less
	}
	return anew
}

func sgr(parameters []byte) string {
	return "\x1b[" + string(parameters[:len(parameters)-1]) + "m"
}

// parameters are those of SGR that differ between two styles, each with a
// semicolon behind it.
func parameters(out []byte, from, to style) []byte {
	off, on := from.attrs&^to.attrs, to.attrs&^from.attrs
	if off&(bold|faint) != 0 {
		out = append(out, "22;"...)
		on |= to.attrs & (bold | faint) // both ended
	}
	if off&(blink|rapid) != 0 {
		out = append(out, "25;"...)
		on |= to.attrs & (blink | rapid)
	}
	for code, a := range attributes {
		if on&a != 0 {
			out = append(strconv.AppendInt(out, int64(code), 10), ';')
		}
		if off&a != 0 && a&(bold|faint|blink|rapid) == 0 {
			out = append(strconv.AppendInt(out, int64(code+20), 10), ';')
		}
	}
	switch {
	case from.underline == to.underline:
	case to.underline == 0:
		out = append(out, "24;"...)
	case to.underline == 1:
		out = append(out, "4;"...)
	default:
		out = append(strconv.AppendInt(append(out, "4:"...), int64(to.underline), 10), ';')
	}
	out = colour(out, from.fg, to.fg, 30)
	out = colour(out, from.bg, to.bg, 40)
	return colour(out, from.line, to.line, 50)
}

// colour appends the parameters of a colour whose first code is base.
func colour(out []byte, from, to hue, base int64) []byte {
	if from == to {
		return out
	}
	n := int64(to & 0xff)
	switch {
	case to == 0:
		out = strconv.AppendInt(out, base+9, 10)
	case to&kind == basic && base < 50 && n < 8:
		out = strconv.AppendInt(out, base+n, 10)
	case to&kind == basic && base < 50:
		out = strconv.AppendInt(out, base+60+n-8, 10)
	case to&kind == full:
		out = append(strconv.AppendInt(out, base+8, 10), ";2;"...)
		out = append(strconv.AppendInt(out, int64(to>>16&0xff), 10), ';')
		out = append(strconv.AppendInt(out, int64(to>>8&0xff), 10), ';')
		out = strconv.AppendInt(out, n, 10)
	default:
		out = append(strconv.AppendInt(out, base+8, 10), ";5;"...)
		out = strconv.AppendInt(out, n, 10)
	}
	return append(out, ';')
}
