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
	"slices"
	"strings"
)

// Table is a table to be written. A cell is a string, a number, a bool or nil.
type Table struct {
	Title   string
	Intro   []string // paragraphs above the table, where the format has any
	Columns []string
	Rows    [][]any
	People  []Page // what a workbook shows before it
}

// Number is a number as a cell; one that is not known is an empty cell, and no zero.
func Number[T int64 | float64](n *T) any {
	if n == nil {
		return nil
	}
	return *n
}

// Formats are the endings of files that Encode knows.
func Formats() []string { return []string{"csv", "json", "md", "xlsx"} }

// Create writes a file whole where nothing is at the path yet; else nothing is written, and
// the error is fs.ErrExist.
func Create(path string, raw []byte) error {
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	return Replace(path, raw)
}

// Ending names the format of a file.
func Ending(path string) string { return strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".") }

// Replace writes a file beside its place, and moves it there once it is whole.
func Replace(path string, raw []byte) error {
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

// workbook is the table as it is for machines, behind the sheets for people.
func (t Table) workbook() ([]byte, error) {
	data := Page{Name: DataPage, Rows: t.Rows}
	for _, c := range t.Columns {
		data.Columns = append(data.Columns, Column{Title: c, Width: 16})
	}
	return Workbook{append(slices.Clone(t.People), data)}.Encode()
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
		fmt.Fprintf(&b, "# %s\n\n", Markdown(t.Title))
	}
	for _, p := range t.Intro {
		fmt.Fprintf(&b, "%s\n\n", Markdown(p))
	}
	line := func(cells []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	var titles []string
	for _, c := range t.Columns {
		titles = append(titles, Markdown(c))
	}
	line(titles)
	line(strings.Split(strings.TrimSuffix(strings.Repeat("---,", len(t.Columns)), ","), ","))
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for i, v := range row {
			if v != nil {
				cells[i] = Markdown(fmt.Sprint(v))
			}
		}
		line(cells)
	}
	return b.Bytes()
}

// Markdown is text that Markdown shows as it stands, in one line.
func Markdown(s string) string {
	s = strings.NewReplacer("\\", "\\\\", "|", "\\|", "<", "&lt;", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[").Replace(Straight(s))
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\n", "<br>")
}
