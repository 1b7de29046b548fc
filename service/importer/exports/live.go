package exports

import (
	"cmp"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// told is what is said in a video of a channel, as greenroom channel prints it.
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
