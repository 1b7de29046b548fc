package importer

import (
	"maps"
	"slices"
	"time"

	"greenroom/service/importer/cells"
	"greenroom/service/importer/plan"
)

// days yields a row for each day of a table that has a column of figures for each: Jan 2024
// followers, Feb 2024 followers. A day of which a row says nothing has none.
type days struct {
	rows   records
	header []string
	named  []string // of the rows it yields: other columns, the day, and the figures
	others []int
	days   []string
	at     map[string][]int // the columns of a day's figures, -1 where it has none
	ahead  []record
}

// daysOf finds such columns below a header; nil where followers stand in one alone, or another
// column has the days.
func daysOf(header []string) *days {
	d := &days{header: header, at: map[string][]int{}}
	var figures []string
	followers := 0
	for i, cell := range header {
		day, rest, ok := cells.DayIn(cell)
		switch {
		case ok && plan.NamesNumber(rest):
			followers += count(plan.NamesOf(rest, plan.Followers))
			k := slices.Index(figures, rest)
			if k < 0 {
				k, figures = len(figures), append(figures, rest)
			}
			name := day.Format(time.DateOnly)
			for len(d.at[name]) <= k {
				d.at[name] = append(d.at[name], -1)
			}
			d.at[name][k] = i
		case plan.NamesOf(cell, plan.AsOf):
			return nil
		default:
			d.others, d.named = append(d.others, i), append(d.named, cell)
		}
	}
	if followers < 2 || len(d.at) < 2 {
		return nil
	}
	d.days = slices.Sorted(maps.Keys(d.at))
	d.named = slices.Concat(d.named, []string{"as of"}, figures)
	return d
}

func (d *days) next() (record, error) {
	for len(d.ahead) == 0 {
		row, err := d.rows.next()
		if err != nil {
			return row, err
		}
		d.part(row)
	}
	row := d.ahead[0]
	d.ahead = d.ahead[1:]
	return row, nil
}

// part makes rows of one.
func (d *days) part(row record) {
	if row.broken == "" {
		row.broken = misshapen(row.cells, len(d.header))
	}
	if row.broken != "" {
		d.ahead = append(d.ahead, row)
		return
	}
	if slices.Equal(row.cells, d.header) {
		d.ahead = append(d.ahead, record{line: row.line, cells: d.named})
		return
	}
	cell := func(i int) string {
		if i < 0 || i >= len(row.cells) {
			return ""
		}
		return row.cells[i]
	}
	for _, day := range append(d.days, "") {
		made, said := make([]string, 0, len(d.named)), false
		for _, i := range d.others {
			made = append(made, cell(i))
		}
		made = append(made, day)
		for _, i := range d.at[day] {
			_, known := cells.Known(cell(i))
			made, said = append(made, cell(i)), said || known
		}
		if said || day == "" && len(d.ahead) == 0 {
			d.ahead = append(d.ahead, record{line: row.line, cells: made})
		}
	}
}
