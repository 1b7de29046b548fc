package creator

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

func notes(s *Screen) string {
	var all []string
	for _, t := range s.tabs() {
		all = append(all, t.Note.String())
	}
	return strings.Join(all, ", ")
}

func TestTabsShowTheirPriceUntilTheyAreLoaded(t *testing.T) {
	service := full()
	s := New(viewtest.On(t, service), view.Page{Kind: view.Creator, ID: creatorID})
	out := s.Init()
	for _, want := range []string{
		"0.1 cr, ≤0.5 cr, ≤1.25 cr, ≤1.25 cr, 2 cr, ≤10 cr, ≤5 cr",
		", 0.1 cr, ≤1.25 cr, ≤1.25 cr, 2 cr, ≤10 cr, ≤5 cr",
		", 2, ≤1.25 cr, ≤1.25 cr, 2 cr, ≤10 cr, ≤5 cr",
		", 2, 3, 2, 2 cr, ≤10 cr, ≤5 cr",
	} {
		if got := notes(s); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
		viewtest.Run(s, out)
		out = s.Do(keymap.NextTab)
	}
	for range 8 { // what was loaded is free
		if out := s.Do(keymap.NextTab); view.As[*view.Ask](out) != nil || out.Cmd != nil {
			t.Fatalf("asks again: %+v", out)
		}
	}
	if got := strings.Join(service.calls, ", "); got != "/creators/"+creatorID+", /profiles/lookup, /posts recent" {
		t.Fatal(got)
	}
}

// What the tab says, what is asked and what the key says are one price.
func TestPricesAgree(t *testing.T) {
	s := New(viewtest.On(t, full()), view.Page{Kind: view.Creator, ID: creatorID})
	for range 2 {
		for i := range tabCount {
			s.tab = i
			ask := view.As[*view.Ask](s.load(i))
			price := s.env.Tell(s.offer(i))
			note := strings.TrimSuffix(strings.TrimPrefix(price, "≤"), " cr")
			if ask.High.String() != note || s.Price(keymap.Reload) != price {
				t.Errorf("%s: asks for %s, the tab says %s, r says %s", tabNames[i], ask.High, note, s.Price(keymap.Reload))
			}
		}
		s.tab = overview
		viewtest.Run(s, s.load(overview))
	}
	s.tab = profiles
	viewtest.Run(s, s.load(profiles))
	for range 2 { // what was read in detail is hidden and shown for nothing
		if out := s.Do(keymap.ToggleMode); s.Price(keymap.ToggleMode) != "free" || view.As[*view.Ask](out) != nil || out.Cmd != nil {
			t.Errorf("d says %s and asks for %+v", s.Price(keymap.ToggleMode), out)
		}
	}
}

func TestACallUnderWayIsNotPaidTwice(t *testing.T) {
	s := New(viewtest.On(t, full()), view.Page{Kind: view.Creator, ID: creatorID})
	for i := range tabCount {
		if i == talks {
			continue // they are the posts
		}
		first := view.As[*view.Ask](s.load(i)).Run()
		if again := view.As[*view.Ask](s.load(i)).Run(); first.Cmd == nil || again.Cmd != nil {
			t.Errorf("%s: %v, then %v", tabNames[i], first.Cmd != nil, again.Cmd != nil)
		}
	}
	if again := view.As[*view.Ask](s.load(talks)).Run(); again.Cmd != nil {
		t.Error("the posts are read twice, once for the talks")
	}
}

func paged() *service {
	s := full()
	s.posts = [][]api.Post{posting(0, 4), posting(4, 4), posting(8, 2)}
	return s
}

func TestPostsAreReadOnFromTheEnd(t *testing.T) {
	service := paged()
	s := at(t, service, posts)
	for range 3 {
		if out := s.Do(keymap.Down); view.As[*view.Ask](out) != nil {
			t.Fatal("reads on before the end")
		}
	}
	out := s.Do(keymap.Down)
	if view.As[*view.Ask](out) == nil || len(s.posts.list) != 4 {
		t.Fatalf("%+v", out)
	}
	viewtest.Run(s, out)
	if len(s.posts.list) != 8 || s.posts.table.Cursor() != 3 {
		t.Fatalf("%d posts, at %d", len(s.posts.list), s.posts.table.Cursor())
	}
	s.Do(keymap.Bottom)
	viewtest.Run(s, s.Do(keymap.Down))
	s.Do(keymap.Bottom)
	if out := s.Do(keymap.Down); view.As[*view.Ask](out) != nil || len(s.posts.list) != 10 || len(s.posts.table.Breaks) != 0 {
		t.Fatalf("%d posts, %+v", len(s.posts.list), out)
	}
	if got := strings.Join(service.calls[2:], ", "); got != "/posts recent, /posts recent 1, /posts recent 2" {
		t.Fatal(got)
	}
}

func TestTalksReadOnToo(t *testing.T) {
	service := full()
	silent := posting(1, 1)
	service.posts = [][]api.Post{silent, posting(3, 3)}
	s := at(t, service, talks)
	if s.talks.table.Len() != 0 {
		t.Fatalf("%d talks", s.talks.table.Len())
	}
	viewtest.Run(s, s.Do(keymap.Down))
	if s.talks.table.Len() != 2 {
		t.Fatalf("%d talks: where no video was read yet there is no way on", s.talks.table.Len())
	}
}

func TestSortingAllPostsIsFree(t *testing.T) {
	service := full()
	service.posts = [][]api.Post{posting(0, 4)} // 2 has no numbers
	s := at(t, service, posts)
	calls := len(service.calls)
	if s.Price(keymap.SortNext) != "free" {
		t.Fatal(s.Price(keymap.SortNext))
	}
	for _, want := range []string{
		"top_engagement 00 Cx1 03 02", "most_likes 03 Cx1 00 02", "most_views 03 Cx1 00 02", "most_comments 00 Cx1 03 02", "recent 00 Cx1 03 02",
	} {
		if out := s.Do(keymap.SortNext); view.As[*view.Ask](out) != nil || out.Cmd != nil {
			t.Fatal("asks for what is here")
		}
		if got := string(s.posts.sort) + " " + captions(s); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if len(service.calls) != calls {
		t.Fatal(service.calls[calls:])
	}
}

func TestSortingSomePostsAsksTheService(t *testing.T) {
	service := paged()
	s := at(t, service, posts)
	s.Do(keymap.Bottom)
	if s.Price(keymap.SortNext) != "≤1.25 cr" {
		t.Fatal(s.Price(keymap.SortNext))
	}
	out := s.Do(keymap.SortNext)
	if view.As[*view.Ask](out) == nil || s.posts.sort != api.SortRecent || len(s.posts.list) != 4 {
		t.Fatalf("before a yes: %+v by %s", view.As[*view.Ask](out), s.posts.sort)
	}
	service.posts[0] = posting(20, 4)
	viewtest.Run(s, out)
	if s.posts.sort != api.SortTopEngagement || len(s.posts.list) != 4 || s.posts.table.Cursor() != 0 || !strings.HasPrefix(captions(s), "Cx20") && !strings.HasPrefix(captions(s), "20") {
		t.Fatalf("by %s: %s at %d", s.posts.sort, captions(s), s.posts.table.Cursor())
	}
	if last := service.calls[len(service.calls)-1]; last != "/posts top_engagement" {
		t.Fatal(last)
	}
	s.Do(keymap.Bottom)
	viewtest.Run(s, s.Do(keymap.Down))
	if last := service.calls[len(service.calls)-1]; last != "/posts top_engagement 1" {
		t.Fatalf("a cursor holds for the sort it came with: %s", last)
	}
}

// A call that was declined or failed must leave the place and the order it
// would have changed.
func TestDeclinedAndFailedCallsChangeNothing(t *testing.T) {
	service := paged()
	s := at(t, service, posts)
	before := captions(s)
	s.Do(keymap.SortNext) // and no
	s.Do(keymap.Reload)   // and no
	service.refuse = viewtest.Broken()
	for _, a := range []keymap.Action{keymap.SortNext, keymap.Reload} {
		if out := viewtest.Run(s, s.Do(a)); !out.Toast.Bad || !strings.Contains(out.Toast.Text.String(), "could not be read") {
			t.Fatalf("%s fails in silence: %+v", a, out)
		}
	}
	service.refuse = nil
	if captions(s) != before || s.posts.sort != api.SortRecent || s.Price(keymap.SortNext) == "free" {
		t.Fatalf("by %s: %s, sorting is %s", s.posts.sort, captions(s), s.Price(keymap.SortNext))
	}
	s.Do(keymap.Bottom)
	viewtest.Run(s, s.Do(keymap.Down))
	if last := service.calls[len(service.calls)-1]; last != "/posts recent 1" || len(s.posts.list) != 8 {
		t.Fatalf("%s, %d posts", last, len(s.posts.list))
	}
}

func TestReloadTakesThePlaceOfWhatIsHere(t *testing.T) {
	service := paged()
	s := at(t, service, posts)
	s.Do(keymap.Bottom)
	viewtest.Run(s, s.Do(keymap.Down))
	service.posts[0] = posting(6, 2)
	viewtest.Run(s, s.Do(keymap.Reload))
	if len(s.posts.list) != 2 || s.posts.table.Cursor() != 0 {
		t.Fatalf("%s at %d", captions(s), s.posts.table.Cursor())
	}
	service.creator.Name = "Lena V."
	s.Do(keymap.PrevTab)
	s.Do(keymap.PrevTab)
	viewtest.Run(s, s.Do(keymap.Reload))
	if s.Title().String() != "Lena V." || s.Busy() != "" {
		t.Fatal(s.Title())
	}
}

// A screen that was closed and is opened again stands where it stood, for free.
func TestOpenedAgainItIsAsItWas(t *testing.T) {
	s := New(viewtest.On(t, full()), view.Page{Kind: view.Creator, ID: creatorID})
	if s.Loaded() {
		t.Fatal("nothing was loaded")
	}
	s = at(t, full(), posts)
	s.Close()
	if out := s.Init(); view.As[*view.Ask](out) != nil || out.Cmd != nil || s.tab != posts || !s.Loaded() {
		t.Fatalf("%+v on %s", out, tabNames[s.tab])
	}
	view.As[*view.Ask](s.Do(keymap.Reload)).Run()
	s.Close()
	if s.Busy() != "" || len(s.posts.list) != 3 {
		t.Fatalf("%s, %d posts", s.Busy(), len(s.posts.list))
	}
}

func TestAFailedTabTriesAgain(t *testing.T) {
	service := full()
	service.refuse = viewtest.Broken()
	s := at(t, service, overview)
	service.refuse = nil
	viewtest.Run(s, s.Do(keymap.Reload))
	if shown := viewtest.Draw(s, 80, 24); strings.Contains(shown, "could not be read") || !strings.Contains(shown, "Cooks on six days") {
		t.Fatal(shown)
	}
}

func TestTheHeadlineIsFree(t *testing.T) {
	env := viewtest.On(t, full())
	s := New(env, view.Page{Kind: view.Creator, ID: creatorID})
	if s.Title().String() != "Creator" {
		t.Fatal(s.Title())
	}
	env.Learn(view.Known{Creator: api.CreatorBasic{ID: creatorID, Name: "Lena Vogt"}, Platform: []api.SuggestionPlatform{{Username: "lenacooks"}}})
	if shown := viewtest.Draw(s, 80, 24); !strings.Contains(shown, "Lena Vogt  @lenacooks") || s.handle() != "@lenacooks" {
		t.Fatal(shown)
	}
}

func TestOpensTranscriptsOfWhatIsSpokenOnly(t *testing.T) {
	s := at(t, full(), posts)
	if s.Price(keymap.Open) != "" || s.Do(keymap.Open).Nav.Go || !s.reading() {
		t.Fatal("Enter on a post costs, or goes elsewhere: it shows the post in full")
	}
	for _, c := range []struct {
		price string
		page  view.Page
	}{
		{"0.5 cr", view.Page{Kind: view.Transcript, ID: "vid_0000000", Platform: api.VideoPlatform, Creator: creatorID}},
		{"", view.Page{}},
		{"5 cr", view.Page{Kind: view.Transcript, ID: "vid_0000002", Platform: api.PhotoPlatform, Creator: creatorID}},
	} {
		if got := s.Price(keymap.Open); got != c.price {
			t.Errorf("price %q, want %q", got, c.price)
		}
		if (s.Can(keymap.Open) == "") != (c.page != view.Page{}) {
			t.Errorf("%+v: %q", c.page, s.Can(keymap.Open))
		} else if c.page != (view.Page{}) && s.Do(keymap.Open).Nav.To != c.page {
			t.Errorf("opens %+v", s.Do(keymap.Open).Nav.To)
		}
		s.Do(keymap.Down)
	}
	if at(t, full(), overview).Can(keymap.Open) == "" {
		t.Error("opens something from the overview")
	}
}

func TestHandlesAndAddressesFollowTheTab(t *testing.T) {
	s := at(t, full(), overview)
	var opened string
	s.env.Browse = func(url string) tea.Cmd { opened = url; return nil }
	for _, want := range []string{
		"@lenacooks https://photoplatform.example/lenacooks", "@lenacooksvideo https://videoplatform.example/lenacooksvideo",
		"@lenacooks https://videos.example/0", "@lenacooks https://videos.example/0",
	} {
		if s.tab == profiles {
			s.Do(keymap.Down)
		}
		s.Do(keymap.Browse)
		if got := fmt.Sprint(view.As[*view.Copy](view.As[*view.Pick](s.Do(keymap.Copy)).Done(0, "")).Words) + " " + opened; got != want {
			t.Errorf("%s: %s, want %s", tabNames[s.tab], got, want)
		}
		viewtest.Run(s, s.Do(keymap.NextTab))
	}
	s.env.Browse = nil
	if s.Can(keymap.Browse) == "" {
		t.Error("opens a browser that is not there")
	}
}

func TestClicksTurnTabsAndSelectRows(t *testing.T) {
	s := at(t, full(), overview)
	tabs := strings.Split(viewtest.Draw(s, 120, 36), "\n")[1]
	x := len([]rune(tabs[:strings.Index(tabs, "Posts")]))
	viewtest.Run(s, s.Click(x, 1, 120, 36))
	if s.tab != posts || len(s.posts.list) != 3 {
		t.Fatalf("tab %s", tabNames[s.tab])
	}
	viewtest.Draw(s, 120, 36)
	s.Click(3, 6, 120, 36)
	if s.posts.table.Cursor() != 2 {
		t.Fatalf("row %d", s.posts.table.Cursor())
	}
	s.Click(3, 5, 120, 36)
	if s.Click(3, 5, 120, 36); !s.reading() {
		t.Fatal("a click on the selected post does not show it in full")
	}
	if out := s.Click(3, 6, 120, 36); out.Nav.Go || s.posts.table.Cursor() != 1 {
		t.Fatalf("a click in a post goes to the row that stood there: %+v, row %d", out, s.posts.table.Cursor())
	}
	s.Do(keymap.Cancel)
	for _, at := range [][2]int{{100, 8}, {3, 5}, {3, 30}, {119, 2}} {
		if out := s.Click(at[0], at[1], 120, 36); out.Nav.Go || s.posts.table.Cursor() != 1 || s.tab != posts {
			t.Errorf("%v: %+v, row %d", at, out, s.posts.table.Cursor())
		}
	}
}

func TestEveryBindingDoesSomethingOrSaysWhy(t *testing.T) {
	for name, s := range states(t) {
		s.env.Browse = func(string) tea.Cmd { return func() tea.Msg { return nil } }
		for b := range s.env.Keys.In(keymap.Creator) {
			if s.Can(b.Action) != "" {
				continue
			}
			before, was := viewtest.Draw(s, 120, 36), s.tab
			out := s.Do(b.Action)
			if viewtest.Draw(s, 120, 36) == before && out.Cmd == nil && view.As[*view.Ask](out) == nil && view.As[*view.Pick](out) == nil && !out.Nav.Go && out.Toast.Text.Empty() {
				t.Errorf("%s: %s does nothing and gives no reason", name, b.Action)
			}
			s.tab = was
		}
	}
}

// A video in which nothing is said, as the service told before, is not offered
// again.
func TestSilentTalksAreNotOfferedAgain(t *testing.T) {
	s := at(t, full(), talks)
	p := s.post()
	if s.Can(keymap.Open) != "" {
		t.Fatal(s.Can(keymap.Open))
	}
	s.env.Plan.Silent = map[string]string{plan.SilentKey(p.Platform, p.PlatformID): "nobody speaks"}
	if s.Can(keymap.Open) == "" || s.Price(keymap.Open) != "none" || !strings.Contains(viewtest.Draw(s, 120, 36), "none") {
		t.Fatal(viewtest.Draw(s, 120, 36))
	}
}
