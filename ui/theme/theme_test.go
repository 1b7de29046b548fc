package theme

import (
	"math"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"

	"greenroom/ui/text"
)

func TestStylesAreShortSequences(t *testing.T) {
	for got, want := range map[string]string{
		ready(lipgloss.NewStyle()).Apply("x"):                "x",
		Dark().Accent.Apply("x"):                             "\x1b[1;38;5;141mx\x1b[m",
		Sixteen(true).Price.Apply("x"):                       "\x1b[93mx\x1b[m",
		None().Selected.Fit(text.Const("ab"), 3):             "\x1b[7mab \x1b[m",
		None().Selected.Apply(""):                            "",
		Dark().Dim.On(Dark().Bar).Text(text.Const("x")):      Dark().Bar.Open() + Dark().Dim.Open() + "x" + reset,
		Dark().Dim.On(Dark().Selected).Text(text.Const("x")): Dark().Selected.Text(text.Const("x")),
		Dark().Match.On(Dark().Selected).Apply("x"):          Dark().Match.Apply("x"),
		Style{}.On(Dark().Selected).Apply("x"):               Dark().Selected.Apply("x"),
		Dark().Dim.On(Style{}).Apply("x"):                    Dark().Dim.Apply("x"),
		Dark().Dim.Open() + "x" + Dark().Dim.Close():         Dark().Dim.Apply("x"),
		Style{}.Open() + "x" + Style{}.Close():               "x",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestEveryNameIsATheme(t *testing.T) {
	for _, n := range Names() {
		st, ok := Named(n)
		if !ok || st.Name != n {
			t.Errorf("theme %q is %q, %v", n, st.Name, ok)
		}
	}
	if st, ok := Named("mauve"); ok || st.Name != "dark" {
		t.Error("an unknown theme is not refused")
	}
}

var bare = regexp.MustCompile(`^\x1b\[[147](;[147])*m$`)

func TestNoColourWithoutColours(t *testing.T) {
	eachStyle(reflect.ValueOf(*None()), func(name string, s Style) {
		if s.Open() != "" && !bare.MatchString(s.Open()) {
			t.Errorf("%s is %q", name, s.Open())
		}
	})
}

func eachStyle(v reflect.Value, f func(name string, s Style)) {
	for i := range v.NumField() {
		switch field := v.Field(i).Interface().(type) {
		case Style:
			f(v.Type().Field(i).Name, field)
		case string, bool:
		case [6]Style:
			for _, s := range field {
				f(v.Type().Field(i).Name, s)
			}
		default:
			eachStyle(v.Field(i), f)
		}
	}
}

// paletteOf are the themes of 256 colours.
func paletteOf() map[string]palette {
	return map[string]palette{"dark": darkPalette(), "light": lightPalette(), "colour-blind-dark": blindPalette(true), "colour-blind-light": blindPalette(false)}
}

// terminals lists the common backgrounds of terminals.
func terminals(p palette) []lipgloss.ANSIColor {
	if luminance(int(p.text)) > 0.5 {
		return []lipgloss.ANSIColor{16, 234}
	}
	return []lipgloss.ANSIColor{231, 255}
}

func meanings(p palette) map[string]lipgloss.ANSIColor {
	return map[string]lipgloss.ANSIColor{"accent": p.accent, "link": p.link, "price": p.price, "free": p.free,
		"good": p.good, "neutral": p.neutral, "bad": p.bad, "warn": p.warn}
}

// TestContrast holds 4.5:1 for every style that draws words, upon common
// backgrounds and those of the theme, and 3:1 for borders and for the selected
// row beside those that are not.
func TestContrast(t *testing.T) {
	for name, p := range paletteOf() {
		words, back := meanings(p), terminals(p)
		words["text"], words["dim"], words["faint"] = p.text, p.dim, p.faint
		for word, c := range words {
			for _, g := range append(back, p.bar) {
				if r := contrast(c, g); r < 4.5 {
					t.Errorf("%s: %s (%d) upon %d has %.2f:1", name, word, c, g, r)
				}
			}
		}
		for _, pair := range [][2]lipgloss.ANSIColor{{p.barText, p.bar}, {p.barDim, p.bar}, {p.inverse, p.accent}, {p.inverse, p.badge},
			{p.text, p.onHit}, {p.text, p.chip}, {p.faint, p.chip}, {p.accent, p.chip}, {p.onSelected, p.selected}} {
			if r := contrast(pair[0], pair[1]); r < 4.5 {
				t.Errorf("%s: %d upon %d has %.2f:1", name, pair[0], pair[1], r)
			}
		}
		for _, g := range back {
			if r := contrast(p.border, g); r < 3 {
				t.Errorf("%s: borders upon %d have %.2f:1", name, g, r)
			}
			if r := contrast(p.selected, g); r < 3 {
				t.Errorf("%s: the selected row upon %d has %.2f:1", name, g, r)
			}
		}
	}
}

// TestColoursThatMeanSomethingDiffer holds the distance of every two colours
// with a meaning in OKLab, where 0.02 is just noticed; in the themes for
// colour-blind eyes also as those see them (Machado, Oliveira and Fernandes 2009).
func TestColoursThatMeanSomethingDiffer(t *testing.T) {
	for name, p := range paletteOf() {
		eyes := []string{"all"}
		if strings.HasPrefix(name, "colour-blind") {
			eyes = []string{"all", "protanopia", "deuteranopia"}
		}
		all := meanings(p)
		for a, x := range all {
			for b, y := range all {
				for _, eye := range eyes {
					if d := distance(int(x), int(y), eye); a < b && d < 0.09 {
						t.Errorf("%s: %s (%d) and %s (%d) are %.3f apart for %s eyes", name, a, x, b, y, d, eye)
					}
				}
			}
		}
	}
	for _, dark := range []bool{true, false} {
		st := Sixteen(dark)
		looks := map[Style]bool{st.Accent: true, st.Price: true, st.Free: true, st.Good: true, st.Bad: true, st.Warn: true}
		if len(looks) != 6 {
			t.Errorf("16 colours, dark %v: two meanings look alike", dark)
		}
	}
}

var seenBy = map[string][9]float64{
	"all":          {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"protanopia":   {.152286, 1.052583, -.204868, .114503, .786281, .099216, -.003882, -.048116, 1.051998},
	"deuteranopia": {.367322, .860646, -.227968, .280085, .672501, .047413, -.011820, .042940, .968881},
	"tritanopia":   {1.255528, -.076749, -.178779, -.078411, .930809, .147602, .004733, .691367, .303900},
}

func distance(a, b int, eye string) float64 {
	x, y, sum := okLab(a, eye), okLab(b, eye), 0.0
	for i := range x {
		sum += (x[i] - y[i]) * (x[i] - y[i])
	}
	return math.Sqrt(sum)
}

func okLab(n int, eye string) [3]float64 {
	c, m := linears(n), seenBy[eye]
	var v [3]float64
	for i := range v {
		v[i] = min(1, max(0, m[3*i]*c[0]+m[3*i+1]*c[1]+m[3*i+2]*c[2]))
	}
	l := math.Cbrt(.4122214708*v[0] + .5363325363*v[1] + .0514459929*v[2])
	k := math.Cbrt(.2119034982*v[0] + .6806995451*v[1] + .1073969566*v[2])
	s := math.Cbrt(.0883024619*v[0] + .2817188376*v[1] + .6299787005*v[2])
	return [3]float64{.2104542553*l + .793617785*k - .0040720468*s, 1.9779984951*l - 2.428592205*k + .4505937099*s, .0259040371*l + .7827717662*k - .808675766*s}
}

func contrast(a, b lipgloss.ANSIColor) float64 {
	x, y := luminance(int(a)), luminance(int(b))
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(n int) float64 {
	c := linears(n)
	return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
}

func linears(n int) [3]float64 {
	if n >= 232 {
		g := linear(8 + 10*(n-232))
		return [3]float64{g, g, g}
	}
	steps := []int{0, 95, 135, 175, 215, 255}
	return [3]float64{linear(steps[(n-16)/36]), linear(steps[(n-16)/6%6]), linear(steps[(n-16)%6])}
}

func linear(v int) float64 {
	c := float64(v) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}
