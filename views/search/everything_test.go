package search

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// A store of one's own opens as a list of everybody: by reach, with its groups, for
// nothing, and no key is taken for a query.
func TestEverybodyIsBrowsed(t *testing.T) {
	country, followers := "DE", int64(1_200_000)
	asked := ""
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.Method + " " + r.URL.Path
		viewtest.Answer(w, api.CataloguePage{
			Data: []api.ListedCreator{{Creator: api.CreatorBasic{ID: "5d1c0a52-9d1e-4b6a-8f00-000000000002", Name: "Ana Kim"}, Country: &country,
				PrimaryProfile: &api.ProfileSummary{Platform: api.PhotoPlatform, Username: "ana.k", Followers: &followers}}},
			FilteredTotal: 4318,
			Facets:        &api.Facets{Networks: []api.Facet{{Value: "photoplatform", Count: 4000}}, Countries: []api.Facet{{Value: "DE", Count: 318}}, Sizes: []api.Facet{{Value: "1m-", Count: 12}}},
		})
	})
	s := New(viewtest.On(t, handler), view.Page{Kind: view.Search, ID: client.Everything})
	viewtest.Run(s, s.Init())
	drawn := viewtest.Draw(s, 140, 20)
	for _, want := range []string{"Ana Kim", "1.2M", "Germany 318", "photo 4,000", "from 1M 12", "4,318 in total", "your store, free"} {
		if !strings.Contains(drawn, want) {
			t.Errorf("no %q in\n%s", want, drawn)
		}
	}
	if asked != "GET "+api.CataloguePath || s.typing || strings.Contains(drawn, "confidence") || strings.Contains(drawn, "Fit") || slices.Contains(s.sheet().Columns, "fit") {
		t.Errorf("asked %s, typing %t:\n%s", asked, s.typing, drawn)
	}
}

// A group is chosen by its letters, and the list of it stands on top of everybody,
// where it can be narrowed further.
func TestGroupsNarrowEverybody(t *testing.T) {
	asked := ""
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.Query().Encode()
		viewtest.Answer(w, api.CataloguePage{
			Data:   []api.ListedCreator{{Creator: api.CreatorBasic{ID: viewtest.ID(1), Name: "Ana Kim"}}},
			Facets: &api.Facets{Networks: []api.Facet{{Value: "photoplatform", Count: 2}}, Countries: []api.Facet{{Value: "DE", Count: 1}}, Sizes: []api.Facet{{Value: "10k-100k", Count: 1}}},
		})
	})
	s := New(viewtest.On(t, handler), view.Page{Kind: view.Search, ID: client.Everything})
	viewtest.Run(s, s.Init())
	for _, step := range []struct{ words, asked, shown string }{
		{"country · Germany", "country=DE&facets=true&limit=100", "only Germany"},
		{"followers · 10K to 100K", "country=DE&facets=true&limit=100&max_followers=99999&min_followers=10000", "only 10K to 100K followers · Germany"},
		{"network · photo", "country=DE&facets=true&limit=100&max_followers=99999&min_followers=10000&platform=photoplatform", "only photo"},
	} {
		if why := s.Can(keymap.DropChip); why != "" {
			t.Fatal(why)
		}
		pick := view.As[*view.Pick](s.Do(keymap.DropChip))
		i := slices.IndexFunc(pick.Items, func(it text.Text) bool { return strings.HasPrefix(it.String(), step.words) })
		s = New(s.env, pick.Done(i, "").Nav.To)
		viewtest.Run(s, s.Init())
		if asked != step.asked {
			t.Errorf("%s asks %s", step.words, asked)
		}
		viewtest.Shows(t, step.words, viewtest.Draw(s, 140, 20), step.shown, "Ana Kim")
	}
	if _, ok := client.OfEverything("everything-else"); ok {
		t.Error("the id of a search is taken for everybody")
	}
}

// Nobody walks to the end of a store: a filter says of how many rows it speaks, and an
// export does.
func TestAFilterOfAStoreSaysOfHowMany(t *testing.T) {
	calls := 0
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := api.CataloguePage{FilteredTotal: 4318}
		for i := range 40 {
			p.Data = append(p.Data, api.ListedCreator{Creator: api.CreatorBasic{ID: viewtest.ID(40*calls + i), Name: "Ana Kim"}})
		}
		calls++
		next := fmt.Sprint(calls)
		p.HasMore, p.NextCursor = true, &next
		viewtest.Answer(w, p)
	})
	s := New(viewtest.On(t, handler), view.Page{Kind: view.Search, ID: client.Everything})
	viewtest.Run(s, s.Init())
	loaded := len(s.found.rows)
	filter(s, "kim")
	viewtest.Run(s, s.Do(keymap.SortNext))
	drawn := viewtest.Draw(s, 140, 20)
	if want := fmt.Sprintf("of the %d loaded", loaded); !strings.Contains(drawn, want) || len(s.found.rows) != loaded || loaded > 80 {
		t.Fatalf("%d rows, then %d, no %q in\n%s", loaded, len(s.found.rows), want, drawn)
	}
	if out := s.Do(keymap.Export); view.As[*view.Pick](out) == nil || s.exporting {
		t.Fatal("the export waits for an end that is not there")
	}
}
