package client

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"greenroom/api"
	"greenroom/client/money"
)

// Lookalike finds creators that resemble 1 to 10 seeds, best first, without the
// seeds. Each creator answered is charged, and in detailed mode each of their
// profiles; an empty mode is lite. Limit is 1 to 100. A seed that is not known
// fails with seed_not_found, one that cannot be one with invalid_seeds. A Cursor
// holds for the seeds, filters and mode it came with.
func (c *Client) Lookalike(ctx context.Context, r api.LookalikeRequest, opts ...Option) (api.Page[api.LookalikeResult], Receipt, error) {
	r, wrong := lookalikeOut(r)
	k := call{
		op: "find look-alikes", request: post("/v1/lookalike", r), subject: seedSubject(r.Seeds),
		bill: lookalikeBill(told(r.Limit), told(r.Mode)), traits: optional | kept, wrong: wrong, opts: gather(opts),
	}
	return askPage[api.LookalikeResult](ctx, c, k)
}

// LookalikeAll yields the creators from r on, page by page as they are asked
// for: each further page is charged, and none is read ahead. An error ends it.
func (c *Client) LookalikeAll(ctx context.Context, r api.LookalikeRequest, opts ...Option) iter.Seq2[api.LookalikeResult, error] {
	return pages(paged[api.LookalikeResult]{
		op: "find look-alikes", start: told(r.Cursor), opts: opts,
		read: func(cursor string, more Option) (api.Page[api.LookalikeResult], Receipt, error) {
			r.Cursor = unless(cursor, "")
			return c.Lookalike(ctx, r, more)
		},
	})
}

// lookalikeAccounts is how many accounts of a creator the most that a detailed
// page can cost counts: one on each known network and some to spare.
const lookalikeAccounts = 10

func lookalikeBill(limit int, m api.ProfileMode) money.Bill {
	limit = cmp.Or(limit, api.LimitDefault)
	bill := money.UpTo(api.OpLookalike, limit)
	if m == api.ModeDetailed {
		bill = append(bill, money.UpTo(api.OpLookalikeProfiles, limit*lookalikeAccounts)...)
	}
	return bill
}

// lookalikeOut brings a request into the form that goes to a service.
func lookalikeOut(r api.LookalikeRequest) (api.LookalikeRequest, *Error) {
	wrong := withinIf("limit", r.Limit, api.LimitMax)
	if n := len(r.Seeds); n < 1 || n > api.SeedsMax {
		wrong = refuse("seeds", fmt.Sprintf("seeds must hold 1 to %d creators.", api.SeedsMax))
	}
	wrong = firstOf(wrong, mode(told(r.Mode)))
	r.Seeds = slices.Clone(r.Seeds)
	for i, s := range r.Seeds {
		at := fmt.Sprintf("seeds[%d]", i)
		if s.Weight != nil && (*s.Weight < 0 || *s.Weight > 1) {
			wrong = firstOf(wrong, refuse(at+".weight", at+".weight must be 0 to 1."))
		}
		ref, odd := creatorRef(at, api.CreatorRef{CreatorID: s.CreatorID, Platform: s.Platform, Username: s.Username})
		wrong = firstOf(wrong, odd)
		r.Seeds[i].Username = ref.Username
	}
	return r, wrong
}

func seedSubject(seeds []api.Seed) string {
	if len(seeds) == 0 {
		return ""
	}
	return several(len(seeds), creatorSubject(api.CreatorRef{CreatorID: seeds[0].CreatorID, Username: seeds[0].Username}))
}
