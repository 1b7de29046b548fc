package words

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"greenroom/service/words/terms"
)

//go:embed campaign.txt
var campaignText string

// cues are the words that tell what a sentence of a brief speaks of, with their
// kind: "wanted", "campaign", "product".
var cues = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(campaignText) {
		head, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(head, "#") {
			continue
		}
		for w := range strings.SplitSeq(list, ",") {
			out[terms.Fold(strings.TrimSpace(w))], _, _ = strings.Cut(head, " ")
		}
	}
	return out
})

// Campaign parts a brief into what it asks of creators and what it tells of the
// product and the campaign: "We are launching a butter in May. We need cooks."
// Both hold the brief's own words. A brief without a word of either kind asks for
// all that it says.
func Campaign(brief string) (wanted, beside string) {
	var ask, tell []string
	for _, s := range briefSentences(brief) {
		at, campaign := cueIn(s)
		if !campaign {
			at = 0
		}
		if at < 0 {
			tell = append(tell, s)
			continue
		}
		end := at + product(s[at:])
		ask, tell = append(ask, s[at:end]), append(tell, s[:at], s[end:])
	}
	return strings.TrimSpace(strings.Join(ask, " ")), strings.TrimSpace(strings.Join(tell, " "))
}

// cueIn is where a sentence begins to ask for creators, -1 where it does not, and
// whether it speaks of the campaign before that.
func cueIn(s string) (at int, campaign bool) {
	const longest = 3
	at = -1
	starts := wordStarts(s)
	for i := range starts {
		for n := min(longest, len(starts)-i); n > 0; n-- {
			end := len(s)
			if i+n < len(starts) {
				end = starts[i+n]
			}
			switch cues()[terms.Fold(strings.TrimFunc(s[starts[i]:end], func(r rune) bool { return !unicode.IsLetter(r) }))] {
			case "wanted":
				return starts[i], campaign
			case "campaign":
				campaign = true
			}
		}
	}
	return at, campaign
}

// product is where a sentence that asks for creators begins to say what for:
// "cooks for a new pan".
func product(s string) int {
	starts := wordStarts(s)
	for i := 1; i+1 < len(starts); i++ {
		if cues()[terms.Fold(strings.TrimSpace(s[starts[i]:after(s, starts, i+1)]))] == "product" {
			return starts[i]
		}
	}
	return len(s)
}

// after is where the word behind word i begins.
func after(s string, starts []int, i int) int {
	if i+1 < len(starts) {
		return starts[i+1]
	}
	return len(s)
}

// wordStarts is where the words of a sentence begin.
func wordStarts(s string) (out []int) {
	inWord := false
	for i, r := range s {
		if letter := unicode.IsLetter(r) || unicode.IsDigit(r); letter && !inWord {
			out, inWord = append(out, i), true
		} else if unicode.IsSpace(r) {
			inWord = false
		}
	}
	return out
}

// briefSentences cuts a brief behind full stops and at line ends.
func briefSentences(s string) (out []string) {
	from := 0
	for i, r := range s {
		end := r == '\n' || strings.ContainsRune(".!?", r) && (i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\n')
		if end {
			out, from = append(out, s[from:i+1]), i+1
		}
	}
	return append(out, s[from:])
}
