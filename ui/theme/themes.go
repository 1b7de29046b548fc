package theme

import (
	"image/color"

	"charm.land/lipgloss/v2"
)

// palette holds the colours that differ between the themes; build turns it into Styles.
type palette struct {
	words
	verdicts
	grounds
}

type words struct{ text, dim, faint, accent, link, price, free lipgloss.ANSIColor }

type verdicts struct{ good, neutral, bad, warn lipgloss.ANSIColor }

// grounds are backgrounds, borders, and the words that stand only upon them.
type grounds struct {
	selected, onSelected lipgloss.ANSIColor
	bar, barText, barDim lipgloss.ANSIColor
	border, chip         lipgloss.ANSIColor
	badge, onHit         lipgloss.ANSIColor
	inverse              lipgloss.ANSIColor // of words upon accent and badge
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

// The colours are those of the 256 that lie furthest apart among what every
// ground leaves readable, for all kinds of eyes; TestColoursThatMeanSomethingDiffer and
// TestColoursDifferForEveryEye hold the distances.
func darkPalette() palette {
	return palette{
		words{text: 254, dim: 250, faint: 247, accent: 141, link: 110, price: 221, free: 79},
		verdicts{good: 35, neutral: 153, bad: 210, warn: 202},
		grounds{selected: 61, onSelected: 231, bar: 235, barText: 252, barDim: 248,
			border: 242, chip: 236, badge: 222, onHit: 238, inverse: 16},
	}
}

func lightPalette() palette {
	return palette{
		words{text: 235, dim: 239, faint: 241, accent: 55, link: 26, price: 89, free: 24},
		verdicts{good: 22, neutral: 17, bad: 52, warn: 95},
		grounds{selected: 55, onSelected: 231, bar: 255, barText: 236, barDim: 240,
			border: 244, chip: 254, badge: 55, onHit: 229, inverse: 231},
	}
}

// Dark is the theme for dark terminals.
func Dark() *Styles { return build("dark", true, darkPalette()) }

// Light is the theme for light terminals.
func Light() *Styles { return build("light", false, lightPalette()) }

// ColourBlind keeps meanings further apart for eyes that do not tell red from green:
// the larger distances hold for protanopia and deuteranopia too.
func ColourBlind(dark bool) *Styles {
	if dark {
		return build("colour-blind-dark", true, blindPalette(true))
	}
	return build("colour-blind-light", false, blindPalette(false))
}

func blindPalette(dark bool) palette {
	if dark {
		p := darkPalette()
		p.accent, p.link, p.price, p.free = 140, 147, 227, 158
		p.verdicts = verdicts{good: 153, neutral: 250, bad: 214, warn: 204}
		return p
	}
	p := lightPalette()
	p.accent, p.link, p.price, p.free = 57, 19, 53, 23
	p.verdicts = verdicts{good: 61, neutral: 232, bad: 52, warn: 94}
	return p
}

func build(name string, dark bool, p palette) *Styles {
	plain, strong := lipgloss.NewStyle(), lipgloss.NewStyle().Bold(true)
	fg := func(c color.Color) Style { return ready(plain.Foreground(c)) }
	bold := func(c color.Color) Style { return ready(strong.Foreground(c)) }
	on := func(fg, bg color.Color) Style { return ready(plain.Foreground(fg).Background(bg)) }
	boldOn := func(fg, bg color.Color) Style { return ready(strong.Foreground(fg).Background(bg)) }
	st := &Styles{
		Name: name, Dark: dark,
		Ink: Ink{
			Strong: ready(strong), Dim: fg(p.dim), Faint: fg(p.faint), Title: ready(strong),
			Header: fg(p.faint), Accent: bold(p.accent), Link: ready(plain.Foreground(p.link).Underline(true)),
		},
		Verdict: Verdict{Good: fg(p.good), Neutral: fg(p.neutral), Bad: fg(p.bad), Warn: fg(p.warn)},
		Row: Row{
			Selected: boldOn(p.onSelected, p.selected).alone(), Marked: bold(p.neutral),
			Match:        ready(plain.Foreground(p.text).Background(p.onHit).Underline(true)),
			MatchCurrent: boldOn(p.inverse, p.accent),
		},
		Frame: Frame{
			Border: fg(p.border), BorderFocus: fg(p.accent),
			Bar: on(p.barText, p.bar), BarDim: on(p.barDim, p.bar), BarWarn: boldOn(p.warn, p.bar), Demo: boldOn(p.inverse, p.badge),
			Chip: on(p.text, p.chip), ChipKey: on(p.faint, p.chip), Key: ready(strong),
			Toast: on(p.barText, p.bar), ToastBad: boldOn(p.bad, p.bar),
			Scan: on(lipgloss.ANSIColor(231), lipgloss.ANSIColor(16)),
		},
		Money: Money{Price: fg(p.price), Free: fg(p.free), Gauge: fg(p.neutral), Low: bold(p.warn)},
	}
	for i, c := range tags {
		st.Tags[i] = on(lipgloss.ANSIColor(231), c)
	}
	return st
}

// tags are grounds for white letters that lie as far apart for every eye as six of them can.
var tags = [...]lipgloss.ANSIColor{125, 63, 28, 96, 131, 23}

// Sixteen uses the 16 colours that the terminal's own scheme defines; rows and
// bars are reversed.
func Sixteen(dark bool) *Styles {
	st := None()
	st.Name, st.Dark = "16-light", dark
	accent, price, free, good, bad := lipgloss.Blue, lipgloss.Magenta, lipgloss.Cyan, lipgloss.Green, lipgloss.Red
	if dark {
		st.Name = "16-dark"
		accent, price, free, good, bad = lipgloss.BrightMagenta, lipgloss.BrightYellow, lipgloss.BrightCyan, lipgloss.BrightGreen, lipgloss.BrightRed
	}
	fg := func(c color.Color) lipgloss.Style { return lipgloss.NewStyle().Foreground(c) }
	st.Selected = st.Selected.alone()
	st.Accent, st.BorderFocus = ready(fg(accent).Bold(true)), ready(fg(accent))
	st.MatchCurrent = ready(fg(accent).Bold(true).Reverse(true))
	st.Good, st.Bad, st.Warn = ready(fg(good)), ready(fg(bad)), ready(fg(bad).Bold(true))
	st.Scan = ready(fg(lipgloss.BrightWhite).Background(lipgloss.Black))
	st.Price, st.Free, st.Low = ready(fg(price)), ready(fg(free)), ready(fg(bad).Bold(true))
	for i := range st.Tags {
		st.Tags[i] = ready(fg([]color.Color{lipgloss.Blue, lipgloss.Magenta, lipgloss.Cyan}[i%3]).Reverse(true))
	}
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
