package words

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var signs = map[string]string{opEq: "=", opNe: "!=", opGte: ">=", opLte: "<="}

// told is a meaning in one line: topics, then conditions in the order of the
// alphabet.
func told(m Meaning) string {
	parts := []string{strings.Join(texts(m.Topics), ",")}
	for _, f := range m.Filters {
		value := fmt.Sprint(f.Value)
		if n, ok := f.Value.(float64); ok {
			value = fmt.Sprintf("%.10g", n)
		}
		parts = append(parts, f.Field+signs[f.Op]+value)
	}
	slices.Sort(parts[1:])
	return strings.TrimSpace(strings.Join(parts, " | "))
}

// The cases of each language are lines of
// "query => topics | condition | condition".
func TestQueriesOfEachLanguage(t *testing.T) {
	files, err := filepath.Glob("../languages/*/queries_cases.txt")
	if err != nil || len(files) < 9 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		code := filepath.Base(filepath.Dir(file))
		t.Run(code, func(t *testing.T) { queriesOf(t, code, file) })
	}
}

func queriesOf(t *testing.T, code, file string) {
	lines, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(lines)) {
		query, want, _ := strings.Cut(strings.TrimSpace(line), " => ")
		parts := strings.Split(want, " | ")
		if rest, ok := strings.CutPrefix(parts[0], "| "); ok {
			parts = append([]string{""}, append([]string{rest}, parts[1:]...)...)
		}
		slices.Sort(parts[1:])
		m := Understand(query)
		if got, want := told(m), strings.TrimSpace(strings.Join(parts, " | ")); got != want {
			t.Errorf("%q\n got %s [%s]\nwant %s", query, got, m.Language, want)
		}
		if err := sane(query, m.Interpretation()); err != nil {
			t.Errorf("%q: %v", query, err)
		}
	}
}
