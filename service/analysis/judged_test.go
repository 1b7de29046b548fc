package analysis

import (
	"fmt"
	"strings"
	"testing"

	"greenroom/internal/codetest"
)

// written is all that a text is read and judged as, in one line.
func written(lang, words string) string {
	texts := []Text{{Words: words, Languages: []string{lang}}}
	post, judged := ReadPost(texts, nil), Judge(Scan{Texts: texts})
	out := fmt.Sprintf("%s %s %+.3f", post.Language, post.Tone.Sentiment, post.Tone.Score)
	list := func(name string, of []string) {
		if len(of) > 0 {
			out += fmt.Sprintf(" | %s %q", name, of)
		}
	}
	list("felt", post.Tone.Evidence)
	if post.Sponsorship.Paid {
		out += " | paid"
	}
	list("by", post.Sponsorship.Brands)
	list("as", post.Sponsorship.Evidence)
	list("asks", post.Actions)
	for _, f := range judged.Flags {
		out += fmt.Sprintf(" | %s %s %.2f %q %q", f.Type, f.Severity, f.Confidence, f.Examples, f.Evidence)
	}
	return fmt.Sprintf("%s | %s %.3f %s", out, judged.Rating, judged.Confidence, judged.Summary)
}

// TestJudged holds every rule at its edges. Its file is a record: read what changed in it.
func TestJudged(t *testing.T) {
	codetest.Recorded(t, "testdata/judged.txt", func(asked string) string {
		lang, words, _ := strings.Cut(asked, ": ")
		return written(lang, words)
	})
}
