package search

import (
	"cmp"
	"math"
	"strconv"

	"greenroom/api"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// Tell is the query, what came of it, what was understood and what it costs, the rows,
// and all that is known of the selected one.
func (s *Screen) Tell() []view.Fact {
	head := text.Const("Search")
	switch {
	case s.found.query != "":
		head = text.Format("Search: %s", s.found.query)
	case s.listed():
		head = text.Const("All creators in your store")
	}
	out := []view.Fact{view.Head(head)}
	if s.filter.typing {
		out = append(out, view.Field(text.Const("filter"), &s.filter.input))
	}
	if v := s.query(); s.typing || v != s.found.query || v == "" || s.found.id == "" {
		out = append(out, view.Field(text.Const("query"), &s.input))
	}
	rows := len(s.found.rows) > 0
	if rows {
		out = append(out, view.Runs(s.foot(math.MaxInt)...))
	} else {
		out = append(out, view.Blocked(s.whyEmpty)...)
	}
	out = append(out, s.tellReading()...)
	if rows {
		out = append(out, s.tellRows()...)
	}
	return out
}

// tellReading tells the reading of the query, and the price of the next search.
func (s *Screen) tellReading() []view.Fact {
	if s.browsing() {
		return []view.Fact{view.Runs(s.facetRuns()...)}
	}
	r, known := s.reading()
	if !known {
		return []view.Fact{view.Runs(s.unread()), view.Runs(s.price()...)}
	}
	understood := view.Fact{Label: text.Const("understood")}
	for i, c := range r.chips {
		understood.Children = append(understood.Children, view.Fact{Value: c.label, Here: i == s.chip})
	}
	var out []view.Fact
	if len(r.chips) > 0 {
		out = append(out, understood)
	}
	found := view.Sentences(r.found.Text)
	if s.input.Selected() { // a line that is read is written anew anyway
		found = view.Asked(found)
	}
	return append(append(out, found...), view.Runs(s.price()...))
}

// tellRows are the rows, each in short too.
func (s *Screen) tellRows() []view.Fact {
	out, at := view.Rows(&s.table, view.Blocked(s.about)...), 0
	for i := range out {
		if out[i].Kind != view.Row {
			continue
		}
		r := &s.found.rows[s.found.shown[at]]
		out[i].Said, out[i].Exact = s.short(r), exact(r)
		at++
	}
	return out
}

// short is a row in a line: who, where, how large and how lively, how well it fits and how
// old the numbers are.
func (s *Screen) short(r *row) text.Text {
	p := cmp.Or(r.result.PrimaryProfile, &api.ProfileSummary{})
	who := text.List(text.Const(", "), r.name, text.When(p.IsVerified, "verified"), r.place, listedCell(s, r).Text)
	fit := fitCell(s, r)
	return text.Format("%s. %s followers, %s engagement%s%s", who, r.followers, r.rate, text.When(!s.listed(), ". Fit %s, %s", fit.Text, fit.More),
		text.When(p.DataUpdatedAt != nil, ". Numbers %s", text.AgeOf(p.DataUpdatedAt, s.env.Now)))
}

// exact are the numbers of a row to the last digit.
func exact(r *row) text.Text {
	p := r.result.PrimaryProfile
	if p == nil {
		return text.Text{}
	}
	var some []text.Text
	if p.Followers != nil {
		some = append(some, text.Format("exactly %s followers", text.Thousands(*p.Followers)))
	}
	if p.EngagementRate != nil {
		some = append(some, text.Format("exactly %s%% engagement by followers", strconv.FormatFloat(*p.EngagementRate, 'f', -1, 64)))
	}
	return text.Join(some, text.Const(", "))
}

// Tell is which columns there are, which are shown, and what they sort by.
func (c *chooser) Tell() []view.Fact {
	return append([]view.Fact{view.Head(text.Const("Columns"))}, view.Rows(&c.table)...)
}
