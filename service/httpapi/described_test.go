package httpapi_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
)

var (
	requests = flag.Int("requests", 500, "how many requests TestRequestsOfTheDescription makes")
	seed     = flag.Uint64("seed", 1, "what they are made from")
)

// unforeseen are the refusals of requests that are as the description has them, for
// what no schema of one request can tell. Places in lists are left out.
var unforeseen = map[string]string{
	"GET /v1/posts: 400 validation_error creator_id": "no parameter of OpenAPI can say which others it needs",
	"GET /v1/posts: 400 validation_error platform":   "the same",
	"GET /v1/posts: 400 validation_error username":   "the same",
	"400 validation_error query":                     "which words say nothing, lists of nine languages tell",
	"400 validation_error cursor":                    "only the service can make a cursor, for one request",
	"404 not_found":                                  "what exists changes",
	"404 seed_not_found seeds[]":                     "what exists changes",
	"404 transcript_not_available language":          "so does what is said there",
	"404 transcript_unavailable":                     "so does what is said there",
	"422 validation_error Idempotency-Key":           "the key came with another request before",
	"422 validation_error filters.engagement_rate":   "a min above its max",
	"422 validation_error filters.followers":         "a min above its max",
	"422 validation_error profiles[].username":       "a name in other letters is the same one",
	"422 validation_error version":                   "the stored version changes",
	"409 validation_error version":                   "the stored version changes",
	"400 validation_error sheet.format":              "the rule reads the sheet itself, which may grow",
}

// TestRequestsOfTheDescription makes requests of the description alone, as its schemas
// let them be. Each is answered as the description says, and refused only for
// what it could not say.
func TestRequestsOfTheDescription(t *testing.T) {
	s := openStage(t)
	description := s.get("/openapi.json").body
	c := newConformance(t, description)
	m := &maker{conformance: c, stage: s, values: values{Rand: rand.New(rand.NewPCG(*seed, 0)), schemas: c.doc.Components.Schemas, known: s.knownValues()}}
	names := slices.Sorted(maps.Keys(c.routes))
	count, firsts := map[string]int{}, map[string]string{}
	for range *requests {
		name := pick(&m.values, names)
		ask := m.request(name)
		m.fits(t, ask)
		s.clock.advance(time.Second)
		r := s.round(ask.build(t, s.url, s.key))
		m.answered(t, ask, r)
		why := reason(t, r)
		if own := name + ": " + why; unforeseen[own] != "" {
			why = own
		}
		if count[why]++; count[why] == 1 {
			firsts[why] = fmt.Sprintf("%s %s %.300s: %.300s", ask.method, ask.target(), ask.body, r.body)
		}
		m.learn(ask, r)
	}
	told := 0
	for _, why := range slices.Sorted(maps.Keys(count)) {
		t.Logf("%5d  %s", count[why], why)
		if refused.MatchString(why) && unforeseen[why] == "" {
			t.Errorf("%d requests fit the description and are refused, %s; the first: %s", count[why], why, firsts[why])
			told += count[why]
		}
	}
	t.Logf("%d requests from seed %d: %d fit the description and are refused for what it could tell", *requests, *seed, told)
}

// refused are the statuses that say a request was not as it should be.
var refused = regexp.MustCompile(`(^|: )[45]`)

var places = regexp.MustCompile(`\[\d+\]`)

// reason is the status of an answer, with the code and what it is about where it is a
// refusal.
func reason(t *testing.T, r reply) string {
	if r.status < 400 {
		return fmt.Sprint(r.status)
	}
	e := r.failure(t)
	return strings.TrimSpace(fmt.Sprintf("%d %s %s", r.status, e.Code, places.ReplaceAllString(e.Param, "[]")))
}

// maker makes requests of a description.
type maker struct {
	*conformance
	stage *stage
	values
	// next are requests for the page after one that was seen.
	next []made
	made int
}

// made is a request by its parts.
type made struct {
	name, method, path string
	query              url.Values
	once, body         string
}

func (m made) target() string {
	if len(m.query) == 0 {
		return m.path
	}
	return m.path + "?" + m.query.Encode()
}

func (m made) build(t *testing.T, base, key string) *http.Request {
	t.Helper()
	r, err := http.NewRequest(m.method, base+m.target(), strings.NewReader(m.body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set(api.HeaderKey, key)
	if m.once != "" {
		r.Header.Set(api.HeaderIdempotencyKey, m.once)
	}
	if m.body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// request makes one for a route.
func (m *maker) request(name string) made {
	if len(m.next) > 0 && m.chance(5) {
		return pick(&m.values, m.next)
	}
	route := m.routes[name]
	op := m.doc.Paths[route.Pattern][strings.ToLower(route.Method)]
	out := made{name: name, method: route.Method, path: route.Pattern, query: url.Values{}}
	m.digits = true
	for _, p := range op.Parameters {
		if !p.Required && m.chance(map[bool]int{true: 95, false: 60}[p.Name == "cursor"]) {
			continue
		}
		value := plain(m.values.of(p.Schema, p.Name))
		switch p.In {
		case "path":
			out.path = strings.Replace(out.path, "{"+p.Name+"}", segment(value), 1)
		case "query":
			out.query.Set(p.Name, value)
		case "header":
			if out.once = value; m.chance(90) && len(value) < 200 { // few come twice
				m.made++
				out.once += fmt.Sprint(m.made)
			}
		}
	}
	m.digits = false
	if content, ok := op.RequestBody.Content["application/json"]; ok {
		body, err := json.Marshal(m.values.of(content.Schema, ""))
		if err != nil {
			panic(err)
		}
		out.body = string(body)
	}
	return out
}

// plain is a value as a parameter writes it: lists have commas between.
func plain(v any) string {
	if items, ok := v.([]any); ok {
		all := make([]string, len(items))
		for i, one := range items {
			all[i] = plain(one)
		}
		return strings.Join(all, ",")
	}
	return fmt.Sprint(v)
}

// segment is a text as one part of a path, which dots alone do not leave.
func segment(s string) string { return strings.ReplaceAll(url.PathEscape(s), ".", "%2E") }

// fits makes sure that a request is as the description has it.
func (m *maker) fits(t *testing.T, ask made) {
	t.Helper()
	for _, wrong := range m.valid.request(ask.build(t, "http://service", "key")) {
		t.Errorf("%s %s %.300s was made and is not as documented: %s", ask.method, ask.target(), ask.body, wrong)
	}
}

// answered holds an answer against the description.
func (m *maker) answered(t *testing.T, ask made, r reply) {
	t.Helper()
	route := m.routes[ask.name]
	codes, _, ok := m.doc.response(route.Method, route.Pattern, r.status)
	if !ok {
		t.Errorf("%s answers %d, which is not documented: %s %.300s", ask.name, r.status, ask.target(), ask.body)
		return
	}
	if r.status >= 400 && !slices.Contains(codes, string(r.failure(t).Code)) {
		t.Errorf("%s answers %d %s, of which only %v are documented", ask.name, r.status, r.failure(t).Code, codes)
	}
	m.nulls(t, route, r)
	answer := &http.Response{StatusCode: r.status, Header: r.header, Body: io.NopCloser(bytes.NewReader(r.body)), Request: ask.build(t, "http://service", "key")}
	for _, wrong := range m.valid.response(answer.Request, answer) {
		t.Errorf("%s %s answers %d: %s: %.600s", ask.name, ask.target(), r.status, wrong, r.body)
	}
}

// learn keeps what an answer tells that later requests can be made with.
func (m *maker) learn(ask made, r reply) {
	var body struct {
		Next *string `json:"next_cursor"`
	}
	if r.status >= 300 || json.Unmarshal(r.body, &body) != nil {
		return
	}
	if body.Next != nil && ask.method == http.MethodGet && len(m.next) < 50 {
		ask.query = maps.Clone(ask.query)
		ask.query.Set("cursor", *body.Next)
		m.next = append(m.next, ask)
	}
	if ask.method == http.MethodPost && (ask.path == "/v1/search" || ask.path == "/v1/shortlists") {
		var made struct {
			SearchID string `json:"search_id"`
			Data     json.RawMessage
		}
		var one struct{ ID string }
		_ = json.Unmarshal(r.body, &made)
		_ = json.Unmarshal(made.Data, &one)
		m.known["id"] = append(m.known["id"], made.SearchID+one.ID)
	}
}

// knownValues are values that mean something on a stage, by the keys of requests.
func (s *stage) knownValues() map[string][]string {
	out := map[string][]string{
		"query":    {"vegan food", "fitness in Berlin", "travel, over 10k followers", "like @" + s.username(0)},
		"context":  {"We launch an oat drink in May.", ""},
		"language": {"en", "de", "auto"}, "language_code": {"en", "de-AT"}, "country_code": {"DE", "us"},
		"q": {"ve", "an", s.username(0)[:3], "cooking"}, "handle": {"demo_latest", "@demo_latest", "https://www.youtube.com/@demo_latest/videos?si=x"},
	}
	for i := range 6 {
		name := s.username(i)
		out["username"] = append(out["username"], name, "@"+name)
		for _, key := range []string{"creator_id", "ids", "id"} {
			out[key] = append(out[key], s.creator(i))
		}
		code, video := s.posted(api.PhotoPlatform, i), s.transcribed(api.VideoPlatform, i)
		out["shortcode"] = append(out["shortcode"], code, s.transcribed(api.PhotoPlatform, i))
		out["shortcodes"] = append(out["shortcodes"], code, "demo_absent", "not a code!")
		out["video_id"] = append(out["video_id"], video, "demo_latest")
		out["url"] = append(out["url"], "https://www.instagram.com/p/"+code+"/", "youtu.be/"+video)
	}
	found, err := s.store.Posts(s.t.Context(), service.PostQuery{CreatorID: s.creator(0), Sort: api.SortRecent, Limit: 5})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, p := range found {
		out["post_id"] = append(out["post_id"], p.ID)
	}
	return out
}
