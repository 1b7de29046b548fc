package httpapi_test

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"greenroom/api"
)

const unknownID = "0195b2f0-0000-7000-8000-000000000000"

// Every endpoint, right and wrong: status, code, param and what it charges.
func TestEndpoints(t *testing.T) {
	h := open(t)
	h.write(cooks(12)...)
	long := strings.Repeat("x", 501)
	h.asks([]asked{
		{"GET", "/health", "", 200, "", "", ""},
		{"GET", "/nothing", "", 404, "not_found", "", ""},
		{"GET", "/v1/search/", "", 404, "not_found", "", ""},
		{"GET", "//v1/shortlists", "", 404, "not_found", "", ""},
		{"DELETE", "/v1/search", "", 405, "validation_error", "", ""},
		{"HEAD", "/v1/shortlists", "", 200, "", "", "0"},
		{"HEAD", "/v1/creators/autocomplete?q=ver", "", 405, "", "", ""},

		{"GET", "/v1/creators/autocomplete?q=ver", "", 200, "", "", "0.05"},
		{"GET", "/v1/creators/autocomplete?q=ver&unknown=1&unknown=2", "", 400, api.CodeValidation, "unknown", "0"},
		{"GET", "/v1/creators/autocomplete", "", 400, "validation_error", "q", "0"},
		{"GET", "/v1/creators/autocomplete?q=v", "", 400, "validation_error", "q", "0"},
		{"GET", "/v1/creators/autocomplete?q=" + strings.Repeat("x", 101), "", 400, "validation_error", "q", "0"},
		{"GET", "/v1/creators/autocomplete?q=ver&q=ver", "", 400, "validation_error", "q", "0"},
		{"GET", "/v1/creators/autocomplete?q=ver&limit=0", "", 400, "validation_error", "limit", "0"},
		{"GET", "/v1/creators/autocomplete?q=ver&limit=51", "", 400, "validation_error", "limit", "0"},
		{"GET", "/v1/creators/autocomplete?q=ver&limit=1.5", "", 400, "validation_error", "limit", "0"},
		{"GET", "/v1/creators/autocomplete?q=ver&limit=", "", 400, "validation_error", "limit", "0"},
		{"GET", "/v1/creators/autocomplete?q=ver&scope=some", "", 400, "validation_error", "scope", "0"},
		{"GET", "/v1/creators/autocomplete?q=ver&platform=videoplatform", "", 400, "validation_error", "platform", "0"},
		{"GET", "/v1/creators/autocomplete?q=%zz", "", 400, "validation_error", "", "0"},
		{"GET", "/v1/creators/autocomplete?q=%ff%ff", "", 400, "validation_error", "q", "0"},

		{"POST", "/v1/search", `{"query":"vegan food","limit":3}`, 200, "", "", "31"},
		{"POST", "/v1/search", ``, 400, "validation_error", "", "0"},
		{"POST", "/v1/search", `{"limit":3}`, 400, "validation_error", "query", "0"},
		{"POST", "/v1/search", `{"query":" "}`, 400, "validation_error", "query", "0"},
		{"POST", "/v1/search", `{"query":"` + long + `"}`, 400, "validation_error", "query", "0"},
		{"POST", "/v1/search", `{"query":"x","limit":101}`, 400, "validation_error", "limit", "0"},
		{"POST", "/v1/search", `{"query":"x","limit":"3"}`, 400, "validation_error", "limit", "0"},
		{"POST", "/v1/search", `{"query":"x","limit":1.5}`, 400, "validation_error", "limit", "0"},
		{"POST", "/v1/search", `{"query":"x","limt":3}`, 400, "validation_error", "limt", "0"},
		{"POST", "/v1/search", `{"Query":"x"}`, 400, "validation_error", "Query", "0"},
		{"POST", "/v1/search", `{"query":"x","query":"y"}`, 400, "validation_error", "query", "0"},
		{"POST", "/v1/search", `{"query":"x"} {}`, 400, "validation_error", "", "0"},
		{"POST", "/v1/search", `[1]`, 400, "validation_error", "", "0"},
		{"POST", "/v1/search", `{"query":"x","platforms":["videoplatform"]}`, 400, "validation_error", "platforms", "0"},
		{"POST", "/v1/search", `{"query":"x","creator_kinds":["DOG"]}`, 400, "validation_error", "creator_kinds", "0"},
		{"POST", "/v1/search", `{"query":"x","filters":{"followers":{"mni":1}}}`, 400, "validation_error", "filters.followers.mni", "0"},
		{"POST", "/v1/search", `{"query":"x","filters":{"followers":{"min":9,"max":1}}}`, 422, "validation_error", "filters.followers", "0"},
		{"POST", "/v1/search", `{"query":"` + strings.Repeat("x", 1<<20) + `"}`, 413, "validation_error", "", "0"},
		{"GET", "/v1/search/" + unknownID, "", 404, "not_found", "", "0"},
		{"GET", "/v1/search/xyz", "", 400, "validation_error", "id", "0"},
		{"GET", "/v1/search/" + unknownID + "?cursor=abc", "", 400, "validation_error", "cursor", "0"},
	})
}

func TestReadingEndpoints(t *testing.T) {
	h := open(t)
	h.write(cooks(12)...)
	id := h.cookID(0)
	h.asks([]asked{
		{"GET", "/v1/creators/" + id, "", 200, "", "", "0.1"},
		{"GET", "/v1/creators/" + strings.ToUpper(id) + "?include=profiles", "", 200, "", "", "0.1"},
		{"GET", "/v1/creators/" + id + "?include=posts", "", 400, "validation_error", "include", "0"},
		{"GET", "/v1/creators/" + unknownID, "", 404, "not_found", "", "0"},
		{"GET", "/v1/creators/a%2Fb", "", 400, "validation_error", "id", "0"},
		{"GET", "/v1/creators/" + id + "/profiles", "", 200, "", "", "0.05"},
		{"GET", "/v1/creators/" + id + "/profiles?mode=lite", "", 200, "", "", "0.01"},
		{"GET", "/v1/creators/" + id + "/profiles?mode=full", "", 400, "validation_error", "mode", "0"},
		{"GET", "/v1/creators/" + unknownID + "/profiles", "", 404, "not_found", "", "0"},

		{"GET", "/v1/posts?creator_id=" + id, "", 200, "", "", "0.15"},
		{"GET", "/v1/posts/by-creator?creator_id=" + id + "&limit=2", "", 200, "", "", "0.1"},
		{"GET", "/v1/posts/by-creator", "", 400, "validation_error", "creator_id", "0"},
		{"GET", "/v1/posts?platform=photoplatform&username=VeganCook00", "", 200, "", "", "0.15"},
		{"GET", "/v1/posts", "", 400, "validation_error", "creator_id", "0"},
		{"GET", "/v1/posts?username=x", "", 400, "validation_error", "platform", "0"},
		{"GET", "/v1/posts?platform=photoplatform", "", 400, "validation_error", "username", "0"},
		{"GET", "/v1/posts?platform=photoplatform&username=a%20b", "", 422, "validation_error", "username", "0"},
		{"GET", "/v1/posts?platform=photoplatform&username=l%C2%B7avi", "", 404, "not_found", "", "0"},
		{"GET", "/v1/posts?platform=photoplatform&username=nobody", "", 404, "not_found", "", "0"},
		{"GET", "/v1/posts?creator_id=" + unknownID, "", 404, "not_found", "", "0"},
		{"GET", "/v1/posts?creator_id=" + id + "&sort=best", "", 400, "validation_error", "sort", "0"},
		{"GET", "/v1/posts?creator_id=" + id + "&cursor=AAAA", "", 400, "validation_error", "cursor", "0"},

		{"GET", "/v1/raw/photoplatform/transcript/P000", "", 200, "", "", "5"},
		{"GET", "/v1/raw/photoplatform/transcript/P001", "", 404, "transcript_not_available", "", "0"},
		{"GET", "/v1/raw/photoplatform/transcript/nothing", "", 404, "not_found", "", "0"},
		{"GET", "/v1/raw/photoplatform/transcript/P000?language=fr", "", 404, "transcript_not_available", "language", "0"},
		{"GET", "/v1/raw/videoplatform/transcript/video000000", "", 200, "", "", "0.5"},
		{"GET", "/v1/raw/videoplatform/transcript/video000000?language=de", "", 200, "", "", "0.5"},
		{"GET", "/v1/raw/videoplatform/transcript/video000000?language=fr", "", 404, "transcript_not_available", "language", "0"},
		{"GET", "/v1/raw/videoplatform/transcript/video000000?language=d%20e", "", 400, "validation_error", "language", "0"},
		{"GET", "/v1/raw/videoplatform/transcript/short", "", 400, "validation_error", "video_id", "0"},
		{"GET", "/v1/raw/videoplatform/transcript/video999999", "", 404, "not_found", "", "0"},
	})
}

func TestShortlistEndpoints(t *testing.T) {
	h := open(t)
	shortlist := `{"name":"n","brief":"b","notes":"","profiles":[{"platform":"photoplatform","username":"x"}]}`
	var made api.One[api.Shortlist]
	h.post("/v1/shortlists", shortlist).into(t, &made)
	list := "/v1/shortlists/" + made.Data.ID
	h.asks([]asked{
		{"GET", "/v1/shortlists", "", 200, "", "", "0"},
		{"GET", list, "", 200, "", "", "0"},
		{"GET", "/v1/shortlists/" + unknownID, "", 404, "not_found", "", "0"},
		{"GET", "/v1/shortlists/7", "", 400, "validation_error", "id", "0"},
		{"POST", "/v1/shortlists", shortlist, 201, "", "", "0"},
		{"POST", "/v1/shortlists", `{"name":"n","brief":"b","profiles":[]}`, 400, "validation_error", "notes", "0"},
		{"POST", "/v1/shortlists", `{"name":"n","brief":"b","notes":"","profiles":[]}`, 400, "validation_error", "profiles", "0"},
		{"POST", "/v1/shortlists", `{"name":" ","brief":"b","notes":"","profiles":[{"platform":"photoplatform","username":"x"}]}`, 400, "validation_error", "name", "0"},
		{"POST", "/v1/shortlists", `{"name":"n","brief":null,"notes":"","profiles":[{"platform":"photoplatform","username":"x"}]}`, 400, "validation_error", "brief", "0"},
		{"POST", "/v1/shortlists", `{"name":"n","brief":"b","notes":"","profiles":[{"platform":"photoplatform","username":""}]}`, 400, "validation_error", "profiles[0].username", "0"},
		{"POST", "/v1/shortlists", `{"name":"n","brief":"b","notes":"","profiles":[{"platform":"videoplatform","username":"x"}]}`, 400, "validation_error", "profiles[0].platform", "0"},
		{"POST", "/v1/shortlists", `{"name":"n","brief":"b","notes":"","profiles":[{"platform":"photoplatform","username":"x","id":1}]}`, 400, "validation_error", "profiles[0].id", "0"},
		{"POST", "/v1/shortlists", shortlist[:len(shortlist)-1] + `,"version":1}`, 400, "validation_error", "version", "0"},
		{"PUT", list, shortlist, 400, "validation_error", "version", "0"},
		{"PUT", list, shortlist[:len(shortlist)-1] + `,"version":2147483648}`, 400, "validation_error", "version", "0"},
		{"PUT", list, shortlist[:len(shortlist)-1] + `,"version":7}`, 422, "validation_error", "version", "0"},
		{"PUT", list, shortlist[:len(shortlist)-1] + `,"version":1}`, 200, "", "", "0"},
		{"PUT", "/v1/shortlists/" + unknownID, shortlist[:len(shortlist)-1] + `,"version":1}`, 404, "not_found", "", "0"},
		{"DELETE", list, "", 204, "", "", "0"},
		{"DELETE", list, "", 404, "not_found", "", "0"},
	})
}

var requestID = regexp.MustCompile(`^req_[0-7][0-9A-HJKMNP-TV-Z]{25}$`)

func checkID(t testing.TB, name string, r reply) {
	t.Helper()
	if id := r.header.Get(api.HeaderRequestID); !requestID.MatchString(id) {
		t.Errorf("%s: request id %q", name, id)
	}
}

func TestWrongMethodSaysWhichAreRight(t *testing.T) {
	h := open(t)
	if got := h.do("PATCH", "/v1/shortlists/"+unknownID, "", "").header.Get("Allow"); got != "DELETE, GET, HEAD, PUT" {
		t.Errorf("Allow = %q", got)
	}
}

func TestHeadersOfMoney(t *testing.T) {
	h := open(t)
	h.write(cooks(4)...)
	r := h.post("/v1/search", `{"query":"vegan food","limit":2}`)
	for name, want := range map[string]string{
		api.HeaderCharged: "29", api.HeaderFeatures: "search", api.HeaderPlan: "tier_1",
		api.HeaderLimitMinute: "750", api.HeaderLimitHour: "7500",
		api.HeaderRemainingMinute: "721", api.HeaderRemainingHour: "7471",
		api.HeaderResetMinute: strconv.FormatInt(noon.Truncate(time.Minute).Add(time.Minute).Unix(), 10),
		api.HeaderResetHour:   strconv.FormatInt(noon.Add(time.Hour).Truncate(time.Hour).Unix(), 10),
		"Content-Type":        "application/json", "Cache-Control": "no-store",
	} {
		if got := r.header.Get(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	if r = h.get("/v1/creators/autocomplete?q=ve"); r.header.Get(api.HeaderRemainingMinute) != "720.95" {
		t.Errorf("remaining %s after 0.05 more", r.header.Get(api.HeaderRemainingMinute))
	}
	if r = h.get("/v1/creators/" + unknownID); r.header.Get(api.HeaderRemainingMinute) != "720.95" || r.header.Get(api.HeaderCharged) != "0" {
		t.Errorf("a failure: %v", r.header)
	}
	sum, rows := h.ledger(h.account.ID)
	if sum != 29050 || len(rows) != 2 || rows[0].Endpoint != "POST /v1/search" || !slices.Equal(rows[0].Features, []string{"search"}) {
		t.Errorf("ledger: %s, %+v", sum, rows)
	}
}

func TestSearchSessionPages(t *testing.T) {
	h := open(t)
	h.write(cooks(30)...)
	var first api.SearchPage
	h.post("/v1/search", `{"query":"vegan food","limit":25}`).into(t, &first)
	if len(first.Data) != 10 || first.Total != 25 || first.FilteredTotal != 30 || !first.HasMore {
		t.Fatalf("first page: %d of %d, %d found", len(first.Data), first.Total, first.FilteredTotal)
	}
	order, page := names(first), first
	for page.HasMore {
		r := h.get("/v1/search/" + first.SearchID + "?cursor=" + url.QueryEscape(*page.NextCursor))
		if r.status != 200 || r.header.Get(api.HeaderCharged) != "0" {
			t.Fatalf("next page: %d %s", r.status, r.body)
		}
		page = api.SearchPage{}
		r.into(t, &page)
		order = append(order, names(page)...)
	}
	if len(order) != 25 || len(slices.Compact(slices.Sorted(slices.Values(order)))) != 25 {
		t.Errorf("the session gave %d results: %v", len(order), order)
	}
	var again api.SearchPage
	h.get("/v1/search/"+first.SearchID).into(t, &again)
	if !slices.Equal(names(again), order[:10]) {
		t.Error("without a cursor: not the first page")
	}
	_, other := h.newAccount("other", api.Tier1)
	if r := h.do("GET", "/v1/search/"+first.SearchID, "", other); r.status != 404 {
		t.Errorf("another account reads it: %d", r.status)
	}
	if r := h.do("GET", "/v1/search/"+first.SearchID+"?cursor="+*first.NextCursor, "", other); r.status != 400 {
		t.Errorf("a foreign cursor: %d", r.status)
	}
	h.clock.advance(31 * 24 * time.Hour)
	if r := h.get("/v1/search/" + first.SearchID); r.status != 404 {
		t.Errorf("after its time: %d", r.status)
	}
}

func names(p api.SearchPage) []string {
	out := make([]string, len(p.Data))
	for i, r := range p.Data {
		out[i] = r.Creator.Name
	}
	return out
}

func TestSearchResultRestsOnWhatWasWritten(t *testing.T) {
	h := open(t)
	h.write(cooks(1)...)
	var page api.SearchPage
	h.post("/v1/search", `{"query":"vegan food"}`).into(t, &page)
	if len(page.Data) != 1 {
		t.Fatalf("found %d", len(page.Data))
	}
	r := page.Data[0]
	if r.PrimaryProfile == nil || r.PrimaryProfile.Platform != api.PhotoPlatform || r.RelevantProfile == nil {
		t.Errorf("profiles: %+v, %+v", r.PrimaryProfile, r.RelevantProfile)
	}
	var posts api.Page[api.Post]
	h.get("/v1/posts?creator_id="+r.Creator.ID).into(t, &posts)
	quoted := 0
	for _, e := range r.Match.Evidence {
		if e.EvidenceQuote == nil {
			continue
		}
		quoted++
		i := slices.IndexFunc(posts.Data, func(p api.Post) bool { return e.SourcePostID != nil && p.ID == *e.SourcePostID })
		if e.Provenance != api.FromPost || i >= 0 && !strings.Contains(*posts.Data[i].Caption, *e.EvidenceQuote) {
			t.Errorf("evidence %+v is not in its source", e)
		}
	}
	if quoted == 0 {
		t.Error("no quote at all")
	}
}

func TestStrictPlatformsShowOthersAsLinks(t *testing.T) {
	for _, c := range []struct {
		options  []option
		profiles int
		first    api.Platform
		links    []string
	}{
		{nil, 1, api.PhotoPlatform, []string{"https://video.example/vegancook00"}},
		{[]option{allPlatforms}, 2, api.VideoPlatform, []string{}},
	} {
		h := open(t, c.options...)
		h.write(cooks(1)...)
		var got api.One[[]api.Profile]
		h.get("/v1/creators/"+h.cookID(0)+"/profiles").into(t, &got)
		if len(got.Data) != c.profiles || got.Data[0].Platform != c.first || !slices.Equal(got.Data[0].ExternalURLs, c.links) {
			t.Errorf("profiles: %+v", got.Data)
		}
		var found api.One[[]api.Suggestion]
		h.get("/v1/creators/autocomplete?q=vegancook").into(t, &found)
		if len(found.Data) != 1 || len(found.Data[0].Platforms) != c.profiles {
			t.Errorf("autocomplete: %+v", found.Data)
		}
	}
}

func TestAutocompleteScopes(t *testing.T) {
	h := open(t, allPlatforms)
	h.write(cooks(1)...)
	for scope, want := range map[string]int{"creator_only": 0, "matched_platforms": 1, "all_platforms": 2} {
		var got api.One[[]api.Suggestion]
		h.get("/v1/creators/autocomplete?q=vegancook00tv&scope="+scope).into(t, &got)
		if len(got.Data) != 1 || len(got.Data[0].Platforms) != want {
			t.Errorf("%s: %+v", scope, got.Data)
		}
	}
}

func TestPostsInEverySort(t *testing.T) {
	h := open(t)
	h.write(cooks(1)...)
	id := h.cookID(0)
	for sort, want := range map[api.PostSort]string{
		api.SortRecent: "P000 P001 P002", api.SortMostLikes: "P002 P001 P000", api.SortMostComments: "P000 P001 P002",
		api.SortMostViews: "P001", api.SortTopEngagement: "P001",
	} {
		var order []string
		path := "/v1/posts?limit=1&creator_id=" + id + "&sort=" + string(sort)
		for cursor := ""; ; {
			var page api.Page[api.Post]
			r := h.get(path + cursor)
			r.into(t, &page)
			if r.status != 200 || len(page.Data) != 1 {
				t.Fatalf("%s: %d %s", sort, r.status, r.body)
			}
			order = append(order, page.Data[0].PlatformID)
			if !page.HasMore {
				break
			}
			cursor = "&cursor=" + url.QueryEscape(*page.NextCursor)
			if h.get("/v1/posts?creator_id="+id+"&sort="+string(other(sort))+cursor).status != 400 {
				t.Errorf("the cursor of %s holds for another sort", sort)
			}
		}
		if !strings.HasPrefix(strings.Join(order, " "), want) || len(order) != 3 {
			t.Errorf("%s: %v, want %s first", sort, order, want)
		}
	}
}

func other(s api.PostSort) api.PostSort {
	if s == api.SortRecent {
		return api.SortMostLikes
	}
	return api.SortRecent
}

func TestTranscripts(t *testing.T) {
	h := open(t)
	h.write(cooks(1)...)
	var video api.One[api.VideoTranscript]
	h.get("/v1/raw/videoplatform/transcript/video000000?language=auto").into(t, &video)
	v := video.Data
	if v.Language != "en" || v.Source != api.SourceManual || v.FullText != "Hello vegan world" || v.WordCount != 3 || len(v.Transcript) != 2 {
		t.Errorf("video: %+v", v)
	}
	if len(v.AvailableLanguages) != 2 || v.AvailableLanguages[1] != (api.TrackLanguage{Code: "de", Name: "German", IsAuto: true}) {
		t.Errorf("languages: %+v", v.AvailableLanguages)
	}
	r := h.get("/v1/raw/videoplatform/transcript/video000000?language=fr")
	if there, _ := r.failure(t).Details["available_languages"].([]any); len(there) != 2 {
		t.Errorf("an unknown language: %s", r.body)
	}
	r = h.get("/v1/raw/photoplatform/transcript/P000")
	if strings.Contains(string(r.body), `"post"`) || !strings.Contains(string(r.body), `"word_count":4`) {
		t.Errorf("photo: %s", r.body)
	}
}
