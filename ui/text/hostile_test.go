package text

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
)

var pools = []*unicode.RangeTable{
	unicode.M, unicode.Mc, unicode.Cf, unicode.Cc, unicode.Devanagari, unicode.Hangul, unicode.Thai, unicode.Arabic,
	unicode.Tibetan, unicode.Khmer, unicode.Malayalam, unicode.So, unicode.Sk, unicode.Grantha, unicode.Balinese, unicode.Lo,
}

func hostile(rnd *rand.Rand) string {
	var b strings.Builder
	for range rnd.IntN(24) {
		switch rnd.IntN(8) {
		case 0:
			b.WriteByte(byte(rnd.IntN(256)))
		case 1:
			b.WriteRune(rune(rnd.IntN(unicode.MaxRune)))
		case 2:
			b.WriteString([]string{"\x1b]", "\x1b[", "\x1bP", "\u009d", "\u009b", "\a", "\u200d", " ", "🇩", "👨", "ｶ", "ᄀ", "\n"}[rnd.IntN(13)])
		default:
			b.WriteRune(pick(rnd, pools[rnd.IntN(len(pools))]))
		}
	}
	return b.String()
}

func pick(rnd *rand.Rand, t *unicode.RangeTable) rune {
	if n := len(t.R16); n > 0 && (len(t.R32) == 0 || rnd.IntN(2) == 0) {
		r := t.R16[rnd.IntN(n)]
		return rune(r.Lo) + rune(r.Stride)*rune(rnd.IntN(int(r.Hi-r.Lo)/int(r.Stride)+1))
	}
	r := t.R32[rnd.IntN(len(t.R32))]
	return rune(r.Lo) + rune(r.Stride)*rune(rnd.IntN(int(r.Hi-r.Lo)/int(r.Stride)+1))
}

func TestHostileMixtures(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	n := 4000
	if testing.Short() {
		n = 100
	}
	for range n {
		checkDrawable(t, hostile(rnd))
	}
}
