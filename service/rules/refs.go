package rules

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/rules/check"
)

// failing gives what goes wrong inside an endpoint the code that the contract
// has for it. Failures with a code of their own, and those of a caller who has
// gone, stay as they are.
func failing(ctx context.Context, code api.Code, err error) error {
	if _, known := errors.AsType[*service.Error](err); known || err == nil || ctx.Err() != nil {
		return err
	}
	return &service.Error{Code: code, Cause: err,
		Message: "This could not be worked out because of a fault inside the service. Nothing was charged. Try again later, and name the request id if it happens again."}
}

// creatorKey is a creator as asked for: by id, or by a profile.
type creatorKey struct {
	id       string
	platform api.Platform
	username string
}

func (k creatorKey) String() string { return k.id + "|" + string(k.platform) + "|" + k.username }

// creatorKeys checks who is asked for: the form of all of them before the
// meaning of any.
func (s *Service) creatorKeys(param string, refs []api.CreatorRef) ([]creatorKey, error) {
	keys := make([]creatorKey, len(refs))
	for i, r := range refs {
		k, err := s.creatorKey(fmt.Sprintf("%s[%d]", param, i), r)
		if err != nil {
			return nil, err
		}
		keys[i] = k
	}
	for i := range keys {
		if keys[i].id == "" {
			name, err := usernameAt(fmt.Sprintf("%s[%d]", param, i), keys[i].username)
			if err != nil {
				return nil, err
			}
			keys[i].username = name
		}
	}
	return keys, nil
}

func (s *Service) creatorKey(param string, r api.CreatorRef) (creatorKey, error) {
	if r.Platform != nil {
		if err := s.platform(param+".platform", *r.Platform); err != nil {
			return creatorKey{}, err
		}
	}
	switch {
	case r.CreatorID != nil && (r.Platform != nil || r.Username != nil):
		return creatorKey{}, service.Invalid(param, "Give either creator_id, or platform and username, not both.")
	case r.CreatorID != nil:
		id, err := check.UUID(param+".creator_id", *r.CreatorID)
		return creatorKey{id: id}, err
	case r.Platform == nil && r.Username == nil:
		return creatorKey{}, service.Invalid(param, "Say which creator: creator_id, or platform and username.")
	case r.Platform == nil:
		return creatorKey{}, service.Invalid(param+".platform", "A username needs its platform beside it.")
	case r.Username == nil:
		return creatorKey{}, service.Invalid(param+".username", "A platform needs a username beside it.")
	}
	return creatorKey{platform: *r.Platform, username: *r.Username}, nil
}

// usernameAt checks a username that stands at a place of the body. The contract
// has one param for all; the message says which.
func usernameAt(at, name string) (string, error) {
	name, err := check.Username(name)
	if e, ok := errors.AsType[*service.Error](err); ok {
		e.Message = strings.Replace(e.Message, "username", at+".username", 1)
	}
	return name, err
}

// creatorsOf finds the creators asked for, in order; nil where one is unknown.
func (s *Service) creatorsOf(ctx context.Context, keys []creatorKey) ([]*service.Creator, error) {
	ids := make([]string, len(keys))
	for i, k := range keys {
		ids[i] = k.id
		if k.id != "" {
			continue
		}
		p, err := s.store.ProfileByName(ctx, k.platform, k.username)
		if err != nil && !isNotFound(err) {
			return nil, err
		}
		ids[i] = p.CreatorID
	}
	found, err := s.store.Creators(ctx, ids)
	if err != nil {
		return nil, err
	}
	out := make([]*service.Creator, len(keys))
	for i, id := range ids {
		if c, ok := found[id]; ok {
			out[i] = &c
		}
	}
	return out, nil
}

func creatorID(c *service.Creator) string { return c.ID }
func profileID(p *service.Profile) string { return p.ID }
func postID(p *service.Post) string       { return p.ID }

// profilesByKey finds the profiles asked for by name, in order; nil where one is unknown.
func (s *Service) profilesByKey(ctx context.Context, keys []creatorKey) ([]*service.Profile, error) {
	out := make([]*service.Profile, len(keys))
	for i, k := range keys {
		p, err := s.store.ProfileByName(ctx, k.platform, k.username)
		switch {
		case err == nil:
			out[i] = &p
		case !isNotFound(err):
			return nil, err
		}
	}
	return out, nil
}

// profileKeys checks which profiles are asked for, as creators named by them are.
func (s *Service) profileKeys(refs []api.ProfileRef) ([]creatorKey, error) {
	return s.creatorKeys("profiles", service.Each(refs, func(r api.ProfileRef) api.CreatorRef {
		return api.CreatorRef{Platform: &r.Platform, Username: &r.Username}
	}))
}

func creatorCard(c service.Creator) api.CreatorCard {
	return api.CreatorCard{ID: c.ID, Name: c.Name, AvatarURL: service.Known(c.AvatarURL)}
}
