package rules

import (
	"context"
	"slices"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/media"
	"greenroom/service/rules/check"
	"greenroom/service/search"
)

// AutocompleteRequest asks which creators a prefix names.
type AutocompleteRequest struct {
	Prefix   string
	Platform *api.Platform // limits where the prefix may be found
	Scope    *api.Scope
	Limit    *int
}

// Autocomplete finds creators by the beginning of a name, most followers
// first. It answers from memory.
func (s *Service) Autocomplete(_ context.Context, _ access.Caller, r AutocompleteRequest) (Job, error) {
	prefix, err := check.Text("q", r.Prefix, api.AutocompleteMin, api.AutocompleteMax)
	if err != nil {
		return Job{}, err
	}
	limit, err := check.Within("limit", r.Limit, api.AutocompleteLimitDefault, api.AutocompleteLimitMax)
	if err != nil {
		return Job{}, err
	}
	scope := service.Or(r.Scope, api.ScopeAllPlatforms)
	if err := check.OneOf("scope", scope, []api.Scope{api.ScopeCreatorOnly, api.ScopeMatchedPlatforms, api.ScopeAllPlatforms}); err != nil {
		return Job{}, err
	}
	var platforms []api.Platform
	if r.Platform != nil {
		if err := s.platform("platform", *r.Platform); err != nil {
			return Job{}, err
		}
		platforms = []api.Platform{*r.Platform}
	}
	ask := search.Completion{Prefix: prefix, Platforms: platforms, Limit: limit}
	return job(api.OpAutocomplete, 0, func(ctx context.Context) (Answer, error) {
		index, err := s.index.Recent(ctx)
		if err != nil {
			return Answer{}, err
		}
		out := each.Of(index.Complete(ask), func(c search.Candidate) api.Suggestion { return s.suggestion(c, scope, platforms) })
		return Answer{Body: api.One[[]api.Suggestion]{Data: out}, Cost: api.PriceOf(api.OpAutocomplete).Cost(0)}, nil
	}), nil
}

// suggestion is a creator with the profiles of a scope; on are the networks that it was
// looked for on, nil for all.
func (s *Service) suggestion(c search.Candidate, scope api.Scope, on []api.Platform) api.Suggestion {
	out := api.Suggestion{ID: c.ID, Name: c.Name, Avatar: media.WebAddress(c.AvatarURL), Platforms: []api.SuggestionPlatform{}}
	if scope == api.ScopeCreatorOnly {
		return out
	}
	for i, n := range c.Names {
		match, own := matchOf(c.Matches, i)
		matched := own && (on == nil || slices.Contains(on, n.Platform))
		if !s.shows(n.Platform) || !matched && scope == api.ScopeMatchedPlatforms {
			continue
		}
		out.Platforms = append(out.Platforms, api.SuggestionPlatform{Platform: n.Platform, Username: n.Username, DisplayName: n.DisplayName,
			MatchType: match.Type, MatchField: match.Value})
	}
	return out
}

// matchOf returns the match of the i-th profile. The name of the creator is that of all
// its profiles; one without a match of its own gets the creator's first.
func matchOf(all []search.NameMatch, i int) (match search.NameMatch, own bool) {
	for _, whose := range []int{i, search.CreatorName} {
		for _, m := range all {
			if m.Name == whose {
				return m, true
			}
		}
	}
	return all[0], false
}
