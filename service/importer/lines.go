package importer

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strings"

	"greenroom/internal/pattern"
	"greenroom/internal/sheet"
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

// at is a cell, "" where the row is shorter.
func (r record) at(column int) string {
	if column < len(r.cells) {
		return r.cells[column]
	}
	return ""
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
	return l.read()
}

func (l *lineReader) read() (physical, error) {
	text, long, err := media.ReadLine(l.r, maxRecord)
	if err != nil {
		return physical{}, err
	}
	l.number++
	return physical{l.number, text, long}, nil
}

// unwrapped is a line that a spreadsheet saved as one cell, without the quotes around it.
func (p physical) unwrapped() physical {
	text := strings.TrimRight(p.text, "\r\n")
	if len(text) > 1 && text[0] == '"' && text[len(text)-1] == '"' {
		p.text = strings.ReplaceAll(text[1:len(text)-1], `""`, `"`)
	}
	return p
}

// peek returns the next lines without taking them.
func (l *lineReader) peek(n int) []physical {
	for ahead := len(l.pending); ahead < n; ahead++ {
		line, err := l.read()
		if err != nil {
			break
		}
		l.pending = append(l.pending, line)
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
	wrapped   bool // each line is one cell, in quotes
	width     int  // columns of the header; 0 while not known
}

func (c *csvReader) next() (record, error) {
	first, err := c.lines.take()
	if err != nil {
		return record{}, err
	}
	if c.wrapped {
		first = first.unwrapped()
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
