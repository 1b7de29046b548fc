package client

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/http"
	"slices"

	"greenroom/api"
)

// Shortlist reads one shortlist, for nothing. Shortlists are private: one of
// another account is not_found.
func (c *Client) Shortlist(ctx context.Context, id string, opts ...Option) (api.Shortlist, Receipt, error) {
	return askOne[api.Shortlist](ctx, c, call{
		op: "read shortlist " + short(id), request: get("/v1/shortlists/{id}", id), subject: id,
		traits: safe, wrong: uuid("id", id), opts: gather(opts),
	}, nil)
}

// Shortlists reads a page of shortlists, newest first, for nothing. An empty
// cursor is the first page; limit is 1 to 100, 0 the service's default, 25. A
// service may lack it and the three below: the error is then of KindNotOffered.
func (c *Client) Shortlists(ctx context.Context, cursor string, limit int, opts ...Option) (api.Page[api.Shortlist], Receipt, error) {
	return askPage[api.Shortlist](ctx, c, call{
		op: "list shortlists", request: get("/v1/shortlists").with(query("cursor", cursor, "limit", number(limit))),
		traits: safe | optional, wrong: within("limit", limit, api.LimitMax), opts: gather(opts),
	})
}

// ShortlistsAll yields all shortlists, newest first, page by page. An error ends
// it.
func (c *Client) ShortlistsAll(ctx context.Context, opts ...Option) iter.Seq2[api.Shortlist, error] {
	return pages("list shortlists", "", opts, func(cursor string, more Option) (api.Page[api.Shortlist], Receipt, error) {
		return c.Shortlists(ctx, cursor, api.LimitMax, more)
	})
}

// CreateShortlist stores a new shortlist of 1 to 8 profiles, for nothing. Version
// must be nil; the stored one is 1.
func (c *Client) CreateShortlist(ctx context.Context, b api.ShortlistBody, opts ...Option) (api.Shortlist, Receipt, error) {
	wrong := shortlist(b)
	if b.Version != nil {
		wrong = cmp.Or(wrong, refuse("version", "A new shortlist has no version yet."))
	}
	return askOne[api.Shortlist](ctx, c, call{
		op: "create shortlist", request: post("/v1/shortlists", b), subject: b.Name, traits: optional, wrong: wrong, opts: gather(opts),
	}, nil)
}

// ReplaceShortlist stores a shortlist anew, for nothing. Version must be the
// stored one; else the error has Param "version" and the current record in
// Details, where StoredShortlist finds it.
func (c *Client) ReplaceShortlist(ctx context.Context, id string, b api.ShortlistBody, opts ...Option) (api.Shortlist, Receipt, error) {
	return askOne[api.Shortlist](ctx, c, call{
		op: "replace shortlist " + short(id), subject: id, traits: optional, opts: gather(opts),
		request: request{method: http.MethodPut, endpoint: "/v1/shortlists/{id}", args: []string{id}, body: b},
		wrong:   cmp.Or(uuid("id", id), shortlist(b), replacing(b.Version)),
	}, nil)
}

// shortlist checks the members. Their names go as they stand: it is a record,
// not a question.
func shortlist(b api.ShortlistBody) *Error {
	if n := len(b.Profiles); n < api.ShortlistProfilesMin || n > api.ShortlistProfilesMax {
		return refuse("profiles", fmt.Sprintf("A shortlist holds %d to %d profiles; this one has %d.", api.ShortlistProfilesMin, api.ShortlistProfilesMax, n))
	}
	for i, p := range b.Profiles {
		at := fmt.Sprintf("profiles[%d].", i)
		if wrong := cmp.Or(given(at+"platform", string(p.Platform)), length(at+"username", p.Username, 1, api.UsernameMax)); wrong != nil {
			return wrong
		}
	}
	return nil
}

func replacing(version *int) *Error {
	if version == nil || *version < 1 || *version > api.VersionMax {
		return refuse("version", "version must be that of the stored shortlist.")
	}
	return nil
}

// StoredShortlist is the record that refused a replacement: what the service
// holds now, as the details of the error carry it.
func StoredShortlist(err error) (api.Shortlist, bool) {
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Param != "version" {
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

// DeleteShortlist removes a shortlist, for nothing.
func (c *Client) DeleteShortlist(ctx context.Context, id string, opts ...Option) (Receipt, error) {
	return c.do(ctx, call{
		op: "delete shortlist " + short(id), subject: id, traits: optional,
		request: request{method: http.MethodDelete, endpoint: "/v1/shortlists/{id}", args: []string{id}}, wrong: uuid("id", id), opts: gather(opts),
	}, reading{})
}
