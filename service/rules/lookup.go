package rules

import (
	"context"
	"errors"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/rules/check"
	"greenroom/service/rules/shape"
)

// Creators answers many creators at once, in the order of ids, a list with
// commas; include is as for one.
func (s *Service) Creators(ctx context.Context, _ access.Caller, list string, include *string) (Job, error) {
	if err := check.OneOf("include", service.Or(include, IncludeProfiles), []string{IncludeProfiles}); err != nil {
		return Job{}, err
	}
	ids := strings.Split(list, ",")
	if err := check.Size("ids", len(ids), api.BatchMax); err != nil {
		return Job{}, err
	}
	keys := make([]creatorKey, len(ids))
	for i, id := range ids {
		var err error
		if keys[i].id, err = check.UUID("ids", strings.TrimSpace(id)); err != nil {
			return Job{}, err
		}
		ids[i] = strings.TrimSpace(id)
	}
	var profiles map[string][]service.Profile
	return bulk[service.Creator, string, api.Creator]{
		ops: []api.Operation{api.OpCreator}, code: api.CodeGetProfiles, asked: ids, id: creatorID,
		find: func(ctx context.Context) ([]*service.Creator, error) {
			found, err := s.creatorsOf(ctx, keys)
			if known := idsOf(found); err == nil && include != nil && len(known) > 0 {
				profiles, err = s.store.Profiles(ctx, known...)
			}
			return found, err
		},
		row: func(_ context.Context, f service.Creator, _ string) (api.Creator, error) {
			c := shape.Creator(f)
			shown, _ := s.visible(profiles[f.ID])
			c.Profiles = each.Of(shown, shape.Summary)
			return c, nil
		},
	}.job(), nil
}

// idsOf is the ids of the creators that are known, each once.
func idsOf(found []*service.Creator) []string {
	var out []string
	for _, c := range found {
		if c != nil {
			out = append(out, c.ID)
		}
	}
	return shape.Union(out, nil)
}

// modeOf is the mode in which profiles are wanted, with the operation that it is
// billed as.
func modeOf(wanted *api.ProfileMode, detailed, lite api.Operation) (api.ProfileMode, api.Operation, error) {
	mode := service.Or(wanted, api.ModeDetailed)
	if mode == api.ModeLite {
		return mode, lite, nil
	}
	return mode, detailed, check.OneOf("mode", mode, []api.ProfileMode{api.ModeLite, api.ModeDetailed})
}

// LookupProfiles answers many profiles at once, by name, in the order asked.
func (s *Service) LookupProfiles(ctx context.Context, _ access.Caller, r api.ProfileLookupRequest) (Job, error) {
	if err := check.Size("profiles", len(r.Profiles), api.BatchMax); err != nil {
		return Job{}, err
	}
	mode, op, err := modeOf(r.Mode, api.OpProfileLookupDetailed, api.OpProfileLookupLite)
	if err != nil {
		return Job{}, err
	}
	keys, err := s.profileKeys(r.Profiles)
	if err != nil {
		return Job{}, err
	}
	var links map[string][]string
	return bulk[service.Profile, api.ProfileRef, api.Profile]{
		ops: []api.Operation{op}, code: api.CodeGetProfiles, asked: r.Profiles, id: profileID,
		find: func(ctx context.Context) ([]*service.Profile, error) {
			found, err := s.profilesByKey(ctx, keys)
			if err == nil {
				links, err = s.linksBeside(ctx, found)
			}
			return found, err
		},
		row: func(_ context.Context, p service.Profile, _ api.ProfileRef) (api.Profile, error) {
			return shape.Profile(p, mode, links[p.CreatorID]), nil
		},
	}.job(), nil
}

// linksBeside is the links to profiles on networks that have no name here, by
// creator.
func (s *Service) linksBeside(ctx context.Context, found []*service.Profile) (map[string][]string, error) {
	out := map[string][]string{}
	var owners []string
	for _, p := range found {
		if p != nil {
			owners = append(owners, p.CreatorID)
		}
	}
	if len(owners) == 0 || len(s.platforms) == len(api.Platforms()) {
		return out, nil
	}
	all, err := s.store.Profiles(ctx, shape.Union(owners, nil)...)
	for id, profiles := range all {
		_, out[id] = s.visible(profiles)
	}
	return out, err
}

// ProfileRequest names one profile.
type ProfileRequest struct {
	Platform api.Platform
	Username string
	Mode     *api.ProfileMode
}

// Profile answers one profile, by name.
func (s *Service) Profile(ctx context.Context, _ access.Caller, r ProfileRequest) (Job, error) {
	if err := s.platform("platform", r.Platform); err != nil {
		return Job{}, err
	}
	mode, op, err := modeOf(r.Mode, api.OpProfileLookupDetailed, api.OpProfileLookupLite)
	if err != nil {
		return Job{}, err
	}
	name, err := check.Username(r.Username)
	if err != nil {
		return Job{}, err
	}
	p, err := s.store.ProfileByName(ctx, r.Platform, name)
	if err != nil {
		return Job{}, failing(ctx, api.CodeGetProfiles, missing(err, "No such profile on this platform."))
	}
	return job(op, 1, func(ctx context.Context) (Answer, error) {
		links, err := s.linksBeside(ctx, []*service.Profile{&p})
		if err != nil {
			return Answer{}, failing(ctx, api.CodeGetProfiles, err)
		}
		return Answer{Body: api.One[api.Profile]{Data: shape.Profile(p, mode, links[p.CreatorID])}, Cost: api.PriceOf(op).Cost(1)}, nil
	}), nil
}

func isNotFound(err error) bool { return errors.Is(err, service.ErrNotFound) }

// missing is err, or not found in words where the store has no such record.
func missing(err error, message string) error {
	if isNotFound(err) {
		return service.NotFound(message)
	}
	return err
}

// IncludeProfiles is the only allowed value of include.
const IncludeProfiles = "profiles"

// Creator answers one creator, with its profiles in short if include says so.
func (s *Service) Creator(ctx context.Context, _ access.Caller, id string, include *string) (Job, error) {
	if err := check.OneOf("include", service.Or(include, IncludeProfiles), []string{IncludeProfiles}); err != nil {
		return Job{}, err
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
			out.Profiles = each.Of(shown, shape.Summary)
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
	return c, missing(err, "No such creator.")
}

// CreatorProfiles answers the largest profiles of a creator, most followers first.
// The mode sets how much of each, and its price.
func (s *Service) CreatorProfiles(ctx context.Context, _ access.Caller, id string, mode *api.ProfileMode) (Job, error) {
	chosen, op, err := modeOf(mode, api.OpProfilesDetailed, api.OpProfilesLite)
	if err != nil {
		return Job{}, err
	}
	c, err := s.creator(ctx, id)
	if err != nil {
		return Job{}, err
	}
	shown, links, err := s.profilesOf(ctx, c.ID)
	if err != nil {
		return Job{}, err
	}
	shown = shown[:min(api.AccountsMax, len(shown))]
	return job(op, len(shown), func(context.Context) (Answer, error) {
		out := each.Of(shown, func(p service.Profile) api.Profile { return shape.Profile(p, chosen, links) })
		return Answer{Body: api.One[[]api.Profile]{Data: out}, Cost: api.PriceOf(op).Cost(len(out))}, nil
	}), nil
}
