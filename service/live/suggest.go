package live

import (
	"cmp"
	"slices"
	"strings"

	"greenroom/service"
)

const (
	suggestMax    = 10
	suggestedWord = 3 // words that a suggestion may add to the query
)

// suggest lists phrases that begin with a text: from titles of videos that fit
// the country and language, the most frequent first, then names of channels.
func (f *finder) suggest(q service.SuggestQuery) []string {
	typed := wordsOf(q.Text)
	if len(typed) == 0 {
		return nil
	}
	counts := map[string]int{}
	for i := range f.clips {
		c := &f.clips[i]
		if c.owner.fits(q.Country, q.Language) && matches(c.text, typed) {
			c.phrases(typed, counts)
		}
	}
	for _, o := range f.owners {
		name := strings.TrimSpace(folded(o.profile.DisplayName))
		if o.fits(q.Country, q.Language) && strings.HasPrefix(name, strings.Join(typed, " ")) {
			counts[name]++
		}
	}
	return mostFrequent(counts)
}

// phrases counts what a title says from where it says what was typed.
func (c *clip) phrases(typed []string, counts map[string]int) {
	for at := range c.words {
		if !begins(c.words[at:], typed) {
			continue
		}
		most := min(len(c.words)-at, len(typed)+suggestedWord)
		for n := len(typed); n <= most; n++ {
			if last := c.words[at+n-1]; len([]rune(last)) > 2 || n == most {
				counts[strings.Join(c.words[at:at+n], " ")]++
			}
		}
	}
}

// begins holds where words are those typed, of which the last may be a part.
func begins(words, typed []string) bool {
	last := len(typed) - 1
	return len(words) > last && slices.Equal(words[:last], typed[:last]) && strings.HasPrefix(words[last], typed[last])
}

func mostFrequent(counts map[string]int) []string {
	out := make([]string, 0, len(counts))
	for phrase := range counts {
		out = append(out, phrase)
	}
	slices.SortFunc(out, func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], len(a)-len(b), strings.Compare(a, b))
	})
	return out[:min(len(out), suggestMax)]
}
