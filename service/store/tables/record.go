package tables

import (
	"greenroom/api"
	"greenroom/internal/sqlio"
	"greenroom/service"
)

var creatorTable = newTable("creators", func(c *service.Creator, col column) {
	col("name", &c.Name)
	col("bio", &c.Bio)
	col("avatar_url", &c.AvatarURL)
	col("kind", &c.Kind)
	col("country", &c.Country)
	col("city", &c.City)
	col("location_unverified", &c.LocationUnverified)
	col("languages", &c.Languages)
	col("themes", &c.Themes)
	col("summary", &c.Summary)
	col("key_facts", &c.KeyFacts)
	col("brand_alignment", &c.BrandAlignment)
	col("audience", &c.Audience)
	col("aesthetics", &c.Aesthetics)
	col("analysed_at", &c.AnalysedAt)
	col("updated_at", &c.UpdatedAt)
})

var selectCreator = "SELECT creators.uuid, " + creatorTable.selected() + " FROM creators "

func scanCreator(r sqlio.Row) (c service.Creator, err error) {
	return c, r.Scan(creatorTable.into(&c, &c.ID)...)
}

var profileTable = newTable("profiles", func(p *service.Profile, col column) {
	col("platform", &p.Platform)
	col("username_key", keyOf{&p.Username})
	col("username", &p.Username)
	col("external_id", orNull{&p.ExternalID})
	col("display_name", &p.DisplayName)
	col("url", &p.URL)
	col("bio", &p.Bio)
	col("avatar_url", &p.AvatarURL)
	col("external_urls", &p.ExternalURLs)
	col("category", &p.Category)
	col("pronouns", &p.Pronouns)
	col("verified", &p.Verified)
	col("private", &p.Private)
	col("business", &p.Business)
	col("followers", &p.Followers)
	col("following", &p.Following)
	col("post_count", &p.PostCount)
	col("engagement_rate", &p.EngagementRate)
	col("avg_likes", &p.AvgLikes)
	col("avg_comments", &p.AvgComments)
	col("avg_views", &p.AvgViews)
	col("posts_30d", &p.Posts30d)
	col("posts_per_week", &p.PostsPerWeek)
	col("growth_30d", &p.Growth30d)
	col("highlight_reels", &p.HighlightReels)
	col("last_post_at", &p.LastPostAt)
	col("updated_at", &p.UpdatedAt)
})

var selectProfile = "SELECT profiles.uuid, creators.uuid, " + profileTable.selected() +
	" FROM profiles JOIN creators ON creators.id = profiles.creator "

func scanProfile(r sqlio.Row) (p service.Profile, err error) {
	return p, r.Scan(profileTable.into(&p, &p.ID, &p.CreatorID)...)
}

var postTable = newTable("posts", func(p *service.Post, col column) {
	col("platform", &p.Platform)
	col("platform_id", &p.PlatformID)
	col("type", &p.Type)
	col("posted_at", seconds{&p.PostedAt})
	col("likes", &p.Likes)
	col("comments", &p.Comments)
	col("shares", &p.Shares)
	col("views", &p.Views)
	col("caption", &p.Caption)
	col("url", &p.URL)
	col("hashtags", &p.Hashtags)
	col("mentions", &p.Mentions)
	col("location", &p.Location)
	col("media_url", &p.MediaURL)
	col("thumbnail_url", &p.ThumbnailURL)
	col("duration", &p.Duration)
	col("carousel", listIn[api.CarouselItem]{&p.Carousel})
})

var (
	postColumns = "posts.uuid, profiles.uuid, creators.uuid, " + postTable.selected()
	selectPost  = "SELECT " + postColumns + " FROM posts" + postFrom
)

// postFrom joins what a post's row does not hold itself.
const postFrom = " JOIN profiles ON profiles.id = posts.profile JOIN creators ON creators.id = profiles.creator "

func scanPost(r sqlio.Row) (p service.Post, err error) {
	return p, r.Scan(postTable.into(&p, &p.ID, &p.ProfileID, &p.CreatorID)...)
}

var transcriptTable = newTable("transcripts", func(t *service.Transcript, col column) {
	col("platform", &t.Platform)
	col("media_id", &t.MediaID)
	col("language", &t.Language)
	col("source", &t.Source)
	col("original", &t.Original)
	col("title", &t.Title)
	col("url", &t.URL)
	col("duration", &t.Duration)
	col("text", &t.Text)
	col("segments", segments{&t.Segments})
	col("seen_at", &t.SeenAt)
})

var selectTranscript = "SELECT creators.uuid, " + transcriptTable.selected() +
	" FROM transcripts LEFT JOIN creators ON creators.id = transcripts.creator "

func scanTranscript(r sqlio.Row) (t service.Transcript, err error) {
	return t, r.Scan(transcriptTable.into(&t, orNull{&t.CreatorID})...)
}
