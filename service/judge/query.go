package judge

import (
	"context"
	"slices"
	"unicode/utf8"

	"greenroom/api"
	"greenroom/internal/each"
)

var queryTask = newTask("query", 1)

const (
	phraseMost      = 60 // characters
	suggestionsMost = 3
)

type queryAnswer struct {
	echo
	Suggestions []struct {
		Text   string `json:"text"`
		Phrase string `json:"phrase"`
	} `json:"suggestions"`
}

func (a *queryAnswer) check() error { return nil }

// Suggest returns meanings of words that the rules did not use. A suggestion is no
// condition: it is a phrase that the rules read without doubt, for the planner to take or
// leave. read applies the rules.
func (r *Reader) Suggest(ctx context.Context, query string, in api.Interpretation, read func(phrase string) api.Interpretation) (out []api.Suggested) {
	if len(in.Unused) == 0 || givesOrders(clean(query)) {
		return nil
	}
	a, err := ask[queryAnswer](ctx, r, queryTask, struct {
		Query      string   `json:"query"`
		Understood []string `json:"understood"`
		Unused     []string `json:"unused"`
	}{mask(clean(query)), each.Of(in.Filters, func(f api.Filter) string { return f.Text }), each.Of(in.Unused, func(u api.Unused) string { return u.Text })})
	if err != nil {
		r.by(queryTask, 0, 0, err)
		return nil
	}
	has := func(f api.Filter) bool {
		return slices.ContainsFunc(in.Filters, func(old api.Filter) bool { return old.Field == f.Field && old.Value == f.Value })
	}
	for _, s := range a.Suggestions {
		words, phrase := quoted(query, s.Text), tidy(s.Phrase)
		if words == "" || phrase != s.Phrase || utf8.RuneCountInString(phrase) > phraseMost || len(out) == suggestionsMost {
			continue
		}
		told := read(phrase)
		if len(told.Filters) > 0 && len(told.Unused)+len(told.Excluded)+len(told.Corrected)+len(told.Seeds) == 0 && !slices.ContainsFunc(told.Filters, has) {
			out = append(out, api.Suggested{Text: words, Phrase: phrase, Filters: told.Filters})
		}
	}
	return out
}
