package rules

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service"
	"greenroom/service/judge"
	"greenroom/service/media"
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
		Message: "Internal error while computing the result. Nothing was charged. Try again later; if it happens again, report the request id."}
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
		at := fmt.Sprintf("%s[%d]", param, i)
		k, err := s.creatorKey(at, at+".", r)
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

// creatorKey checks how one creator is named; within stands before the names of its parts.
func (s *Service) creatorKey(param, within string, r api.CreatorRef) (creatorKey, error) {
	if r.Platform != nil {
		if err := s.platform(within+"platform", *r.Platform); err != nil {
			return creatorKey{}, err
		}
	}
	switch {
	case r.CreatorID != nil && (r.Platform != nil || r.Username != nil):
		return creatorKey{}, service.Invalid(param, "Give either creator_id, or platform and username, not both.")
	case r.CreatorID != nil:
		id, err := check.UUID(within+"creator_id", *r.CreatorID)
		return creatorKey{id: id}, err
	case r.Platform == nil && r.Username == nil:
		return creatorKey{}, service.Invalid(param, "Give creator_id, or platform and username.")
	case r.Platform == nil:
		return creatorKey{}, service.Invalid(within+"platform", "username also needs platform.")
	case r.Username == nil:
		return creatorKey{}, service.Invalid(within+"username", "platform also needs username.")
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
	return s.creatorKeys("profiles", each.Of(refs, func(r api.ProfileRef) api.CreatorRef {
		return api.CreatorRef{Platform: &r.Platform, Username: &r.Username}
	}))
}

func creatorCard(c service.Creator) api.CreatorCard {
	return api.CreatorCard{ID: c.ID, Name: c.Name, AvatarURL: service.Known(media.WebAddress(c.AvatarURL))}
}

// bulk is many things of one kind asked for at once. Each is answered in the order
// asked, what is not known beside them, and billed once however often it is asked for.
type bulk[T, R, A any] struct {
	ops   []api.Operation // that each is billed as; the first is the job's
	code  api.Code        // of what goes wrong inside
	asked []R
	id    func(*T) string
	find  func(ctx context.Context) ([]*T, error) // in the order asked, nil for what is unknown
	row   func(ctx context.Context, t T, asked R) (A, error)
	// atOnce limits the rows made at once; 0: one after the other.
	atOnce int
}

func (b bulk[T, R, A]) job() Job {
	p := api.PriceOf(b.ops[0])
	p.PerItem = costOf(b.ops, 1)
	return Job{Price: p, Worst: p.Cost(len(b.asked)), Do: func(ctx context.Context) (Answer, error) {
		a, err := b.answer(ctx)
		return a, failing(ctx, b.code, err)
	}}
}

func (b bulk[T, R, A]) answer(ctx context.Context) (Answer, error) {
	found, err := b.find(ctx)
	if err != nil {
		return Answer{}, err
	}
	out := api.Found[A, R]{Data: make([]A, 0, len(found)), NotFound: []R{}}
	rows, billed := make([]A, len(found)), map[string]bool{}
	group, inside := errgroup.WithContext(ctx)
	group.SetLimit(max(1, b.atOnce))
	for i, f := range found {
		if f != nil {
			group.Go(func() (err error) {
				rows[i], err = b.row(inside, *f, b.asked[i])
				return err
			})
		}
	}
	if err := group.Wait(); err != nil {
		return Answer{}, err
	}
	for i, f := range found {
		if f == nil {
			out.NotFound = append(out.NotFound, b.asked[i])
			continue
		}
		out.Data = append(out.Data, rows[i])
		billed[b.id(f)] = true
	}
	return Answer{Body: out, Cost: costOf(b.ops, len(billed)), Features: b.ops}, nil
}

// onceEach is work that is done once for each thing, however often it is asked for.
func onceEach[T, V any](id func(*T) string, work func(context.Context, T) (V, error)) func(context.Context, T) (V, error) {
	var mu sync.Mutex
	done := map[string]func() (V, error){}
	return func(ctx context.Context, t T) (V, error) {
		mu.Lock()
		do, ok := done[id(&t)]
		if !ok {
			do = sync.OnceValues(func() (V, error) { return work(ctx, t) })
			done[id(&t)] = do
		}
		mu.Unlock()
		return do()
	}
}

// atOnce returns how many rows of a bulk are made at once: a model is waited for.
func (s *Service) atOnce() int {
	if s.second == nil {
		return 1
	}
	return judge.Parallel
}
