package search

import (
	"net/http"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
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
	for _, want := range []string{"Ana Kim", "1.2M", "Germany 318", "photo 4,000", "1m- 12", "4,318 in all", "everybody in your store"} {
		if !strings.Contains(drawn, want) {
			t.Errorf("no %q in\n%s", want, drawn)
		}
	}
	if asked != "GET "+api.CataloguePath || s.typing || strings.Contains(drawn, "confidence") {
		t.Errorf("asked %s, typing %t:\n%s", asked, s.typing, drawn)
	}
}
