package live

import (
	"cmp"
	"context"
	"errors"
	"hash/fnv"
	"iter"
	"strconv"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/media"
)

// Catalogue is a store's data that stands in for the networks. A store.Store is one.
// Missing records are service.ErrNotFound.
type Catalogue interface {
	Creators(ctx context.Context, ids []string) (map[string]service.Creator, error)
	Profiles(ctx context.Context, creatorIDs ...string) (map[string][]service.Profile, error)
	ProfileByName(ctx context.Context, p api.Platform, username string) (service.Profile, error)
	ProfileByExternalID(ctx context.Context, p api.Platform, id string) (service.Profile, error)
	Posts(ctx context.Context, q service.PostQuery) ([]service.Post, error)
	Post(ctx context.Context, p api.Platform, platformID string) (service.Post, error)
	PostsOn(ctx context.Context, p api.Platform) iter.Seq2[service.Post, error]
	Transcripts(ctx context.Context, p api.Platform, mediaID string) ([]service.Transcript, error)
	Generation(ctx context.Context) (int64, error)
}

// FromStore lets a store stand in for the networks: whatever is stored can be
// fetched, with the numbers it is stored with.
func FromStore(c Catalogue, clock func() time.Time) service.Networks {
	s := storeSource{catalogue: c}
	return service.Networks{Photo: storePhoto{s}, Video: &storeVideo{storeSource: s, clock: clock}, ShortVideo: storeShortVideo{s}}
}

// Fictional returns a store's sample world as networks; its addresses are of no network
// that there is: the link of a chain that keeps the names of fictional people from being
// asked of real networks.
func Fictional(c Catalogue, clock func() time.Time) service.Networks {
	s := storeSource{catalogue: c, only: fictional}
	n := service.Networks{Photo: storePhoto{s}, Video: &storeVideo{storeSource: s, clock: clock}, ShortVideo: storeShortVideo{s}}
	return before(n, only(func(c call) bool { return c.name != "search" && c.name != "suggest" })) // those are for real people
}

type storeSource struct {
	catalogue Catalogue
	only      func(address string) bool // what it answers for; nil: all that is stored
}

// absent turns what is not stored, or is not its to answer, into what is not on the
// network; for a link of a chain into what it cannot.
func (s storeSource) absent(err error, address string) error {
	switch {
	case s.only != nil && (errors.Is(err, service.ErrNotFound) || err == nil && !s.only(address)):
		return cannot()
	case errors.Is(err, service.ErrNotFound):
		return missing()
	}
	return err
}

// named finds a profile that everybody may see.
func (s storeSource) named(ctx context.Context, p api.Platform, username string) (service.Profile, error) {
	found, err := s.catalogue.ProfileByName(ctx, p, username)
	if err = s.absent(err, found.URL); err == nil && found.Private {
		return found, private()
	}
	return found, err
}

// post finds a post that everybody may see, with the profile it is by.
func (s storeSource) post(ctx context.Context, p api.Platform, id string) (service.Post, service.Profile, error) {
	post, err := s.catalogue.Post(ctx, p, id)
	if err = s.absent(err, post.URL); err != nil {
		return post, service.Profile{}, err
	}
	profiles, err := s.catalogue.Profiles(ctx, post.CreatorID)
	if err != nil {
		return post, service.Profile{}, err
	}
	for _, profile := range profiles[post.CreatorID] {
		if profile.ID != post.ProfileID {
			continue
		}
		if profile.Private {
			return post, profile, private()
		}
		return post, profile, nil
	}
	return post, service.Profile{}, malformed()
}

type storePhoto struct{ storeSource }

func (s storePhoto) Post(ctx context.Context, shortcode string) (api.LivePost, error) {
	post, owner, err := s.post(ctx, api.PhotoPlatform, shortcode)
	if err != nil {
		return api.LivePost{}, err
	}
	return s.whole(ctx, post, owner)
}

// whole is a post with all that is shown of it alone.
func (s storeSource) whole(ctx context.Context, post service.Post, owner service.Profile) (api.LivePost, error) {
	out := livePost(post, owner.Username)
	return out, s.rich(ctx, post, &out)
}

func (s storePhoto) Transcript(ctx context.Context, shortcode, language string) (service.Speech, error) {
	post, owner, err := s.post(ctx, api.PhotoPlatform, shortcode)
	if err != nil {
		return service.Speech{}, err
	}
	tracks, err := s.catalogue.Transcripts(ctx, api.PhotoPlatform, shortcode)
	if err != nil {
		return service.Speech{}, err
	}
	if len(tracks) == 0 {
		return service.Speech{}, silent()
	}
	whole, err := s.whole(ctx, post, owner)
	return service.Speech{Post: whole, Track: inLanguage(tracks, language)}, err
}

// inLanguage is the track that a wish for a language finds, else the first.
func inLanguage(tracks []service.Transcript, wish string) service.Transcript {
	return tracks[max(0, media.Track(service.TrackLanguages(tracks), wish))]
}

func (s storePhoto) Profile(ctx context.Context, username string, posts int) (api.LivePhotoProfile, error) {
	p, err := s.named(ctx, api.PhotoPlatform, username)
	if err != nil {
		return api.LivePhotoProfile{}, err
	}
	p = shown(p)
	out := api.LivePhotoProfile{
		UserID: cmp.Or(p.ExternalID, p.ID), Username: p.Username, FullName: p.DisplayName, Biography: p.Bio, ProfilePicURL: p.AvatarURL,
		CategoryName: service.Known(p.Category), FollowerCount: p.Followers, FollowingCount: p.Following, MediaCount: p.PostCount,
		EngagementRate: p.EngagementRate, IsVerified: p.Verified, Pronouns: p.Pronouns,
	}
	for i, link := range p.ExternalURLs {
		if i == 0 {
			out.ExternalURL = &link
		}
		out.BioLinks = append(out.BioLinks, api.BioLink{Title: hostOf(link), URL: link, LinkType: "external"})
	}
	found, err := s.catalogue.Posts(ctx, service.PostQuery{ProfileID: p.ID, Sort: api.SortRecent, Limit: posts})
	for _, post := range found {
		out.Posts = append(out.Posts, livePost(post, p.Username))
	}
	if err == nil {
		out.RelatedProfiles, err = s.related(ctx, p, found)
	}
	return out, err
}

func hostOf(link string) string {
	_, rest, _ := strings.Cut(link, "://")
	host, _, _ := strings.Cut(rest, "/")
	return strings.TrimPrefix(host, "www.")
}

type storeShortVideo struct{ storeSource }

func (s storeShortVideo) Profile(ctx context.Context, username string) (api.ShortVideoProfile, error) {
	p, err := s.named(ctx, api.ShortVideoPlatform, username)
	if err != nil {
		return api.ShortVideoProfile{}, err
	}
	p = shown(p)
	out := api.ShortVideoProfile{
		UserID: cmp.Or(p.ExternalID, p.ID), Username: p.Username, DisplayName: p.DisplayName, Biography: p.Bio, ProfileURL: p.URL,
		AvatarURL: p.AvatarURL, FollowerCount: p.Followers, FollowingCount: p.Following, VideoCount: p.PostCount,
		IsVerified: p.Verified, IsBusiness: p.Business,
	}
	if len(p.ExternalURLs) > 0 {
		out.ExternalURL = &p.ExternalURLs[0]
	}
	out.LikeCount, err = s.likes(ctx, p)
	return out, err
}

// livePost is a stored post as the network would show it. Counts that are not
// known are hidden ones.
func livePost(p service.Post, username string) api.LivePost {
	out := api.LivePost{
		ID: p.PlatformID, Shortcode: p.PlatformID, DisplayURL: p.ThumbnailURL, PostType: p.Type, Caption: service.Known(p.Caption),
		ViewCount: p.Views, OwnerUsername: username, ThumbnailURL: p.ThumbnailURL,
	}
	if out.DisplayURL == "" || p.Type == api.PostImage && p.MediaURL != "" {
		out.DisplayURL = p.MediaURL
	}
	switch p.Type {
	case api.PostReel, api.PostVideo, api.PostStory:
		out.PostType, out.IsVideo, out.VideoURL = api.PostVideo, true, p.MediaURL
	case api.PostCarousel:
	default:
		out.PostType = api.PostImage
	}
	if p.Likes == nil || p.Comments == nil {
		out.EngagementVisibility = &api.EngagementVisibility{LikeAndViewCountsDisabled: p.Likes == nil, CommentsDisabled: p.Comments == nil}
	}
	out.LikeCount, out.CommentCount = max(0, service.Or(p.Likes, 0)), max(0, service.Or(p.Comments, 0))
	if !p.PostedAt.IsZero() {
		out.TakenAt = new(p.PostedAt.Unix())
	}
	if p.Location != "" {
		at := strings.Join(wordsOf(p.Location), "-")
		out.Location = &api.LiveLocation{ID: strconv.FormatUint(hashOf(at)>>16, 10), Name: p.Location, Slug: at}
	}
	for _, item := range p.Carousel {
		out.CarouselItems = append(out.CarouselItems, carouselItem(item))
	}
	return out
}

func carouselItem(item api.CarouselItem) api.LiveCarouselItem {
	out := api.LiveCarouselItem{Index: item.Index, IsVideo: item.IsVideo}
	if item.ThumbnailURL != nil {
		out.DisplayURL, out.ThumbnailURL = *item.ThumbnailURL, *item.ThumbnailURL
	}
	return out
}

// hashOf is a number for our own ids of what the network's id is not known of: that
// of a place is shared by the posts made there.
func hashOf(text string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text))
	return h.Sum64()
}
