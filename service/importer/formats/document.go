package formats

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
)

// openDocument writes each sheet of an OpenDocument workbook as a table.
func (u *Unpacker) openDocument(archive *zip.Reader, in *input) (files []File, err error) {
	if err := u.survey(archive, in.shown); err != nil {
		return nil, err
	}
	content, err := archive.Open("content.xml")
	if err != nil {
		return nil, unreadable(err)
	}
	defer content.Close()
	decoder := xml.NewDecoder(watched{content, u, in.shown})
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, u.damaged(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "table" {
			continue
		}
		if err := u.table(in, attribute(start, "name"), &files, func(to *sheet) error { return openTable(decoder, to) }); err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, refusal("It is an OpenDocument file without a table that holds something.")
	}
	return files, nil
}

func unreadable(err error) error {
	return refusal("Its workbook cannot be read: " + err.Error() + ".")
}

// damaged says why a workbook cannot be read on, where nobody stopped it.
func (u *Unpacker) damaged(err error) error {
	if u.stopped != nil {
		return u.stopped
	}
	return refusal("Its workbook is damaged: " + err.Error() + ".")
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

type openRow struct {
	Repeated   int        `xml:"number-rows-repeated,attr"`
	Visibility string     `xml:"visibility,attr"`
	Cells      []openCell `xml:",any"`
}

type openCell struct {
	Repeated int        `xml:"number-columns-repeated,attr"`
	Rows     int        `xml:"number-rows-spanned,attr"`
	Type     string     `xml:"value-type,attr"`
	Value    string     `xml:"value,attr"`
	Date     string     `xml:"date-value,attr"`
	Texts    []openText `xml:"p"`
}

type openText struct {
	Href  string     `xml:"href,attr"`
	Text  string     `xml:",chardata"`
	Spans []openText `xml:",any"`
}

func (t openText) all() string {
	text := t.Text
	for _, s := range t.Spans {
		text += s.all()
	}
	return text
}

// target returns the address behind a text.
func (t openText) target() string {
	for _, s := range t.Spans {
		if t.Href == "" {
			t.Href = s.target()
		}
	}
	return t.Href
}

func (c openCell) text() string {
	switch c.Type {
	case "percentage":
		if v, err := strconv.ParseFloat(c.Value, 64); err == nil {
			return perCent(v)
		}
	case "float", "currency":
		return c.Value
	case "date":
		return c.Date
	}
	var lines []string
	for _, t := range c.Texts {
		lines = append(lines, t.all())
	}
	return strings.Join(lines, "\n")
}

// openTable reads the rows of a table up to its end. What is repeated without end
// (empty cells up to the edge) is left out.
func openTable(d *xml.Decoder, to *sheet) error {
	for {
		token, err := d.Token()
		if err != nil {
			return to.u.damaged(err)
		}
		switch e := token.(type) {
		case xml.EndElement:
			if e.Name.Local == "table" {
				return nil
			}
		case xml.StartElement:
			if e.Name.Local != "table-row" {
				continue
			}
			var row openRow
			if err := d.DecodeElement(&row, &e); err != nil {
				return to.u.damaged(err)
			}
			if err := to.openRow(row); err != nil {
				return err
			}
		}
	}
}

func (s *sheet) openRow(row openRow) error {
	var cells []string
	pending := 0
	for _, c := range row.Cells {
		text, times := c.text(), max(1, c.Repeated)
		if text == "" {
			pending += times
			continue
		}
		if len(cells)+pending+times > maxColumns {
			return tooMuch("1,000 columns")
		}
		cells = append(cells, slices.Repeat([]string{""}, pending)...)
		for _, t := range c.Texts {
			s.link(len(cells), t.target())
		}
		s.reach(len(cells), text, c.Rows-1)
		cells = append(cells, slices.Repeat([]string{text}, times)...)
		pending = 0
	}
	if len(cells) == 0 && len(s.above) == 0 {
		return s.row(nil)
	}
	for range min(max(1, row.Repeated), maxRows+1) {
		if row.Visibility == "collapse" || row.Visibility == "filter" {
			s.file.Hidden = append(s.file.Hidden, s.next()+1)
			continue
		}
		if err := s.row(s.fill(slices.Clone(cells))); err != nil {
			return err
		}
	}
	return nil
}
