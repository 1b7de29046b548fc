package sqlite

import (
	"strings"

	"greenroom/api"
	"greenroom/internal/sqlite"
	"greenroom/service"
)

var (
	creatorTable = newTable("creators", `name, bio, avatar_url, kind, country, city, location_unverified,
		languages, themes, summary, key_facts, brand_alignment, audience, aesthetics, analysed_at, updated_at`)
	profileTable = newTable("profiles", `platform, username_key, username, external_id, display_name, url, bio,
		avatar_url, external_urls, category, pronouns, verified, private, business, followers, following,
		post_count, engagement_rate, avg_likes, avg_comments, avg_views, posts_30d, posts_per_week, growth_30d,
		highlight_reels, last_post_at, updated_at`)
	postTable = newTable("posts", `platform, platform_id, type, posted_at, likes, comments, shares, views,
		caption, url, hashtags, mentions, location, media_url, thumbnail_url, duration, carousel`)
	transcriptTable = newTable("transcripts", `platform, media_id, language, source, original, title, url,
		duration, text, segments, seen_at`)
)

func creatorValues(c service.Creator) []any {
	return []any{c.Name, c.Bio, c.AvatarURL, string(c.Kind), c.Country, c.City, c.LocationUnverified,
		list(c.Languages), list(c.Themes), c.Summary, list(c.KeyFacts), list(c.BrandAlignment), c.Audience,
		c.Aesthetics, microsOf(c.AnalysedAt), sqlite.Micros(c.UpdatedAt)}
}

const selectCreator = "SELECT creators.uuid, "

func scanCreator(s sqlite.Row) (c service.Creator, err error) {
	return c, s.Scan(&c.ID, &c.Name, &c.Bio, &c.AvatarURL, &c.Kind, &c.Country, &c.City, &c.LocationUnverified,
		listIn[string]{&c.Languages}, listIn[string]{&c.Themes}, &c.Summary, listIn[string]{&c.KeyFacts},
		listIn[string]{&c.BrandAlignment}, &c.Audience, &c.Aesthetics, timeAt{&c.AnalysedAt}, sqlite.Time(&c.UpdatedAt))
}

// nameKey is a username as it is looked up: in any case.
func nameKey(username string) string { return strings.ToLower(username) }

func profileValues(p service.Profile) []any {
	return []any{string(p.Platform), sqlite.OrNull(nameKey(p.Username)), p.Username, sqlite.OrNull(p.ExternalID), p.DisplayName,
		p.URL, p.Bio, p.AvatarURL, list(p.ExternalURLs), p.Category, list(p.Pronouns), p.Verified, p.Private,
		p.Business, sqlite.Bound(p.Followers), sqlite.Bound(p.Following), sqlite.Bound(p.PostCount), sqlite.Bound(p.EngagementRate),
		sqlite.Bound(p.AvgLikes), sqlite.Bound(p.AvgComments), sqlite.Bound(p.AvgViews), boundInt(p.Posts30d), sqlite.Bound(p.PostsPerWeek),
		sqlite.Bound(p.Growth30d), boundInt(p.HighlightReels), microsOf(p.LastPostAt), sqlite.Micros(p.UpdatedAt)}
}

func scanProfile(s sqlite.Row) (p service.Profile, err error) {
	var key string
	return p, s.Scan(&p.ID, &p.CreatorID, &p.Platform, nullable(&key), &p.Username, nullable(&p.ExternalID),
		&p.DisplayName, &p.URL, &p.Bio, &p.AvatarURL, listIn[string]{&p.ExternalURLs}, &p.Category,
		listIn[string]{&p.Pronouns}, &p.Verified, &p.Private, &p.Business, &p.Followers, &p.Following,
		&p.PostCount, &p.EngagementRate, &p.AvgLikes, &p.AvgComments, &p.AvgViews, &p.Posts30d, &p.PostsPerWeek,
		&p.Growth30d, &p.HighlightReels, timeAt{&p.LastPostAt}, sqlite.Time(&p.UpdatedAt))
}

var selectProfile = "SELECT profiles.uuid, creators.uuid, " + profileTable.selected() +
	" FROM profiles JOIN creators ON creators.id = profiles.creator "

func postValues(p service.Post) []any {
	return []any{string(p.Platform), p.PlatformID, string(p.Type), p.PostedAt.Unix(), sqlite.Bound(p.Likes),
		sqlite.Bound(p.Comments), sqlite.Bound(p.Shares), sqlite.Bound(p.Views), p.Caption, p.URL, list(p.Hashtags), list(p.Mentions),
		p.Location, p.MediaURL, p.ThumbnailURL, sqlite.Bound(p.Duration), list(p.Carousel)}
}

// postFrom joins what a post's row does not hold itself.
const postFrom = " JOIN profiles ON profiles.id = posts.profile JOIN creators ON creators.id = profiles.creator "

var postColumns = "posts.uuid, profiles.uuid, creators.uuid, " + postTable.selected()

func scanPost(s sqlite.Row) (p service.Post, err error) {
	return p, s.Scan(&p.ID, &p.ProfileID, &p.CreatorID, &p.Platform, &p.PlatformID, &p.Type, secondsIn{&p.PostedAt},
		&p.Likes, &p.Comments, &p.Shares, &p.Views, &p.Caption, &p.URL, listIn[string]{&p.Hashtags},
		listIn[string]{&p.Mentions}, &p.Location, &p.MediaURL, &p.ThumbnailURL, &p.Duration, listIn[api.CarouselItem]{&p.Carousel})
}

func transcriptValues(t service.Transcript) []any {
	return []any{string(t.Platform), t.MediaID, t.Language, string(t.Source), t.Original, t.Title, t.URL,
		sqlite.Bound(t.Duration), t.Text, packed(t.Segments), sqlite.Micros(t.SeenAt)}
}

var selectTranscript = "SELECT creators.uuid, " + transcriptTable.selected() +
	" FROM transcripts LEFT JOIN creators ON creators.id = transcripts.creator "

func scanTranscript(s sqlite.Row) (t service.Transcript, err error) {
	return t, s.Scan(nullable(&t.CreatorID), &t.Platform, &t.MediaID, &t.Language, &t.Source, &t.Original, &t.Title,
		&t.URL, &t.Duration, &t.Text, segmentsIn{&t.Segments}, sqlite.Time(&t.SeenAt))
}
