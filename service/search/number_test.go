package search

import (
	"slices"
	"testing"

	"greenroom/api"
)

// Every condition on a number is compared with something, and every number of an
// account has room in a document.
func TestEveryNumberIsFiltered(t *testing.T) {
	for _, c := range api.Conditions() {
		if _, known := derived[c.Field]; c.Class == api.NumberClass && !known && ownFilter[c.Field] == "" && !slices.Contains(Rarer, c.Field) {
			t.Errorf("nothing is compared with %s", c.Field)
		}
	}
	if len(Rarer) > rarerMax {
		t.Errorf("%d numbers in room for %d", len(Rarer), rarerMax)
	}
}
