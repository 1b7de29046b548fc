package picture

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestMonogramsTakeTwoCells(t *testing.T) {
	for name, want := range map[string]string{
		"Lena Vogt": "LV", "Jule van der Haas": "JH", "madonna": "MA", "é": "É ", "": "  ", "@42 days": "4D", "Emre Şahin": "EŞ", "李小龙": "李", "🥕 Karotte": "KA", "a\x1b[31mb": "A3",
	} {
		got := Monogram(name)
		if got.Width() != 2 || !strings.HasPrefix(got.String(), want) {
			t.Errorf("%q is %q of %d cells, want %q", name, got, got.Width(), want)
		}
	}
	seen := map[int]bool{}
	for _, id := range strings.Split("abcdefghijklmnopqrstuvwxyz", "") {
		seen[Tag(id, 6)] = true
	}
	if len(seen) != 6 {
		t.Errorf("%d of 6 colours are used", len(seen))
	}
}

// A portrait follows from the id alone, and is another for another id.
func TestPortraitsAreToldApart(t *testing.T) {
	all := map[string]bool{}
	for i := range 40 {
		all[strings.Join(Cells(Portrait(string(rune('a'+i)), W)), "\n")] = true
	}
	if len(all) < 39 {
		t.Errorf("%d of 40 portraits differ", len(all))
	}
	lines := Cells(Portrait("x", W))
	for _, l := range lines {
		if ansi.StringWidth(l) != W || !strings.HasSuffix(l, "\x1b[m") {
			t.Errorf("%q", l)
		}
	}
	if n := len(strings.Join(lines, "\n")); len(lines) != H || n > 5<<10 {
		t.Errorf("%d lines, %d bytes", len(lines), n)
	}
}

func encoded(t *testing.T, kind string, w, h int) []byte {
	t.Helper()
	p := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.Black, color.RGBA{200, 30, 30, 255}})
	for i := range p.Pix {
		p.Pix[i] = 1
	}
	var b bytes.Buffer
	var err error
	switch kind {
	case "png":
		err = png.Encode(&b, p)
	case "jpeg":
		err = jpeg.Encode(&b, p, nil)
	case "gif":
		err = gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{p, image.NewPaletted(p.Rect, p.Palette)}, Delay: []int{1, 1}})
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// bomb is a small PNG that says it is huge.
func bomb(w, h uint32) []byte {
	head := append([]byte("IHDR"), make([]byte, 13)...)
	binary.BigEndian.PutUint32(head[4:], w)
	binary.BigEndian.PutUint32(head[8:], h)
	head[12], head[13] = 8, 2
	raw := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d")
	return binary.BigEndian.AppendUint32(append(raw, head...), crc32.ChecksumIEEE(head))
}

// Three kinds are read, of an animation the first picture; all that is too large, of
// another kind or broken is refused, by what it says before any of it is read.
func TestHostilePicturesAreRefused(t *testing.T) {
	for _, kind := range []string{"png", "jpeg", "gif"} {
		p, err := Decode(encoded(t, kind, 60, 40), W)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if r, g, _, _ := p.At(8, 8).RGBA(); p.Bounds().Dx() != W || r>>8 < 180 || g>>8 > 60 {
			t.Errorf("%s: %v in the middle of %v", kind, p.At(8, 8), p.Bounds())
		}
	}
	for name, raw := range map[string][]byte{
		"wide": encoded(t, "png", MostSide+1, 1), "high": encoded(t, "gif", 1, MostSide+1), "huge": bomb(1<<31-1, 1<<31-1), "cut": encoded(t, "png", 60, 40)[:60],
		"svg": []byte("<svg xmlns='http://www.w3.org/2000/svg'/>"), "empty": nil, "heavy": make([]byte, MostBytes+1), "webp": []byte("RIFF\x00\x00\x00\x00WEBPVP8 "),
	} {
		if _, err := Decode(raw, W); err == nil {
			t.Errorf("%s: is taken", name)
		}
	}
}

// A picture in the terminal and its cells take less than 5 KB; each cell is one cell wide,
// and names its row, its column and whose it is.
func TestPicturesInTheTerminalAreSmall(t *testing.T) {
	id := ID{N: 200, High: Highs}
	sent, cells := Send(id, Portrait("somebody", Kitty.Side())), Placed(id)
	if n := len(sent) + len(strings.Join(cells, "\n")); n > 5<<10 {
		t.Errorf("%d bytes", n)
	}
	if !strings.Contains(sent, "U=1") || !strings.Contains(sent, "i=486539464") || !strings.HasSuffix(sent, "\x1b\\") {
		t.Errorf("%.80q", sent)
	}
	for _, l := range cells {
		if ansi.StringWidth(l) != W || !strings.HasPrefix(l, "\x1b[38;5;200m\U0010eeee") {
			t.Errorf("%d cells: %q", ansi.StringWidth(l), l)
		}
	}
	big := image.NewRGBA(image.Rect(0, 0, side, side))
	for i := range big.Pix {
		big.Pix[i] = byte(i*i>>3) | 0x0f
	}
	if n := len(Send(id, big)) + len(strings.Join(cells, "\n")); n > 5<<10 {
		t.Errorf("%d bytes of a picture of many colours", n)
	}
}
