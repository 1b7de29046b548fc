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

// spoken is what is said in a video, as greenroom transcript prints it.
type spoken struct{ api.VideoTranscript }

func (s *spoken) record() Record {
	t := &service.Transcript{Platform: api.VideoPlatform, MediaID: s.VideoID, Language: s.Language, Source: s.Source, Title: s.Title, URL: s.URL,
		Segments: s.Transcript, Text: s.FullText, SeenAt: s.ScrapedAt.UTC()}
	return Record{Transcript: t}
}

// said is what is said in a post of the photo network.
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
