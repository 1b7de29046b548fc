package output

import (
	"encoding/json"
	"testing"
)

// A list whose parts hold what would part them is JSON in its cell.
func TestAListOfSentencesInACell(t *testing.T) {
	for raw, want := range map[string]string{
		`["a","b"]`: "a; b", `["bakes; and sells","b"]`: `["bakes; and sells","b"]`, `[{"a":"x; y"}]`: `{"a":"x; y"}`, `[]`: "",
	} {
		if got := cellText(json.RawMessage(raw)); got != want {
			t.Errorf("%s in a cell is %s, want %s", raw, got, want)
		}
	}
}
