package search

import (
	"cmp"
	"math"

	"greenroom/api"
	"greenroom/internal/sheet"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// export asks for a format and a file for the rows on show. Of a store, whose end
// nobody walks to, they are those that were read, which it says.
func (s *Screen) export() view.Out {
	s.exporting = false
	if s.further() {
		return view.Export(s.sheet(), text.Format("of %s creators", text.Thousands(int64(s.found.filtered))))
	}
	return view.Export(s.sheet(), text.Const("creators"))
}

// sheet is the rows on show in their order and columns, with numbers as numbers.
func (s *Screen) sheet() sheet.Table {
	t := sheet.Table{Title: cmp.Or(s.found.query, "creators")}
	shown := s.shownFields()
	for _, f := range shown {
		t.Columns = append(t.Columns, f.id)
		if f.id == "creator" {
			t.Columns = append(t.Columns, "handle", "network", "creator_id")
		}
	}
	for _, at := range s.found.shown {
		r := &s.found.rows[at]
		var row []any
		for _, f := range shown {
			row = append(row, s.values(f, r)...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// values returns a column's values for a file.
func (s *Screen) values(f field, r *row) []any {
	p := r.result.PrimaryProfile
	switch f.id {
	case "creator":
		handle, network := "", ""
		if p != nil {
			handle, network = p.Username, string(p.Platform)
		}
		return []any{r.result.Creator.Name, handle, network, r.result.Creator.ID}
	case "fit":
		return []any{math.Round(r.result.Match.Score*1e4) / 1e4}
	case "followers", "engagement", "age":
		if p == nil {
			return []any{nil}
		}
		return []any{number(f.id, p)}
	}
	return []any{f.cell(s, r).Text.String()}
}

// number is nil where it is not known.
func number(id string, p *api.ProfileSummary) any {
	switch {
	case id == "followers":
		return sheet.Number(p.Followers)
	case id == "engagement":
		return sheet.Number(p.EngagementRate)
	case p.DataUpdatedAt != nil:
		return p.DataUpdatedAt.Format("2006-01-02")
	}
	return nil
}
