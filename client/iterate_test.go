package client_test

import (
	"encoding/json"
	"iter"
	"net/http"
	"slices"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

// drained reads a list to its end and names what it yielded.
func drained[T any](t *testing.T, all iter.Seq2[T, error], name func(T) string) (names []string) {
	t.Helper()
	for v, err := range all {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name(v))
	}
	return names
}

func TestEveryListOfTheService(t *testing.T) {
	t.Parallel()
	c, x := builtIn(t), t.Context()
	who, _ := someone(t, c)
	var paid api.Credits
	pages := 0
	seen := client.Observe(func(r client.Receipt) { paid, pages = paid+r.Charged, pages+1 })
	told := func(want int, cost api.Credits, got []string, name string) {
		t.Helper()
		slices.Sort(got)
		if distinct := len(slices.Compact(got)); distinct != want || len(got) != want || paid != cost {
			t.Errorf("%s: %d of %d, %d distinct, for %s in %d pages, want %s", name, len(got), want, distinct, paid, pages, cost)
		}
		paid, pages = 0, 0
	}
	found := drained(t, c.LookalikeAll(x, api.LookalikeRequest{Seeds: []api.Seed{{CreatorID: &who.ID}}, Limit: of(4)}, seen), func(v api.LookalikeResult) string { return v.Creator.ID })
	told(11, price(api.OpLookalike, 11), found, "look-alikes")
	found = drained(t, c.VideoSearchAll(x, client.VideoSearchParams{Q: "cooking", Content: api.ContentVideos, Limit: 5}, seen), func(v api.VideoResult) string { return v.VideoID })
	told(12, 3*price(api.OpVideoSearch, 0), found, "videos")
	found = drained(t, c.PostsAll(x, client.PostsParams{Platform: api.PhotoPlatform, Username: "anna3", Limit: 2}, seen), func(v api.Post) string { return v.ID })
	told(5, price(api.OpPosts, 5), found, "posts")
	session, _, err := c.Search(x, api.SearchRequest{Query: "vegan food creators", Limit: of(12)})
	if err != nil {
		t.Fatal(err)
	}
	told(session.Total, 0, drained(t, c.SearchAll(x, session, seen), func(v api.SearchResult) string { return v.Creator.ID }), "search")
	for range 3 {
		if _, _, err := c.CreateShortlist(x, api.ShortlistBody{Name: "Spring", Brief: "b", Profiles: []api.ShortlistProfile{{Platform: api.PhotoPlatform, Username: "anna3"}}}); err != nil {
			t.Fatal(err)
		}
	}
	told(3, 0, drained(t, c.ShortlistsAll(x, seen), func(v api.Shortlist) string { return v.ID }), "shortlists")
}

func TestPagesGoOnFromACursor(t *testing.T) {
	t.Parallel()
	x := t.Context()
	videos := func(id, next string) string {
		page := api.VideoSearchPage{Results: []api.VideoResult{{ChannelID: id}}}
		if next != "" {
			page.NextCursor = &next
		}
		b, _ := json.Marshal(api.One[api.VideoSearchPage]{Data: page})
		return string(b)
	}
	s := newService(t, say(200, videos("a", "two")), say(200, videos("b", "")))
	c, _ := dial(t, s)
	got := drained(t, c.VideoSearchAll(x, client.VideoSearchParams{Q: "q", Cursor: "one"}), func(v api.VideoResult) string { return v.ChannelID })
	if sent := s.requests(); !slices.Equal(got, []string{"a", "b"}) || sent[0].Query != "cursor=one&q=q" || sent[1].Query != "cursor=two&q=q" {
		t.Errorf("%v from %v", got, sent)
	}
	s = newService(t, say(200, `{"data":[{"creator":{"id":"a"}}],"has_more":true,"next_cursor":"two"}`), say(200, `{"data":[{"creator":{"id":"b"}}],"has_more":false,"next_cursor":null}`))
	c, _ = dial(t, s)
	request := api.LookalikeRequest{Seeds: []api.Seed{{CreatorID: of(creator)}}, Cursor: of("one")}
	got = drained(t, c.LookalikeAll(x, request), func(v api.LookalikeResult) string { return v.Creator.ID })
	seed := `{"seeds":[{"creator_id":"` + creator + `"}],"cursor":"`
	if sent := s.requests(); !slices.Equal(got, []string{"a", "b"}) || sent[0].Body != seed+`one"}` || sent[1].Body != seed+`two"}` || *request.Cursor != "one" {
		t.Errorf("%v from %v", got, sent)
	}
}

func TestAListStopsAtItsCap(t *testing.T) {
	t.Parallel()
	s := newService(t, say(200, postsOne, "X-Credits-Charged", "0.1"), say(200, postsTwo, "X-Credits-Charged", "0.05"))
	c, _ := dial(t, s)
	var ids []string
	var last error
	for post, err := range c.PostsAll(t.Context(), client.PostsParams{CreatorID: creator, Limit: 2}, client.MaxCredits(150)) {
		if last = err; err == nil {
			ids = append(ids, post.ID)
		}
	}
	if client.KindOf(last) != client.KindOverCap || !slices.Equal(ids, []string{"1", "2"}) || len(s.requests()) != 1 {
		t.Errorf("%v, %v after %d pages", ids, last, len(s.requests()))
	}
}

// TestPagesThatLeadBack: a list ends with an error where it leads to a page that
// was read, at once or after others.
func TestPagesThatLeadBack(t *testing.T) {
	t.Parallel()
	page := func(next string) http.HandlerFunc {
		return say(200, `{"data":[{"id":"`+creator+`"}],"has_more":true,"next_cursor":`+next+`}`)
	}
	for name, test := range map[string]struct {
		script []http.HandlerFunc
		read   int
	}{
		"the same cursor":     {[]http.HandlerFunc{page(`"a"`), page(`"a"`)}, 2},
		"a cursor before":     {[]http.HandlerFunc{page(`"a"`), page(`"b"`), page(`"a"`)}, 3},
		"the first page":      {[]http.HandlerFunc{page(`"a"`), page(`""`)}, 2},
		"no cursor":           {[]http.HandlerFunc{page(`null`)}, 1},
		"none of a last page": {[]http.HandlerFunc{page(`"a"`), say(200, emptyList)}, 2},
	} {
		s := newService(t, test.script...)
		c, _ := dial(t, s)
		var failed error
		for _, err := range c.ShortlistsAll(t.Context()) {
			failed = err
		}
		if len(s.requests()) != test.read || client.KindOf(failed) != client.KindMalformed && name != "none of a last page" {
			t.Errorf("%s: %d requests, %v", name, len(s.requests()), failed)
		}
	}
}
