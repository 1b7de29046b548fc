package importer

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"greenroom/internal/pattern"
	"greenroom/internal/sheet"
	"greenroom/service/importer/plan"
	"greenroom/service/media"
)

const (
	maxRecord      = 1 << 20 // bytes of one record
	maxRecordLines = 4000
)

// record is one row of a table: its cells, or why it is broken.
type record struct {
	line   int // physical line on which it starts
	cells  []string
	broken string
}

func (r record) blank() bool {
	return r.broken == "" && !slices.ContainsFunc(r.cells, func(cell string) bool { return strings.TrimSpace(cell) != "" })
}

// records yields rows until io.EOF.
type records interface{ next() (record, error) }

type physical struct {
	number int
	text   string // with its line end
	long   bool   // cut at maxRecord
}

// lineReader reads physical lines and takes lines back.
type lineReader struct {
	r       *bufio.Reader
	number  int
	pending []physical
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 64<<10)}
}

func (l *lineReader) take() (physical, error) {
	if len(l.pending) > 0 {
		line := l.pending[0]
		l.pending = l.pending[1:]
		return line, nil
	}
	l.number++
	text, long, err := media.ReadLine(l.r, maxRecord)
	return physical{l.number, text, long}, err
}

// peek returns the next lines without taking them.
func (l *lineReader) peek(n int) []physical {
	for ahead := len(l.pending); ahead < n; ahead++ {
		l.number++
		text, long, err := media.ReadLine(l.r, maxRecord)
		if err != nil {
			l.number--
			break
		}
		l.pending = append(l.pending, physical{l.number, text, long})
	}
	return l.pending[:min(n, len(l.pending))]
}

func (l *lineReader) back(lines []physical) {
	l.pending = slices.Concat(lines, l.pending)
}

// csvReader splits delimited text as spreadsheets write it, forgiving: a row
// whose quotes do not pair costs that row only.
type csvReader struct {
	lines     *lineReader
	delimiter byte
	width     int // columns of the header; 0 while not known
}

func (c *csvReader) next() (record, error) {
	first, err := c.lines.take()
	if err != nil {
		return record{}, err
	}
	if first.long {
		return record{line: first.number, broken: "the line is longer than a row can be"}, nil
	}
	if c.delimiter == '|' {
		return marked(first), nil
	}
	split := splitter{delimiter: c.delimiter}
	if strings.IndexByte(first.text, '"') < 0 {
		split.cells = strings.Split(strings.TrimRight(first.text, "\r\n"), string(c.delimiter))
	} else {
		split.feed(first.text)
	}
	var more []physical
	size := len(first.text)
	for split.state == inQuotes && !split.bad && size < maxRecord && len(more) < maxRecordLines {
		line, err := c.lines.take()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return record{}, err
		}
		more = append(more, line)
		size += len(line.text)
		split.feed(line.text)
	}
	if split.bad || split.state == inQuotes {
		c.lines.back(more)
		return c.literal(first), nil
	}
	for i, cell := range split.cells {
		split.cells[i] = sheet.Plain(cell)
	}
	return record{line: first.number, cells: split.cells}, nil
}

var (
	// rule is the line below the header of a table in Markdown.
	rule     = pattern.New(`^[|:\- \t]*--[|:\- \t]*$`)
	unmarked = strings.NewReplacer("\x00", "|", `\\`, `\`, "\\`", "`", `\*`, "*", `\_`, "_", `\[`, "[", "&lt;", "<", "<br>", "\n", "<br/>", "\n", "**", "")
)

// marked reads a row parted by bars, as Markdown writes it too: with bars around it.
func marked(line physical) record {
	text := strings.TrimSpace(line.text)
	if rule.MatchString(text) {
		text = ""
	}
	text = strings.TrimSuffix(strings.TrimPrefix(strings.ReplaceAll(text, `\|`, "\x00"), "|"), "|")
	cells := strings.Split(text, "|")
	for i, cell := range cells {
		cells[i] = sheet.Plain(unmarked.Replace(strings.TrimSpace(cell)))
	}
	return record{line: line.number, cells: cells}
}

// literal reads one line with quotes as ordinary letters; the row stands if it
// has as many cells as the header.
func (c *csvReader) literal(line physical) record {
	cells := strings.Split(strings.TrimRight(line.text, "\r\n"), string(c.delimiter))
	if len(cells) != c.width {
		return record{line: line.number, broken: "its quotation marks do not pair"}
	}
	for i, cell := range cells {
		if strings.HasPrefix(cell, `"`) {
			cells[i] = strings.TrimSuffix(cell[1:], `"`)
		}
	}
	return record{line: line.number, cells: cells}
}

type splitState uint8

const (
	atStart splitState = iota
	inPlain
	inQuotes
	afterQuote
)

// splitter splits one record, fed line by line. bad says that a closing quote
// was followed by something else than a delimiter.
type splitter struct {
	delimiter byte
	state     splitState
	cell      strings.Builder
	cells     []string
	bad       bool
}

func (s *splitter) feed(line string) {
	body := strings.TrimRight(line, "\r\n")
	for i := 0; i < len(body) && !s.bad; i++ {
		s.step(body[i])
	}
	if s.state == inQuotes {
		s.cell.WriteByte('\n')
		return
	}
	s.endCell()
}

func (s *splitter) endCell() {
	s.cells = append(s.cells, s.cell.String())
	s.cell.Reset()
	s.state = atStart
}

func (s *splitter) step(b byte) {
	switch {
	case s.state == inQuotes && b == '"':
		s.state = afterQuote
	case s.state == inQuotes:
		s.cell.WriteByte(b)
	case b == s.delimiter:
		s.endCell()
	case s.state == afterQuote && b == '"':
		s.cell.WriteByte('"')
		s.state = inQuotes
	case s.state == afterQuote:
		s.bad = b != ' '
	case s.state == atStart && b == '"':
		s.state = inQuotes
	default:
		s.cell.WriteByte(b)
		s.state = inPlain
	}
}

// jsonReader reads one JSON object a line as rows. Columns are the keys of the
// first lines, in alphabetical order; keys below others are joined by a dot,
// and lists of objects give their first one, as latestPosts[0].likes.
type jsonReader struct {
	lines   *lineReader
	columns []string
}

// header collects the keys of the first lines and gives the lines back.
func (j *jsonReader) header() []string {
	keys := map[string]bool{}
	for _, line := range j.lines.peek(plan.SampleRows) {
		if cells, reason := flatten(line); reason == "" {
			for key := range cells {
				keys[key] = true
			}
		}
	}
	j.columns = slices.Sorted(maps.Keys(keys))
	return j.columns
}

func (j *jsonReader) next() (record, error) {
	line, err := j.lines.take()
	if err != nil {
		return record{}, err
	}
	row := record{line: line.number, cells: make([]string, len(j.columns))}
	if strings.TrimSpace(line.text) == "" {
		return row, nil
	}
	cells, reason := flatten(line)
	row.broken = reason
	for i, column := range j.columns {
		row.cells[i] = cells[column]
	}
	return row, nil
}

func flatten(line physical) (cells map[string]string, reason string) {
	if line.long {
		return nil, "the line is longer than a row can be"
	}
	if strings.TrimSpace(line.text) == "" {
		return nil, ""
	}
	if media.HasNUL(line.text) {
		return nil, media.NULReason
	}
	decoder := json.NewDecoder(strings.NewReader(line.text))
	decoder.UseNumber()
	var object map[string]any
	if err := decoder.Decode(&object); err != nil || object == nil {
		return nil, "it is not a JSON object"
	}
	cells = map[string]string{}
	put(cells, "", onlyOne(object))
	return cells, ""
}

// onlyOne is the one object of a list where a record says nothing but that, as networks write
// whom an account follows.
func onlyOne(record map[string]any) map[string]any {
	var only []any
	for _, value := range record {
		list, listed := value.([]any)
		switch {
		case value == nil || value == "" || listed && len(list) == 0:
		case len(list) == 1 && only == nil:
			only = list
		default:
			return record
		}
	}
	if only == nil {
		return record
	}
	if one, ok := only[0].(map[string]any); ok {
		return one
	}
	return record
}

func put(cells map[string]string, key string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for name, inner := range value {
			put(cells, strings.TrimPrefix(key+"."+name, "."), inner)
		}
	case []any:
		putList(cells, key, value)
	case nil:
	default:
		cells[key] = fmt.Sprint(value)
	}
}

// networksOf are the networks that the objects of a list name, nil where one names none.
func networksOf(list []any) (names []string) {
	for _, item := range list {
		object, _ := item.(map[string]any)
		at := slices.IndexFunc(networkKeys, func(key string) bool {
			name, ok := object[key].(string)
			return ok && plan.NetworkHeader(name)
		})
		if at < 0 {
			return nil
		}
		names = append(names, object[networkKeys[at]].(string))
	}
	return names
}

// networkKeys lists the keys of an account's network in JSON.
var networkKeys = []string{"platform", "network", "type", "service", "site", "channel", "name"}

// putList joins plain values the way tables of videos join tags. Accounts of one
// person, each with its network, stand below the networks' names.
func putList(cells map[string]string, key string, list []any) {
	var plain []string
	if networks := networksOf(list); networks != nil {
		for i, item := range list {
			if slices.Index(networks, networks[i]) < i {
				networks[i] += "[1]" // one more account there
			}
			put(cells, networks[i], item)
		}
		return
	}
	for _, item := range list {
		if object, ok := item.(map[string]any); ok {
			if len(plain) == 0 {
				put(cells, key+"[0]", object)
			}
			return
		}
		plain = append(plain, fmt.Sprint(item))
	}
	cells[key] = strings.Join(plain, "|")
}
