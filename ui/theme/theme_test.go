package theme

import (
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"

	"greenroom/ui/text"
)

func TestStylesAreShortSequences(t *testing.T) {
	for got, want := range map[string]string{
		ready(lipgloss.NewStyle()).Apply("x"):                "x",
		Dark().Accent.Apply("x"):                             "\x1b[1;38;5;79mx\x1b[m",
		Sixteen(true).Link.Apply("x"):                        "\x1b[4;96mx\x1b[m",
		None().Selected.Fit(text.Const("ab"), 3):             "\x1b[7mab \x1b[m",
		None().Selected.Apply(""):                            "",
		Dark().Dim.On(Dark().Selected).Text(text.Const("x")): Dark().Selected.Open() + Dark().Dim.Open() + "x" + reset,
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
		default:
			eachStyle(v.Field(i), f)
		}
	}
}

// TestContrast holds 4.5:1 for every style that draws words, upon common
// backgrounds and upon the backgrounds of the theme.
func TestContrast(t *testing.T) {
	grounds := map[bool][]lipgloss.ANSIColor{true: {16, 234}, false: {231, 255}}
	palettes := map[string]palette{"dark": darkPalette(), "light": lightPalette()}
	for name, p := range palettes {
		upon := append(grounds[name == "dark"], p.selected, p.bar, p.chip)
		for word, c := range map[string]lipgloss.ANSIColor{"text": p.text, "dim": p.dim, "faint": p.faint, "accent": p.accent, "link": p.link,
			"good": p.good, "neutral": p.neutral, "bad": p.bad, "warn": p.warn, "price": p.price} {
			for _, g := range upon {
				if r := contrast(c, g); r < 4.5 {
					t.Errorf("%s: %s (%d) upon %d has %.2f:1", name, word, c, g, r)
				}
			}
		}
		for _, pair := range [][2]lipgloss.ANSIColor{{p.barText, p.bar}, {p.barDim, p.bar}, {p.hitText, p.hit}, {p.price, p.onHit}} {
			if r := contrast(pair[0], pair[1]); r < 4.5 {
				t.Errorf("%s: %d upon %d has %.2f:1", name, pair[0], pair[1], r)
			}
		}
	}
}

func TestContrastForColourBlindEyes(t *testing.T) {
	for dark, p := range map[bool]palette{true: darkPalette(), false: lightPalette()} {
		st := ColourBlind(dark)
		for _, s := range []Style{st.Good, st.Neutral, st.Bad, st.Warn, st.Accent, st.Link} {
			c := lipgloss.ANSIColor(number(s.Open()))
			if r := contrast(c, p.selected); r < 4.5 {
				t.Errorf("dark %v: %d upon the selected row has %.2f:1", dark, c, r)
			}
		}
	}
}

func number(seq string) int {
	_, rest, _ := strings.Cut(seq, "38;5;")
	n, _ := strconv.Atoi(rest[:strings.IndexAny(rest, ";m")])
	return n
}

func contrast(a, b lipgloss.ANSIColor) float64 {
	x, y := luminance(int(a)), luminance(int(b))
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(n int) float64 {
	r, g, b := 0, 0, 0
	if n >= 232 {
		r = 8 + 10*(n-232)
		g, b = r, r
	} else {
		steps := []int{0, 95, 135, 175, 215, 255}
		r, g, b = steps[(n-16)/36], steps[(n-16)/6%6], steps[(n-16)%6]
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func linear(v int) float64 {
	c := float64(v) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}
