package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/rules"
)

// patience bounds a call to a network in tests: far above the need of any call on a busy
// machine, and the wait for the one that never answers.
const patience = 2 * time.Second

// standIn connects a service to its own store, and to the ids that fail on
// purpose.
func standIn(timeout time.Duration) option {
	return func(c *rules.Config) {
		c.Live = live.New(live.WithTrials(live.FromStore(c.Store.(live.Catalogue), c.Clock), c.Clock),
			live.Config{Clock: c.Clock, Timeout: timeout, Failures: 1000})
	}
}

const (
	onPhoto = "/v1/raw/photoplatform/"
	onVideo = "/v1/raw/videoplatform/"
	onShort = "/v1/raw/shortvideoplatform/"
)

// dancer has an account on the short-video network, and a private twin on all.
func dancer() []service.Bundle {
	shy := service.Bundle{Creator: service.Creator{Name: "Shy", UpdatedAt: noon}}
	for _, p := range api.Platforms() {
		shy.Profiles = append(shy.Profiles, service.Profile{Platform: p, Username: "shy", Private: true, UpdatedAt: noon})
	}
	shy.Posts = []service.Post{{Platform: api.PhotoPlatform, PlatformID: "SHYPOST", Type: api.PostImage, PostedAt: noon}}
	return []service.Bundle{shy, {
		Creator: service.Creator{Name: "Dana", UpdatedAt: noon},
		Profiles: []service.Profile{{Platform: api.ShortVideoPlatform, Username: "dana.dances", DisplayName: "Dana", ExternalID: "77",
			URL: "https://short.example/@dana.dances", Followers: number(int64(900)), ExternalURLs: []string{"https://dana.example/"}, UpdatedAt: noon}},
	}}
}

// Every live endpoint, right and wrong: status, code, param and what it
// charges.
func TestLivePhotoEndpoints(t *testing.T) {
	h := open(t, standIn(0), allPlatforms)
	h.write(cooks(3)...)
	h.write(dancer()...)
	many := func(n int) string { return `{"shortcodes":["` + strings.Repeat(`x","`, n-1) + `x"]}` }
	h.asks([]asked{
		{"GET", onPhoto + "post/P000", "", 200, "", "", "1"},
		{"GET", onPhoto + "post/P0%200", "", 400, "validation_error", "shortcode", "0"},
		{"GET", onPhoto + "post/" + strings.Repeat("x", 65), "", 400, "validation_error", "shortcode", "0"},
		{"GET", onPhoto + "post/nothing", "", 404, "not_found", "", "0"},
		{"GET", onPhoto + "post/SHYPOST", "", 404, "not_found", "", "0"},

		{"POST", onPhoto + "posts", `{"shortcodes":["P000","P000","P001","nothing"]}`, 200, "", "", "2"},
		{"POST", onPhoto + "posts", `{"shortcodes":["nothing"]}`, 200, "", "", "0"},
		{"POST", onPhoto + "posts", `{"shortcodes":[]}`, 400, "validation_error", "shortcodes", "0"},
		{"POST", onPhoto + "posts", many(20), 200, "", "", "0"},
		{"POST", onPhoto + "posts", many(21), 400, "validation_error", "shortcodes", "0"},
		{"POST", onPhoto + "posts", `{"shortcodes":[1]}`, 400, "validation_error", "shortcodes[0]", "0"},
		{"POST", onPhoto + "posts", `{"codes":["x"]}`, 400, "validation_error", "codes", "0"},

		{"GET", onPhoto + "transcript/P000", "", 200, "", "", "5"},
		{"GET", onPhoto + "transcript/demo_latest", "", 200, "", "", "5"},
		{"GET", onPhoto + "transcript/demo_latest", "", 200, "", "", "5"},
		{"GET", onPhoto + "transcript/P000?language=fr", "", 404, "transcript_not_available", "language", "0"},
		{"GET", onPhoto + "transcript/demo_latest_2?language=fr", "", 404, "transcript_not_available", "language", "0"},
		{"GET", onPhoto + "transcript/P001", "", 404, "transcript_unavailable", "", "0"},
		{"GET", onPhoto + "transcript/nothing", "", 404, "not_found", "", "0"},
		{"GET", onPhoto + "transcript/P000?language=f%20r", "", 400, "validation_error", "language", "0"},

		{"POST", onPhoto + "transcripts", `{"shortcodes":["P000","demo_latest_3","P000","P001"]}`, 200, "", "", "10"},
		{"POST", onPhoto + "transcripts", `{"shortcodes":["P000"],"language":"fr"}`, 200, "", "", "0"},
		{"POST", onPhoto + "transcripts", `{"shortcodes":["P000"],"language":"f r"}`, 400, "validation_error", "language", "0"},
		{"POST", onPhoto + "transcripts", many(10), 200, "", "", "0"},
		{"POST", onPhoto + "transcripts", many(11), 400, "validation_error", "shortcodes", "0"},
		{"POST", onPhoto + "transcripts", `{}`, 400, "validation_error", "shortcodes", "0"},

		{"GET", onPhoto + "profile/VeganCook01", "", 200, "", "", "0.5"},
		{"GET", onPhoto + "profile/vegancook01?include_posts=true&post_limit=50", "", 200, "", "", "0.5"},
		{"GET", onPhoto + "profile/vegancook01?include_posts=yes", "", 400, "validation_error", "include_posts", "0"},
		{"GET", onPhoto + "profile/vegancook01?post_limit=51", "", 400, "validation_error", "post_limit", "0"},
		{"GET", onPhoto + "profile/vegancook01?post_limit=0", "", 400, "validation_error", "post_limit", "0"},
		{"GET", onPhoto + "profile/a%20b", "", 422, "validation_error", "username", "0"},
		{"GET", onPhoto + "profile/nobody", "", 404, "not_found", "", "0"},
		{"GET", onPhoto + "profile/shy", "", 404, "not_found", "", "0"},
	})
}

func TestLiveEndpoints(t *testing.T) {
	h := open(t, standIn(0), allPlatforms)
	h.write(cooks(3)...)
	h.write(dancer()...)
	h.asks([]asked{
		{"GET", onVideo + "transcript/video000000", "", 200, "", "", "0.5"},
		{"GET", onVideo + "transcript/demo_latest?language=en", "", 200, "", "", "0.5"},
		{"GET", onVideo + "transcript/video000000?language=fr", "", 404, "transcript_not_available", "language", "0"},
		{"GET", onVideo + "transcript/video999999", "", 404, "not_found", "", "0"},
		{"GET", onVideo + "transcript/short", "", 400, "validation_error", "video_id", "0"},

		{"GET", onVideo + "video/video000000", "", 200, "", "", "0.5"},
		{"GET", onVideo + "video/video99999", "", 400, "validation_error", "video_id", "0"},
		{"GET", onVideo + "video/video999999", "", 404, "not_found", "", "0"},

		{"GET", onVideo + "channel-transcripts/vegancook00tv", "", 200, "", "", "0.5"},
		{"GET", onVideo + "channel-transcripts/vegancook00tv?language=fr", "", 200, "", "", "0"},
		{"GET", onVideo + "channel-transcripts/nobody", "", 404, "not_found", "", "0"},
		{"GET", onVideo + "channel-transcripts/shy", "", 404, "not_found", "", "0"},
		{"GET", onVideo + "channel-transcripts/not%20a%20handle", "", 400, "validation_error", "handle", "0"},
		{"GET", onVideo + "channel-transcripts/x?video_limit=21", "", 400, "validation_error", "video_limit", "0"},
		{"GET", onVideo + "channel-transcripts/x?video_limit=0", "", 400, "validation_error", "video_limit", "0"},
		{"GET", onVideo + "channel-transcripts/x?sort_by=best", "", 400, "validation_error", "sort_by", "0"},
		{"GET", onVideo + "channel-transcripts/x?include_segments=1", "", 400, "validation_error", "include_segments", "0"},
		{"GET", onVideo + "channel-transcripts/x?language=e%20n", "", 400, "validation_error", "language", "0"},

		{"GET", onVideo + "search?q=cooking", "", 200, "", "", "0.5"},
		{"GET", onVideo + "search", "", 400, "validation_error", "q", "0"},
		{"GET", onVideo + "search?q=%20", "", 400, "validation_error", "q", "0"},
		{"GET", onVideo + "search?q=" + strings.Repeat("x", 201), "", 400, "validation_error", "q", "0"},
		{"GET", onVideo + "search?q=x&limit=51", "", 400, "validation_error", "limit", "0"},
		{"GET", onVideo + "search?q=x&upload_date=never", "", 400, "validation_error", "upload_date", "0"},
		{"GET", onVideo + "search?q=x&sort_by=recent", "", 400, "validation_error", "sort_by", "0"},
		{"GET", onVideo + "search?q=x&content_type=shorts", "", 400, "validation_error", "content_type", "0"},
		{"GET", onVideo + "search?q=x&duration=endless", "", 400, "validation_error", "duration", "0"},
		{"GET", onVideo + "search?q=x&country_code=DEU", "", 400, "validation_error", "country_code", "0"},
		{"GET", onVideo + "search?q=x&language_code=e%20n", "", 400, "validation_error", "language_code", "0"},
		{"GET", onVideo + "search?q=x&cursor=AAAA", "", 400, "validation_error", "cursor", "0"},

		{"GET", onVideo + "typeahead?q=coo", "", 200, "", "", "0.5"},
		{"GET", onVideo + "typeahead", "", 400, "validation_error", "q", "0"},
		{"GET", onVideo + "typeahead?q=x&country_code=1", "", 400, "validation_error", "country_code", "0"},

		{"GET", onShort + "profile/Dana.Dances", "", 200, "", "", "0.2"},
		{"GET", onShort + "profile/@dana.dances", "", 200, "", "", "0.2"},
		{"GET", onShort + "profile/dana%20dances", "", 422, "validation_error", "username", "0"},
		{"GET", onShort + "profile/" + strings.Repeat("x", 51), "", 422, "validation_error", "username", "0"},
		{"GET", onShort + "profile/nobody", "", 404, "not_found", "", "0"},
		{"GET", onShort + "profile/shy", "", 404, "not_found", "", "0"},

		{"POST", "/v1/creators/ingest", `{"platform":"photoplatform","username":"vegancook00"}`, 200, "", "", "0"},
		{"POST", "/v1/creators/ingest", `{"platform":"photoplatform","username":"demo_latest"}`, 201, "", "", "5"},
		{"POST", "/v1/creators/ingest", `{"platform":"photoplatform","username":"Demo_Latest"}`, 200, "", "", "0"},
		{"POST", "/v1/creators/ingest", `{"platform":"videoplatform","username":"demo_latest"}`, 201, "", "", "5"},
		{"POST", "/v1/creators/ingest", `{"platform":"shortvideoplatform","username":"demo_latest"}`, 201, "", "", "5"},
		{"POST", "/v1/creators/ingest", `{"platform":"photoplatform","username":"nobody"}`, 404, "not_found", "", "0"},
		{"POST", "/v1/creators/ingest", `{"platform":"photoplatform","username":"demo_locked"}`, 404, "not_found", "", "0"},
		{"POST", "/v1/creators/ingest", `{"platform":"elsewhere","username":"x"}`, 400, "validation_error", "platform", "0"},
		{"POST", "/v1/creators/ingest", `{"platform":"photoplatform","username":"a b"}`, 422, "validation_error", "username", "0"},
		{"POST", "/v1/creators/ingest", `{"platform":"photoplatform"}`, 400, "validation_error", "username", "0"},
	})
}

// The ids that fail on purpose fail alike on every network.
func TestUpstreamFailures(t *testing.T) {
	t.Parallel() // it waits for sources that answer too late
	h := open(t, standIn(patience), allPlatforms)
	paths := []string{onPhoto + "post/%s", onPhoto + "profile/%s", onPhoto + "transcript/%s", onVideo + "video/%s", onVideo + "transcript/%s",
		onVideo + "channel-transcripts/%s", onVideo + "search?q=%s", onVideo + "typeahead?q=%s", onShort + "profile/%s"}
	for _, c := range []struct {
		id     string
		status int
		code   api.Code
		kind   service.UpstreamKind
		wait   string
	}{
		{"demo_absent", 404, "not_found", service.UpstreamMissing, ""},
		{"demo_locked", 404, "not_found", service.UpstreamPrivate, ""},
		{"demo_jammed", 503, "service_unavailable", service.UpstreamRateLimited, "30"},
		{"demo_closed", 503, "service_unavailable", service.UpstreamUnavailable, "60"},
		{"demo_barred", 503, "service_unavailable", service.UpstreamBlocked, "120"},
		{"demo_broken", 502, "upstream_contract_broken", service.UpstreamMalformed, ""},
		{"demo_failed", 503, "scraping_failed", service.UpstreamFailed, "30"},
		{"demo_slowly", 503, "service_unavailable", service.UpstreamTimeout, "10"},
	} {
		for _, p := range paths {
			path := fmt.Sprintf(p, c.id)
			checkUpstream(t, path, h.get(path), upstreamFailure{c.status, c.code, c.kind, c.wait})
		}
		body := fmt.Sprintf(`{"platform":"photoplatform","username":%q}`, c.id)
		checkUpstream(t, "ingest "+c.id, h.post("/v1/creators/ingest", body), upstreamFailure{c.status, c.code, c.kind, c.wait})
	}
	for id, want := range map[string]upstreamFailure{
		"demo_silent": {404, "transcript_unavailable", service.UpstreamSilent, ""},
		"demo_mumble": {503, "transcription_unavailable", service.UpstreamSpeechLater, "60"},
		"demo_capped": {429, "transcription_limit_exceeded", service.UpstreamSpeechLimit, "600"},
	} {
		checkUpstream(t, id, h.get(onPhoto+"transcript/"+id), want)
		checkUpstream(t, id, h.get(onVideo+"transcript/"+id), want)
		if r := h.get(onPhoto + "post/" + id); r.status != 200 {
			t.Errorf("post %s: %d %s", id, r.status, r.body)
		}
	}
	if n, err := h.store.Ingested(context.Background(), h.account.ID, noon); n != 0 || err != nil {
		t.Errorf("failed ingests took %d slots (%v)", n, err)
	}
	if sum, _ := h.ledger(h.account.ID); sum != 3*api.Credit {
		t.Errorf("failures cost %s", sum-3*api.Credit)
	}
}

type upstreamFailure struct {
	status int
	code   api.Code
	kind   service.UpstreamKind
	wait   string // Retry-After
}

func checkUpstream(t *testing.T, name string, r reply, want upstreamFailure) {
	t.Helper()
	e := r.failure(t)
	if r.status != want.status || e.Code != want.code || r.header.Get(api.HeaderRetryAfter) != want.wait || r.header.Get(api.HeaderCharged) != "0" {
		t.Errorf("%s: %d %s, wait %q, charged %s; want %+v", name, r.status, r.body, r.header.Get(api.HeaderRetryAfter), r.header.Get(api.HeaderCharged), want)
	}
	if e.Details["upstream_error"] != string(want.kind) {
		t.Errorf("%s: details %v, want %s", name, e.Details, want.kind)
	}
	if seconds, said := e.Details["retry_after_seconds"]; said != (want.wait != "") || said && fmt.Sprint(seconds) != want.wait {
		t.Errorf("%s: details %v, want to wait %s s", name, e.Details, want.wait)
	}
	if retryable, said := e.Details["retryable"]; said != (want.status == http.StatusBadGateway) || said && retryable != false {
		t.Errorf("%s: details %v", name, e.Details)
	}
}

// A batch answers every shortcode in its place, and an item of its own where
// one fails.
func TestBatchKeepsOrder(t *testing.T) {
	h := open(t, standIn(patience))
	h.write(cooks(2)...)
	asked := []string{"P010", "demo_absent", "P000", "not valid", "P010", "demo_locked", "demo_jammed", "demo_barred", "demo_slowly", "demo_closed", "demo_broken", "demo_failed", "P001"}
	wants := []string{"", "404 not_found", "", "400 invalid_input", "", "404 private", "503 rate_limited 30", "503 blocked 120", "503 timeout 10",
		"503 upstream_unavailable 60", "502 upstream_contract_broken", "503 unknown 30", ""}
	body, _ := json.Marshal(api.ShortcodesBody{Shortcodes: asked})
	r := h.post(onPhoto+"posts", string(body))
	var got api.One[api.Batch[api.FetchedPost]]
	r.into(t, &got)
	b := got.Data
	if b.Requested != 13 || b.Succeeded != 4 || b.Failed != 9 || len(b.Items) != 13 || r.header.Get(api.HeaderCharged) != "3" || !b.ScrapedAt.Equal(noon) {
		t.Fatalf("charged %s: %s", r.header.Get(api.HeaderCharged), r.body)
	}
	for i, item := range b.Items {
		outcome := ""
		if item.Error != nil {
			outcome = strings.TrimSuffix(fmt.Sprintf("%d %s %d", item.Status, item.Error.Error, item.Error.RetryAfter), " 0")
		}
		if item.Shortcode != asked[i] || outcome != wants[i] || item.Success != (wants[i] == "") || item.Success != (item.Data != nil) {
			t.Errorf("item %d: %+v %+v, want %q", i, item, item.Error, wants[i])
		}
		if item.Success && item.Data.Post.Shortcode != asked[i] {
			t.Errorf("item %d holds %s", i, item.Data.Post.Shortcode)
		}
	}
	sum, rows := h.ledger(h.account.ID)
	if sum != 3*api.Credit || len(rows) != 1 || !slices.Equal(rows[0].Features, []string{"raw_post"}) {
		t.Errorf("ledger: %s %+v", sum, rows)
	}
}

// What is not stored yet comes with its post, and is stored then.
func TestTranscriptIsKept(t *testing.T) {
	h := open(t, standIn(0))
	h.write(cooks(1)...)
	var first, second api.One[api.PhotoTranscript]
	h.get(onPhoto+"transcript/demo_latest").into(t, &first)
	h.clock.advance(time.Hour)
	h.get(onPhoto+"transcript/demo_latest?language=en").into(t, &second)
	if first.Data.Post == nil || first.Data.Post.Shortcode != "demo_latest" || first.Data.WordCount == 0 || first.Data.DurationSeconds == nil {
		t.Errorf("transcribed now: %+v", first.Data)
	}
	if second.Data.Post != nil || second.Data.FullText != first.Data.FullText || !second.Data.ScrapedAt.Equal(noon) || second.Data.Language != "en" {
		t.Errorf("cached: %+v", second.Data)
	}
	other := h.get(onPhoto + "transcript/demo_latest?language=fr")
	if there, _ := other.failure(t).Details["available_languages"].([]any); other.status != 404 || len(there) != 1 {
		t.Errorf("another language: %d %s", other.status, other.body)
	}
	var batch api.One[api.Batch[api.PhotoTranscript]]
	r := h.post(onPhoto+"transcripts", `{"shortcodes":["demo_latest_9","demo_latest","demo_latest_9"]}`)
	r.into(t, &batch)
	items := batch.Data.Items
	if len(items) != 3 || items[0].Data.Post == nil || items[1].Data.Post != nil || items[2].Data.Post == nil || r.header.Get(api.HeaderCharged) != "10" {
		t.Errorf("batch, charged %s: %s", r.header.Get(api.HeaderCharged), r.body)
	}
	if r.header.Get(api.HeaderFeatures) != "photo_transcripts" {
		t.Errorf("features %s", r.header.Get(api.HeaderFeatures))
	}
	var video api.One[api.VideoTranscript]
	h.get(onVideo+"transcript/demo_latest").into(t, &video)
	h.clock.advance(time.Hour)
	h.get(onVideo+"transcript/demo_latest").into(t, &video)
	if v := video.Data; v.Source != api.SourceAuto || len(v.Transcript) != 2 || !v.ScrapedAt.Equal(noon.Add(time.Hour)) || len(v.AvailableLanguages) != 1 {
		t.Errorf("video: %+v", v)
	}
}

func TestIngest(t *testing.T) {
	h := open(t, standIn(0))
	var seeded, again api.One[api.Ingested]
	h.post("/v1/creators/ingest", `{"platform":"photoplatform","username":"@demo_latest"}`).into(t, &seeded)
	h.post("/v1/creators/ingest", `{"platform":"photoplatform","username":"demo_latest"}`).into(t, &again)
	if seeded.Data.Status != api.IngestSeeded || again.Data.Status != api.IngestExisting || seeded.Data.CreatorID != again.Data.CreatorID || seeded.Data.ProfileID != again.Data.ProfileID {
		t.Errorf("%+v, then %+v", seeded.Data, again.Data)
	}
	var posts api.Page[api.Post]
	h.get("/v1/posts?creator_id="+seeded.Data.CreatorID).into(t, &posts)
	if len(posts.Data) != 3 || posts.Data[0].Hashtags[0] != "demo" {
		t.Errorf("seeded with %+v", posts.Data)
	}
	if n, err := h.store.Ingested(context.Background(), h.account.ID, noon); n != 1 || err != nil {
		t.Errorf("%d slots taken (%v)", n, err)
	}
	for i := range h.account.IngestQuota {
		h.clock.advance(time.Minute)
		r := h.post("/v1/creators/ingest", fmt.Sprintf(`{"platform":"photoplatform","username":"demo_latest_%d"}`, i))
		full := i == h.account.IngestQuota-1
		if (r.status == http.StatusTooManyRequests) != full {
			t.Fatalf("ingest %d of a day: %d %s", i+2, r.status, r.body)
		}
		if full && (r.failure(t).Code != api.CodeQuotaExceeded || r.header.Get(api.HeaderRetryAfter) == "") {
			t.Errorf("quota: %s", r.body)
		}
	}
	if r := h.post("/v1/creators/ingest", `{"platform":"photoplatform","username":"demo_latest"}`); r.status != http.StatusOK {
		t.Errorf("one that is there, on a full day: %d %s", r.status, r.body)
	}
}

// Without a source the endpoints say so; what is stored is still answered.
func TestUnconnected(t *testing.T) {
	h := open(t)
	h.write(cooks(1)...)
	for _, path := range []string{"post/P000", "profile/vegancook00"} {
		r := h.get(onPhoto + path)
		if e := r.failure(t); r.status != 503 || e.Details["upstream_error"] != string(service.UpstreamUnconnected) || r.header.Get(api.HeaderRetryAfter) != "" {
			t.Errorf("%s: %d %s", path, r.status, r.body)
		}
	}
	if r := h.get(onPhoto + "transcript/P000"); r.status != 200 {
		t.Errorf("stored transcript: %d", r.status)
	}
}

// leftAlone is a source whose caller goes away while it works.
type leftAlone struct {
	service.PhotoNetwork
	began chan struct{}
	ended chan error
}

func (h leftAlone) Post(ctx context.Context, _ string) (api.LivePost, error) {
	close(h.began)
	<-ctx.Done()
	h.ended <- ctx.Err()
	return api.LivePost{}, ctx.Err()
}

func TestCallerHangsUp(t *testing.T) {
	source := leftAlone{began: make(chan struct{}), ended: make(chan error, 1)}
	h := open(t, func(c *rules.Config) {
		c.Live = live.New(service.Networks{Photo: source}, live.Config{Clock: c.Clock, Failures: 1})
	})
	ctx, stop := context.WithCancel(context.Background())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, h.url+onPhoto+"post/P000", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set(api.HeaderKey, h.key)
	go func() { <-source.began; stop() }()
	if _, err := http.DefaultTransport.RoundTrip(request); !errors.Is(err, context.Canceled) {
		t.Fatalf("round trip: %v", err)
	}
	if err := <-source.ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the source was ended by %v", err)
	}
	if sum, _ := h.ledger(h.account.ID); sum != 0 {
		t.Errorf("charged %s", sum)
	}
}
