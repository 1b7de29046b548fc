package client

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client/money"
	"greenroom/internal/each"
)

// Health says whether the service is up. It needs no key and is free. It is
// never answered from the memory.
func (c *Client) Health(ctx context.Context, opts ...Option) (api.Health, Receipt, error) {
	return askOne[api.Health](ctx, c, call{
		op: "ask for health", request: get("/health"), traits: keyless | safe, opts: gather(opts),
	}, nil)
}

// AutocompleteParams ask for creators by prefix. Q has 2 to 100 characters; the
// other fields may be left empty.
type AutocompleteParams struct {
	Q        string
	Platform api.Platform // "" is every network
	Limit    int          // 1 to 50; 0 is the service's default, 10
	Scope    api.Scope    // "" is all_platforms
}

// Autocomplete lists creators whose name, username or display name begins with
// Q. It costs Prices.Autocomplete for each request, however many it finds.
func (c *Client) Autocomplete(ctx context.Context, p AutocompleteParams, opts ...Option) ([]api.Suggestion, Receipt, error) {
	k := call{
		op: "autocomplete", subject: p.Q,
		request: get("/v1/creators/autocomplete").with(query("q", p.Q, "platform", string(p.Platform), "limit", number(p.Limit), "scope", string(p.Scope))),
		bill:    money.Flat(api.OpAutocomplete), traits: kept, opts: gather(opts),
		wrong: cmp.Or(
			length("q", p.Q, api.AutocompleteMin, api.AutocompleteMax),
			within("limit", p.Limit, api.AutocompleteLimitMax),
			oneOf("scope", p.Scope, api.ScopeCreatorOnly, api.ScopeMatchedPlatforms, api.ScopeAllPlatforms),
		),
	}
	page, receipt, err := askPage[api.Suggestion](ctx, c, k)
	return page.Data, receipt, err
}

// Creator reads one creator by its UUID, with their profiles in short if asked
// to, for the same price. A creator that is not there is not_found, for nothing.
func (c *Client) Creator(ctx context.Context, id string, withProfiles bool, opts ...Option) (api.Creator, Receipt, error) {
	if c.isKept(ctx, creatorsRequest([]string{id}, withProfiles), gather(opts)) { // among others
		if found, receipt, err := c.Creators(ctx, []string{id}, withProfiles, opts...); err != nil || len(found.Data) > 0 {
			return first(found.Data), receipt, err
		}
	}
	k := call{
		op: "read creator " + short(id), request: creatorRequest(id, withProfiles), subject: id,
		bill: money.Each(api.OpCreator, 1), traits: kept, wrong: uuid("id", id), opts: gather(opts),
	}
	return askOne(ctx, c, k, whole[api.Creator])
}

func creatorRequest(id string, withProfiles bool) request {
	return get("/v1/creators/{id}", id).with(include(withProfiles))
}

func creatorsRequest(ids []string, withProfiles bool) request {
	r := get("/v1/creators").with(include(withProfiles))
	r.query.Set("ids", strings.Join(ids, ","))
	return r
}

func first[T any](all []T) (v T) {
	if len(all) > 0 {
		v = all[0]
	}
	return v
}

// CreatorProfiles reads the profiles of a creator, api.AccountsMax of them at most; each is
// charged, in lite mode less than in detailed. An empty mode is detailed. Details of the
// profiles is nil in lite mode. Of a creator who is kept it is known which there are: these
// are asked for by their names, so that the price is exact.
func (c *Client) CreatorProfiles(ctx context.Context, id string, m api.ProfileMode, opts ...Option) ([]api.Profile, Receipt, error) {
	k := call{
		op: "read profiles of creator " + short(id), request: get("/v1/creators/{id}/profiles", id).with(query("mode", string(m))), subject: id,
		bill: money.Profiles(0, m), traits: kept, wrong: cmp.Or(uuid("id", id), mode(m)), opts: gather(opts),
	}
	if refs := c.accounts(ctx, id, k.opts); k.wrong == nil && len(refs) > 0 && !c.isKept(ctx, k.request, k.opts) {
		if found, receipt, err := c.Profiles(ctx, refs, m, opts...); KindOf(err) != KindNotOffered {
			return found.Data, receipt, err
		}
	}
	page, receipt, err := askPage[api.Profile](ctx, c, k)
	return page.Data, receipt, err
}

// accounts are those of a creator as the newest kept answer names them; nil where none does.
func (c *Client) accounts(ctx context.Context, id string, o options) (refs []api.ProfileRef) {
	if c.cfg.Memory == nil || o.refresh {
		return nil
	}
	var newest time.Time
	for _, r := range []request{creatorRequest(id, true), creatorsRequest([]string{id}, true)} {
		a, ok := c.remembered(ctx, &underway{call: call{opts: o}, key: r.key()}, c.cfg.Clock())
		v, found := creatorIn(a.Body, id)
		if !ok || !found || a.At.Before(newest) {
			continue
		}
		c.names.read(&v)
		newest, refs = a.At, each.Of(v.Profiles, func(p api.ProfileSummary) api.ProfileRef {
			return api.ProfileRef{Platform: p.Platform, Username: p.Username}
		})
	}
	return refs
}

// creatorIn finds a creator in the body of an answer, which has one or several.
func creatorIn(body []byte, id string) (v api.Creator, ok bool) {
	var one api.One[api.Creator]
	if json.Unmarshal(body, &one) == nil {
		return one.Data, true
	}
	var several api.Found[api.Creator, string]
	_ = json.Unmarshal(body, &several)
	i := slices.IndexFunc(several.Data, func(v api.Creator) bool { return creatorID(v) == strings.ToLower(id) })
	if i < 0 {
		return v, false
	}
	return several.Data[i], true
}

// Creators reads many creators by their UUIDs, in the order asked, with their
// profiles in short if asked to. Each that is found is charged once; NotFound
// are the ids that are not known, for nothing. More than 100 are asked for in
// several requests.
func (c *Client) Creators(ctx context.Context, ids []string, withProfiles bool, opts ...Option) (api.Found[api.Creator, string], Receipt, error) {
	return inBatches(ctx, c, batch[api.Creator, string]{
		naming: byID, op: "read creators", items: ids, limit: api.BatchMax, prices: []api.Operation{api.OpCreator}, opts: gather(opts),
		of: creatorID, id: creatorID,
		request: func(part []string) request { return creatorsRequest(part, withProfiles) },
		single:  func(id string) request { return creatorRequest(id, withProfiles) },
	})
}

func creatorID(v api.Creator) string { return strings.ToLower(v.ID) }

func include(profiles bool) url.Values {
	if profiles {
		return query("include", "profiles")
	}
	return url.Values{}
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
