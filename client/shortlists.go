package client

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"net/http"
	"slices"

	"greenroom/api"
)

// Shortlist reads one shortlist.
func (c *Client) Shortlist(ctx context.Context, id string) (api.Shortlist, Receipt, error) {
	return one[api.Shortlist](ctx, c, call{
		op: "read shortlist " + short(id), method: http.MethodGet, safe: true,
		endpoint: "/v1/shortlists/{id}", args: []string{id}, subject: id,
	})
}

// Shortlists reads a page of shortlists, newest first. A service may lack it
// and the three below: the error is then of KindNotOffered.
func (c *Client) Shortlists(ctx context.Context, cursor string, limit int) (api.Page[api.Shortlist], Receipt, error) {
	return list[api.Shortlist](ctx, c, call{
		op: "list shortlists", method: http.MethodGet, safe: true, optional: true,
		endpoint: "/v1/shortlists", query: query("cursor", cursor, "limit", number(limit)),
	})
}

// ShortlistsAll yields all shortlists, newest first, page by page. An error ends
// it. observe sees the receipt of every page that was read.
func (c *Client) ShortlistsAll(ctx context.Context, observe ...func(Receipt)) iter.Seq2[api.Shortlist, error] {
	return pages(paged[api.Shortlist]{
		op: "list shortlists",
		read: func(cursor string) (api.Page[api.Shortlist], Receipt, error) {
			return c.Shortlists(ctx, cursor, api.LimitMax)
		},
		observe: observe,
	})
}

// CreateShortlist stores a new shortlist.
func (c *Client) CreateShortlist(ctx context.Context, b api.ShortlistBody) (api.Shortlist, Receipt, error) {
	return one[api.Shortlist](ctx, c, call{
		op: "create shortlist", method: http.MethodPost, optional: true,
		endpoint: "/v1/shortlists", subject: b.Name, body: c.outgoing(b),
	})
}

// ReplaceShortlist stores a shortlist anew. Version must be the stored one; else
// the error has Param "version" and the current record in Details.
func (c *Client) ReplaceShortlist(ctx context.Context, id string, b api.ShortlistBody) (api.Shortlist, Receipt, error) {
	return one[api.Shortlist](ctx, c, call{
		op: "replace shortlist " + short(id), method: http.MethodPut, optional: true,
		endpoint: "/v1/shortlists/{id}", args: []string{id}, subject: id, body: c.outgoing(b),
	})
}

// StoredShortlist is the record that refused a replacement: what the service
// holds now, as the details of the error carry it.
func StoredShortlist(err error) (api.Shortlist, bool) {
	var e *Error
	if !errors.As(err, &e) || e.Param != "version" {
		return api.Shortlist{}, false
	}
	for _, record := range append([]any{e.Details}, slices.Collect(maps.Values(e.Details))...) {
		var s api.Shortlist
		b, err := json.Marshal(record)
		if err == nil && json.Unmarshal(b, &s) == nil && s.ID != "" && s.Version > 0 {
			return s, true
		}
	}
	return api.Shortlist{}, false
}

// DeleteShortlist removes a shortlist.
func (c *Client) DeleteShortlist(ctx context.Context, id string) (Receipt, error) {
	return c.do(ctx, call{
		op: "delete shortlist " + short(id), method: http.MethodDelete, optional: true,
		endpoint: "/v1/shortlists/{id}", args: []string{id}, subject: id,
	}, reading{})
}

func (c *Client) outgoing(b api.ShortlistBody) api.ShortlistBody {
	b.Profiles = slices.Clone(b.Profiles)
	for i, p := range b.Profiles {
		b.Profiles[i].Platform = api.Platform(c.names.wire(p.Platform))
	}
	return b
}
