package client

import (
	"context"

	"greenroom/api"
	"greenroom/client/money"
)

// Match holds creators against a campaign brief, in the order asked: a score
// from 0 to 1, a decision, and the reasons with what they rest on. Query of the
// brief has 1 to 500 characters, Context at most 2,000. Each creator found is
// charged once; NotFound are those that are not known, for nothing. More than
// 100 are asked for in several requests.
func (c *Client) Match(ctx context.Context, refs []api.CreatorRef, in api.Intent, opts ...Option) (api.Found[api.MatchResult, api.CreatorRef], Receipt, error) {
	refs, wrong := creatorRefs("creators", refs)
	wrong = firstOf(wrong, length("intent.query", in.Query, 1, api.IntentQueryMax))
	if in.Context != nil {
		wrong = firstOf(wrong, length("intent.context", *in.Context, 0, api.IntentContextMax))
	}
	return inBatches(c, wrong, batch[api.MatchResult, api.CreatorRef]{
		op: "match creators", items: refs, limit: api.BatchMax, opts: gather(opts), key: creatorKey,
		of:   func(v api.MatchResult) string { return creatorKey(v.Input) },
		bill: func(n int) money.Bill { return money.UpTo(api.OpMatch, n) },
		ask: func(part []api.CreatorRef, o options) (api.Found[api.MatchResult, api.CreatorRef], Receipt, error) {
			return askFound[api.MatchResult, api.CreatorRef](ctx, c, call{
				op: "match creators", request: post("/v1/creators/match", api.MatchRequest{Creators: part, Intent: in}), subject: in.Query,
				bill: money.UpTo(api.OpMatch, len(part)), traits: optional | kept, opts: o,
			}, distinct(func(v api.MatchResult) string { return v.Creator.ID }))
		},
	})
}
