package analysis

import (
	"math"
	"strings"
	"sync"

	"github.com/jonreiter/govader"
)

// vader rates English: words with human ratings, emphasis, negation, emoji, and
// what a "but" does (Hutto and Gilbert, 2014). It is made when it is first needed:
// that takes 10 ms and 1.3 MB.
var vader = sync.OnceValue(govader.NewSentimentIntensityAnalyzer)

const (
	// vaderFrom is where VADER's authors part neutral from the rest.
	vaderFrom = 0.05
	// vaderWhole is how many bytes are rated as one; VADER is made for short texts,
	// of longer ones the mean over the sentences that say anything counts.
	vaderWhole = 300
	// ironicMost is the best that a text with a sign of irony is rated.
	ironicMost = -0.3
)

// english rates an English text from -1 to 1, without what it quotes or reports.
func (r *reading) english() float64 {
	rated := compound(r.ownSentences())
	if strings.ContainsAny(r.text, irony) {
		return min(-math.Abs(rated), ironicMost)
	}
	return rated
}

// compound rates sentences together.
func compound(own []string) float64 {
	if n := len(strings.Join(own, " ")); n <= vaderWhole {
		return vader().PolarityScores(strings.Join(own, " ")).Compound
	}
	sum, said := 0.0, 0
	for _, s := range own {
		if c := vader().PolarityScores(s).Compound; c != 0 {
			sum += c
			said++
		}
	}
	return sum / float64(max(said, 1))
}

// ownSentences are the sentences that are the author's own, with quotes left out.
func (r *reading) ownSentences() (out []string) {
	for _, s := range r.sentenceTokens() {
		lo, hi := r.toks[s.lo].start, r.toks[s.hi-1].end
		if at, ok := spanAt(r.sentences, lo); ok {
			lo, hi = at.lo, at.hi
		}
		if r.stance(hit{&group{}, s.hi - 1, s.hi}).reported {
			continue
		}
		text := r.idioms(s, lo, hi)
		for _, q := range r.quotes {
			if lo <= q.lo && q.hi <= hi {
				text = strings.ReplaceAll(text, r.text[q.lo:q.hi], "")
			}
		}
		out = append(out, strings.TrimSpace(text))
	}
	return out
}

// Idioms and slang that VADER rates by their single words or not at all: what they
// mean is written in their place.
var idiomMeans = map[string]string{"praise": " great ", "blame": " terrible ", "empty": " "}

// idioms is a sentence, tokens s and bytes lo to hi, with its idioms put plainly.
func (r *reading) idioms(s span, lo, hi int) string {
	var b strings.Builder
	at := lo
	for _, h := range within(r.hits, s.lo, s.hi) {
		means, ok := idiomMeans[h.group.kind]
		from, to := r.at(h)
		if !ok || from < at || to > hi {
			continue
		}
		b.WriteString(r.text[at:from])
		b.WriteString(means)
		at = to
	}
	return b.String() + r.text[at:hi]
}
