package proxytest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"greenroom/api"
	"greenroom/client"
	"greenroom/internal/racetest"
)

var brands = map[api.Platform]string{
	api.PhotoPlatform: "instagram", api.VideoPlatform: "youtube", api.ShortVideoPlatform: "tiktok",
}

// branding stands before the service and speaks of the networks by their own
// names, wherever the contract names one. Neutral words are not known to it.
type branding struct {
	next http.Handler
	mu   sync.Mutex
	odd  []string // neutral words that came
}

func newBranding(t testing.TB) (*branding, string) {
	t.Helper()
	to, err := url.Parse(house.server.URL)
	if err != nil {
		t.Fatal(err)
	}
	b := &branding{next: &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) },
		ModifyResponse: func(resp *http.Response) error {
			body, err := io.ReadAll(resp.Body)
			_ = resp.Body.Close()
			body = named(body, func(s string) string {
				if brand, ok := brands[api.Platform(s)]; ok {
					return brand
				}
				return s
			})
			resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
			resp.Header.Del("Content-Length")
			return err
		},
	}}
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	return b, server.URL
}

// neutral translates a word to that of the service behind.
func (b *branding) neutral(s string) string {
	for p, brand := range brands {
		switch s {
		case brand:
			return string(p)
		case string(p):
			b.mu.Lock()
			defer b.mu.Unlock()
			b.odd = append(b.odd, s)
		}
	}
	return s
}

func (b *branding) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	segments := strings.Split(r.URL.EscapedPath(), "/")
	for i, s := range segments {
		segments[i] = b.neutral(s)
	}
	path := strings.Join(segments, "/")
	r.URL.RawPath = path
	r.URL.Path, _ = url.PathUnescape(path)
	if q := r.URL.Query(); q.Has("platform") {
		q.Set("platform", b.neutral(q.Get("platform")))
		r.URL.RawQuery = q.Encode()
	}
	body, _ := io.ReadAll(r.Body)
	body = named(body, b.neutral)
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	b.next.ServeHTTP(w, r)
}

// named replaces the names of networks in JSON: at "platform", in the list at
// "platforms", and the value of a filter on the platform.
func named(body []byte, word func(string) string) []byte {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var v any
	if decoder.Decode(&v) != nil {
		return body
	}
	rename(v, word)
	out, err := json.Marshal(v)
	if err != nil {
		return body
	}
	return out
}

func rename(v any, word func(string) string) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			rename(item, word)
		}
	case map[string]any:
		if s, ok := v["platform"].(string); ok {
			v["platform"] = word(s)
		}
		if s, ok := v["value"].(string); ok && v["field"] == "platform" {
			v["value"] = word(s)
		}
		if list, ok := v["platforms"].([]any); ok {
			for i := range list {
				if s, ok := list[i].(string); ok {
					list[i] = word(s)
				}
			}
		}
		for _, item := range v {
			rename(item, word)
		}
	}
}

// noted is a memory that notes the questions and the values of answers.
type noted struct {
	client.Memory
	mu     sync.Mutex
	asked  []string
	values []string
}

func (n *noted) Recall(ctx context.Context, key string) (client.Answer, bool, error) {
	n.mu.Lock()
	n.asked = append(n.asked, key)
	n.mu.Unlock()
	return n.Memory.Recall(ctx, key)
}

func (n *noted) End(ctx context.Context, e client.Exchange, r client.Receipt, err error, a *client.Answer) error {
	if a != nil {
		value, _ := json.Marshal(a.Value)
		n.mu.Lock()
		n.asked, n.values = append(n.asked, a.Key), append(n.values, string(value))
		n.mu.Unlock()
	}
	return n.Memory.End(ctx, e, r, err, a)
}

// side is a client of the service by one of its two ways.
type side struct {
	client *client.Client
	memory *noted
	list   string // its shortlist
}

func newSide(t testing.TB, key, base, scope string, names map[api.Platform]string) *side {
	t.Helper()
	s := &side{memory: &noted{Memory: house.memory.Scope(scope, "")}}
	clock := &fakeTime{now: start}
	var err error
	s.client, err = client.New(client.Config{BaseURL: base, Key: keyOf(key), Clock: clock.Now, Sleep: clock.Sleep, Memory: s.memory, Names: names})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestOtherNames: a service that calls the networks otherwise is the same
// service, and its answers are kept under the same questions.
func TestOtherNames(t *testing.T) {
	racetest.Once(t)
	t.Parallel()
	account, key := house.join(t)
	branded, address := newBranding(t)
	plain := newSide(t, key, house.server.URL, account+" plain", nil)
	other := newSide(t, key, address, account+" branded", brands)
	before := newSide(t, key, house.server.URL, account+" before", nil)
	if _, _, err := before.client.Ingest(t.Context(), ingested); err != nil {
		t.Fatal(err)
	}
	session, cursor := sessionOf(t, before.client)
	for _, x := range everything(session, cursor) {
		one, errOne := x.call(t.Context(), plain)
		two, errTwo := x.call(t.Context(), other)
		if errOne != nil || errTwo != nil {
			t.Errorf("%s: %v, %v", x.name, errOne, errTwo)
			continue
		}
		a, b := encoded(t, one), encoded(t, two)
		if a != b {
			t.Errorf("%s: by other names\n%s\nwant\n%s", x.name, b, a)
		}
		if len(a) < 40 && x.holds == "" || !strings.Contains(a, x.holds) {
			t.Errorf("%s: brought %s", x.name, a)
		}
	}
	if !slices.Equal(plain.memory.asked, other.memory.asked) || len(plain.memory.asked) < 40 {
		t.Errorf("%d questions by other names, want the same %d", len(other.memory.asked), len(plain.memory.asked))
	}
	if len(branded.odd) > 0 {
		t.Errorf("neutral words were sent: %q", branded.odd)
	}
	for i, value := range other.memory.values {
		for _, brand := range brands {
			if strings.Contains(value, `"`+brand+`"`) {
				t.Errorf("value %d is kept with a brand: %s", i, value)
			}
		}
	}
	keptByOtherNames(t, account, session, cursor)
}

// keptByOtherNames reads what one way brought through the other's names, with
// nobody to ask.
func keptByOtherNames(t *testing.T, account, session, cursor string) {
	key := "of nobody"
	read := newSide(t, key, "http://127.0.0.1:1", account+" plain", brands)
	again := newSide(t, key, "http://127.0.0.1:1", account+" branded", brands)
	first := newSide(t, key, "http://127.0.0.1:1", account+" plain", nil)
	for _, x := range everything(session, cursor) {
		if x.unkept {
			continue
		}
		want, err := x.call(t.Context(), first, client.KeptOnly())
		one, errOne := x.call(t.Context(), read, client.KeptOnly())
		two, errTwo := x.call(t.Context(), again, client.KeptOnly())
		if err != nil || errOne != nil || errTwo != nil {
			t.Errorf("%s is not kept: %v, %v, %v", x.name, err, errOne, errTwo)
			continue
		}
		if w := encoded(t, want); w != encoded(t, one) || w != encoded(t, two) {
			t.Errorf("%s: kept %s", x.name, w)
		}
	}
}

func encoded(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestUnknownNames: a network that no map names is passed through, and what the
// service says of it is read in neutral words.
func TestUnknownNames(t *testing.T) {
	t.Parallel()
	account, key := house.join(t)
	_, address := newBranding(t)
	plain, other := newSide(t, key, house.server.URL, account+" plain", nil), newSide(t, key, address, account+" branded", brands)
	_, _, errPlain := plain.client.Autocomplete(t.Context(), client.AutocompleteParams{Q: "an", Platform: "newnet"})
	_, _, errOther := other.client.Autocomplete(t.Context(), client.AutocompleteParams{Q: "an", Platform: "newnet"})
	one, two := failed(t, errPlain), failed(t, errOther)
	if one.Code != two.Code || one.Param != two.Param || encoded(t, one.Details) != encoded(t, two.Details) || one.Code == "" {
		t.Errorf("%+v and %+v", one, two)
	}
}
