package stage

import (
	"strings"

	"github.com/charmbracelet/colorprofile"

	"greenroom/cmd/run"
	"greenroom/cmd/workbench"
	"greenroom/config"
	"greenroom/demo/record"
	"greenroom/demo/script"
	"greenroom/keymap"
	"greenroom/ui/theme"
	"greenroom/views"
)

// look holds the styles, keys and pictures that a stage is drawn with.
type look struct {
	styles   *theme.Styles
	restyle  func(dark bool) *theme.Styles // once the terminal's background is known; nil keeps styles
	keys     *keymap.Map
	pictures views.Picturing
}

// shot holds the flags for a terminal that is not there.
type shot struct{ size, theme, colours string }

// given says whether any of them is.
func (s shot) given() bool { return s != shot{"", "dark", "full"} }

// depths are the numbers of colours that a terminal may have, as they are named.
var depths = map[string]colorprofile.Profile{"16": colorprofile.ANSI, "256": colorprofile.ANSI256, "full": colorprofile.TrueColor}

// look gives a script its size, and is what it is drawn with in which terminal.
func (s shot) look(of *script.Script) (look, record.Terminal, error) {
	if s.size != "" {
		if err := of.Resize(s.size); err != nil {
			return look{}, record.Terminal{}, run.Usagef("--size: %v", err)
		}
	}
	styles, named := theme.Named(s.theme)
	if !named {
		return look{}, record.Terminal{}, run.Usagef("there is no theme %s; --theme is one of %s", s.theme, strings.Join(theme.Names(), ", "))
	}
	colours, named := depths[s.colours]
	if !named {
		return look{}, record.Terminal{}, run.Usagef("--colours is 16, 256 or full")
	}
	if colours == colorprofile.ANSI && styles.Name != theme.None().Name {
		styles = theme.Sixteen(styles.Dark)
	}
	terminal := record.Light()
	if styles.Dark {
		terminal = record.Dark()
	}
	terminal.Colours = colours
	nothing := func(string) string { return "" }
	return look{styles: styles, keys: keymap.Default(), pictures: workbench.Picturing(config.PicturesAuto, nothing, colours)}, terminal, nil
}
