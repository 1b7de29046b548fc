package review

import (
	"testing"

	"greenroom/client/plan"
	"greenroom/views/view"
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

// Notes and fees that differ stay masked while others look on; reasons are told.
func TestNotesThatDifferStayMasked(t *testing.T) {
	s := &Screen{env: &view.Env{Frame: view.Frame{Stage: true}}}
	for field, want := range map[string]string{"note": "•••", "fee": "•••", "reason": "dear"} {
		if got := s.seen(plan.Difference{Field: field, New: "dear"}); got.New != want || got.Old != "" {
			t.Errorf("%s: %q → %q", field, got.Old, got.New)
		}
	}
}
