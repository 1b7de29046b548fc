package client

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"greenroom/api"
	"greenroom/client/money"
)

// PostsParams name whose posts: CreatorID, or Platform and Username. An empty
// Sort is recent; Limit is 1 to 100, 0 the service's default, 25. A Cursor holds
// for the sort it came with.
type PostsParams struct {
	CreatorID string // UUID
	Platform  api.Platform
	Username  string
	Sort      api.PostSort
	Limit     int
	Cursor    string
}

// Posts reads a page of stored posts. Each post is charged. A creator or handle
// that is not known is not_found, for nothing.
func (c *Client) Posts(ctx context.Context, p PostsParams, opts ...Option) (api.Page[api.Post], Receipt, error) {
	op, whose := "read posts of creator "+short(p.CreatorID), p.CreatorID
	wrong := p.check()
	if whose == "" {
		op, whose = "read posts of a handle", p.Username
	}
	k := call{
		op: op, subject: whose,
		request: get("/v1/posts").with(query("creator_id", p.CreatorID, "platform", string(p.Platform), "username", p.Username,
			"sort", string(p.Sort), "limit", number(p.Limit), "cursor", p.Cursor)),
		bill: money.Posts(p.Limit), traits: optional | kept | named, wrong: wrong, opts: gather(opts),
	}
	return askPage[api.Post](ctx, c, k)
}

// check brings the handle into the form that goes to a service.
func (p *PostsParams) check() *Error {
	wrong := cmp.Or(within("limit", p.Limit, api.LimitMax), oneOf("sort", p.Sort, api.PostSorts()...))
	switch {
	case p.CreatorID != "" && (p.Platform != "" || p.Username != ""):
		return refuse("creator_id", "Name a creator either by id, or by network and username, not both.")
	case p.CreatorID != "":
		return cmp.Or(uuid("creator_id", p.CreatorID), wrong)
	case p.Platform == "" && p.Username == "":
		return refuse("creator_id", "Whose posts? Name a creator by id, or by network and username.")
	}
	name, odd := handled("username", p.Platform, p.Username)
	p.Username = name
	return cmp.Or(given("platform", string(p.Platform)), odd, wrong)
}

// PostsAll yields the posts from p on, page by page as they are asked for: each
// further page is charged, and none is read ahead. An error ends it.
func (c *Client) PostsAll(ctx context.Context, p PostsParams, opts ...Option) iter.Seq2[api.Post, error] {
	return pages("read posts", p.Cursor, opts, func(cursor string, more Option) (api.Page[api.Post], Receipt, error) {
		p.Cursor = cursor
		return c.Posts(ctx, p, more)
	})
}

// Analyze analyses stored posts, by their UUID or their address, in the order
// asked: topics, tone, sponsorship and brands. Each feature adds to the analysis
// and to its price. Each post found is charged once; NotFound are those that are
// not known, for nothing. More than 25 are asked for in several requests.
func (c *Client) Analyze(ctx context.Context, refs []api.PostRef, features []api.AnalyzeFeature, opts ...Option) (api.Found[api.PostAnalysis, api.PostRef], Receipt, error) {
	prices := []api.Operation{api.OpAnalyze}
	if slices.Contains(features, api.FeatureAI) {
		prices = append(prices, api.OpAnalyzeAI)
	}
	if slices.Contains(features, api.FeatureSafety) {
		prices = append(prices, api.OpAnalyzeSafety)
	}
	var wrong *Error
	for _, f := range features {
		wrong = cmp.Or(wrong, given("features", string(f)), oneOf("features", f, api.FeatureAI, api.FeatureSafety))
	}
	return inBatches(ctx, c, batch[api.PostAnalysis, api.PostRef]{
		naming: byPost, op: "analyse posts", items: refs, wrong: wrong, limit: api.AnalysisMax, prices: prices, opts: gather(opts),
		of: func(v api.PostAnalysis) string { return postKey(v.Input) },
		id: func(v api.PostAnalysis) string { return v.Post.ID },
		request: func(part []api.PostRef) request {
			return post("/v1/posts/analyze", api.AnalyzeRequest{Posts: part, Features: features})
		},
	})
}
