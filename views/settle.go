package views

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// settled is what became of calls that an earlier session left without an answer.
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
	what := "“" + ended[0].Subject + "”"
	if len(ended) > 1 {
		what += fmt.Sprintf(" and %d more", len(ended)-1)
	}
	if cost == 0 {
		return r.apply(nil, view.Say(text.Format("%s, cut off earlier, cost nothing.", what)))
	}
	return r.apply(nil, view.Say(text.Format("%s, cut off earlier, cost %s credits. What came is kept: asking again is free.", what, cost.String())))
}
