package httpapi_test

import (
	"fmt"
	"net/http"
	"slices"

	"greenroom/api"
	"greenroom/service"
)

// liveAsks are requests that work: what the networks show now. The stand-in of
// each network has ids that are always new, and ids that always fail.
var liveAsks = asks{
	"GET /v1/raw/photoplatform/post/{shortcode}":             at("/v1/raw/photoplatform/post/demo_latest"),
	"GET /v1/raw/photoplatform/profile/{username}":           at("/v1/raw/photoplatform/profile/demo_latest?include_posts=true&post_limit=1"),
	"GET /v1/raw/shortvideoplatform/profile/{username}":      at("/v1/raw/shortvideoplatform/profile/demo_latest"),
	"GET /v1/raw/videoplatform/video/{video_id}":             at("/v1/raw/videoplatform/video/demo_latest"),
	"GET /v1/raw/videoplatform/channel-transcripts/{handle}": at("/v1/raw/videoplatform/channel-transcripts/demo_latest?video_limit=1&include_segments=true"),
	"GET /v1/raw/videoplatform/search":                       at("/v1/raw/videoplatform/search?q=vegan&limit=2"),
	"GET /v1/raw/videoplatform/typeahead":                    at("/v1/raw/videoplatform/typeahead?q=ve"),
	"POST /v1/raw/photoplatform/posts":                       with("/v1/raw/photoplatform/posts", `{"shortcodes":["demo_latest","demo_absent"]}`),
	"POST /v1/raw/photoplatform/transcripts":                 with("/v1/raw/photoplatform/transcripts", `{"shortcodes":["demo_latest","demo_silent"],"language":"en"}`),
	"POST /v1/creators/ingest": func(s *stage, _ string) request {
		return request{path: "/v1/creators/ingest", body: fmt.Sprintf(`{"platform":"photoplatform","username":%q}`, s.username(0))}
	},
}

func with(path, body string) func(*stage, string) request {
	return func(*stage, string) request { return request{path: path, body: body} }
}

// failing are the ids that always fail, and how.
var failing = []struct {
	id     string
	status int
	code   api.Code
	header []string
}{
	{"demo_absent", 404, api.CodeNotFound, nil},
	{"demo_jammed", 503, api.CodeUnavailable, []string{api.HeaderRetryAfter, api.HeaderRemainingHour}},
	{"demo_closed", 503, api.CodeUnavailable, []string{api.HeaderRetryAfter}},
	{"demo_barred", 503, api.CodeUnavailable, []string{api.HeaderRetryAfter}},
	{"demo_broken", 502, api.CodeUpstreamBroken, nil},
	{"demo_failed", 503, api.CodeScraping, []string{api.HeaderRetryAfter}},
}

// liveRows are the rows of the networks: every failure of every endpoint, and
// what belongs to one only.
func liveRows() []want {
	var out []want
	fetched := map[string]string{
		"GET /v1/raw/photoplatform/post/{shortcode}":             "/v1/raw/photoplatform/post/%s",
		"GET /v1/raw/photoplatform/profile/{username}":           "/v1/raw/photoplatform/profile/%s",
		"GET /v1/raw/photoplatform/transcript/{shortcode}":       "/v1/raw/photoplatform/transcript/%s",
		"GET /v1/raw/shortvideoplatform/profile/{username}":      "/v1/raw/shortvideoplatform/profile/%s",
		"GET /v1/raw/videoplatform/transcript/{video_id}":        "/v1/raw/videoplatform/transcript/%s",
		"GET /v1/raw/videoplatform/video/{video_id}":             "/v1/raw/videoplatform/video/%s",
		"GET /v1/raw/videoplatform/channel-transcripts/{handle}": "/v1/raw/videoplatform/channel-transcripts/%s",
		"GET /v1/raw/videoplatform/search":                       "/v1/raw/videoplatform/search?q=%s",
		"GET /v1/raw/videoplatform/typeahead":                    "/v1/raw/videoplatform/typeahead?q=%s",
	}
	for route, path := range fetched {
		// Failures in a row would have the service leave the network alone.
		working := func(s *stage) { s.get(fmt.Sprintf(path, "demo_latest")) }
		for _, f := range failing {
			out = append(out, want{name: f.id, route: route, ask: asking(fmt.Sprintf(path, f.id), ""),
				prepare: working, undo: working, status: f.status, code: f.code, header: f.header})
		}
	}
	for _, path := range []string{"GET /v1/raw/photoplatform/transcript/{shortcode}", "GET /v1/raw/videoplatform/transcript/{video_id}"} {
		for _, f := range speechFailing {
			f.route, f.ask = path, asking(fmt.Sprintf(fetched[path], f.name), "")
			out = append(out, f)
		}
	}
	return slices.Concat(out, oneOfLive)
}

var speechFailing = []want{
	{name: "demo_silent", status: 404, code: api.CodeTranscriptUnavailable},
	{name: "demo_mumble", status: 503, code: api.CodeTranscriptionUnavailable, header: []string{api.HeaderRetryAfter}},
	{name: "demo_capped", status: 429, code: api.CodeTranscriptionLimit, header: []string{api.HeaderRetryAfter}},
}

func ingesting(username string) func(*stage) request {
	return asking("/v1/creators/ingest", fmt.Sprintf(`{"platform":"photoplatform","username":%q}`, username))
}

var oneOfLive = []want{
	{name: "no channel", route: "GET /v1/raw/videoplatform/channel-transcripts/{handle}", ask: asking("/v1/raw/videoplatform/channel-transcripts/no%20handle", ""), status: 400, code: api.CodeValidation, param: "handle"},
	{name: "no language of it", route: "GET /v1/raw/videoplatform/transcript/{video_id}", status: 404, code: api.CodeTranscriptNotAvailable,
		ask: func(s *stage) request {
			return request{path: "/v1/raw/videoplatform/transcript/" + s.transcribed(api.VideoPlatform, 0) + "?language=zu"}
		}},
	{name: "no language of it", route: "GET /v1/raw/photoplatform/transcript/{shortcode}", status: 404, code: api.CodeTranscriptNotAvailable,
		ask: func(s *stage) request {
			return request{path: "/v1/raw/photoplatform/transcript/" + s.transcribed(api.PhotoPlatform, 0) + "?language=zu"}
		}},
	{name: "bad username", route: "GET /v1/raw/photoplatform/profile/{username}", ask: asking("/v1/raw/photoplatform/profile/a%20b", ""), status: 422, code: api.CodeValidation, param: "username"},
	{name: "bad username", route: "GET /v1/raw/shortvideoplatform/profile/{username}", ask: asking("/v1/raw/shortvideoplatform/profile/a%20b", ""), status: 422, code: api.CodeValidation, param: "username"},
	{name: "private", route: "GET /v1/raw/photoplatform/profile/{username}", ask: asking("/v1/raw/photoplatform/profile/demo_locked", ""), status: 404, code: api.CodeNotFound},
	{name: "new", route: "POST /v1/creators/ingest", ask: ingesting("demo_latest1"), status: 201},
	{name: "bad username", route: "POST /v1/creators/ingest", ask: ingesting("a b"), status: 422, code: api.CodeValidation, param: "username"},
	{name: "absent", route: "POST /v1/creators/ingest", ask: ingesting("demo_absent"), status: 404, code: api.CodeNotFound},
	{name: "jammed", route: "POST /v1/creators/ingest", ask: ingesting("demo_jammed"), status: 503, code: api.CodeUnavailable, header: []string{api.HeaderRetryAfter}},
	{name: "failed", route: "POST /v1/creators/ingest", ask: ingesting("demo_failed"), status: 503, code: api.CodeScraping, header: []string{api.HeaderRetryAfter}},
	{name: "broken", route: "POST /v1/creators/ingest", ask: ingesting("demo_broken"), status: 502, code: api.CodeUpstreamBroken},
	{name: "no slot left", route: "POST /v1/creators/ingest", as: "busy", ask: ingesting("demo_latest2"), status: 429, code: api.CodeQuotaExceeded, header: []string{api.HeaderRetryAfter, api.HeaderRemainingHour},
		prepare: func(s *stage) { s.send(http.MethodPost, ingesting("demo_latest3")(s), "busy") }, undo: func(*stage) {}},
}

// busy may seed one creator a day.
func busy(a *service.Account) { a.IngestQuota = 1 }
