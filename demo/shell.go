package demo

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"greenroom/ui/text"
	"greenroom/views/drive"
)

// seen says whether words are: on the screen, or in what a command printed.
func (p *Player) seen(words string) bool {
	if p.shell != nil {
		return drive.Has(strings.Join(p.shell, "\n"), words)
	}
	return p.Shows(words)
}

// overlay puts what a command printed over the workbench.
func (p *Player) overlay(lines []string) {
	if p.shell == nil {
		return
	}
	w := ansi.StringWidth(lines[0])
	for i, said := range slices.Concat(p.shell, make([]string, len(lines)))[:len(lines)-1] {
		lines[i] = p.Styles.Text.Fit(text.Clean(" "+said), w)
	}
}
