package rules

import (
	"context"
	"fmt"
	"slices"

	googleuuid "github.com/google/uuid"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/rules/check"
	"greenroom/service/rules/paging"
	"greenroom/service/rules/shape"
	"greenroom/service/search"
	"greenroom/service/words"
)

// Search creates a search session. It costs a base and a price per creator in
// the session, once; paging is free.
func (s *Service) Search(_ context.Context, c access.Caller, r api.SearchRequest) (Job, error) {
	limit, err := s.checkSearch(&r)
	if err != nil {
		return Job{}, err
	}
	return job(api.OpSearch, limit, func(ctx context.Context) (Answer, error) {
		session, err := s.newSession(ctx, c.Owner(), r)
		if err != nil {
			return Answer{}, err
		}
		total := len(session.Results)
		session.Results = session.Results[:min(api.SearchPageSize, total)]
		page, err := s.sessionPage(ctx, session, total, 0)
		return Answer{Body: page, Cost: api.PriceOf(api.OpSearch).Cost(total)}, err
	}), nil
}

// checkSearch checks a request and fills in what it leaves open.
func (s *Service) checkSearch(r *api.SearchRequest) (limit int, err error) {
	if r.Query, err = check.Text("query", r.Query, 1, api.SearchQueryMax); err != nil {
		return 0, err
	}
	if (r.Filters == nil || *r.Filters == api.SearchFilters{}) && words.Blank(r.Query) {
		return 0, service.Invalid("query", blank)
	}
	if limit, err = check.Page(r.Limit); err != nil {
		return 0, err
	}
	r.Limit = &limit
	for _, p := range r.Platforms {
		if err := s.platform("platforms", p); err != nil {
			return 0, err
		}
	}
	for _, k := range r.CreatorKinds {
		if err := check.OneOf("creator_kinds", k, []api.CreatorKind{api.KindInfluencer, api.KindThemePage}); err != nil {
			return 0, err
		}
	}
	return limit, checkFilters(r.Filters)
}

// blank refuses a query that would find everybody at full price.
const blank = "query says nothing that tells one creator from another: it is only punctuation, digits, emoji or small words. Name a topic, a place, a language or a size, or give filters."

func checkFilters(f *api.SearchFilters) error {
	if f == nil {
		return nil
	}
	return check.FormFirst(checkRange("filters.followers", f.Followers), checkRange("filters.engagement_rate", f.EngagementRate))
}

func checkRange(param string, r *api.Range) error {
	if r == nil {
		return nil
	}
	if service.Or(r.Min, 0) < 0 {
		return service.Invalid(param+".min", param+".min must not be negative.")
	}
	if service.Or(r.Max, 0) < 0 {
		return service.Invalid(param+".max", param+".max must not be negative.")
	}
	if r.Min != nil && r.Max != nil && *r.Min > *r.Max {
		return service.Meaningless(param, param+" has a min above its max, so nothing can match.")
	}
	return nil
}

// StarterSession creates a session that costs nothing, for a service that
// opens with an example.
func (s *Service) StarterSession(ctx context.Context, accountID string, r api.SearchRequest) (service.Session, error) {
	if _, err := s.checkSearch(&r); err != nil {
		return service.Session{}, err
	}
	return s.newSession(ctx, service.Owner{AccountID: accountID}, r)
}

func (s *Service) newSession(ctx context.Context, o service.Owner, r api.SearchRequest) (service.Session, error) {
	index, err := s.index.Latest(ctx)
	if err != nil {
		return service.Session{}, err
	}
	found, err := s.find(ctx, index, r)
	if err != nil {
		return service.Session{}, err
	}
	results, err := s.results(ctx, found.Hits[:min(len(found.Hits), *r.Limit)])
	if err != nil {
		return service.Session{}, fmt.Errorf("search: %w", err)
	}
	now := s.now()
	session := service.Session{
		ID: googleuuid.NewString(), AccountID: o.AccountID, UserID: o.UserID, Request: r,
		Interpretation: found.Interpretation, Results: results, FilteredTotal: max(found.Total, len(results)),
		CreatedAt: now, ExpiresAt: now.Add(SessionTTL),
	}
	if err := s.store.CreateSession(ctx, session); err != nil {
		return service.Session{}, fmt.Errorf("store search session %s: %w", session.ID, err)
	}
	return session, nil
}

// find searches. Seeds of the query are looked up for what they are about.
func (s *Service) find(ctx context.Context, index *search.Segments, r api.SearchRequest) (search.Results, error) {
	q := search.Query{Text: r.Query, Platforms: r.Platforms, Kinds: r.CreatorKinds, Filters: r.Filters, Limit: *r.Limit, Now: s.clock()}
	if ids := index.Seeds(r.Query); len(ids) > 0 {
		seeds, err := s.store.Creators(ctx, ids)
		if err != nil {
			return search.Results{}, fmt.Errorf("read seeds: %w", err)
		}
		for n := 0; len(q.Like) < seedThemes*len(seeds) && n < seedThemes; n++ { // the first of each, then the second
			for _, id := range ids {
				if c := seeds[id]; n < len(c.Themes) {
					q.Like = append(q.Like, c.Themes[n])
				}
			}
		}
	}
	return index.Search(q), nil
}

// seedThemes limits the themes of a seed that are looked at, the first of its own.
const seedThemes = 5

// results turns hits into answers, in their order. A creator that has gone
// from the catalogue since the index was built is left out.
func (s *Service) results(ctx context.Context, hits []search.Hit) ([]api.SearchResult, error) {
	if len(hits) == 0 {
		return []api.SearchResult{}, nil
	}
	ids, units := make([]string, len(hits)), []search.Unit{}
	for i, h := range hits {
		ids[i] = h.ID
		for _, g := range h.Grounds {
			units = append(units, g.Unit)
		}
	}
	creators, err := s.store.Creators(ctx, ids)
	if err != nil {
		return nil, err
	}
	profiles, err := s.store.Profiles(ctx, ids...)
	if err != nil {
		return nil, err
	}
	texts, err := s.store.Texts(ctx, units)
	if err != nil {
		return nil, err
	}
	book := quoteBook{texts, map[string]bool{}}
	out := make([]api.SearchResult, 0, len(hits))
	for _, h := range hits {
		if c, ok := creators[h.ID]; ok {
			shown, _ := s.visible(profiles[h.ID])
			out = append(out, result(h, c, shown, book.evidence(h, c, shown)))
		}
	}
	return out, nil
}

func result(h search.Hit, c service.Creator, shown []service.Profile, grounds []api.Evidence) api.SearchResult {
	out := api.SearchResult{
		Creator: shape.CreatorBasic(c), LocationUnverified: h.LocationUnverified,
		Match: api.Match{
			Score: h.Score, Confidence: h.Confidence, LowConfidence: h.Low,
			Reasons: shape.List(h.Reasons), Evidence: grounds,
		},
	}
	if len(shown) == 0 {
		return out
	}
	out.PrimaryProfile = new(shape.Summary(shown[0]))
	out.RelevantProfile = out.PrimaryProfile
	if i := slices.IndexFunc(shown, func(p service.Profile) bool { return p.Platform == h.Platform }); i > 0 {
		out.RelevantProfile = new(shape.Summary(shown[i]))
	}
	return out
}

// Interpret says what a search would understand, find and cost at most. It is
// free, makes no session and is paced like the paging of one.
func (s *Service) Interpret(_ context.Context, _ access.Caller, r api.SearchRequest) (Job, error) {
	limit, err := s.checkSearch(&r)
	if err != nil {
		return Job{}, err
	}
	return job(api.OpSearchPage, 0, func(ctx context.Context) (Answer, error) {
		index, err := s.index.Latest(ctx)
		if err != nil {
			return Answer{}, err
		}
		found, err := s.find(ctx, index, r)
		if err != nil {
			return Answer{}, err
		}
		told := shape.Interpretation(found.Interpretation)
		if s.second != nil {
			told.Suggested = s.second.Suggest(ctx, r.Query, told, func(phrase string) api.Interpretation {
				phrased, _ := s.find(ctx, index, api.SearchRequest{Query: phrase, Limit: r.Limit})
				return phrased.Interpretation
			})
		}
		return Answer{Body: api.One[api.SearchPreview]{Data: api.SearchPreview{
			Interpretation: told, FilteredTotal: found.Total,
			GoodMatches: found.Good, CreditsAtMost: api.PriceOf(api.OpSearch).Cost(limit),
			Digests: each.Of(found.Hits[:min(len(found.Hits), limit)], func(h search.Hit) string { return api.Digest(h.ID) }),
		}}}, nil
	}), nil
}

// searchPosition counts the results of a session that were answered before.
type searchPosition struct {
	Offset int `json:"o"`
}

// SearchPage reads on in a session: by position, free, never beyond what the
// session holds. A nil cursor asks for the first page.
func (s *Service) SearchPage(ctx context.Context, c access.Caller, id string, cursor *string) (Job, error) {
	id, err := check.UUID("id", id)
	if err != nil {
		return Job{}, err
	}
	var at searchPosition
	if err := s.cursors.Open(ctx, sessionScope(c.Owner(), id), cursor, &at); err != nil {
		return Job{}, err
	}
	session, total, err := s.store.Session(ctx, c.Owner(), id, s.clock(), at.Offset, api.SearchPageSize)
	if err != nil {
		return Job{}, missing(err, "This search session does not exist or has expired. Search again for a new one.")
	}
	return job(api.OpSearchPage, 0, func(ctx context.Context) (Answer, error) {
		page, err := s.sessionPage(ctx, session, total, at.Offset)
		return Answer{Body: page}, err
	}), nil
}

// sessionPage answers the results that a session holds here, which are those
// from offset on, of total.
func (s *Service) sessionPage(ctx context.Context, session service.Session, total, offset int) (page api.SearchPage, err error) {
	page = api.SearchPage{
		Data: shape.List(session.Results), SearchID: session.ID, Total: total,
		FilteredTotal: session.FilteredTotal, Interpretation: new(shape.Interpretation(session.Interpretation)),
	}
	next := offset + len(session.Results)
	if next >= total || len(session.Results) == 0 {
		return page, nil
	}
	page.HasMore = true
	page.NextCursor, err = s.cursors.Seal(ctx, sessionScope(session.Owner(), session.ID), searchPosition{Offset: next})
	return page, err
}

func sessionScope(o service.Owner, id string) string {
	return paging.Scope("search", ownerScope(o), id)
}

// ownerScope binds cursors to whose the things are.
func ownerScope(o service.Owner) string {
	if o.UserID == "" {
		return o.AccountID
	}
	return o.AccountID + " user " + o.UserID
}
