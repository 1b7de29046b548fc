package views

import (
	"slices"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"greenroom/ui/text"
	"greenroom/views/view"
)

// takesCopies is the attribute by which a terminal says that programs may copy. To
// read back what was copied would have some ask their user each time.
const takesCopies = 52

// clipboard remembers the terminal's answers about copying.
type clipboard struct {
	told, allowed bool
	last          text.Text // what was copied last, as it is shown
}

// copy gives words to the terminal, and asks it once whether it takes any. The
// answer is not waited for: many never give one.
func (r *Root) copy(c view.Copy) tea.Cmd {
	c.Words, c.Shown = r.env.Ours(c.Words), r.ours(c.Shown)
	if r.cfg.Lines {
		r.say(view.Toast{Text: text.Format("To be copied: %s", c.Words)})
		return nil
	}
	r.clip.last = c.Shown
	r.say(view.Toast{Text: r.clip.words()})
	if r.clip.told {
		return tea.SetClipboard(c.Words)
	}
	return tea.Batch(tea.SetClipboard(c.Words), tea.Raw(ansi.RequestPrimaryDeviceAttributes))
}

// words say what became of a copy, as far as that is known.
func (c *clipboard) words() text.Text {
	if c.allowed {
		return text.Format("Copied: %s", c.last)
	}
	return text.Format("Sent to the clipboard: %s. If you cannot paste it, your terminal does not let programs copy.", c.last)
}

// describes takes what the terminal tells of itself.
func (r *Root) describes(attributes uv.PrimaryDeviceAttributesEvent) {
	before := r.clip.words()
	r.clip.told, r.clip.allowed = true, slices.Contains(attributes, takesCopies)
	if r.toast.Text == before {
		r.toast.Text = r.clip.words()
	}
}
