package views

import (
	tea "charm.land/bubbletea/v2"

	"greenroom/client"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// tryService asks a service something that is free, before anything is paid: a wrong
// key or address shows at once, and the first price is held against a budget,
// also where the first page comes from the memory.
func (r *Root) tryService() tea.Cmd {
	if r.env.Client.Keyless() {
		return nil // nothing that is free needs what there is not
	}
	return r.probe.Start(0, fetch.With2(r.env.Client.Shortlists, "", 1))
}

// tried says what is wrong. A service without shortlists is not wrong, and who is
// not signed in is asked to.
func (r *Root) tried(err error) tea.Cmd {
	if err == nil || client.KindOf(err) == client.KindNotOffered || client.KindOf(err) == client.KindSignedOut && r.cfg.SignIn != nil {
		return nil
	}
	return r.apply(nil, view.Fail(explain.Failure(err, r.env.Now)))
}
