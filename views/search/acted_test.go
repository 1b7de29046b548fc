package search

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// A session is opened, looked through, sorted, narrowed, marked and searched anew.
func TestADayOfSearching(t *testing.T) {
	service := &service{pages: [][]api.SearchResult{results()[:4], results()[4:]}, interpretation: understood()}
	s := New(viewtest.On(t, service), view.Page{Kind: view.Search, ID: sessionID, Query: query})
	s.env.Plan = &plan.State{Lists: []plan.List{{ID: "1", Name: "Oat drink", Members: []plan.Member{{Creator: viewtest.ID(1), Name: "Amara Obi", Verdict: plan.Yes}}}}, Last: "1"}
	on := sized{s}
	viewtest.Acted(t, s.env, on, 120, 30, viewtest.Step{Name: "it opens", Do: s.Init}, keymap.Down, keymap.Mark, keymap.Down, keymap.Down, keymap.MarkRange, keymap.Open, keymap.Copy, keymap.Browse, keymap.Charts,
		keymap.Preview, keymap.Preview, keymap.PreviewDown, keymap.PreviewUp, keymap.SortNext, keymap.SortNext, keymap.SortReverse, keymap.SortNext, keymap.SortNext, keymap.SortNext, keymap.Bottom, keymap.HalfUp, keymap.PageDown, keymap.Top,
		keymap.ClearMarks, keymap.LocalFilter, tea.PasteMsg{Content: "lena"}, keymap.Accept, keymap.Cancel, keymap.LocalFilter, tea.PasteMsg{Content: "followers>20k"}, keymap.Accept, keymap.LocalFilter, keymap.Cancel, keymap.Cancel,
		keymap.LocalFilter, tea.PasteMsg{Content: "nobody"}, keymap.Accept, keymap.Cancel, keymap.MoreResults, keymap.MoreResults, keymap.FewerResults, keymap.DropChip, keymap.Down, keymap.DropChip, keymap.Cancel, keymap.DropChip, keymap.DropChip,
		keymap.Reload, keymap.Export, 0, keymap.Choose, keymap.SaveView, keymap.TakeView,
		viewtest.Step{Name: "a click on a row", Do: func() view.Out { return s.Click(10, 8, 120, 30) }}, viewtest.Step{Name: "again", Do: func() view.Out { return s.Click(10, 8, 120, 30) }},
		viewtest.Step{Name: "a click on a title", Do: func() view.Out { return s.Click(40, 4, 120, 30) }}, viewtest.Step{Name: "the wheel", Do: func() view.Out { return s.Scroll(2) }},
		viewtest.Step{Name: "it breaks", Do: func() view.Out { service.refuse = viewtest.Broken(); return view.Out{} }}, keymap.Reload)
}

// A query is written, foreseen and searched for; the rows of a narrow pane.
func TestAQueryIsWritten(t *testing.T) {
	service := &service{pages: many(3), interpretation: losing("who dance", "fluently")}
	service.preview = &api.SearchPreview{Interpretation: *understood()}
	s := New(viewtest.On(t, service), view.Page{Kind: view.Search})
	on := sized{s}
	viewtest.Acted(t, s.env, on, 80, 22, keymap.Reload, keymap.EditQuery, tea.PasteMsg{Content: "vegan cooks\nin Berlin"}, keymap.Cancel, keymap.EditQuery, keymap.Accept, keymap.EditQuery, tea.PasteMsg{Content: " who dance fluently"}, keymap.Accept,
		keymap.Bottom, keymap.Bottom, keymap.Top, keymap.MoreResults, keymap.MoreResults, keymap.DropChip, keymap.DropChip, keymap.EditQuery,
		viewtest.Step{Name: "nothing is left of it", Do: func() view.Out { s.input.SetValue(""); return view.Out{} }}, keymap.Accept, keymap.Cancel, keymap.Mark, keymap.Down, keymap.Mark, keymap.Export)
}
