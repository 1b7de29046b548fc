package analysis

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
)

// The files of sentences, one a language, begin with groups of people; "+"
// stands before what is hatred when it is said of any of them in place of the X,
// "-" before what is not.
func TestHatredOfGroups(t *testing.T) {
	files, err := filepath.Glob("../languages/*/hatred_cases.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(raw)), "\n")
		language := filepath.Base(filepath.Dir(name))
		for people := range strings.SplitSeq(strings.TrimPrefix(lines[0], "# "), ", ") {
			for _, line := range lines[1:] {
				said, want := strings.ReplaceAll(line[2:], "X", strings.TrimSpace(people)), line[0] == '+'
				flags := Judge(Scan{Texts: []Text{{Words: said, Languages: []string{language}}}}).Flags
				if got := slices.ContainsFunc(flags, func(f api.Flag) bool { return f.Type == api.FlagHate }); got != want {
					t.Errorf("%q: hatred is %v", said, got)
				}
			}
		}
	}
}

// A slur of one language that a text may be in is no slur where another one that it
// may be in has it as a plain word.
func TestASlurOfAnotherLanguage(t *testing.T) {
	for words, hates := range map[string]bool{
		"Dia da Consciência Negra": false, "Cabelo crespo e pele negra, lindo demais": false, "quella negra se ne deve andare": true,
	} {
		found := slices.ContainsFunc(read(Text{Words: words}).hits, func(h hit) bool { return h.group.kind == hateSpeech.kind })
		if found != hates {
			t.Errorf("%q: %v", words, found)
		}
	}
}
