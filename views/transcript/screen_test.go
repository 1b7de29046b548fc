package transcript

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

var now = viewtest.Now

const videoID = "vid_0000001"

// service answers by language; what it does not hold it refuses as the contract
// says.
type service struct {
	videos map[string]api.VideoTranscript
	photo  *api.PhotoTranscript
	refuse *api.ErrorBody
	calls  []string
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	language := r.URL.Query().Get("language")
	s.calls = append(s.calls, r.URL.Path+"?"+language)
	w.Header().Set(api.HeaderRequestID, "req_1")
	w.Header().Set(api.HeaderCharged, "0.5")
	v, ok := s.videos[language]
	switch {
	case s.refuse != nil:
		viewtest.Refuse(w, *s.refuse)
	case s.photo != nil:
		viewtest.Answer(w, api.One[api.PhotoTranscript]{Data: *s.photo})
	case ok:
		viewtest.Answer(w, api.One[api.VideoTranscript]{Data: v})
	default:
		viewtest.Refuse(w, api.ErrorBody{
			Code: api.CodeTranscriptNotAvailable, Message: "There is no transcript in this language.",
			Details: map[string]any{"available_languages": []api.TrackLanguage{{Code: "de", Name: "German"}, {Code: "en", Name: "English", IsAuto: true}}},
		})
	}
}

func video() api.VideoTranscript {
	v := api.VideoTranscript{
		VideoID: videoID, URL: "https://videos.example/watch?v=" + videoID, Title: "A week of vegan dinners in a small kitchen",
		Language: "en", Source: api.SourceAuto, WordCount: 312, ScrapedAt: now.Add(-72 * time.Hour),
		AvailableLanguages: []api.TrackLanguage{{Code: "en", Name: "English", IsAuto: true}, {Code: "de", Name: "German"}},
	}
	said := []string{
		"so welcome back to the", "kitchen today I", "want to show you how", "I plan a whole week.", "The first thing is",
		"always the shopping list", "and the second is olive", "oil because without olive oil", "nothing here works.", "Now",
		"take two onions and", "cut them as fine", "as you can.", "Then add garlic", "and a spoon of olive oil.",
	}
	at := 0.0
	for round := range 6 {
		for _, words := range said {
			v.Transcript = append(v.Transcript, api.Segment{Text: words, Start: at, Duration: 2})
			at += 2
		}
		at += float64(round % 2 * 4)
	}
	v.FullText = strings.Repeat(strings.Join(said, " ")+" ", 6)
	return v
}

func german() api.VideoTranscript {
	v := video()
	v.Language, v.Source, v.Title = "de", api.SourceManual, "Eine Woche vegan"
	for i := range v.Transcript {
		v.Transcript[i].Text = fmt.Sprintf("Satz Nummer %d über Öl.", i)
	}
	return v
}

func post() api.PhotoTranscript {
	return api.PhotoTranscript{
		Shortcode: "Cx1", Language: "en", WordCount: 14, ScrapedAt: now.Add(-time.Hour),
		FullText: "Hi everyone. This is the pan I use every day!\n\nNo butter, no problem. See you.",
	}
}

func open(t *testing.T, s *service) *Screen {
	t.Helper()
	p := view.Page{Kind: view.Transcript, ID: videoID, Platform: api.VideoPlatform}
	if s.photo != nil {
		p = view.Page{Kind: view.Transcript, ID: "Cx1", Platform: api.PhotoPlatform}
	}
	screen := New(viewtest.On(t, s), p)
	viewtest.Run(screen, screen.Init())
	return screen
}

func loaded(t *testing.T) (*Screen, *service) {
	s := &service{videos: map[string]api.VideoTranscript{"": video(), "de": german()}}
	return open(t, s), s
}

func find(s *Screen, words string) {
	s.Do(keymap.Find)
	s.Type(tea.PasteMsg{Content: words})
	s.Do(keymap.Accept)
}

func TestEveryStateFitsEverySize(t *testing.T) {
	hostile := video()
	hostile.Title = "a\x1b]0;x\x07\u202e日本\tb"
	hostile.Transcript = []api.Segment{
		{Text: strings.Repeat("\x1b[31m日本語👩‍👩‍👧 ", 400), Start: -1e300, Duration: 1e300},
		{Text: "\r\n\u009d0;evil\u009c", Start: 5, Duration: -9}, {Text: "", Start: 6, Duration: 1},
	}
	empty := video()
	empty.Transcript, empty.FullText = nil, ""
	p := post()
	states := map[string]func() *Screen{
		"loaded":  func() *Screen { s, _ := loaded(t); return s },
		"reading": func() *Screen { s, _ := loaded(t); s.Do(keymap.ToggleTimes); return s },
		"found":   func() *Screen { s, _ := loaded(t); find(s, "olive oil"); return s },
		"typing":  func() *Screen { s, _ := loaded(t); s.Do(keymap.Find); return s },
		"hostile": func() *Screen {
			s := open(t, &service{videos: map[string]api.VideoTranscript{"": hostile}})
			find(s, "日")
			return s
		},
		"empty":   func() *Screen { return open(t, &service{videos: map[string]api.VideoTranscript{"": empty}}) },
		"post":    func() *Screen { return open(t, &service{photo: &p}) },
		"refused": func() *Screen { return open(t, &service{}) },
		"idle": func() *Screen {
			return New(viewtest.On(t, &service{}), view.Page{ID: videoID, Platform: api.VideoPlatform})
		},
		"unknown": func() *Screen {
			return New(viewtest.On(t, &service{}), view.Page{ID: "7", Platform: api.ShortVideoPlatform})
		},
		"loading": func() *Screen {
			s := New(viewtest.On(t, &service{}), view.Page{ID: videoID, Platform: api.VideoPlatform})
			view.As[*view.Ask](s.Init()).Run()
			t.Cleanup(s.Close)
			return s
		},
	}
	for name, state := range states {
		viewtest.Fits(t, name, state())
	}
}

func TestGoldens(t *testing.T) {
	p := post()
	for name, state := range map[string]func(w, h int) *Screen{
		"timed": func(_, _ int) *Screen { s, _ := loaded(t); return s },
		"found": func(w, h int) *Screen {
			s, _ := loaded(t)
			s.Render(w, h)
			find(s, "olive oil")
			return s
		},
		"reading": func(_, _ int) *Screen { s, _ := loaded(t); s.Do(keymap.ToggleTimes); return s },
		"missing": func(_, _ int) *Screen { return open(t, &service{}) },
		"post":    func(_, _ int) *Screen { return open(t, &service{photo: &p}) },
	} {
		viewtest.Goldens(t, name, func(w, h int) string { return viewtest.Styled(state(w, h))(w, h) })
	}
}
