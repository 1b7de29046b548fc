package words

import (
	"os"
	"slices"
	"strings"
	"testing"

	"greenroom/service/words/topics"
)

func rows(t *testing.T, file string) (out [][]string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		if f := strings.Split(strings.TrimSpace(line), " | "); len(f) == 3 && !strings.HasPrefix(line, "#") {
			out = append(out, f)
		}
	}
	return out
}

// jobsMissed is the number of words for people that reach no theme: compounds of two
// words, and a globetrotter.
const jobsMissed = 2

// Jobs and kinds of people reach their theme in every language.
func TestPeopleReachTheirTheme(t *testing.T) {
	missed := []string{}
	for _, f := range rows(t, "testdata/jobs.txt") {
		group := topics.Labelled(f[0])
		if !slices.ContainsFunc(Understand(f[2]).Brief().Topics, func(o Topic) bool { return slices.Contains(o.Groups, group[0]) }) {
			missed = append(missed, f[2])
		}
	}
	if len(missed) > jobsMissed {
		t.Errorf("no theme for %q", missed)
	}
	if m := Understand("dermatologists").Brief(); slices.Contains(m.Topics[0].Groups, topics.Labelled("skincare")[0]) {
		t.Error("dermatologists are not pages about skincare")
	}
}

// Who is left out is left out with what belongs to it, and nobody else is.
func TestMembersAreLeftOut(t *testing.T) {
	for _, f := range rows(t, "testdata/members.txt") {
		b := Understand(f[0]).Brief()
		unwanted := func(text string) bool {
			return slices.ContainsFunc(b.Read(text), func(m Mention) bool { return m.Unwanted && m.Quality >= topics.Near })
		}
		for text := range strings.SplitSeq(f[1], "; ") {
			if !unwanted(text) {
				t.Errorf("%q keeps %q", f[0], text)
			}
		}
		for text := range strings.SplitSeq(f[2], "; ") {
			if unwanted(text) {
				t.Errorf("%q leaves out %q", f[0], text)
			}
		}
	}
}
