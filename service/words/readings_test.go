package words

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"greenroom/service/words/topics"
)

var update = flag.Bool("update", false, "write testdata/readings.txt and repairs.txt anew")

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
// excluded and what is said to be unused; and what is repaired in queries to a
// catalogue. Its files are records, written by -update: read what changed in them.
func TestReadings(t *testing.T) {
	recorded(t, "testdata/readings.txt", Known{})
	recorded(t, "testdata/repairs.txt", Known{Words: usedWords()})
}

// usedWords counts the texts of a catalogue that use some words, as people write them.
func usedWords() testTexts {
	uses := map[string]int{"spain": 30, "berlin": 10, "paris": 4, "madrid": 1, "milan": 20, "span": 2, "spian": 5}
	for w, n := range map[string]int{
		"lockpicking": 9, "fitnes": 5, "travel": 90, "coffee": 50, "photography": 20, "cooking": 21, "baking": 19, "gardening": 100, "chess": 1,
		"pottery": 6, "knitting": 40, "hiking": 25, "books": 200, "runing": 5, "travell": 1,
	} {
		uses[topics.Terms(w)[0]] = n
	}
	return testTexts{uses, "sarah fittness photografer vegann"}
}

// recorded reads the queries of a file and holds them against what it says.
func recorded(t *testing.T, file string, known Known) {
	raw, err := os.ReadFile(file)
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
		got := read(UnderstandWith(query, known))
		fmt.Fprintf(&anew, "%s => %s\n", query, got)
		if got != want && !*update {
			t.Errorf("%q\n got %s\nwant %s", query, got, want)
		}
	}
	if t.Failed() {
		t.Log("go test ./service/words -run TestReadings -update writes what is read now")
	}
	if *update {
		if err := os.WriteFile(file, []byte(anew.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
