package brief

import (
	"strings"
	"testing"
)

// A label names one field.
func TestLabelsNameOneField(t *testing.T) {
	field := map[string]string{}
	for kind, words := range cues() {
		if f, is := strings.CutPrefix(kind, "label "); is {
			for _, w := range append(words, f) {
				if other := field[w]; other != "" && other != f {
					t.Errorf("%q is a label of %s and of %s", w, f, other)
				}
				field[w] = f
			}
		}
	}
}
