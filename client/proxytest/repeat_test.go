package proxytest_test

import (
	"context"
	"testing"

	"greenroom/client"
)

// knowing is a rig whose service takes idempotency keys.
func knowing(t *testing.T) *rig {
	t.Helper()
	r := newRig(t, func(c *client.Config) { c.Idempotent = true })
	r.proxy.keys = true
	return r
}

var losses = []struct {
	name   string
	fault  fault
	leaves error
}{
	{"cut before the work", breaks(false, nothing), nil},
	{"answer lost", breaks(true, nothing), nil},
	{"half a header", breaks(true, halfHeader), nil},
	{"half a body", breaks(true, halfBody), nil},
	{"header only", breaks(true, noBody), nil},
	{"reset before reading", fault{reset: true}, nil},
	{"late, then the work", stalls(false, true), context.DeadlineExceeded},
	{"given up after the work", stalls(true, false), context.Canceled},
	{"given up before the work", stalls(false, false), context.Canceled},
}

// ones runs a test for every paid call and every way to lose its answer.
func ones(t *testing.T, test func(t *testing.T, x trial, leaves error, f fault)) {
	t.Parallel()
	for _, l := range losses {
		for _, k := range targets() {
			if !k.gratis {
				t.Run(l.name+"/"+k.name, func(t *testing.T) {
					t.Parallel()
					test(t, trial{T: t, rig: knowing(t), target: k, row: row{leaves: l.leaves}}, l.leaves, l.fault)
				})
			}
		}
	}
}

// loses makes the call, of which no answer comes whatever is tried.
func (x trial) loses(f fault) {
	x.Helper()
	x.proxy.harms(x.parts, 0, f)
	if _, _, err := x.target.call(x.caller(), x.rig); err == nil {
		x.Fatal("it was answered")
	}
	if late := x.proxy.settled(x.parts + 1); late != nil {
		x.Fatal(late)
	}
	x.proxy.leaves(func() {})
	x.proxy.harms(0, 1, passes)
}

// once holds that everything was charged once, is known and is kept.
func (x trial) once() {
	x.Helper()
	if rows := x.charged(x); len(rows) != x.parts+1 || sum(rows) != x.before+x.cost {
		x.Errorf("%d charges of %s, want %d of %s", len(rows), sum(rows), x.parts+1, x.before+x.cost)
	}
	known := map[string]bool{}
	for _, e := range x.entries(x) {
		known[e.RequestID] = true
		if e.Outcome != client.OutcomeCharged {
			x.Errorf("the journal says %s of %s", e.Outcome, e.Endpoint)
		}
	}
	for _, r := range x.charged(x) {
		if !known[r.RequestID] {
			x.Errorf("%s was charged and is not in the journal", r.RequestID)
		}
	}
	sent := x.proxy.seen()
	items, _, err := x.target.call(x.Context(), x.rig)
	if err != nil || items != x.items || x.proxy.seen() != sent {
		x.Errorf("again: %d items, %v, after %d requests", items, err, x.proxy.seen()-sent)
	}
}

// A call whose answer was lost is charged once: asked again, it goes on as the
// same one.
func TestALostCallGoesOn(t *testing.T) {
	ones(t, func(t *testing.T, x trial, _ error, f fault) {
		x.loses(f)
		if items, _, err := x.target.call(x.Context(), x.rig, client.Refresh()); err != nil || items != x.items {
			if x.parts == 0 { // of a batch all parts are asked for anew
				t.Errorf("%d items, %v", items, err)
			}
		}
		if x.parts == 0 {
			x.once()
		}
	})
}

// Settling sends what was lost again: nothing stays unknown, and nothing is
// charged twice.
func TestSettlingLeavesNothingUnknown(t *testing.T) {
	ones(t, func(t *testing.T, x trial, leaves error, f fault) {
		x.loses(f)
		if leaves == context.Canceled {
			if done, err := x.client.Settle(t.Context(), false); len(done) != 0 || err != nil {
				t.Errorf("what was cancelled was settled unasked: %v, %v", done, err)
			}
		}
		done, err := x.client.Settle(t.Context(), true)
		if err != nil || len(done) != 1 || done[0].Err != nil || done[0].Receipt.Charged != x.cost {
			t.Fatalf("settled %+v, %v", done, err)
		}
		x.once()
		if done, err := x.client.Settle(t.Context(), true); len(done) != 0 || err != nil {
			t.Errorf("settled again: %v, %v", done, err)
		}
	})
}

// One lost answer is no failure: the request is sent again, and charged once.
func TestALostAnswerIsAskedForAgain(t *testing.T) {
	t.Parallel()
	for _, k := range targets() {
		if k.gratis {
			continue
		}
		x := trial{T: t, rig: knowing(t), target: k}
		x.proxy.harms(x.parts, 1, breaks(true, nothing))
		items, receipt, err := k.call(t.Context(), x.rig)
		if err != nil || items != k.items || receipt.Charged != x.before+x.cost {
			t.Errorf("%s: %d items for %s, %v", k.name, items, receipt.Charged, err)
		}
		x.once()
	}
}

// A service that does not know the keys is never asked again for what it may have
// charged.
func TestAServiceWithoutKeysIsLeftAlone(t *testing.T) {
	t.Parallel()
	x := trial{T: t, rig: newRig(t), target: targets()[1]}
	x.loses(breaks(true, nothing))
	sent := x.proxy.seen()
	if done, err := x.client.Settle(t.Context(), true); len(done) != 0 || err != nil || x.proxy.seen() != sent {
		t.Errorf("settled %v, %v", done, err)
	}
}
