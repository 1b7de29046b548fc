package rules

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/rules/check"
	"greenroom/service/rules/paging"
	"greenroom/service/rules/shape"
	"greenroom/service/search"
)

// Lookalike finds creators that resemble others, a page at a time. Pages stand
// in one order: the best first, equal ones by id.
func (s *Service) Lookalike(ctx context.Context, c access.Caller, r api.LookalikeRequest) (Job, error) {
	bound := lookalikeScope(c, r)
	var after *search.Standing
	lost := s.cursors.Open(ctx, bound, r.Cursor, &after)
	q, err := s.checkLookalike(r)
	if err := check.FormFirst(err, lost); err != nil {
		return Job{}, err
	}
	q.wanted.After = after
	if q.mode == api.ModeDetailed {
		if err := c.Allow(api.OpLookalikeProfiles, ""); err != nil {
			return Job{}, err
		}
	}
	if err := s.findSeeds(ctx, r, &q); err != nil {
		return Job{}, failing(ctx, api.CodeSeedResolution, err)
	}
	price := api.PriceOf(api.OpLookalike)
	if q.mode == api.ModeDetailed {
		price.PerItem += api.PriceOf(api.OpLookalikeProfiles).Cost(api.AccountsMax)
	}
	return Job{Price: price, Worst: price.Cost(q.limit), Do: func(ctx context.Context) (Answer, error) {
		a, err := s.lookalikes(ctx, q, bound)
		return a, failing(ctx, api.CodeLookalike, err)
	}}, nil
}

// lookalike is a request that passed its checks.
type lookalike struct {
	keys   []creatorKey
	wanted search.Wanted
	mode   api.ProfileMode
	limit  int
}

func (s *Service) checkLookalike(r api.LookalikeRequest) (q lookalike, err error) {
	if n := len(r.Seeds); n < 1 || n > api.SeedsMax {
		return q, badSeeds("seeds", fmt.Sprintf("Give 1 to %d seeds.", api.SeedsMax))
	}
	if q.limit, err = check.Page(r.Limit); err != nil {
		return q, err
	}
	q.mode = service.Or(r.Mode, api.ModeLite)
	if err := check.OneOf("mode", q.mode, []api.ProfileMode{api.ModeLite, api.ModeDetailed}); err != nil {
		return q, err
	}
	refs := make([]api.CreatorRef, len(r.Seeds))
	whole := 0.0
	for i, seed := range r.Seeds {
		weight := service.Or(seed.Weight, 1)
		if weight < 0 || weight > api.SeedWeightMax {
			return q, badSeeds(fmt.Sprintf("seeds[%d].weight", i), "weight must be a number from 0 to 1.")
		}
		whole += weight
		q.wanted.Seeds = append(q.wanted.Seeds, search.Seed{Weight: weight})
		refs[i] = api.CreatorRef{CreatorID: seed.CreatorID, Platform: seed.Platform, Username: seed.Username}
	}
	if whole == 0 {
		return q, badSeeds("seeds", "At least one seed needs a weight above 0.")
	}
	q.keys, err = s.creatorKeys("seeds", refs)
	return q, check.FormFirst(asSeeds(err), s.lookalikeFilters(r.Filters, &q))
}

func (s *Service) lookalikeFilters(f *api.LookalikeFilters, q *lookalike) error {
	q.wanted.On = s.platforms
	if f == nil {
		return nil
	}
	for _, p := range f.Platforms {
		if err := s.platform("filters.platforms", p); err != nil {
			return err
		}
	}
	if len(f.Platforms) > 0 {
		q.wanted.On = f.Platforms
	}
	q.wanted.Followers, q.wanted.Engagement, q.wanted.Verified = f.Followers, f.EngagementRate, f.Verified
	return checkFilters(&api.SearchFilters{Followers: f.Followers, EngagementRate: f.EngagementRate})
}

func badSeeds(param, message string) *service.Error {
	return &service.Error{Code: api.CodeInvalidSeeds, Param: param, Message: message}
}

// asSeeds gives a seed that cannot be one the code of the contract for that; a
// username that is badly formed has its own.
func asSeeds(err error) error {
	if e, ok := err.(*service.Error); ok && !e.Semantic {
		return badSeeds(e.Param, e.Message)
	}
	return err
}

// lookalikeScope binds a cursor to all of a request but the size of its pages.
func lookalikeScope(c access.Caller, r api.LookalikeRequest) string {
	r.Cursor, r.Limit = nil, nil
	request, _ := json.Marshal(r) // of plain values: it cannot fail
	return paging.Scope("lookalike", c.Account.ID, string(request))
}

// findSeeds reads what the seeds are like; all of them must be known.
func (s *Service) findSeeds(ctx context.Context, r api.LookalikeRequest, q *lookalike) error {
	found, err := s.creatorsOf(ctx, q.keys)
	if err != nil {
		return err
	}
	if i := slices.Index(found, nil); i >= 0 {
		e := &service.Error{Code: api.CodeSeedNotFound, Param: fmt.Sprintf("seeds[%d]", i),
			Message: "A seed is unknown. Leave it out or check the spelling."}
		var unknown []api.Seed
		for i, c := range found {
			if c == nil {
				unknown = append(unknown, r.Seeds[i])
			}
		}
		e.Details = map[string]any{"seeds": unknown}
		return e
	}
	profiles, err := s.store.Profiles(ctx, idsOf(found)...)
	if err != nil {
		return err
	}
	for i, c := range found {
		shown, _ := s.visible(profiles[c.ID])
		q.wanted.Seeds[i] = likeSeed(*c, shown, q.wanted.Seeds[i].Weight)
	}
	return nil
}

func (s *Service) lookalikes(ctx context.Context, q lookalike, bound string) (Answer, error) {
	index, err := s.index.Latest(ctx)
	if err != nil {
		return Answer{}, err
	}
	q.wanted.Limit = q.limit + 1
	found, total := index.Like(q.wanted)
	page := api.Page[api.LookalikeResult]{HasMore: len(found) > q.limit, FilteredTotal: &total}
	if page.HasMore {
		found = found[:q.limit]
		if page.NextCursor, err = s.cursors.Seal(ctx, bound, found[len(found)-1].Standing); err != nil {
			return Answer{}, err
		}
	}
	accounts := 0
	if page.Data, accounts, err = s.lookalikeResults(ctx, q, found); err != nil {
		return Answer{}, err
	}
	a := Answer{Body: page, Cost: api.PriceOf(api.OpLookalike).Cost(len(page.Data))}
	if accounts > 0 {
		a.Cost += api.PriceOf(api.OpLookalikeProfiles).Cost(accounts)
		a.Features = []api.Operation{api.OpLookalike, api.OpLookalikeProfiles}
	}
	return a, nil
}

// lookalikeResults turns likenesses into answers, in their order, and counts
// the profiles it answers in full.
func (s *Service) lookalikeResults(ctx context.Context, q lookalike, found []search.Likeness) (out []api.LookalikeResult, accounts int, err error) {
	out = make([]api.LookalikeResult, 0, len(found))
	if len(found) == 0 {
		return out, 0, nil
	}
	ids := each.Of(found, func(f search.Likeness) string { return f.ID })
	creators, err := s.store.Creators(ctx, ids)
	if err != nil {
		return nil, 0, err
	}
	profiles, err := s.store.Profiles(ctx, ids...)
	if err != nil {
		return nil, 0, err
	}
	for _, f := range found {
		c, ok := creators[f.ID]
		if !ok { // gone since it was indexed
			continue
		}
		r := api.LookalikeResult{Creator: shape.CreatorBasic(c), Similarity: api.Similarity{Score: float64(f.Score) / 1e4, SharedTraits: shape.List(f.Shared)}}
		shown, links := s.visible(profiles[f.ID])
		if i := slices.IndexFunc(shown, func(p service.Profile) bool { return slices.Contains(q.wanted.On, p.Platform) }); i >= 0 {
			r.PrimaryProfile = new(shape.Summary(shown[i]))
		}
		if q.mode == api.ModeDetailed {
			for _, p := range shown[:min(api.AccountsMax, len(shown))] {
				r.Profiles = append(r.Profiles, shape.Profile(p, api.ModeDetailed, links))
				accounts++
			}
		}
		out = append(out, r)
	}
	return out, accounts, nil
}

func likeSeed(c service.Creator, profiles []service.Profile, weight float64) search.Seed {
	seed := search.Seed{ID: c.ID, Languages: c.Languages, Country: c.Country, City: c.City, Kind: c.Kind, Weight: weight}
	categories := make([]string, len(profiles))
	for i, p := range profiles {
		account := search.Name{Platform: p.Platform, Followers: -1, Engagement: -1, Verified: p.Verified}
		if p.Followers != nil {
			account.Followers = *p.Followers
		}
		if p.EngagementRate != nil {
			account.Engagement = *p.EngagementRate
		}
		seed.Accounts, categories[i] = append(seed.Accounts, account), p.Category
	}
	seed.Themes = service.ThemesWith(c.Themes, categories)
	return seed
}
