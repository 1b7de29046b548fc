package cmd

import (
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/spf13/cobra"

	"greenroom/cmd/output"
	"greenroom/ui/text"
)

// printing is how a command prints that asks no endpoint.
type printing struct {
	format output.Format
	fields string
}

// flag adds -o to a command.
func (p *printing) flag(c *cobra.Command) {
	p.format = output.Table
	c.Flags().VarP(&p.format, "output", "o", "print as FORMAT: table, json (one document), jsonl (an item a line) or csv")
}

// listFlags adds -o and --fields to a command that prints a list.
func (p *printing) listFlags(c *cobra.Command) {
	p.flag(c)
	c.Flags().StringVar(&p.fields, "fields", "", "print only these FIELDS of each item, by their names in the JSON")
}

// printer prints items of a type. A mistake in --fields is found before anything
// is printed.
func (p *printing) printer(c *cobra.Command, item reflect.Type) (*output.Printer, error) {
	fields, err := output.ParseFields(p.fields, item)
	if err != nil {
		return nil, usageError{fmt.Errorf("--fields: %w", err)}
	}
	return output.New(output.Config{
		To: c.OutOrStdout(), Format: p.format, Fields: fields, Columns: output.Columns(item), Grid: grid,
	}), nil
}

// printItems prints a list; draw is its table.
func printItems[T any](c *cobra.Command, p *printing, items []T, draw func(io.Writer)) error {
	if items == nil {
		items = []T{}
	}
	return printWhole(c, p, items, items, draw)
}

// printWhole prints a list; whole is its document.
func printWhole[T any](c *cobra.Command, p *printing, items []T, whole any, draw func(io.Writer)) error {
	to, err := p.printer(c, reflect.TypeFor[T]())
	if err != nil {
		return err
	}
	for _, item := range items {
		if err := to.Add(item); err != nil {
			return err
		}
	}
	return to.End(whole, false, drawn(draw))
}

// tabled draws a list as a table.
func tabled(fill func(*table)) func(io.Writer) {
	return func(w io.Writer) {
		var t table
		fill(&t)
		t.write(w)
	}
}

// table is rows of cells that came from outside: cleaned, then set in columns
// by what they take on a terminal.
type table struct {
	rows [][]text.Text
}

func (t *table) add(cells ...string) {
	row := make([]text.Text, len(cells))
	for i, c := range cells {
		row[i] = text.Clean(c)
	}
	t.rows = append(t.rows, row)
}

// addWrapped adds a row whose second cell runs over several lines.
func (t *table) addWrapped(name, value string) {
	for i, line := range text.Clean(value).Wrap(90) {
		if i > 0 {
			name = ""
		}
		t.rows = append(t.rows, []text.Text{text.Clean(name), line})
	}
}

func (t *table) write(w io.Writer) {
	var widths []int
	for _, row := range t.rows {
		for i, c := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], min(c.Width(), 90))
		}
	}
	for _, row := range t.rows {
		var line strings.Builder
		for i, c := range row {
			line.WriteString(c.Fit(widths[i]))
			line.WriteString("  ")
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}

// grid is a table of cells that came from outside, under a head.
func grid(w io.Writer, head []string, rows [][]string) error {
	var t table
	t.add(head...)
	for _, row := range rows {
		t.add(row...)
	}
	t.write(w)
	return nil
}

// sheet is how items of one type stand in a table.
type sheet[T any] struct {
	head []string
	row  func(T) []string
}

// of draws items, under the head.
func (s sheet[T]) of(items []T) func(io.Writer) {
	return func(w io.Writer) {
		rows := make([][]string, len(items))
		for i, item := range items {
			rows[i] = s.row(item)
		}
		_ = grid(w, s.head, rows)
	}
}

// written is a text that may be unknown.
func written[T ~string](s *T) string {
	if s == nil {
		return text.Unknown.String()
	}
	return string(*s)
}
