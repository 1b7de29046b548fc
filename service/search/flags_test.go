package search

import (
	"slices"
	"testing"

	"greenroom/api"
)

// TestEveryFlagHasItsRow: each condition of yes or no is one that the index answers.
func TestEveryFlagHasItsRow(t *testing.T) {
	var rows []string
	for _, a := range flagConditions {
		rows = append(rows, a.field)
		if sets := (&Index{}).flagged(a.flag); len(sets) != 1 {
			t.Errorf("%s has %d sets in flagSets", a.field, len(sets))
		}
	}
	if want := fieldsOf(func(c api.Condition) bool { return c.Class == api.FlagClass }); !slices.Equal(rows, want) {
		t.Errorf("flagConditions of index.go has %q, api.Conditions %q", rows, want)
	}
}
