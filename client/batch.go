package client

import (
	"cmp"
	"context"
	"slices"

	"greenroom/api"
	"greenroom/client/money"
)

// batch is a call for many items, more perhaps than one request holds.
type batch[T, R any] struct {
	naming[R]
	op, about string // about names the call in the journal; "": its items do
	items     []R
	wrong     *Error          // what is wrong beside the items
	limit     int             // the most items of one request
	of        func(T) string  // the key of the item that an answer is for
	prices    []api.Operation // what each item that is found costs
	opts      options
	// request asks for one part; an answer to it answers the request for each of its
	// items alone too.
	request func(part []R) request
	single  func(R) request // asks for one item at an endpoint of its own; nil: there is none
	id      func(T) string  // what is billed once, by whatever names it was asked for
	// ask makes the request for one part, with call; nil: it is answered with what
	// was found.
	ask func(part []R, o options) (api.Found[T, R], Receipt, error)
}

// bill is the most that n items cost.
func (b batch[T, R]) bill(n int) (bill money.Bill) {
	for _, op := range b.prices {
		bill = append(bill, money.UpTo(op, n)...)
	}
	return bill
}

func (b batch[T, R]) call(part []R, o options) call {
	about := cmp.Or(b.about, several(len(part), b.subject(part[0])))
	return call{op: b.op, request: b.request(part), subject: about, bill: b.bill(len(part)), traits: optional | kept, opts: o}
}

// find makes the call for a part that is answered with what was found of it.
func (b batch[T, R]) find(ctx context.Context, c *Client, part []R, o options) (api.Found[T, R], Receipt, error) {
	return ask(ctx, c, asked[api.Found[T, R]]{
		call:   b.call(part, o),
		count:  func(v *api.Found[T, R]) int { return len(distinctBy(v.Data, b.id)) },
		beside: func(v *api.Found[T, R]) []request { return b.alone(part, v.Data) },
		absent: func(v *api.Found[T, R]) bool { return v.Data == nil },
	})
}

// alone are the requests for single items of a part that an answer to it answers too:
// for those that are there. What is not there now may be next time.
func (b batch[T, R]) alone(part []R, answers []T) (all []request) {
	came := make(map[string]bool, len(answers))
	for _, answer := range answers {
		came[b.of(answer)] = true
	}
	for _, item := range part {
		if len(part) > 1 && came[b.key(item)] {
			all = append(all, b.request([]R{item}))
		}
	}
	return all
}

// inBatches asks for the items of a batch, each of them once, part after part. The
// answers are in the order that was asked for, with one for every time an item
// was asked for; NotFound are items of answered parts without an answer. The
// receipt is the sum. A part that fails ends it: what arrived is returned beside
// the error. What the parts can cost together is held against the caps before
// the first of them is sent; what is kept counts nothing.
func inBatches[T, R any](ctx context.Context, c *Client, b batch[T, R]) (api.Found[T, R], Receipt, error) {
	items, wrong := b.form(b.param, b.items)
	if len(b.items) == 0 {
		wrong = refuse(b.param, b.param+" is empty.")
	}
	if wrong = cmp.Or(wrong, b.wrong); wrong != nil {
		receipt, err := c.do(ctx, call{op: b.op, wrong: wrong}, reading{})
		return api.Found[T, R]{}, receipt, err
	}
	b.items = items
	if b.ask == nil {
		b.ask = func(part []R, o options) (api.Found[T, R], Receipt, error) { return b.find(ctx, c, part, o) }
	}
	parts := slices.Collect(slices.Chunk(distinctBy(b.items, b.key), max(1, b.limit)))
	run := running[T, R]{batch: b, answers: map[string]T{}, asked: map[string]bool{}}
	err := run.all(ctx, c, parts)
	return run.found(), sum(run.receipts, c), err
}

// running is a batch of which parts were answered.
type running[T, R any] struct {
	batch[T, R]
	answers  map[string]T
	asked    map[string]bool
	receipts []Receipt
	shown    error // of a dry run: something of it is kept
}

func (r *running[T, R]) all(ctx context.Context, c *Client, parts [][]R) error {
	if c.cfg.Memory != nil && !r.opts.refresh {
		parts = r.recall(ctx, c, parts)
	}
	if len(parts) == 1 && len(r.receipts) == 0 {
		return r.ask(parts[0], r.opts)
	}
	n := len(slices.Concat(parts...))
	_, high := c.Prices().Cost(r.bill(n))
	if most := c.cfg.Caps.OfCall(r.opts.most); most != nil && high > *most && r.opts.show == nil {
		return &Error{Kind: KindOverCap, Op: r.op, Outcome: OutcomeFree, Message: sayOverCall(high, *most)}
	}
	if r.opts.kept && n > 0 {
		return &Error{Kind: KindNotKept, Op: r.op, Outcome: OutcomeFree, Message: sayNotKept}
	}
	shown := r.shown
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

// left returns the rest of a call's cap after some of its requests.
func (c *Client) left(o options, used Receipt) *api.Credits {
	cost := used.spent()
	if o.show != nil {
		cost = used.High
	}
	return rest(c.cfg.Caps.OfCall(o.most), cost)
}

// recall answers the parts and the items that are kept, and returns the others. A
// dry run shows what is kept only where nothing else is asked for.
func (r *running[T, R]) recall(ctx context.Context, c *Client, parts [][]R) (missing [][]R) {
	var kept [][]R
	var rest []R
	for _, part := range parts {
		if c.isKept(ctx, r.request(part), r.opts) {
			kept = append(kept, part)
			continue
		}
		for _, item := range part {
			if alone := []R{item}; len(part) > 1 && c.isKept(ctx, r.request(alone), r.opts) {
				kept = append(kept, alone)
			} else if !r.recallSingle(ctx, c, item) {
				rest = append(rest, item)
			}
		}
	}
	o := r.opts
	o.kept = true
	switch {
	case r.opts.show == nil:
	case len(rest) > 0:
		kept = nil
	default:
		return kept
	}
	for _, part := range kept {
		reply, receipt, err := r.batch.ask(part, o)
		if err != nil {
			rest = append(rest, part...)
			continue
		}
		r.take(part, reply)
		r.receipts = append(r.receipts, receipt)
	}
	return slices.Collect(slices.Chunk(rest, max(1, r.limit)))
}

// recallSingle answers an item that was read at its own endpoint before.
func (r *running[T, R]) recallSingle(ctx context.Context, c *Client, item R) bool {
	if r.single == nil || !c.isKept(ctx, r.single(item), r.opts) {
		return false
	}
	k := r.call([]R{item}, r.opts)
	k.request = r.single(item)
	v, receipt, err := askOne(ctx, c, k, whole[T])
	if KindOf(err) == KindDryRun {
		r.shown = err
		return true
	}
	if err == nil {
		r.asked[r.key(item)], r.answers[r.key(item)] = true, v
		r.receipts = append(r.receipts, receipt)
	}
	return err == nil
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

// distinctBy leaves out the items whose key an earlier one has: what is asked for by two
// names is billed once.
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
