package rules

import (
	"time"

	"greenroom/api"
	"greenroom/service"
)

// known is nil for the empty string, which stands for unknown in records.
func known(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// list is never nil: the contract answers an empty list, not null.
func list[T any](in []T) []T {
	if in == nil {
		return []T{}
	}
	return in
}

func seen(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

func seenAt(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	return seen(*t)
}

func creatorBasic(c service.Creator) api.CreatorBasic {
	return api.CreatorBasic{ID: c.ID, Name: c.Name, Bio: known(c.Bio), AvatarURL: known(c.AvatarURL)}
}

func creatorFull(c service.Creator) api.Creator {
	out := api.Creator{
		CreatorBasic:         creatorBasic(c),
		AISummary:            known(c.Summary),
		ContentThemes:        list(c.Themes),
		KeyFacts:             list(c.KeyFacts),
		BrandAlignment:       list(c.BrandAlignment),
		AudienceDemographics: known(c.Audience),
		VibeAndAesthetics:    known(c.Aesthetics),
		AnalysisUpdatedAt:    seenAt(c.AnalysedAt),
	}
	if c.AnalysedAt != nil {
		n := len(c.KeyFacts)
		out.AnalysisFactCount = &n
	}
	return out
}

func profileSummary(p service.Profile) api.ProfileSummary {
	return api.ProfileSummary{
		ID: p.ID, Platform: p.Platform, Username: p.Username, URL: p.URL,
		Followers: p.Followers, EngagementRate: p.EngagementRate,
		IsVerified: p.Verified, DataUpdatedAt: seen(p.UpdatedAt),
	}
}

// shape answers a profile in a mode; links are added to its own.
func profileShape(p service.Profile, mode api.ProfileMode, links []string) api.Profile {
	out := api.Profile{
		ProfileSummary: profileSummary(p),
		CreatorID:      p.CreatorID,
		DisplayName:    known(p.DisplayName),
		AvatarURL:      known(p.AvatarURL),
		Bio:            known(p.Bio),
		ExternalURLs:   union(p.ExternalURLs, links),
	}
	if mode == api.ModeDetailed {
		out.ProfileDetails = profileDetails(p)
	}
	return out
}

func profileDetails(p service.Profile) *api.ProfileDetails {
	d := &api.ProfileDetails{
		Category:           known(p.Category),
		IsPrivate:          p.Private,
		IsBusiness:         p.Business,
		HighlightReelCount: p.HighlightReels,
		Metrics: api.ProfileMetrics{
			Followers: p.Followers, Following: p.Following, Posts: p.PostCount,
			EngagementRate: p.EngagementRate, AvgLikesRecent: p.AvgLikes,
			AvgCommentsRecent: p.AvgComments, AvgViewsRecent: p.AvgViews,
			PostsLast30d: p.Posts30d, PostsPerWeek: p.PostsPerWeek,
		},
		Growth:   api.ProfileGrowth{Followers30dPct: p.Growth30d},
		Activity: api.ProfileActivity{LastPostAt: seenAt(p.LastPostAt)},
	}
	if len(p.Pronouns) > 0 {
		d.Pronouns = p.Pronouns
	}
	return d
}

// union is a, then what only b holds.
func union(a, b []string) []string {
	out, have := make([]string, 0, len(a)+len(b)), map[string]bool{}
	for _, part := range [][]string{a, b} {
		for _, s := range part {
			if !have[s] {
				have[s] = true
				out = append(out, s)
			}
		}
	}
	return out
}

func postShape(p service.Post) api.Post {
	out := api.Post{
		ID: p.ID, ProfileID: p.ProfileID, Platform: p.Platform, PlatformID: p.PlatformID,
		URL: p.URL, Type: p.Type, Caption: known(p.Caption),
		Hashtags: list(p.Hashtags), Mentions: list(p.Mentions), PostedAt: p.PostedAt.UTC(),
		Metrics: api.PostMetrics{
			Likes: p.Likes, Comments: p.Comments, Shares: p.Shares, Views: p.Views,
			EngagementRate: postEngagement(p),
		},
		Media: api.PostMedia{
			URL: known(p.MediaURL), ThumbnailURL: known(p.ThumbnailURL), DurationSeconds: p.Duration,
		},
	}
	if p.Location != "" {
		out.Location = &api.PostPlace{Name: &p.Location}
	}
	if p.Type == api.PostCarousel {
		out.Media.CarouselItems = list(p.Carousel)
	}
	return out
}

// engagement is (likes + comments) / views in per cent, the measure that
// top_engagement orders by; nil where it cannot be measured.
func postEngagement(p service.Post) *float64 {
	rate := p.Position(api.SortTopEngagement).Key
	if rate != nil {
		*rate *= 100
	}
	return rate
}
