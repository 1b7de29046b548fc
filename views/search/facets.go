package search

import (
	"greenroom/api"
	"greenroom/internal/english"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// mostFacets is how many groups of one kind are named; the line ends where there
// is no more room.
const mostFacets = 4

// browsing: everything is listed, and no query is being written.
func (s *Screen) browsing() bool {
	return s.found.facets != nil && s.input.Value() == s.found.query && !s.typing
}

// facetRuns say how many there are of each network, size, country and language:
// what a list of everything has instead of conditions.
func (s *Screen) facetRuns() []widget.Run {
	f, st := s.found.facets, s.env.Styles
	var runs []widget.Run
	for _, kind := range []struct {
		groups []api.Facet
		name   func(string) text.Text
	}{
		{f.Networks, func(v string) text.Text { return view.Network(api.Platform(v)) }},
		{f.Sizes, func(v string) text.Text { return text.Clean(v) }},
		{f.Countries, func(v string) text.Text { return text.Clean(english.Country(v)) }},
		{f.Languages, func(v string) text.Text { return text.Clean(english.Language(v)) }},
	} {
		for i, g := range kind.groups {
			if i == mostFacets {
				break
			}
			gap := text.Const("  ")
			if i == 0 && len(runs) > 0 {
				gap = text.Const("  ·  ")
			}
			runs = append(runs, widget.Run{Text: text.Format("%s%s ", gap, kind.name(g.Value)), Style: st.Text},
				widget.Run{Text: text.Thousands(int64(g.Count)), Style: st.Dim})
		}
	}
	return runs
}
