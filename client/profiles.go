package client

import (
	"cmp"
	"context"

	"greenroom/api"
	"greenroom/client/money"
	"greenroom/internal/each"
)

// Profile reads one stored profile by its network and username, which may come
// with @ or as the address of the account. It costs as Profiles does for one;
// one that is not there is not_found, for nothing.
func (c *Client) Profile(ctx context.Context, p api.Platform, username string, m api.ProfileMode, opts ...Option) (api.Profile, Receipt, error) {
	name, wrong := handled("username", p, username)
	of := api.ProfileRef{Platform: p, Username: name}
	if wrong == nil && c.isKept(ctx, profilesRequest([]api.ProfileRef{of}, m), gather(opts)) { // among others
		if found, receipt, err := c.Profiles(ctx, []api.ProfileRef{of}, m, opts...); err != nil || len(found.Data) > 0 {
			return first(found.Data), receipt, err
		}
	}
	k := call{
		op: "read profile " + name, subject: name,
		request: profileRequest(of, m),
		bill:    money.Each(lookupOf(m), 1), traits: optional | kept, opts: gather(opts),
		wrong: cmp.Or(given("platform", string(p)), wrong, mode(m)),
	}
	return askOne(ctx, c, k, whole[api.Profile])
}

// Profiles reads many stored profiles by network and username, in the order
// asked. Each that is found is charged once, in lite mode less than in detailed,
// which an empty mode is; NotFound are those that are not known, for nothing.
// More than 100 are asked for in several requests.
func (c *Client) Profiles(ctx context.Context, refs []api.ProfileRef, m api.ProfileMode, opts ...Option) (api.Found[api.Profile, api.ProfileRef], Receipt, error) {
	return inBatches(ctx, c, batch[api.Profile, api.ProfileRef]{
		naming: byProfile, op: "look up profiles", items: refs, wrong: mode(m), limit: api.BatchMax, prices: []api.Operation{lookupOf(m)}, opts: gather(opts),
		of: func(v api.Profile) string {
			return profileKey(api.ProfileRef{Platform: v.Platform, Username: v.Username})
		},
		id:      func(v api.Profile) string { return v.ID },
		request: func(part []api.ProfileRef) request { return profilesRequest(part, m) },
		single:  func(of api.ProfileRef) request { return profileRequest(of, m) },
	})
}

func profileRequest(of api.ProfileRef, m api.ProfileMode) request {
	return get("/v1/profiles/{platform}/{username}", string(of.Platform), of.Username).with(query("mode", string(m)))
}

func profilesRequest(refs []api.ProfileRef, m api.ProfileMode) request {
	return post("/v1/profiles/lookup", api.ProfileLookupRequest{Profiles: refs, Mode: unless(m, "")})
}

func lookupOf(m api.ProfileMode) api.Operation {
	if m == api.ModeLite {
		return api.OpProfileLookupLite
	}
	return api.OpProfileLookupDetailed
}

// Ingest seeds a creator from one of its profiles: Status is seeded, which is
// charged and takes one of the day's slots, or existing, which is free. Without
// a slot it fails with quota_exceeded, to be tried again at RetryAt. It is never
// answered from the memory.
func (c *Client) Ingest(ctx context.Context, r api.ProfileRef, opts ...Option) (api.Ingested, Receipt, error) {
	name, wrong := handled("username", r.Platform, r.Username)
	k := call{
		op: "ingest " + name, request: post("/v1/creators/ingest", api.IngestBody{Platform: r.Platform, Username: name}), subject: name,
		bill: money.UpTo(api.OpIngest, 1), traits: optional | named, opts: gather(opts),
		wrong: cmp.Or(given("platform", string(r.Platform)), wrong),
	}
	return askOne(ctx, c, k, func(v *api.Ingested) int {
		if v.Status == api.IngestSeeded {
			return 1
		}
		return 0
	})
}

// Emails looks up the addresses that creators show in public: one result for
// each creator asked for, in that order. Each creator with at least one address
// is charged once. More than 50 are asked for in several requests, and Billing
// is then their sum. The memory keeps addresses of people only if it is allowed
// to.
func (c *Client) Emails(ctx context.Context, refs []api.CreatorRef, opts ...Option) (api.EmailAnswer, Receipt, error) {
	var billing api.EmailBilling
	b := batch[api.EmailResult, api.CreatorRef]{
		naming: byCreator, op: "look up e-mail addresses", items: refs, limit: api.EmailCreatorsMax, prices: []api.Operation{api.OpEmails}, opts: gather(opts),
		of: func(v api.EmailResult) string { return creatorKey(v.Input) },
		request: func(part []api.CreatorRef) request {
			return post("/v1/creator-emails/lookup", api.EmailRequest{Creators: part})
		},
	}
	b.ask = func(part []api.CreatorRef, o options) (api.Found[api.EmailResult, api.CreatorRef], Receipt, error) {
		answer, receipt, err := askEmails(ctx, c, b.call(part, o), func(v []api.EmailResult) []request { return b.alone(part, v) })
		answer = answerFor(part, answer)
		billing.BillableResults += answer.Billing.BillableResults
		billing.CreditsCharged += answer.Billing.CreditsCharged
		return api.Found[api.EmailResult, api.CreatorRef]{Data: answer.Results}, receipt, err
	}
	found, receipt, err := inBatches(ctx, c, b)
	return api.EmailAnswer{Results: found.Data, Billing: billing}, receipt, err
}

// askEmails makes the call for a part. Who has an address is found again alone.
func askEmails(ctx context.Context, c *Client, k call, alone func([]api.EmailResult) []request) (api.EmailAnswer, Receipt, error) {
	k.traits |= personal
	a := lone[api.EmailAnswer](k)
	a.count = func(v *api.One[*api.EmailAnswer]) int { return v.Data.Billing.BillableResults }
	a.beside = func(v *api.One[*api.EmailAnswer]) []request { return alone(addressed(v.Data.Results)) }
	return askLone(ctx, c, a)
}

func addressed(all []api.EmailResult) []api.EmailResult {
	return each.Where(all, func(r api.EmailResult) bool { return len(r.Emails) > 0 })
}

// answerFor cuts an answer, which may be one kept for more creators, down to some, with
// their cost.
func answerFor(part []api.CreatorRef, a api.EmailAnswer) api.EmailAnswer {
	asked := map[string]bool{}
	for _, r := range part {
		asked[creatorKey(r)] = true
	}
	of := each.Where(a.Results, func(r api.EmailResult) bool { return asked[creatorKey(r.Input)] })
	if len(of) == 0 || len(of) == len(a.Results) {
		return a
	}
	n := len(distinctBy(addressed(of), func(r api.EmailResult) string { return told(r.CreatorID) }))
	if all := a.Billing.BillableResults; all > 0 {
		a.Billing = api.EmailBilling{BillableResults: n, CreditsCharged: a.Billing.CreditsCharged * api.Credits(n) / api.Credits(all)}
	}
	a.Results = of
	return a
}

// unless is a pointer to v, nil where v is unset.
func unless[T comparable](v, unset T) *T {
	if v == unset {
		return nil
	}
	return &v
}
