package shortlist

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

func all() view.Page      { return view.Page{Kind: view.Shortlists} }
func one(n int) view.Page { return view.Page{Kind: view.Shortlist, ID: viewtest.ID(n)} }

// states are the screens in every state they have.
func states(t *testing.T) map[string]view.Screen {
	made := map[string]view.Screen{}
	add := func(name string, s *service, p view.Page) {
		screen, env := open[view.Screen](t, s, p)
		lena(env)
		made[name] = screen
	}
	add("lists", &service{lists: lists(12)}, all())
	add("none", &service{}, all())
	add("bare", &service{bare: true}, all())
	add("broken", &service{broken: true}, all())
	add("review", &service{lists: lists(3)}, one(1))
	add("missing", &service{}, one(1))
	add("hostile", &service{lists: []api.Shortlist{hostile()}}, all())
	add("hostile review", &service{lists: []api.Shortlist{hostile()}}, one(1))
	add("empty review", &service{lists: []api.Shortlist{{ID: viewtest.ID(1)}}}, one(1))
	for name, p := range map[string]view.Page{"loading": all(), "loading review": one(1)} {
		s := New(viewtest.On(t, &service{}), p)
		s.Init()
		t.Cleanup(s.Close)
		made[name] = s
	}
	return made
}

func TestEveryStateFitsEverySize(t *testing.T) {
	for name, s := range states(t) {
		viewtest.Fits(t, name, s)
	}
}

func TestGoldens(t *testing.T) {
	for name, s := range states(t) {
		if strings.Contains(name, "hostile") {
			continue
		}
		viewtest.Goldens(t, strings.ReplaceAll(name, " ", "-"), viewtest.Styled(s))
	}
}

func TestFurtherPagesAreReadAsTheEndComesNear(t *testing.T) {
	service := &service{lists: lists(60), page: 25}
	s, _ := open[*index](t, service, all())
	s.Render(80, 24)
	if n := len(s.lists); n != 25 || len(service.calls) != 1 {
		t.Fatalf("%d shortlists after %v", n, service.calls)
	}
	for range 3 {
		viewtest.Run(s, s.Do(keymap.Bottom))
	}
	if n := len(s.lists); n != 60 || len(service.calls) != 3 {
		t.Fatalf("%d shortlists after %v", n, service.calls)
	}
	viewtest.Run(s, s.Do(keymap.Reload))
	if n := len(s.lists); n != 25 {
		t.Fatalf("%d shortlists after reading again", n)
	}
}

func TestOpenByRowAndById(t *testing.T) {
	s, _ := open[*index](t, &service{lists: lists(3)}, all())
	s.Render(80, 24)
	s.Do(keymap.Down)
	if out := s.Do(keymap.Open); out.Nav.To != one(1) || !out.Nav.Go {
		t.Fatalf("%+v", out.Nav)
	}
	s.Do(keymap.Find)
	if _, _, ok := s.Cursor(80, 24); !ok || !s.Typing() {
		t.Fatal("nothing to type in")
	}
	s.Type(tea.PasteMsg{Content: "7f3c"})
	if out := s.Do(keymap.Accept); !out.Toast.Bad || out.Nav.Go || !s.Typing() {
		t.Fatalf("half an id: %+v", out)
	}
	s.Type(tea.PasteMsg{Content: strings.ToUpper(strings.TrimPrefix(viewtest.ID(2), "7f3c")) + " "})
	if out := s.Do(keymap.Accept); out.Nav.To != one(2) || s.Typing() {
		t.Fatalf("%+v", out)
	}
}

func TestAServiceWithoutListsOffersTheId(t *testing.T) {
	service := &service{bare: true, lists: lists(1)}
	s, _ := open[*index](t, service, all())
	drawn := viewtest.Draw(s, 80, 24)
	viewtest.Shows(t, "bare", drawn, "does not list shortlists", "i opens one by id")
	if s.Typing() || s.Can(keymap.Open) == "" { // a place never opens in a field
		t.Fatal(drawn)
	}
	s.Do(keymap.Find)
	if !s.Typing() || !strings.Contains(viewtest.Draw(s, 80, 24), "Type or paste an id") {
		t.Fatal(viewtest.Draw(s, 80, 24))
	}
}

func TestAMemberWhoIsKnownOpensFree(t *testing.T) {
	service := &service{lists: lists(2)}
	s, env := open[*review](t, service, one(1))
	lena(env)
	s.Render(80, 24)
	if out := s.Do(keymap.Open); view.As[*view.Ask](out) != nil || out.Nav.To != (view.Page{Kind: view.Creator, ID: viewtest.ID(900)}) {
		t.Fatalf("%+v", out)
	}
	if s.Price(keymap.Open) != "0.1 cr" || !strings.Contains(viewtest.Draw(s, 80, 24), "48.2K") {
		t.Fatal(viewtest.Draw(s, 80, 24))
	}
}

func TestAMemberIsLookedUpByTheExactHandle(t *testing.T) {
	service := &service{lists: lists(2), known: []api.Suggestion{
		{ID: viewtest.ID(1), Name: "Other", Platforms: []api.SuggestionPlatform{{Platform: api.VideoPlatform, Username: "potsandpans2"}}},
		{ID: viewtest.ID(2), Name: "Namesake", Platforms: []api.SuggestionPlatform{{Platform: api.PhotoPlatform, Username: "potsandpans"}}},
		{ID: viewtest.ID(3), Name: "Pots", Platforms: []api.SuggestionPlatform{{Platform: api.VideoPlatform, Username: "PotsAndPans"}}},
	}}
	s, env := open[*review](t, service, one(1))
	s.Render(80, 24)
	s.Do(keymap.Down)
	if s.Price(keymap.Open) != "≤0.15 cr" {
		t.Fatalf("price %q", s.Price(keymap.Open))
	}
	if out := viewtest.Run(s, s.Do(keymap.Open)); out.Nav.To != (view.Page{Kind: view.Creator, ID: viewtest.ID(3)}) {
		t.Fatalf("%+v", out)
	}
	if env.Known[viewtest.ID(3)].Creator.Name != "Pots" || s.Price(keymap.Open) != "0.1 cr" {
		t.Fatalf("%+v", env.Known)
	}
	calls := len(service.calls)
	if out := s.Do(keymap.Open); view.As[*view.Ask](out) != nil || !out.Nav.Go || len(service.calls) != calls {
		t.Fatal("asked again for who is known")
	}
}

func TestAMemberNobodyKnowsIsExplained(t *testing.T) {
	s, _ := open[*review](t, &service{lists: lists(2)}, one(1))
	s.Render(80, 24)
	if out := viewtest.Run(s, s.Do(keymap.Open)); !out.Toast.Bad || !strings.Contains(out.Toast.Text.String(), "@lenacooks") || out.Nav.Go {
		t.Fatalf("%+v", out)
	}
	s.Do(keymap.Bottom)
	if why := s.Can(keymap.Open); !strings.Contains(why, "one character") {
		t.Fatalf("%q", why)
	}
}

func TestMissingShortlistExplains(t *testing.T) {
	s, _ := open[*review](t, &service{}, one(1))
	viewtest.Shows(t, "a missing shortlist", viewtest.Draw(s, 80, 24), "Shortlist not found", "There is no such shortlist.", "r reloads it")
}

func TestALongBriefScrollsAndTheMemberComesIntoView(t *testing.T) {
	l := shortlist(1)
	l.Brief = strings.Repeat("A line of the brief.\n", 60)
	s, _ := open[*review](t, &service{lists: []api.Shortlist{l}}, one(1))
	if strings.Contains(viewtest.Draw(s, 80, 24), "@lenacooks") {
		t.Fatal("the brief is not that long")
	}
	s.Do(keymap.Down)
	if !strings.Contains(viewtest.Draw(s, 80, 24), "@potsandpans") {
		t.Fatal(viewtest.Draw(s, 80, 24))
	}
	s.Do(keymap.Bottom)
	if !strings.Contains(viewtest.Draw(s, 80, 24), "Budget is tight.") {
		t.Fatal(viewtest.Draw(s, 80, 24))
	}
	y := 0
	for i, line := range s.Render(80, 24) {
		if strings.Contains(line, "@lenacooks") {
			y = i
		}
	}
	s.Click(5, y, 80, 24)
	if s.table.Cursor() != 0 {
		t.Fatal("the click selected another member")
	}
	s.Do(keymap.Top)
	if !strings.Contains(viewtest.Draw(s, 80, 24), " Brief") {
		t.Fatal(viewtest.Draw(s, 80, 24))
	}
}

// A shortlist of the service gives its creators to other places, and says why it
// cannot be changed itself.
func TestAShortlistOfTheServiceIsTakenFromHere(t *testing.T) {
	r, env := open[*review](t, &service{lists: lists(2)}, one(1))
	lena(env)
	chosen, all := r.Chosen(), r.Group()
	if len(chosen) != 1 || chosen[0].Creator != viewtest.ID(900) || chosen[0].Name != "Lena Vogt" || chosen[0].Username != "lenacooks" {
		t.Fatalf("%+v", chosen)
	}
	if len(all) != 3 || all[1].Creator != "" || all[1].Name != "@potsandpans" || all[1].Platform != api.VideoPlatform {
		t.Fatalf("%+v", all)
	}
	table := r.sheet()
	if len(table.Rows) != 3 || table.Rows[0][0] != "Lena Vogt" || table.Rows[1][2] != "potsandpans" || r.Can(keymap.Export) != "" {
		t.Fatalf("%+v", table)
	}
	if out := r.Do(keymap.Export); view.As[*view.Pick](out) == nil {
		t.Fatalf("%+v", out)
	}
	for _, s := range []view.Foreigner{r, func() view.Foreigner {
		x, _ := open[*index](t, &service{lists: lists(2)}, view.Page{Kind: view.Shortlists})
		return x
	}()} {
		if s.Foreign(keymap.Review) == "" || s.Foreign(keymap.Search) != "" {
			t.Errorf("%T: %q", s, s.Foreign(keymap.Review))
		}
	}
}

// The notes of a list on the service have those on each creator in them: while others look
// on they stay masked, and the brief says nobody's address. What is taken over is whole.
func TestNotesStayMaskedWhileOthersLookOn(t *testing.T) {
	l := api.Shortlist{Brief: "Oat drinks. Questions to anna@client.example", Notes: "Mia: yes difficult on the phone"}
	c := contentOf(&view.Frame{Stage: true}, l)
	if c.notes[0].String() != "•••" || c.brief[0].String() != "Oat drinks. Questions to a•••@client.example" || c.asked != l.Brief {
		t.Errorf("%v %v %q", c.notes, c.brief, c.asked)
	}
}
