package workbench

import (
	"cmp"
	"strings"

	"github.com/charmbracelet/colorprofile"

	"greenroom/config"
	"greenroom/ui/picture"
	"greenroom/views"
)

// Picturing decides how people are pictured on a terminal with these colours: as wanted,
// as far as it can. By itself nothing is pictured over a network, where a portrait is most
// of the traffic, nor where there are no colours; and only terminals that are known to
// have kitty's protocol are asked for it, since others may draw the question.
func Picturing(want string, getenv func(string) string, colours colorprofile.Profile) views.Picturing {
	auto := want == config.PicturesAuto
	switch {
	case want == config.PicturesOff, auto && (colours <= colorprofile.ASCII || getenv("NO_COLOR") != "" || cmp.Or(getenv("SSH_TTY"), getenv("SSH_CONNECTION")) != ""):
		return views.Picturing{}
	case want == config.PicturesInitials || colours < colorprofile.ANSI256:
		return views.Picturing{Mode: picture.Initials}
	}
	asks := want == config.PicturesKitty
	for _, name := range []string{"kitty", "ghostty", "rio"} {
		asks = asks || auto && (strings.Contains(getenv("TERM"), name) || strings.EqualFold(getenv("TERM_PROGRAM"), name))
	}
	return views.Picturing{Mode: picture.Blocks, Asks: asks}
}
