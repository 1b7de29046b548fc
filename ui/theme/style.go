// Package theme owns the looks: named styles as ready escape sequences, in
// themes for dark and light terminals, for colour-blind eyes, for 16 colours and
// for none. It must not know panes, widgets or creators, and it decides nothing:
// whoever draws chooses a style by its meaning. Nothing may be told by a colour
// alone: glyph or word come first.
package theme

import (
	"strconv"

	"greenroom/ui/text"
)

const reset = "\x1b[m"

// Style is a look, ready to be written. The zero Style is plain.
type Style struct{ seq string }

// Apply is s in this style. s must not contain a style itself.
func (s Style) Apply(line string) string {
	if s.seq == "" || line == "" {
		return line
	}
	return s.seq + line + reset
}

// Text is t in this style.
func (s Style) Text(t text.Text) string { return s.Apply(t.String()) }

// Fit is t in exactly w cells in this style.
func (s Style) Fit(t text.Text, w int) string { return s.Apply(t.Fit(w)) }

// Open and Close are what stands before and after a run in this style, for
// writers that do not want a new string; Close is "" for a plain style.
func (s Style) Open() string { return s.seq }

// Close ends what Open began.
func (s Style) Close() string {
	if s.seq == "" {
		return ""
	}
	return reset
}

// On is s upon another style: the background and attributes of under stay, the
// colour is that of s if it has one. A cell on a selected row is
// st.Dim.On(st.Selected).
func (s Style) On(under Style) Style {
	switch {
	case s.seq == "":
		return under
	case under.seq == "":
		return s
	}
	return Style{under.seq + s.seq}
}

// Look says what a Style is made of. Colours are indices of the 256-colour
// palette as the screen's renderer understands them; None is the terminal's own.
type Look struct {
	Fg, Bg                          Colour
	Bold, Faint, Underline, Reverse bool
}

// Colour is an index of the palette plus one, so that the zero Colour is none.
type Colour int

// Index is the colour with this number in the 256-colour palette.
func Index(n int) Colour { return Colour(n + 1) }

// Style makes the look ready.
func (l Look) Style() Style {
	var codes []byte
	for _, a := range []struct {
		on   bool
		code string
	}{{l.Bold, "1"}, {l.Faint, "2"}, {l.Underline, "4"}, {l.Reverse, "7"}} {
		if a.on {
			codes = append(append(codes, ';'), a.code...)
		}
	}
	codes = l.Fg.append(codes, 30)
	codes = l.Bg.append(codes, 40)
	if len(codes) == 0 {
		return Style{}
	}
	return Style{"\x1b[" + string(codes[1:]) + "m"}
}

// append writes the shortest code; base is 30 for letters, 40 for what is
// behind them.
func (c Colour) append(codes []byte, base int) []byte {
	n := int(c) - 1
	switch {
	case n < 0:
		return codes
	case n < 8:
		return strconv.AppendInt(append(codes, ';'), int64(base+n), 10)
	case n < 16:
		return strconv.AppendInt(append(codes, ';'), int64(base+60+n-8), 10)
	}
	codes = strconv.AppendInt(append(codes, ';'), int64(base+8), 10)
	return strconv.AppendInt(append(codes, ";5;"...), int64(n), 10)
}
