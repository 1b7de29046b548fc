package workbench

import (
	"testing"

	"github.com/charmbracelet/colorprofile"

	"greenroom/ui/picture"
	"greenroom/views"
)

func TestPicturesAreWhatTheTerminalTakes(t *testing.T) {
	type env = map[string]string
	for name, c := range map[string]struct {
		want    string
		env     env
		colours colorprofile.Profile
		is      views.Picturing
	}{
		"many colours":       {"auto", nil, colorprofile.ANSI256, views.Picturing{Mode: picture.Blocks}},
		"few colours":        {"auto", nil, colorprofile.ANSI, views.Picturing{Mode: picture.Initials}},
		"dumb":               {"auto", nil, colorprofile.NoTTY, views.Picturing{}},
		"no colour":          {"auto", env{"NO_COLOR": "1"}, colorprofile.TrueColor, views.Picturing{}},
		"over ssh":           {"auto", env{"SSH_TTY": "/dev/pts/1", "TERM": "xterm-kitty"}, colorprofile.TrueColor, views.Picturing{}},
		"wanted over ssh":    {"blocks", env{"SSH_TTY": "/dev/pts/1"}, colorprofile.TrueColor, views.Picturing{Mode: picture.Blocks}},
		"off":                {"off", env{"TERM": "xterm-kitty"}, colorprofile.TrueColor, views.Picturing{}},
		"kitty":              {"auto", env{"TERM": "xterm-kitty"}, colorprofile.TrueColor, views.Picturing{Mode: picture.Blocks, Asks: true}},
		"ghostty":            {"auto", env{"TERM_PROGRAM": "ghostty"}, colorprofile.TrueColor, views.Picturing{Mode: picture.Blocks, Asks: true}},
		"kitty and tmux":     {"auto", env{"TERM": "tmux-256color"}, colorprofile.TrueColor, views.Picturing{Mode: picture.Blocks}},
		"blocks on kitty":    {"blocks", env{"TERM": "xterm-kitty"}, colorprofile.TrueColor, views.Picturing{Mode: picture.Blocks}},
		"kitty by hand":      {"kitty", nil, colorprofile.TrueColor, views.Picturing{Mode: picture.Blocks, Asks: true}},
		"kitty, few colours": {"kitty", nil, colorprofile.ANSI, views.Picturing{Mode: picture.Initials}},
		"initials":           {"initials", env{"TERM": "xterm-kitty"}, colorprofile.TrueColor, views.Picturing{Mode: picture.Initials}},
	} {
		if got := Picturing(c.want, func(k string) string { return c.env[k] }, c.colours); got != c.is {
			t.Errorf("%s: %+v, want %+v", name, got, c.is)
		}
	}
}
