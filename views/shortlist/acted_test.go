package shortlist

import (
	"net/http"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// own are lists of the planner: one that was never sent, and one that the service has too.
func own(env *view.Env) {
	env.Plan = &plan.State{Lists: []plan.List{
		{ID: "sent", Name: "Sent pans", Remote: plan.Remote{ID: viewtest.ID(1), Version: 4, Sent: &plan.Sent{Proposed: []plan.Proposal{{ID: "p", Member: plan.Member{Creator: viewtest.ID(77), Name: "Kim"}}}}}, Changed: now.Add(-2 * time.Hour),
			Members: []plan.Member{{Name: "Lena Vogt", Verdict: plan.Yes, Platform: api.PhotoPlatform, Username: "lenacooks", Creator: viewtest.ID(900)}}},
		{ID: "here", Name: "Here alone", Changed: now.Add(-26 * time.Hour), Brief: plan.Brief{Query: "pans", Text: "Cooks with pans.\nNo fast food."}},
	}}
}

// Lists that stand here come first, the newest before, and those of the service that are
// among them only once.
func TestOwnListsAndThoseOfTheService(t *testing.T) {
	service := &service{lists: lists(60), page: 25}
	env := viewtest.On(t, service)
	own(env)
	s := New(env, all())
	s.(*index).Resume([]byte(`{"At":"` + viewtest.ID(3) + `"}`))
	viewtest.Acted(t, env, s, 120, 12, viewtest.Step{Name: "it is read", Do: s.Init}, keymap.Top, keymap.Open, keymap.Down, keymap.Open, keymap.Down, keymap.Open, keymap.Copy, keymap.TakeOver, keymap.Export,
		keymap.Find, tea.PasteMsg{Content: "7F3C"}, keymap.Accept, keymap.Cancel, keymap.Bottom, keymap.Reload,
		viewtest.Step{Name: "a click on the third row", Do: func() view.Out { return s.Click(9, 5, 120, 12) }}, viewtest.Step{Name: "the wheel", Do: func() view.Out { return s.Scroll(3) }},
		viewtest.Step{Name: "it breaks", Do: func() view.Out { service.broken = true; return s.Do(keymap.Reload) }})
}

func TestOwnListsWithoutAService(t *testing.T) {
	service := &service{bare: true}
	env := viewtest.On(t, service)
	own(env)
	s := New(env, all())
	viewtest.Acted(t, env, s, 80, 10, viewtest.Step{Name: "it is read", Do: s.Init},
		viewtest.Step{Name: "a list goes", Do: func() view.Out {
			env.Plan = &plan.State{Lists: env.Plan.Lists[:1]}
			return s.Update(view.Planned{})
		}}, keymap.Down,
		viewtest.Step{Name: "all go", Do: func() view.Out { env.Plan = &plan.State{}; return s.Update(view.Planned{}) }}, keymap.Find)
}

// shared is a service that keeps a sheet beside a shortlist.
type shared struct {
	service
	sheet  *api.SheetRecord
	refuse bool
}

func (s *shared) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case !strings.HasSuffix(r.URL.Path, "/sheet"):
		s.service.ServeHTTP(w, r)
	case s.refuse:
		viewtest.Refuse(w, api.ErrorBody{Code: api.CodeInternal, Message: "Something broke.", RequestID: "req_1"})
	case s.sheet == nil:
		http.NotFound(w, r)
	default:
		viewtest.Answer(w, api.One[api.SheetRecord]{Data: *s.sheet})
	}
}

func theirs(t *testing.T) *api.SheetRecord {
	t.Helper()
	n := int64(48_200)
	l := plan.List{ID: viewtest.ID(1), Name: "Theirs", Brief: plan.Brief{Text: "A brief."}, Members: []plan.Member{
		{Creator: viewtest.ID(5), Name: "Pots and Pans", Platform: api.VideoPlatform, Username: "potsandpans", Seen: &api.ProfileSummary{Platform: api.VideoPlatform, Username: "potsandpans", Followers: &n}},
		{Name: "@ida", Platform: api.PhotoPlatform, Username: "ida"}}}
	s, err := l.Sheet(map[string]plan.Facts{viewtest.ID(5): {}}, plan.With{})
	if err != nil {
		t.Fatal(err)
	}
	s.By = "Mia"
	return &api.SheetRecord{ID: viewtest.ID(1), Version: 7, Tag: "t", You: "planner", By: "Mia", UpdatedAt: now.Add(-time.Hour), Openings: []api.SheetOpening{}, Sheet: &s}
}

// A shortlist is read, looked through, and taken over with names and handles alone.
func TestAShortlistIsTakenOverBare(t *testing.T) {
	service := &shared{service: service{lists: lists(2)}}
	env := viewtest.On(t, service)
	lena(env)
	s := New(env, one(1))
	viewtest.Acted(t, env, s, 80, 16, keymap.TakeOver, viewtest.Step{Name: "it is read", Do: s.Init}, keymap.Down, keymap.Up, keymap.PageDown, keymap.HalfDown, keymap.HalfUp, keymap.PageUp, keymap.Bottom, keymap.Top, keymap.Copy, keymap.Find, keymap.Open, keymap.Bottom, keymap.Open,
		viewtest.Step{Name: "it is missing by now", Do: func() view.Out { service.lists = nil; return s.Do(keymap.Reload) }})
	out := s.Do(keymap.TakeOver)
	p := plan.State{Facts: map[string]plan.Facts{}}
	if err := out.Change.Edit(&p); err != nil || len(p.Lists) != 1 || p.Last != p.Lists[0].ID || p.Lists[0].Remote.ID != viewtest.ID(1) || p.Lists[0].Remote.Version != 2 || p.Lists[0].Remote.Sent != nil || !p.Lists[0].Changed.Equal(now) {
		t.Fatalf("%+v, %v", p, err)
	}
	l := p.Lists[0]
	if l.Name != "Spring pans 1" || l.Brief.Text != "Vegan cooks in Berlin who use a pan on most days.\nNo fast food." || len(l.Members) != 3 || l.Members[0].Creator != viewtest.ID(900) || out.Change.Then.To != (view.Page{Kind: view.Review, ID: l.ID}) ||
		out.Change.Said.String() != "Taken over: brief, names and handles; nothing else came with it. Its notes stay on the list of the service." || out.Change.Label != "Spring pans 1 taken over" {
		t.Errorf("%+v, %+v", l, out.Change)
	}
}

// What came with a list is known at once, and goes into the working copy.
func TestAColleaguesListIsTakenOverWhole(t *testing.T) {
	service := &shared{sheet: theirs(t)}
	env := viewtest.On(t, service)
	s := New(env, one(1))
	viewtest.Acted(t, env, s, 80, 12, viewtest.Step{Name: "it is read", Do: s.Init}, keymap.Open, keymap.Down, keymap.Open)
	if k := env.Known[viewtest.ID(5)]; k.Creator.Name != "Pots and Pans" || *k.Primary.Followers != 48_200 {
		t.Errorf("%+v", env.Known)
	}
	service.refuse = true
	if out := viewtest.Run(s, s.Do(keymap.TakeOver)); !out.Toast.Bad || !strings.HasPrefix(out.Toast.Text.String(), "Not taken over. ") || s.(*review).joining {
		t.Errorf("%+v", out.Toast)
	}
	service.refuse = false
	out := viewtest.Run(s, s.Do(keymap.TakeOver))
	p := plan.State{Facts: map[string]plan.Facts{}}
	if err := out.Change.Edit(&p); err != nil || len(p.Lists) != 1 || p.Lists[0].From == nil || p.Lists[0].From.By != "Mia" || p.Lists[0].Remote.Version != 7 {
		t.Fatalf("%+v, %v", p, err)
	}
	if said := out.Change.Said.String(); said != "Taken over with all that came with it: 2 creators. Nothing of it is paid for again. Mia decides it; your verdicts are a column of your own." {
		t.Error(said)
	}
	env.Plan = &p
	if out := s.Do(keymap.TakeOver); out.Nav.To != (view.Page{Kind: view.Review, ID: p.Lists[0].ID}) {
		t.Errorf("taken over twice: %+v", out)
	}
}

// What is pressed on a shortlist is what is drawn there, beside the words and among them.
func TestMembersArePressedWhereTheyAre(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {80, 9}, {140, 24}} {
		w, h := size[0], size[1]
		for _, down := range []int{0, 3, 99} {
			s, env := open[*review](t, &service{lists: lists(2)}, one(1))
			lena(env)
			s.Render(w, h)
			s.Scroll(down)
			for y := range h {
				lines := strings.Split(viewtest.Draw(s, w, h), "\n")
				want := -1
				for i, name := range []string{"Lena Vogt", "@potsandpans", "@x "} {
					if strings.Contains(lines[y], name) {
						want = i
					}
				}
				was := (s.table.Cursor() + 1) % 3
				s.table.SetCursor(was)
				if want < 0 {
					want = was
				} else if want == was {
					continue
				}
				s.Click(4, y, w, h)
				if got := s.table.Cursor(); got != want {
					t.Errorf("%v, %d down: line %d is member %d, drawn is %q", size, down, y, got, lines[y])
				}
			}
			for i := range 3 {
				s.table.SetCursor(i)
				s.Render(w, h)
				x, y, ok := s.Row(w, h)
				drawn := strings.Split(viewtest.Draw(s, w, h), "\n")
				if at := strings.Index(strings.Join(drawn, "\n"), "▸"); ok && y >= 0 && y < h && at >= 0 && !strings.Contains(drawn[y], "▸") {
					t.Errorf("%v, %d down: member %d is at %d, %d: %q", size, down, i, x, y, drawn[y])
				}
			}
		}
	}
}

// Of several creators with one account the first by id is meant, and figures of another
// account are not shown.
func TestWhoAMemberIs(t *testing.T) {
	s, env := open[*review](t, &service{lists: lists(2)}, one(1))
	m := s.list.members[0]
	if id, k := s.known(m); id != "" || k.Primary != nil {
		t.Errorf("nobody is known, and it is %s", id)
	}
	s.found[m] = "looked up"
	if id, _ := s.known(m); id != "looked up" {
		t.Error(id)
	}
	n := int64(5)
	for _, id := range []string{"b", "a", "c"} {
		env.Learn(view.Known{Creator: api.CreatorBasic{ID: id}, Platform: []api.SuggestionPlatform{{Platform: m.platform, Username: strings.ToUpper(m.username)}}, Primary: &api.ProfileSummary{Platform: api.VideoPlatform, Username: m.username, Followers: &n}})
	}
	if id, k := s.known(m); id != "a" || k.Primary != nil {
		t.Errorf("%s, %+v", id, k.Primary)
	}
}
