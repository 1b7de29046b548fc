package tables

import (
	"encoding/json"
	"slices"
	"testing"
)

// TestListsAreJSON: lists of texts are written and read as JSON has them, those without
// an escape and all others.
func TestListsAreJSON(t *testing.T) {
	for _, texts := range [][]string{
		{"travel"}, {"travel", "food & drink"}, {"", ""}, {""}, {`a","b`}, {`"`, `\`}, {"<b>", "c>d"}, {"Köln", "日本"},
		{"a\nb", "\x00", "\x7f"}, {"\u2028", "\xff"}, {"[", "]"}, {",", " , "}, {"~ !#'()*+-./:;=?@[]^_`{|}"},
	} {
		want, err := json.Marshal(texts)
		if got := list(texts); err != nil || got != string(want) {
			t.Errorf("%q is written %s, want %s", texts, got, want)
		}
	}
	for _, stored := range []string{
		`["travel"]`, `["a","b"]`, `["a", "b"]`, `[ "a","b" ]`, `["",""]`, `[""]`, `["a","b\"c"]`, `["\u003cb\u003e","<"]`, `["Köln"]`,
		`["]`, `["a"b"]`, `["a",1]`, `[["a"]]`, `["a"],["b"]`, `["a":"b"]`, `"]`, `["`, `null`, `[]`, `["a",null,"b"]`, "[\"a\nb\"]",
	} {
		got, want := []string{"before"}, []string(nil)
		err, wrong := listIn[string]{&got}.Scan(stored), json.Unmarshal([]byte(stored), &want)
		if (err == nil) != (wrong == nil) || wrong == nil && !slices.Equal(got, want) {
			t.Errorf("%s is read as %q (%v), want %q (%v)", stored, got, err, want, wrong)
		}
	}
}
