package report

import (
	"slices"
	"time"

	"greenroom/internal/sheet"
)

// widths are those of columns with long texts, in characters.
var widths = map[string]float64{"name": 26, "because": 44, "usual": 20, "match": 16, "safety": 26, "rules": 36, "payers": 36, "covered": 22, "languages": 20, "place": 16, "fee": 16, "note": 36, "handle": 20}

// Workbook is the report as sheets: two for people, and the values for machines.
func (r Report) Workbook() sheet.Workbook { return sheet.Workbook{Pages: append(r.People(), r.raw())} }

// People returns the sheets of creators with the ages of their values, and of the quotes.
func (r Report) People() []sheet.Page {
	w := r.words
	people := sheet.Page{Name: sheet.CreatorsPage, Columns: []sheet.Column{{Title: w.say("name"), Width: widths["name"]}, {Title: w.say("handle"), Width: widths["handle"]}}}
	var keys []string
	for _, key := range Keys() {
		if (key == "note" || key == "fee" || key == "rules") && !r.anybody(key) {
			continue
		}
		keys = append(keys, key)
		people.Columns = append(people.Columns, sheet.Column{Title: w.say("q." + key), Width: max(widths[key], 13)})
		if slices.Contains(dated, key) {
			people.Columns = append(people.Columns, sheet.Column{Title: w.say("age"), Width: 12})
		}
	}
	quotes := sheet.Page{Name: sheet.QuotesPage, Columns: []sheet.Column{{Title: w.say("name"), Width: 26}, {Title: w.say("quotes"), Width: 70}, {Title: w.say("from"), Width: 40}, {Title: w.say("quotes.at"), Width: 10}}}
	for _, c := range r.Creators {
		row := []any{c.Name, sheet.Link{Text: c.Handle, URL: c.URL}}
		for _, key := range keys {
			v := c.value(key)
			row = append(row, cellOf(v))
			if slices.Contains(dated, key) {
				row = append(row, r.Age(v))
			}
		}
		people.Rows = append(people.Rows, row)
		for _, q := range c.Quotes {
			quotes.Rows = append(quotes.Rows, []any{c.Name, q.Words, sheet.Link{Text: q.Source, URL: q.URL}, q.At})
		}
	}
	return []sheet.Page{people, quotes}
}

// raw is the sheet for machines, under the names that the importer reads back.
func (r Report) raw() sheet.Page {
	page := sheet.Page{Name: sheet.DataPage}
	for _, name := range []string{"name", "network", "handle", "verdict", "because", "followers", "engagement_percent", "match_score", "creator_id"} {
		page.Columns = append(page.Columns, sheet.Column{Title: name, Width: 16})
	}
	number := func(v Value) any { return sheet.Number(v.Number) }
	for i, c := range r.Creators {
		m := r.rows[i]
		page.Rows = append(page.Rows, []any{c.Name, string(m.Platform), m.Username, string(c.Verdict), c.Why, number(c.value("followers")), number(c.value("er")), number(c.value("match")), m.Creator})
	}
	return page
}

// dated are the questions whose answers age, each with a column for it: one for those that
// come from the same reading.
var dated = []string{"er", "lastpost", "match", "safety", "paid"}

// cellOf is a value as a cell: a number where it is one, else words.
func cellOf(v Value) any {
	switch {
	case v.Number == nil || !v.Known:
		return v.Text
	case v.Unit == Percent:
		return sheet.Percent(*v.Number)
	case v.Unit == Day:
		return sheet.Day(time.Unix(int64(*v.Number), 0).UTC())
	case v.Unit == Count:
		return *v.Number
	}
	return v.Text
}
