package search

import (
	"cmp"
	"fmt"
	"strings"

	"greenroom/api"
	"greenroom/client/brief"
	"greenroom/internal/english"
	"greenroom/ui/text"
)

// chip is one condition that the service understood, with the words it came
// from: deleting these from the query removes it.
type chip struct {
	label text.Text
	words string
	why   string // the words are not used

	offered bool // suggested, not applied
}

// chipsOf is a chip for each word that was read otherwise, each condition and exclusion, and
// behind them each word that is not used; the two ends of a range are one. What a model
// suggests comes last.
func chipsOf(query string, in api.Interpretation) (chips []chip) {
	for _, c := range in.Corrected {
		chips = append(chips, chip{label: text.Format("%s, not %s", c.To, c.From), words: c.From})
	}
	for i := 0; i < len(in.Filters); i++ {
		f := in.Filters[i]
		label := labelOf(f)
		if i+1 < len(in.Filters) && in.Filters[i+1].Field == f.Field && in.Filters[i+1].Text == f.Text && in.Filters[i+1].Op != f.Op {
			label = fmt.Sprintf("%s %s–%s", api.ConditionOf(f.Field).Name, valueOf(f), valueOf(in.Filters[i+1]))
			i++
		}
		chips = append(chips, chip{label: text.Clean(spoken(label, f.Text, f.Value)), words: f.Text})
	}
	for _, e := range in.Excluded {
		words := brief.Clause(query, e.Text)
		label := labelOf(api.Filter{Field: e.Field, Op: "ne", Value: e.Value})
		if !strings.EqualFold(e.Text, fmt.Sprint(e.Value)) { // of "no meat, fish" the second alone reads like a wish
			label = spoken(label, words, e.Value)
		}
		chips = append(chips, chip{label: text.Clean(label), words: words})
	}
	for _, u := range in.Unused {
		chips = append(chips, chip{label: text.Format("not used: %s", u.Text), words: u.Text, why: cmp.Or(u.Why, "Unclear what this asks for.")})
	}
	for _, g := range in.Suggested { // not applied: the planner may type it
		chips = append(chips, chip{label: text.Format("suggested for “%s”: %s", g.Text, g.Phrase), offered: true})
	}
	return chips
}

// spoken is a condition in the words of the query where they name its value; else what
// was understood.
func spoken(label, words string, value any) string {
	name, ok := value.(string)
	if ok && strings.Contains(strings.ToLower(words), strings.ToLower(name)) {
		return words
	}
	return label
}

func labelOf(f api.Filter) string {
	op := map[string]string{"gte": "≥ ", "lte": "≤ ", "ne": "not "}[f.Op]
	name := api.ConditionOf(f.Field).Name
	if v, ok := f.Value.(bool); ok {
		if v {
			return name
		}
		return "not " + name
	}
	return name + " " + op + valueOf(f)
}

func valueOf(f api.Filter) string {
	n, ok := f.Value.(float64)
	switch unit := api.ConditionOf(f.Field).Unit; {
	case ok && unit == api.Count:
		return text.Count(int64(n)).String()
	case ok:
		return fmt.Sprintf("%g", n) + map[api.Unit]string{api.PerCent: "%"}[unit]
	}
	return english.Words(fmt.Sprint(f.Value))
}
