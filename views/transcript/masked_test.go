package transcript

import (
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// What is said of how somebody is reached stands there masked until it is shown, as
// in bios, and is not found by its letters; a pinned quote keeps every word.
func TestAddressesInTalksAreMaskedUntilTheyAreShown(t *testing.T) {
	v := video()
	v.Transcript = append([]api.Segment{{Text: "Write to studio.secret@kitchen.example or call +49 30 1234567.", Duration: 2}}, v.Transcript...)
	s := open(t, &service{videos: map[string]api.VideoTranscript{"": v}})
	s.page.Creator = viewtest.ID(1)
	s.env.Plan = &plan.State{Lists: []plan.List{{ID: "l", Name: "Oat"}}, Last: "l"}
	for range 2 {
		if got := viewtest.Draw(s, 120, 36); strings.Contains(got, "secret") || strings.Contains(got, "1234567") || !strings.Contains(got, "s•••@kitchen.example") {
			t.Fatalf("not masked:\n%s", got)
		}
		if strings.Contains(s.quote(), "secret") {
			t.Fatalf("copied: %s", s.quote())
		}
		if find(s, "studio.secret"); len(s.hits) > 0 {
			t.Fatal("what is masked is found")
		}
		s.find("", 0)
		s.Do(keymap.Down)
		s.Do(keymap.Down)
		before := s.standing()
		s.env.Bare = true
		s.Update(view.Shown{})
		if s.standing() != before {
			t.Errorf("the place was %d and is %d", before, s.standing())
		}
		s.Do(keymap.Top)
		if got := viewtest.Draw(s, 120, 36); !strings.Contains(got, "studio.secret@kitchen.example") || !strings.Contains(s.quote(), "1234567") {
			t.Fatalf("not shown:\n%s", got)
		}
		s.env.Bare = false
		s.Update(view.Shown{})
	}
	if err := view.As[*view.OnList](s.Do(keymap.Pin)).Do(*s.env.Plan.Current()).Change.Edit(s.env.Plan); err != nil {
		t.Fatal(err)
	}
	if q := s.env.Plan.Lists[0].Members[0].Quotes[0]; !strings.Contains(q.Words, "studio.secret@kitchen.example") {
		t.Fatalf("%+v", q)
	}
}

// A post has no title of its own: it is called by how it begins, and no code.
func TestAPostIsCalledByHowItBegins(t *testing.T) {
	p := post()
	p.Language = "de"
	s := open(t, &service{photo: &p})
	s.env.NamePost("Lena", api.Post{PlatformID: "Cx1", Caption: new("Pumpkin risotto\nfor two")})
	got := viewtest.Draw(s, 120, 36)
	if !strings.Contains(got, "Pumpkin risotto") || strings.Contains(got, "Cx1") || !strings.Contains(got, "German") {
		t.Fatalf("%s", got)
	}
	if !strings.Contains(s.what("").String(), "the post “Pumpkin risotto") {
		t.Fatal(s.what(""))
	}
}
