package analysis

import (
	"maps"
	"strconv"
	"strings"
	"sync"

	"greenroom/service/languages"
)

// ratings are the words and signs of English with what they say, from -4 to 4.
var ratings = sync.OnceValue(func() map[string]float64 {
	out := maps.Clone(vader().Lexicon)
	for _, line := range ratingLines() {
		for _, w := range line.words {
			out[w] = line.value
		}
	}
	return out
})

// ratingLine is a line "value: word, word".
type ratingLine struct {
	value float64
	words []string
}

func ratingLines() (out []ratingLine) {
	for line := range strings.Lines(languages.Read("en", languages.Ratings)) {
		value, words, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if v, err := strconv.ParseFloat(value, 64); ok && err == nil {
			out = append(out, ratingLine{v, strings.Split(words, ", ")})
		}
	}
	return out
}

// signed is what emoji and faces of signs say, each once.
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
