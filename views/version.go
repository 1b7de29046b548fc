package views

import tea "charm.land/bubbletea/v2"

// Version is another number whenever the view may look different. Whoever draws it
// need not ask for the view of one that was drawn.
func (r *Root) Version() uint64 { return r.version }

// unseen says that a message changes nothing that is seen: what the terminal says of
// itself, a mouse that moves, a wake-up that another one overtook.
func (r *Root) unseen(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.MouseMotionMsg, tea.MouseReleaseMsg, tea.KeyReleaseMsg, tea.PasteStartMsg, tea.PasteEndMsg,
		tea.FocusMsg, tea.BlurMsg, tea.EnvMsg, tea.ColorProfileMsg, tea.ModeReportMsg, tea.KeyboardEnhancementsMsg:
		return true
	case tickMsg:
		return !msg.due.Equal(r.wake)
	}
	return false
}
