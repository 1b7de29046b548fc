package proxytest_test

import (
	"context"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

// refusals are answers to a request whose first try was charged and not answered: none
// of them says what became of that try.
var refusals = map[string]fault{
	"connection refused": {refuse: true},
	"reset":              {reset: true},
	"401":                refused(401, api.CodeUnauthorized, ""),
	"402":                refused(402, api.CodePaymentRequired, ""),
	"404":                refused(404, api.CodeNotFound, ""),
	"404 of a proxy":     instead(404, "text/html", "<h1>404</h1>"),
	"429":                limited("Retry-After", "300"),
	"429, soon":          limited("Retry-After", "1"),
	"503":                unavailable(""),
	"503 of a proxy":     instead(503, "text/html", "<h1>503</h1>"),
	"500":                refused(500, api.CodeInternal, ""),
	"a web page":         instead(200, "text/html", "<h1>welcome</h1>"),
}

// doubtful is a call that was charged and whose answer was lost, and that nobody
// answers from then on.
func doubtful(t *testing.T, f fault) trial {
	t.Helper()
	x := trial{T: t, rig: knowing(t), target: targets()[0]}
	x.proxy.plan = func(n int) fault {
		if n == 0 {
			return breaks(true, nothing)
		}
		return f
	}
	if _, _, err := x.target.call(t.Context(), x.rig); err == nil || failed(t, err).Outcome != client.OutcomeUnknown {
		t.Errorf("it is told as %v", err)
	}
	return x
}

// unknown holds that the journal still says so.
func (x trial) unknown(when string) {
	x.Helper()
	if list := x.entries(x); len(list) != 1 || list[0].Outcome != client.OutcomeUnknown {
		x.Errorf("%s the journal says %+v", when, list)
	}
	if spent, err := x.memory.Spent(x.Context(), x.memory.purse, start, start.AddDate(0, 0, 1)); err != nil || spent < x.cost {
		x.Errorf("%s the day counts %s, %v", when, spent, err)
	}
}

// A refusal of a second try makes the first one no cheaper, whoever refuses and however
// often; once the service answers again the call is charged once.
func TestARefusalDoesNotUndoACharge(t *testing.T) {
	t.Parallel()
	for name, f := range refusals {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := doubtful(t, f)
			x.unknown("after the call")
			if done, err := x.client.Settle(t.Context(), true); err != nil || len(done) != 1 || done[0].Receipt.Outcome != client.OutcomeUnknown {
				t.Errorf("settled %+v, %v", done, err)
			}
			x.unknown("after settling")
			_, _, _ = x.target.call(t.Context(), x.rig)
			x.unknown("asked again")
			x.proxy.harms(0, 1, passes)
			if items, receipt, err := x.target.call(t.Context(), x.rig); err != nil || items != x.items || receipt.Charged != x.cost {
				t.Errorf("%d items for %s, %v", items, receipt.Charged, err)
			}
			x.once()
		})
	}
}

// What a planner cancelled stays cancelled while nobody can say what became of it.
func TestACancelledCallStaysCancelled(t *testing.T) {
	t.Parallel()
	x := trial{T: t, rig: knowing(t), target: targets()[0], row: row{leaves: context.Canceled}}
	x.loses(stalls(true, false))
	x.proxy.harms(0, 0, fault{refuse: true})
	if done, err := x.client.Settle(t.Context(), true); err != nil || len(done) != 1 {
		t.Errorf("settled %+v, %v", done, err)
	}
	x.unknown("after settling")
	x.proxy.harms(0, 1, passes)
	if done, err := x.client.Settle(t.Context(), false); err != nil || len(done) != 0 {
		t.Errorf("it was settled unasked: %+v, %v", done, err)
	}
}

// The first call to a service that is not known to take keys: asked again, it goes on
// as the same where the service knows them, and is another where it does not.
func TestTheFirstCallOfAll(t *testing.T) {
	t.Parallel()
	for _, knows := range []bool{true, false} {
		x := trial{T: t, rig: newRig(t), target: targets()[0]}
		x.proxy.keys = knows
		x.loses(breaks(true, nothing))
		x.unknown("after the call")
		if items, receipt, err := x.target.call(t.Context(), x.rig); err != nil || items != x.items || receipt.Charged != x.cost {
			t.Fatalf("%d items for %s, %v", items, receipt.Charged, err)
		}
		if knows {
			x.once()
			continue
		}
		list := x.entries(t)
		if len(list) != 2 || list[0].Outcome != client.OutcomeUnknown || list[1].Outcome != client.OutcomeCharged || sum(x.charged(t)) != 2*x.cost {
			t.Errorf("two charges are told as %+v", list)
		}
		if spent, err := x.memory.Spent(t.Context(), x.memory.purse, start, start.AddDate(0, 0, 1)); err != nil || spent != list[0].High+x.cost {
			t.Errorf("the day counts %s, %v", spent, err)
		}
	}
}
