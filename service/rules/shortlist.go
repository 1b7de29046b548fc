package rules

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	googleuuid "github.com/google/uuid"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/rules/check"
	"greenroom/service/rules/paging"
	"greenroom/service/rules/shape"
)

const noShortlist = "No such shortlist."

// Shortlists lists what a caller has saved, newest first.
func (s *Service) Shortlists(ctx context.Context, c access.Caller, limit *int, cursor *string) (Job, error) {
	size, err := check.Page(limit)
	if err != nil {
		return Job{}, err
	}
	bound := paging.Scope("saved shortlists", ownerScope(c.Owner()))
	var after *service.ShortlistPosition
	if err := s.cursors.Open(ctx, bound, cursor, &after); err != nil {
		return Job{}, err
	}
	return job(api.OpShortlists, 0, func(ctx context.Context) (Answer, error) {
		found, err := s.store.Shortlists(ctx, c.Owner(), after, size+1)
		if err != nil {
			return Answer{}, err
		}
		page := api.Page[api.Shortlist]{HasMore: len(found) > size, Data: each.Of(found[:min(size, len(found))], shortlistShape)}
		if page.HasMore {
			page.NextCursor, err = s.cursors.Seal(ctx, bound, found[size-1].Position())
		}
		return Answer{Body: page}, err
	}), nil
}

// Shortlist answers one shortlist of the caller.
func (s *Service) Shortlist(ctx context.Context, c access.Caller, id string) (Job, error) {
	found, err := s.shortlist(ctx, c, id)
	if err != nil {
		return Job{}, err
	}
	return job(api.OpShortlists, 0, func(context.Context) (Answer, error) {
		return shortlistAnswer(found, false), nil
	}), nil
}

// CreateShortlist saves a new shortlist, as version 1.
func (s *Service) CreateShortlist(_ context.Context, c access.Caller, b api.NewShortlistBody) (Job, error) {
	if err := s.checkShortlist(b); err != nil {
		return Job{}, err
	}
	return job(api.OpShortlists, 0, func(ctx context.Context) (Answer, error) {
		id, err := googleuuid.NewV7()
		if err != nil {
			return Answer{}, fmt.Errorf("create shortlist: %w", err)
		}
		now := s.now()
		l := service.Shortlist{AccountID: c.Account.ID, UserID: c.UserID, Shortlist: api.Shortlist{
			ID: id.String(), Name: b.Name, Brief: b.Brief, Profiles: b.Profiles, Notes: b.Notes,
			Version: 1, CreatedAt: now, UpdatedAt: now,
		}}
		return shortlistAnswer(l, true), s.store.CreateShortlist(ctx, l)
	}), nil
}

// ReplaceShortlist replaces a whole shortlist, if the body names the version
// that is stored.
func (s *Service) ReplaceShortlist(ctx context.Context, c access.Caller, id string, b api.ShortlistBody) (Job, error) {
	if _, err := check.UUID("id", id); err != nil {
		return Job{}, err
	}
	if b.Version == nil {
		return Job{}, service.Invalid("version", "version is missing. Send the version you read.")
	}
	if _, err := check.Within("version", b.Version, 1, api.VersionMax); err != nil {
		return Job{}, err
	}
	if err := s.checkShortlist(api.NewShortlistBody{Name: b.Name, Brief: b.Brief, Profiles: b.Profiles, Notes: b.Notes}); err != nil {
		return Job{}, err
	}
	stored, err := s.shortlist(ctx, c, id)
	if err != nil {
		return Job{}, err
	}
	if stored.Version != *b.Version {
		return Job{}, versionConflict(stored)
	}
	return job(api.OpShortlists, 0, func(ctx context.Context) (Answer, error) {
		next := stored
		next.Name, next.Brief, next.Profiles, next.Notes = b.Name, b.Brief, b.Profiles, b.Notes
		next.Version, next.UpdatedAt = stored.Version+1, s.now()
		return s.replaced(s.store.ReplaceShortlist(ctx, next))
	}), nil
}

func (s *Service) replaced(now service.Shortlist, err error) (Answer, error) {
	if errors.Is(err, service.ErrVersion) {
		return Answer{}, versionConflict(now)
	}
	if err != nil {
		return Answer{}, missing(err, noShortlist)
	}
	return shortlistAnswer(now, false), nil
}

// DeleteShortlist deletes a shortlist of the caller.
func (s *Service) DeleteShortlist(ctx context.Context, c access.Caller, id string) (Job, error) {
	l, err := s.shortlist(ctx, c, id)
	if err != nil {
		return Job{}, err
	}
	return job(api.OpShortlists, 0, func(ctx context.Context) (Answer, error) {
		return Answer{}, missing(s.store.DeleteShortlist(ctx, c.Owner(), l.ID), noShortlist)
	}), nil
}

func (s *Service) shortlist(ctx context.Context, c access.Caller, id string) (service.Shortlist, error) {
	id, err := check.UUID("id", id)
	if err != nil {
		return service.Shortlist{}, err
	}
	l, err := s.store.Shortlist(ctx, c.Owner(), id)
	return l, missing(err, noShortlist)
}

func (s *Service) checkShortlist(b api.NewShortlistBody) error {
	if strings.TrimSpace(b.Name) == "" {
		return service.Invalid("name", "A shortlist needs a name.")
	}
	if n := len(b.Profiles); n < api.ShortlistProfilesMin || n > api.ShortlistProfilesMax {
		return service.Invalid("profiles", fmt.Sprintf("A shortlist holds %d to %d profiles.", api.ShortlistProfilesMin, api.ShortlistProfilesMax))
	}
	seen := map[api.ShortlistProfile]int{}
	for i, p := range b.Profiles {
		at := fmt.Sprintf("profiles[%d].", i)
		if err := s.platform(at+"platform", p.Platform); err != nil {
			return err
		}
		if n := utf8.RuneCountInString(p.Username); n < 1 || n > api.UsernameMax {
			return service.Invalid(at+"username", fmt.Sprintf("username must have 1 to %d characters.", api.UsernameMax))
		}
		key := api.ShortlistProfile{Platform: p.Platform, Username: strings.ToLower(strings.TrimPrefix(p.Username, "@"))}
		if first, twice := seen[key]; twice {
			return service.Meaningless(at+"username", fmt.Sprintf("%s is already on this shortlist, as profile %d. List each profile only once.", p.Username, first+1))
		}
		seen[key] = i
	}
	return nil
}

func versionConflict(stored service.Shortlist) *service.Error {
	e := service.Meaningless("version", fmt.Sprintf("This shortlist has changed since you read it: it is now version %d. Read it again and reapply your changes.", stored.Version))
	e.Details = map[string]any{"current": shortlistShape(stored)}
	return e
}

func shortlistAnswer(l service.Shortlist, created bool) Answer {
	return Answer{Body: api.One[api.Shortlist]{Data: shortlistShape(l)}, Created: created}
}

func shortlistShape(l service.Shortlist) api.Shortlist {
	out := l.Shortlist
	out.Profiles = shape.List(out.Profiles)
	out.CreatedAt, out.UpdatedAt = out.CreatedAt.UTC(), out.UpdatedAt.UTC()
	return out
}
