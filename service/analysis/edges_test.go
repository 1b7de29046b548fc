package analysis

import (
	"strings"
	"testing"
	"unicode/utf8"

	"greenroom/api"
)

// A quote is the sentence; one that is too long is cut at words on both sides of the place,
// and keeps it.
func TestExcerptsAreCutAtWords(t *testing.T) {
	short := strings.Repeat("word ", 40)
	if got := excerpt("One. "+short+"here.", sentencesOf("One. "+short+"here."), 6, 7); got != strings.TrimSpace(short)+" here." {
		t.Errorf("a short sentence is cut: %q", got)
	}
	text := strings.Repeat("before ", 80) + "PLACE" + strings.Repeat(" behind", 80)
	at := strings.Index(text, "PLACE")
	got := excerpt(text, nil, at, at+len("PLACE"))
	if n := utf8.RuneCountInString(got); n > quoteMax || n < quoteMax-20 {
		t.Errorf("%d letters", n)
	}
	front, back, found := strings.Cut(got, "PLACE")
	if !found || strings.Trim(front, "befor ") != "" || strings.Trim(back, "behind ") != "" || !strings.HasPrefix(front, "before ") || !strings.HasSuffix(back, " behind") {
		t.Errorf("%q", got)
	}
	if d := len(front) - len(back); d < -8 || d > 8 {
		t.Errorf("%d letters in front, %d behind", len(front), len(back))
	}
}

func sentencesOf(text string) []span {
	i := strings.Index(text, ". ") + 1
	return []span{{0, i}, {i, len(text)}}
}

// What is light and comes again and again, in a quarter of the texts and at least three of
// them, is graver.
func TestWhatComesAgainIsGraver(t *testing.T) {
	swear := []string{"This shit again.", "What a shit day.", "Shit happens to bread.", "No shit, it rained."}
	for _, c := range []struct {
		swearing, all int
		want          api.Severity
	}{{2, 3, api.SeverityLow}, {3, 12, api.SeverityMedium}, {3, 13, api.SeverityLow}, {4, 16, api.SeverityMedium}} {
		var texts []Text
		for i := range c.all {
			words := "We walked along the river and then we had some bread with butter and salt."
			if i < c.swearing {
				words = swear[i]
			}
			texts = append(texts, Text{Words: words, Languages: []string{"en"}, Source: FromCaption})
		}
		flags := Judge(Scan{Texts: texts}).Safety.Flags
		if len(flags) != 1 || flags[0].Severity != c.want {
			t.Errorf("%d of %d: %+v, want %s", c.swearing, c.all, flags, c.want)
		}
	}
}
