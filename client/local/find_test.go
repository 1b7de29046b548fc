package local_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
)

func spoken(id, language, title string, captions ...string) api.VideoTranscript {
	t := api.VideoTranscript{VideoID: id, Language: language, Title: title, URL: "https://v.example/" + id, FullText: strings.Join(captions, " ")}
	for i, c := range captions {
		t.Transcript = append(t.Transcript, api.Segment{Text: c, Start: float64(i)*2.5 + 1, Duration: 2.5})
	}
	return t
}

func written(id, caption string) api.Post {
	return api.Post{ID: "u-" + id, Platform: api.PhotoPlatform, PlatformID: id, Caption: &caption, URL: "https://p.example/" + id}
}

// library holds a few transcripts and posts.
func library(t *testing.T) *local.Memory {
	m := newMemory(t)
	s := m.Scope("svc", "")
	keepPaid(t, s, "1", client.Answer{Key: "1", Value: spoken("v1", "en-US", "Morning coffee",
		"good morning everybody", "today I make a cold brew", "with oat milk and ice", "the cold brew rests for a night")})
	keepPaid(t, s, "2", client.Answer{Key: "2", Value: spoken("v2", "de", "Frühstück", "heute gibt es Müsli", "und Kaffee mit Hafermilch")})
	keepPaid(t, s, "3", client.Answer{Key: "3", Value: api.Page[api.Post]{Data: []api.Post{
		written("p1", "My brew is cold.\nSo is the oat drink."), written("p2", "Crème brûlée, l'été à Paris ☀ 100%"), written("p3", "")}}})
	keepPaid(t, m.Scope("other", ""), "4", client.Answer{Key: "4", Value: api.PhotoTranscript{Shortcode: "C1", Language: "en", FullText: "no coffee, only tea"}})
	return m
}

func TestFind(t *testing.T) {
	t.Parallel()
	m := library(t)
	for name, test := range map[string]struct {
		query local.FindQuery
		want  []string
	}{
		"word":               {local.FindQuery{Text: "coffee "}, []string{"v1", "C1"}},
		"in the title":       {local.FindQuery{Text: "morning "}, []string{"v1"}},
		"other case":         {local.FindQuery{Text: "OAT"}, []string{"v1", "p1"}},
		"two words":          {local.FindQuery{Text: "cold brew "}, []string{"v1", "p1"}},
		"phrase":             {local.FindQuery{Text: `"cold brew"`}, []string{"v1"}},
		"begun phrase":       {local.FindQuery{Text: `"cold brew`}, []string{"v1"}},
		"no such phrase":     {local.FindQuery{Text: `"brew cold"`}, nil},
		"begun word":         {local.FindQuery{Text: "hafer"}, []string{"v2"}},
		"finished word":      {local.FindQuery{Text: "hafer "}, nil},
		"without accents":    {local.FindQuery{Text: "creme brulee"}, []string{"p2"}},
		"with accents":       {local.FindQuery{Text: "MÜSLI"}, []string{"v2"}},
		"decomposed":         {local.FindQuery{Text: "Mu\u0308sli "}, []string{"v2"}},
		"apostrophe":         {local.FindQuery{Text: "l'été"}, []string{"p2"}},
		"kind":               {local.FindQuery{Text: "brew", Kind: local.KindPost}, []string{"p1"}},
		"platform":           {local.FindQuery{Text: "coffee", Platform: api.PhotoPlatform}, []string{"C1"}},
		"language":           {local.FindQuery{Text: "coffee", Language: "en-US"}, []string{"v1"}},
		"wider language":     {local.FindQuery{Text: "coffee", Language: "en"}, []string{"v1", "C1"}},
		"service":            {local.FindQuery{Text: "coffee", Service: "other"}, []string{"C1"}},
		"unknown service":    {local.FindQuery{Text: "coffee", Service: "none"}, nil},
		"limit":              {local.FindQuery{Text: "brew", Limit: 1}, []string{"v1"}},
		"words of the index": {local.FindQuery{Text: "svc s1 kpost transcript"}, nil},
		"facet":              {local.FindQuery{Text: "ktranscript "}, nil},
		"nothing":            {local.FindQuery{Text: "  "}, nil},
		"signs":              {local.FindQuery{Text: `☀ -- * "" ^`}, nil},
		"commands":           {local.FindQuery{Text: `coffee OR tea`}, nil},
		"more commands":      {local.FindQuery{Text: `NEAR(coffee) title: coffee`}, nil},
		"quotes":             {local.FindQuery{Text: `"coffee" "tea"`}, []string{"C1"}},
	} {
		hits, err := m.Find(t.Context(), test.query)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var got []string
		for _, h := range hits {
			got = append(got, h.ID)
		}
		slices.Sort(got)
		slices.Sort(test.want)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

func TestAHitSaysWhere(t *testing.T) {
	t.Parallel()
	m := library(t)
	hits, err := m.Find(t.Context(), local.FindQuery{Text: `"cold brew" mil`})
	if err != nil || len(hits) != 1 {
		t.Fatalf("%+v, %v", hits, err)
	}
	h := hits[0]
	if h.Kind != local.KindTranscript || h.Service != "svc" || h.Platform != api.VideoPlatform || h.Title != "Morning coffee" ||
		h.Language != "en-US" || h.URL != "https://v.example/v1" || !h.KeptAt.Equal(noon) {
		t.Errorf("%+v", h)
	}
	if h.Start == nil || *h.Start != 3.5 {
		t.Errorf("said at %v, want 3.5", h.Start)
	}
	var marked []string
	for _, mark := range h.Marks {
		marked = append(marked, h.Snippet[mark[0]:mark[1]])
	}
	if !slices.Equal(marked, []string{"cold brew", "milk", "cold brew"}) || strings.Contains(h.Snippet, "\n") {
		t.Errorf("%q marks %q", h.Snippet, marked)
	}
	d, err := m.Text(t.Context(), h.Document)
	if err != nil || !strings.HasPrefix(d, "good morning") {
		t.Errorf("%q, %v", d, err)
	}
}

func TestSnippetsOfLongTexts(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	var captions []string
	for i := range 2000 {
		captions = append(captions, fmt.Sprintf("wörd%d", i))
	}
	captions[5], captions[1500], captions[1502] = "needle", "needle", "thread"
	keepPaid(t, m.Scope("svc", ""), "1", client.Answer{Key: "1", Value: spoken("v1", "en", "t", captions...)})
	hits, err := m.Find(t.Context(), local.FindQuery{Text: "thread needle "})
	if err != nil || len(hits) != 1 {
		t.Fatalf("%v, %v", hits, err)
	}
	h := hits[0]
	if !strings.HasPrefix(h.Snippet, "…") || !strings.HasSuffix(h.Snippet, "…") || len(strings.Fields(h.Snippet)) != 24 {
		t.Errorf("%q", h.Snippet)
	}
	if len(h.Marks) != 2 || h.Snippet[h.Marks[0][0]:h.Marks[0][1]] != "needle" || h.Snippet[h.Marks[1][0]:h.Marks[1][1]] != "thread" || *h.Start != 1500*2.5+1 {
		t.Errorf("%q, %v at %v", h.Snippet, h.Marks, *h.Start)
	}
}

// Of a word that is everywhere the documents kept last come first; a rarer word
// beside it decides.
func TestCommonWords(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	s := m.Scope("svc", "")
	page := api.Page[api.Post]{}
	for i := range 1100 {
		caption := "everywhere"
		if i == 7 || i == 9 {
			caption += strings.Repeat(" seldom", 1+i%7*5)
		}
		page.Data = append(page.Data, written(fmt.Sprintf("p%d", i), caption))
	}
	keepPaid(t, s, "1", client.Answer{Key: "1", Value: page})
	for text, want := range map[string]string{"everywhere ": "p1099 p1098", "everywhere seldom": "p9 p7"} {
		hits, err := m.Find(t.Context(), local.FindQuery{Text: text, Limit: 2, Kind: local.KindPost})
		if err != nil || len(hits) != 2 || hits[0].ID+" "+hits[1].ID != want {
			t.Errorf("%s: %+v, %v", text, hits, err)
		}
	}
}

// A document follows its newest text, and stays while an answer holds it.
func TestDocumentsFollowTheirAnswers(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	s := m.Scope("svc", "")
	page := func(posts ...api.Post) api.Page[api.Post] { return api.Page[api.Post]{Data: posts} }
	keepPaid(t, s, "1", client.Answer{Key: "recent", Value: page(written("p1", "apple"), written("p2", "pear"))})
	keepPaid(t, s, "2", client.Answer{Key: "most likes", Value: page(written("p1", "apple"))})
	keepPaid(t, s, "3", client.Answer{Key: "recent", Value: page(written("p3", "plum"), written("p2", "peach"))})
	for text, want := range map[string]int{"apple": 1, "pear ": 0, "peach": 1, "plum": 1} {
		if hits, err := m.Find(t.Context(), local.FindQuery{Text: text}); err != nil || len(hits) != want {
			t.Errorf("%s: %+v, %v", text, hits, err)
		}
	}
	cut := api.VideoSearchPage{Results: []api.VideoResult{{VideoFields: &api.VideoFields{VideoID: "v", Title: "Clip"}, Description: "cut"}}}
	keepPaid(t, s, "4", client.Answer{Key: "video", Value: api.VideoDetails{VideoID: "v", Title: "Clip", Description: "uncut words"}})
	keepPaid(t, s, "5", client.Answer{Key: "videos", Value: cut})
	if hits, err := m.Find(t.Context(), local.FindQuery{Text: "uncut"}); err != nil || len(hits) != 1 {
		t.Errorf("a shortened description replaced the whole one: %+v, %v", hits, err)
	}
	if _, err := m.Clear(t.Context(), local.Answers); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Text(t.Context(), 1); !errors.Is(err, local.ErrDropped) {
		t.Errorf("reads what is not there: %v", err)
	}
	for _, text := range []string{"apple", "peach", "uncut"} {
		if hits, err := m.Find(t.Context(), local.FindQuery{Text: text}); err != nil || len(hits) != 0 {
			t.Errorf("%s: %+v, %v", text, hits, err)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, text := range []string{`"a b" c*`, `a"b`, "NOT", "{title}: x", "\x00", "é\u0301", `""`, "a\xffb", "AND OR", "(", "a* b*", "-a +b ^c", "ﬁ ß İ"} {
		f.Add(text)
	}
	m := newMemory(f)
	keepPaid(f, m.Scope("svc", ""), "1", client.Answer{Key: "1", Value: spoken("v1", "en", "t", "a b c", "not é ß İstanbul ﬁne")})
	f.Fuzz(func(t *testing.T, text string) {
		hits, err := m.Find(t.Context(), local.FindQuery{Text: text})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		for _, h := range hits {
			for _, mark := range h.Marks {
				_ = h.Snippet[mark[0]:mark[1]]
			}
		}
	})
}
