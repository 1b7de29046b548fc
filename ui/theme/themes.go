package theme

import (
	"image/color"

	"charm.land/lipgloss/v2"
)

// palette is what differs between the themes; build turns it into Styles.
type palette struct {
	words
	verdicts
	grounds
}

type words struct{ text, dim, faint, accent, link, price lipgloss.ANSIColor }

type verdicts struct{ good, neutral, bad, warn lipgloss.ANSIColor }

// grounds are backgrounds, borders, and the words that stand only upon them.
type grounds struct {
	selected, bar, barText, barDim lipgloss.ANSIColor
	border, chip                   lipgloss.ANSIColor
	hit, hitText, onHit            lipgloss.ANSIColor
}

// makers are the themes in the order a planner is offered them.
var makers = []struct {
	name string
	make func() *Styles
}{
	{"dark", Dark}, {"light", Light},
	{"colour-blind-dark", func() *Styles { return ColourBlind(true) }}, {"colour-blind-light", func() *Styles { return ColourBlind(false) }},
	{"16-dark", func() *Styles { return Sixteen(true) }}, {"16-light", func() *Styles { return Sixteen(false) }},
	{"none", None},
}

// Names lists the themes that Named knows.
func Names() []string {
	names := make([]string, len(makers))
	for i, m := range makers {
		names[i] = m.name
	}
	return names
}

// Named is the theme of that name; false, and Dark, if there is none.
func Named(name string) (*Styles, bool) {
	for _, m := range makers {
		if m.name == name {
			return m.make(), true
		}
	}
	return Dark(), false
}

func darkPalette() palette {
	return palette{
		words{text: 254, dim: 250, faint: 247, accent: 79, link: 117, price: 222},
		verdicts{good: 150, neutral: 153, bad: 210, warn: 215},
		grounds{selected: 236, bar: 235, barText: 252, barDim: 248,
			border: 240, chip: 236, hit: 222, hitText: 16, onHit: 238},
	}
}

func lightPalette() palette {
	return palette{
		words{text: 235, dim: 239, faint: 241, accent: 23, link: 25, price: 94},
		verdicts{good: 22, neutral: 60, bad: 124, warn: 94},
		grounds{selected: 254, bar: 255, barText: 236, barDim: 240,
			border: 249, chip: 254, hit: 214, hitText: 16, onHit: 229},
	}
}

// Dark is the theme for dark terminals.
func Dark() *Styles { return build("dark", true, darkPalette()) }

// Light is the theme for light terminals.
func Light() *Styles { return build("light", false, lightPalette()) }

// ColourBlind keeps judgements apart by blue and orange instead of green and
// red.
func ColourBlind(dark bool) *Styles {
	if dark {
		p := darkPalette()
		p.accent, p.good, p.neutral, p.bad, p.warn = 117, 117, 252, 215, 228
		p.link = 153
		return build("colour-blind-dark", true, p)
	}
	p := lightPalette()
	p.accent, p.good, p.neutral, p.bad, p.warn = 25, 25, 240, 94, 90
	return build("colour-blind-light", false, p)
}

func build(name string, dark bool, p palette) *Styles {
	plain, strong := lipgloss.NewStyle(), lipgloss.NewStyle().Bold(true)
	fg := func(c color.Color) Style { return ready(plain.Foreground(c)) }
	bold := func(c color.Color) Style { return ready(strong.Foreground(c)) }
	on := func(fg, bg color.Color) Style { return ready(plain.Foreground(fg).Background(bg)) }
	boldOn := func(fg, bg color.Color) Style { return ready(strong.Foreground(fg).Background(bg)) }
	return &Styles{
		Name: name, Dark: dark,
		Ink: Ink{
			Strong: ready(strong), Dim: fg(p.dim), Faint: fg(p.faint), Title: bold(p.accent),
			Header: fg(p.faint), Accent: bold(p.accent), Link: ready(plain.Foreground(p.link).Underline(true)),
		},
		Verdict: Verdict{Good: fg(p.good), Neutral: fg(p.neutral), Bad: fg(p.bad), Warn: fg(p.warn)},
		Row: Row{
			Selected: boldOn(p.text, p.selected), Marked: bold(p.accent),
			Match:        ready(plain.Foreground(p.price).Background(p.onHit).Underline(true)),
			MatchCurrent: boldOn(p.hitText, p.hit),
		},
		Frame: Frame{
			Border: fg(p.border), BorderFocus: fg(p.accent),
			Bar: on(p.barText, p.bar), BarDim: on(p.barDim, p.bar), BarWarn: boldOn(p.warn, p.bar), Demo: boldOn(p.hitText, p.hit),
			Chip: on(p.text, p.chip), ChipKey: on(p.faint, p.chip), Key: bold(p.accent),
			Toast: on(p.barText, p.bar), ToastBad: boldOn(p.bad, p.bar),
		},
		Money: Money{Price: fg(p.price), Free: fg(p.good), Gauge: fg(p.accent), Low: bold(p.warn)},
	}
}

// Sixteen uses the 16 colours that the terminal's own scheme defines; rows and
// bars are reversed.
func Sixteen(dark bool) *Styles {
	st := None()
	st.Name, st.Dark = "16-light", dark
	accent, good, bad, warn := lipgloss.Blue, lipgloss.Green, lipgloss.Red, lipgloss.Magenta
	if dark {
		st.Name = "16-dark"
		accent, good, bad, warn = lipgloss.BrightCyan, lipgloss.BrightGreen, lipgloss.BrightRed, lipgloss.BrightYellow
	}
	fg := func(c color.Color) lipgloss.Style { return lipgloss.NewStyle().Foreground(c) }
	strong := ready(fg(accent).Bold(true))
	st.Title, st.Accent, st.Key, st.Marked = strong, strong, strong, strong
	st.BorderFocus, st.Gauge, st.Link = ready(fg(accent)), ready(fg(accent)), ready(fg(accent).Underline(true))
	st.Good, st.Free, st.Bad, st.Warn = ready(fg(good)), ready(fg(good)), ready(fg(bad)), ready(fg(warn))
	st.Verdict.Neutral = Style{}
	st.Price, st.Low = ready(fg(warn)), ready(fg(warn).Bold(true))
	return st
}

// None is for NO_COLOR: bold, underline and reverse only.
func None() *Styles {
	plain := lipgloss.NewStyle()
	bold, reverse, under := ready(plain.Bold(true)), ready(plain.Reverse(true)), ready(plain.Underline(true))
	both := ready(plain.Bold(true).Reverse(true))
	return &Styles{
		Name: "none", Dark: true,
		Ink:     Ink{Strong: bold, Title: bold, Header: under, Accent: bold, Link: under},
		Verdict: Verdict{Good: bold, Bad: bold, Warn: bold},
		Row: Row{Selected: reverse, Marked: bold, Match: under,
			MatchCurrent: ready(plain.Bold(true).Underline(true).Reverse(true))},
		Frame: Frame{BorderFocus: bold, Bar: reverse, BarDim: reverse, BarWarn: both, Demo: both,
			Chip: reverse, ChipKey: reverse, Key: bold, Toast: reverse, ToastBad: both},
		Money: Money{Low: bold},
	}
}
