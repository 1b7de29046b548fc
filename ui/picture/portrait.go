package picture

import (
	"crypto/sha256"
	"image"
	"image/color"
)

// The colours of portraits: grounds, clothes and hair, and heads, which are of paper, not of
// skin.
var (
	grounds = []uint32{0x2f4858, 0x3d405b, 0x5f4b66, 0x47624f, 0x6b4f3a, 0x274c77, 0x7a4b4b, 0x3a5a5a}
	strong  = []uint32{0xe07a5f, 0xf2b84b, 0x81b29a, 0x5b8fd1, 0xc98bb9, 0xd8573c, 0x4fa3a5, 0xb0a3d4}
	hairs   = []uint32{0x1d1d2b, 0x4a2c2a, 0x7d5a3c, 0x2b4141, 0x8a3b2e, 0x514a6e}
	heads   = []uint32{0xf4ead5, 0xe6dcc6, 0xf0e0dd, 0xdfe7e3, 0xe7e3ef}
)

func rgb(n uint32) color.RGBA { return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255} }

// in says whether a place is in an ellipse.
func in(x, y, cx, cy, rx, ry float64) bool {
	dx, dy := (x-cx)/rx, (y-cy)/ry
	return dx*dx+dy*dy <= 1
}

// hairstyles say where hair is in front of a head.
var hairstyles = []func(x, y float64) bool{
	func(x, y float64) bool { return y < .36 && in(x, y, .5, .45, .24, .28) },
	func(x, y float64) bool { return y < .30+.25*x && in(x, y, .5, .45, .24, .28) },
	func(x, y float64) bool { return y < .36 && in(x, y, .5, .45, .24, .28) || in(x, y, .5, .14, .11, .1) },
	func(x, y float64) bool {
		return in(x, y, .5, .45, .28, .3) && (y < .36 || x < .32 || x > .68)
	},
	func(x, y float64) bool {
		return in(x, y, .36, .25, .13, .12) || in(x, y, .5, .2, .13, .12) || in(x, y, .64, .25, .13, .12)
	},
	func(x, y float64) bool {
		return y < .31 && y > .27 && x > .24 && x < .76 || y <= .27 && in(x, y, .5, .34, .22, .24)
	},
}

// Portrait is the geometric portrait of somebody invented, from the id alone: head, hair and
// shoulders upon a ground. It is nobody's face.
func Portrait(id string, side int) image.Image {
	h := sha256.Sum256([]byte("portrait " + id))
	pick := func(from []uint32, i int) color.RGBA { return rgb(from[int(h[i])%len(from)]) }
	ground, disc, cloth, hair, head := pick(grounds, 0), pick(strong, 1), pick(strong, 2), pick(hairs, 3), pick(heads, 4)
	if disc == cloth {
		cloth = rgb(strong[(int(h[2])+1)%len(strong)])
	}
	style := hairstyles[int(h[5])%len(hairstyles)]
	p := paint(side, func(x, y float64) color.RGBA {
		switch {
		case style(x, y):
			return hair
		case in(x, y, .5, .46, .21, .26):
			return head
		case in(x, y, .5, 1.08, .4, .34):
			return cloth
		case x > .41 && x < .59 && y > .5 && y < .85:
			return head
		case in(x, y, .5, .5, .46, .46):
			return disc
		}
		return ground
	})
	for _, x := range []int{side * 6 / 16, side * 9 / 16} { // eyes stand on the grid itself: smoothed they are gone
		for i := range max(1, side*side/256) {
			n := max(1, side/16)
			p.SetRGBA(x+i%n, side*7/16+i/n, rgb(0x1d1d2b))
		}
	}
	return p
}
