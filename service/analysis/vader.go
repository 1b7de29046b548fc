package analysis

import (
	"math"
	"strings"
	"sync"

	"github.com/jonreiter/govader"
)

// vader holds the words of VADER. It is read when it is first needed: that takes
// 10 ms and 1.3 MB.
var vader = sync.OnceValue(govader.NewSentimentIntensityAnalyzer)

const (
	// vaderFrom is where VADER's authors part neutral from the rest.
	vaderFrom = 0.05
	// vaderWhole is how many bytes are rated as one; VADER is made for short texts,
	// of longer ones the mean over the sentences that say anything counts.
	vaderWhole = 300
	// ironicMost is the best that a text with a sign of irony is rated.
	ironicMost = -0.3
	// cheerSays is what "!!" says behind words that say nothing.
	cheerSays = 0.1
)

// english rates an English text from -1 to 1, without what it quotes or reports.
func (r *reading) english() float64 {
	said := []float64{}
	for _, s := range r.sentenceTokens() {
		v := r.rate(s)
		if n := len(said); v > 0 && n > 0 && said[n-1] < 0 && r.wry(s) {
			v = -v
		}
		if v != 0 {
			said = append(said, v)
		}
	}
	if v := signed(r.text); v != 0 {
		said = append(said, v)
	}
	rated := r.whole(said)
	if strings.ContainsAny(r.text, irony) {
		return min(-math.Abs(rated), ironicMost)
	}
	return rated
}

// wry: a sentence of one word, "Great.", or of thanks alone, which is not meant so behind
// a complaint.
func (r *reading) wry(s span) bool {
	switch n := s.hi - s.lo; n {
	case 1:
		return strings.HasPrefix(r.text[r.toks[s.lo].end:], ".")
	case 2, 3:
		return thanks[r.toks[s.lo].word] && r.toks[s.lo+1].word != "you"
	}
	return false
}

var thanks = set("thanks thank thx cheers")

// whole rates what the sentences of a text say as one.
func (r *reading) whole(said []float64) float64 {
	sum, of := 0.0, 0.0
	for _, v := range said {
		sum += v
		of += bounded(v) / float64(len(said))
	}
	if len(r.text) > vaderWhole {
		return of
	}
	if sum == 0 && strings.Contains(r.text, "!!") && !strings.Contains(r.text, "?") {
		return cheerSays
	}
	if sum != 0 {
		sum += math.Copysign(exclaimed*float64(min(4, strings.Count(r.text, "!"))), sum)
	}
	return bounded(sum)
}

// bounded brings a sum of ratings between -1 and 1.
func bounded(sum float64) float64 { return sum / math.Sqrt(sum*sum+scale) }
