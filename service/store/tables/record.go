package tables

import (
	"greenroom/api"
	"greenroom/internal/sqlio"
	"greenroom/service"
)

var creatorTable = newTable("creators", `name bio avatar_url kind country city location_unverified languages themes summary key_facts brand_alignment audience aesthetics
	analysed_at updated_at`, func(c *service.Creator, to []any) []any {
	return append(to, &c.Name, &c.Bio, &c.AvatarURL, &c.Kind, &c.Country, &c.City, &c.LocationUnverified, &c.Languages, &c.Themes, &c.Summary, &c.KeyFacts,
		&c.BrandAlignment, &c.Audience, &c.Aesthetics, &c.AnalysedAt, &c.UpdatedAt)
})

var selectCreator = "SELECT creators.uuid, " + creatorTable.selected() + " FROM creators "

func scanCreator(r sqlio.Row) (c service.Creator, err error) {
	return c, r.Scan(creatorTable.into(&c, &c.ID)...)
}

var profileTable = newTable("profiles", `platform username_key username external_id display_name url bio avatar_url external_urls category pronouns verified private
	business followers following post_count engagement_rate avg_likes avg_comments avg_views posts_30d posts_per_week growth_30d
	highlight_reels last_post_at updated_at`, func(p *service.Profile, to []any) []any {
	return append(to, &p.Platform, keyOf{&p.Username}, &p.Username, orNull{&p.ExternalID}, &p.DisplayName, &p.URL, &p.Bio, &p.AvatarURL, &p.ExternalURLs,
		&p.Category, &p.Pronouns, &p.Verified, &p.Private, &p.Business, &p.Followers, &p.Following, &p.PostCount, &p.EngagementRate, &p.AvgLikes,
		&p.AvgComments, &p.AvgViews, &p.Posts30d, &p.PostsPerWeek, &p.Growth30d, &p.HighlightReels, &p.LastPostAt, &p.UpdatedAt)
})

var selectProfile = "SELECT profiles.uuid, creators.uuid, " + profileTable.selected() +
	" FROM profiles JOIN creators ON creators.id = profiles.creator "

func scanProfile(r sqlio.Row) (p service.Profile, err error) {
	return p, r.Scan(profileTable.into(&p, &p.ID, &p.CreatorID)...)
}

var postTable = newTable("posts", `platform platform_id type posted_at likes comments shares views caption url hashtags mentions location media_url thumbnail_url
	duration carousel`, func(p *service.Post, to []any) []any {
	return append(to, &p.Platform, &p.PlatformID, &p.Type, seconds{&p.PostedAt}, &p.Likes, &p.Comments, &p.Shares, &p.Views, &p.Caption, &p.URL,
		&p.Hashtags, &p.Mentions, &p.Location, &p.MediaURL, &p.ThumbnailURL, &p.Duration, listIn[api.CarouselItem]{&p.Carousel})
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

var transcriptTable = newTable("transcripts", "platform media_id language source original title url duration text segments seen_at", func(t *service.Transcript, to []any) []any {
	return append(to, &t.Platform, &t.MediaID, &t.Language, &t.Source, &t.Original, &t.Title, &t.URL, &t.Duration, &t.Text, segments{&t.Segments},
		&t.SeenAt)
})

var selectTranscript = "SELECT creators.uuid, " + transcriptTable.selected() +
	" FROM transcripts LEFT JOIN creators ON creators.id = transcripts.creator "

func scanTranscript(r sqlio.Row) (t service.Transcript, err error) {
	return t, r.Scan(transcriptTable.into(&t, orNull{&t.CreatorID})...)
}
