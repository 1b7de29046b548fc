package shortlist

import (
	"net/http"
	"testing"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// The next page is read five rows before the end, not sooner.
func TestWhenTheNextPageIsRead(t *testing.T) {
	service := &service{lists: lists(60), page: 25}
	s, _ := open[*index](t, service, all())
	s.Render(80, 24)
	for row := 1; row <= 20; row++ {
		viewtest.Run(s, s.Do(keymap.Down))
		if want := map[bool]int{false: 25, true: 50}[row == 20]; len(s.lists) != want {
			t.Errorf("on row %d there are %d lists", row, len(s.lists))
		}
	}
}

// A service whose pages lead in a circle is said to, and what was read stays.
func TestPagesInACircle(t *testing.T) {
	again := "1"
	env := viewtest.On(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		viewtest.Answer(w, api.Page[api.Shortlist]{Data: lists(25), HasMore: true, NextCursor: &again})
	}))
	s := New(env, all())
	viewtest.Run(s, s.Init())
	s.Render(80, 24)
	viewtest.Run(s, s.Do(keymap.Bottom))
	out := viewtest.Run(s, s.Do(keymap.Bottom))
	if n := len(s.(*index).lists); !out.Toast.Bad && s.(*index).failure.Empty() || n != 50 {
		t.Errorf("%+v, %d lists", out, n)
	}
}

// An id that was opened is not there again; the list that was left is given up once all are read.
func TestWhatIsForgotten(t *testing.T) {
	s, _ := open[*index](t, &service{lists: lists(3)}, all())
	s.Do(keymap.Find)
	s.Type(tea.PasteMsg{Content: viewtest.ID(2)})
	if out := s.Do(keymap.Accept); !out.Nav.Go {
		t.Fatalf("%+v", out)
	}
	if s.Do(keymap.Find); s.input.Value() != "" {
		t.Errorf("%q stands in the field again", s.input.Value())
	}
	for at, want := range map[string]string{viewtest.ID(99): viewtest.ID(0), viewtest.ID(2): viewtest.ID(2)} {
		s := New(viewtest.On(t, &service{lists: lists(3)}), all()).(*index)
		s.Resume([]byte(`{"At":"` + at + `"}`))
		if got := s.State().(view.Left).At; got != at {
			t.Errorf("before anything is read the place is %q", got)
		}
		viewtest.Run(s, s.Init())
		if got := s.State().(view.Left).At; got != want || s.At != "" {
			t.Errorf("left at %s, and it stands at %s", at, got)
		}
	}
}

// A service that lists nothing any more is said to where anything is on show.
func TestOneListIsEnoughToBeShown(t *testing.T) {
	for n, says := range []string{"", "The service no longer lists shortlists; these are from before."} {
		env := viewtest.On(t, &service{bare: true})
		env.Plan = &plan.State{Lists: make([]plan.List, n)}
		s := New(env, all())
		if out := viewtest.Run(s, s.Init()); out.Toast.Text.String() != says {
			t.Errorf("%d lists: %q", n, out.Toast.Text)
		}
	}
}

// A handle of two characters can be looked up, one of one cannot.
func TestTheShortestHandles(t *testing.T) {
	for handle, why := range map[string]string{"ab": "", "ää": "", "ä": "A handle of one character cannot be looked up.", "": "A handle of one character cannot be looked up."} {
		l := shortlist(1)
		l.Profiles = []api.ShortlistProfile{{Platform: api.PhotoPlatform, Username: handle}}
		s, _ := open[*review](t, &service{lists: []api.Shortlist{l}}, one(1))
		if got := s.Can(keymap.Open); got != why {
			t.Errorf("%q: %q", handle, got)
		}
	}
}
