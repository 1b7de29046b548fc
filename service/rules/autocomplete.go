package rules

import (
	"context"

	"greenroom/api"
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
		out := service.Each(index.Complete(ask), func(c search.Candidate) api.Suggestion { return s.suggestion(c, scope) })
		return Answer{Body: api.One[[]api.Suggestion]{Data: out}, Cost: api.PriceOf(api.OpAutocomplete).Cost(0)}, nil
	}), nil
}

func (s *Service) suggestion(c search.Candidate, scope api.Scope) api.Suggestion {
	out := api.Suggestion{ID: c.ID, Name: c.Name, Avatar: media.WebAddress(c.AvatarURL), Platforms: []api.SuggestionPlatform{}}
	if scope == api.ScopeCreatorOnly {
		return out
	}
	for i, n := range c.Names {
		match := matchOf(c.Matches, i)
		if !s.shows(n.Platform) || match == nil && scope == api.ScopeMatchedPlatforms {
			continue
		}
		p := api.SuggestionPlatform{Platform: n.Platform, Username: n.Username, DisplayName: n.DisplayName}
		if match != nil {
			p.MatchType, p.MatchField = match.Type, match.Value
		}
		out.Platforms = append(out.Platforms, p)
	}
	return out
}

// matchOf is where the i-th profile matched, or nil.
func matchOf(all []search.NameMatch, i int) *search.NameMatch {
	for j := range all {
		if all[j].Name == i {
			return &all[j]
		}
	}
	return nil
}
