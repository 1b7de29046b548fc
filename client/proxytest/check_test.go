package proxytest_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
)

// target is a call that is harmed.
type target struct {
	name   string
	gratis bool
	cost   api.Credits // of the request that is harmed
	before api.Credits // of the parts of a batch before it, which pass
	parts  int         // how many those are
	call   func(ctx context.Context, r *rig, opts ...client.Option) (items int, receipt client.Receipt, err error)
	items  int // that a whole answer brings
}

func targets() []target {
	return []target{
		{name: "creator", cost: price(api.OpCreator, 1), items: 1, call: func(ctx context.Context, r *rig, opts ...client.Option) (int, client.Receipt, error) {
			v, receipt, err := r.client.Creator(ctx, house.people[0], true, opts...)
			return len(v.Profiles) / 3, receipt, err
		}},
		{name: "search", cost: price(api.OpSearch, 5), items: 5, call: func(ctx context.Context, r *rig, opts ...client.Option) (int, client.Receipt, error) {
			limit := 5
			v, receipt, err := r.client.Search(ctx, api.SearchRequest{Query: "vegan food", Limit: &limit}, opts...)
			return len(v.Data), receipt, err
		}},
		{name: "match", cost: price(api.OpMatch, 2), items: 2, call: func(ctx context.Context, r *rig, opts ...client.Option) (int, client.Receipt, error) {
			v, receipt, err := r.client.Match(ctx, creators(2), api.Intent{Query: "vegan dinners"}, opts...)
			return len(v.Data), receipt, err
		}},
		{name: "batch", cost: price(api.OpSafetyCreators, 2), before: price(api.OpSafetyCreators, 25), parts: 1, items: 27, call: func(ctx context.Context, r *rig, opts ...client.Option) (int, client.Receipt, error) {
			v, receipt, err := r.client.SafetyOfCreators(ctx, creators(27), opts...)
			return len(v.Data), receipt, err
		}},
		{name: "live batch", cost: price(api.OpRawPost, 2), before: price(api.OpRawPost, 20), parts: 1, items: 22, call: func(ctx context.Context, r *rig, opts ...client.Option) (int, client.Receipt, error) {
			v, receipt, err := r.client.LivePosts(ctx, shortcodes(22), opts...)
			return v.Succeeded, receipt, err
		}},
		{name: "page", gratis: true, items: 10, call: func(ctx context.Context, r *rig, opts ...client.Option) (int, client.Receipt, error) {
			v, receipt, err := r.client.SearchPage(ctx, r.session, "", opts...)
			return len(v.Data), receipt, err
		}},
	}
}

func price(op api.Operation, n int) api.Credits { return api.PriceOf(op).Cost(n) }

func creators(n int) (refs []api.CreatorRef) {
	for _, id := range house.people[:n] {
		refs = append(refs, api.CreatorRef{CreatorID: &id})
	}
	return refs
}

func shortcodes(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("C%d-1", i))
	}
	return list
}

// want is the expected result of a harmed call.
type want struct {
	kind    client.Kind // "": it succeeds
	code    api.Code
	retry   time.Duration // RetryAt, after the last answer; 0: not said
	unnamed bool          // no answer told a request id
	tries   int           // requests that were sent; 0 is 1
	waits   []time.Duration
	outcome client.Outcome // "" is charged for a success, else free
	real    bool           // the service did charge a failure
}

// row is a fault and what becomes of calls that meet it: those that cost, and
// those that do not where it is something else.
type row struct {
	name   string
	fault  fault
	times  int // how many requests meet it; 0 is all
	paid   want
	others *want
	// leaves says that the caller gives up when the fault says so, with this error.
	leaves error
	change func(*client.Config)
}

func (x row) wants(gratis bool) want {
	w := x.paid
	if gratis && x.others != nil {
		w = *x.others
	}
	if w.tries == 0 {
		w.tries = 1
	}
	if w.kind == "" {
		w.real = true
	}
	switch {
	case gratis:
		w.real, w.outcome = false, client.OutcomeFree
	case w.outcome == "" && w.kind == "":
		w.outcome = client.OutcomeCharged
	case w.outcome == "":
		w.outcome = client.OutcomeFree
	}
	return w
}

func run(t *testing.T, rows []row) {
	t.Helper()
	t.Parallel()
	for _, x := range rows {
		for _, k := range targets() {
			t.Run(x.name+"/"+k.name, func(t *testing.T) {
				t.Parallel()
				r := newRig(t, func(cfg *client.Config) {
					if x.change != nil {
						x.change(cfg)
					}
				})
				if k.gratis {
					r.search(t)
				}
				trial{T: t, rig: r, target: k, row: x, want: x.wants(k.gratis)}.judge()
			})
		}
	}
}

// trial is one row for one call.
type trial struct {
	*testing.T
	*rig
	target
	row
	want
}

func (x trial) judge() {
	x.proxy.harms(x.parts, x.times, x.fault)
	items, receipt, err := x.target.call(x.caller(), x.rig)
	if late := x.proxy.settled(x.parts + x.tries); late != nil {
		x.Fatal(late)
	}
	x.proxy.harms(0, 1, passes)
	if (err == nil) != (x.kind == "") {
		x.Fatalf("the call ended with %v, want %q", err, x.kind)
	}
	if err != nil {
		x.failure(err)
	} else if items != x.items {
		x.Errorf("brought %d items, want %d", items, x.items)
	}
	x.sent()
	x.receipt(receipt)
	x.journal(err)
	x.ledger()
	x.kept(err == nil)
	x.again(err == nil)
}

// caller is the context of the call.
func (x trial) caller() context.Context {
	if x.leaves == nil {
		return x.Context()
	}
	p := &patience{Context: x.Context(), over: make(chan struct{}), why: x.leaves}
	x.proxy.leaves(p.end)
	return p
}

func (x trial) failure(err error) {
	var e *client.Error
	if !errors.As(err, &e) {
		x.Fatalf("%T: %v", err, err)
	}
	if e.Kind != x.kind || e.Code != x.code || e.Outcome != x.outcome {
		x.Errorf("failed as %s %q, %s; want %s %q, %s: %v", e.Kind, e.Code, e.Outcome, x.kind, x.code, x.outcome, err)
	}
	if strings.TrimSpace(e.Message) == "" || e.Op == "" || strings.Contains(err.Error()+e.Message, x.key) {
		x.Errorf("says %q of %q", e.Message, e.Op)
	}
	var at time.Time
	if x.retry != 0 {
		at = x.clock.Now().Add(x.retry)
	}
	if !e.RetryAt.Equal(at) {
		x.Errorf("may be tried again at %v, want %v", e.RetryAt, at)
	}
	if (e.RequestID == "") != x.unnamed {
		x.Errorf("request id %q", e.RequestID)
	}
}

// sent holds what was asked of the proxy and of the clock against the row.
func (x trial) sent() {
	if n := x.proxy.seen(); n != x.parts+x.tries {
		x.Errorf("%d requests, want %d", n, x.parts+x.tries)
	}
	if !slices.Equal(x.clock.slept, x.waits) {
		x.Errorf("slept %v, want %v", x.clock.slept, x.waits)
	}
}

func (x trial) receipt(got client.Receipt) {
	outcome := x.outcome
	if x.before > 0 && outcome == client.OutcomeFree {
		outcome = client.OutcomeCharged
	}
	cost := x.before
	if x.outcome == client.OutcomeCharged {
		cost += x.cost
	}
	if got.Outcome != outcome || got.Charged != cost || got.Attempts != x.parts+x.tries {
		x.Errorf("receipt: %s %s in %d attempts, want %s %s in %d", got.Outcome, got.Charged, got.Attempts, outcome, cost, x.parts+x.tries)
	}
	if got.NotKept != nil {
		x.Errorf("not written down: %v", got.NotKept)
	}
}

func (x trial) journal(err error) {
	list := x.entries(x)
	if len(list) != x.parts+1 {
		x.Fatalf("%d rows in the journal, want %d", len(list), x.parts+1)
	}
	e := list[x.parts]
	var charged api.Credits
	if x.outcome == client.OutcomeCharged {
		charged = x.cost
	}
	if e.Outcome != x.outcome || e.Charged != charged || e.Kind != x.kind || e.Code != x.code || e.Attempts != x.tries {
		x.Errorf("the journal says %s %s, %s %q after %d attempts", e.Outcome, e.Charged, e.Kind, e.Code, e.Attempts)
	}
	if (e.RequestID == "") != x.unnamed {
		x.Errorf("the journal's request id is %q (%v)", e.RequestID, err)
	}
	if x.gratis != (e.High == 0) || e.High < x.cost {
		x.Errorf("estimated up to %s, costs %s", e.High, x.cost)
	}
}

// ledger says what the service charged: what it should, once, and nothing that
// the journal does not know or suspect.
func (x trial) ledger() {
	should := x.before
	rows := x.parts
	if x.real && !x.gratis {
		should += x.cost
		rows++
	}
	got := x.charged(x)
	if len(got) != rows || sum(got) != should {
		x.Errorf("%d charges of %s together, want %d of %s", len(got), sum(got), rows, should)
	}
	var known, most api.Credits
	for _, e := range x.entries(x) {
		known += e.Charged
		if most += e.Charged; e.Outcome == client.OutcomeUnknown {
			most += e.High
		}
	}
	if known > should || most < should {
		x.Errorf("the journal knows of %s and suspects up to %s, the service charged %s", known, most, should)
	}
	spent, err := x.memory.Spent(x.Context(), x.memory.purse, start.Add(-time.Hour), time.Time{})
	if err != nil || spent != most {
		x.Errorf("spent is %s, want %s: %v", spent, most, err)
	}
}

// kept holds that a success is kept, and a failure not.
func (x trial) kept(success bool) {
	items, receipt, err := x.target.call(x.Context(), x.rig, client.KeptOnly())
	if success && (err != nil || items != x.items || !receipt.Kept) || !success && client.KindOf(err) != client.KindNotKept {
		x.Errorf("from the memory: %d items, %v", items, err)
	}
}

// again asks once more, with no harm done: what was brought is kept, what was
// not is paid for now and kept from then on.
func (x trial) again(success bool) {
	sent, rows := x.parts+x.tries, len(x.charged(x))
	if !success {
		sent++
		if !x.gratis {
			rows++
		}
	}
	_ = x.clock.Sleep(x.Context(), 2*time.Hour) // budgets that were said to be used up are full
	for range 2 {
		items, _, err := x.target.call(x.Context(), x.rig)
		if err != nil || items != x.items {
			x.Errorf("again: %d items, %v", items, err)
		}
		if n, got := x.proxy.seen(), len(x.charged(x)); n != sent || got != rows {
			x.Errorf("again: %d requests and %d charges, want %d and %d", n, got, sent, rows)
		}
	}
	var was, is int
	for _, e := range x.entries(x) {
		is++
		if e.Outcome == client.OutcomeUnknown {
			was++
		}
	}
	unknown := 0
	if x.outcome == client.OutcomeUnknown {
		unknown = 1
	}
	if was != unknown || is != sent-x.tries+1 {
		x.Errorf("the journal has %d rows, %d of them unknown", is, was)
	}
}

// patience is a context that ends when it is told to.
type patience struct {
	context.Context
	over chan struct{}
	why  error
}

func (p *patience) Done() <-chan struct{} { return p.over }

func (p *patience) Err() error {
	select {
	case <-p.over:
		return p.why
	default:
		return p.Context.Err()
	}
}

func (p *patience) end() {
	if p.Err() == nil {
		close(p.over)
	}
}
