package importer

import (
	"fmt"
	"strings"

	"greenroom/service"
	"greenroom/service/importer/cells"
	"greenroom/service/media"
)

// draft is what one record says, before it meets the store.
type draft struct {
	line        int
	creator     service.Creator
	profiles    []service.Profile // at most one a network
	posts       []service.Post
	transcripts []service.Transcript
	// byName: nothing but a name tells this account from another.
	byName bool
	// weak: what it says only fills gaps.
	weak bool
}

// row reads the cells of a record by what they mean.
type row struct {
	layout *layout
	cells  []string
	err    string // why a cell cannot be read, the first time
}

func (r *row) at(column int) string {
	if column >= len(r.cells) {
		return ""
	}
	value, ok := cells.Known(r.cells[column])
	if !ok {
		return ""
	}
	return value
}

// text is the first known value among the columns of a field.
func (r *row) text(f field) string {
	for _, column := range r.layout.columns[f] {
		if value := r.at(column); value != "" {
			return value
		}
	}
	return ""
}

// number is nil where the value is not known.
func (r *row) number(f field) *float64 {
	text := r.text(f)
	if text == "" {
		return nil
	}
	value, ok := cells.Number(text, countFields[f])
	if !ok || value < 0 && f != fieldGained {
		r.fail("%s: %q is not a number", r.name(f), media.Shorten(text, 40))
		return nil
	}
	return &value
}

// countFields are numbers without a fraction.
var countFields = map[field]bool{fieldFollowers: true, fieldFollowing: true, fieldPosts: true}

func (r *row) count(f field) *int64 {
	value := r.number(f)
	if value == nil {
		return nil
	}
	whole := int64(*value + 0.5)
	return &whole
}

func (r *row) name(f field) string {
	if columns := r.layout.columns[f]; len(columns) > 0 {
		return strings.Join(strings.Fields(r.layout.header[columns[0]]), " ")
	}
	return string(f)
}

func (r *row) fail(format string, args ...any) {
	if r.err == "" {
		r.err = fmt.Sprintf(format, args...)
	}
}

func truth(text string) bool {
	switch strings.ToLower(text) {
	case "true", "yes", "y", "1", "x", "sí", "si", "ja", "oui", "✓", "✔", "verified":
		return true
	}
	return false
}

func ptr[T any](value T) *T { return &value }
