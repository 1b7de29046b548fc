package cmd

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// What is said is piped as it was said: nothing that a screen needs to show it stands
// in it. Of several languages the one that is spoken comes first.
func TestTranscriptsArePipedPlain(t *testing.T) {
	s := remoteShell(t, "", "")
	folder, store := filepath.Join(s.home, "files"), filepath.Join(s.home, "x.db")
	const cue = "WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n"
	writeFiles(t, folder, map[string]string{
		"قهوة في البيت [2aA3VBdcl6A].ar.vtt": cue + "اليوم قهوة (coffee) في البيت 100%\n",
		"قهوة في البيت [2aA3VBdcl6A].aa.vtt": cue + "coffee at home\n",
		"قهوة في البيت [2aA3VBdcl6A].en.vtt": cue + "today coffee at home\n",
	})
	s.ok("", "import", folder, "--store", store)
	for _, format := range []string{"table", "csv", "json", "jsonl"} {
		got := s.ok("", "transcript", "videoplatform:2aA3VBdcl6A", "-o", format, "--store", store)
		if at := strings.IndexFunc(got, func(r rune) bool { return unicode.Is(unicode.Cf, r) }); at >= 0 {
			t.Errorf("%s: an invisible character at %d of %q", format, at, got)
		}
		if !strings.Contains(got, "اليوم قهوة (coffee) في البيت 100%") {
			t.Errorf("%s: not the language that is spoken: %s", format, got)
		}
	}
}
