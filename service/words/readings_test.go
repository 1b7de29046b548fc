package words

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/readings.txt anew")

const readingsFile = "testdata/readings.txt"

// read is all that a meaning says, in one line.
func read(m Meaning) string {
	in := m.Interpretation()
	out := written(in)
	for _, s := range in.Seeds {
		out += " | like " + s.Username
	}
	if len(m.Where.EveryPlatform) > 0 {
		out += fmt.Sprintf(" | all of %v", m.Where.EveryPlatform)
	}
	if m.Where.EveryLanguage != 0 {
		out += fmt.Sprintf(" | all of %s", m.Where.EveryLanguage)
	}
	for _, c := range in.Corrected {
		out += fmt.Sprintf(" | %s for %s", c.To, c.From)
	}
	for _, u := range in.Unused {
		kind := ""
		for k, why := range kinds {
			if why == u.Why {
				kind = k
			}
		}
		out += fmt.Sprintf(" | unused %s [%s]", kind, u.Text)
	}
	return strings.TrimSpace(out)
}

// TestReadings holds every rule at its edges: the words of each condition, what is
// excluded and what is said to be unused. Its file is a record, written by -update:
// read what changed in it.
func TestReadings(t *testing.T) {
	raw, err := os.ReadFile(readingsFile)
	if err != nil {
		t.Fatal(err)
	}
	var anew strings.Builder
	for line := range strings.Lines(string(raw)) {
		query, want, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " => ")
		if !ok {
			anew.WriteString(line)
			continue
		}
		got := read(Understand(query))
		fmt.Fprintf(&anew, "%s => %s\n", query, got)
		if got != want && !*update {
			t.Errorf("%q\n got %s\nwant %s", query, got, want)
		}
	}
	if t.Failed() {
		t.Log("go test ./service/words -run TestReadings -update writes what is read now")
	}
	if *update {
		if err := os.WriteFile(readingsFile, []byte(anew.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
