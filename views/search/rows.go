package search

import (
	"cmp"
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
		n.handle, n.followers, n.rate = view.Handle(p), text.CountOf(p.Followers), text.PercentOf(p.EngagementRate)
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
	for _, e := range view.Quotes(m) {
		glyph, _ := view.Ground(e.Provenance)
		quote := text.Format("%s %s", glyph, view.Quoted(f.Said(*e.EvidenceQuote), e.Machine))
		if !strings.HasPrefix(*e.EvidenceQuote, "#") {
			return quote
		}
		said = cmp.Or(said, quote)
	}
	if said.Empty() && len(m.Reasons) > 0 {
		return text.Format("○ %s", f.Said(m.Reasons[0]))
	}
	return said
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
	s.table.Breaks = s.sectionLines()
	s.table.SetLen(len(f.shown))
	if selected != nil {
		if i := slices.Index(f.shown, selected.at); i >= 0 {
			s.table.SetCursor(i)
		}
	}
}

// A section is a run of rows that match less than those above. Its word begins the reason
// that says what such a row lacks.
type section struct {
	word          string
	is            func(m api.Match) bool
	title, atTop  text.Text
	nothing, some text.Text // where a row says no reason, and where reasons differ
}

var sections = []section{
	{"weak match: ", func(m api.Match) bool { return m.LowConfidence && unknownOf(m) == "" }, text.Const("weaker matches"), text.Const("no good match"),
		text.Const("they match the query only in part"), text.Const("partial matches, each with its reason")},
	{"may match: ", func(m api.Match) bool { return unknownOf(m) != "" }, text.Const("may match"), text.Const("nobody is known to match; these may"),
		text.Const("something is unknown"), text.Const("something that is asked is unknown of each")},
}

// unknownOf tells what is unknown of a row that may match only: "size unknown".
func unknownOf(m api.Match) string { return lack(m, "may match: ") }

// lack returns the text of a reason behind a word.
func lack(m api.Match, word string) string {
	for _, r := range m.Reasons {
		if rest, ok := strings.CutPrefix(r, word); ok {
			return rest
		}
	}
	return ""
}

// sectionLines stand above the first row of each section and say what all of its rows lack,
// in the service's own order only.
func (s *Screen) sectionLines() (lines []widget.Break) {
	if !s.look.own() {
		return nil
	}
	for _, sec := range sections {
		var rows []int
		first := -1
		for i, at := range s.found.shown {
			if sec.is(s.found.rows[at].result.Match) {
				if rows = append(rows, at); first < 0 {
					first = i
				}
			}
		}
		if first < 0 {
			continue
		}
		label := sec.title
		if first == 0 {
			label = sec.atTop
		}
		label = text.Format("%s: %s", label, s.lacking(sec, rows))
		if n := s.found.may; n > 0 && sec.word == "may match: " {
			label = text.Format("%s (%s in all)", label, text.Thousands(int64(n)))
		}
		lines = append(lines, widget.Break{Before: first, Label: label})
	}
	return lines
}

// lacking tells what is unknown of all of these rows, as the service says it; where they
// lack different things each says so in its preview.
func (s *Screen) lacking(sec section, rows []int) text.Text {
	common := ""
	for _, at := range rows {
		switch why := lack(s.found.rows[at].result.Match, sec.word); {
		case why == "":
			return sec.nothing
		case common == "":
			common = why
		case common != why:
			return sec.some
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
	if all := view.Quotes(r.result.Match); len(all) > 0 {
		quote = *all[0].EvidenceQuote
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
