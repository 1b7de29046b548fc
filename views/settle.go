package views

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// settled holds the outcomes of calls that an earlier session left without an answer.
type settled []client.Settled

// settle asks again for what an earlier session paid for and did not get.
func (r *Root) settle() tea.Msg {
	done, _ := r.cfg.Client.Settle(context.Background(), false) // the journal's own faults are told by the next call
	return settled(done)
}

// tellSettled books what was done now, and says what became of the calls.
func (r *Root) tellSettled(done settled) tea.Cmd {
	var cost api.Credits
	var ended settled
	for _, d := range done {
		if d.Receipt.Outcome == client.OutcomeUnknown {
			continue
		}
		if cost += d.Receipt.Charged; !d.Receipt.Replayed {
			r.account.add(d.Receipt, d.Err)
		}
		ended = append(ended, d)
	}
	r.env.Budget = r.env.Client.Budget()
	if len(ended) == 0 {
		return nil
	}
	what := text.Format("“%s”%s", ended[0].Subject, text.When(len(ended) > 1, " and %d more", len(ended)-1))
	if cost == 0 {
		return r.apply(nil, view.Say(text.Format("%s, interrupted earlier, cost nothing.", what)))
	}
	return r.apply(nil, view.Say(text.Format("%s, interrupted earlier, cost %s credits. The answers are kept and free to read.", what, cost.String())))
}

// tryService asks a service something that is free, before anything is paid: a wrong
// key or address shows at once, and the first price is held against a budget,
// also where the first page comes from the memory.
func (r *Root) tryService() tea.Cmd {
	if r.env.Client.Keyless() {
		return nil // nothing that is free needs what there is not
	}
	return r.probe.Start(0, fetch.With2(r.env.Client.Shortlists, "", 1))
}

// tried says what is wrong. A service without shortlists is not wrong, nor one that is not ready
// yet, and who is not signed in is asked to.
func (r *Root) tried(err error) tea.Cmd {
	switch kind := client.KindOf(err); {
	case err == nil, kind == client.KindNotOffered, kind == client.KindAPI && explain.Later(err), kind == client.KindSignedOut && r.cfg.SignIn != nil:
		return nil
	}
	return r.apply(nil, view.Fail(explain.Failure(err, r.env.Now)))
}
