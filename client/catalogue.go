package client

import (
	"context"
	"iter"
	"maps"
	"net/url"
	"strconv"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/internal/english"
)

// CatalogueParams are conditions on everything that the built-in service holds; the
// zero value is all of it. Limit is 1 to 1000, 0 the service's default, 25.
type CatalogueParams struct {
	Platforms []api.Platform
	Countries []string // ISO 3166-1
	Languages []string // ISO 639-1
	Followers api.Range
	Facets    bool // with the first page
	Limit     int
	Cursor    string
}

// conditions are those of p as the service reads them.
func (p CatalogueParams) conditions() url.Values {
	platforms := each.Of(p.Platforms, func(on api.Platform) string { return string(on) })
	return query("platform", strings.Join(platforms, ","), "country", strings.Join(p.Countries, ","),
		"language", strings.Join(p.Languages, ","), "min_followers", bound(p.Followers.Min), "max_followers", bound(p.Followers.Max))
}

// Catalogue reads a page of everything, most followers first, for nothing. Only the
// built-in service has it: of others the error is of KindNotOffered.
func (c *Client) Catalogue(ctx context.Context, p CatalogueParams, opts ...Option) (api.CataloguePage, Receipt, error) {
	asks := p.conditions()
	if p.Facets {
		asks.Set("facets", "true")
	}
	maps.Copy(asks, query("limit", number(p.Limit), "cursor", p.Cursor))
	k := call{
		op: "list everything", request: get(api.CataloguePath).with(asks),
		traits: safe | optional | fleeting, wrong: within("limit", p.Limit, api.CatalogueMax), opts: gather(opts),
	}
	return ask(ctx, c, asked[api.CataloguePage]{call: k, absent: func(v *api.CataloguePage) bool { return v.Data == nil }})
}

// Everything is the id of a session that nobody made: all that the built-in service
// holds, by reach. SearchPage reads it like any other, for nothing.
const Everything = "everything"

// EverythingOf is the id of those sessions for all on which conditions hold; of p
// only these count.
func EverythingOf(p CatalogueParams) string {
	q := p.conditions().Encode()
	if q == "" {
		return Everything
	}
	return Everything + "?" + q
}

// OfEverything tells the conditions of such an id; false if it is that of a search.
func OfEverything(id string) (CatalogueParams, bool) {
	rest, ok := strings.CutPrefix(id, Everything)
	if !ok || rest != "" && rest[0] != '?' {
		return CatalogueParams{}, false
	}
	q, err := url.ParseQuery(strings.TrimPrefix(rest, "?"))
	if err != nil {
		return CatalogueParams{}, false
	}
	p := CatalogueParams{Countries: parts(q.Get("country")), Languages: parts(q.Get("language")), Followers: api.Range{Min: bounded(q.Get("min_followers")), Max: bounded(q.Get("max_followers"))}}
	for _, on := range parts(q.Get("platform")) {
		p.Platforms = append(p.Platforms, api.Platform(on))
	}
	return p, true
}

func parts(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}

func bounded(s string) *float64 {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return nil
	}
	return &n
}

// everything returns a page of the catalogue in the shape of a search.
func (c *Client) everything(ctx context.Context, id string, p CatalogueParams, cursor string, opts []Option) (api.SearchPage, Receipt, error) {
	p.Limit, p.Facets, p.Cursor = everythingPage, cursor == "", cursor
	found, receipt, err := c.Catalogue(ctx, p, opts...)
	if err != nil {
		return api.SearchPage{}, receipt, err
	}
	page := api.SearchPage{Data: make([]api.SearchResult, len(found.Data)), SearchID: id, HasMore: found.HasMore, NextCursor: found.NextCursor,
		Total: found.FilteredTotal, FilteredTotal: found.FilteredTotal, Facets: found.Facets}
	for i, l := range found.Data {
		page.Data[i] = api.SearchResult{Creator: l.Creator, PrimaryProfile: l.PrimaryProfile, Match: placed(l)}
		for _, on := range l.Networks {
			if l.PrimaryProfile != nil && on != l.PrimaryProfile.Platform {
				page.Data[i].RelevantProfile = &api.ProfileSummary{Platform: on}
			}
		}
	}
	return page, receipt, nil
}

const everythingPage = 100

// placed says of a listed creator where it is and what it is about, as a search
// names facts; nothing was asked, so that nothing matches.
func placed(l api.ListedCreator) api.Match {
	m := api.Match{Reasons: []string{}, Evidence: []api.Evidence{}}
	if len(l.Themes) > 0 {
		m.Reasons = append(m.Reasons, strings.Join(l.Themes, ", "))
	}
	place := ""
	if l.Country != nil {
		place = english.Country(*l.Country)
	}
	if l.City != nil {
		place = strings.TrimSuffix(*l.City+", "+place, ", ")
	}
	if place != "" {
		fact := api.FieldLocation
		m.Evidence = append(m.Evidence, api.Evidence{Text: "based in " + place, Provenance: api.FromProfile, FactID: &fact})
	}
	return m
}

func bound(n *float64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(int64(*n), 10)
}

// CatalogueAll yields everything from p on, page by page, for nothing. An error ends it.
func (c *Client) CatalogueAll(ctx context.Context, p CatalogueParams, opts ...Option) iter.Seq2[api.ListedCreator, error] {
	return pages("list everything", p.Cursor, opts, func(cursor string, more Option) (api.Page[api.ListedCreator], Receipt, error) {
		p.Cursor = cursor
		page, receipt, err := c.Catalogue(ctx, p, more)
		return api.Page[api.ListedCreator]{Data: page.Data, HasMore: page.HasMore, NextCursor: page.NextCursor}, receipt, err
	})
}
