package plan

import (
	"slices"
	"time"

	"greenroom/service/importer/cells"
)

// settleDays decides which column says when the numbers of its row were true. A header
// alone says so only in full ("as of"): under "last seen" or "date" may stand any day. The
// second witness are the numbers, which differ from day to day, or the days, which lie
// close together where figures were collected at once.
func (p *Plan) settleDays() error {
	if list := p.Of(AsOf, ""); len(list) > 0 {
		i, c, of := list[0], p.Columns[list[0]], p.table.columns[list[0]]
		if c.Sure == SureTold || of.called(AsOf) >= 0.9 || p.series(i) || of.called(AsOf) >= 0.8 && of.together() {
			return nil
		}
		p.drop(i, "nothing but its header says that its days are those of the numbers; if they are, say --map "+quoted("as_of="+c.Header))
		return nil
	}
	for _, c := range p.table.columns {
		if p.Columns[c.index].Why == unknownHeader && c.share("time") >= 0.95 && p.series(c.index) {
			p.use(c.index, AsOf, "", SureGuess)
			break
		}
	}
	return nil
}

// series holds where rows of one account tell other followers at other times, and never
// at the same.
func (p *Plan) series(index int) bool {
	handles, followers := p.Of(Username, ""), p.Of(Followers, "")
	if len(handles) == 0 || len(followers) == 0 {
		return false
	}
	first, differ := map[string][]string{}, false
	for _, row := range p.table.sample {
		if max(handles[0], followers[0], index) >= len(row) {
			continue
		}
		before, again := first[row[handles[0]]]
		changed := again && before[followers[0]] != row[followers[0]]
		if changed && before[index] == row[index] {
			return false // its times do not tell them apart
		}
		differ = differ || changed
		first[row[handles[0]]] = row
	}
	return differ
}

// Series holds for accounts on networks that each row names or all have in common, whose only
// numbers are followers in the last column, of the days in the one before.
func (p *Plan) Series() bool {
	last := len(p.Columns) - 1
	return p.Kind == Creators && p.Networks == nil && p.Columns[last].Field == Followers && p.Columns[last-1].Field == AsOf &&
		!slices.ContainsFunc(p.Columns[:last], func(c Column) bool { return slices.Contains(measured, c.Field) })
}

// collecting is the time people take to collect the figures of a list.
const collecting = 7 * 24 * time.Hour

// together holds for days that lie close together, in whatever order they are written.
func (c *column) together() bool {
	return len(c.cells) > 0 && slices.ContainsFunc([]cells.Order{cells.DayFirst, cells.MonthFirst, cells.YearFirst}, func(o cells.Order) bool {
		var days []time.Time
		for _, cell := range c.cells {
			if at, ok := cells.Date(cell, o); ok {
				days = append(days, at)
			}
		}
		return len(days) == len(c.cells) && slices.MaxFunc(days, time.Time.Compare).Sub(slices.MinFunc(days, time.Time.Compare)) <= collecting
	})
}
