package local_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
)

// keepAsked keeps the answer to a call about somebody.
func keepAsked(t *testing.T, s client.Memory, endpoint, subject, key string, value any) {
	t.Helper()
	e := paid(key)
	e.Endpoint, e.Subject, e.Question = endpoint, subject, key
	if _, err := s.Begin(t.Context(), e, client.Terms{Key: key}); err != nil {
		t.Fatal(err)
	}
	a := client.Answer{Key: key, Value: value, Body: encode(t, value), Charged: api.Credit, At: noon}
	if err := s.End(t.Context(), e, charged(api.Credit), nil, &a); err != nil {
		t.Fatal(err)
	}
}

// What is kept of somebody are the posts that were asked for by who they are, newest
// first, with their days, and what is said in them: nothing of anybody else.
func TestWhatIsKeptOfSomebody(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	s := m.Scope("svc", "")
	day := func(id, caption string, d int) api.Post {
		p := written(id, caption)
		p.PostedAt = time.Date(2026, 5, d, 9, 0, 0, 0, time.UTC)
		return p
	}
	video := api.Post{ID: "u-v1", Platform: api.VideoPlatform, PlatformID: "v1", Caption: new("On the table."), PostedAt: time.Date(2026, 5, 9, 0, 0, 0, 0, time.UTC)}
	keepAsked(t, s, "/v1/posts", "lena-id", "1", api.Page[api.Post]{Data: []api.Post{day("p1", "Old oats.", 1), day("p2", "Oatly again.", 3), day("p3", "", 4), video}})
	keepAsked(t, s, "/v1/posts", "lena-id", "1 by likes", api.Page[api.Post]{Data: []api.Post{day("p2", "Oatly again.", 3)}})
	keepAsked(t, s, "/v1/raw/videoplatform/transcript/{video_id}", "v1", "2", spoken("v1", "en", "Table", "we drink tea"))
	keepAsked(t, s, "/v1/posts", "jule-id", "3", api.Page[api.Post]{Data: []api.Post{day("p9", "Hers.", 2)}})
	keepAsked(t, s, "/v1/posts", "kim", "4", api.Page[api.Post]{Data: []api.Post{day("p8", "By account.", 2)}})
	keepAsked(t, s, "/v1/search", "lena-id", "5", api.Page[api.Post]{Data: []api.Post{day("p7", "A query of that name.", 2)}})
	keepAsked(t, m.Scope("other", ""), "/v1/posts", "lena-id", "6", api.Page[api.Post]{Data: []api.Post{day("p6", "Elsewhere.", 2)}})
	found, err := m.Written(t.Context(), "svc", []local.Author{
		{Creator: "lena-id", Platform: api.PhotoPlatform, Username: "lena"}, {Creator: "nobody"},
		{Platform: api.PhotoPlatform, Username: "Kim"}, {Platform: api.VideoPlatform, Username: "Kim"},
	})
	if err != nil || len(found) != 4 {
		t.Fatal(found, err)
	}
	var got []string
	for _, w := range found[0] {
		got = append(got, string(w.Kind)+" "+w.ID+" "+w.Post+" "+w.Posted.Format("2.1.")+" "+w.Text)
	}
	want := "post v1 u-v1 9.5. On the table.|transcript v1 u-v1 9.5. we drink tea|post p2 u-p2 3.5. Oatly again.|post p1 u-p1 1.5. Old oats."
	if strings.Join(got, "|") != want {
		t.Errorf("%q\nwant %q", strings.Join(got, "|"), want)
	}
	for i, n := range []int{4, 0, 1, 0} {
		if len(found[i]) != n {
			t.Errorf("%d: %+v, want %d", i, found[i], n)
		}
	}
	if none, err := m.Written(t.Context(), "svc", nil); err != nil || len(none) != 0 {
		t.Error(none, err)
	}
}

// A text that was found is told with whom it is of, and of a post when it was made; what is
// said in a post is of whom the post is, and what nobody was asked for is of nobody.
func TestWhoseTextsAreFound(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	s := m.Scope("svc", "")
	p := written("p1", "Old oats.")
	p.PostedAt = time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	video := api.Post{ID: "u-v1", Platform: api.VideoPlatform, PlatformID: "v1", Caption: new("On the table.")}
	keepAsked(t, s, "/v1/posts", "lena-id", "1", api.Page[api.Post]{Data: []api.Post{p, video}})
	keepAsked(t, s, "/v1/posts", "lena", "1 by name", api.Page[api.Post]{Data: []api.Post{p}})
	keepAsked(t, s, "/v1/raw/videoplatform/transcript/{video_id}", "v1", "2", spoken("v1", "en", "Table", "we cook oats"))
	keepAsked(t, s, "/v1/raw/videoplatform/transcript/{video_id}", "v2", "3", spoken("v2", "en", "Alone", "and oats again"))
	keepAsked(t, m.Scope("other", ""), "/v1/posts", "kim-id", "4", api.Page[api.Post]{Data: []api.Post{p}})
	hits, err := m.Find(t.Context(), local.FindQuery{Service: "svc", Text: "oats"})
	if err != nil || len(hits) != 3 {
		t.Fatal(hits, err)
	}
	owners, err := m.Owners(t.Context(), "svc", hits)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]local.Owner{}
	for _, h := range hits {
		got[string(h.Kind)+" "+h.ID] = owners[h.Document]
	}
	want := map[string]local.Owner{"post p1": {Of: "lena-id", Post: "u-p1", Posted: p.PostedAt}, "transcript v1": {Of: "lena-id", Post: "u-v1"}, "transcript v2": {}}
	if !maps.EqualFunc(got, want, func(a, b local.Owner) bool { return a.Of == b.Of && a.Post == b.Post && a.Posted.Equal(b.Posted) }) {
		t.Errorf("%+v", got)
	}
}
