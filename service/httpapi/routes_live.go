package httpapi

import (
	"net/http"

	"greenroom/api"
	"greenroom/service/httpapi/openapi"
	"greenroom/service/rules"
)

const rawPath = "/v1/raw/"

var (
	// live are the failures of whatever is fetched from a network.
	live = []api.Code{api.CodeNotFound, api.CodeUnavailable, api.CodeUpstreamBroken, api.CodeScraping}
	// spoken are those of transcripts, too.
	spoken = []api.Code{api.CodeNotFound, api.CodeTranscriptNotAvailable, api.CodeTranscriptUnavailable, api.CodeTranscriptionLimit,
		api.CodeTranscriptionUnavailable, api.CodeUnavailable, api.CodeUpstreamBroken, api.CodeScraping}

	paramCountry      = Param{Name: "country_code", About: "Two-letter country code. Channels with an unknown country are included.", Limits: Limits{Pattern: api.FormCountry, MinLength: 2, MaxLength: 2}}
	paramLanguageCode = Param{Name: "language_code", About: "Language code. Channels with an unknown language are included.", Limits: openapi.LimitsLanguage}
)

func liveRoutes() []Route {
	return append(append(photoRoutes(), videoRoutes()...),
		Route{Method: http.MethodGet, Pattern: rawPath + "shortvideoplatform/profile/{username}", Operation: api.OpShortVideoProfile, handle: fromPath("username", (*rules.Service).ShortVideoProfile),
			Doc: Doc{Summary: "Fetch a profile of the short-video network", Answer: api.One[api.ShortVideoProfile]{}, Codes: live, Meaning: true}},
		Route{Method: http.MethodPost, Pattern: "/v1/creators/ingest", Operation: api.OpIngest, handle: fromBody((*rules.Service).Ingest), writes: true,
			Doc: Doc{Summary: "Add a creator by one of its profiles",
				About:  "Charged only if a new creator is added (201); an existing one is free (200). Each new creator counts toward the daily quota.",
				Body:   api.IngestBody{},
				Answer: api.One[api.Ingested]{}, Most: upTo(api.OpIngest, 1), Statuses: []int{http.StatusOK, http.StatusCreated},
				Codes: append([]api.Code{api.CodeQuotaExceeded}, live...), Meaning: true}},
	)
}

func photoRoutes() []Route {
	const network = rawPath + "photoplatform/"
	return []Route{
		{Method: http.MethodGet, Pattern: network + "post/{shortcode}", Operation: api.OpRawPost, handle: fromPath("shortcode", (*rules.Service).LivePost),
			Doc: Doc{Summary: "Fetch a post", Single: true, Answer: api.One[api.FetchedPost]{}, Codes: live}},
		{Method: http.MethodPost, Pattern: network + "posts", Operation: api.OpRawPost, handle: fromBody((*rules.Service).LivePosts),
			Doc: Doc{Summary: "Fetch up to 20 posts",
				About: "One item per shortcode, in request order. Only fetched posts are charged; duplicates are returned twice and charged once.",
				Most:  upTo(api.OpRawPost, api.PostsBatchMax),
				Body:  api.ShortcodesBody{}, Answer: api.One[api.Batch[api.FetchedPost]]{}}},
		{Method: http.MethodGet, Pattern: network + "transcript/{shortcode}", Operation: api.OpPhotoTranscript, handle: photoTranscript, Params: []Param{paramLanguage},
			Doc: Doc{Summary: "Read the transcript of a post",
				About:  "A cached transcript has no post.",
				Answer: api.One[api.PhotoTranscript]{}, Codes: spoken}},
		{Method: http.MethodPost, Pattern: network + "transcripts", Operation: api.OpPhotoTranscripts, handle: fromBody((*rules.Service).PhotoTranscripts),
			Doc: Doc{Summary: "Read the transcripts of up to 10 posts",
				About: "One item per shortcode, in request order. Only existing transcripts are charged; duplicates are returned twice and charged once.",
				Most:  upTo(api.OpPhotoTranscripts, api.TranscriptsBatchMax),
				Body:  api.TranscriptsBody{}, Answer: api.One[api.Batch[api.PhotoTranscript]]{}}},
		{Method: http.MethodGet, Pattern: network + "profile/{username}", Operation: api.OpPhotoProfile, handle: photoProfile, Params: []Param{
			{Name: "include_posts", About: "Include the newest posts.", Limits: Limits{Type: "boolean", Default: false}},
			{Name: "post_limit", About: "Most posts to include.", Limits: Limits{Type: "integer", Min: 1, Max: api.LivePostsMax, Default: api.LivePostsDefault}}},
			Doc: Doc{Summary: "Fetch a profile of the photo network",
				About:  "media_count is null if unknown, 0 for an empty profile.",
				Answer: api.One[api.LivePhotoProfile]{}, Codes: live, Meaning: true}},
	}
}

func videoRoutes() []Route {
	const network = rawPath + "videoplatform/"
	return []Route{
		{Method: http.MethodGet, Pattern: network + "transcript/{video_id}", Operation: api.OpVideoTranscript, handle: videoTranscript, Params: []Param{paramLanguage},
			Doc: Doc{Summary: "Read the transcript of a video, with timestamps", Answer: api.One[api.VideoTranscript]{}, Codes: spoken}},
		{Method: http.MethodGet, Pattern: network + "video/{video_id}", Operation: api.OpVideoDetails, handle: fromPath("video_id", (*rules.Service).VideoDetails),
			Doc: Doc{Summary: "Fetch a video", Answer: api.One[api.VideoDetails]{}, Codes: live}},
		{Method: http.MethodGet, Pattern: network + "channel-transcripts/{handle}", Operation: api.OpChannelTranscripts, handle: channelTranscripts, shared: true, Params: []Param{
			{Name: "video_limit", About: "Most videos to read.", Limits: Limits{Type: "integer", Min: 1, Max: api.ChannelVideosMax, Default: api.ChannelVideosDefault}},
			{Name: "language", About: "Language code.", Limits: languageUnless("en")},
			{Name: "sort_by", Enum: api.Names(api.ChannelSorts()), About: "Which videos to select first.", Limits: Limits{Default: string(api.ChannelNewest)}},
			{Name: "include_segments", About: "Include caption segments with timestamps.", Limits: Limits{Type: "boolean", Default: false}}},
			Doc: Doc{Summary: "Read transcripts of a channel's videos",
				About:  "Charged per transcript found; for a video without one, error says why.",
				Answer: api.One[api.ChannelTranscripts]{}, Codes: live, Most: upTo(api.OpChannelTranscripts, api.ChannelVideosMax)}},
		{Method: http.MethodGet, Pattern: network + "search", Operation: api.OpVideoSearch, handle: videoSearch, Params: []Param{
			{Name: "q", Required: true, About: "What to search for.", Limits: Limits{Pattern: api.FormText, MinLength: 1, MaxLength: api.VideoQueryMax}},
			{Name: "upload_date", Enum: api.Names(api.UploadDates()), About: "Upload time, by the UTC calendar.", Limits: Limits{Default: string(api.UploadAny)}},
			{Name: "sort_by", Enum: api.Names(api.VideoSorts()), About: "Order of the results.", Limits: Limits{Default: string(api.VideoRelevance)}},
			{Name: "content_type", Enum: api.Names(api.VideoContents()), About: "Videos and channels, or videos only.", Limits: Limits{Default: string(api.ContentAll)}},
			{Name: "duration", Enum: api.Names(api.VideoLengths()), About: "Length of the videos: short is under 4 minutes, long over 20.", Limits: Limits{Default: string(api.LengthAny)}},
			paramCountry, paramLanguageCode,
			{Name: "limit", About: "Page size.", Limits: Limits{Type: "integer", Min: 1, Max: api.VideoSearchMax, Default: api.VideoSearchDefault}},
			paramCursor},
			Doc: Doc{Summary: "Search videos",
				About:  "next_cursor is inside data. Each page is charged.",
				Answer: api.One[api.VideoSearchPage]{}, Codes: live}},
		{Method: http.MethodGet, Pattern: network + "typeahead", Operation: api.OpTypeahead, handle: typeahead, Params: []Param{
			{Name: "q", Required: true, About: "Start of a query.", Limits: Limits{Pattern: api.FormText, MinLength: 1, MaxLength: api.VideoQueryMax}}, paramCountry, paramLanguageCode},
			Doc: Doc{Summary: "Suggest video searches", Answer: api.One[api.Typeahead]{}, Codes: live}},
	}
}

func photoTranscript(c *call) (rules.Job, error) {
	return c.service.PhotoTranscript(c.ctx, c.caller, c.path("shortcode"), c.query.text("language"))
}

func photoProfile(c *call) (rules.Job, error) {
	return c.service.PhotoProfile(c.ctx, c.caller, c.path("username"), c.query.flag("include_posts"), c.query.number("post_limit"))
}

func videoTranscript(c *call) (rules.Job, error) {
	return c.service.VideoTranscript(c.ctx, c.caller, c.path("video_id"), c.query.text("language"))
}

func channelTranscripts(c *call) (rules.Job, error) {
	return c.service.ChannelTranscripts(c.ctx, c.caller, rules.ChannelRequest{
		Handle: c.path("handle"), VideoLimit: c.query.number("video_limit"), Language: c.query.text("language"),
		Sort: textAs[api.ChannelSort](c.query, "sort_by"), Segments: c.query.flag("include_segments"),
	})
}

func videoSearch(c *call) (rules.Job, error) {
	return c.service.VideoSearch(c.ctx, c.caller, rules.VideoSearchRequest{
		Text: c.query["q"], Uploaded: textAs[api.UploadDate](c.query, "upload_date"), Sort: textAs[api.VideoSort](c.query, "sort_by"),
		Content: textAs[api.VideoContent](c.query, "content_type"), Length: textAs[api.VideoLength](c.query, "duration"),
		Country: c.query.text("country_code"), Language: c.query.text("language_code"), Limit: c.query.number("limit"), Cursor: c.query.text("cursor"),
	})
}

func typeahead(c *call) (rules.Job, error) {
	return c.service.Typeahead(c.ctx, c.caller, c.query["q"], c.query.text("country_code"), c.query.text("language_code"))
}
