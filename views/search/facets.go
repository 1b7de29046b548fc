package search

import (
	"strings"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/internal/each"
	"greenroom/internal/english"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// mostFacets limits the groups of one kind that are named; the line ends where there is no
// more room.
const mostFacets = 4

// browsing: everything is listed, and no query is being written.
func (s *Screen) browsing() bool {
	return s.found.facets != nil && s.query() == s.found.query && !s.typing
}

// listed: the rows are everybody, or those on whom conditions hold, and were not
// searched for.
func (s *Screen) listed() bool {
	_, ok := client.OfEverything(s.found.id)
	return ok
}

// group is one facet, with the condition that it is.
type group struct {
	kind  string
	name  text.Text
	count int
	where func(*client.CatalogueParams)
}

// groups are all facets: networks, sizes, countries and languages.
func (s *Screen) groups() []group {
	f := s.found.facets
	var all []group
	add := func(kind string, facets []api.Facet, name func(string) string, where func(p *client.CatalogueParams, v string)) {
		for _, g := range facets {
			all = append(all, group{kind, text.Clean(name(g.Value)), g.Count, func(p *client.CatalogueParams) { where(p, g.Value) }})
		}
	}
	add("network", f.Networks, func(v string) string { return view.Network(api.Platform(v)).String() }, func(p *client.CatalogueParams, v string) { p.Platforms = []api.Platform{api.Platform(v)} })
	add("followers", f.Sizes, func(v string) string { return reachText(reachOf(v)).String() }, func(p *client.CatalogueParams, v string) { p.Followers = reachOf(v) })
	add("country", f.Countries, english.Country, func(p *client.CatalogueParams, v string) { p.Countries = []string{v} })
	add("language", f.Languages, english.Language, func(p *client.CatalogueParams, v string) { p.Languages = []string{v} })
	return all
}

// reachOf is the range that a group of sizes is called by: "10k-100k", "1m-". Its end
// belongs to the next one.
func reachOf(v string) api.Range {
	low, high, _ := strings.Cut(v, "-")
	var r api.Range
	if n, ok := plan.Quantity(low); ok && n > 0 {
		r.Min = &n
	}
	if n, ok := plan.Quantity(high); ok {
		n--
		r.Max = &n
	}
	return r
}

// reachText tells such a range: "10K to 100K", "from 1M"; nothing where it is none.
func reachText(r api.Range) text.Text {
	switch low, high := r.Min, r.Max; {
	case low != nil && high != nil:
		return text.Format("%s to %s", text.CountOf(low), text.CountOf(high))
	case low != nil:
		return text.Format("from %s", text.CountOf(low))
	case high != nil:
		return text.Format("up to %s", text.CountOf(high))
	}
	return text.Text{}
}

// narrow asks for a group, and opens the list of it on top of this one.
func (s *Screen) narrow() view.Out {
	groups := s.groups()
	p := view.Pick{Title: text.Const("Show only"), None: text.Const("No creator in your store has a network, size, country or language yet."),
		Items: each.Of(groups, func(g group) text.Text {
			return text.Format("%s · %s · %s", g.kind, g.name, text.Plural(g.count, "creator", "creators"))
		})}
	p.Done = func(i int, _ string) view.Out {
		params, _ := client.OfEverything(s.found.id)
		groups[i].where(&params)
		return view.Open(view.Page{Kind: view.Search, ID: client.EverythingOf(params)})
	}
	return view.Out{Next: &p}
}

// narrowed are the conditions on those who are listed; nothing where it is everybody.
func (s *Screen) narrowed() text.Text {
	p, _ := client.OfEverything(s.found.id)
	all := each.Of(p.Platforms, view.Network)
	if reach := reachText(p.Followers); !reach.Empty() {
		all = append(all, text.Format("%s followers", reach))
	}
	names := append(each.Of(p.Countries, english.Country), each.Of(p.Languages, english.Language)...)
	return text.Join(append(all, each.Of(names, text.Clean)...), text.Const(" · "))
}

// facetRuns say on whom the list is narrowed, and how many there are of each network,
// size, country and language: what a list of everything has instead of conditions.
func (s *Screen) facetRuns() []widget.Run {
	st := s.env.Styles
	var runs []widget.Run
	if only := s.narrowed(); !only.Empty() {
		runs = append(runs, widget.Run{Text: text.Format("  only %s", only), Style: st.Accent})
	}
	kind, of := "", 0
	for _, g := range s.groups() {
		gap := text.Const("  ")
		if g.kind != kind {
			if kind, of = g.kind, 0; len(runs) > 0 {
				gap = text.Const("  ·  ")
			}
		}
		if of++; of > mostFacets {
			continue
		}
		runs = append(runs, widget.Run{Text: text.Format("%s%s ", gap, g.name), Style: st.Text},
			widget.Run{Text: text.Thousands(int64(g.count)), Style: st.Dim})
	}
	return runs
}
