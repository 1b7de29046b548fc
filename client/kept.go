package client

import (
	"context"
	"crypto/rand"
	"reflect"
	"time"
)

// recall answers a call from the memory; false if it has to be asked. A memory
// that cannot be read, or holds what cannot be read any more, holds nothing.
func (c *Client) recall(ctx context.Context, k call, r reading) (Receipt, bool) {
	start := c.cfg.Clock()
	a, ok := c.remembered(ctx, k, start)
	if !ok {
		return Receipt{}, false
	}
	if failed := c.decode(r, a.Body); failed != nil {
		reflect.ValueOf(r.into).Elem().SetZero()
		return Receipt{}, false
	}
	now := c.cfg.Clock()
	receipt := Receipt{
		Endpoint: k.endpoint, Method: k.method, At: start, Took: now.Sub(start), Budget: c.budgets.at(now),
		ChargedKnown: true, Outcome: OutcomeFree, Kept: true, KeptAt: a.At, Saved: min(a.Charged, k.high),
	}
	x := Exchange{ID: rand.Text(), Method: k.method, Endpoint: k.endpoint, Subject: k.subject, At: start}
	receipt.NotKept = c.cfg.Memory.End(context.WithoutCancel(ctx), x, receipt, nil, nil)
	return receipt, true
}

func (c *Client) remembered(ctx context.Context, k call, now time.Time) (Answer, bool) {
	if c.cfg.Memory == nil || !k.keep || k.opts.refresh {
		return Answer{}, false
	}
	a, ok, err := c.cfg.Memory.Recall(ctx, k.question())
	if err != nil || !ok || k.opts.notOver != nil && now.Sub(a.At) > *k.opts.notOver {
		return Answer{}, false
	}
	return a, true
}

// answered is what a call brought, for the memory to keep; nil if it is not to
// be kept.
func (k call) answered(r reading, receipt Receipt, now time.Time) *Answer {
	if !k.keep || r.body == nil || *r.body == nil {
		return nil
	}
	if k.high > 0 && receipt.Charged == 0 && k.items != nil && k.items() == 0 {
		return nil // what is not there costs nothing, and may be there next time
	}
	a := &Answer{
		Body: *r.body, Value: plain(r.into),
		Charged: receipt.Charged, Personal: k.personal, At: now,
	}
	a.Key = a.answers(k)
	if k.also != nil {
		for _, other := range k.also() {
			a.Also = append(a.Also, a.answers(other))
		}
	}
	return a
}

// answers is the question of a call that the answer answers.
func (a *Answer) answers(k call) string {
	key := k.question()
	if k.endpoint == sessionEndpoint {
		a.Lasting = append(a.Lasting, key)
	}
	return key
}

// plain is a decoded reply as a value, without an envelope that holds data only.
func plain(into any) any {
	v := reflect.ValueOf(into).Elem()
	if v.Kind() == reflect.Struct && v.NumField() == 1 && v.Type().Field(0).Name == "Data" {
		if v = v.Field(0); v.Kind() == reflect.Pointer && !v.IsNil() {
			v = v.Elem()
		}
	}
	return v.Interface()
}
