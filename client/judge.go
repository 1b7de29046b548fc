package client

import (
	"cmp"
	"context"

	"greenroom/api"
)

// SafetyOfCreators judges whether a brand can stand beside what creators write
// and say, in the order asked. Every flag has its evidence, letter for letter.
// Each creator found is charged once; NotFound are those that are not known, for
// nothing. More than 25 are asked for in several requests.
func (c *Client) SafetyOfCreators(ctx context.Context, refs []api.CreatorRef, opts ...Option) (api.Found[api.CreatorSafety, api.CreatorRef], Receipt, error) {
	return inBatches(ctx, c, batch[api.CreatorSafety, api.CreatorRef]{
		naming: byCreator, op: "judge creators", items: refs, limit: api.AnalysisMax, prices: []api.Operation{api.OpSafetyCreators}, opts: gather(opts),
		of: func(v api.CreatorSafety) string { return creatorKey(v.Input) },
		id: func(v api.CreatorSafety) string { return v.Creator.ID },
		request: func(part []api.CreatorRef) request {
			return post("/v1/brand-safety/creators", api.SafetyCreatorsRequest{Creators: part})
		},
	})
}

// SafetyOfProfiles judges profiles as SafetyOfCreators does creators.
func (c *Client) SafetyOfProfiles(ctx context.Context, refs []api.ProfileRef, opts ...Option) (api.Found[api.ProfileSafety, api.ProfileRef], Receipt, error) {
	return inBatches(ctx, c, batch[api.ProfileSafety, api.ProfileRef]{
		naming: byProfile, op: "judge profiles", items: refs, limit: api.AnalysisMax, prices: []api.Operation{api.OpSafetyProfiles}, opts: gather(opts),
		of: func(v api.ProfileSafety) string { return profileKey(v.Input) },
		id: func(v api.ProfileSafety) string { return v.Profile.ID },
		request: func(part []api.ProfileRef) request {
			return post("/v1/brand-safety/profiles", api.SafetyProfilesRequest{Profiles: part})
		},
	})
}

// SafetyOfPosts judges stored posts, by their UUID or their address, as
// SafetyOfCreators does creators.
func (c *Client) SafetyOfPosts(ctx context.Context, refs []api.PostRef, opts ...Option) (api.Found[api.PostSafety, api.PostRef], Receipt, error) {
	return inBatches(ctx, c, batch[api.PostSafety, api.PostRef]{
		naming: byPost, op: "judge posts", items: refs, limit: api.AnalysisMax, prices: []api.Operation{api.OpSafetyPosts}, opts: gather(opts),
		of: func(v api.PostSafety) string { return postKey(v.Input) },
		id: func(v api.PostSafety) string { return v.Post.ID },
		request: func(part []api.PostRef) request {
			return post("/v1/brand-safety/posts", api.SafetyPostsRequest{Posts: part})
		},
	})
}

// Match holds creators against a campaign brief, in the order asked: a score
// from 0 to 1, a decision, and the reasons with what they rest on. Query of the
// brief has 1 to 500 characters, Context at most 2,000. Each creator found is
// charged once; NotFound are those that are not known, for nothing. More than
// 100 are asked for in several requests.
func (c *Client) Match(ctx context.Context, refs []api.CreatorRef, in api.Intent, opts ...Option) (api.Found[api.MatchResult, api.CreatorRef], Receipt, error) {
	wrong := length("intent.query", in.Query, 1, api.IntentQueryMax)
	if in.Context != nil {
		wrong = cmp.Or(wrong, length("intent.context", *in.Context, 0, api.IntentContextMax))
	}
	return inBatches(ctx, c, batch[api.MatchResult, api.CreatorRef]{
		naming: byCreator, op: "match creators", about: in.Query, items: refs, wrong: wrong, limit: api.BatchMax, prices: []api.Operation{api.OpMatch}, opts: gather(opts),
		of: func(v api.MatchResult) string { return creatorKey(v.Input) },
		id: func(v api.MatchResult) string { return v.Creator.ID },
		request: func(part []api.CreatorRef) request {
			return post("/v1/creators/match", api.MatchRequest{Creators: part, Intent: in})
		},
	})
}
