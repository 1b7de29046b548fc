package creator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"greenroom/api"
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
		if out := s.Do(keymap.NextTab); view.As[*view.Ask](out) != nil || out.Cmd != nil || s.Price(keymap.NextTab) != "" {
			t.Fatalf("%s asks for %+v, the key says %q", tabNames[s.tab], out, s.Price(keymap.NextTab))
		}
		if out := s.Do(keymap.Open); view.As[*view.Ask](out) == nil || view.As[*view.Ask](out).High != s.offer(s.tab).High {
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
	if why := s.Can(keymap.Open); !strings.Contains(why, "a adds this creator") {
		t.Fatal(why)
	}
	l := plan.List{ID: "l", Name: "Oat drink", Members: []plan.Member{s.env.Member(creatorID)}}
	s.env.Plan = &plan.State{Lists: []plan.List{l}, Last: "l"}
	if why := s.Can(keymap.Open); why != "" {
		t.Fatal(why)
	}
	s.Do(keymap.Down)
	ruled := view.As[*view.Prompt](view.As[*view.Pick](view.As[*view.OnList](s.Do(keymap.Open)).Do(l)).Done(0, "")).Done("it is a pan").Change
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

	judged.Coverage = &api.Coverage{Texts: 9, Judged: 1, Unread: []api.Unread{{Language: "pl", Texts: 8}}}
	drawn := viewtest.Draw(other, 120, 30)
	viewtest.Shows(t, "mostly unread", drawn, "not judged: mostly Polish")
	if strings.Contains(drawn, "Rating B") || strings.Contains(drawn, "% sure") {
		t.Error(drawn)
	}
}

// The flags of one state are shown alone, the rows below are theirs, and the state comes
// back with the screen.
func TestFlagsOfOneState(t *testing.T) {
	s := at(t, full(), safety)
	l := plan.List{ID: "l", Name: "Oat drink", Members: []plan.Member{s.env.Member(creatorID)}}
	s.env.Plan = &plan.State{Lists: []plan.List{l}, Last: "l"}
	all := s.safety.judged().Flags
	s.env.Plan.Lists[0].Decide(0, all[0], plan.ThisFlag, plan.Ruling{Stands: true})
	for _, want := range []struct {
		only plan.FlagState
		of   []api.Flag
	}{{"", all}, {plan.FlagOpen, all[1:]}, {plan.FlagConfirmed, all[:1]}, {plan.FlagCleared, nil}, {"", all}} {
		got := s.safety.shown()
		if s.safety.only != want.only || len(got) != len(want.of) || len(got) > 0 && plan.FlagKey(*s.safety.selected()) != plan.FlagKey(want.of[0]) {
			t.Fatalf("%q: %+v", s.safety.only, got)
		}
		drawn := viewtest.Draw(s, 80, 24)
		if want.of == nil {
			viewtest.Shows(t, "none", drawn, "No flag is cleared.", "[cleared] 0")
		} else if strings.Contains(drawn, "No flag") {
			t.Error(drawn)
		}
		raw, err := json.Marshal(s.State())
		again := at(t, full(), safety)
		if again.Resume(raw); err != nil || again.safety.only != want.only {
			t.Errorf("%q comes back as %q", want.only, again.safety.only)
		}
		s.Do(keymap.FlagState)
	}
	s.tab = talks
	if s.Can(keymap.FlagState) == "" {
		t.Error("flags are filtered where there are none")
	}
}

// An address stands nowhere on the screen until it is shown; copying takes it.
func TestAddressesAreMaskedUntilTheyAreShown(t *testing.T) {
	s := at(t, full(), emails)
	pick := view.As[*view.Pick](s.Do(keymap.Copy))
	out := pick.Done(0, "")
	said := pick.Items[0].String() + view.As[*view.Copy](out).Shown.String() + viewtest.Draw(s, 120, 30)
	if strings.Contains(said, "lena@studio") || view.As[*view.Copy](out).Words != "lena@studio.example" || !strings.Contains(said, "l•••@studio.example") {
		t.Fatal(said)
	}
	s.env.Bare = true
	viewtest.Shows(t, "shown", viewtest.Draw(s, 120, 30), "lena@studio.example", "booking@agency.example")
	s.env.Bare = false
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

// Enter on a post shows it in full at every width: its words, its numbers against
// the others, why one is missing, and what all posts tell.
func TestAPostInFull(t *testing.T) {
	service := full()
	service.posts = [][]api.Post{posting(0, 18)}
	service.posts[0][3].Metrics.EngagementRate = new(40.0)
	s := at(t, service, posts)
	s.Do(keymap.Bottom)
	s.Do(keymap.Top)
	s.Do(keymap.Open)
	for _, size := range [][2]int{{80, 40}, {160, 40}} {
		viewtest.Shows(t, "a video", viewtest.Draw(s, size[0], size[1]), "video on video", "1 of 18", "Two pans this time.", "6:12", "median 108 of 6 on video", "transcript", "0.5 cr",
			"All 18 posts", "photo  12 posts", "middle half", "longest gap")
	}
	s.Do(keymap.Down)
	viewtest.Shows(t, "a picture", viewtest.Draw(s, 80, 40), "image on photo", "2 of 18")
	s.Do(keymap.Down)
	viewtest.Shows(t, "nearly unknown", viewtest.Draw(s, 80, 40), "reel on photo", "This post has no caption", "date unknown", "–  unknown when the post was read", "by views, which are unknown")
	s.Do(keymap.Down)
	viewtest.Shows(t, "an outlier", viewtest.Draw(s, 80, 40), "▲ far above the others")
	s.Do(keymap.Cancel)
	viewtest.Shows(t, "rows", viewtest.Draw(s, 80, 24), "▲ 40%", "On", "photo")
}

// Posts in another order than that of time do not tell how often there is one.
func TestCadenceOfPostsThatAreNotTheNewest(t *testing.T) {
	service := full()
	service.posts = [][]api.Post{posting(0, 8), posting(8, 8)}
	s := at(t, service, posts)
	viewtest.Run(s, s.Do(keymap.SortNext))
	viewtest.Shows(t, "some, by engagement", viewtest.Draw(s, 160, 40), "frequency: sort by time to see it", "loaded so far")
}

// past keeps readings of every account.
type past []view.Measure

func (p past) Measures(context.Context, api.Platform, string) ([]view.Measure, error) {
	if p == nil {
		return nil, errors.New("no disk")
	}
	return p, nil
}

// A profile's card has a line over time from what is kept, or says why it has none.
func TestCardsShowALineOverTime(t *testing.T) {
	reading := func(days int, n int64) view.Measure {
		return view.Measure{At: now.AddDate(0, 0, -days), Followers: &n}
	}
	for _, c := range []struct {
		past view.Past
		says string
	}{
		{past{reading(90, 40_000), reading(40, 44_000), {At: now}, reading(3, 48_200)}, "▁▄█  40K → 48.2K since 10 Dec 25, 3 readings"},
		{past{reading(3, 48_200)}, "no trend yet: one reading, on 7 Mar 26; about 47.5K 30 days earlier"},
		{past{}, "follower count unknown"},
		{past(nil), "could not be read"},
		{nil, "not kept here"},
	} {
		s := New(viewtest.On(t, full()), view.Page{Kind: view.Creator, ID: creatorID})
		s.env.Past = c.past
		viewtest.Run(s, s.Init())
		viewtest.Run(s, s.Do(keymap.NextTab))
		viewtest.Shows(t, c.says, viewtest.Draw(s, 80, 24), c.says)
	}
}

// Talks have an order of their own, and tell what all that were not read cost.
func TestTalksHaveTheirOwnOrderAndTotal(t *testing.T) {
	service := full()
	service.posts = [][]api.Post{posting(0, 6)}
	for i, seconds := range []float64{30, 0, 90, 600} {
		service.posts[0][i].Media.DurationSeconds = new(seconds)
	}
	s := at(t, service, talks)
	order := func() string {
		var all []string
		for _, i := range s.talks.list {
			all = append(all, fmt.Sprint(i))
		}
		return strings.Join(all, " ")
	}
	want := map[string]string{"as in posts": "0 2 3 5", "newest first": "0 3 2 5", "longest first": "3 5 2 0", "most views first": "3 0 2 5", "loaded first": "0 3 2 5"}
	for range talkOrders() {
		name := talkOrders()[s.talks.order].name.String()
		for lead, rows := range want {
			if strings.HasPrefix(name, lead) && order() != rows {
				t.Errorf("%s: %s, want %s", name, order(), rows)
			}
		}
		viewtest.Shows(t, name, viewtest.Draw(s, 80, 24), name, "all 4 not loaded ≤11 cr  0 loaded · 0 without transcript")
		if s.Price(keymap.SortNext) != "free" {
			t.Fatal(s.Price(keymap.SortNext))
		}
		s.Do(keymap.SortNext)
	}
	p := s.talks.selected()
	s.env.Plan.Silent = map[string]string{plan.SilentKey(p.Platform, p.PlatformID): "nobody speaks"}
	s.env.Kept = func(p view.Page) bool { return p.ID == "vid_0000003" }
	viewtest.Shows(t, "states", viewtest.Draw(s, 80, 24), "none", "read, free", "all 2 not loaded ≤10 cr  1 loaded · 1 without transcript")
}

// A click on a title sorts what is all here; where a sort is paid for it says so.
func TestAClickOnATitleSorts(t *testing.T) {
	service := full()
	service.posts = [][]api.Post{posting(0, 6)}
	s := at(t, service, posts)
	on := func(words string) string {
		lines := strings.Split(viewtest.Draw(s, 160, 36), "\n")
		out := s.Click(len([]rune(lines[view.HeadRows][:strings.Index(lines[view.HeadRows], words)])), view.HeadRows, 160, 36)
		if view.As[*view.Ask](out) != nil || out.Cmd != nil {
			t.Fatalf("%s asks for %+v", words, out)
		}
		return out.Toast.Text.String()
	}
	on("Likes")
	if got := captions(s); s.posts.sort != api.SortMostLikes || !strings.HasPrefix(got, "Cx4 03") {
		t.Fatalf("by %s: %s", s.posts.sort, got)
	}
	viewtest.Shows(t, "sorted", viewtest.Draw(s, 160, 36), "Likes▼")
	on("Kind")
	viewtest.Run(s, s.Do(keymap.NextTab))
	on("Length")
	viewtest.Shows(t, "talks", viewtest.Draw(s, 160, 36), "longest first")

	service.posts = [][]api.Post{posting(0, 6), posting(6, 6)}
	s = at(t, service, posts)
	if said := on("Views"); s.posts.sort != api.SortRecent || !strings.Contains(said, "s sorts on the service, ≤1.25 cr") {
		t.Fatalf("by %s: %q", s.posts.sort, said)
	}
}

// One key in a list of posts, and the frame that shows it.
func BenchmarkPostToFrame(b *testing.B) {
	s := New(viewtest.Alone(), view.Page{Kind: view.Creator, ID: creatorID})
	s.tab = posts
	s.answers[posts].asked = true
	if err := s.posts.add(api.Page[api.Post]{Data: posting(0, 100)}); err != nil {
		b.Fatal(err)
	}
	keys := []keymap.Action{keymap.Down, keymap.Down, keymap.Up, keymap.HalfDown}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.Do(keys[i%len(keys)])
		s.Render(160, 42)
	}
}
