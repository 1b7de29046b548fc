package spelling

import (
	"math"
	"strings"
)

// What an edit costs, by how often people make it. Damerau (1964) found one
// edit in four misspellings of five; that first letters are rarely wrong,
// doubled letters and neighbours of the keyboard often, is Pollock and
// Zamora's (1984). The values order candidates; two edits of which
// none is likely make another word: "romantasy" is no "romanas".
const (
	plainEdit   = 1.0
	likelyEdit  = 0.7 // a doubled letter, a neighbour on the keyboard, a vowel for a vowel, two letters swapped
	soundEdit   = 0.6 // letters that sound alike
	firstLetter = 0.6 // more, where the first letter is touched

	leftOut = 0.1 // less, where a letter was left out: more often than one is added
)

// Cost returns the cost of the edits between two words; infinite, where there are more
// than the misspelt word may have.
func Cost(misspelt, meant string) float64 {
	most := Edits(misspelt)
	if d := len(misspelt) - len(meant); d > most || -d > most {
		return math.Inf(1)
	}
	var c costs
	edits, cost := c.between(misspelt, meant)
	if edits > most || edits == 0 {
		return math.Inf(1)
	}
	if misspelt[0] != meant[0] {
		cost += firstLetter
	}
	return cost
}

// Likely reports whether one word is the other but for edits that people make often.
func Likely(misspelt, meant string) bool {
	return Cost(misspelt, meant) < plainEdit
}

// One reports whether a single edit makes one word of the other.
func One(misspelt, meant string) bool {
	if d := len(misspelt) - len(meant); d > 1 || d < -1 || max(len(misspelt), len(meant)) > longest {
		return false
	}
	var c costs
	edits, _ := c.between(misspelt, meant)
	return edits == 1
}

// costs are the edits and costs between all beginnings of two words.
type costs struct {
	edits [longest + 1][longest + 1]uint8
	cost  [longest + 1][longest + 1]float32
}

// between is the optimal string alignment of two words.
func (c *costs) between(a, b string) (edits int, cost float64) {
	for i := range len(a) + 1 {
		c.edits[i][0], c.cost[i][0] = uint8(i), float32(i)
	}
	for j := range len(b) + 1 {
		c.edits[0][j], c.cost[0][j] = uint8(j), float32(j)
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			c.step(a, b, i, j)
		}
	}
	return int(c.edits[len(a)][len(b)]), float64(c.cost[len(a)][len(b)])
}

func (c *costs) step(a, b string, i, j int) {
	same := a[i-1] == b[j-1]
	swap := substitution(a[i-1], b[j-1])
	if same {
		swap = 0
	}
	best, edits := c.cost[i-1][j-1]+swap, c.edits[i-1][j-1]+one(!same)
	take := func(cost float32, n uint8) {
		if n < edits || n == edits && cost < best {
			best, edits = cost, n
		}
	}
	take(c.cost[i-1][j]+single(a, i), c.edits[i-1][j]+1)
	take(c.cost[i][j-1]+single(b, j)-leftOut, c.edits[i][j-1]+1)
	if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
		take(c.cost[i-2][j-2]+likelyEdit, c.edits[i-2][j-2]+1)
	}
	c.cost[i][j], c.edits[i][j] = best, edits
}

func one(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// single returns the cost of one letter too many or too few.
func single(s string, i int) float32 {
	if i > 1 && s[i-1] == s[i-2] || i < len(s) && s[i-1] == s[i] {
		return likelyEdit
	}
	return plainEdit
}

// rows is a keyboard; that of German and French differ in few letters.
var rows = [...]string{"qwertyuiop", "asdfghjkl", "zxcvbnm"}

// alike are letters that stand for one sound in some language of queries.
const alike = "ck cs cq ck sz fv vw iy bv gj dt bp mn xs kq"

var near = func() (t [128][128]float32) {
	put := func(a, b byte, cost float32) { t[a][b], t[b][a] = cost, cost }
	for n, row := range rows {
		for i := range len(row) {
			if i > 0 {
				put(row[i], row[i-1], likelyEdit)
			}
			if n > 0 {
				put(row[i], rows[n-1][i], likelyEdit)
				put(row[i], rows[n-1][i+1], likelyEdit)
			}
		}
	}
	const vowels = "aeiou"
	for i := range len(vowels) {
		for j := range i {
			put(vowels[i], vowels[j], likelyEdit)
		}
	}
	for pair := range strings.FieldsSeq(alike) {
		put(pair[0], pair[1], soundEdit)
	}
	return t
}()

func substitution(a, b byte) float32 {
	if c := near[a&127][b&127]; c > 0 {
		return c
	}
	return plainEdit
}
