package live

import (
	"context"
	"slices"
	"sync"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// channelPage is the number of posts of a channel that are read at once.
const channelPage = 100

type storeVideo struct {
	storeSource
	clock func() time.Time

	mu     sync.Mutex
	finder *finder // of generation
	made   int64
}

func (s *storeVideo) Video(ctx context.Context, id string) (api.VideoDetails, error) {
	post, owner, err := s.post(ctx, api.VideoPlatform, id)
	if err != nil {
		return api.VideoDetails{}, err
	}
	out := api.VideoDetails{
		VideoID: post.PlatformID, URL: post.URL, ChannelID: service.Known(owner.ExternalID), ChannelName: service.Known(owner.DisplayName),
		ChannelHandle: service.Known(owner.Username), ThumbnailURL: service.Known(post.ThumbnailURL), ViewCount: post.Views, LikeCount: post.Likes,
		CommentCount: post.Comments, Tags: post.Hashtags, Availability: service.Known("public"), LiveStatus: service.Known("not_live"),
	}
	out.Title, out.Description = titled(post.Caption)
	if post.Duration != nil {
		out.DurationSeconds = new(max(1, int64(*post.Duration+0.5)))
	}
	if !post.PostedAt.IsZero() {
		at := post.PostedAt.UTC()
		out.PublishedAt, out.PublishedDate = &at, service.Known(at.Format(time.DateOnly))
	}
	if owner.Category != "" {
		out.Categories = []string{owner.Category}
	}
	return out, nil
}

func (s *storeVideo) Tracks(ctx context.Context, id string) ([]service.Transcript, error) {
	if _, _, err := s.post(ctx, api.VideoPlatform, id); err != nil {
		return nil, err
	}
	return s.catalogue.Transcripts(ctx, api.VideoPlatform, id)
}

func (s *storeVideo) Channel(ctx context.Context, q service.ChannelQuery) (service.Channel, error) {
	find := s.catalogue.ProfileByName
	name := q.Handle
	if q.ID != "" {
		find, name = s.catalogue.ProfileByExternalID, q.ID
	}
	p, err := find(ctx, api.VideoPlatform, name)
	if err = s.absent(err, p.URL); err != nil {
		return service.Channel{}, err
	}
	if p.Private {
		return service.Channel{}, private()
	}
	out := service.Channel{Profile: p}
	posts, err := s.ordered(ctx, p.ID, q)
	for _, post := range posts {
		title, _ := titled(post.Caption)
		v := service.ChannelVideo{ID: post.PlatformID, URL: post.URL, Title: title, Views: post.Views}
		if !post.PostedAt.IsZero() {
			v.PublishedAt = &post.PostedAt
		}
		out.Videos = append(out.Videos, v)
	}
	return out, err
}

// ordered reads the first posts of a profile in an order. Stores know no order
// that begins with the oldest: the last of the newest are read.
func (s *storeVideo) ordered(ctx context.Context, profileID string, q service.ChannelQuery) ([]service.Post, error) {
	page := service.PostQuery{ProfileID: profileID, Platforms: []api.Platform{api.VideoPlatform}, Sort: api.SortRecent, Limit: q.Limit}
	switch q.Sort {
	case api.ChannelPopular:
		page.Sort = api.SortMostViews
	case api.ChannelOldest:
		return s.oldest(ctx, page, q.Limit)
	}
	return s.catalogue.Posts(ctx, page)
}

func (s *storeVideo) oldest(ctx context.Context, page service.PostQuery, limit int) ([]service.Post, error) {
	page.Limit = channelPage
	var last []service.Post
	for {
		found, err := s.catalogue.Posts(ctx, page)
		if err != nil {
			return nil, err
		}
		last = append(last, found...)
		last = last[max(0, len(last)-limit):]
		if len(found) < channelPage {
			slices.Reverse(last)
			return last, nil
		}
		page.After = new(found[len(found)-1].Position(page.Sort))
	}
}

func (s *storeVideo) Search(ctx context.Context, q service.VideoQuery) (service.VideoPage, error) {
	f, err := s.latest(ctx)
	if err != nil {
		return service.VideoPage{}, err
	}
	return f.search(q, s.clock())
}

func (s *storeVideo) Suggest(ctx context.Context, q service.SuggestQuery) ([]string, error) {
	f, err := s.latest(ctx)
	if err != nil {
		return nil, err
	}
	return f.suggest(q), nil
}

// latest is a finder over the videos that are stored now.
func (s *storeVideo) latest(ctx context.Context) (*finder, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	generation, err := s.catalogue.Generation(ctx)
	if err != nil || s.finder != nil && s.made == generation {
		return s.finder, err
	}
	clips, creators, err := s.clips(ctx)
	if err != nil {
		return nil, err
	}
	public, err := s.attribute(ctx, clips, creators)
	if err != nil {
		return nil, err
	}
	s.finder, s.made = newFinder(public), generation
	return s.finder, nil
}

type clipOf struct {
	clip
	profileID string
}

func (s *storeVideo) clips(ctx context.Context) (clips []clipOf, creators []string, err error) {
	seen := map[string]bool{}
	for post, err := range s.catalogue.PostsOn(ctx, api.VideoPlatform) {
		if err != nil {
			return nil, nil, err
		}
		c := clipOf{clip: clip{id: post.PlatformID, url: post.URL, thumbnail: post.ThumbnailURL, published: post.PostedAt, views: post.Views},
			profileID: post.ProfileID}
		c.title, c.about = titled(post.Caption)
		if post.Duration != nil {
			c.seconds = max(1, int64(*post.Duration+0.5))
		}
		clips = append(clips, c)
		if !seen[post.CreatorID] {
			seen[post.CreatorID] = true
			creators = append(creators, post.CreatorID)
		}
	}
	return clips, creators, nil
}

// attribute gives each clip its channel, and leaves out those of private ones.
func (s *storeVideo) attribute(ctx context.Context, clips []clipOf, ids []string) ([]clip, error) {
	owners := map[string]*owner{}
	for part := range slices.Chunk(ids, channelPage) {
		creators, err := s.catalogue.Creators(ctx, part)
		if err != nil {
			return nil, err
		}
		profiles, err := s.catalogue.Profiles(ctx, part...)
		if err != nil {
			return nil, err
		}
		for id, list := range profiles {
			for _, p := range list {
				owners[p.ID] = ownerOf(p, creators[id])
			}
		}
	}
	out := make([]clip, 0, len(clips))
	for _, c := range clips {
		if c.owner = owners[c.profileID]; c.owner != nil && !c.owner.profile.Private {
			out = append(out, c.clip)
		}
	}
	return out, nil
}

func ownerOf(p service.Profile, c service.Creator) *owner {
	o := &owner{profile: p, country: c.Country}
	if len(c.Languages) > 0 {
		o.language = c.Languages[0]
	}
	return o
}
