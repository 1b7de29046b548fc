package search

import (
	"math"
	"slices"

	"greenroom/api"
	"greenroom/service/words"
)

// rarerMax limits the numbers of an account that are only filtered by.
const rarerMax = 4

// Rarer are the fields of the numbers of an account that are only filtered by, in the
// order of Doc.Rarer; the store has a column of the name for each. Followers and the
// engagement rate rank too, and have columns of their own.
var Rarer = fieldsOf(func(c api.Condition) bool { return c.Account && ownFilter[c.Field] == "" })

// ownFilter are numbers that filter applies by itself, each with why.
var ownFilter = map[string]string{
	words.FieldFollowers:  "of the networks asked for, by blocks",
	words.FieldEngagement: "without a branch",
	words.FieldLanguage:   "with which languages",
}

// derived are the numbers that no account has, on a day.
var derived = map[string]func(x *Index, d uint32, today day) float64{
	words.FieldLastPostDays: (*Index).silentDays,
	words.FieldPlatform:     func(x *Index, d uint32, _ day) float64 { return float64(x.networks(d)) },
}

// filtered are the fields whose numbers are compared one creator after the other.
var filtered = fieldsOf(func(c api.Condition) bool {
	return c.Class != api.PlaceClass && c.Class != api.KindClass && c.Class != api.FlagClass && ownFilter[c.Field] == ""
})

func fieldsOf(is func(c api.Condition) bool) (out []string) {
	for _, c := range api.Conditions() {
		if is(c) {
			out = append(out, c.Field)
		}
	}
	return out
}

// number returns the value compared with a field; NaN is unknown.
func (x *Index) number(field string, today day) func(d uint32) float64 {
	if of, ok := derived[field]; ok {
		return func(d uint32) float64 { return of(x, d, today) }
	}
	column := x.rarer[slices.Index(Rarer, field)]
	return func(d uint32) float64 { return float64(column[d]) }
}

func (x *Index) silentDays(d uint32, today day) float64 {
	at := x.lastPosts[d]
	if at == 0 || today == 0 {
		return math.NaN()
	}
	return max(0, float64(today)-float64(at))
}

func valueOf(field string, v float64) string { return api.ConditionOf(field).Value(v) }
