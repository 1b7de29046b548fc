package picture

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"strings"
)

// side is the width and height in pixels of a picture that a terminal lays over cells, and
// mostSent the limit of its bytes: one of many colours is sent smaller.
const (
	side     = 96
	mostSent = 2700
)

// Question asks a terminal whether it takes pictures; one that does answers OK under this
// number, one that does not is silent.
const (
	Question = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
	Asked    = 31
)

// marks number rows, columns and the high byte of an id, in the order of kitty's protocol.
var marks = []rune("\u0305\u030d\u030e\u0310\u0312\u033d\u033e\u033f\u0346\u034a\u034b\u034c\u0350\u0351\u0352\u0357\u035b\u0363\u0364\u0365\u0366\u0367\u0368\u0369\u036a\u036b\u036c\u036d\u036e\u036f")

// Highs counts the high bytes: programs in one terminal take one each, by chance, so that
// they do not overwrite each other's pictures.
const Highs = 29

// ID is a picture in a terminal: n from 1 to 255, which travels as a colour of the 256, and
// the high byte from 1.
type ID struct{ N, High int }

// Send returns the sequence that gives a picture to a terminal, which then shows it
// wherever its cells are.
func Send(id ID, p image.Image) string {
	var raw bytes.Buffer
	for n := p.Bounds().Dx(); raw.Len() == 0 || raw.Len() > mostSent && n >= W; n = n * 3 / 4 {
		raw.Reset()
		if (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&raw, fit(p, n)) != nil {
			return "" // it is written into memory: that does not fail
		}
	}
	return fmt.Sprintf("\x1b_Ga=T,U=1,q=2,f=100,i=%d,c=%d,r=%d;%s\x1b\\", id.High<<24|id.N, W, H, base64.StdEncoding.EncodeToString(raw.Bytes()))
}

// Placed are the cells that a picture is laid over. Each names its row and column: one may
// be hidden without the others.
func Placed(id ID) []string {
	lines := make([]string, H)
	for y := range lines {
		var b strings.Builder
		fmt.Fprintf(&b, "\x1b[38;5;%dm", id.N)
		for x := range W {
			b.WriteString("\U0010eeee" + string(marks[y]) + string(marks[x]) + string(marks[id.High]))
		}
		lines[y] = b.String() + "\x1b[m"
	}
	return lines
}
