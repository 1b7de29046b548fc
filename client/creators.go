package client

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"greenroom/api"
)

// Health says whether the service is up. It needs no key.
func (c *Client) Health(ctx context.Context) (api.Health, Receipt, error) {
	return one[api.Health](ctx, c, call{
		op: "ask for health", method: http.MethodGet, endpoint: "/health", keyless: true, safe: true,
	})
}

// AutocompleteParams ask for creators by prefix. Q has 2 to 100 characters; the
// other fields may be left empty.
type AutocompleteParams struct {
	Q        string
	Platform api.Platform
	Limit    int // 1 to 50; 0 is the service's default
	Scope    api.Scope
}

// Autocomplete lists creators whose name or handle begins with Q.
func (c *Client) Autocomplete(ctx context.Context, p AutocompleteParams) ([]api.Suggestion, Receipt, error) {
	k := call{
		op: "autocomplete", method: http.MethodGet, endpoint: "/v1/creators/autocomplete", subject: p.Q,
		query: query("q", p.Q, "platform", c.names.wire(p.Platform), "limit", number(p.Limit), "scope", string(p.Scope)),
	}
	k.low, k.high = EstimateAutocomplete()
	page, receipt, err := list[api.Suggestion](ctx, c, k)
	return page.Data, receipt, err
}

// Creator reads one creator, with their profiles in short if asked to.
func (c *Client) Creator(ctx context.Context, id string, withProfiles bool) (api.Creator, Receipt, error) {
	k := call{
		op: "read creator " + short(id), method: http.MethodGet,
		endpoint: "/v1/creators/{id}", args: []string{id}, subject: id,
	}
	if withProfiles {
		k.query = query("include", "profiles")
	}
	k.low, k.high = EstimateCreator()
	return one[api.Creator](ctx, c, k)
}

// CreatorProfiles reads all profiles of a creator. An empty mode is detailed.
func (c *Client) CreatorProfiles(ctx context.Context, id string, mode api.ProfileMode) ([]api.Profile, Receipt, error) {
	k := call{
		op: "read profiles of creator " + short(id), method: http.MethodGet,
		endpoint: "/v1/creators/{id}/profiles", args: []string{id}, subject: id,
		query: query("mode", string(mode)),
	}
	k.low, k.high = EstimateProfiles(0, mode)
	page, receipt, err := list[api.Profile](ctx, c, k)
	return page.Data, receipt, err
}

// query builds a query from names and values; empty values are left out.
func query(pairs ...string) url.Values {
	q := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	return q
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// short is an id as errors show it.
func short(id string) string {
	if len(id) > 12 && api.ValidUUID(id) {
		return id[:8] + "…"
	}
	return id
}
