package catalogue

import (
	"context"
	"iter"
)

// aheadOf is the number of values read before they are asked for.
const aheadOf = 256

// ahead reads a stream while what it gave before is being worked on. It ends
// its reading before it returns.
func ahead[T any](ctx context.Context, stream iter.Seq2[T, error]) iter.Seq2[T, error] {
	type item struct {
		value T
		err   error
	}
	return func(yield func(T, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		items := make(chan item, aheadOf)
		go func() {
			defer close(items)
			for v, err := range stream {
				select {
				case items <- item{v, err}:
				case <-ctx.Done():
					return
				}
			}
		}()
		defer func() {
			stop()
			for range items { // until its reader has ended
			}
		}()
		for i := range items {
			if !yield(i.value, i.err) {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			var none T
			yield(none, err)
		}
	}
}
