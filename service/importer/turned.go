package importer

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"greenroom/service/importer/cells"
	"greenroom/service/importer/plan"
	"greenroom/service/media"
)

// Ways in which a table is turned before it is read.
const (
	turnedLong  = "each row holds one figure, and the rows of an account are joined"
	turnedDays  = "its columns of days are rows, one for each account and day"
	turnedAside = "its rows are fields and its columns accounts, and it is read sideways"
)

// peeked is the number of lines of a table looked at to see which way round it is.
const peeked = 60

// mostTurned limits the cells of a table that is turned in memory.
const mostTurned = 5_000_000

// mostOfDays limits the bytes of a table whose columns of days are rows: each number is a row of its own.
const mostOfDays = 16 << 20

// memory yields rows that were made of others.
type memory struct{ rows []record }

func (m *memory) next() (record, error) {
	if len(m.rows) == 0 {
		return record{}, io.EOF
	}
	row := m.rows[0]
	m.rows = m.rows[1:]
	return row, nil
}

// turn gives a table that is long (a row a figure) or lies on its side the rows that
// tables have, and their header; nil where it has them already.
func (t *table) turn(reader *csvReader) ([]string, error) {
	head := peek(reader)
	if metric, value, ok := longColumns(head); ok {
		return t.join(reader, metric, value)
	}
	if onItsSide(head) {
		return t.tilt(reader)
	}
	return nil, nil
}

// peek reads the first rows and takes none of their lines.
func peek(reader *csvReader) (rows []record) {
	ahead := &csvReader{lines: &lineReader{r: bufio.NewReader(strings.NewReader("")), pending: slices.Clone(reader.lines.peek(peeked))}, delimiter: reader.delimiter, wrapped: reader.wrapped}
	for len(ahead.lines.pending) > 0 {
		row, err := ahead.next()
		if err != nil {
			break
		}
		if !row.blank() && row.broken == "" {
			rows = append(rows, row)
		}
	}
	return rows
}

// longColumns finds the column that says what each row's figure is, and that of the
// figures. The first row is the header.
func longColumns(rows []record) (metric, value int, ok bool) {
	if len(rows) < 5 || len(rows[0].cells) < 3 {
		return 0, 0, false
	}
	width := len(rows[0].cells)
	for m := range width {
		if names := column(rows[1:], m); !repeatedFields(rows[0].cells[m], names) {
			continue
		}
		for step := 1; step < width; step++ { // the one behind it first
			if v := (m + step) % width; those(column(rows[1:], v), hasDigit)*3 >= len(rows)-1 {
				return m, v, true
			}
		}
	}
	return 0, 0, false
}

func column(rows []record, at int) (cells []string) {
	for _, row := range rows {
		if at < len(row.cells) {
			cells = append(cells, strings.TrimSpace(row.cells[at]))
		}
	}
	return cells
}

// repeatedFields holds for cells that are names of two fields and more, some of them
// numbers of an account, again and again: nearly all where nothing says what they are,
// every other one below a header that does.
func repeatedFields(header string, names []string) bool {
	seen, least := map[string]bool{}, 0.8
	for _, name := range names {
		seen[strings.ToLower(name)] = true
	}
	if plan.OfMetrics(header) {
		least = 0.5
	}
	return float64(those(names, plan.Names)) >= least*float64(len(names)) && len(seen) >= 2 && len(seen)*2 <= len(names) && slices.ContainsFunc(names, plan.NamesNumber)
}

// those counts the cells of which something holds.
func those(cells []string, holds func(string) bool) (n int) {
	for _, cell := range cells {
		n += count(holds(cell))
	}
	return n
}

// onItsSide holds for rows that begin with the names of fields, under a row that is
// no header.
func onItsSide(rows []record) bool {
	if len(rows) < 3 || len(rows[0].cells) < 2 || strings.TrimSpace(rows[0].cells[0]) != "" && isHeader(rows[0].cells, nil) && !slices.ContainsFunc(rows[0].cells, plan.NetworkHeader) {
		return false
	}
	first := column(rows, 0)
	known := those(first, func(name string) bool { return plan.Heads(name) || plan.NetworkHeader(name) })
	return known >= 3 && known*5 >= len(first)*3 && slices.ContainsFunc(first, plan.NamesNumber)
}

// readAll reads a table to its end; broken are the rows that cannot be read.
func readAll(reader *csvReader) (rows, broken []record, err error) {
	cells := 0
	for {
		row, err := reader.next()
		if errors.Is(err, io.EOF) {
			return rows, broken, nil
		}
		if err != nil {
			return nil, nil, err
		}
		if row.broken != "" {
			broken = append(broken, row)
			continue
		}
		if row.blank() {
			continue
		}
		if cells += len(row.cells); cells > mostTurned {
			return nil, nil, refuse("It would have to be turned around to be read, and has more than 5 million cells; turn it in a spreadsheet.")
		}
		rows = append(rows, row)
	}
}

// join makes one row of all that have the same cells but for the metric and its value.
// Two values of one metric are both kept, in rows of their own.
func (t *table) join(reader *csvReader, metric, value int) ([]string, error) {
	rows, broken, err := readAll(reader)
	if err != nil {
		return nil, err
	}
	var header []string
	var keys []int
	for i, name := range rows[0].cells {
		if i != metric && i != value {
			keys, header = append(keys, i), append(header, name)
		}
	}
	at := map[string]int{}
	for _, name := range column(rows[1:], metric) {
		if _, known := at[strings.ToLower(name)]; !known {
			at[strings.ToLower(name)] = len(header)
			header = append(header, name)
		}
	}
	made, open := &memory{rows: broken}, map[string]int{}
	for _, row := range rows[1:] {
		if row.broken = misshapen(row.cells, len(rows[0].cells)); row.broken != "" || max(metric, value) >= len(row.cells) {
			made.rows = append(made.rows, record{line: row.line, broken: cmp.Or(row.broken, "it has no figure")})
			continue
		}
		cells := make([]string, len(header))
		for i, k := range keys {
			cells[i] = row.at(k)
		}
		key := strings.Join(cells, "\x00")
		to := at[strings.ToLower(strings.TrimSpace(row.cells[metric]))]
		if index, known := open[key]; known && made.rows[index].cells[to] == "" {
			made.rows[index].cells[to] = row.cells[value]
			continue
		}
		cells[to] = row.cells[value]
		open[key] = len(made.rows)
		made.rows = append(made.rows, record{line: row.line, cells: cells})
	}
	t.rows, t.turned = made, turnedLong
	return header, nil
}

// days yields a row for each day of the rows of a table with a column of followers for each.
type days struct {
	from    records
	header  []string
	named   []string // the columns of its rows: the others, the day, the followers
	others  []int
	columns map[string]int // the column of a day
	made    []record
}

// byDay parts a table whose dated columns are all followers, called alike but for their days, which
// differ and have come: Followers Jan 2024, Followers Feb 2024. Where another column is of followers
// or says the days, or one of the dated ones is named for a field, they stay columns.
func (t *table) byDay(header []string, src source, o Options) []string {
	latest := src.modified
	if o.Clock != nil && (latest.IsZero() || latest.After(o.Clock())) {
		latest = o.Clock()
	}
	d, figure := &days{from: t.rows, header: header, columns: map[string]int{}}, ""
	for i, cell := range header {
		day, rest, dated := cells.DayIn(cell)
		if wholeYear := plan.SameHeader(strings.Replace(cell, day.Format("2006"), "", 1), rest); wholeYear && day.After(latest) && day.Year() == latest.Year() {
			day = latest.UTC() // a year that is not over
		}
		_, twice := d.columns[day.Format(time.DateOnly)]
		switch followers, alone := plan.OfFollowers(rest); {
		case !dated && !followers && !plan.NamesOf(cell, plan.AsOf):
			d.others, d.named = append(d.others, i), append(d.named, cell)
		case !dated, !alone, twice, day.After(latest), figure != "" && !plan.SameHeader(rest, figure):
			return header
		default:
			d.columns[day.Format(time.DateOnly)], figure = i, rest
		}
	}
	for field, column := range o.Map {
		if field == string(plan.Followers) || !slices.ContainsFunc(d.named, func(cell string) bool { return plan.SameHeader(cell, column) }) {
			return header
		}
	}
	if t.asIs || len(d.columns) < 2 || src.size > mostOfDays {
		return header
	}
	d.named = append(d.named, "as of", figure)
	for _, row := range t.ahead {
		d.part(row)
	}
	t.rows, t.ahead, t.turned, t.since = d, nil, turnedDays, slices.Min(slices.Collect(maps.Keys(d.columns)))
	return d.named
}

func (d *days) next() (record, error) {
	for len(d.made) == 0 {
		row, err := d.from.next()
		if err != nil {
			return row, err
		}
		d.part(row)
	}
	row := d.made[0]
	d.made = d.made[1:]
	return row, nil
}

// part makes rows of one, at least one. A day of which it says nothing has none.
func (d *days) part(row record) {
	before, others := len(d.made), []string{}
	if len(row.cells) > 1 {
		row.broken = cmp.Or(row.broken, misshapen(row.cells, len(d.header)))
	}
	for _, i := range d.others {
		others = append(others, row.at(i))
	}
	switch again := slices.Equal(row.cells, d.header); {
	case again:
		d.made = append(d.made, record{line: row.line, cells: d.named})
		return
	case row.broken != "" || len(row.cells) < 2:
		d.made = append(d.made, row)
		return
	}
	for _, day := range slices.Sorted(maps.Keys(d.columns)) {
		if figure, known := cells.Known(row.at(d.columns[day])); known {
			d.made = append(d.made, record{line: row.line, cells: slices.Concat(others, []string{day, figure})})
		}
	}
	if len(d.made) == before {
		d.made = append(d.made, record{line: row.line, cells: append(others, "", "")})
	}
}

// ofDay is the draft of a row that was made of columns of days. Without followers it says nothing
// of any day; followers that cannot be read are not those of the day before.
func ofDay(d draft, reason string) (draft, string) {
	if d.weak = !d.dated; d.dated && reason == "" && d.profiles[0].Followers == nil {
		reason = "its followers of " + d.profiles[0].UpdatedAt.Format(time.DateOnly) + " cannot be read"
	}
	return d, reason
}

// tilt makes rows of columns.
func (t *table) tilt(reader *csvReader) ([]string, error) {
	rows, broken, err := readAll(reader)
	if err != nil {
		return nil, err
	}
	header, made := column(rows, 0), &memory{rows: broken}
	switch {
	case header[0] != "" || slices.ContainsFunc(header, func(name string) bool { return plan.NamesOf(name, plan.Username, plan.ProfileURL) }):
	case slices.ContainsFunc(header, plan.NetworkHeader):
		header[0] = "name" // the handles stand beside a network's name
	default:
		header[0] = "username"
	}
	width := len(rows[0].cells)
	for _, row := range rows {
		if len(row.cells) > width {
			return nil, refuse("Line %d has more cells than the first row has accounts.", row.line)
		}
	}
	for i := 1; i < width; i++ {
		cells := make([]string, len(rows))
		for k, row := range rows {
			cells[k] = row.at(i)
		}
		made.rows = append(made.rows, record{line: rows[0].line + i, cells: cells})
	}
	t.rows, t.turned = made, turnedAside
	return header, nil
}

// plainList gives a list of handles or addresses, one a line, the header it lacks.
func (t *table) plainList() []string {
	signed, handles, posts, words := 0, 0, 0, 0
	for _, row := range t.above {
		if len(row.cells) != 1 || row.broken != "" {
			return nil
		}
		cell := strings.TrimSpace(row.cells[0])
		words += len(strings.Fields(cell))
		a, ok := cells.ParseAccount(cell)
		_, id := media.MediaFromURL(cell)
		switch {
		case a.URL != "" && id != "":
			posts++
		case a.URL != "" && ok || strings.HasPrefix(cell, "@") && ok || a.ID != "":
			signed++
		case ok && a.Name == "":
			handles++
		}
	}
	header := ""
	switch all := len(t.above); {
	case all == 0:
	case posts == all:
		header = "post url"
	case signed == all, signed+handles == all && all >= 3, signed >= 3 && signed*2 > all && words == all: // what is none of both is told
		header = "username"
	}
	if header == "" {
		return nil
	}
	t.ahead, t.above = t.above, nil
	return []string{header}
}
