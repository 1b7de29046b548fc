package search

import (
	"fmt"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/ui/text"
)

// chip is one condition that the service understood, with the words it came
// from: deleting these from the query removes it.
type chip struct {
	label text.Text
	words string
}

// chipsOf joins the two ends of a range into one chip.
func chipsOf(in api.Interpretation) []chip {
	var chips []chip
	for i := 0; i < len(in.Filters); i++ {
		f := in.Filters[i]
		label := labelOf(f)
		if i+1 < len(in.Filters) && in.Filters[i+1].Field == f.Field && in.Filters[i+1].Text == f.Text && in.Filters[i+1].Op != f.Op {
			label = fmt.Sprintf("%s %s–%s", fieldName(f.Field), valueOf(f), valueOf(in.Filters[i+1]))
			i++
		}
		chips = append(chips, chip{text.Clean(label), f.Text})
	}
	return chips
}

func labelOf(f api.Filter) string {
	op := map[string]string{"gte": "≥ ", "lte": "≤ ", "ne": "not "}[f.Op]
	if v, ok := f.Value.(bool); ok {
		if v {
			return fieldName(f.Field)
		}
		return "not " + fieldName(f.Field)
	}
	return fieldName(f.Field) + " " + op + valueOf(f)
}

func fieldName(field string) string {
	if field == "engagement_rate" {
		return "engagement"
	}
	return strings.ReplaceAll(field, "_", " ")
}

func valueOf(f api.Filter) string {
	n, ok := f.Value.(float64)
	switch {
	case ok && f.Field == "engagement_rate":
		return fmt.Sprintf("%g%%", n)
	case ok:
		return text.Count(int64(n)).String()
	}
	return fmt.Sprint(f.Value)
}

// without is the query with the words of a chip taken out, and the commas and
// blanks that held them.
func without(query string, c chip) string {
	if c.words == "" {
		return query
	}
	query = strings.Replace(query, c.words, "", 1)
	parts := strings.Split(query, ",")
	parts = slices.DeleteFunc(parts, func(p string) bool {
		rest := strings.Fields(p)
		return len(rest) == 0 || len(rest) == 1 && slices.Contains(danglers, strings.ToLower(rest[0]))
	})
	for i, p := range parts {
		words := strings.Fields(p)
		for len(words) > 1 && slices.Contains(danglers, strings.ToLower(words[len(words)-1])) {
			words = words[:len(words)-1]
		}
		parts[i] = strings.Join(words, " ")
	}
	return strings.Join(parts, ", ")
}

// danglers are words that mean nothing once what they belonged to is gone.
var danglers = []string{"in", "from", "with", "and", "who", "are", "on", "at", "of", "for"}
