package client

import (
	"errors"
	"iter"

	"greenroom/api"
)

// pages yields the items of all pages from a cursor on. It reads a page only when the one
// before is used up: more are the options of the list, with what is left of its MaxCredits,
// which hold for all pages together.
func pages[T any](op, start string, opts []Option, read func(cursor string, more Option) (api.Page[T], Receipt, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		at, o := PagesFrom(start), gather(opts)
		for {
			page, receipt, err := read(at.Next(), o.option())
			o.spend(receipt)
			if err != nil {
				yield(*new(T), err)
				return
			}
			for _, item := range page.Data {
				if !yield(item, nil) {
					return
				}
			}
			if failed := at.Read(page.HasMore, page.NextCursor); failed != nil {
				failed.Op = op
				yield(*new(T), failed)
				return
			}
			if !at.More() {
				return
			}
		}
	}
}

// Pages leads through a list page by page. The zero value stands before the
// first page.
type Pages struct {
	next string
	read map[string]bool // the cursors of the pages that were read
	more bool
}

// PagesFrom stands before the page of a cursor; "" is the first.
func PagesFrom(cursor string) Pages { return Pages{next: cursor} }

// Next is the cursor of the page after those that were read.
func (p *Pages) Next() string { return p.next }

// More says whether there is a page after those that were read.
func (p *Pages) More() bool { return p.more }

// Read takes in how a page ends. It fails where the page says that there is more
// and not where, or leads back to a page that was read: to end silently would
// pass off a part as the whole, and to follow would never end.
func (p *Pages) Read(hasMore bool, next *string) *Error {
	if p.read == nil {
		p.read = map[string]bool{}
	}
	p.read[p.next] = true
	p.more = false
	switch {
	case !hasMore:
		return nil
	case next == nil || *next == "":
		return &Error{Kind: KindMalformed, Outcome: OutcomeFree, Message: sayNoCursor, Err: errors.New("more pages are announced without a cursor")}
	case p.read[*next]:
		return &Error{Kind: KindMalformed, Outcome: OutcomeFree, Message: sayCircle, Err: errors.New("the cursor leads to a page that was already read")}
	}
	p.next, p.more = *next, true
	return nil
}
