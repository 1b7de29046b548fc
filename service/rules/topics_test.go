package rules

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"greenroom/service/analysis"
)

// Each line of testdata/topics.txt is a language, a text (\n is a new line), the
// topics it is about and those that only a stray word would make it about.
func TestTopicsOfAPostAreThoseOfThePost(t *testing.T) {
	for _, name := range []string{"topics.txt", "topics_aside.txt"} {
		raw, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		right, cases := 0, 0
		for line := range strings.Lines(string(raw)) {
			parts := strings.Split(strings.TrimSpace(line), " | ")
			if len(parts) < 3 || strings.HasPrefix(line, "#") {
				continue
			}
			text := strings.ReplaceAll(parts[1], `\n`, "\n")
			var got []string
			for _, q := range topicsOf([]analysis.Text{{Words: text, Languages: []string{parts[0]}, Source: analysis.FromCaption}}) {
				got = append(got, q.Topic)
			}
			ok := len(got) <= topicsMax
			for want := range strings.FieldsSeq(parts[2]) {
				ok = ok && slices.ContainsFunc(got, func(g string) bool { return strings.ReplaceAll(g, " ", "_") == want }) != strings.HasPrefix(want, "-") || want == "none" && len(got) == 0
				if rest, not := strings.CutPrefix(want, "-"); not {
					ok = ok && !slices.ContainsFunc(got, func(g string) bool { return strings.ReplaceAll(g, " ", "_") == rest })
				}
			}
			cases++
			if ok {
				right++
			} else {
				t.Logf("%s: %q is about %v, not %s", parts[0], text, got, parts[2])
			}
		}
		if right < cases {
			t.Errorf("%s: %d of %d are right", name, right, cases)
		}
	}
}
