package search

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// types writes letters into the query and returns the looks that begin a moment
// after each.
func types(s *Screen, words string) (looks []tea.Cmd) {
	for _, r := range words {
		looks = append(looks, s.Type(tea.KeyPressMsg{Code: r, Text: string(r)}).Cmd)
	}
	return looks
}

// While a query is typed what it would find stands above it: asked once, when the
// writer rests, and for nothing.
func TestWhatATypedQueryWouldFind(t *testing.T) {
	told := api.SearchPreview{Interpretation: *understood(), FilteredTotal: 1754, GoodMatches: 12, CreditsAtMost: 75 * api.Credit}
	service := &service{preview: &told}
	s := asking(viewtest.On(t, service))
	for _, look := range types(s, "vegan cooks") {
		viewtest.Run(s, view.Out{Cmd: look})
	}
	viewtest.Shows(t, "typed", viewtest.Draw(s, 120, 30), "12 good matches of 1,754", "verified ✕", "up to 75 cr")
	if len(service.calls) != 1 {
		t.Errorf("it was asked %d times", len(service.calls))
	}
	types(s, " x")
	if drawn := viewtest.Draw(s, 120, 30); strings.Contains(drawn, "12 good") {
		t.Errorf("what was told of another query stands there:\n%s", drawn)
	}
	told.GoodMatches = 0
	for _, look := range types(s, "y") {
		viewtest.Run(s, view.Out{Cmd: look})
	}
	viewtest.Shows(t, "nobody", viewtest.Draw(s, 120, 30), "no good match of 1,754")
	told.Interpretation = api.Interpretation{}
	for _, look := range types(s, "z") {
		viewtest.Run(s, view.Out{Cmd: look})
	}
	viewtest.Shows(t, "everybody", viewtest.Draw(s, 120, 30), "no conditions: finds all 1,754")
}

// A service that lacks the look is asked once, and the screen says nothing of it.
func TestAServiceWithoutTheLook(t *testing.T) {
	service := &service{}
	s := asking(viewtest.On(t, service))
	before := viewtest.Draw(s, 120, 30)
	for _, words := range []string{"v", "e"} {
		for _, look := range types(s, words) {
			viewtest.Run(s, view.Out{Cmd: look})
		}
	}
	if len(service.calls) != 1 {
		t.Errorf("it was asked %d times", len(service.calls))
	}
	s.input.SetValue("")
	if after := viewtest.Draw(s, 120, 30); after != before {
		t.Errorf("the screen changed:\n%s", after)
	}
}

// A search that found nobody names the words that kept everybody out.
func TestNobodyFoundNamesWhy(t *testing.T) {
	in := understood()
	in.Nearest = &api.Nearest{Without: "verified", Query: "vegan cooks in Berlin", FilteredTotal: 7}
	s := open(t, &service{pages: [][]api.SearchResult{{}}, interpretation: in})
	viewtest.Shows(t, "nobody", viewtest.Draw(s, 120, 30), "because of “verified”", "7 match", "vegan cooks in Berlin")
}
