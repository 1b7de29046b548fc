package client

import (
	"errors"
	"iter"

	"greenroom/api"
)

// paged is a list that is read page by page.
type paged[T any] struct {
	op    string
	first *api.Page[T] // already read; nil: read from start on
	start string
	opts  []Option
	// read reads one page. more are the options of the list, and what is left of
	// its MaxCredits.
	read func(cursor string, more Option) (api.Page[T], Receipt, error)
}

// pages yields the items of all pages. It reads a page only when the one before
// is used up. MaxCredits holds for all of them together.
func pages[T any](p paged[T]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		cursor, o := p.start, gather(p.opts)
		for page := p.first; ; page = nil {
			if page == nil {
				next, receipt, err := p.read(cursor, o.option())
				o.spend(receipt)
				if err != nil {
					yieldError(yield, err)
					return
				}
				page = &next
			}
			for _, item := range page.Data {
				if !yield(item, nil) {
					return
				}
			}
			if !page.HasMore {
				return
			}
			if page.NextCursor == nil || *page.NextCursor == "" || *page.NextCursor == cursor {
				yieldError(yield, p.stuck())
				return
			}
			cursor = *page.NextCursor
		}
	}
}

func yieldError[T any](yield func(T, error) bool, err error) {
	var none T
	yield(none, err)
}

// stuck is a list that says there is more and not where: to end silently would
// pass off a part as the whole.
func (p paged[T]) stuck() *Error {
	return &Error{
		Kind: KindMalformed, Op: p.op, Outcome: OutcomeFree,
		Message: sayNoCursor,
		Err:     errors.New("has_more without a new next_cursor"),
	}
}
