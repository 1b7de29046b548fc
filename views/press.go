package views

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/autocomplete"
	"greenroom/views/view"
)

// press finds the action of a key: first in the question that waits, then in
// the overlay, then in the screen on top.
func (r *Root) press(msg tea.KeyPressMsg) tea.Cmd {
	key := msg.String()
	r.toast = view.Toast{}
	_, scopes := r.inFront()
	switch a, _ := r.env.Keys.Lookup(key, append(scopes, keymap.Dialog)...); a {
	case keymap.ForceQuit:
		return r.quit()
	case keymap.Suspend:
		return r.suspend
	}
	switch {
	case r.asking != nil:
		return r.answerQuestion(key)
	case r.over != nil:
		return r.overPress(msg)
	case r.complete != nil:
		return r.screenPress(r.complete, msg)
	}
	return r.screenPress(r.top(), msg)
}

func (r *Root) screenPress(s view.Screen, msg tea.KeyPressMsg) tea.Cmd {
	key := msg.String()
	if s.Typing() {
		if a, ok := r.env.Keys.Lookup(key, keymap.Field); ok {
			return r.do(s, a)
		}
		return r.applyFrom(s, s.Type(msg))
	}
	a, ok := r.env.Keys.Lookup(key, append(slices.Clone(s.Scopes()), keymap.Global)...)
	if !ok {
		return nil
	}
	return r.do(s, a)
}

// do runs an action: the root's own, or the screen's if it can run now.
func (r *Root) do(s view.Screen, a keymap.Action) tea.Cmd {
	if cmd, ok := r.own(s, a); ok {
		return cmd
	}
	if why := s.Can(a); why != "" {
		return r.apply(view.Fail(text.Clean(why)))
	}
	return r.applyFrom(s, s.Do(a))
}

// applyFrom does what s returned. Finding by name is an overlay, not a page:
// when it wants to go anywhere it goes away first.
func (r *Root) applyFrom(s view.Screen, out view.Out) tea.Cmd {
	if r.complete != nil && s == view.Screen(r.complete) && (out.Nav.Back || out.Nav.Go) {
		r.complete.Close()
		r.complete = nil
		out.Nav.Back = false
	}
	return r.apply(out)
}

func (r *Root) own(s view.Screen, a keymap.Action) (tea.Cmd, bool) {
	switch a {
	case keymap.ForceQuit:
		return r.quit(), true
	case keymap.Quit:
		if len(r.stack) > 1 {
			return r.back(), true
		}
		return r.quit(), true
	case keymap.Back:
		return r.escape(s), true
	case keymap.Help:
		r.over = r.newHelp()
	case keymap.Palette:
		r.over = r.newPalette()
	case keymap.Complete:
		r.complete = autocomplete.New(r.env)
		return r.apply(r.complete.Init()), true
	case keymap.GoSearch:
		return r.place(view.Page{Kind: view.Search}), true
	case keymap.GoLists:
		return r.place(view.Page{Kind: view.Shortlists}), true
	case keymap.GoHistory:
		if r.cfg.History == nil {
			return r.apply(view.Fail(text.Const("Searches are not kept here: the workbench was started without a place to keep them."))), true
		}
		return r.place(view.Page{Kind: view.History}), true
	case keymap.GoLedger:
		return r.place(view.Page{Kind: view.Ledger}), true
	case keymap.Redraw:
		return tea.ClearScreen, true
	case keymap.Mouse:
		r.mouse = !r.mouse
		if r.mouse {
			return r.apply(view.Say(text.Const("The mouse is on. Shift selects text."))), true
		}
		return r.apply(view.Say(text.Const("The mouse is off: the terminal selects text."))), true
	default:
		return nil, false
	}
	return nil, true
}

// escape leaves the innermost thing there is to leave: what waits for the
// budget, what the screen has open, a call that nothing can be gone back from,
// the page. It never quits.
func (r *Root) escape(s view.Screen) tea.Cmd {
	switch {
	case r.waiting != nil:
		r.waiting = nil
		return r.apply(view.Say(text.Const("It will not start by itself any more. Nothing was charged.")))
	case s.Can(keymap.Cancel) == "":
		return r.applyFrom(s, s.Do(keymap.Cancel))
	case len(r.stack) == 1 && s.Busy() != "":
		s.Close()
		return r.apply(view.Fail(text.Const("Cancelled. A call that had left may still be charged: the ledger tells.")))
	}
	return r.back()
}
