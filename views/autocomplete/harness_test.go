package autocomplete

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// service knows creators by the beginning of what they are called.
type service struct {
	known  []api.Suggestion
	refuse *api.ErrorBody
	asked  []string
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query().Get("q")
	s.asked = append(s.asked, q)
	if s.refuse != nil {
		viewtest.Refuse(w, *s.refuse)
		return
	}
	w.Header().Set(api.HeaderCharged, "0.05")
	data := []api.Suggestion{}
	for _, k := range s.known {
		if (begins(k.Name, q) || anyBegins(k.Platforms, q)) && len(data) < asked {
			data = append(data, k)
		}
	}
	viewtest.Answer(w, api.One[[]api.Suggestion]{Data: data})
}

// pauses are the pauses of typing that were begun and did not end yet.
type pauses []tea.Msg

func (p *pauses) tick(d time.Duration, f func(time.Time) tea.Msg) tea.Cmd {
	if d != pause {
		panic(d)
	}
	return func() tea.Msg {
		*p = append(*p, f(time.Time{}))
		return nil
	}
}

type bench struct {
	*Screen
	service *service
	pauses  pauses
	calls   []tea.Cmd // begun and not answered yet
}

func open(t *testing.T, s *service) *bench {
	t.Helper()
	b := &bench{service: s}
	env := viewtest.On(t, s)
	env.Tick = b.pauses.tick
	b.Screen = New(env)
	return b
}

// write types letters one by one.
func (b *bench) write(words string) {
	for _, r := range words {
		if out := b.Type(tea.KeyPressMsg{Code: r, Text: string(r)}); out.Cmd != nil {
			out.Cmd()
		}
	}
}

// rest ends all pauses.
func (b *bench) rest() {
	ended := b.pauses
	b.pauses = nil
	for _, m := range ended {
		b.take(b.Update(m))
	}
}

func (b *bench) take(out view.Out) {
	if out.Cmd != nil {
		b.calls = append(b.calls, out.Cmd)
	}
}

// answer lets the oldest call be answered.
func (b *bench) answer() {
	cmd := b.calls[0]
	b.calls = b.calls[1:]
	b.take(b.Update(cmd()))
}

func (b *bench) find(words string) {
	b.write(words)
	b.rest()
	for len(b.calls) > 0 {
		b.answer()
	}
}

func (b *bench) names() string {
	var all []string
	for _, r := range b.rows {
		all = append(all, r.name.String())
	}
	return strings.Join(all, ", ")
}

func (b *bench) asked() string { return strings.Join(b.service.asked, " ") }

func (b *bench) draw(w, h int) string { return viewtest.Draw(b, w, h) }

func suggestion(name, handle string, match api.MatchType) api.Suggestion {
	return api.Suggestion{ID: "id of " + name, Name: name, Platforms: []api.SuggestionPlatform{
		{Platform: api.VideoPlatform, Username: handle + "video", DisplayName: name},
		{Platform: api.PhotoPlatform, Username: handle, DisplayName: name, MatchType: match, MatchField: handle},
	}}
}

func people() *service {
	return &service{known: []api.Suggestion{
		suggestion("Lena Vogt", "lenacooks", api.MatchName), suggestion("Lenard Okoye", "lenard", api.MatchUsername),
		suggestion("Amara Lensing", "amara", api.MatchDisplayName), suggestion("Zoë Brandt", "zoekocht", api.MatchName),
	}}
}

func crowd() *service {
	s := &service{}
	for i := range 30 {
		s.known = append(s.known, suggestion(fmt.Sprintf("Lena %02d", i), fmt.Sprintf("lena%02d", i), api.MatchName))
	}
	return s
}
