package rules

import (
	"context"
	"errors"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/rules/check"
	"greenroom/service/rules/shape"
)

func isNotFound(err error) bool { return errors.Is(err, service.ErrNotFound) }

// missing is err, or not found in words where the store has no such record.
func missing(err error, message string) error {
	if isNotFound(err) {
		return service.NotFound(message)
	}
	return err
}

// IncludeProfiles is the one value that include takes.
const IncludeProfiles = "profiles"

// Creator answers one creator, with its profiles in short if include says so.
func (s *Service) Creator(ctx context.Context, _ access.Caller, id string, include *string) (Job, error) {
	if include != nil {
		if err := check.OneOf("include", *include, []string{IncludeProfiles}); err != nil {
			return Job{}, err
		}
	}
	c, err := s.creator(ctx, id)
	if err != nil {
		return Job{}, err
	}
	return job(api.OpCreator, 1, func(ctx context.Context) (Answer, error) {
		out := shape.Creator(c)
		if include != nil {
			shown, _, err := s.profilesOf(ctx, c.ID)
			if err != nil {
				return Answer{}, err
			}
			for _, p := range shown {
				out.Profiles = append(out.Profiles, shape.Summary(p))
			}
		}
		return Answer{Body: api.One[api.Creator]{Data: out}, Cost: api.PriceOf(api.OpCreator).Cost(1)}, nil
	}), nil
}

func (s *Service) creator(ctx context.Context, id string) (service.Creator, error) {
	id, err := check.UUID("id", id)
	if err != nil {
		return service.Creator{}, err
	}
	c, err := s.store.Creator(ctx, id)
	return c, missing(err, "This creator does not exist.")
}

// CreatorProfiles answers the profiles of a creator, most followers first.
// The mode sets how much of each, and its price.
func (s *Service) CreatorProfiles(ctx context.Context, _ access.Caller, id string, mode *api.ProfileMode) (Job, error) {
	chosen, op := api.ModeDetailed, api.OpProfilesDetailed
	if mode != nil {
		chosen = *mode
	}
	if err := check.OneOf("mode", chosen, []api.ProfileMode{api.ModeLite, api.ModeDetailed}); err != nil {
		return Job{}, err
	}
	if chosen == api.ModeLite {
		op = api.OpProfilesLite
	}
	c, err := s.creator(ctx, id)
	if err != nil {
		return Job{}, err
	}
	shown, links, err := s.profilesOf(ctx, c.ID)
	if err != nil {
		return Job{}, err
	}
	return job(op, len(shown), func(context.Context) (Answer, error) {
		out := make([]api.Profile, len(shown))
		for i, p := range shown {
			out[i] = shape.Profile(p, chosen, links)
		}
		return Answer{Body: api.One[[]api.Profile]{Data: out}, Cost: api.PriceOf(op).Cost(len(out))}, nil
	}), nil
}
