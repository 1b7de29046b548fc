package client

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"

	"greenroom/api"
	"greenroom/client/money"
)

// Search creates a search session of up to Limit creators and answers its first
// page. It is charged once, for the whole session: a base and each creator in
// it. Query has 1 to 500 characters, Limit is 1 to 100.
func (c *Client) Search(ctx context.Context, r api.SearchRequest, opts ...Option) (api.SearchPage, Receipt, error) {
	k := call{op: "search", subject: r.Query, traits: kept, wrong: wrongSearch(r), opts: gather(opts)}
	whole := post(searchEndpoint, r)
	var also []request
	if n := k.opts.finds; n != nil && *n < cmp.Or(told(r.Limit), api.LimitDefault) && !c.isKept(ctx, whole, k.opts) {
		if *n == 0 && k.wrong == nil && !k.opts.kept {
			return api.SearchPage{Data: []api.SearchResult{}}, Receipt{Endpoint: searchEndpoint, Method: whole.method, Subject: r.Query, At: c.cfg.Clock(), ChargedKnown: true, Outcome: OutcomeFree, Budget: c.purse.Budget()}, nil
		}
		r.Limit, also = new(max(1, *n)), []request{whole}
	}
	k.request, k.bill = post(searchEndpoint, r), money.Search(told(r.Limit))
	if n := k.opts.finds; n != nil {
		k.bill[0].Least = min(*n, k.bill[0].Most)
	}
	return ask(ctx, c, asked[api.SearchPage]{
		call:   k,
		count:  func(v *api.SearchPage) int { return v.Total },
		beside: func(v *api.SearchPage) []request { return append(firstPage(v), also...) },
		absent: func(v *api.SearchPage) bool { return v.Data == nil },
	})
}

func wrongSearch(r api.SearchRequest) *Error {
	wrong := cmp.Or(
		length("query", r.Query, 1, api.SearchQueryMax),
		worded(r),
		withinIf("limit", r.Limit, api.LimitMax),
	)
	for _, k := range r.CreatorKinds {
		wrong = cmp.Or(wrong, oneOf("creator_kinds", k, api.KindInfluencer, api.KindThemePage))
	}
	return wrong
}

// worded refuses what no service reads anything in. Small words alone the service
// refuses, which knows languages.
func worded(r api.SearchRequest) *Error {
	if strings.ContainsFunc(r.Query, unicode.IsLetter) || r.Filters != nil && *r.Filters != (api.SearchFilters{}) {
		return nil
	}
	return refuse("query", sayNoWords)
}

// Interpret says what a search would understand, find and cost at most where it is told
// what it Finds, and which of the creators it would find are kept already. It is free and
// leaves no trace. A service that lacks it is asked once: the error is of KindNotOffered
// then and from then on.
func (c *Client) Interpret(ctx context.Context, r api.SearchRequest, opts ...Option) (api.SearchPreview, Receipt, error) {
	k := call{
		op: "read a query", request: post("/v1/search/interpret", r), subject: r.Query,
		traits: safe | optional | fleeting, wrong: wrongSearch(r), opts: gather(opts),
	}
	if c.lacks.Load() {
		k.wrong = cmp.Or(k.wrong, &Error{Kind: KindNotOffered, Outcome: OutcomeFree, Message: sayNotOffered(k.request)})
	}
	preview, receipt, err := askOne[api.SearchPreview](ctx, c, k, nil)
	if KindOf(err) == KindNotOffered {
		c.lacks.Store(true)
	}
	if limit := cmp.Or(told(r.Limit), api.LimitDefault); err == nil && preview.FilteredTotal < limit {
		preview.CreditsAtMost = min(preview.CreditsAtMost, c.Prices().Finds(preview.FilteredTotal, limit))
	}
	if preview.Digests != nil && c.cfg.Memory != nil {
		if held, err := c.cfg.Memory.Holds(ctx, preview.Digests); err == nil {
			preview.Held = held
		}
	}
	return preview, receipt, err
}

// SearchPage reads a page of a search session, free of charge. An empty cursor
// is the first page. A session that was paid for with this memory stays readable
// after the service has forgotten it.
func (c *Client) SearchPage(ctx context.Context, searchID, cursor string, opts ...Option) (api.SearchPage, Receipt, error) {
	if p, ok := OfEverything(searchID); ok {
		return c.everything(ctx, searchID, p, cursor, opts)
	}
	k := call{
		op: "read search " + short(searchID), request: sessionPage(searchID, cursor), subject: searchID,
		traits: safe | kept, wrong: given("search_id", searchID), opts: gather(opts),
	}
	page, receipt, err := ask(ctx, c, asked[api.SearchPage]{
		call: k, bare: true, // of the session it is known
		absent: func(v *api.SearchPage) bool { return v.Data == nil },
	})
	if err == nil && page.SearchID == "" {
		page.SearchID = searchID
	}
	return page, receipt, err
}

// SearchAll yields the results of first and then of each page after it, read
// one at a time as they are asked for, free of charge. An error ends it.
func (c *Client) SearchAll(ctx context.Context, first api.SearchPage, opts ...Option) iter.Seq2[api.SearchResult, error] {
	return pages("read search "+short(first.SearchID), "", opts, func(cursor string, more Option) (_ api.Page[api.SearchResult], receipt Receipt, err error) {
		p := first
		if cursor != "" {
			p, receipt, err = c.SearchPage(ctx, first.SearchID, cursor, more)
		}
		return api.Page[api.SearchResult]{Data: p.Data, HasMore: p.HasMore, NextCursor: p.NextCursor}, receipt, err
	})
}

// firstPage is the page of a session that the search itself answers.
func firstPage(v *api.SearchPage) []request {
	if v.SearchID == "" {
		return nil
	}
	return []request{sessionPage(v.SearchID, "")}
}

const searchEndpoint = "/v1/search"

// sessionEndpoint reads a search session, which never changes.
const sessionEndpoint = "/v1/search/{search_id}"

func sessionPage(searchID, cursor string) request {
	return get(sessionEndpoint, searchID).with(query("cursor", cursor))
}

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
	return pages("find look-alikes", told(r.Cursor), opts, func(cursor string, more Option) (api.Page[api.LookalikeResult], Receipt, error) {
		r.Cursor = unless(cursor, "")
		return c.Lookalike(ctx, r, more)
	})
}

func lookalikeBill(limit int, m api.ProfileMode) money.Bill {
	limit = cmp.Or(limit, api.LimitDefault)
	bill := money.UpTo(api.OpLookalike, limit)
	if m == api.ModeDetailed {
		bill = append(bill, money.UpTo(api.OpLookalikeProfiles, limit*api.AccountsMax)...)
	}
	return bill
}

// lookalikeOut brings a request into the form that goes to a service.
func lookalikeOut(r api.LookalikeRequest) (api.LookalikeRequest, *Error) {
	wrong := withinIf("limit", r.Limit, api.LimitMax)
	if n := len(r.Seeds); n < 1 || n > api.SeedsMax {
		wrong = refuse("seeds", fmt.Sprintf("seeds must hold 1 to %d creators.", api.SeedsMax))
	}
	wrong = cmp.Or(wrong, mode(told(r.Mode)))
	r.Seeds = slices.Clone(r.Seeds)
	for i, s := range r.Seeds {
		at := fmt.Sprintf("seeds[%d]", i)
		if s.Weight != nil && (*s.Weight < 0 || *s.Weight > 1) {
			wrong = cmp.Or(wrong, refuse(at+".weight", at+".weight must be 0 to 1."))
		}
		ref, odd := creatorRef(at, api.CreatorRef{CreatorID: s.CreatorID, Platform: s.Platform, Username: s.Username})
		wrong = cmp.Or(wrong, odd)
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
