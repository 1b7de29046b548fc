package record

import (
	"strings"

	"github.com/charmbracelet/colorprofile"
)

// Terminal is the look of the terminal that a film is shown in: its paper and ink, the sixteen colours of its
// scheme, and how many colours it has.
type Terminal struct {
	Paper, Ink string // "#rrggbb"
	Sixteen    [16]string
	Colours    colorprofile.Profile
}

// Dark and Light are the terminals of recordings, both in the colours of Primer.
func Dark() Terminal {
	return Terminal{
		Paper: "#16161e", Ink: "#c0caf5", Colours: colorprofile.TrueColor,
		Sixteen: [16]string{"#1b1f24", "#e5534b", "#57ab5a", "#c69026", "#539bf5", "#b083f0", "#39c5cf", "#adbac7", "#768390", "#ff938a", "#8ddb8c", "#daaa3f", "#6cb6ff", "#dcbdfb", "#56d4dd", "#ffffff"},
	}
}

// Light is the terminal with light paper.
func Light() Terminal {
	return Terminal{
		Paper: "#ffffff", Ink: "#24292f", Colours: colorprofile.TrueColor,
		Sixteen: [16]string{"#24292f", "#cf222e", "#116329", "#4d2d00", "#0969da", "#8250df", "#1b7c83", "#6e7781", "#57606a", "#a40e26", "#1a7f37", "#633c01", "#218bff", "#a475f9", "#3192aa", "#8c959f"},
	}
}

// shown are lines in the colours that the terminal has.
func (t Terminal) shown(lines []string) []string {
	if t.Colours == colorprofile.TrueColor {
		return lines
	}
	var b strings.Builder
	w := colorprofile.Writer{Forward: &b, Profile: t.Colours}
	_, _ = w.WriteString(strings.Join(lines, "\n")) // into memory: that does not fail
	return strings.Split(b.String(), "\n")
}
