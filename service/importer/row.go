package importer

import (
	"strings"
	"time"
	"unicode/utf8"

	"greenroom/api"
	"greenroom/internal/shared"
	"greenroom/service"
	"greenroom/service/importer/cells"
	"greenroom/service/importer/plan"
	"greenroom/service/media"
)

// draft holds one record's values, before it meets the store.
type draft struct {
	line        int
	creator     service.Creator
	profiles    []service.Profile // at most one a network
	posts       []service.Post
	transcripts []service.Transcript
	// named are the networks whose account nothing but a name tells from another.
	named map[api.Platform]bool
	// made: a username is made of the name, as the table has no handles.
	made bool
	// weak: what it says only fills gaps.
	weak bool
	// dated: its own row says when it was true, so that one account may have several.
	dated bool
	// replaces: what it says counts against what was seen before.
	replaces bool
	fresh    bool   // its accounts are neither stored nor gathered
	again    bool   // the file had the account before
	said     uint64 // a mark of its row
	shares   bool   // another row of the file has its id
}

// row reads the cells of a record by what they mean.
type row struct {
	plan    *plan.Plan
	cells   []string
	known   []string     // their values, "" where there is none; nil until one is asked for
	network api.Platform // whose columns are read, in sheets with several
	section string       // the network that a row above named
	latest  time.Time    // no day is after it
	meant   meanings
	left    func(plan.Column, string, string)
}

// meanings keep what the cells of columns with few different texts mean.
type meanings struct {
	places            shared.Texts[location]
	themes, languages shared.Texts[[]string]
}

func newMeanings() meanings {
	return meanings{shared.Texts[location]{}, shared.Texts[[]string]{}, shared.Texts[[]string]{}}
}

type location struct {
	city, country string
	ok            bool
}

func locationOf(cell string) (l location) {
	l.city, l.country, l.ok = cells.Location(cell)
	return l
}

func (r *row) at(column int) string {
	if column >= len(r.cells) {
		return ""
	}
	if r.known == nil {
		r.known = make([]string, len(r.cells))
		for i, cell := range r.cells {
			if value, ok := cells.Known(cell); ok {
				r.known[i] = value
			}
		}
	}
	return r.known[column]
}

// cell is the first known value among the columns of a field, and its column.
func (r *row) cell(f plan.Field) (string, plan.Column) {
	for _, column := range r.plan.Of(f, r.network) {
		if value := r.at(column); value != "" {
			return value, r.plan.Columns[column]
		}
	}
	return "", plan.Column{}
}

// text is the first known value among the columns of fields.
func (r *row) text(fields ...plan.Field) string {
	for _, f := range fields {
		if value, _ := r.cell(f); value != "" {
			return value
		}
	}
	return ""
}

// leave notes a cell that is not read; the rest of its row is.
func (r *row) leave(c plan.Column, cell, reason string) {
	if r.left != nil {
		r.left(c, cell, reason)
	}
}

// maxName is longer than names are, in letters.
const maxName = 150

// name is "" where the cell holds what is none.
func (r *row) name() string {
	text, column := r.cell(plan.Name)
	if text == "" {
		text = strings.TrimSpace(r.text(plan.FirstName) + " " + r.text(plan.LastName))
	}
	name, reason := cells.Name(text), ""
	switch {
	case utf8.RuneCountInString(name) > maxName:
		reason = "too long for a name"
	case strings.HasPrefix(name, "="):
		reason = "a formula, not a name"
	}
	if reason == "" {
		return name
	}
	r.leave(column, media.Shorten(name, 40), reason)
	return ""
}

// number is nil where the value is not known, or cannot be read.
func (r *row) number(f plan.Field) *float64 {
	text, column := r.cell(f)
	if text == "" {
		return nil
	}
	figure, ok := cells.Number(text, column.Style)
	switch {
	case !ok || figure.Value < 0 && f != plan.Gained && f != plan.Growth:
		r.leave(column, text, "not a number")
		return nil
	case figure.Percent && column.Style.Whole:
		r.leave(column, text, "a share, not a number of things")
		return nil
	case f.BeyondAny(figure.Value):
		r.leave(column, text, "more than any account has")
		return nil
	case figure.Vague:
		r.leave(column, text, "")
	}
	if column.Ratio && !figure.Percent {
		figure.Value = rounded(figure.Value * 100)
	}
	return &figure.Value
}

func (r *row) count(f plan.Field) *int64 {
	value := r.number(f)
	if value == nil {
		return nil
	}
	if whole := int64(*value + 0.5); float64(whole) == *value || *value > 1 {
		return &whole
	}
	text, column := r.cell(f)
	r.leave(column, text, "a fraction, not a number of things")
	return nil
}

const toCome = "a day to come"

func (r *row) date(f plan.Field) time.Time {
	text, column := r.cell(f)
	if text == "" {
		return time.Time{}
	}
	at, ok := cells.Date(text, column.Order)
	if !ok {
		r.leave(column, text, "not a date")
		return time.Time{}
	}
	if at.After(r.latest) {
		r.leave(column, text, toCome)
		return time.Time{}
	}
	return at
}

func (r *row) truth(f plan.Field) bool {
	text, column := r.cell(f)
	yes, ok := cells.Truth(text)
	if text != "" && !ok {
		r.leave(column, text, "neither yes nor no")
	}
	return yes
}
