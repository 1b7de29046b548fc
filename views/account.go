package views

import (
	"greenroom/api"
	"greenroom/client"
	"greenroom/views/ledger"
)

// account is what this session spent and what is left, as the service said.
type account struct {
	last    api.Credits // the last charge that was one
	kept    bool        // after it something came from the memory that would have cost
	spent   api.Credits
	saved   api.Credits // by answers that are kept
	entries []ledger.Entry
}

// add takes one receipt. A call that never left the machine has none.
func (a *account) add(r client.Receipt, err error) {
	if r.Endpoint == "" {
		return
	}
	if r.Saved > 0 {
		a.kept = true
		a.saved += r.Saved
	}
	a.enter(r, err)
	if r.ChargedKnown && r.Charged > 0 {
		a.last, a.kept = r.Charged, false
		a.spent += r.Charged
	}
}

// enter writes each call into the ledger as the service charged it; the last of
// several is the one that failed.
func (a *account) enter(r client.Receipt, err error) {
	if len(r.Parts) == 0 {
		a.entries = append(a.entries, ledger.Of(r, err))
		return
	}
	for i, part := range r.Parts {
		entry := ledger.Of(part, nil)
		if i == len(r.Parts)-1 {
			entry.Err = err
		}
		a.entries = append(a.entries, entry)
	}
}
