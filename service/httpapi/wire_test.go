package httpapi_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/world"
)

// A whole number is one however JSON writes it, and nothing else is.
func TestWholeNumbersInAnyWriting(t *testing.T) {
	h := open(t)
	h.write(cooks(3)...)
	for written, status := range map[string]int{"5": 200, "5.0": 200, "1e1": 200, "0.5E+1": 200, "100e-1": 200, "5.5": 400, "1e-1": 400,
		"101.0": 400, "1e400": 400, "1e99": 400, "0.0": 400, "-5.0": 400, `"5"`: 400} {
		r := h.post("/v1/search/interpret", `{"limit": `+written+` , "query":"vegan"}`)
		if r.status != status || status == 400 && r.failure(t).Param != "limit" {
			t.Errorf("limit %s: %d %s", written, r.status, r.body)
		}
	}
	var got api.One[api.SearchPreview]
	h.post("/v1/search/interpret", `{"query":"vegan","limit":20e-1,"filters":{"followers":{"min":0.5}}}`).into(t, &got)
	if want := api.PriceOf(api.OpSearch).Cost(2); got.Data.CreditsAtMost != want {
		t.Errorf("20e-1 costs %s at most, want %s", got.Data.CreditsAtMost, want)
	}
}

// What a query may not hold costs nothing and names the parameter.
func TestQueriesHoldWhatIsKnown(t *testing.T) {
	h := open(t, standIn(0))
	h.write(cooks(1)...)
	session := "/v1/search/" + unknownID
	for path, param := range map[string]string{
		session + "?limit=abc":                                       "limit",
		"/v1/creators/autocomplete?q=ver&Q=ver":                      "Q",
		"/v1/creators/autocomplete?q=ver&limit=":                     "limit",
		"/v1/creators/autocomplete?q=ver&limit=5.0":                  "limit",
		"/v1/creators/autocomplete?q=":                               "q",
		"/v1/creators/autocomplete?q=ver&q=ver":                      "q",
		"/v1/creators/autocomplete?q=ver&platform=":                  "platform",
		"/v1/shortlists?cursor=":                                     "cursor",
		"/v1/raw/videoplatform/transcript/video000000?language=":     "language",
		"/v1/raw/photoplatform/transcript/P000?language=":            "language",
		"/v1/raw/videoplatform/channel-transcripts/x?video_limit=":   "video_limit",
		"/v1/raw/videoplatform/channel-transcripts/x?language=":      "language",
		"/v1/raw/videoplatform/search?q=x&language_code=":            "language_code",
		"/v1/raw/photoplatform/profile/vegancook00?include_posts=":   "include_posts",
		"/v1/raw/photoplatform/profile/vegancook00?highlight=1":      "highlight",
		"/v1/creators?ids=" + unknownID + "&ids=" + unknownID + "&x": "x",
	} {
		r := h.get(path)
		if r.status != http.StatusBadRequest || r.failure(t).Param != param || r.header.Get(api.HeaderCharged) != "0" {
			t.Errorf("%s: %d, charged %s: %s", path, r.status, r.header.Get(api.HeaderCharged), r.body)
		}
	}
	if r := h.post("/v1/raw/photoplatform/transcripts", `{"shortcodes":["P000"],"language":""}`); r.status != http.StatusBadRequest || r.failure(t).Param != "language" {
		t.Errorf("an empty language in a body: %d %s", r.status, r.body)
	}
	if r := h.post("/v1/search?limit=5", `{"query":"vegan"}`); r.status != http.StatusBadRequest || r.failure(t).Param != "limit" {
		t.Errorf("a query beside a body: %d %s", r.status, r.body)
	}
	// What an address carries since it was shared is no parameter.
	if r := h.get("/v1/raw/videoplatform/channel-transcripts/@vegancook00tv?si=AbC-_9&feature=shared"); r.status != http.StatusOK {
		t.Errorf("a shared handle: %d %s", r.status, r.body)
	}
}

// HEAD is GET without its body where GET is free, and is not taken where it costs.
func TestHeadIsGetWithoutBody(t *testing.T) {
	h := open(t, standIn(0))
	h.write(cooks(1)...)
	for _, path := range []string{"/health", "/openapi.json", "/docs", "/v1/shortlists", "/v1/shortlists/" + unknownID, "/v1/shortlists?limit=0"} {
		head, get := h.do(http.MethodHead, path, "", h.key), h.get(path)
		if head.status != get.status || len(head.body) != 0 || head.header.Get("Content-Length") != strconv.Itoa(len(get.body)) ||
			head.header.Get("Content-Type") != get.header.Get("Content-Type") || head.header.Get(api.HeaderCharged) != get.header.Get(api.HeaderCharged) {
			t.Errorf("%s: %d %v and %d %v", path, head.status, head.header, get.status, get.header)
		}
	}
	for _, path := range []string{"/v1/creators/autocomplete?q=ver", "/v1/raw/photoplatform/post/P000", "/v1/creators/" + h.cookID(0)} {
		r := h.do(http.MethodHead, path, "", h.key)
		if r.status != http.StatusMethodNotAllowed || r.header.Get("Allow") != "GET" {
			t.Errorf("%s: %d, allows %s", path, r.status, r.header.Get("Allow"))
		}
	}
	if r := h.get("/v1/shortlists"); r.header.Get(api.HeaderRemainingMinute) != r.header.Get(api.HeaderLimitMinute) {
		t.Errorf("HEAD was charged: %s of %s are left", r.header.Get(api.HeaderRemainingMinute), r.header.Get(api.HeaderLimitMinute))
	}
}

// A key that is sent twice alike is that key; two keys are none.
func TestTheSameKeyTwice(t *testing.T) {
	h := open(t)
	_, other := h.newAccount("other", api.Tier1)
	for what, c := range map[string]struct {
		keys   []string
		status int
	}{
		"twice": {[]string{h.key, h.key}, 200}, "two": {[]string{h.key, other}, 401}, "and another": {[]string{h.key, h.key, other}, 401},
	} {
		asked, err := http.NewRequest(http.MethodGet, h.url+"/v1/shortlists", nil)
		if err != nil {
			t.Fatal(err)
		}
		asked.Header[http.CanonicalHeaderKey(api.HeaderKey)] = c.keys
		if r := h.round(asked); r.status != c.status {
			t.Errorf("%s: %d %s", what, r.status, r.body)
		}
	}
}

// Every suggestion says what matched, also where that is the name of the creator alone.
func TestSuggestionsSayWhatMatched(t *testing.T) {
	h := open(t, allPlatforms)
	h.write(service.Bundle{Creator: service.Creator{Name: "Zoltan Quill", UpdatedAt: noon}, Profiles: []service.Profile{
		{Platform: api.PhotoPlatform, Username: "inkandpaper", DisplayName: "Ink", Followers: number(int64(90)), UpdatedAt: noon},
		{Platform: api.VideoPlatform, Username: "quillworks", DisplayName: "Works", Followers: number(int64(9)), UpdatedAt: noon}}})
	name, user := "name Zoltan Quill", "username quillworks"
	for query, want := range map[string]string{
		"q=zoltan":                         "inkandpaper " + name + ", quillworks " + name,
		"q=zoltan&scope=matched_platforms": "inkandpaper " + name + ", quillworks " + name,
		"q=zoltan&scope=matched_platforms&platform=videoplatform": "quillworks " + name,
		"q=zoltan&scope=creator_only":                             "",
		"q=quillw":                                                "inkandpaper " + user + ", quillworks " + user,
		"q=quillw&scope=matched_platforms":                        "quillworks " + user,
		"q=quill":                                                 "inkandpaper " + name + ", quillworks " + user,
	} {
		var got api.One[[]api.Suggestion]
		h.get("/v1/creators/autocomplete?"+query).into(t, &got)
		var all []string
		for _, s := range got.Data {
			for _, p := range s.Platforms {
				all = append(all, p.Username+" "+string(p.MatchType)+" "+p.MatchField)
			}
		}
		if len(got.Data) != 1 || strings.Join(all, ", ") != want {
			t.Errorf("%s: %q, want %q", query, all, want)
		}
	}
}

// The networks of the sample show every number that the contract promises; what another
// source does not tell is left out, and never null or made up.
func TestLiveProfilesHaveNumbers(t *testing.T) {
	h := open(t, standIn(0))
	var bundles []service.Bundle
	partial := 0
	for b := range world.Generate(world.Seed, noon) {
		for _, p := range b.Profiles {
			if !p.Private && p.Followers == nil && p.Platform != api.VideoPlatform {
				partial++
				bundles = append(bundles, b)
				break
			}
		}
		if partial == 25 {
			break
		}
	}
	h.write(bundles...)
	counts := map[api.Platform][]string{
		api.ShortVideoPlatform: {"follower_count", "following_count", "video_count", "like_count"},
		api.PhotoPlatform:      {"follower_count", "following_count", "engagement_rate", "media_count"},
	}
	seen := map[api.Platform]int{}
	for _, b := range bundles {
		for _, p := range b.Profiles {
			if p.Private || counts[p.Platform] == nil {
				continue
			}
			var got api.One[map[string]any]
			h.get("/v1/raw/"+string(p.Platform)+"/profile/"+p.Username).into(t, &got)
			for _, key := range counts[p.Platform] {
				if _, number := got.Data[key].(float64); !number {
					t.Errorf("%s@%s: %s is %v", p.Platform, p.Username, key, got.Data[key])
				}
			}
			seen[p.Platform]++
		}
	}
	if seen[api.ShortVideoPlatform] < 10 || seen[api.PhotoPlatform] < 10 {
		t.Errorf("only %v were asked for", seen)
	}
	h.write(service.Bundle{Creator: service.Creator{Name: "Nell", UpdatedAt: noon}, Profiles: []service.Profile{
		{Platform: api.ShortVideoPlatform, Username: "nell", URL: "https://www.tiktok.com/@nell", Followers: number(int64(7)), UpdatedAt: noon}}})
	var got api.One[map[string]json.RawMessage]
	h.get("/v1/raw/shortvideoplatform/profile/nell").into(t, &got)
	if _, there := got.Data["video_count"]; there || string(got.Data["follower_count"]) != "7" {
		t.Errorf("what is not known is told: %s", got.Data)
	}
}

// A single live post has all of its rich fields: null where the source does not tell
// them, empty where there are none.
func TestRichFieldsAreAlwaysThere(t *testing.T) {
	h := open(t, standIn(0))
	h.write(cooks(1)...)
	for code, unknown := range map[string]string{"P001": "null", "demo_latest": "[]"} {
		var got struct {
			Data struct{ Post map[string]json.RawMessage }
		}
		h.get(onPhoto+"post/"+code).into(t, &got)
		for _, key := range []string{"coauthor_usernames", "sponsor_usernames", "tagged_usernames", "is_paid_partnership", "product_mentions",
			"music_attribution", "location", "display_resources", "video_versions"} {
			if _, there := got.Data.Post[key]; !there {
				t.Errorf("%s has no %s", code, key)
			}
		}
		if is := string(got.Data.Post["product_mentions"]); is != unknown {
			t.Errorf("%s: product_mentions %s, want %s", code, is, unknown)
		}
	}
}
