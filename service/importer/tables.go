package importer

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"greenroom/service/importer/cells"
	"greenroom/service/importer/plan"
)

// table is a table opened for reading: what it means, and its rows from the
// first one on.
type table struct {
	plan  *plan.Plan
	rows  records
	ahead []record // sampled rows
	above []record // what stands above the header
	close func()

	delimiter byte
	header    []string
	turned    string // how it was turned around to be read
	since     string // the first of its columns of days
	asIs      bool   // those stay columns
	first     string // what its first row was taken for where columns are named by place
	wide      bool   // a row of one word is no record
	among
}

// maxPreamble limits the rows above a header.
const maxPreamble = 10

// openTable opens a table. Its columns of days are rows where nothing has to be asked of those
// rows' columns and they have no other numbers, as those would be of no day or of all.
func openTable(src source, o Options) (*table, error) {
	t := &table{}
	err := t.open(src, o)
	if open, asked := errors.AsType[plan.Open](err); t.turned == turnedDays && (err == nil && !t.plan.Series() || asked && open.Flag == "--map") {
		t.close()
		t = &table{asIs: true}
		err = t.open(src, o)
	}
	if err == nil {
		return t, nil
	}
	if t.close != nil {
		t.close()
	}
	if open, ok := errors.AsType[plan.Open](err); ok {
		err = plan.Refused(open.Error())
	}
	return nil, err
}

func (t *table) open(src source, o Options) error {
	file, err := src.open()
	if err != nil {
		return err
	}
	t.close = func() { _ = file.Close() }
	if ask := o.Ask; ask != nil {
		o.Ask = func(q plan.Question) string {
			if t.turned == turnedDays && q.Flag == "--map" {
				return "" // it is asked of the columns as the file has them
			}
			q.Text = filepath.Base(src.name()) + ": " + q.Text
			return ask(q)
		}
	}
	lines := newLineReader(file)
	header, err := t.findHeader(lines, src, o)
	if err == nil {
		t.sample()
		t.header = header
		if len(t.above) > 0 {
			t.section = t.sectionOf(t.above[len(t.above)-1].cells)
		}
		var rows [][]string
		if rows, err = t.sampled(); err == nil {
			t.plan, err = plan.New(plan.Source{Path: src.name(), Header: header, Sample: rows, Delimiter: t.delimiter, Sections: t.sections()}, o.Told)
		}
	}
	if err == nil {
		t.plan.Turned, t.plan.FirstRow = t.turned, t.first
	}
	return err
}

func (t *table) findHeader(lines *lineReader, src source, o Options) ([]string, error) {
	if src.lines {
		reader := &jsonReader{lines: lines}
		t.rows = reader
		return reader.header(), nil
	}
	reader := &csvReader{lines: lines}
	reader.delimiter, reader.wrapped = sniffDelimiter(lines)
	t.rows, t.delimiter = reader, reader.delimiter
	if len(o.Map) == 0 {
		if header, err := t.turn(reader); header != nil || err != nil {
			return header, err
		}
	}
	for range maxPreamble {
		row, err := reader.next()
		if err != nil {
			break
		}
		if !isHeader(row.cells, o.Map) {
			if !row.blank() {
				t.above = append(t.above, row)
			}
			continue
		}
		if len(o.Map) > 0 && byNumber(o.Map, len(row.cells)) == len(o.Map) {
			if t.first = "its names"; headless(row.cells, o.Map) {
				t.first = "a row of it, as it has no header"
				t.ahead = append(t.ahead, row)
				reader.width = len(row.cells)
				return numbered(row.cells), nil
			}
		}
		t.group(row.cells)
		header := t.doubled(row.cells)
		reader.width = len(header)
		return t.byDay(header, src, o), nil
	}
	if header := t.plainList(); header != nil {
		reader.width = 1
		return header, nil
	}
	return nil, refuse("No header of a table of creators or posts is in it, nor captions, nor the description of a video. If its columns have no names, say what they are by their place, such as --map username=#1.")
}

// headless holds for a first row that is data by what stands in the columns that are named
// by their place: a number, or a word for none, where a number belongs, an address or a handle with its sign.
func headless(row []string, named map[string]string) bool {
	data := false
	for field, column := range named {
		place, _ := strconv.Atoi(column[1:])
		cell := strings.TrimSpace(row[place-1])
		_, number := cells.Number(cell, cells.Style{})
		_, known := cells.Known(cell)
		a, _ := cells.ParseAccount(cell)
		switch numeric := plan.Counts(plan.Field(field)); {
		case cell == "":
		case numeric && known && !number:
			return false
		case numeric || a.URL != "" || strings.Contains(strings.TrimRight(cell, "@ "), "@"):
			data = true
		}
	}
	return data
}

// numbered calls columns by their places.
func numbered(row []string) (names []string) {
	for i := range row {
		names = append(names, fmt.Sprintf("#%d", i+1))
	}
	return names
}

// group says of each column whose it is, where the row right above the header has words
// over several columns each: "Audience" over "Country" and "Age".
func (t *table) group(header []string) {
	if len(t.above) == 0 {
		return
	}
	above := t.above[len(t.above)-1]
	filled := 0
	for _, cell := range above.cells {
		filled += count(strings.TrimSpace(cell) != "")
		if len(strings.Fields(cell)) > 2 || strings.ContainsAny(cell, ":/0123456789") {
			return // a title, or what it is of
		}
	}
	if filled < 2 || filled == len(header) || len(above.cells) != len(header) {
		return
	}
	spanned(above.cells, header)
	t.above = t.above[:len(t.above)-1]
}

// spanned gives each header the word above it that changes what it means, which may stand
// above several, and the one above it where it has none of its own.
func spanned(above, header []string) {
	over := ""
	for i, own := range header {
		direct := i < len(above) && strings.TrimSpace(above[i]) != ""
		if direct {
			over = above[i]
		}
		switch {
		case strings.TrimSpace(own) != "" && !(direct && plan.SameHeader(own, over)):
			header[i] = plan.Under(over, own)
		case direct:
			header[i] = over
		}
	}
}

// doubled joins a header of two rows: below it stand the units of its columns, or what those
// are that it has a word for together.
func (t *table) doubled(header []string) []string {
	below, err := t.rows.next()
	switch {
	case err != nil:
	case plan.UnitRow(below.cells) && len(below.cells) == len(header):
		for i := range header {
			header[i] = strings.TrimSpace(header[i] + " " + below.cells[i])
		}
	case lower(header, below.cells):
		spanned(header, below.cells)
		return below.cells
	default:
		t.ahead = append(t.ahead, below)
	}
	return header
}

// lower holds for the second row of a header: all that stands below are names of fields, each
// below that of a network, or the first has columns without a word, and at least half of what
// stands below is what columns are called, or said again, and none is written as data are.
func lower(header, below []string) bool {
	filled, again, named, blank, under := 0, 0, 0, 0, 0
	for i, cell := range below {
		over := ""
		if i < len(header) {
			over = strings.TrimSpace(header[i])
		}
		if cell = strings.TrimSpace(cell); cell == "" {
			continue
		}
		filled++
		blank += count(over == "")
		again += count(over != "" && plan.SameHeader(cell, over))
		under += count(plan.NetworkHeader(over) && plan.Names(cell))
		named += count(!plan.SameHeader(cell, over) && plan.Known(cell) && !plan.NetworkHeader(cell) && !hasDigit(cell))
	}
	return named >= 2 && (under == filled || blank > 0 && (named+again)*2 >= filled) && !slices.ContainsFunc(below, asData)
}

// asData holds for a cell that is written as a number, a handle or an address.
func asData(cell string) bool { return hasDigit(cell) || strings.ContainsAny(cell, "@/_") }

// isHeader holds for a row with two columns that are known, and not too many
// that are not, or for the only column of a list.
func isHeader(row []string, named map[string]string) bool {
	found, filled, mapped := 0, 0, 0
	for _, cell := range row {
		if strings.TrimSpace(cell) == "" {
			continue
		}
		filled++
		if plan.Known(cell) {
			found++
		}
		for _, column := range named {
			if plan.SameHeader(cell, column) {
				mapped++
			}
		}
	}
	if filled > 0 && len(named) > 0 && mapped+byNumber(named, len(row)) >= len(named) {
		return true
	}
	return filled == 1 && len(row) == 1 && (plan.Names(row[0]) || plan.NetworkHeader(row[0])) || found >= 2 && found*4 >= filled
}

// byNumber counts the columns that are named by a place which a row of that width has.
func byNumber(named map[string]string, width int) (n int) {
	for _, column := range named {
		digits, numbered := strings.CutPrefix(column, "#")
		place, err := strconv.Atoi(digits)
		n += count(numbered && err == nil && place >= 1 && place <= width)
	}
	return n
}

// sniffDelimiter chooses what splits one of the first lines into most headers that
// are known, or into most cells; wrapped says that the lines stand in quotes.
func sniffDelimiter(lines *lineReader) (best byte, wrapped bool) {
	most := 0
	best = ','
	for i, delimiter := range []byte{',', ';', '\t', '|', ',', ';', '\t'} {
		split := splitter{delimiter: delimiter}
		for _, line := range lines.peek(maxPreamble) {
			if split.state != inQuotes {
				split = splitter{delimiter: delimiter}
			}
			if i > 3 {
				line = line.unwrapped()
			}
			split.feed(line.text)
			if score := headerScore(split.cells); split.state != inQuotes && score > most {
				best, wrapped, most = delimiter, i > 3, score
			}
		}
	}
	return best, wrapped
}

// headerScore counts cells, those of known headers far above others.
func headerScore(row []string) int {
	score := 0
	for _, cell := range row {
		if score++; len(row) > 1 && plan.Known(cell) {
			score += 1000
		}
	}
	if len(row) < 2 {
		return 0
	}
	return score
}

func (t *table) sample() {
	for len(t.ahead) < plan.SampleRows {
		row, err := t.rows.next()
		if err != nil {
			return
		}
		t.ahead = append(t.ahead, row)
	}
}

func (t *table) next() (record, error) {
	if len(t.ahead) > 0 {
		row := t.ahead[0]
		t.ahead = t.ahead[1:]
		return row, nil
	}
	return t.rows.next()
}

// seenAt is the time the numbers of the file were true, now at the latest.
func (j *job) seenAt() time.Time {
	if at := j.options.AsOf; !at.IsZero() {
		return at
	}
	now := j.options.Clock().UTC().Truncate(time.Second)
	at := seenIn(j.file.shown, j.source.modified)
	if !j.stated.IsZero() && j.stated.Before(at) {
		at = j.stated
	}
	if at.IsZero() || at.After(now) {
		at = now
	}
	if first := j.firstSeen; !first.IsZero() && first.Before(at) {
		return first // a copy of what was read before says nothing later
	}
	return at
}

// contentSetting names the sink's setting with the date of a file's content: a copy with a
// newer date is no newer.
func (j *job) contentSetting() string { return "import-content/" + j.source.sum }

// settingName names the sink's setting with the checksum of a file that was read to its
// end. Two elements of the path survive a move of the whole folder.
func (j *job) settingName() string {
	dir, name := filepath.Split(filepath.ToSlash(filepath.Clean(j.source.path)))
	return "import/" + strings.TrimPrefix(filepath.Base(dir)+"/"+name, "./")
}

// checksum tells what was read, and how: read otherwise, a file is another one.
func (j *job) checksum() string {
	told := j.options.Told
	told.Ask = nil
	sum := j.source.sum
	if how, _ := json.Marshal(told); string(how) != plainTold { // maps are written in the order of their keys
		sum += " " + string(how)
	}
	if !j.options.AsOf.IsZero() {
		sum += asOf + j.options.AsOf.Format(time.DateOnly)
	}
	return sum
}

// asOf stands before the day in a checksum.
const asOf = " as of "

// reads holds for the checksum of a file that was read as it would be now. Who tells
// no day leaves the one that was told.
func (j *job) reads(before string) bool {
	if j.options.AsOf.IsZero() {
		before, _, _ = strings.Cut(before, asOf)
	}
	return before == j.checksum()
}

var plainTold = func() string { how, _ := json.Marshal(plan.Told{}); return string(how) }()
