package search

import (
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// row is a result made drawable once, when it arrived.
type row struct {
	result    api.SearchResult
	at        int // place in the service's order
	name      text.Text
	handle    text.Text
	followers text.Text
	rate      text.Text
	fit       text.Text
	why       text.Text
	place     text.Text // empty where the answer does not tell
	networks  text.Text
	since     string    // how it differs from the search before
	all       text.Text // all its words, for the local filter
}

func newRow(f *view.Frame, at int, r api.SearchResult) row {
	n := row{result: r, at: at, name: text.Clean(r.Creator.Name), followers: text.Unknown, rate: text.Unknown}
	if p := r.PrimaryProfile; p != nil {
		n.handle = text.Clean("@" + p.Username)
		if p.IsVerified {
			n.handle = text.Cat(n.handle, text.Const(" ✓"))
		}
		n.followers, n.rate = text.CountOf(p.Followers), text.PercentOf(p.EngagementRate)
	}
	n.fit = text.Format(".%02d", min(99, int(r.Match.Score*100+0.5)))
	n.why, n.place, n.networks = why(f, r.Match), text.Clean(view.PlaceIn(r.Match)), networks(r)
	n.all = text.Join([]text.Text{n.name, n.handle, n.why, n.place, n.networks}, text.Const(" "))
	return n
}

// networks are those that the answer names, in short.
func networks(r api.SearchResult) text.Text {
	var names []text.Text
	for _, p := range []*api.ProfileSummary{r.PrimaryProfile, r.RelevantProfile} {
		if p == nil {
			continue
		}
		if name := view.Network(p.Platform); !name.Empty() && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return text.Unknown
	}
	return text.Join(names, text.Const(" · "))
}

// why is the first ground of a match: a quote where there is one, its glyph
// telling what it rests on. A quote of hashtags says little; another goes first.
func why(f *view.Frame, m api.Match) text.Text {
	var said text.Text
	for _, e := range m.Evidence {
		if e.EvidenceQuote == nil {
			continue
		}
		glyph, _ := view.Ground(e.Provenance)
		quote := text.Format("%s “%s”", glyph, f.Said(*e.EvidenceQuote))
		if !strings.HasPrefix(*e.EvidenceQuote, "#") {
			return quote
		}
		if said.Empty() {
			said = quote
		}
	}
	if !said.Empty() {
		return said
	}
	if len(m.Reasons) > 0 {
		return text.Format("○ %s", f.Said(m.Reasons[0]))
	}
	return text.Text{}
}

// arrange filters and sorts what is shown; the selected creator stays selected.
func (s *Screen) arrange() {
	selected := s.selected()
	f := &s.found
	f.shown = f.shown[:0]
	for i := range f.rows {
		if s.filter.keeps(&f.rows[i]) {
			f.shown = append(f.shown, i)
		}
	}
	compare := s.look.comparing()
	slices.SortStableFunc(f.shown, func(a, b int) int { return compare(&f.rows[a], &f.rows[b]) })
	s.table.Columns = s.columns()
	s.table.Breaks = s.weakLine()
	s.table.SetLen(len(f.shown))
	if selected != nil {
		if i := slices.Index(f.shown, selected.at); i >= 0 {
			s.table.SetCursor(i)
		}
	}
}

// weakLine stands above the first weak match and says what is weak about them,
// in the service's own order only.
func (s *Screen) weakLine() []widget.Break {
	if !s.look.own() {
		return nil
	}
	for i, at := range s.found.shown {
		if !s.found.rows[at].result.Match.LowConfidence {
			continue
		}
		why := s.whyWeak(s.found.shown[i:])
		label := text.Format("weaker matches: %s", why)
		if i == 0 {
			label = text.Format("no good match: %s", why)
		}
		return []widget.Break{{Before: i, Label: label}}
	}
	return nil
}

// weakReason begins the reason that says what a weak match lacks.
const weakReason = "weak match: "

// whyWeak is what all of these rows lack, as the service says it; where they lack
// different things each says so in its preview.
func (s *Screen) whyWeak(rows []int) text.Text {
	common := ""
	for _, at := range rows {
		why := ""
		for _, r := range s.found.rows[at].result.Match.Reasons {
			if rest, ok := strings.CutPrefix(r, weakReason); ok {
				why = rest
				break
			}
		}
		switch {
		case why == "":
			return text.Const("they match the query only in part")
		case common == "":
			common = why
		case common != why:
			return text.Const("partial matches, each with its reason")
		}
	}
	return text.Clean(common)
}

// selected is the row under the cursor, nil without rows.
func (s *Screen) selected() *row {
	if i := s.table.Cursor(); i < len(s.found.shown) {
		return &s.found.rows[s.found.shown[i]]
	}
	return nil
}

// copying asks what of a result is copied.
func (r *row) copying() view.Out {
	p, quote := r.result.PrimaryProfile, ""
	for _, e := range r.result.Match.Evidence {
		if e.EvidenceQuote != nil {
			quote = *e.EvidenceQuote
			break
		}
	}
	line := text.Join([]text.Text{r.name, text.Clean("@" + p.Username), r.followers, r.rate, r.place, r.fit}, text.Const(" · "))
	return view.Copying(
		view.Copy{Name: text.Const("Handle"), Words: "@" + p.Username},
		view.Copy{Name: text.Const("Address"), Words: p.URL},
		view.Copy{Name: text.Const("Quote"), Words: quote},
		view.Copy{Name: text.Const("Row"), Words: line.String()},
		view.Copy{Name: text.Const("Command line"), Words: view.Command("creator", "@"+p.Username)})
}

func (s *Screen) tableRow(i int, buf []widget.Cell) widget.Row {
	r := &s.found.rows[s.found.shown[i]]
	for _, f := range s.look.drawn {
		buf = append(buf, f.cell(s, r))
	}
	return widget.Row{Marked: s.marks[r.result.Creator.ID], Cells: buf}
}
