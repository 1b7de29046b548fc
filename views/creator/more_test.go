package creator

import (
	"fmt"
	"strings"
	"testing"

	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// Going round the tabs pays nothing for what is dear: it is read when it is asked
// for.
func TestTurningToADearTabPaysNothing(t *testing.T) {
	service := full()
	s := at(t, service, talks)
	calls := len(service.calls)
	for range []tab{safety, alike, emails} {
		if out := s.Do(keymap.NextTab); out.Ask != nil || out.Cmd != nil || s.Price(keymap.NextTab) != "" {
			t.Fatalf("%s asks for %+v, the key says %q", tabNames[s.tab], out, s.Price(keymap.NextTab))
		}
		if out := s.Do(keymap.Open); out.Ask == nil || out.Ask.High != s.offer(s.tab).High {
			t.Fatalf("%s: %+v", tabNames[s.tab], out)
		}
	}
	if len(service.calls) != calls {
		t.Fatal(service.calls[calls:])
	}
}

// A flag is ruled on where the creator stands on the list at hand; what a review
// read is shown for nothing.
func TestFlagsAreClearedOrConfirmed(t *testing.T) {
	s := at(t, full(), safety)
	if why := s.Can(keymap.Open); !strings.Contains(why, "a adds this one") {
		t.Fatal(why)
	}
	l := plan.List{ID: "l", Name: "Oat drink", Members: []plan.Member{s.env.Member(creatorID)}}
	s.env.Plan = &plan.State{Lists: []plan.List{l}, Last: "l"}
	if why := s.Can(keymap.Open); why != "" {
		t.Fatal(why)
	}
	s.Do(keymap.Down)
	ruled := s.Do(keymap.Open).Pick.Done(0, "").Prompt.Done("it is a pan").Change
	if err := ruled.Edit(s.env.Plan); err != nil {
		t.Fatal(err)
	}
	viewtest.Shows(t, "ruled", viewtest.Draw(s, 120, 30), "cleared", "it is a pan", "Safety B ▲1")

	service := full()
	other := New(viewtest.On(t, service), view.Page{Kind: view.Creator, ID: creatorID})
	judged := full().safety
	other.env.Plan = &plan.State{Facts: map[string]plan.Facts{creatorID: {Safety: &judged}}}
	other.tab = talks
	if other.show(safety); other.unread() || len(service.calls) > 0 {
		t.Fatalf("unread %v, %v", other.unread(), service.calls)
	}
	viewtest.Shows(t, "of a review", viewtest.Draw(other, 120, 30), "Rating B")
}

// An address stands nowhere on the screen until it is shown; copying takes it.
func TestAddressesAreMaskedUntilTheyAreShown(t *testing.T) {
	s := at(t, full(), emails)
	pick := s.Do(keymap.Copy).Pick
	out := pick.Done(0, "")
	said := pick.Items[0].String() + out.Toast.Text.String() + viewtest.Draw(s, 120, 30)
	if strings.Contains(said, "lena@studio") || fmt.Sprint(out.Cmd()) != "lena@studio.example" || !strings.Contains(said, "copy: l•••@studio.example") {
		t.Fatal(said)
	}
	s.Do(keymap.Open)
	viewtest.Shows(t, "shown", viewtest.Draw(s, 120, 30), "lena@studio.example", "booking@agency.example")
	s.Do(keymap.Open)
	if strings.Contains(viewtest.Draw(s, 120, 30), "lena@studio") {
		t.Fatal("not hidden again")
	}
}

// Who is alike is opened, and goes to a list.
func TestWhoIsAlikeIsChosen(t *testing.T) {
	s := at(t, full(), alike)
	if out := s.Do(keymap.Open); out.Nav.To.ID != viewtest.ID(2) || s.Price(keymap.Open) != "0.1 cr" {
		t.Fatalf("%+v, %s", out.Nav, s.Price(keymap.Open))
	}
	if m := s.Chosen(); len(m) != 1 || m[0].Creator != viewtest.ID(2) || m[0].Username != "beansandjule" {
		t.Fatalf("%+v", m)
	}
}
