package review

import (
	"testing"

	"greenroom/client/plan"
)

// Of several differences the first is told, and how many more there are.
func TestDifferencesInALine(t *testing.T) {
	one := plan.Difference{Who: "Ada", Field: "verdict", Old: "yes", New: "no"}
	for n, more := range []string{"", " and 1 more", " and 2 more"} {
		all := []plan.Difference{one, one, one}[:n+1]
		if got := inLine(all).String(); got != one.Words()+more {
			t.Errorf("%d: %q", n+1, got)
		}
	}
}
