package words

import (
	"os"
	"strings"
	"testing"
)

// A kind that is misspelled in a file of a language would be left out in silence.
func TestKindsOfTurnsAreKnown(t *testing.T) {
	source, err := os.ReadFile("turns.go")
	if err != nil {
		t.Fatal(err)
	}
	for kind := range turns().kind {
		if !strings.Contains(string(source), `= "`+kind+`"`) && !strings.Contains(patternText, "'"+strings.ReplaceAll(kind, " ", "-")+"'") {
			t.Errorf("no kind: %q", kind)
		}
	}
}
