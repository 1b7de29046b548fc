package importer

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"greenroom/internal/pattern"
	"greenroom/service/importer/cells"
	"greenroom/service/importer/plan"
	"greenroom/service/media"
)

// sampled are the rows a plan is made from: those of records, not those that stand
// among them. A table of which another stands in the place of all rows is refused.
func (t *table) sampled() ([][]string, error) {
	rows := make([][]string, 0, len(t.ahead))
	t.wide = t.seldomLone()
	title := t.section
	for _, row := range t.ahead {
		if row.blank() {
			t.blank()
		} else if row.broken == "" && t.aside(row) == "" && !total(row.cells) {
			rows = append(rows, row.cells)
		}
	}
	from := t.beside.from
	t.among = among{section: title}
	if from > 0 && len(rows) == 0 {
		return nil, refuse("It has no rows, as another table begins at line %d: save each as a file of its own.", from)
	}
	return rows, nil
}

// among locates a row in its table.
type among struct {
	section string // the network that the row above the ones read now names
	below   bool   // a blank row, a total or a remark came last
	gap     bool   // a blank row came last
	beside  beside
}

func (a *among) blank() { a.below, a.gap = true, true }

// beside holds a table's columns, and where another table begins below it.
type beside struct {
	from            int // its line; 0: none has begun
	rows            int
	filled, numbers []int
}

// hold counts the cells of a row.
func (b *beside) hold(row []string) {
	if b.rows >= plan.SampleRows {
		return
	}
	for len(b.filled) < len(row) {
		b.filled, b.numbers = append(b.filled, 0), append(b.numbers, 0)
	}
	b.rows++
	for i, cell := range row {
		if _, known := cells.Known(cell); known {
			b.filled[i]++
			b.numbers[i] += count(hasDigit(cell))
		}
	}
}

func count(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

// foreign holds for the rows of another table below this one: its header names other columns,
// or has words where this one's numbers stand, and nothing that is written as a handle or a
// figure. What a row says twice counts once: a creator may be called "Agency".
func (t *table) foreign(row record, gap bool) bool {
	if t.delimiter == 0 || t.beside.from > 0 {
		return t.beside.from > 0
	}
	names, heads, breaks, said := 0, 0, 0, map[string]bool{}
	if slices.ContainsFunc(row.cells, func(cell string) bool { return strings.ContainsAny(cell, "0123456789@_/.") }) {
		t.beside.hold(row.cells)
		return false
	}
	for i, cell := range row.cells {
		if cell, known := cells.Known(cell); known {
			breaks += count(i < len(t.beside.filled) && t.beside.filled[i] > 1 && t.beside.numbers[i] == t.beside.filled[i])
			again := said[cells.Username(cell)]
			said[cells.Username(cell)] = true
			names += count(!again && plan.Names(cell))
			heads += count(!again && plan.Heads(cell))
		}
	}
	if filled := len(said); filled > 1 && (names*4 >= filled*3 || heads*2 >= filled && (gap || breaks > 0) || gap && breaks > 0 || breaks > 2) {
		t.beside.from = row.line
		return true
	}
	t.beside.hold(row.cells)
	return false
}

// each calls do with each record that is not blank.
func (t *table) each(do func(record) error) error {
	for {
		row, err := t.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return refuse("It cannot be read on: %s.", plainCause(err))
		}
		if row.blank() {
			t.blank()
			continue
		}
		if slices.ContainsFunc(row.cells, media.HasNUL) {
			row.broken = media.NULReason
		}
		if err := do(row); err != nil {
			return err
		}
	}
}

// aside tells of a row that is no record: one whose cells cannot stand under their
// headers, the header again, the name of a network above its rows, a total or a
// remark below.
func (t *table) aside(rec record) string {
	row, after := rec.cells, t.among
	t.gap = false
	network := t.sectionOf(row)
	switch {
	case slices.Equal(row, t.header):
		t.beside.from = 0
		return "it is the header again"
	case network != "":
		t.among = among{section: network}
		return "it names the network of the rows below it"
	case total(row):
		t.below = true
		return misshapen(row, len(t.header))
	case example(row):
		return "it is an example of a row"
	case t.remark(row, after):
		t.below = true
		return "it is a remark, not a row of the table"
	case t.foreign(rec, after.gap):
		return fmt.Sprintf("it is of another table, which begins at line %d", t.beside.from)
	}
	t.below = false
	return misshapen(row, len(t.header))
}

var statedDay = pattern.New(`(?i)(?:\bstand|\bas of|\bas at|\bexport(?:ed|iert)?(?: on| am)?|\bupdated(?: on)?|\bgenerated(?: on)?|\bdate|\bdatum|\bfecha|\bdata|\bau)[\s:]+(?:the |vom |am |del? |du )?(\d{1,4}[./-]\d{1,2}[./-]\d{2,4})\b`)

// stated is the day that the rows above the header say the table is of: "Stand
// 1.10.2026". A day that can be read in two ways is none.
func (t *table) stated() time.Time {
	for _, row := range t.above {
		if found := statedDay.FindStringSubmatch(strings.Join(row.cells, " ")); found != nil {
			if at, ok := cells.Date(found[1], cells.AnyOrder); ok {
				return at
			}
		}
	}
	return time.Time{}
}

// lone is the only filled cell of a row of a table with several columns, "" where
// there are more. JSON leaves out what it does not know.
func (t *table) lone(cells []string) string {
	if t.delimiter == 0 || len(t.header) < 2 {
		return ""
	}
	found := ""
	for _, cell := range cells {
		if cell = strings.TrimSpace(cell); cell == "" {
			continue
		}
		if found != "" {
			return ""
		}
		found = cell
	}
	return found
}

// seldomLone holds where at most a row in three has but one cell, a word: it is a title
// then, and no account.
func (t *table) seldomLone() bool {
	lone := 0
	for _, row := range t.ahead {
		lone += count(bareWord(t.lone(row.cells)))
	}
	return len(t.ahead) > 2 && lone*3 <= len(t.ahead)
}

// bareWord holds for one word without any sign of a handle or a number.
func bareWord(cell string) bool { return cell != "" && !strings.ContainsAny(cell, " 0123456789@_/.") }

// sectionOf is the network that a row names and says nothing else of.
func (t *table) sectionOf(cells []string) string {
	if cell := t.lone(cells); cell != "" && !strings.HasPrefix(cell, "@") && plan.NetworkHeader(cell) {
		return cell
	}
	return ""
}

// sections are the networks named by the row above the header, and by those that part the
// first rows.
func (t *table) sections() (names []string) {
	if t.section != "" {
		names = append(names, t.section)
	}
	for _, row := range t.ahead {
		if name := t.sectionOf(row.cells); name != "" && row.broken == "" {
			names = append(names, name)
		}
	}
	return names
}

var forExample = pattern.New(`^(?i)(e\.? ?g\b|eg[.:]|z\. ?b\b|p\. ?ej|par ex|for example|example\b|beispiel\b|ejemplo\b|exemple\b|esempio\b|voorbeeld\b|@?(your|dein|tu|il tuo|votre)[ _.]?(handle|name|username|account|nombre|nom))`)

// example holds for the row that shows how a form is filled in.
func example(row []string) bool {
	for _, cell := range row {
		if cell = strings.TrimSpace(cell); cell != "" {
			return forExample.MatchString(cell)
		}
	}
	return false
}

// mostNameWords is more than names of creators have.
const mostNameWords = 6

// remark holds for a text alone in its row that is marked as a note or is as long
// as one, for any of several words below the table's end, and for a word
// where nearly all rows have more than one cell.
func (t *table) remark(cells []string, after among) bool {
	cell := t.lone(cells)
	if cell == "" || len(cells) > 1 && strings.TrimSpace(cells[0]) == "" {
		return false
	}
	words := len(strings.Fields(cell))
	title := (after.below || len(t.header) > 2) && t.wide && bareWord(cell) && misshapen(cells, len(t.header)) == ""
	return title || strings.ContainsAny(cell[:1], "*†‡") && words > 1 || strings.Contains(cell, ": ") || words > mostNameWords || after.below && words > 1
}

// misshapen tells of a row whose cells cannot stand under their headers. Empty
// cells at the end may be missing.
func misshapen(cells []string, width int) string {
	filled := len(cells)
	for filled > 0 && strings.TrimSpace(cells[filled-1]) == "" {
		filled--
	}
	if filled > width || len(cells)*2 < width {
		return fmt.Sprintf("it has %d cells where the header has %d", len(cells), width)
	}
	return ""
}

func hasDigit(text string) bool { return strings.ContainsAny(text, "0123456789") }
