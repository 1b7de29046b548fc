package rules

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/rules/check"
	"greenroom/service/rules/paging"
	"greenroom/service/rules/shape"
)

// CatalogueRequest asks for everything there is, with conditions.
type CatalogueRequest struct {
	Platform, Country, Language *string // each a list with commas
	Min, Max                    *int    // followers
	Limit                       *int
	Cursor                      *string
	Facets                      bool
}

func (r CatalogueRequest) query() (service.ListQuery, error) {
	q := service.ListQuery{Countries: separate(r.Country, strings.ToUpper), Languages: separate(r.Language, strings.ToLower), Limit: service.Or(r.Limit, api.LimitDefault)}
	for _, p := range separate(r.Platform, strings.ToLower) {
		if err := check.OneOf("platform", api.Platform(p), api.Platforms()); err != nil {
			return q, err
		}
		q.Platforms = append(q.Platforms, api.Platform(p))
	}
	if r.Min != nil {
		q.Min = new(int64(*r.Min))
	}
	if r.Max != nil {
		q.Max = new(int64(*r.Max))
	}
	if q.Limit < api.LimitMin || q.Limit > api.CatalogueMax {
		return q, service.Invalid("limit", "limit must be 1 to 1000.")
	}
	return q, nil
}

func separate(list *string, form func(string) string) (out []string) {
	if list == nil {
		return nil
	}
	for word := range strings.SplitSeq(*list, ",") {
		if word = form(strings.TrimSpace(word)); word != "" {
			out = append(out, word)
		}
	}
	return out
}

// Catalogue lists everything, most followers first, for nothing.
func (s *Service) Catalogue(ctx context.Context, c access.Caller, r CatalogueRequest) (Job, error) {
	q, err := r.query()
	if err != nil {
		return Job{}, err
	}
	asked, err := json.Marshal(q)
	if err != nil {
		return Job{}, err
	}
	bound := paging.Scope("catalogue", c.Account.ID, string(asked))
	if err := s.cursors.Open(ctx, bound, r.Cursor, &q.After); err != nil {
		return Job{}, err
	}
	return job(api.OpCatalogue, 0, func(ctx context.Context) (Answer, error) {
		page, err := s.cataloguePage(ctx, q, bound)
		if err == nil && r.Facets {
			var facets api.Facets
			facets, err = s.store.Facets(ctx, q)
			page.Facets = &facets
		}
		return Answer{Body: page}, err
	}), nil
}

func (s *Service) cataloguePage(ctx context.Context, q service.ListQuery, bound string) (page api.CataloguePage, err error) {
	counted := q
	if counted.After = nil; q.After == nil {
		if page.FilteredTotal, err = s.store.CountList(ctx, counted); err != nil {
			return page, err
		}
	}
	limit := q.Limit
	q.Limit++
	found, err := s.store.List(ctx, q)
	if err != nil {
		return page, err
	}
	if len(found) > limit {
		found, page.HasMore = found[:limit], true
		if page.NextCursor, err = s.cursors.Seal(ctx, bound, found[limit-1].At); err != nil {
			return page, err
		}
	}
	profiles, err := s.store.Profiles(ctx, each.Of(found, func(l service.Listed) string { return l.ID })...)
	page.Data = each.Of(found, func(l service.Listed) api.ListedCreator { return listedCreator(l.Creator, profiles[l.ID]) })
	return page, err
}

func listedCreator(c service.Creator, profiles []service.Profile) api.ListedCreator {
	out := api.ListedCreator{Creator: shape.CreatorBasic(c), Networks: []api.Platform{}, Country: service.Known(c.Country), City: service.Known(c.City),
		Languages: shape.List(c.Languages), Themes: shape.List(c.Themes)}
	for i, p := range profiles {
		if i == 0 {
			out.PrimaryProfile = new(shape.Summary(p))
		}
		if !slices.Contains(out.Networks, p.Platform) {
			out.Networks = append(out.Networks, p.Platform)
		}
	}
	return out
}
