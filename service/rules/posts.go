package rules

import (
	"context"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/rules/check"
	"greenroom/service/rules/paging"
	"greenroom/service/rules/shape"
)

// PostsRequest asks for posts of a creator, or of one profile of it.
type PostsRequest struct {
	CreatorID *string
	Platform  *api.Platform
	Username  *string
	Sort      *api.PostSort
	Limit     *int
	Cursor    *string
}

// Posts answers a page of stored posts. A cursor holds for one sort and one
// owner only.
func (s *Service) Posts(ctx context.Context, c access.Caller, r PostsRequest) (Job, error) {
	limit, err := check.Page(r.Limit)
	if err != nil {
		return Job{}, err
	}
	q := service.PostQuery{Sort: service.Or(r.Sort, api.SortRecent), Limit: limit + 1}
	if err := check.OneOf("sort", q.Sort, api.PostSorts()); err != nil {
		return Job{}, err
	}
	if len(s.platforms) < len(api.Platforms()) {
		q.Platforms = s.platforms
	}
	owner, err := s.postsOwner(r)
	bound := paging.Scope("posts", c.Account.ID, owner.String(), string(q.Sort))
	lost := s.cursors.Open(ctx, bound, r.Cursor, &q.After)
	if err := check.FormFirst(err, lost); err != nil {
		return Job{}, err
	}
	if err := s.findOwner(ctx, owner, &q); err != nil {
		return Job{}, err
	}
	return job(api.OpPosts, limit, func(ctx context.Context) (Answer, error) {
		return s.postsPage(ctx, q, bound)
	}), nil
}

func (s *Service) postsOwner(r PostsRequest) (creatorKey, error) {
	k, err := s.creatorKey("creator_id", "", api.CreatorRef{CreatorID: r.CreatorID, Platform: r.Platform, Username: r.Username})
	if err == nil && k.id == "" {
		k.username, err = check.Username(k.username)
	}
	return k, err
}

// findOwner makes sure that the owner exists.
func (s *Service) findOwner(ctx context.Context, o creatorKey, q *service.PostQuery) error {
	if o.id != "" {
		q.CreatorID = o.id
		_, err := s.store.Creator(ctx, o.id)
		return missing(err, "No such creator.")
	}
	p, err := s.store.ProfileByName(ctx, o.platform, o.username)
	q.ProfileID = p.ID
	return missing(err, "No such profile on this platform.")
}

// postsPage reads one post more than the page holds, to know whether another
// page follows.
func (s *Service) postsPage(ctx context.Context, q service.PostQuery, bound string) (Answer, error) {
	found, err := s.store.Posts(ctx, q)
	if err != nil {
		return Answer{}, err
	}
	page := api.Page[api.Post]{HasMore: len(found) == q.Limit}
	if page.HasMore {
		found = found[:q.Limit-1]
		if page.NextCursor, err = s.cursors.Seal(ctx, bound, found[len(found)-1].Position(q.Sort)); err != nil {
			return Answer{}, err
		}
	}
	page.Data = each.Of(found, shape.Post)
	return Answer{Body: page, Cost: api.PriceOf(api.OpPosts).Cost(len(found))}, nil
}
