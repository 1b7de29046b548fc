package views

import (
	"greenroom/api"
	"greenroom/client"
	"greenroom/views/ledger"
)

// account is what this session spent and what is left, as the service said.
type account struct {
	last    api.Credits // the last charge that was one
	spent   api.Credits
	plan    string
	entries []ledger.Entry
}

// add takes one receipt. A call that never left the machine has none.
func (a *account) add(r client.Receipt, err error) {
	if r.Endpoint == "" {
		return
	}
	a.entries = append(a.entries, ledger.Entry{Receipt: r, Err: err})
	if r.Plan != "" {
		a.plan = r.Plan
	}
	if r.ChargedKnown && r.Charged > 0 {
		a.last = r.Charged
		a.spent += r.Charged
	}
}
