package view_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/views/viewtest"
)

// Where nobody is known to live that is said of each place, and what is offered goes without all of them.
func TestPlacesWhereNobodyLives(t *testing.T) {
	lives := map[string]int{"Singapore": 10, "Berlin": 90}
	service := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked api.SearchRequest
		_ = json.NewDecoder(r.Body).Decode(&asked)
		var p api.SearchPreview
		in := &p.Interpretation
		for _, place := range []string{"Hong Kong", "Taiwan", "Singapore", "Berlin"} {
			if strings.Contains(asked.Query, place) {
				in.Filters = append(in.Filters, api.Filter{Field: api.FieldLocation, Op: "eq", Value: place, Text: place})
				p.FilteredTotal += lives[place]
			}
		}
		if strings.Contains(asked.Query, "beauty") {
			in.Topics = []string{"beauty"}
		}
		switch {
		case len(in.Filters) == 0:
			p.FilteredTotal, p.GoodMatches, in.MayMatch = 722, 25, &api.MayMatch{Total: 22}
		case p.FilteredTotal > 50:
			p.GoodMatches = 5
		case p.FilteredTotal == 0 && len(in.Topics) == 0: // the homes of three are not known
			p.FilteredTotal, in.MayMatch = 3, &api.MayMatch{Total: 3}
		}
		w.Header().Set("Content-Type", "application/json")
		viewtest.Answer(w, map[string]any{"data": p})
	})
	for query, want := range map[string]string{
		"beauty creators in Hong Kong":              "Nobody held here is known to live in Hong Kong. without “Hong Kong”: 700 match, 25+ good, 22 more may match, up to 0 cr",
		"beauty creators in Hong Kong or Taiwan":    "Nobody held here is known to live in Hong Kong or Taiwan. without “Hong Kong”, “Taiwan”: 700 match, 25+ good, 22 more may match, up to 0 cr",
		"beauty creators in Hong Kong or Berlin":    "Nobody held here is known to live in Hong Kong.",
		"beauty creators in Hong Kong or Singapore": "Nobody held here is known to live in Hong Kong.",
		"beauty creators in Berlin":                 "",
	} {
		p, _, err := viewtest.On(t, service).Foresee(query, 25, true)(context.Background())
		got := p.SaysUnlived().String()
		if len(p.Relax) > 0 && p.FilteredTotal == 0 {
			got += " " + p.Relax[0].Says().String()
		}
		if err != nil || got != want {
			t.Errorf("%q: %q, %v", query, got, err)
		}
	}
}
