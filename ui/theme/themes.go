package theme

// palette is what differs between the themes; build turns it into Styles.
type palette struct {
	words
	verdicts
	grounds
}

type words struct{ text, dim, faint, accent, link, price Colour }

type verdicts struct{ good, neutral, bad, warn Colour }

// grounds are backgrounds, borders, and the words that stand only upon them.
type grounds struct {
	selected, bar, barText, barDim Colour
	border, chip                   Colour
	hit, hitText, onHit            Colour
}

// Names lists the themes that Named knows, in the order a planner is offered
// them.
func Names() []string {
	return []string{"dark", "light", "colour-blind-dark", "colour-blind-light", "16-dark", "16-light", "none"}
}

// Named is the theme of that name; false, and Dark, if there is none.
func Named(name string) (*Styles, bool) {
	switch name {
	case "dark":
		return Dark(), true
	case "light":
		return Light(), true
	case "colour-blind-dark":
		return ColourBlind(true), true
	case "colour-blind-light":
		return ColourBlind(false), true
	case "16-dark":
		return Sixteen(true), true
	case "16-light":
		return Sixteen(false), true
	case "none":
		return None(), true
	}
	return Dark(), false
}

func darkPalette() palette {
	return palette{
		words{text: Index(254), dim: Index(250), faint: Index(247), accent: Index(79), link: Index(117), price: Index(222)},
		verdicts{good: Index(150), neutral: Index(153), bad: Index(210), warn: Index(215)},
		grounds{selected: Index(236), bar: Index(235), barText: Index(252), barDim: Index(248),
			border: Index(240), chip: Index(236), hit: Index(222), hitText: Index(16), onHit: Index(238)},
	}
}

func lightPalette() palette {
	return palette{
		words{text: Index(235), dim: Index(239), faint: Index(241), accent: Index(23), link: Index(25), price: Index(94)},
		verdicts{good: Index(22), neutral: Index(60), bad: Index(124), warn: Index(94)},
		grounds{selected: Index(254), bar: Index(255), barText: Index(236), barDim: Index(240),
			border: Index(249), chip: Index(254), hit: Index(214), hitText: Index(16), onHit: Index(229)},
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
		p.accent, p.good, p.neutral, p.bad, p.warn = Index(117), Index(117), Index(252), Index(215), Index(228)
		p.link = Index(153)
		return build("colour-blind-dark", true, p)
	}
	p := lightPalette()
	p.accent, p.good, p.neutral, p.bad, p.warn = Index(25), Index(25), Index(240), Index(94), Index(90)
	return build("colour-blind-light", false, p)
}

func build(name string, dark bool, p palette) *Styles {
	fg := func(c Colour) Style { return Look{Fg: c}.Style() }
	bold := func(c Colour) Style { return Look{Fg: c, Bold: true}.Style() }
	return &Styles{
		Name: name, Dark: dark,
		Ink: Ink{
			Strong: Look{Bold: true}.Style(), Dim: fg(p.dim), Faint: fg(p.faint), Title: bold(p.accent),
			Header: fg(p.faint), Accent: bold(p.accent), Link: Look{Fg: p.link, Underline: true}.Style(),
		},
		Verdict: Verdict{Good: fg(p.good), Neutral: fg(p.neutral), Bad: fg(p.bad), Warn: fg(p.warn)},
		Row: Row{
			Selected: Look{Fg: p.text, Bg: p.selected, Bold: true}.Style(), Marked: bold(p.accent),
			Match:        Look{Fg: p.price, Bg: p.onHit, Underline: true}.Style(),
			MatchCurrent: Look{Fg: p.hitText, Bg: p.hit, Bold: true}.Style(),
		},
		Frame: Frame{
			Border: fg(p.border), BorderFocus: fg(p.accent),
			Bar: Look{Fg: p.barText, Bg: p.bar}.Style(), BarDim: Look{Fg: p.barDim, Bg: p.bar}.Style(),
			BarWarn: Look{Fg: p.warn, Bg: p.bar, Bold: true}.Style(),
			Demo:    Look{Fg: p.hitText, Bg: p.hit, Bold: true}.Style(),
			Chip:    Look{Fg: p.text, Bg: p.chip}.Style(), ChipKey: Look{Fg: p.faint, Bg: p.chip}.Style(),
			Key: bold(p.accent), Toast: Look{Fg: p.barText, Bg: p.bar}.Style(),
			ToastBad: Look{Fg: p.bad, Bg: p.bar, Bold: true}.Style(),
		},
		Money: Money{Price: fg(p.price), Free: fg(p.good), Gauge: fg(p.accent), Low: bold(p.warn)},
	}
}

// Sixteen uses the 16 colours that the terminal's own scheme defines; rows and
// bars are reversed.
func Sixteen(dark bool) *Styles {
	st := None()
	st.Name, st.Dark = "16-light", dark
	accent, good, bad, warn := Index(4), Index(2), Index(1), Index(5)
	if dark {
		st.Name = "16-dark"
		accent, good, bad, warn = Index(14), Index(10), Index(9), Index(11)
	}
	strong := Look{Fg: accent, Bold: true}.Style()
	st.Title, st.Accent, st.Key, st.Marked = strong, strong, strong, strong
	st.BorderFocus, st.Gauge = Look{Fg: accent}.Style(), Look{Fg: accent}.Style()
	st.Link = Look{Fg: accent, Underline: true}.Style()
	st.Good, st.Free = Look{Fg: good}.Style(), Look{Fg: good}.Style()
	st.Bad, st.Warn = Look{Fg: bad}.Style(), Look{Fg: warn}.Style()
	st.Verdict.Neutral = Style{}
	st.Price, st.Low = Look{Fg: warn}.Style(), Look{Fg: warn, Bold: true}.Style()
	return st
}

// None is for NO_COLOR: bold, underline and reverse only.
func None() *Styles {
	bold, reverse := Look{Bold: true}.Style(), Look{Reverse: true}.Style()
	both := Look{Bold: true, Reverse: true}.Style()
	under := Look{Underline: true}.Style()
	return &Styles{
		Name: "none", Dark: true,
		Ink:     Ink{Strong: bold, Title: bold, Header: under, Accent: bold, Link: under},
		Verdict: Verdict{Good: bold, Bad: bold, Warn: bold},
		Row: Row{Selected: reverse, Marked: bold, Match: under,
			MatchCurrent: Look{Bold: true, Underline: true, Reverse: true}.Style()},
		Frame: Frame{BorderFocus: bold, Bar: reverse, BarDim: reverse, BarWarn: both, Demo: both,
			Chip: reverse, ChipKey: reverse, Key: bold, Toast: reverse, ToastBad: both},
		Money: Money{Low: bold},
	}
}
