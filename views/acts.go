package views

import (
	tea "charm.land/bubbletea/v2"

	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/autocomplete"
	"greenroom/views/view"
)

// act is the root's own work for an action, or the reason why it cannot now.
type act struct {
	why string
	do  func() tea.Cmd
}

// own returns the root's act for an action while a page is on top; false where the page
// does it.
func (r *Root) own(s view.Screen, a keymap.Action) (act, bool) {
	for _, p := range r.places() {
		if p.action == a {
			here := r.stack[len(r.stack)-1].page.Kind == p.page.Kind
			return act{view.Unless(!here, "You are already here."), func() tea.Cmd { return r.place(p.page) }}, true
		}
	}
	switch a {
	case keymap.GoHistory: // not among the places
		return act{why: "Searches are not kept: the workbench was started without storage."}, true
	case keymap.Add:
		return act{view.Unless(len(chosen(s)) > 0, "No creator here to add to a list."), func() tea.Cmd { return r.add(chosen(s)) }}, true
	case keymap.Judge:
		return r.several(s, view.Safety), true
	case keymap.FindAlike:
		return r.several(s, view.Alike), true
	case keymap.Undo:
		return act{r.noUndo(r.env.Plan.Undo), func() tea.Cmd { return r.undo(true) }}, true
	case keymap.Reveal:
		return act{view.Unless(!r.cfg.Stage, "They stay masked while you present."), r.reveal}, true
	case keymap.Redo:
		return act{r.noUndo(r.env.Plan.Redo), func() tea.Cmd { return r.undo(false) }}, true
	case keymap.AskAgain:
		return act{view.Unless(r.agreed > 0 || r.env.Client.Agreed() > 0, "You are asked already, from "+view.Amount(r.cfg.AskOver).String()+" cr on."), r.askAgain}, true
	case keymap.Brief:
		return act{view.Unless(r.cfg.Plan != nil, nothingKept), r.editBrief}, true
	case keymap.Back:
		return act{view.Unless(r.leads(s), "Nothing to go back to; "+r.env.Keys.KeyOf(keymap.Quit, keymap.Global)+" quits."), func() tea.Cmd { return r.escape(s) }}, true
	case keymap.Suspend:
		return act{view.Unless(r.suspend != nil, "The program cannot be stopped from here."), func() tea.Cmd { return r.suspend }}, true
	case keymap.Quit: // it works everywhere, as all that follow
		return act{do: r.quitOrBack}, true
	case keymap.ForceQuit:
		return act{do: r.quit}, true
	case keymap.Mouse:
		return act{do: r.toggleMouse}, true
	case keymap.Redraw:
		return act{do: func() tea.Cmd { return tea.ClearScreen }}, true
	case keymap.Queue:
		return act{do: func() tea.Cmd { return r.show(r.newQueue()) }}, true
	case keymap.Help:
		return act{do: func() tea.Cmd { return r.show(r.newHelp()) }}, true
	case keymap.Palette:
		return act{do: func() tea.Cmd { return r.show(r.newPalette()) }}, true
	case keymap.Complete:
		return act{do: func() tea.Cmd { return r.show(finder{autocomplete.New(r.env), r.env}) }}, true
	}
	return act{}, false
}

func (r *Root) quitOrBack() tea.Cmd {
	if len(r.stack) > 1 {
		return r.back()
	}
	return r.quit()
}

func (r *Root) toggleMouse() tea.Cmd {
	r.mouse = !r.mouse
	if r.mouse {
		return r.apply(nil, view.Say(text.Const("The mouse is on. Shift selects text.")))
	}
	return r.apply(nil, view.Say(text.Const("The mouse is off: the terminal selects text.")))
}

// leads says whether there is something to leave.
func (r *Root) leads(s view.Screen) bool {
	return len(r.stack) > 1 || len(r.waiting) > 0 || s.Can(keymap.Cancel) == "" || s.Busy() != ""
}

// escape leaves the innermost thing there is to leave: what waits for the
// budget, what the page has open, a call that nothing can be gone back from,
// the page. It never quits.
func (r *Root) escape(s view.Screen) tea.Cmd {
	switch {
	case len(r.waiting) > 0:
		return r.giveUp(len(r.waiting) - 1)
	case s.Can(keymap.Cancel) == "":
		return r.apply(s, s.Do(keymap.Cancel))
	case len(r.stack) == 1 && s.Busy() != "":
		s.Close()
		return r.apply(nil, view.Fail(text.Const("Cancelled. A call already sent may still be charged; see the ledger.")))
	}
	return r.back()
}

// reveal shows what people are reached by, or masks it again.
func (r *Root) reveal() tea.Cmd {
	r.env.Bare = !r.env.Bare
	said := text.Const("E-mail addresses and phone numbers are masked again.")
	if r.env.Bare {
		said = text.Format("E-mail addresses and phone numbers are shown until %s masks them again.", r.env.Keys.KeyOf(keymap.Reveal, keymap.Global))
	}
	return tea.Batch(r.broadcast(view.Shown{}), r.apply(nil, view.Say(said)))
}
