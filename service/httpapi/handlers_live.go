package httpapi

import (
	"greenroom/api"
	"greenroom/service/rules"
)

func livePost(c *call) (rules.Job, error) {
	return c.service.LivePost(c.ctx, c.caller, c.path("shortcode"))
}

func livePosts(c *call) (rules.Job, error) {
	var body api.ShortcodesBody
	if err := c.decode(&body); err != nil {
		return rules.Job{}, err
	}
	return c.service.LivePosts(c.ctx, c.caller, body)
}

func photoTranscript(c *call) (rules.Job, error) {
	return c.service.PhotoTranscript(c.ctx, c.caller, c.path("shortcode"), c.query.or("language", api.LanguageAuto))
}

func photoTranscripts(c *call) (rules.Job, error) {
	var body api.TranscriptsBody
	if err := c.decode(&body); err != nil {
		return rules.Job{}, err
	}
	return c.service.PhotoTranscripts(c.ctx, c.caller, body)
}

func photoProfile(c *call) (rules.Job, error) {
	posts, err := c.query.flag("include_posts", false)
	if err != nil {
		return rules.Job{}, err
	}
	limit, err := c.query.number("post_limit")
	if err != nil {
		return rules.Job{}, err
	}
	return c.service.PhotoProfile(c.ctx, c.caller, c.path("username"), posts, limit)
}

func videoTranscript(c *call) (rules.Job, error) {
	return c.service.VideoTranscript(c.ctx, c.caller, c.path("video_id"), c.query.or("language", api.LanguageAuto))
}

func videoDetails(c *call) (rules.Job, error) {
	return c.service.VideoDetails(c.ctx, c.caller, c.path("video_id"))
}

func channelTranscripts(c *call) (rules.Job, error) {
	segments, err := c.query.flag("include_segments", false)
	if err != nil {
		return rules.Job{}, err
	}
	limit, err := c.query.number("video_limit")
	if err != nil {
		return rules.Job{}, err
	}
	return c.service.ChannelTranscripts(c.ctx, c.caller, rules.ChannelRequest{
		Handle: c.path("handle"), VideoLimit: limit, Language: c.query.text("language"),
		Sort: textAs[api.ChannelSort](c.query, "sort_by"), Segments: segments,
	})
}

func videoSearch(c *call) (rules.Job, error) {
	limit, err := c.query.number("limit")
	if err != nil {
		return rules.Job{}, err
	}
	return c.service.VideoSearch(c.ctx, c.caller, rules.VideoSearchRequest{
		Text: *c.query.text("q"), Uploaded: textAs[api.UploadDate](c.query, "upload_date"), Sort: textAs[api.VideoSort](c.query, "sort_by"),
		Content: textAs[api.VideoContent](c.query, "content_type"), Length: textAs[api.VideoLength](c.query, "duration"),
		Country: c.query.text("country_code"), Language: c.query.text("language_code"), Limit: limit, Cursor: c.query.text("cursor"),
	})
}

func typeahead(c *call) (rules.Job, error) {
	return c.service.Typeahead(c.ctx, c.caller, *c.query.text("q"), c.query.text("country_code"), c.query.text("language_code"))
}

func shortVideoProfile(c *call) (rules.Job, error) {
	return c.service.ShortVideoProfile(c.ctx, c.caller, c.path("username"))
}

func ingest(c *call) (rules.Job, error) {
	var body api.IngestBody
	if err := c.decode(&body); err != nil {
		return rules.Job{}, err
	}
	return c.service.Ingest(c.ctx, c.caller, body)
}
