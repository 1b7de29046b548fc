package exports

import (
	"cmp"
	"time"

	"greenroom/api"
	"greenroom/service"
)

func text(p *string) string { return service.Or(p, "") }

func at(p *time.Time) time.Time { return service.Or(p, time.Time{}).UTC() }

// found is a creator that a search, a list or lookalikes printed.
type found struct {
	Creator        api.CreatorBasic    `json:"creator"`
	PrimaryProfile *api.ProfileSummary `json:"primary_profile"`
	Country        *string             `json:"country"`
	City           *string             `json:"city"`
	Languages      []string            `json:"languages"`
	Themes         []string            `json:"themes"`
	Profiles       []api.Profile       `json:"profiles"`
}

func basic(c api.CreatorBasic) service.Creator {
	return service.Creator{ID: c.ID, Name: c.Name, Bio: text(c.Bio), AvatarURL: text(c.AvatarURL)}
}

func (f *found) record() Record {
	r := Record{Creator: basic(f.Creator)}
	r.Creator.Country, r.Creator.City = text(f.Country), text(f.City)
	r.Creator.Languages, r.Creator.Themes = f.Languages, f.Themes
	if f.PrimaryProfile != nil {
		r.add(summary(*f.PrimaryProfile))
	}
	for _, p := range f.Profiles {
		r.add(account(p))
	}
	return r
}

// add takes an account in, once, and what is known of it latest.
func (r *Record) add(p service.Profile) {
	if network(p.Platform) == "" || p.Username == "" {
		return
	}
	if p.UpdatedAt.After(r.Creator.UpdatedAt) {
		r.Creator.UpdatedAt = p.UpdatedAt
	}
	for i := range r.Profiles {
		if r.Profiles[i].ID == p.ID && p.ID != "" {
			r.Profiles[i] = service.MergeProfile(r.Profiles[i], p, false)
			return
		}
	}
	r.Profiles = append(r.Profiles, p)
}

func summary(p api.ProfileSummary) service.Profile {
	return service.Profile{ID: p.ID, Platform: p.Platform, Username: p.Username, URL: p.URL, Followers: p.Followers, EngagementRate: p.EngagementRate,
		Verified: p.IsVerified, UpdatedAt: at(p.DataUpdatedAt)}
}

// creator is a creator as greenroom creator prints it.
type creator struct{ api.Creator }

func (c *creator) record() Record {
	r := Record{Creator: basic(c.CreatorBasic)}
	own := &r.Creator
	own.Summary, own.Audience, own.Aesthetics = text(c.AISummary), text(c.AudienceDemographics), text(c.VibeAndAesthetics)
	own.Themes, own.KeyFacts, own.BrandAlignment = c.ContentThemes, c.KeyFacts, c.BrandAlignment
	own.AnalysedAt = c.AnalysisUpdatedAt
	for _, p := range c.Profiles {
		r.add(summary(p))
	}
	return r
}

// profile is an account as greenroom profiles prints it.
type profile struct{ api.Profile }

func (p *profile) record() Record {
	r := Record{Creator: service.Creator{ID: p.CreatorID, Name: text(p.DisplayName)}}
	r.add(account(p.Profile))
	return r
}

func account(p api.Profile) service.Profile {
	out := summary(p.ProfileSummary)
	out.DisplayName, out.AvatarURL, out.Bio, out.ExternalURLs = text(p.DisplayName), text(p.AvatarURL), text(p.Bio), p.ExternalURLs
	d := p.ProfileDetails
	if d == nil {
		return out
	}
	out.Category, out.Private, out.Business, out.Pronouns, out.HighlightReels = text(d.Category), d.IsPrivate, d.IsBusiness, d.Pronouns, d.HighlightReelCount
	m := d.Metrics
	out.Followers, out.EngagementRate = cmp.Or(out.Followers, m.Followers), cmp.Or(out.EngagementRate, m.EngagementRate)
	out.Following, out.PostCount, out.Posts30d, out.PostsPerWeek = m.Following, m.Posts, m.PostsLast30d, m.PostsPerWeek
	out.AvgLikes, out.AvgComments, out.AvgViews = m.AvgLikesRecent, m.AvgCommentsRecent, m.AvgViewsRecent
	out.Growth30d, out.LastPostAt = d.Growth.Followers30dPct, d.Activity.LastPostAt
	return out
}

// post is a post as greenroom posts prints it.
type post struct{ api.Post }

func (p *post) record() Record {
	out := &service.Post{ID: p.ID, ProfileID: p.ProfileID, Platform: network(p.Platform), PlatformID: p.PlatformID, URL: p.URL, Type: p.Type,
		Caption: text(p.Caption), Hashtags: p.Hashtags, Mentions: p.Mentions, PostedAt: p.PostedAt.UTC(),
		Likes: p.Metrics.Likes, Comments: p.Metrics.Comments, Shares: p.Metrics.Shares, Views: p.Metrics.Views,
		MediaURL: text(p.Media.URL), ThumbnailURL: text(p.Media.ThumbnailURL), Duration: p.Media.DurationSeconds, Carousel: p.Media.CarouselItems}
	if p.Location != nil {
		out.Location = text(p.Location.Name)
	}
	return Record{Post: out}
}

// spoken is the transcript of a video, as greenroom transcript prints it.
type spoken struct{ api.VideoTranscript }

func (s *spoken) record() Record {
	t := &service.Transcript{Platform: api.VideoPlatform, MediaID: s.VideoID, Language: s.Language, Source: s.Source, Title: s.Title, URL: s.URL,
		Segments: s.Transcript, Text: s.FullText, SeenAt: s.ScrapedAt.UTC()}
	return Record{Transcript: t}
}

// said is the transcript of a post of the photo network.
type said struct{ api.PhotoTranscript }

func (s *said) record() Record {
	t := &service.Transcript{Platform: api.PhotoPlatform, MediaID: s.Shortcode, Language: s.Language, Source: api.SourceAuto,
		Text: s.FullText, Duration: s.DurationSeconds, SeenAt: s.ScrapedAt.UTC()}
	r := Record{Transcript: t}
	if s.Post != nil {
		r.Spoken = s.Post.OwnerUsername
	}
	return r
}

// shortlist is a list that a service keeps. Its members are accounts; the choice
// itself belongs to whoever made it.
type shortlist struct{ api.Shortlist }

func (s *shortlist) record() Record {
	var r Record
	for _, p := range s.Profiles {
		r.add(service.Profile{Platform: p.Platform, Username: p.Username})
	}
	return r
}

// member is a creator of a list that the workbench exported.
type member struct {
	Name      string       `json:"name"`
	Network   api.Platform `json:"network"`
	Handle    string       `json:"handle"`
	CreatorID string       `json:"creator_id"`
	Followers *int64       `json:"followers"`
	Rate      *float64     `json:"engagement_percent"`
}

func (m *member) record() Record {
	r := Record{Creator: service.Creator{ID: m.CreatorID, Name: m.Name}}
	r.add(service.Profile{Platform: m.Network, Username: m.Handle, Followers: m.Followers, EngagementRate: m.Rate})
	return r
}

// shown is a row of a search that the workbench exported.
type shown struct {
	Creator    string       `json:"creator"`
	Handle     string       `json:"handle"`
	Network    api.Platform `json:"network"`
	CreatorID  string       `json:"creator_id"`
	Followers  *int64       `json:"followers"`
	Engagement *float64     `json:"engagement"`
	Age        *string      `json:"age"` // the day on which the numbers were true
}

func (s *shown) record() Record {
	p := service.Profile{Platform: s.Network, Username: s.Handle, Followers: s.Followers, EngagementRate: s.Engagement}
	if day, err := time.Parse("2006-01-02", text(s.Age)); err == nil {
		p.UpdatedAt = day
	}
	r := Record{Creator: service.Creator{ID: s.CreatorID, Name: s.Creator}}
	r.add(p)
	return r
}

// told is the transcript of a channel's video, as greenroom channel prints it.
type told struct{ api.ChannelTranscript }

func (t *told) record() Record {
	if t.Language == nil || t.Source == nil {
		return Record{}
	}
	return Record{Views: t.ViewCount, Transcript: &service.Transcript{Platform: api.VideoPlatform, MediaID: t.VideoID, Language: *t.Language, Source: *t.Source,
		Title: t.Title, URL: t.URL, Segments: t.Transcript, Text: t.FullText}}
}

// video is a video as greenroom video prints it.
type video struct{ api.VideoDetails }

func (v *video) record() Record {
	r := Record{Post: &service.Post{Platform: api.VideoPlatform, PlatformID: v.VideoID, URL: v.URL, Type: api.PostVideo, Caption: titled(v.Title, v.Description),
		Hashtags: v.Tags, PostedAt: at(v.PublishedAt), Likes: v.LikeCount, Comments: v.CommentCount, Views: v.ViewCount,
		ThumbnailURL: text(v.ThumbnailURL), Duration: seconds(v.DurationSeconds)}}
	if v.PublishedAt == nil && v.PublishedDate != nil {
		r.Post.PostedAt, _ = time.Parse(time.DateOnly, *v.PublishedDate)
	}
	r.add(channel(text(v.ChannelID), text(v.ChannelHandle), text(v.ChannelName)))
	r.Creator.Name = text(v.ChannelName)
	return r
}

// hit is a video or a channel that greenroom videos prints.
type hit struct{ api.VideoResult }

func (h *hit) record() Record {
	p := channel(h.ChannelID, text(h.ChannelHandle), h.ChannelName)
	p.Verified = h.ChannelVerified
	r := Record{Creator: service.Creator{Name: h.ChannelName}}
	switch {
	case h.Type == api.ResultChannel && h.ChannelFields != nil:
		p.Bio, p.AvatarURL, p.Followers, p.PostCount = h.Description, text(h.ThumbnailURL), h.SubscriberCount, h.VideoCount
	case h.Type == api.ResultVideo && h.VideoFields != nil:
		r.Post = &service.Post{Platform: api.VideoPlatform, PlatformID: h.VideoID, URL: h.URL, Type: api.PostVideo, Caption: titled(h.Title, h.Description),
			PostedAt: at(h.PublishedAt), Views: h.ViewCount, ThumbnailURL: text(h.ThumbnailURL), Duration: seconds(h.DurationSeconds)}
	}
	r.add(p)
	return r
}

func channel(id, handle, name string) service.Profile {
	return service.Profile{Platform: api.VideoPlatform, Username: cmp.Or(handle, id), ExternalID: id, DisplayName: name}
}

// titled is the text of a video: its title, a blank line, what is said about it.
func titled(title, body string) string {
	if body == "" {
		return title
	}
	return title + "\n\n" + body
}

func seconds(whole *int64) *float64 {
	if whole == nil {
		return nil
	}
	return new(float64(*whole))
}

// suggested is a creator that greenroom autocomplete prints.
type suggested struct{ api.Suggestion }

func (s *suggested) record() Record {
	r := Record{Creator: service.Creator{ID: s.ID, Name: s.Name, AvatarURL: s.Avatar}}
	for _, p := range s.Platforms {
		r.add(service.Profile{Platform: p.Platform, Username: p.Username, DisplayName: p.DisplayName})
	}
	return r
}

// judged is a post with what greenroom analyze or safety say of it. The judgement
// is made anew by whoever asks for it.
type judged struct {
	Post *api.Post `json:"post"`
}

func (j *judged) record() Record {
	if j.Post == nil {
		return Record{}
	}
	return (&post{*j.Post}).record()
}

// live is a profile of either network as greenroom live-profile prints it.
type live struct {
	Username       string    `json:"username"`
	FullName       string    `json:"full_name"`
	DisplayName    string    `json:"display_name"`
	Biography      string    `json:"biography"`
	ProfileURL     string    `json:"profile_url"` // only the short-video network tells it
	PictureURL     string    `json:"profile_pic_url"`
	AvatarURL      string    `json:"avatar_url"`
	ExternalURL    string    `json:"external_url"`
	CategoryName   string    `json:"category_name"`
	FollowerCount  *int64    `json:"follower_count"`
	FollowingCount *int64    `json:"following_count"`
	MediaCount     *int64    `json:"media_count"`
	VideoCount     *int64    `json:"video_count"`
	EngagementRate *float64  `json:"engagement_rate"`
	IsPrivate      bool      `json:"is_private"`
	IsVerified     bool      `json:"is_verified"`
	IsBusiness     bool      `json:"is_business"`
	Pronouns       []string  `json:"pronouns"`
	ScrapedAt      time.Time `json:"scraped_at"`
}

func (l *live) record() Record {
	p := service.Profile{Platform: api.PhotoPlatform, Username: l.Username, DisplayName: cmp.Or(l.FullName, l.DisplayName), Bio: l.Biography, URL: l.ProfileURL,
		AvatarURL: cmp.Or(l.PictureURL, l.AvatarURL), Category: l.CategoryName, Followers: l.FollowerCount, Following: l.FollowingCount,
		PostCount: cmp.Or(l.MediaCount, l.VideoCount), EngagementRate: l.EngagementRate, Private: l.IsPrivate, Verified: l.IsVerified, Business: l.IsBusiness,
		Pronouns: l.Pronouns, UpdatedAt: l.ScrapedAt.UTC()}
	if l.ProfileURL != "" {
		p.Platform = api.ShortVideoPlatform
	}
	if l.ExternalURL != "" {
		p.ExternalURLs = []string{l.ExternalURL}
	}
	r := Record{Creator: service.Creator{Name: p.DisplayName}}
	r.add(p)
	return r
}
