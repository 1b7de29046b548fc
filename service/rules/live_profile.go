package rules

import (
	"context"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/rules/check"
	"greenroom/service/rules/shape"
)

// ShortVideoProfile answers a profile of the short-video network as it shows
// now.
func (s *Service) ShortVideoProfile(_ context.Context, _ access.Caller, name string) (Job, error) {
	name, err := check.Username(name)
	if err != nil {
		return Job{}, err
	}
	return fetched(api.OpShortVideoProfile, func(ctx context.Context) (api.ShortVideoProfile, error) { return s.fetchShortVideo(ctx, name) }), nil
}

func (s *Service) fetchShortVideo(ctx context.Context, name string) (api.ShortVideoProfile, error) {
	if s.live.ShortVideo == nil {
		return api.ShortVideoProfile{}, errUnconnected
	}
	out, err := s.live.ShortVideo.Profile(ctx, name)
	if err == nil && out.IsPrivate {
		err = &service.UpstreamError{Kind: service.UpstreamPrivate}
	}
	out.ScrapedAt = s.now()
	return out, err
}

// PhotoProfile answers a profile of the photo network as it shows now, with its
// newest posts if they are asked for.
func (s *Service) PhotoProfile(_ context.Context, _ access.Caller, name string, withPosts bool, postLimit *int) (Job, error) {
	posts, err := check.Within("post_limit", postLimit, api.LivePostsDefault, api.LivePostsMax)
	if err != nil {
		return Job{}, err
	}
	if name, err = check.Username(name); err != nil {
		return Job{}, err
	}
	if !withPosts {
		posts = 0
	}
	return fetched(api.OpPhotoProfile, func(ctx context.Context) (api.LivePhotoProfile, error) { return s.fetchPhoto(ctx, name, posts) }), nil
}

func (s *Service) fetchPhoto(ctx context.Context, name string, posts int) (api.LivePhotoProfile, error) {
	if s.live.Photo == nil {
		return api.LivePhotoProfile{}, errUnconnected
	}
	out, err := s.live.Photo.Profile(ctx, name, posts)
	if err == nil && out.IsPrivate {
		err = &service.UpstreamError{Kind: service.UpstreamPrivate}
	}
	out.ScrapedAt = s.now()
	out.BioLinks, out.Pronouns, out.RelatedProfiles = shape.List(out.BioLinks), shape.List(out.Pronouns), shape.List(out.RelatedProfiles)
	out.Posts = shape.List(out.Posts[:min(posts, len(out.Posts))])
	return out, err
}
