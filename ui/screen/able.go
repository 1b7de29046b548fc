package screen

import "strings"

// able is what a kind of terminal understands beyond what all do.
type able struct {
	eraseChars     bool // ECH
	erasesInColour bool // what is erased takes the colour that is set
	waits          bool // in the last column, for the next character, before it goes to the next row
}

// ableOf reads it from the name of a terminal (TERM). Of one that is not known
// nothing is assumed.
func ableOf(term string) able {
	name, _, _ := strings.Cut(term, "-")
	switch name {
	case "alacritty", "contour", "foot", "ghostty", "kitty", "konsole", "linux", "rio", "st", "tmux", "vte", "wezterm", "xterm":
		return able{eraseChars: true, erasesInColour: true, waits: true}
	case "screen":
		return able{eraseChars: true, waits: true}
	case "vt100", "vt102", "vt220", "vt320", "vt420":
		return able{waits: true}
	}
	return able{}
}
