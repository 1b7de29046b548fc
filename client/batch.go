package client

import (
	"slices"

	"greenroom/api"
	"greenroom/client/money"
)

// batch is a call for many items, more perhaps than one request holds.
type batch[T, R any] struct {
	op    string
	items []R
	limit int            // the most items of one request
	key   func(R) string // two items with one key are the same
	of    func(T) string // the key of the item that an answer is for
	bill  func(n int) money.Bill
	opts  options
	// ask makes the request for one part. Its call must take o as its options.
	ask func(part []R, o options) (api.Found[T, R], Receipt, error)
}

// inParts asks for the items of a batch, each of them once, part after part. The
// answers are in the order that was asked for, with one for every time an item
// was asked for; NotFound are items of answered parts without an answer. The
// receipt is the sum. A part that fails ends it: what arrived is returned beside
// the error. What the parts can cost together is held against the caps before
// the first of them is sent; parts that are kept count nothing.
func inParts[T, R any](c *Client, b batch[T, R]) (api.Found[T, R], Receipt, error) {
	parts := slices.Collect(slices.Chunk(distinctBy(b.items, b.key), max(1, b.limit)))
	run := running[T, R]{batch: b, answers: map[string]T{}, asked: map[string]bool{}}
	var err error
	switch len(parts) {
	case 0:
		err = &Error{Kind: KindInvalid, Op: b.op, Outcome: OutcomeFree, Message: sayNothing}
	case 1:
		err = run.ask(parts[0], b.opts)
	default:
		err = run.all(c, parts)
	}
	return run.found(), sum(run.receipts, c), err
}

// running is a batch of which parts were answered.
type running[T, R any] struct {
	batch[T, R]
	answers  map[string]T
	asked    map[string]bool
	receipts []Receipt
}

func (r *running[T, R]) all(c *Client, parts [][]R) error {
	if c.cfg.Memory != nil && !r.opts.refresh && r.opts.show == nil {
		parts = r.recall(parts)
	}
	n := 0
	for _, part := range parts {
		n += len(part)
	}
	_, high := c.Prices().Cost(r.bill(n))
	if most := c.cfg.Caps.OfCall(r.opts.most); most != nil && high > *most && r.opts.show == nil {
		return &Error{Kind: KindOverCap, Op: r.op, Outcome: OutcomeFree, Message: sayOverCall(high, *most)}
	}
	var shown error
	for _, part := range parts {
		o := r.opts
		o.most = c.left(o, sum(r.receipts, c))
		switch err := r.ask(part, o); {
		case r.opts.show != nil && KindOf(err) == KindDryRun:
			shown = err
		case err != nil:
			return err
		}
	}
	return shown
}

// left is what is left of the cap of a call after some of its requests.
func (c *Client) left(o options, used Receipt) *api.Credits {
	most := c.cfg.Caps.OfCall(o.most)
	if most == nil {
		return nil
	}
	cost := used.spent()
	if o.show != nil {
		cost = used.High
	}
	rest := max(0, *most-cost)
	return &rest
}

// recall answers the parts that are kept and returns the others.
func (r *running[T, R]) recall(parts [][]R) (missing [][]R) {
	o := r.opts
	o.kept = true
	for _, part := range parts {
		reply, receipt, err := r.batch.ask(part, o)
		if err != nil {
			missing = append(missing, part)
			continue
		}
		r.take(part, reply)
		r.receipts = append(r.receipts, receipt)
	}
	return missing
}

func (r *running[T, R]) ask(part []R, o options) error {
	reply, receipt, err := r.batch.ask(part, o)
	r.receipts = append(r.receipts, receipt)
	if err == nil {
		r.take(part, reply)
	}
	return err
}

// take puts the answers of one part to their items. An answer that names no item
// in the words it was asked with belongs to the one that is left in its place.
func (r *running[T, R]) take(part []R, reply api.Found[T, R]) {
	missing := map[string]bool{}
	for _, item := range reply.NotFound {
		missing[r.key(item)] = true
	}
	wanted := map[string]bool{}
	for _, item := range part {
		r.asked[r.key(item)] = true
		wanted[r.key(item)] = true
	}
	var strays []T
	for _, answer := range reply.Data {
		key := r.of(answer)
		if !wanted[key] {
			strays = append(strays, answer)
			continue
		}
		r.answers[key] = answer
		delete(wanted, key)
	}
	var open []string
	for _, item := range part {
		if key := r.key(item); wanted[key] && !missing[key] {
			open = append(open, key)
		}
	}
	if len(open) == len(strays) {
		for i, key := range open {
			r.answers[key] = strays[i]
		}
	}
}

func (r *running[T, R]) found() (f api.Found[T, R]) {
	for _, item := range r.items {
		key := r.key(item)
		if answer, ok := r.answers[key]; ok {
			f.Data = append(f.Data, answer)
		} else if r.asked[key] {
			f.NotFound = append(f.NotFound, item)
		}
	}
	return f
}

func distinctBy[R any](items []R, key func(R) string) (once []R) {
	seen := make(map[string]bool, len(items))
	for _, item := range items {
		if k := key(item); !seen[k] {
			seen[k] = true
			once = append(once, item)
		}
	}
	return once
}
