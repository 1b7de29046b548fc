package cmd

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
)

// The paper and ink of a picture, and the size of a cell.
var (
	paper = color.RGBA{0x16, 0x16, 0x1e, 0xff}
	ink   = color.RGBA{0xc0, 0xca, 0xf5, 0xff}
)

const cellW, cellH = 9.6, 20

// picture writes the screen as a PNG into the folder that GREENROOM_PICTURES names;
// nothing where it names none. rsvg-convert draws it, in DejaVu Sans Mono.
func (x *terminal) picture(t *testing.T, name string) {
	t.Helper()
	folder := os.Getenv("GREENROOM_PICTURES")
	if folder == "" {
		return
	}
	draws := exec.Command("rsvg-convert")
	draws.Stdin = strings.NewReader(x.svg())
	raw, err := draws.Output()
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(filepath.Join(folder, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	small := png.Encoder{CompressionLevel: png.BestCompression}
	if err := small.Encode(out, fewColours(drawn, x.colours())); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

// svg is the screen as a drawing.
func (x *terminal) svg() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	var back, front strings.Builder
	for row := range x.emu.Height() {
		for col := range x.emu.Width() {
			c := x.emu.CellAt(col, row)
			if c == nil || c.Width == 0 {
				continue
			}
			fg, bg := or(c.Style.Fg, ink), or(c.Style.Bg, paper)
			if c.Style.Attrs&uv.AttrReverse != 0 {
				fg, bg = bg, fg
			}
			if bg != hexOf(paper) {
				fmt.Fprintf(&back, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>`, float64(col)*cellW, row*cellH, float64(c.Width)*cellW+.4, cellH, bg)
			}
			if strings.TrimSpace(c.Content) == "" {
				continue
			}
			style := ""
			if c.Style.Attrs&uv.AttrBold != 0 {
				style += ` font-weight="bold"`
			}
			if c.Style.Underline != 0 {
				style += ` text-decoration="underline"`
			}
			fmt.Fprintf(&front, `<text x="%.1f" y="%d" fill="%s"%s>%s</text>`, float64(col)*cellW, row*cellH+15, fg, style, html.EscapeString(c.Content))
		}
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="DejaVu Sans Mono" font-size="16"><rect width="100%%" height="100%%" fill="%s"/>%s%s</svg>`,
		int(float64(x.emu.Width())*cellW), x.emu.Height()*cellH, hexOf(paper), back.String(), front.String())
}

func or(c, otherwise color.Color) string {
	if c == nil {
		c = otherwise
	}
	return hexOf(c)
}

func hexOf(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// colours are those that cells have.
func (x *terminal) colours() color.Palette {
	x.mu.Lock()
	defer x.mu.Unlock()
	all := color.Palette{paper, ink}
	for row := range x.emu.Height() {
		for col := range x.emu.Width() {
			for _, c := range []color.Color{x.emu.CellAt(col, row).Style.Fg, x.emu.CellAt(col, row).Style.Bg} {
				if c != nil && !slices.ContainsFunc(all, func(old color.Color) bool { return hexOf(old) == hexOf(c) }) {
					all = append(all, color.RGBAModel.Convert(c))
				}
			}
		}
	}
	return all
}

// fewColours is a picture in the colours that must be right and its most frequent
// ones, which is a third of the bytes; the others are edges of letters.
func fewColours(in image.Image, right color.Palette) image.Image {
	count := map[color.Color]int{}
	for y := range in.Bounds().Dy() {
		for x := range in.Bounds().Dx() {
			count[in.At(x, y)]++
		}
	}
	all := slices.SortedFunc(maps.Keys(count), func(a, b color.Color) int {
		return cmp.Or(count[b]-count[a], strings.Compare(hexOf(a), hexOf(b)))
	})
	out := image.NewPaletted(in.Bounds(), append(right, all[:min(len(all), 256-len(right))]...))
	draw.Draw(out, out.Bounds(), in, image.Point{}, draw.Src)
	return out
}
