package words

import (
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
)

// Without is a query without some of its parts, and without the small words
// that only led to them.
func Without(text string, parts ...Part) string {
	r := newReader(text, Known{})
	gone := make([]bool, len(r.toks))
	for i, t := range r.toks {
		gone[i] = slices.ContainsFunc(parts, func(p Part) bool { return p.Start <= t.start && t.end <= p.End })
	}
	const leads = lexicon.Place | lexicon.On | lexicon.Speak | lexicon.Who | lexicon.About | lexicon.Not | lexicon.Like
	for i := len(r.toks) - 1; i >= 0; i-- { // "creators in ___"
		gone[i] = gone[i] || i+1 < len(r.toks) && gone[i+1] && r.is(i, leads|lexicon.And|lexicon.Or) && !r.is(i, lexicon.People) && softGap(r.toks[i+1].before)
	}
	var b strings.Builder
	for i, t := range r.toks {
		switch {
		case gone[i]:
			continue
		case b.Len() == 0 && r.is(i, lexicon.And|lexicon.Or|lexicon.Ends):
			gone[i] = true
			continue
		case b.Len() > 0 && gone[i-1] && strings.TrimSpace(t.before) == "":
			b.WriteString(" ")
		case b.Len() > 0:
			b.WriteString(t.before)
		}
		b.WriteString(text[t.start:t.end])
	}
	return b.String()
}
