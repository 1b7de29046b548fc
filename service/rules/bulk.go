package rules

import (
	"context"

	"greenroom/api"
)

// bulk is many things of one kind asked for at once. Each is answered in the order
// asked, what is not known beside them, and billed once however often it is asked for.
type bulk[T, R, A any] struct {
	ops   []api.Operation // that each is billed as; the first is the job's
	code  api.Code        // of what goes wrong inside
	asked []R
	id    func(*T) string
	find  func(ctx context.Context) ([]*T, error) // in the order asked, nil for what is unknown
	row   func(ctx context.Context, t T, asked R) (A, error)
}

// job is its work.
func (b bulk[T, R, A]) job() Job {
	p := api.PriceOf(b.ops[0])
	p.PerItem = costOf(b.ops, 1)
	return Job{Price: p, Worst: p.Cost(len(b.asked)), Do: func(ctx context.Context) (Answer, error) {
		a, err := b.answer(ctx)
		return a, failing(ctx, b.code, err)
	}}
}

func (b bulk[T, R, A]) answer(ctx context.Context) (Answer, error) {
	found, err := b.find(ctx)
	if err != nil {
		return Answer{}, err
	}
	out := api.Found[A, R]{Data: make([]A, 0, len(found)), NotFound: []R{}}
	billed := map[string]bool{}
	for i, f := range found {
		if f == nil {
			out.NotFound = append(out.NotFound, b.asked[i])
			continue
		}
		row, err := b.row(ctx, *f, b.asked[i])
		if err != nil {
			return Answer{}, err
		}
		out.Data = append(out.Data, row)
		billed[b.id(f)] = true
	}
	return Answer{Body: out, Cost: costOf(b.ops, len(billed)), Features: b.ops}, nil
}

// onceEach is work that is done once for each thing, however often it is asked for.
func onceEach[T, V any](id func(*T) string, work func(context.Context, T) (V, error)) func(context.Context, T) (V, error) {
	done := map[string]V{}
	return func(ctx context.Context, t T) (V, error) {
		v, ok := done[id(&t)]
		if ok {
			return v, nil
		}
		v, err := work(ctx, t)
		if err == nil {
			done[id(&t)] = v
		}
		return v, err
	}
}
