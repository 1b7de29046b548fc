package client

import (
	"context"
	"iter"
	"net/http"
	"slices"

	"greenroom/api"
)

// Search creates a search session and answers its first page. It is charged
// once, for the whole session.
func (c *Client) Search(ctx context.Context, r api.SearchRequest) (api.SearchPage, Receipt, error) {
	limit := 0
	if r.Limit != nil {
		limit = *r.Limit
	}
	r.Platforms = slices.Clone(r.Platforms)
	for i, p := range r.Platforms {
		r.Platforms[i] = api.Platform(c.names.wire(p))
	}
	k := call{op: "search", method: http.MethodPost, endpoint: "/v1/search", subject: r.Query, body: r}
	k.low, k.high = EstimateSearch(limit)
	return searchPage(ctx, c, k)
}

// SearchPage reads a page of a search session, free of charge. An empty cursor
// is the first page.
func (c *Client) SearchPage(ctx context.Context, searchID, cursor string) (api.SearchPage, Receipt, error) {
	page, receipt, err := searchPage(ctx, c, call{
		op: "read search " + short(searchID), method: http.MethodGet, safe: true,
		endpoint: "/v1/search/{search_id}", args: []string{searchID}, subject: searchID,
		query: query("cursor", cursor),
	})
	if err == nil && page.SearchID == "" {
		page.SearchID = searchID
	}
	return page, receipt, err
}

// SearchAll yields the results of first and then of each page after it, read
// one at a time as they are asked for. An error ends it. observe sees the
// receipt of every page that was read.
func (c *Client) SearchAll(ctx context.Context, first api.SearchPage, observe ...func(Receipt)) iter.Seq2[api.SearchResult, error] {
	return pages(paged[api.SearchResult]{
		op:    "read search " + short(first.SearchID),
		first: &api.Page[api.SearchResult]{Data: first.Data, HasMore: first.HasMore, NextCursor: first.NextCursor},
		read: func(cursor string) (api.Page[api.SearchResult], Receipt, error) {
			p, receipt, err := c.SearchPage(ctx, first.SearchID, cursor)
			return api.Page[api.SearchResult]{Data: p.Data, HasMore: p.HasMore, NextCursor: p.NextCursor}, receipt, err
		},
		observe: observe,
	})
}

func searchPage(ctx context.Context, c *Client, k call) (api.SearchPage, Receipt, error) {
	var reply api.SearchPage
	receipt, err := c.do(ctx, k, reading{into: &reply, absent: func() bool { return reply.Data == nil }})
	if err != nil {
		return api.SearchPage{}, receipt, err
	}
	return reply, receipt, nil
}
