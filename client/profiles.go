package client

import (
	"context"

	"greenroom/api"
	"greenroom/client/money"
)

// Profile reads one stored profile by its network and username, which may come
// with @ or as the address of the account. It costs as Profiles does for one;
// one that is not there is not_found, for nothing.
func (c *Client) Profile(ctx context.Context, p api.Platform, username string, m api.ProfileMode, opts ...Option) (api.Profile, Receipt, error) {
	name, wrong := handled("username", p, username)
	k := call{
		op: "read profile " + name, subject: name,
		request: get("/v1/profiles/{platform}/{username}", string(p), name).with(query("mode", string(m))),
		bill:    money.Each(lookupOf(m), 1), traits: optional | kept, opts: gather(opts),
		wrong: firstOf(given("platform", string(p)), wrong, mode(m)),
	}
	return askOne(ctx, c, k, whole[api.Profile])
}

// Profiles reads many stored profiles by network and username, in the order
// asked. Each that is found is charged once, in lite mode less than in detailed,
// which an empty mode is; NotFound are those that are not known, for nothing.
// More than 100 are asked for in several requests.
func (c *Client) Profiles(ctx context.Context, refs []api.ProfileRef, m api.ProfileMode, opts ...Option) (api.Found[api.Profile, api.ProfileRef], Receipt, error) {
	refs, wrong := profileRefs("profiles", refs)
	return inBatches(c, firstOf(wrong, mode(m)), batch[api.Profile, api.ProfileRef]{
		op: "look up profiles", items: refs, limit: api.BatchMax, opts: gather(opts), key: profileKey,
		of: func(v api.Profile) string {
			return profileKey(api.ProfileRef{Platform: v.Platform, Username: v.Username})
		},
		bill: func(n int) money.Bill { return money.UpTo(lookupOf(m), n) },
		ask: func(part []api.ProfileRef, o options) (api.Found[api.Profile, api.ProfileRef], Receipt, error) {
			k := call{
				op: "look up profiles", request: post("/v1/profiles/lookup", api.ProfileLookupRequest{Profiles: part, Mode: unless(m, "")}),
				subject: several(len(part), part[0].Username),
				bill:    money.UpTo(lookupOf(m), len(part)), traits: optional | kept, opts: o,
			}
			return askFound[api.Profile, api.ProfileRef](ctx, c, k, distinct(func(v api.Profile) string { return v.ID }))
		},
	})
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
		wrong: firstOf(given("platform", string(r.Platform)), wrong),
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
	refs, wrong := creatorRefs("creators", refs)
	var billing api.EmailBilling
	found, receipt, err := inBatches(c, wrong, batch[api.EmailResult, api.CreatorRef]{
		op: "look up e-mail addresses", items: refs, limit: api.EmailCreatorsMax, opts: gather(opts), key: creatorKey,
		of:   func(v api.EmailResult) string { return creatorKey(v.Input) },
		bill: func(n int) money.Bill { return money.UpTo(api.OpEmails, n) },
		ask: func(part []api.CreatorRef, o options) (api.Found[api.EmailResult, api.CreatorRef], Receipt, error) {
			answer, receipt, err := c.emails(ctx, part, o)
			billing.BillableResults += answer.Billing.BillableResults
			billing.CreditsCharged += answer.Billing.CreditsCharged
			return api.Found[api.EmailResult, api.CreatorRef]{Data: answer.Results}, receipt, err
		},
	})
	return api.EmailAnswer{Results: found.Data, Billing: billing}, receipt, err
}

func (c *Client) emails(ctx context.Context, refs []api.CreatorRef, o options) (api.EmailAnswer, Receipt, error) {
	return askOne(ctx, c, call{
		op: "look up e-mail addresses", request: post("/v1/creator-emails/lookup", api.EmailRequest{Creators: refs}),
		subject: several(len(refs), creatorSubject(refs[0])),
		bill:    money.UpTo(api.OpEmails, len(refs)), traits: optional | kept | personal, opts: o,
	}, func(v *api.EmailAnswer) int { return v.Billing.BillableResults })
}

// unless is a pointer to v, nil where v is unset.
func unless[T comparable](v, unset T) *T {
	if v == unset {
		return nil
	}
	return &v
}
