package client_test

import (
	"greenroom/api"
	"greenroom/client"
)

const (
	postAddress = "https://photos.example/p/abc/"
	rawPhoto    = "/v1/raw/photoplatform/"
	rawVideo    = "/v1/raw/videoplatform/"
)

func judgedExchanges() []exchange {
	ada, post := byName(api.PhotoPlatform, "ada"), api.PostRef{URL: of(postAddress)}
	adaInput := `"input":{"platform":"photoplatform","username":"ada"}`
	return []exchange{
		{name: "match", sent: "POST /v1/creators/match", body: `{"creators":[{"platform":"photoplatform","username":"ada"}],"intent":{"query":"q","context":"c"}}`,
			reply: `{"data":[{"creator":{"id":"c"},` + adaInput + `,"match":{"decision":"good"}}],"not_found":[]}`, holds: adaInput,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.Match(x, []api.CreatorRef{ada}, api.Intent{Query: "q", Context: of("c")}))
			}},
		{name: "look-alikes", sent: "POST /v1/lookalike",
			body:  `{"seeds":[{"creator_id":"` + creator + `","weight":0.5},{"platform":"videoplatform","username":"ada"}],"filters":{"platforms":["photoplatform"]},"limit":3,"cursor":"c","mode":"detailed"}`,
			reply: `{"data":[{"creator":{"id":"c"},"profiles":[{"platform":"photoplatform"}]}],"has_more":false,"next_cursor":null}`, holds: `"platform":"photoplatform"`,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.Lookalike(x, api.LookalikeRequest{
					Seeds:   []api.Seed{{CreatorID: of(creator), Weight: of(0.5)}, {Platform: of(api.VideoPlatform), Username: of("@ada")}},
					Filters: &api.LookalikeFilters{Platforms: []api.Platform{api.PhotoPlatform}}, Limit: of(3), Cursor: of("c"), Mode: of(api.ModeDetailed),
				}))
			}},
		{name: "safety of creators", sent: "POST /v1/brand-safety/creators", body: `{"creators":[{"platform":"photoplatform","username":"ada"}]}`,
			reply: `{"data":[{` + adaInput + `,"safety":{"rating":"A"}}],"not_found":[]}`, holds: adaInput,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.SafetyOfCreators(x, []api.CreatorRef{ada}))
			}},
		{name: "safety of profiles", sent: "POST /v1/brand-safety/profiles", body: `{"profiles":[{"platform":"photoplatform","username":"ada"}]}`,
			reply: `{"data":[],"not_found":[{"platform":"photoplatform","username":"ada"}]}`, holds: `"not_found":[{"platform":"photoplatform","username":"ada"}]`,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.SafetyOfProfiles(x, []api.ProfileRef{{Platform: api.PhotoPlatform, Username: "ada"}}))
			}},
		{name: "safety of posts", sent: "POST /v1/brand-safety/posts", body: `{"posts":[{"post_id":"` + creator + `"},{"url":"` + postAddress + `"}]}`,
			reply: `{"data":[{"input":{"url":"` + postAddress + `"},"post":{"platform":"videoplatform"}}],"not_found":[{"post_id":"` + creator + `"}]}`, holds: adaHere,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.SafetyOfPosts(x, []api.PostRef{{PostID: of(creator)}, post}))
			}},
		{name: "analyse", sent: "POST /v1/posts/analyze", body: `{"posts":[{"url":"` + postAddress + `"}],"features":["ai_analysis","brand_safety"]}`,
			reply: `{"data":[{"input":{"url":"` + postAddress + `"},"post":{"platform":"videoplatform"},"sentiment":"positive"}],"not_found":[]}`, holds: `"sentiment":"positive"`,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.Analyze(x, []api.PostRef{post}, []api.AnalyzeFeature{api.FeatureAI, api.FeatureSafety}))
			}},
	}
}

func liveExchanges() []exchange {
	batched := `{"data":{"requested":2,"succeeded":1,"failed":1,"items":[{"success":true,"shortcode":"Cabc"},{"success":false,"shortcode":"Cdef","status":404,"error":{"error":"not_found","message":"m"}}],"scraped_at":"2026-03-04T12:00:00Z"}}`
	return []exchange{
		{name: "live post", sent: "GET " + rawPhoto + "post/C3QIof1u6pC", reply: `{"data":{"post":{"shortcode":"C3QIof1u6pC"}}}`, holds: `"shortcode":"C3QIof1u6pC"`,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.LivePost(x, "https://www.instagram.com/reel/C3QIof1u6pC/?igsh=x"))
			}},
		{name: "live posts", sent: "POST " + rawPhoto + "posts", body: `{"shortcodes":["Cabc","Cdef"]}`, reply: batched, holds: `"requested":2,"succeeded":1,"failed":1`,
			call: func(x ctx, c cl) (any, client.Receipt, error) { return said(c.LivePosts(x, []string{"Cabc", "Cdef"})) }},
		{name: "photo transcript", sent: "GET " + rawPhoto + "transcript/Cabc?language=en", reply: `{"data":{"shortcode":"Cabc"}}`, holds: `"shortcode":"Cabc"`,
			call: func(x ctx, c cl) (any, client.Receipt, error) { return said(c.PhotoTranscript(x, "Cabc", "en")) }},
		{name: "photo transcripts", sent: "POST " + rawPhoto + "transcripts", body: `{"shortcodes":["Cabc","Cdef"],"language":"en"}`, reply: batched, holds: `"error":"not_found"`,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.PhotoTranscripts(x, []string{"Cabc", "https://www.instagram.com/p/Cdef/"}, "en"))
			}},
		{name: "live photo profile", sent: "GET " + rawPhoto + "profile/ada?include_posts=true&post_limit=3", reply: `{"data":{"username":"ada","media_count":null}}`, holds: `"media_count":null`,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.LivePhotoProfile(x, "@ada", client.PhotoProfileParams{IncludePosts: true, PostLimit: 3}))
			}},
		{name: "short-video profile", sent: "GET /v1/raw/shortvideoplatform/profile/ada", reply: `{"data":{"username":"ada"}}`, holds: `"username":"ada"`,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.ShortVideoProfile(x, "https://www.tiktok.com/@ada"))
			}},
		{name: "video transcript", sent: "GET " + rawVideo + "transcript/" + videoID, reply: `{"data":{"video_id":"` + videoID + `"}}`, holds: videoID,
			call: func(x ctx, c cl) (any, client.Receipt, error) { return said(c.VideoTranscript(x, videoID, "")) }},
		{name: "video", sent: "GET " + rawVideo + "video/" + videoID, reply: `{"data":{"video_id":"` + videoID + `","view_count":7}}`, holds: `"view_count":7`,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.Video(x, "https://youtu.be/"+videoID+"?si=x"))
			}},
		{name: "channel", sent: "GET " + rawVideo + "channel-transcripts/MrBeastGame?include_segments=true&language=de&sort_by=popular&video_limit=20",
			reply: `{"data":{"handle":"MrBeastGame","items":[{"video_id":"` + videoID + `","source":"manual"}]}}`, holds: `"source":"manual"`,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.ChannelTranscripts(x, "MrBeastGame", client.ChannelParams{VideoLimit: 20, Language: "de", Sort: api.ChannelPopular, Segments: true}))
			}},
		{name: "channel by address", sent: "GET " + rawVideo + "channel-transcripts/ada", reply: `{"data":{"handle":"ada"}}`, holds: `"handle":"ada"`,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.ChannelTranscripts(x, "https://www.youtube.com/@ada/videos?si=x", client.ChannelParams{}))
			}},
		{name: "video search", sent: "GET " + rawVideo + "search?content_type=videos&country_code=DE&cursor=c&duration=long&language_code=de&limit=9&q=cooking&sort_by=popular&upload_date=this_week",
			reply: `{"data":{"query":"cooking","results":[{"type":"channel","channel_id":"UC1","subscriber_count":3}],"next_cursor":null}}`, holds: `"subscriber_count":3`,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.VideoSearch(x, client.VideoSearchParams{Q: "cooking", UploadDate: api.UploadWeek, Sort: api.VideoPopular, Content: api.ContentVideos,
					Length: api.LengthLong, Country: "DE", Language: "de", Limit: 9, Cursor: "c"}))
			}},
		{name: "typeahead", sent: "GET " + rawVideo + "typeahead?country_code=DE&language_code=de&q=coo", reply: `{"data":{"query":"coo","suggestions":["cooking"]}}`, holds: `"cooking"`,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.Typeahead(x, client.TypeaheadParams{Q: "coo", Country: "DE", Language: "de"}))
			}},
	}
}

func shortlistExchanges() []exchange {
	return []exchange{
		{name: "shortlist", sent: "GET /v1/shortlists/" + creator, reply: oneList, holds: listHolds,
			call: func(x ctx, c cl) (any, client.Receipt, error) { return said(c.Shortlist(x, creator)) }},
		{name: "shortlists", sent: "GET /v1/shortlists?cursor=c&limit=3", reply: listPage, holds: listHolds,
			call: func(x ctx, c cl) (any, client.Receipt, error) { return said(c.Shortlists(x, "c", 3)) }},
		{name: "create", sent: "POST /v1/shortlists", body: springBody, status: 201, reply: oneList, holds: listHolds,
			call: func(x ctx, c cl) (any, client.Receipt, error) { return said(c.CreateShortlist(x, spring(nil))) }},
		{name: "replace", sent: "PUT /v1/shortlists/" + creator, body: springBody[:len(springBody)-1] + `,"version":2}`, reply: oneList, holds: listHolds,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.ReplaceShortlist(x, creator, spring(of(2))))
			}},
		{name: "delete", sent: "DELETE /v1/shortlists/" + creator, status: 204,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				r, err := c.DeleteShortlist(x, creator)
				return nil, r, err
			}},
	}
}
