package demo

import (
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
	for i := range lines[:len(lines)-1] {
		said := text.Text{}
		if i < len(p.shell) {
			said = text.Clean(p.shell[i])
		}
		lines[i] = p.Styles.Text.Fit(text.Cat(text.Const(" "), said), w)
	}
}
