package client_test

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

// Identifiers of the tests, in the forms the contract asks for.
const (
	other   = "8f3c2a10-1111-4222-8333-944455556666"
	videoID = "abcdefghijk"
)

// exchange is one call of a method: what goes out, what comes back, and what of
// that is decoded. All in neutral words; a name map changes those of the wire.
type exchange struct {
	name, sent, body string // sent is "METHOD path?query"
	reply            string
	status           int    // 0: 200
	holds            string // of the decoded answer, as JSON
	call             func(ctx, cl) (any, client.Receipt, error)
}

type (
	ctx = context.Context
	cl  = *client.Client
)

// said is a result whatever its type.
func said[T any](v T, r client.Receipt, err error) (any, client.Receipt, error) { return v, r, err }

func of[T any](v T) *T { return &v }

// spring is a shortlist that may be stored.
func spring(version *int) api.ShortlistBody {
	return api.ShortlistBody{Name: "Spring", Brief: "b", Version: version,
		Profiles: []api.ShortlistProfile{{Platform: api.PhotoPlatform, Username: "ada"}}}
}

func byID(id string) api.CreatorRef { return api.CreatorRef{CreatorID: &id} }

func byName(p api.Platform, name string) api.CreatorRef {
	return api.CreatorRef{Platform: &p, Username: &name}
}

const (
	springBody = `{"name":"Spring","brief":"b","profiles":[{"platform":"photoplatform","username":"ada"}],"notes":""}`
	oneList    = `{"data":{"id":"l","version":1,"profiles":[{"platform":"photoplatform","username":"ada"}]}}`
	listPage   = `{"data":[{"id":"l","profiles":[{"platform":"photoplatform"}]}],"has_more":false,"next_cursor":null}`
	adaFound   = `{"data":[{"id":"p","platform":"videoplatform","username":"Ada"}],"not_found":[]}`
	adaLite    = `{"data":{"id":"p","platform":"videoplatform","username":"ada","creator_id":"c"}}`
	adaHere    = `"platform":"videoplatform"`
	listHolds  = `"platform":"photoplatform"`
)

func exchanges() []exchange {
	all := append(append(storedExchanges(), judgedExchanges()...), append(liveExchanges(), shortlistExchanges()...)...)
	for i, x := range all {
		all[i].reply = whole(shapes[strings.TrimSuffix(x.name, ", other words")], x.reply)
	}
	return all
}

// shapes holds the promised shape of endpoints that answer with one object.
var shapes = map[string]any{
	"creator": &api.One[api.Creator]{}, "profile": &api.One[api.Profile]{}, "profile of an unknown network": &api.One[api.Profile]{},
	"live post": &api.One[api.FetchedPost]{}, "photo transcript": &api.One[api.PhotoTranscript]{}, "live photo profile": &api.One[api.LivePhotoProfile]{},
	"short-video profile": &api.One[api.ShortVideoProfile]{}, "video transcript": &api.One[api.VideoTranscript]{}, "video": &api.One[api.VideoDetails]{},
	"channel": &api.One[api.ChannelTranscripts]{}, "channel by address": &api.One[api.ChannelTranscripts]{}, "video search": &api.One[api.VideoSearchPage]{},
	"typeahead": &api.One[api.Typeahead]{}, "shortlist": &api.One[api.Shortlist]{}, "create": &api.One[api.Shortlist]{}, "replace": &api.One[api.Shortlist]{},
}

// whole is a reply with all that its shape promises beside what the test is of.
func whole(shape any, reply string) string {
	if shape == nil {
		return reply
	}
	v := reflect.New(reflect.TypeOf(shape).Elem()).Interface()
	if err := json.Unmarshal([]byte(reply), v); err != nil {
		panic(err)
	}
	b, _ := json.Marshal(v)
	return string(b)
}

func storedExchanges() []exchange {
	return []exchange{
		{name: "health", sent: "GET /health", reply: healthy, holds: `"ok":true`,
			call: func(x ctx, c cl) (any, client.Receipt, error) { return said(c.Health(x)) }},
		{name: "autocomplete", sent: "GET /v1/creators/autocomplete?limit=7&platform=photoplatform&q=a+b%26c&scope=creator_only",
			reply: `{"data":[{"id":"c","platforms":[{"platform":"photoplatform"}]}]}`, holds: `"platform":"photoplatform"`,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.Autocomplete(x, client.AutocompleteParams{Q: "a b&c", Platform: api.PhotoPlatform, Limit: 7, Scope: api.ScopeCreatorOnly}))
			}},
		{name: "autocomplete, null", sent: "GET /v1/creators/autocomplete?q=ad", reply: `{"data":null}`, holds: "null",
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.Autocomplete(x, client.AutocompleteParams{Q: "ad"}))
			}},
		{name: "search", sent: "POST /v1/search", body: `{"query":"q","limit":7,"platforms":["photoplatform","shortvideoplatform"],"creator_kinds":["THEME_PAGE"]}`,
			reply: `{"data":[{"primary_profile":{"platform":"shortvideoplatform"}}],"search_id":"s","total":1,"filtered_total":1,"has_more":false,"next_cursor":null}`, holds: `"platform":"shortvideoplatform"`,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.Search(x, api.SearchRequest{Query: "q", Limit: of(7), Platforms: []api.Platform{api.PhotoPlatform, api.ShortVideoPlatform},
					CreatorKinds: []api.CreatorKind{api.KindThemePage}}))
			}},
		{name: "search page", sent: "GET /v1/search/s%2F1?cursor=x%2By", reply: emptyList, holds: `"search_id":"s/1"`,
			call: func(x ctx, c cl) (any, client.Receipt, error) { return said(c.SearchPage(x, "s/1", "x+y")) }},
		{name: "dots", sent: "GET /v1/search/%2E%2E", reply: emptyList,
			call: func(x ctx, c cl) (any, client.Receipt, error) { return said(c.SearchPage(x, "..", "")) }},
		{name: "odd segment", sent: "GET /v1/search/a%3Fb%23c%20%25%2F..%2Fd", reply: emptyList,
			call: func(x ctx, c cl) (any, client.Receipt, error) { return said(c.SearchPage(x, "a?b#c %/../d", "")) }},
		{name: "creator", sent: "GET /v1/creators/" + creator + "?include=profiles", reply: `{"data":{"name":"Ada","profiles":[{"platform":"videoplatform"}]}}`, holds: adaHere,
			call: func(x ctx, c cl) (any, client.Receipt, error) { return said(c.Creator(x, creator, true)) }},
		{name: "creator alone", sent: "GET /v1/creators/" + creator, reply: oneCreator, holds: `"name":"Ada"`,
			call: func(x ctx, c cl) (any, client.Receipt, error) { return said(c.Creator(x, creator, false)) }},
		{name: "creators", sent: "GET /v1/creators?ids=" + creator + "%2C" + other + "&include=profiles", holds: `"not_found":["` + other + `"]`,
			reply: `{"data":[{"id":"` + creator + `"}],"not_found":["` + other + `"]}`,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.Creators(x, []string{creator, other}, true))
			}},
		{name: "profiles of a creator", sent: "GET /v1/creators/" + creator + "/profiles?mode=lite", reply: `{"data":[{"platform":"videoplatform"}]}`, holds: adaHere,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.CreatorProfiles(x, creator, api.ModeLite))
			}},
		{name: "profile", sent: "GET /v1/profiles/videoplatform/ada?mode=lite", reply: adaLite, holds: adaHere,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.Profile(x, api.VideoPlatform, "https://www.youtube.com/@ada?si=1", api.ModeLite))
			}},
		{name: "profile of an unknown network", sent: "GET /v1/profiles/newnet/ada", reply: `{"data":{"platform":"newnet"}}`, holds: `"platform":"newnet"`,
			call: func(x ctx, c cl) (any, client.Receipt, error) { return said(c.Profile(x, "newnet", "@ada", "")) }},
		{name: "profiles", sent: "POST /v1/profiles/lookup", body: `{"profiles":[{"platform":"videoplatform","username":"ada"}],"mode":"lite"}`, reply: adaFound, holds: adaHere,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.Profiles(x, []api.ProfileRef{{Platform: api.VideoPlatform, Username: "@ada"}}, api.ModeLite))
			}},
		{name: "ingest", sent: "POST /v1/creators/ingest", body: `{"platform":"shortvideoplatform","username":"ada"}`, status: 201,
			reply: `{"data":{"creator_id":"c","profile_id":"p","status":"seeded"}}`, holds: `"status":"seeded"`,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.Ingest(x, api.ProfileRef{Platform: api.ShortVideoPlatform, Username: "https://www.tiktok.com/@ada/video/7"}))
			}},
		{name: "emails", sent: "POST /v1/creator-emails/lookup", body: `{"creators":[{"creator_id":"` + creator + `"},{"platform":"photoplatform","username":"ada"}]}`,
			reply: `{"data":{"results":[{"input":{"creator_id":"` + creator + `"},"resolved":false},{"input":{"platform":"photoplatform","username":"ada"},"resolved":true}],"billing":{"billable_results":1,"credits_charged":5}}}`,
			holds: `"platform":"photoplatform","username":"ada"}`,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.Emails(x, []api.CreatorRef{byID(creator), byName(api.PhotoPlatform, "ada")}))
			}},
		{name: "posts", sent: "GET /v1/posts?cursor=c&limit=5&platform=videoplatform&sort=most_likes&username=ada", reply: `{"data":[{"platform":"videoplatform"}],"has_more":false,"next_cursor":null}`, holds: adaHere,
			call: func(x ctx, c cl) (any, client.Receipt, error) {
				return said(c.Posts(x, client.PostsParams{Platform: api.VideoPlatform, Username: "ada", Sort: api.SortMostLikes, Limit: 5, Cursor: "c"}))
			}},
	}
}

func TestEveryEndpoint(t *testing.T) {
	t.Parallel()
	branded := map[api.Platform]string{api.PhotoPlatform: "photonet", api.VideoPlatform: "vidnet", api.ShortVideoPlatform: "clipnet"}
	words := strings.NewReplacer("shortvideoplatform", "clipnet", "photoplatform", "photonet", "videoplatform", "vidnet")
	for _, x := range exchanges() {
		t.Run(x.name, func(t *testing.T) { x.check(t, strings.NewReplacer(), nil) })
		t.Run(x.name+", other words", func(t *testing.T) { x.check(t, words, branded) })
	}
}

func (x exchange) check(t *testing.T, words *strings.Replacer, names map[api.Platform]string) {
	status := x.status
	if status == 0 {
		status = 200
	}
	s := newService(t, say(status, words.Replace(x.reply), "X-Request-Id", "req_1", "X-Credits-Charged", "0.05", "X-Credits-Features", "a, b", "X-Billing-Plan", "tier_1"))
	c, _ := dial(t, s, func(cfg *client.Config) { cfg.Names = names })
	value, r, err := x.call(context.Background(), c)
	if err != nil || len(s.requests()) != 1 {
		t.Fatalf("%v after %d requests", err, len(s.requests()))
	}
	got := s.requests()[0]
	sent := got.Method + " " + got.Path
	if got.Query != "" {
		sent += "?" + got.Query
	}
	if sent != words.Replace(x.sent) || got.Body != words.Replace(x.body) {
		t.Errorf("sent %s %s\nwant %s %s", sent, got.Body, words.Replace(x.sent), words.Replace(x.body))
	}
	if decoded, err := json.Marshal(value); err != nil || !strings.Contains(string(decoded), x.holds) {
		t.Errorf("decoded %s (%v), want %s", decoded, err, x.holds)
	}
	if r.RequestID != "req_1" || r.Charged != 50 || !r.ChargedKnown || r.Plan != "tier_1" || len(r.Features) != 2 || r.Attempts != 1 || r.Outcome != client.OutcomeCharged || r.Status != status {
		t.Errorf("receipt %+v", r)
	}
	if wantsKey := x.name != "health"; wantsKey != (got.Header.Get("X-API-Key") == secret) {
		t.Errorf("key header %q", got.Header.Get("X-API-Key"))
	}
	if got.Body == "" && (got.Header.Get("Content-Length") != "" || len(got.Header["Transfer-Encoding"]) > 0) {
		t.Errorf("an empty body was announced: %v", got.Header)
	}
}
