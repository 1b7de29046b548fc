// Package shape turns records into the shapes of the contract.
package shape

import (
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/media"
)

// List is never nil: the contract answers an empty list, not null.
func List[T any](in []T) []T {
	if in == nil {
		return []T{}
	}
	return in
}

// Interpretation returns a reading with empty lists for null ones.
func Interpretation(in api.Interpretation) api.Interpretation {
	return api.Interpretation{
		Topics: List(in.Topics), Filters: List(in.Filters), Excluded: List(in.Excluded),
		Corrected: List(in.Corrected), Unused: List(in.Unused), Seeds: List(in.Seeds), Nearest: in.Nearest,
		MayMatch: in.MayMatch, LeftOut: in.LeftOut,
	}
}

// Seen is nil for the zero time.
func Seen(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

// CreatorBasic answers what every endpoint shows of a creator.
func CreatorBasic(c service.Creator) api.CreatorBasic {
	return api.CreatorBasic{ID: c.ID, Name: c.Name, Bio: service.Known(c.Bio), AvatarURL: service.Known(media.WebAddress(c.AvatarURL))}
}

// Creator answers all of a creator but its profiles.
func Creator(c service.Creator) api.Creator {
	out := api.Creator{
		CreatorBasic:         CreatorBasic(c),
		AISummary:            service.Known(c.Summary),
		ContentThemes:        List(c.Themes),
		KeyFacts:             List(c.KeyFacts),
		BrandAlignment:       List(c.BrandAlignment),
		AudienceDemographics: service.Known(c.Audience),
		VibeAndAesthetics:    service.Known(c.Aesthetics),
		AnalysisUpdatedAt:    Seen(service.Or(c.AnalysedAt, time.Time{})),
	}
	if c.AnalysedAt != nil {
		out.AnalysisFactCount = new(len(c.KeyFacts))
	}
	return out
}

// Summary answers a profile in short.
func Summary(p service.Profile) api.ProfileSummary {
	return api.ProfileSummary{
		ID: p.ID, Platform: p.Platform, Username: p.Username, URL: media.WebAddress(p.URL),
		Followers: p.Followers, EngagementRate: p.EngagementRate,
		IsVerified: p.Verified, DataUpdatedAt: Seen(p.UpdatedAt),
	}
}

// Profile answers a profile in a mode; links are added to its own.
func Profile(p service.Profile, mode api.ProfileMode, links []string) api.Profile {
	out := api.Profile{
		ProfileSummary: Summary(p),
		CreatorID:      p.CreatorID,
		DisplayName:    service.Known(p.DisplayName),
		AvatarURL:      service.Known(media.WebAddress(p.AvatarURL)),
		Bio:            service.Known(p.Bio),
		ExternalURLs:   List(media.WebAddresses(Union(p.ExternalURLs, links))),
	}
	if mode == api.ModeDetailed {
		out.ProfileDetails = details(p)
	}
	return out
}

func details(p service.Profile) *api.ProfileDetails {
	d := &api.ProfileDetails{
		Category:           service.Known(p.Category),
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
		Activity: api.ProfileActivity{LastPostAt: Seen(service.Or(p.LastPostAt, time.Time{}))},
	}
	if len(p.Pronouns) > 0 {
		d.Pronouns = p.Pronouns
	}
	return d
}

// Union is a, then what only b holds.
func Union(a, b []string) []string {
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

// Post answers a post as it is stored.
func Post(p service.Post) api.Post {
	out := api.Post{
		ID: p.ID, ProfileID: p.ProfileID, Platform: p.Platform, PlatformID: p.PlatformID,
		URL: media.WebAddress(p.URL), Type: p.Type, Caption: service.Known(p.Caption),
		Hashtags: List(p.Hashtags), Mentions: List(p.Mentions), PostedAt: p.PostedAt.UTC(),
		Metrics: api.PostMetrics{
			Likes: p.Likes, Comments: p.Comments, Shares: p.Shares, Views: p.Views,
			EngagementRate: engagement(p),
		},
		Media: api.PostMedia{
			URL: service.Known(media.WebAddress(p.MediaURL)), ThumbnailURL: service.Known(media.WebAddress(p.ThumbnailURL)), DurationSeconds: p.Duration,
		},
	}
	if p.Location != "" {
		out.Location = &api.PostPlace{Name: &p.Location}
	}
	if p.Type == api.PostCarousel {
		out.Media.CarouselItems = []api.CarouselItem{}
		for _, item := range p.Carousel {
			item.ThumbnailURL = service.Known(media.WebAddress(service.Or(item.ThumbnailURL, "")))
			out.Media.CarouselItems = append(out.Media.CarouselItems, item)
		}
	}
	return out
}

// engagement is (likes + comments) / views in per cent, the measure that
// top_engagement orders by; nil where it cannot be measured.
func engagement(p service.Post) *float64 {
	rate := p.Position(api.SortTopEngagement).Key
	if rate != nil {
		*rate *= 100
	}
	return rate
}
