package client

import (
	"context"

	"greenroom/api"
)

// asked is a call with what it is answered with: V is the whole reply.
type asked[V any] struct {
	call
	count  func(*V) int       // how many items a reply delivered; nil: it is not billed by items
	beside func(*V) []request // other questions that a reply answers too; nil: none
	absent func(*V) bool
	bare   bool // what stands beside data may be absent
	object bool // data is an object: null is as wrong as none
}

func ask[V any](ctx context.Context, c *Client, a asked[V]) (V, Receipt, error) {
	var reply, none V
	r := reading{into: &reply, object: a.object, bare: a.bare, absent: func() bool { return a.absent(&reply) }}
	if a.count != nil {
		r.count = func() int { return a.count(&reply) }
	}
	if a.beside != nil {
		r.beside = func() []request { return a.beside(&reply) }
	}
	receipt, err := c.do(ctx, a.call, r)
	if err != nil {
		return none, receipt, err
	}
	return reply, receipt, nil
}

func askOne[T any](ctx context.Context, c *Client, k call, items func(*T) int) (T, Receipt, error) {
	a := lone[T](k)
	if items != nil {
		a.count = func(v *api.One[*T]) int { return items(v.Data) }
	}
	return askLone(ctx, c, a)
}

// askSpoken makes a call for what is said. Where no language was asked for, the
// answer is also that to the call for the language it came in.
func askSpoken[T any](ctx context.Context, c *Client, k call, language func(*T) string) (T, Receipt, error) {
	a := lone[T](k)
	a.beside = func(v *api.One[*T]) []request {
		came := language(v.Data)
		if came == "" || k.query.Has("language") {
			return nil
		}
		return []request{k.with(query("language", came))}
	}
	return askLone(ctx, c, a)
}

// lone is a call that is answered with one value.
func lone[T any](k call) asked[api.One[*T]] {
	return asked[api.One[*T]]{call: k, object: true, absent: func(v *api.One[*T]) bool { return v.Data == nil }}
}

func askLone[T any](ctx context.Context, c *Client, a asked[api.One[*T]]) (T, Receipt, error) {
	reply, receipt, err := ask(ctx, c, a)
	if err != nil {
		var none T
		return none, receipt, err
	}
	return *reply.Data, receipt, nil
}

// askPage makes a call that is answered with a list, billed by its length. A
// null list is an empty one.
func askPage[T any](ctx context.Context, c *Client, k call) (api.Page[T], Receipt, error) {
	return ask(ctx, c, asked[api.Page[T]]{
		call:   k,
		count:  func(v *api.Page[T]) int { return len(v.Data) },
		absent: func(v *api.Page[T]) bool { return v.Data == nil },
	})
}

// whole counts an answer that is one item.
func whole[T any](*T) int { return 1 }
