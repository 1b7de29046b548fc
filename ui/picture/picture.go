// Package picture draws people where a terminal has only cells: monograms, portraits in half
// blocks, and pictures that the terminal itself lays over cells. What comes from outside is
// refused unless it is small and of a kind that is known. It knows no screen and asks nobody.
package picture

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif"  // of which the first picture is taken
	_ "image/jpeg" // as those of networks are
	_ "image/png"
	"strings"
	"unicode"

	"greenroom/ui/text"
)

// Mode tells how people are pictured.
type Mode int

// The modes, each with what the one before has: nothing, monograms, portraits in half
// blocks, and portraits by kitty's protocol.
const (
	Off Mode = iota
	Initials
	Blocks
	Kitty
)

// Side returns the width and height of a portrait in pixels.
func (m Mode) Side() int {
	if m == Kitty {
		return side
	}
	return W
}

// The size of a portrait in cells, and what may come from outside: pixels a side, and bytes.
const (
	W, H      = 16, 8
	MostSide  = 4096
	MostBytes = 8 << 20
)

// Lead is the width of a monogram in cells, with the blank behind it.
const Lead = 3

// Monogram is the letters of a name in two cells, and Tag which of n colours it has: by the
// id, since no trait follows from a name.
func Monogram(name string) text.Text {
	var letters []string
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, word := range words {
		if runes := []rune(word); i == 0 && len(words) == 1 {
			letters = append(letters, string(runes[:min(2, len(runes))]))
		} else if i == 0 || i == len(words)-1 {
			letters = append(letters, string(runes[:1]))
		}
	}
	t := text.Clean(strings.ToUpper(strings.Join(letters, "")))
	if t.Width() > 2 {
		t = text.Clean(letters[0]).Truncate(2, text.Text{}) // a letter of two cells stands alone
	}
	return text.Clean(t.Fit(2))
}

// Tag is which of n colours somebody has.
func Tag(id string, n int) int { return int(sha256.Sum256([]byte(id))[0]) % n }

// Decode reads a picture from outside, and fits its middle into a square. What it says of
// its size is read before any of it is.
func Decode(raw []byte, side int) (image.Image, error) {
	if len(raw) > MostBytes {
		return nil, errors.New("the picture has more than 8 MB")
	}
	size, kind, err := image.DecodeConfig(bytes.NewReader(raw))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the size of a picture: %w", err)
	case size.Width <= 0 || size.Height <= 0 || size.Width > MostSide || size.Height > MostSide:
		return nil, fmt.Errorf("the picture has %d by %d pixels, more than %d a side", size.Width, size.Height, MostSide)
	}
	whole, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("read a picture (%s): %w", kind, err)
	}
	if got := whole.Bounds().Size(); got.X > size.Width || got.Y > size.Height {
		return nil, errors.New("the picture is larger than it says")
	}
	return fit(whole, side), nil
}

// samples is the number of pixels each way that make one.
const samples = 4

// fit is the middle square of a picture at another size.
func fit(from image.Image, side int) image.Image {
	b := from.Bounds()
	n := min(b.Dx(), b.Dy())
	left, top := b.Min.X+(b.Dx()-n)/2, b.Min.Y+(b.Dy()-n)/2
	return paint(side, func(x, y float64) color.RGBA {
		return color.RGBAModel.Convert(from.At(left+int(x*float64(n)), top+int(y*float64(n)))).(color.RGBA)
	})
}

// paint is a square picture of what is at each place, 0 to 1, smoothed.
func paint(side int, at func(x, y float64) color.RGBA) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, side, side))
	of := float64(side * samples)
	for y := range side {
		for x := range side {
			var r, g, b int
			for i := range samples * samples {
				c := at((float64(x*samples+i%samples)+.5)/of, (float64(y*samples+i/samples)+.5)/of)
				r, g, b = r+int(c.R), g+int(c.G), b+int(c.B)
			}
			const all = samples * samples
			out.SetRGBA(x, y, color.RGBA{uint8(r / all), uint8(g / all), uint8(b / all), 255})
		}
	}
	return out
}

// Cells draws a picture of W by 2H pixels in half blocks: H lines of W cells.
func Cells(p image.Image) []string {
	lines := make([]string, H)
	for y := range lines {
		var b strings.Builder
		var was [2]color.RGBA
		for x := range W {
			now := [2]color.RGBA{color.RGBAModel.Convert(p.At(x, 2*y)).(color.RGBA), color.RGBAModel.Convert(p.At(x, 2*y+1)).(color.RGBA)}
			if x == 0 || now != was {
				fmt.Fprintf(&b, "\x1b[38;2;%d;%d;%d;48;2;%d;%d;%dm", now[0].R, now[0].G, now[0].B, now[1].R, now[1].G, now[1].B)
			}
			was = now
			b.WriteRune('▀')
		}
		lines[y] = b.String() + "\x1b[m"
	}
	return lines
}
