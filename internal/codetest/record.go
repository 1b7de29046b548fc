package codetest

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update-records", false, "write records of answers anew")

// Recorded asks what stands in front of "=>" in the lines of a file, and holds the
// answers against what stands behind it. Such a file is a record, not a judgement: with
// -update-records it is written anew, and what changed in it is to be read.
func Recorded(t *testing.T, file string, answer func(asked string) string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var anew strings.Builder
	for line := range strings.Lines(string(raw)) {
		asked, want, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " => ")
		if !ok {
			anew.WriteString(line)
			continue
		}
		got := answer(asked)
		anew.WriteString(asked + " => " + got + "\n")
		if got != want && !*update {
			t.Errorf("%q\n got %s\nwant %s", asked, got, want)
		}
	}
	if t.Failed() {
		t.Log("-update-records writes what is answered now")
	}
	if *update {
		if err := os.WriteFile(file, []byte(anew.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
