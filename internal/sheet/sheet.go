// Package sheet writes a table to a file that other programs open: CSV, JSON,
// Markdown or .xlsx. A file is there whole or not at all, and no cell of it is run as a
// formula. It knows nothing of what the cells mean.
package sheet

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/xuri/excelize/v2"
)

// Table is what is written. A cell is a string, a number, a bool or nil.
type Table struct {
	Title   string
	Intro   []string // paragraphs above the table, where the format has any
	Columns []string
	Rows    [][]any
}

// Number is a number as a cell; one that is not known is an empty cell, and no zero.
func Number[T int64 | float64](n *T) any {
	if n == nil {
		return nil
	}
	return *n
}

// Formats are the endings of files that Save knows.
func Formats() []string { return []string{"csv", "json", "md", "xlsx"} }

// Save writes a table in the format that the path ends with. A file that is there
// is replaced; what cannot be written leaves it as it was.
func (t Table) Save(path string) error {
	raw, err := t.Encode(ending(path))
	if err != nil {
		return err
	}
	return put(raw, path)
}

// Create is Save where nothing is at the path yet; else nothing is written, and
// the error is fs.ErrExist.
func (t Table) Create(path string) error {
	raw, err := t.Encode(ending(path))
	if err != nil {
		return err
	}
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	return put(raw, path)
}

// ending names the format of a file.
func ending(path string) string { return strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".") }

// put writes a file beside its place, and moves it there once it is whole.
func put(raw []byte, path string) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".export-*")
	if err != nil {
		return err
	}
	_, err = f.Write(raw)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// Encode is the table in a format.
func (t Table) Encode(format string) ([]byte, error) {
	switch format {
	case "csv":
		return t.csv()
	case "json":
		return t.json()
	case "md":
		return t.markdown(), nil
	case "xlsx":
		return t.workbook()
	}
	return nil, fmt.Errorf("a file that ends with .%s is not written: there are .%s", format, strings.Join(Formats(), ", ."))
}

func (t Table) csv() ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	line := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		line[i] = Harmless(c)
	}
	err := w.Write(line)
	for _, row := range t.Rows {
		for i, v := range row {
			line[i] = cell(v)
		}
		if err == nil {
			err = w.Write(line)
		}
	}
	w.Flush()
	return b.Bytes(), err
}

// cell is a value as a spreadsheet takes it: words never as a formula.
func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return Harmless(v)
	}
	return fmt.Sprint(v)
}

// workbook sets text as text: a cell is a formula only where one is set as such.
func (t Table) workbook() ([]byte, error) {
	f := excelize.NewFile()
	defer f.Close()
	titles := make([]any, len(t.Columns))
	for i, c := range t.Columns {
		titles[i] = c
	}
	for y, row := range append([][]any{titles}, t.Rows...) {
		if err := f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", y+1), &row); err != nil {
			return nil, err
		}
	}
	b, err := f.WriteToBuffer()
	if err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func (t Table) json() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("[")
	for i, row := range t.Rows {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n  {")
		for j, v := range row {
			name, err := json.Marshal(t.Columns[j])
			if err != nil {
				return nil, err
			}
			value, err := json.Marshal(v)
			if err != nil {
				return nil, err
			}
			if j > 0 {
				b.WriteString(", ")
			}
			b.Write(name)
			b.WriteString(": ")
			b.Write(value)
		}
		b.WriteString("}")
	}
	b.WriteString("\n]\n")
	return PlainJSON(b.Bytes()), nil
}

func (t Table) markdown() []byte {
	var b bytes.Buffer
	if t.Title != "" {
		fmt.Fprintf(&b, "# %s\n\n", marked(t.Title))
	}
	for _, p := range t.Intro {
		fmt.Fprintf(&b, "%s\n\n", marked(p))
	}
	line := func(cells []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	var titles []string
	for _, c := range t.Columns {
		titles = append(titles, marked(c))
	}
	line(titles)
	line(strings.Split(strings.TrimSuffix(strings.Repeat("---,", len(t.Columns)), ","), ","))
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for i, v := range row {
			if v != nil {
				cells[i] = marked(fmt.Sprint(v))
			}
		}
		line(cells)
	}
	return b.Bytes()
}

// marked is text that Markdown shows as it stands, in one line.
func marked(s string) string {
	s = strings.NewReplacer("\\", "\\\\", "|", "\\|", "<", "&lt;", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[").Replace(strings.Map(kept, s))
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\n", "<br>")
}
