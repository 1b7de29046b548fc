package world

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"greenroom/service"
)

// quotable are the texts of a bundle that an answer may quote.
func quotable(b service.Bundle) []string {
	out := []string{b.Creator.Bio, b.Creator.Summary}
	for _, p := range b.Profiles {
		out = append(out, p.Bio)
	}
	for _, p := range b.Posts {
		out = append(out, hashtags.ReplaceAllString(p.Caption, ""))
	}
	for _, x := range b.Transcripts {
		out = append(out, x.Title, x.Text)
	}
	return out
}

var (
	hashtags = regexp.MustCompile(`(\s+#\S+)+$`)
	stops    = regexp.MustCompile(`[.!?…]+(\s+|$)|[。！？؟।\n]+\s*`)
)

// sentences are those of a text that have six words or, where words are not
// parted, as many letters as six words have.
func sentences(text string) (out []string) {
	for _, s := range stops.Split(text, -1) {
		letters := 0
		for _, r := range s {
			if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
				letters++
			}
		}
		if len(strings.Fields(s)) >= 6 || letters >= 16 {
			out = append(out, strings.ToLower(s))
		}
	}
	return out
}

func TestNoTwoCreatorsShareASentence(t *testing.T) {
	owner, shared := map[string]string{}, 0
	for _, b := range builtIn() {
		for _, text := range quotable(b) {
			for _, s := range sentences(text) {
				if who, said := owner[s]; said && who != b.Creator.ID {
					if shared++; shared < 20 {
						t.Errorf("said by two: %q", s)
					}
				}
				owner[s] = b.Creator.ID
			}
		}
	}
	if shared > 0 || len(owner) < 50_000 {
		t.Errorf("%d of %d sentences are said by two", shared, len(owner))
	}
}

func TestReelsAreSpoken(t *testing.T) {
	said := map[string]bool{}
	reels, spoken := 0, 0
	for _, b := range builtIn() {
		for _, x := range b.Transcripts {
			said[x.MediaID] = true
		}
		for _, p := range b.Posts {
			if p.Type == "reel" {
				reels++
				spoken += count(said[p.PlatformID])
			}
		}
	}
	within(t, "reels of a hundred that are spoken", 100*spoken/reels, 60, 80)
}
