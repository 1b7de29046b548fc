package kept

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// shelf holds kept texts.
type shelf struct {
	view.Texts
	found []view.Found
	fails error
}

func (s shelf) Find(context.Context, string) ([]view.Found, error) { return s.found, s.fails }

func wrote(words, hit string) view.Found {
	at := strings.Index(words, hit)
	return view.Found{Of: viewtest.ID(1), URL: "https://photos.example/p/1", From: at, To: at + len(hit), Written: view.Written{
		Place: plan.Place{Platform: api.PhotoPlatform, ID: "Cx1"}, Post: viewtest.ID(8), Words: words, Posted: time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)}}
}

func said(words, hit string) view.Found {
	f := wrote(words, hit)
	f.Place, f.Spoken, f.Title, f.At, f.Timed = plan.Place{Platform: api.VideoPlatform, ID: "v1"}, true, "At my table", 74*time.Second, true
	return f
}

func opened(kept view.Texts, query string) *Screen {
	env := viewtest.Alone()
	env.Texts = kept
	env.Plan = &plan.State{Lists: []plan.List{{ID: "l", Name: "Oats", Members: []plan.Member{{Creator: viewtest.ID(1), Name: "Lena Vogt"}}}}}
	s := New(env, view.Page{Kind: view.Archive, Query: query})
	viewtest.Run(s, s.Init())
	return s
}

func found() []view.Found {
	other := wrote("Oat milk again, and again.", "Oat milk")
	other.Of = "jule"
	nobody := wrote("somebody's oat milk", "oat milk")
	nobody.Of, nobody.Post, nobody.URL = "", "", ""
	return []view.Found{wrote("We cook a lot.  I never buy oat milk in the shop! Others do.", "oat milk"), said("and the oat milk goes in last", "oat milk"), other, nobody}
}

func TestEveryStateFitsEverySize(t *testing.T) {
	hostile := wrote(viewtest.Hostile+" oats "+viewtest.Hostile, "oats")
	hostile.Of, hostile.Title = viewtest.Hostile, viewtest.Hostile
	typing := opened(shelf{found: found()}, "oat milk")
	typing.Do(keymap.EditQuery)
	for name, s := range map[string]*Screen{
		"nothing asked": opened(shelf{}, ""), "nothing found": opened(shelf{}, "oats"), "lines": opened(shelf{found: found()}, "oat milk"), "typing": typing,
		"failed": opened(shelf{fails: errors.New("disk \x1b[2Jfull")}, "oats"), "hostile": opened(shelf{found: []view.Found{hostile}}, "oats"), "no cache": opened(nil, "oats"),
	} {
		viewtest.Fits(t, name, s)
	}
}

// The words stand in one column, however much stands before them, with who and when.
func TestLinesAreAlignedOnTheWords(t *testing.T) {
	s := opened(shelf{found: found()}, "oat milk")
	lines := strings.Split(viewtest.Draw(s, 120, 20), "\n")
	for _, l := range lines[4:8] {
		if at := strings.Index(strings.ToLower(l), "oat milk"); text.Clean(l[:max(at, 0)]).Width() != 3+30+2 {
			t.Errorf("%q", l)
		}
	}
	viewtest.Shows(t, "lines", strings.Join(lines, "\n"), "4 texts of everything kept here · free", "Lena Vogt post", "2 Mar 26", "talk 1:14", "@jule")
}

// Opening leads to the post, or to the talk at the words; of whom nothing is known it says
// what can be done.
func TestALineIsOpenedAtItsPlace(t *testing.T) {
	s := opened(shelf{found: found()}, "oat milk")
	for i, want := range []view.Page{
		{Kind: view.Creator, ID: viewtest.ID(1), Post: viewtest.ID(8), Query: "oat milk"},
		{Kind: view.Transcript, ID: "v1", Platform: api.VideoPlatform, Creator: viewtest.ID(1), Query: "oat milk"},
	} {
		s.table.SetCursor(i)
		if got := s.Do(keymap.Open).Nav.To; got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	for i := 2; i < 4; i++ {
		s.table.SetCursor(i)
		if s.Can(keymap.Open) == "" {
			t.Errorf("line %d is opened", i)
		}
	}
	if s.Can(keymap.Pin) == "" || s.Can(keymap.Browse) == "" {
		t.Error("what nobody wrote is pinned, or opened")
	}
}

// A pin takes the sentence, letter for letter, with its source and place.
func TestASentenceIsPinned(t *testing.T) {
	s := opened(shelf{found: found()}, "oat milk")
	p := s.env.Plan
	if err := view.As[*view.OnList](s.Do(keymap.Pin)).Do(p.Lists[0]).Change.Edit(p); err != nil {
		t.Fatal(err)
	}
	s.table.SetCursor(1)
	if err := view.As[*view.OnList](s.Do(keymap.Pin)).Do(p.Lists[0]).Change.Edit(p); err != nil {
		t.Fatal(err)
	}
	got := p.Lists[0].Members[0].Quotes
	if len(got) != 2 || got[0].Words != "I never buy oat milk in the shop!" || got[0].Post != viewtest.ID(8) || got[0].Source != "post, 2 Mar 26" || got[0].Timed {
		t.Errorf("%+v", got)
	}
	if got[1].Words != "and the oat milk goes in last" || got[1].At != 74*time.Second || got[1].Place.ID != "v1" || got[1].Source != "At my table" {
		t.Errorf("%+v", got[1])
	}
}

// Addresses of people are masked, whatever part of them was looked for.
func TestAnAddressIsMaskedAroundTheWords(t *testing.T) {
	f := wrote("Write to lena@studio.example for oats.", "studio")
	s := opened(shelf{found: []view.Found{f}}, "studio")
	if drawn := viewtest.Draw(s, 120, 12); strings.Contains(drawn, "lena") {
		t.Errorf("%s", drawn)
	}
	s.env.Bare = true
	s.Update(view.Shown{})
	viewtest.Shows(t, "bare", viewtest.Draw(s, 120, 12), "lena@", "studio.example")
}
