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
// among them.
func (t *table) sampled() [][]string {
	rows := make([][]string, 0, len(t.ahead))
	for _, row := range t.ahead {
		switch {
		case row.broken != "" || t.sectionOf(row.cells) != "":
		case row.blank() || total(row.cells) || t.remark(row.cells):
			t.below = true
		default:
			t.below = false
			rows = append(rows, row.cells)
		}
	}
	t.below = false
	return rows
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
			t.below = true
			continue
		}
		if slices.ContainsFunc(row.cells, media.HasNUL) {
			row.broken = media.NULReason
		}
		if t.otherHeader(row.cells) {
			return refuse("Another table begins at line %d, and is not read: save it as a file of its own.", row.line)
		}
		if err := do(row); err != nil {
			return err
		}
	}
}

// aside tells of a row that is no record: one whose cells cannot stand under their
// headers, the header again, the name of a network above its rows, a total or a
// remark below.
func (t *table) aside(row []string) string {
	if reason := misshapen(row, len(t.plan.Columns)); reason != "" {
		return reason
	}
	if slices.Equal(row, t.header) {
		return "it is the header again"
	}
	if network := t.sectionOf(row); network != "" {
		t.section, t.below = network, false
		return "it names the network of the rows below it"
	}
	if t.remark(row) {
		t.below = true
		return "it is a remark, not a row of the table"
	}
	t.below = total(row)
	return ""
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

// sectionOf is the network that a row names and says nothing else of.
func (t *table) sectionOf(cells []string) string {
	if cell := t.lone(cells); cell != "" && !strings.HasPrefix(cell, "@") && plan.NetworkHeader(cell) {
		return cell
	}
	return ""
}

// sectioned holds where rows are parted by the names of networks.
func (t *table) sectioned() bool {
	return slices.ContainsFunc(t.ahead, func(r record) bool { return r.broken == "" && t.sectionOf(r.cells) != "" })
}

// mostNameWords is more than names of creators have.
const mostNameWords = 6

// remark holds for a text alone in its row that is marked as a note or is as long
// as one, and for any of several words below the table's end.
func (t *table) remark(cells []string) bool {
	cell := t.lone(cells)
	if cell == "" || len(cells) > 1 && strings.TrimSpace(cells[0]) == "" {
		return false
	}
	words := len(strings.Fields(cell))
	return strings.ContainsAny(cell[:1], "*†‡") && words > 1 || strings.Contains(cell, ": ") || words > mostNameWords || t.below && words > 1
}

// otherHeader holds for the header of another table: cells that name columns, other
// ones than those of this.
func (t *table) otherHeader(cells []string) bool {
	if t.delimiter == 0 || slices.Equal(cells, t.header) {
		return false
	}
	var words []string
	filled := 0
	for _, cell := range cells {
		if cell = strings.TrimSpace(cell); cell != "" {
			filled++
			if strings.IndexFunc(cell, isDigit) < 0 {
				words = append(words, cell)
			}
		}
	}
	// Most rows are told by their numbers, or by their first cells: whether a cell
	// names a column takes longest.
	need := max(2, (filled*3+3)/4)
	found := 0
	for i, cell := range words {
		if found+len(words)-i < need {
			return false
		}
		if plan.Names(cell) {
			found++
		}
	}
	return found >= need
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// another refuses a file with several tables one below the other, as far as it is
// looked at before it is read.
func (t *table) another() error {
	for _, row := range t.ahead {
		if row.broken == "" && t.otherHeader(row.cells) {
			return refuse("It holds several tables one below the other, the next at line %d: save each as a file of its own.", row.line)
		}
	}
	return nil
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
