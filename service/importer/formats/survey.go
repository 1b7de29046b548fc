package formats

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
)

// What a workbook may hold: more is not a list that people keep. They bound the time
// and the memory that reading takes, whatever size the file has.
const (
	maxSheet    = 1 << 29 // bytes of all its parts, and of one table written out
	maxTexts    = 256 << 20
	maxParts    = 5000
	maxCells    = 10_000_000
	maxRowCells = 16_384 // a spreadsheet has no more columns
	maxColumns  = 1000   // with something in them
	maxRows     = 2_000_000
)

func tooMuch(what string) error {
	return refusal("It holds more than " + what + ", and no list of creators does, so it was not read. " +
		"Save the list alone as CSV: without other sheets, and without empty cells that are only formatted.")
}

// survey looks through the parts of a workbook and refuses one that is too large,
// before anything is read into memory: a library that reads a part reads all of it.
func (u *Unpacker) survey(archive *zip.Reader, shown string) error {
	if len(archive.File) > maxParts {
		return tooMuch("5,000 parts")
	}
	c := &counter{u: u, shown: shown}
	u.linked = map[string]bool{}
	for _, f := range archive.File {
		from, err := f.Open()
		if err != nil {
			return unreadable(err)
		}
		c.part = f.Name
		before := c.bytes
		_, err = io.Copy(c, from)
		_ = from.Close()
		switch {
		case Refusal(err) != "":
			return err
		case err != nil:
			return u.damaged(err)
		case strings.HasSuffix(f.Name, "sharedStrings.xml") && c.bytes-before > maxTexts:
			return tooMuch("256 MB of text")
		}
	}
	return nil
}

// counter counts what streams through it as XML: cells, and those of a row.
type counter struct {
	u      *Unpacker
	shown  string
	part   string
	bytes  int64
	cells  int
	row    int
	inside bool // the name of an element
	name   []byte
}

// Write counts; its errors are refusals, and who stopped the import.
func (c *counter) Write(p []byte) (int, error) {
	if c.bytes += int64(len(p)); c.bytes > maxSheet {
		return 0, tooMuch("512 MB")
	}
	for rest := p; len(rest) > 0; {
		if !c.inside {
			at := bytes.IndexByte(rest, '<')
			if at < 0 {
				break
			}
			rest, c.inside, c.name = rest[at+1:], true, c.name[:0]
			continue
		}
		b := rest[0]
		rest = rest[1:]
		switch b {
		case ' ', '\t', '\r', '\n', '/', '>':
			c.inside = false
			if err := c.element(); err != nil {
				return 0, err
			}
		case ':': // the name of a namespace
			c.name = c.name[:0]
		default:
			if len(c.name) < 32 {
				c.name = append(c.name, b)
			}
		}
	}
	return len(p), c.u.step(c.shown, 0)
}

func (c *counter) element() error {
	switch string(c.name) {
	case "row", "table-row":
		c.row = 0
	case "c", "table-cell", "covered-table-cell":
		c.cells++
		c.row++
	case "f", "hyperlink", "mergeCell":
		c.u.linked[c.part] = true
	}
	switch {
	case c.cells > maxCells:
		return tooMuch("10,000,000 cells")
	case c.row > maxRowCells:
		return tooMuch("16,384 cells in one row")
	}
	return nil
}

// watched reads on as long as nobody stops the import.
type watched struct {
	io.Reader
	u     *Unpacker
	shown string
}

func (w watched) Read(p []byte) (int, error) {
	if err := w.u.step(w.shown, 0); err != nil {
		return 0, err
	}
	return w.Reader.Read(p)
}
