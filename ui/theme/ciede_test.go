package theme

import (
	"math"
	"testing"
)

// lab is a colour of the 256 in CIELAB under D65, as eyes of a kind see it.
func lab(n int, eye string) [3]float64 {
	c, m := linears(n), seenBy[eye]
	var v [3]float64
	for i := range v {
		v[i] = min(1, max(0, m[3*i]*c[0]+m[3*i+1]*c[1]+m[3*i+2]*c[2]))
	}
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((.4124564*v[0] + .3575761*v[1] + .1804375*v[2]) / .95047)
	y := f(.2126729*v[0] + .7151522*v[1] + .0721750*v[2])
	z := f((.0193339*v[0] + .1191920*v[1] + .9503041*v[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// ciede2000 is the distance of two colours in CIELAB (Sharma, Wu and Dalal 2005).
func ciede2000(p, q [3]float64) float64 {
	const deg = math.Pi / 180
	mean := (math.Hypot(p[1], p[2]) + math.Hypot(q[1], q[2])) / 2
	g := 0.5 * (1 - math.Sqrt(math.Pow(mean, 7)/(math.Pow(mean, 7)+math.Pow(25, 7))))
	polar := func(c [3]float64) (chroma, hue float64) {
		a := (1 + g) * c[1]
		if hue = math.Atan2(c[2], a) / deg; hue < 0 {
			hue += 360
		}
		return math.Hypot(a, c[2]), hue
	}
	c1, h1 := polar(p)
	c2, h2 := polar(q)
	dh := h2 - h1
	hue := (h1 + h2) / 2
	switch {
	case c1*c2 == 0:
		dh, hue = 0, h1+h2
	case dh > 180:
		dh -= 360
	case dh < -180:
		dh += 360
	}
	if c1*c2 != 0 && math.Abs(h1-h2) > 180 {
		if hue += 180; hue >= 360 {
			hue -= 360
		}
	}
	light, chroma := (p[0]+q[0])/2, (c1+c2)/2
	t := 1 - .17*math.Cos((hue-30)*deg) + .24*math.Cos(2*hue*deg) + .32*math.Cos((3*hue+6)*deg) - .20*math.Cos((4*hue-63)*deg)
	sl := 1 + .015*(light-50)*(light-50)/math.Sqrt(20+(light-50)*(light-50))
	sc, sh := 1+.045*chroma, 1+.015*chroma*t
	turn := -math.Sin(60*deg*math.Exp(-math.Pow((hue-275)/25, 2))) * 2 * math.Sqrt(math.Pow(chroma, 7)/(math.Pow(chroma, 7)+math.Pow(25, 7)))
	dl, dc, dhue := (q[0]-p[0])/sl, (c2-c1)/sc, 2*math.Sqrt(c1*c2)*math.Sin(dh/2*deg)/sh
	return math.Sqrt(dl*dl + dc*dc + dhue*dhue + turn*dc*dhue)
}

// The pairs of the paper that published the formula's test data.
func TestDistanceIsThatOfThePaper(t *testing.T) {
	for _, c := range []struct {
		p, q [3]float64
		want float64
	}{
		{[3]float64{50, 2.6772, -79.7751}, [3]float64{50, 0, -82.7485}, 2.0425},
		{[3]float64{50, 2.5, 0}, [3]float64{50, 0, -2.5}, 4.3065},
		{[3]float64{50, 2.5, 0}, [3]float64{58, 24, 15}, 19.4535},
		{[3]float64{60.2574, -34.0099, 36.2677}, [3]float64{60.4626, -34.1751, 39.4387}, 1.2644},
		{[3]float64{22.7233, 20.0904, -46.6940}, [3]float64{23.0331, 14.9730, -42.5619}, 2.0373},
		{[3]float64{2.0776, 0.0795, -1.1350}, [3]float64{0.9033, -0.0636, -0.5514}, 0.9082},
	} {
		if got := ciede2000(c.p, c.q); math.Abs(got-c.want) > 0.0001 {
			t.Errorf("%v and %v are %.4f apart, want %.4f", c.p, c.q, got, c.want)
		}
	}
}

// TestColoursDifferForEveryEye holds that each two colours with a meaning are told apart by
// all eyes: by those that see all colours, and by those that lack one of three kinds of cones.
func TestColoursDifferForEveryEye(t *testing.T) {
	for name, p := range paletteOf() {
		all := meanings(p)
		for a, x := range all {
			for b, y := range all {
				for eye := range seenBy {
					if d := ciede2000(lab(int(x), eye), lab(int(y), eye)); a < b && d < 8 {
						t.Errorf("%s: %s (%d) and %s (%d) are %.1f apart, %s", name, a, x, b, y, d, eye)
					}
				}
			}
		}
	}
}

// The grounds of monograms differ for every eye, and white letters are read upon each.
func TestTagsDifferForEveryEye(t *testing.T) {
	for i, a := range tags {
		if r := contrast(231, a); r < 4.5 {
			t.Errorf("letters upon %d have %.2f:1", a, r)
		}
		for _, b := range tags[:i] {
			for eye := range seenBy {
				if d := ciede2000(lab(int(a), eye), lab(int(b), eye)); d < 11 {
					t.Errorf("%d and %d are %.1f apart, %s", a, b, d, eye)
				}
			}
		}
	}
}
