package sqlite

import (
	"strings"

	"greenroom/api"
	"greenroom/internal/sqlite"
	"greenroom/service"
)

var creatorTable = newTable("creators", func(c *service.Creator) []column {
	return []column{
		{"name", &c.Name},
		{"bio", &c.Bio},
		{"avatar_url", &c.AvatarURL},
		{"kind", &c.Kind},
		{"country", &c.Country},
		{"city", &c.City},
		{"location_unverified", &c.LocationUnverified},
		{"languages", &c.Languages},
		{"themes", &c.Themes},
		{"summary", &c.Summary},
		{"key_facts", &c.KeyFacts},
		{"brand_alignment", &c.BrandAlignment},
		{"audience", &c.Audience},
		{"aesthetics", &c.Aesthetics},
		{"analysed_at", &c.AnalysedAt},
		{"updated_at", &c.UpdatedAt},
	}
})

var selectCreator = "SELECT creators.uuid, " + creatorTable.selected() + " FROM creators "

func scanCreator(r sqlite.Row) (c service.Creator, err error) {
	return c, r.Scan(creatorTable.into(&c, &c.ID)...)
}

// nameKey is a username as it is looked up: in any case.
func nameKey(username string) string { return strings.ToLower(username) }

var profileTable = newTable("profiles", func(p *service.Profile) []column {
	return []column{
		{"platform", &p.Platform},
		{"username_key", keyOf{&p.Username}},
		{"username", &p.Username},
		{"external_id", orNull{&p.ExternalID}},
		{"display_name", &p.DisplayName},
		{"url", &p.URL},
		{"bio", &p.Bio},
		{"avatar_url", &p.AvatarURL},
		{"external_urls", &p.ExternalURLs},
		{"category", &p.Category},
		{"pronouns", &p.Pronouns},
		{"verified", &p.Verified},
		{"private", &p.Private},
		{"business", &p.Business},
		{"followers", &p.Followers},
		{"following", &p.Following},
		{"post_count", &p.PostCount},
		{"engagement_rate", &p.EngagementRate},
		{"avg_likes", &p.AvgLikes},
		{"avg_comments", &p.AvgComments},
		{"avg_views", &p.AvgViews},
		{"posts_30d", &p.Posts30d},
		{"posts_per_week", &p.PostsPerWeek},
		{"growth_30d", &p.Growth30d},
		{"highlight_reels", &p.HighlightReels},
		{"last_post_at", &p.LastPostAt},
		{"updated_at", &p.UpdatedAt},
	}
})

var selectProfile = "SELECT profiles.uuid, creators.uuid, " + profileTable.selected() +
	" FROM profiles JOIN creators ON creators.id = profiles.creator "

func scanProfile(r sqlite.Row) (p service.Profile, err error) {
	return p, r.Scan(profileTable.into(&p, &p.ID, &p.CreatorID)...)
}

var postTable = newTable("posts", func(p *service.Post) []column {
	return []column{
		{"platform", &p.Platform},
		{"platform_id", &p.PlatformID},
		{"type", &p.Type},
		{"posted_at", seconds{&p.PostedAt}},
		{"likes", &p.Likes},
		{"comments", &p.Comments},
		{"shares", &p.Shares},
		{"views", &p.Views},
		{"caption", &p.Caption},
		{"url", &p.URL},
		{"hashtags", &p.Hashtags},
		{"mentions", &p.Mentions},
		{"location", &p.Location},
		{"media_url", &p.MediaURL},
		{"thumbnail_url", &p.ThumbnailURL},
		{"duration", &p.Duration},
		{"carousel", listIn[api.CarouselItem]{&p.Carousel}},
	}
})

var (
	postColumns = "posts.uuid, profiles.uuid, creators.uuid, " + postTable.selected()
	selectPost  = "SELECT " + postColumns + " FROM posts" + postFrom
)

// postFrom joins what a post's row does not hold itself.
const postFrom = " JOIN profiles ON profiles.id = posts.profile JOIN creators ON creators.id = profiles.creator "

func scanPost(r sqlite.Row) (p service.Post, err error) {
	return p, r.Scan(postTable.into(&p, &p.ID, &p.ProfileID, &p.CreatorID)...)
}

var transcriptTable = newTable("transcripts", func(t *service.Transcript) []column {
	return []column{
		{"platform", &t.Platform},
		{"media_id", &t.MediaID},
		{"language", &t.Language},
		{"source", &t.Source},
		{"original", &t.Original},
		{"title", &t.Title},
		{"url", &t.URL},
		{"duration", &t.Duration},
		{"text", &t.Text},
		{"segments", segments{&t.Segments}},
		{"seen_at", &t.SeenAt},
	}
})

var selectTranscript = "SELECT creators.uuid, " + transcriptTable.selected() +
	" FROM transcripts LEFT JOIN creators ON creators.id = transcripts.creator "

func scanTranscript(r sqlite.Row) (t service.Transcript, err error) {
	return t, r.Scan(transcriptTable.into(&t, orNull{&t.CreatorID})...)
}
