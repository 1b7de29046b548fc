package rules

import (
	"cmp"
	"context"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/media"
	"greenroom/service/rules/check"
	"greenroom/service/rules/shape"
)

// ingestPosts is the number of newest posts that a creator is seeded with.
const ingestPosts = api.LivePostsDefault

// Ingest seeds a creator from a profile that its network shows now. One that
// is here already costs nothing and takes no slot of the day.
func (s *Service) Ingest(_ context.Context, c access.Caller, body api.IngestBody) (Job, error) {
	if err := s.platform("platform", body.Platform); err != nil {
		return Job{}, err
	}
	name, err := check.Username(body.Username)
	if err != nil {
		return Job{}, err
	}
	return job(api.OpIngest, 1, func(ctx context.Context) (Answer, error) {
		return s.ingest(ctx, c, body.Platform, name)
	}), nil
}

func (s *Service) ingest(ctx context.Context, c access.Caller, p api.Platform, name string) (Answer, error) {
	out, err := s.ingested(ctx, p, name)
	if err == nil || !isNotFound(err) {
		return Answer{Body: api.One[api.Ingested]{Data: out}}, err
	}
	if err := s.CheckIngest(ctx, c); err != nil {
		return Answer{}, err
	}
	seed, err := s.seed(ctx, p, name)
	if err != nil {
		return Answer{}, upstream(err)
	}
	// The network may know the profile by a name that is here already.
	name = seed.Profiles[0].Username
	if out, err = s.ingested(ctx, p, name); err == nil || !isNotFound(err) {
		return Answer{Body: api.One[api.Ingested]{Data: out}}, err
	}
	giveBack, err := s.TakeIngest(ctx, c)
	if err != nil {
		return Answer{}, err
	}
	written, err := s.store.Write(ctx, []service.Bundle{seed})
	if err != nil || written.New.Profiles == 0 {
		giveBack()
	}
	if err != nil {
		return Answer{}, err
	}
	if out, err = s.ingested(ctx, p, name); err != nil {
		return Answer{}, err
	}
	if written.New.Profiles == 0 { // somebody else was faster
		return Answer{Body: api.One[api.Ingested]{Data: out}}, nil
	}
	out.Status = api.IngestSeeded
	return Answer{Body: api.One[api.Ingested]{Data: out}, Cost: api.PriceOf(api.OpIngest).Cost(1), Created: true}, nil
}

func (s *Service) ingested(ctx context.Context, p api.Platform, name string) (api.Ingested, error) {
	found, err := s.store.ProfileByName(ctx, p, name)
	return api.Ingested{CreatorID: found.CreatorID, ProfileID: found.ID, Status: api.IngestExisting}, err
}

func (s *Service) seed(ctx context.Context, p api.Platform, name string) (service.Bundle, error) {
	switch p {
	case api.PhotoPlatform:
		live, err := s.fetchPhoto(ctx, name, ingestPosts)
		return photoSeed(live), err
	case api.VideoPlatform:
		if s.live.Video == nil {
			return service.Bundle{}, errUnconnected
		}
		channel, err := s.live.Video.Channel(ctx, service.ChannelQuery{Handle: name, Sort: api.ChannelNewest, Limit: ingestPosts})
		if err == nil && channel.Profile.Private {
			err = &service.UpstreamError{Kind: service.UpstreamPrivate}
		}
		return s.channelSeed(channel), err
	default:
		live, err := s.fetchShortVideo(ctx, name)
		return shortVideoSeed(live), err
	}
}

func photoSeed(l api.LivePhotoProfile) service.Bundle {
	p := service.Profile{
		Platform: api.PhotoPlatform, Username: l.Username, ExternalID: l.UserID, DisplayName: l.FullName,
		URL: media.ProfileURL(api.PhotoPlatform, l.Username, ""), Bio: l.Biography, AvatarURL: l.ProfilePicURL, Pronouns: l.Pronouns,
		Verified: l.IsVerified, Followers: l.FollowerCount, Following: l.FollowingCount, PostCount: l.MediaCount,
		EngagementRate: l.EngagementRate, Category: service.Or(l.CategoryName, ""), UpdatedAt: l.ScrapedAt,
	}
	if l.ExternalURL != nil {
		p.ExternalURLs = []string{*l.ExternalURL}
	}
	for _, link := range l.BioLinks {
		p.ExternalURLs = shape.Union(p.ExternalURLs, []string{link.URL})
	}
	b := seedOf(p)
	for _, post := range l.Posts {
		b.Posts = append(b.Posts, storedPost(post))
	}
	return b
}

func seedOf(p service.Profile) service.Bundle {
	return service.Bundle{Profiles: []service.Profile{p}, Creator: service.Creator{
		Name: cmp.Or(p.DisplayName, p.Username), Bio: p.Bio, AvatarURL: p.AvatarURL, UpdatedAt: p.UpdatedAt,
	}}
}

func shortVideoSeed(l api.ShortVideoProfile) service.Bundle {
	p := service.Profile{
		Platform: api.ShortVideoPlatform, Username: l.Username, ExternalID: l.UserID, DisplayName: l.DisplayName, URL: l.ProfileURL,
		Bio: l.Biography, AvatarURL: l.AvatarURL, Verified: l.IsVerified, Business: l.IsBusiness,
		Followers: l.FollowerCount, Following: l.FollowingCount, PostCount: l.VideoCount, UpdatedAt: l.ScrapedAt,
	}
	if l.ExternalURL != nil {
		p.ExternalURLs = []string{*l.ExternalURL}
	}
	return seedOf(p)
}

func (s *Service) channelSeed(c service.Channel) service.Bundle {
	c.Profile.Platform, c.Profile.UpdatedAt = api.VideoPlatform, s.now()
	b := seedOf(c.Profile)
	for _, v := range c.Videos {
		p := service.Post{Platform: api.VideoPlatform, PlatformID: v.ID, URL: v.URL, Type: api.PostVideo, Caption: v.Title, Views: v.Views}
		if v.PublishedAt != nil {
			p.PostedAt = *v.PublishedAt
		}
		b.Posts = append(b.Posts, p)
	}
	return b
}

// storedPost is a live post as it is kept. Hidden counts are not known.
func storedPost(l api.LivePost) service.Post {
	p := service.Post{
		Platform: api.PhotoPlatform, PlatformID: l.Shortcode, URL: media.PostURL(api.PhotoPlatform, l.Shortcode), Type: l.PostType,
		Caption: service.Or(l.Caption, ""), Views: l.ViewCount, MediaURL: cmp.Or(l.VideoURL, l.DisplayURL), ThumbnailURL: l.ThumbnailURL, Comments: &l.CommentCount,
	}
	if l.EngagementVisibility == nil || !l.EngagementVisibility.LikeAndViewCountsDisabled {
		p.Likes = &l.LikeCount
	}
	p.Hashtags, p.Mentions = media.HashtagsOf(p.Caption), media.MentionsOf(p.Caption)
	if l.TakenAt != nil {
		p.PostedAt = time.Unix(*l.TakenAt, 0).UTC()
	}
	if l.Location != nil {
		p.Location = l.Location.Name
	}
	for _, item := range l.CarouselItems {
		p.Carousel = append(p.Carousel, api.CarouselItem{Index: item.Index, IsVideo: item.IsVideo, ThumbnailURL: service.Known(item.ThumbnailURL)})
	}
	return p
}
