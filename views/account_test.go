package views

import (
	"errors"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

// What is one thing to the planner and several calls to the service stands in the
// ledger call by call, each with its own charge; the sum is counted once.
func TestEachCallHasItsLineInTheLedger(t *testing.T) {
	var a account
	call := func(endpoint string, cost api.Credits) client.Receipt {
		return client.Receipt{Endpoint: endpoint, Method: "POST", Charged: cost, ChargedKnown: true, Outcome: client.OutcomeCharged}
	}
	c := new(client.Client)
	a.add(c.Together(call("/v1/profiles/lookup", 30), call("/v1/creators/match", 60), call("/v1/brand-safety/creators", 1200)), errors.New("broke off"))
	if len(a.entries) != 3 || a.spent != 1290 || a.last != 1290 {
		t.Fatalf("%d lines, %s spent, %s last", len(a.entries), a.spent, a.last)
	}
	for i, want := range []api.Credits{30, 60, 1200} {
		if e := a.entries[i]; e.Charged != want || (e.Err != nil) != (i == 2) {
			t.Errorf("line %d: %s charged, %v", i, e.Charged, e.Err)
		}
	}
}
