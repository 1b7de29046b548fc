package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"greenroom/client"
	"greenroom/ui/text"
)

// output is how an answer is printed: "table" for people, "json" for programs.
type output string

func (o *output) flag(c *cobra.Command) {
	*o = "table"
	c.Flags().VarP(o, "output", "o", "print the answer as table or json")
}

func (o *output) String() string { return string(*o) }
func (o *output) Type() string   { return "format" }

// Set takes the value of the flag.
func (o *output) Set(s string) error {
	if s != "table" && s != "json" {
		return fmt.Errorf("the format is table or json, not %s", s)
	}
	*o = output(s)
	return nil
}

// print writes v as JSON, or calls table.
func (o *output) print(w io.Writer, v any, table func(io.Writer)) error {
	if *o == "json" {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(v)
	}
	table(w)
	return nil
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

// spent says on standard error what a command cost.
func spent(r ...client.Receipt) {
	var line strings.Builder
	for _, one := range r {
		if one.ChargedKnown {
			fmt.Fprintf(&line, "%s credits for %s. ", one.Charged, text.Clean(strings.Join(one.Features, ", ")))
		}
	}
	if last := r[len(r)-1].Budget.Minute; last.Known {
		fmt.Fprintf(&line, "Left this minute: %s.", last.Remaining)
	}
	fmt.Fprintln(os.Stderr, strings.TrimSpace(line.String()))
}
