package analysis

import (
	"math"
	"strconv"
	"strings"
	"sync"

	"greenroom/service/languages"
)

const (
	// vaderFrom is the limit between neutral and the rest, as VADER's authors set it.
	vaderFrom = 0.05
	// vaderWhole is the most bytes rated as one; VADER is made for short texts, of longer
	// ones the mean over the sentences with a tone counts.
	vaderWhole = 300
	// ironicMost is the best that a text with a sign of irony is rated.
	ironicMost = -0.3
)

// english rates an English text from -1 to 1, without what it quotes or reports.
func (r *reading) english() float64 {
	said := []float64{}
	for _, s := range r.sentenceTokens() {
		v := r.rate(s)
		if n := len(said); v > 0 && n > 0 && said[n-1] < 0 && s.hi-s.lo == 1 {
			v = -v // "It does not move. Great."
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
	if sum != 0 {
		sum += math.Copysign(exclaimed*float64(min(4, strings.Count(r.text, "!"))), sum)
	}
	return bounded(sum)
}

// bounded brings a sum of ratings between -1 and 1.
func bounded(sum float64) float64 { return sum / math.Sqrt(sum*sum+scale) }

// rated holds the ratings of English words and signs.
type rated struct {
	says   map[string]float64 // from -4 to 4
	boosts map[string]float64 // what a word adds to the next
}

// ratedWords is read when it is first needed: what VADER holds, and what is known better.
var ratedWords = sync.OnceValue(func() rated {
	out := rated{map[string]float64{}, map[string]float64{}}
	kinds := map[string]map[string]float64{"rating": out.says, "boost": out.boosts}
	for line := range strings.Lines(languages.Read("en", languages.Vader)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		into := kinds[fields[0]]
		if into == nil {
			continue // a remark
		}
		v, err := strconv.ParseFloat(fields[1], 64)
		if err != nil {
			panic("en/vader.txt: " + err.Error()) // it is built in
		}
		for _, w := range fields[2:] {
			into[w] = v
		}
	}
	for _, line := range ratingLines() {
		for _, w := range line.words {
			out.says[w] = line.value
		}
	}
	return out
})

func ratings() map[string]float64 { return ratedWords().says }

// ratingLine is a line "value: word, word".
type ratingLine struct {
	value float64
	words []string
}

func ratingLines() (out []ratingLine) {
	for value, words := range languages.Pairs(languages.Read("en", languages.Ratings)) {
		if v, err := strconv.ParseFloat(value, 64); err == nil {
			out = append(out, ratingLine{v, strings.Split(words, ", ")})
		}
	}
	return out
}

// signed rates emoji and faces of signs, each once.
func signed(text string) (sum float64) {
	seen, known := map[string]bool{}, ratings()
	for field := range strings.FieldsSeq(text) {
		if isAddress(field) {
			continue
		}
		for at, c := range field {
			sign := field[at:]
			if c >= emojiFrom {
				sign = string(c)
			} else if !strings.ContainsRune(":;=<(xX8>^", c) || wordly(sign) || at > 0 && inWord(c) {
				continue
			}
			if v := known[strings.ToLower(sign)]; v != 0 && !seen[sign] {
				seen[sign] = true
				sum += v
			}
		}
	}
	return sum
}

// emojiFrom is the first of the signs that are pictures.
const emojiFrom = '←'

// wordly: letters and digits alone.
func wordly(s string) bool {
	return strings.IndexFunc(s, func(c rune) bool { return !inWord(c) }) < 0
}
