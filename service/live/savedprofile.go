package live

import (
	"cmp"

	"greenroom/api"
	"greenroom/service"
)

// savedProfile is a profile as the photo network itself describes it, in either of its
// two shapes: that of its pages, or that of its apps with plain counts.
type savedProfile struct {
	ID        loosely             `json:"id"`
	PK        loosely             `json:"pk"`
	Username  string              `json:"username"`
	FullName  string              `json:"full_name"`
	Bio       string              `json:"biography"`
	Picture   string              `json:"profile_pic_url"`
	PictureHD string              `json:"profile_pic_url_hd"`
	Link      string              `json:"external_url"`
	Links     []api.BioLink       `json:"bio_links"`
	Category  string              `json:"category_name"`
	Followers edges[struct{}]     `json:"edge_followed_by"`
	Following edges[struct{}]     `json:"edge_follow"`
	Media     edges[savedPost]    `json:"edge_owner_to_timeline_media"`
	Private   bool                `json:"is_private"`
	Verified  bool                `json:"is_verified"`
	Pronouns  []string            `json:"pronouns"`
	Related   edges[savedRelated] `json:"edge_related_profiles"`

	PlainFollowers *int64 `json:"follower_count"`
	PlainFollowing *int64 `json:"following_count"`
	PlainMedia     *int64 `json:"media_count"`
	PlainPicture   struct {
		URL string `json:"url"`
	} `json:"hd_profile_pic_url_info"`
}

type savedRelated struct {
	Username string `json:"username"`
	FullName string `json:"full_name"`
	Private  bool   `json:"is_private"`
	Verified bool   `json:"is_verified"`
	Picture  string `json:"profile_pic_url"`
}

func (p *savedProfile) live() (api.LivePhotoProfile, error) {
	out := api.LivePhotoProfile{
		UserID: string(cmp.Or(p.ID, p.PK)), Username: p.Username, FullName: p.FullName, Biography: p.Bio, ProfilePicURL: p.Picture,
		ProfilePicURLHD: cmp.Or(p.PictureHD, p.PlainPicture.URL), ExternalURL: service.Known(p.Link), CategoryName: service.Known(p.Category),
		FollowerCount:  Plausible(cmp.Or(p.Followers.Count, p.PlainFollowers)),
		FollowingCount: Plausible(cmp.Or(p.Following.Count, p.PlainFollowing)), MediaCount: Plausible(cmp.Or(p.Media.Count, p.PlainMedia)),
		IsPrivate: p.Private, IsVerified: p.Verified, Pronouns: p.Pronouns, BioLinks: p.Links,
	}
	if p.Username == "" {
		return out, errShape
	}
	for _, r := range p.Related.nodes() {
		out.RelatedProfiles = append(out.RelatedProfiles, api.RelatedProfile{Username: r.Username, FullName: service.Known(r.FullName),
			IsPrivate: r.Private, IsVerified: r.Verified, ProfilePicURL: service.Known(r.Picture)})
	}
	for _, m := range p.Media.nodes() {
		m.Owner.Username = p.Username
		if post, err := m.live(); err == nil {
			out.Posts = append(out.Posts, post)
		}
	}
	return out, nil
}

// engagement returns the mean engagement of posts, in per cent of the followers; nil where
// either is not known.
func engagement(followers *int64, posts []api.LivePost) *float64 {
	if service.Or(followers, -1) <= 0 || len(posts) == 0 {
		return nil
	}
	var sum int64
	for _, p := range posts {
		sum += p.LikeCount + p.CommentCount
	}
	return new(float64(sum) / float64(len(posts)) / float64(*followers) * 100)
}

// savedUser is a profile as the short-video network itself describes it: of a
// user, or beside one of its videos.
type savedUser struct {
	User   *savedShort      `json:"user"`
	Stats  *savedShortStats `json:"stats"`
	Author *savedShort      `json:"author"`
	Counts *savedShortStats `json:"authorStats"`
}

type savedShort struct {
	ID       loosely `json:"id"`
	Username string  `json:"uniqueId"`
	Name     string  `json:"nickname"`
	Bio      string  `json:"signature"`
	Avatar   string  `json:"avatarLarger"`
	Link     struct {
		Link string `json:"link"`
	} `json:"bioLink"`
	Verified bool `json:"verified"`
	Private  bool `json:"privateAccount"`
	Commerce struct {
		User bool `json:"commerceUser"`
	} `json:"commerceUserInfo"`
}

type savedShortStats struct {
	Followers *int64 `json:"followerCount"`
	Following *int64 `json:"followingCount"`
	Videos    *int64 `json:"videoCount"`
	Likes     *int64 `json:"heartCount"`
	Hearts    *int64 `json:"heart"`
}

func (s *savedUser) live() (api.ShortVideoProfile, error) {
	who, stats := cmp.Or(s.User, s.Author), cmp.Or(s.Stats, s.Counts)
	if who == nil || who.Username == "" {
		return api.ShortVideoProfile{}, errShape
	}
	out := api.ShortVideoProfile{
		UserID: string(who.ID), Username: who.Username, DisplayName: who.Name, Biography: who.Bio, AvatarURL: who.Avatar,
		ExternalURL: service.Known(who.Link.Link), IsVerified: who.Verified, IsPrivate: who.Private, IsBusiness: who.Commerce.User,
	}
	if stats != nil {
		out.FollowerCount, out.FollowingCount, out.VideoCount = Plausible(stats.Followers), Plausible(stats.Following), Plausible(stats.Videos)
		out.LikeCount = cmp.Or(Plausible(stats.Likes), Plausible(stats.Hearts))
	}
	return out, nil
}
