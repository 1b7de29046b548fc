package tags

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"
	"unicode/utf8"

	"greenroom/service/words/lexicon"
)

// queries are of many words, signs and lengths.
const queries = `vegan food creators in Berlin or Hamburg, no meat, 10k - 50k followers
I don t want gamers who isn t in Leeds! Only knitters; at least 3 posts a week
location: Porto, Lisbon; language: Portuguese (not Spanish) | age 25-34
women over 30 who post about minimalist interiors/small flats + balconies, ideally verified
keine Influencerinnen aus Österreich – nur Bäcker: Sauerteig, Brot und Kuchen. Gern auch klein
not makeup, not hair, not nails, but skin care for men in the US. Someone like @lenacooks?
sailors.and surfers “slow travel” «à pied» without a dog / cat / parrot and with a newsletter please
日本料理、東京。 ramen no pork
a b c d e f g h i j k l m n o p q r s t u v w x y z or else nobody at all wants this long row`

// tokens are the words of a query. What tables would know of one is made of its letters.
func tokens(text string) (out []Token) {
	end := 0
	for _, word := range strings.Fields(text) {
		bare := strings.Trim(word, "“”«»(),.;:!?|")
		if bare == "" || !strings.ContainsFunc(bare, func(r rune) bool { return r >= '0' && r <= '9' || r >= 'A' }) {
			continue
		}
		start := end + strings.Index(text[end:], bare)
		h := fnv.New32a()
		_, _ = h.Write([]byte(bare))
		sign := h.Sum32()
		t := Token{Start: start, End: start + len(bare), Before: text[end:start], Word: strings.ToLower(bare), Topic: sign%3 == 0, Place: sign%5 == 0, Town: sign%11 == 0,
			Number: strings.ContainsAny(bare, "0123456789"), Capital: bare != strings.ToLower(bare), Code: utf8.RuneCountInString(bare) == 2, Everyday: sign%7 == 0,
			OtherWord: sign%22 == 0, Purpose: int(sign % 19)}
		if sign%13 == 0 {
			t.Cues = []string{"self", "wanted"}[:1+sign%2]
		}
		if sign%2 == 0 {
			t.Class = lexicon.Class(1)<<(sign>>8%62) | lexicon.Class(1)<<(sign>>16%62)
		}
		if t.Word == "no" || t.Word == "not" || t.Word == "without" || t.Word == "keine" {
			t.Class |= lexicon.Not
		}
		out, end = append(out, t), t.End
	}
	return out
}

// Weights are of the features that they were taught by: where one of these changes, the weights
// are to be made anew (go run ./service/words/tags/teach -write), and then this number.
func TestFeaturesAreThoseThatWereTaught(t *testing.T) {
	const taught = "2d6e81bfc2501dc6"
	sum := fnv.New64a()
	for _, text := range append(strings.Split(queries, "\n"), queries) {
		for _, it := range Items(tokens(text)) {
			fmt.Fprintln(sum, it.Joint, it.Features)
		}
	}
	if got := fmt.Sprintf("%x", sum.Sum64()); got != taught {
		t.Errorf("the features are %s, and those that were taught %s", got, taught)
	}
}
