package cells

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// Digits alone are read on a way of their own, and as the long way reads them but for
// what that rounds.
func TestDigitsAreReadAsAnyFigure(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 5000 {
		text := strconv.FormatUint(random.Uint64()>>random.IntN(64), 10)
		if n%7 == 0 {
			text = "00" + text
		}
		for _, s := range []Style{{}, {Whole: true}, {Decimal: ','}, {Decimal: '.'}, {Mil: 1e3}, {Unit: 1e6}} {
			got, ok := Number(text, s)
			want, wanted := written(text, s)
			if ok != wanted || math.Abs(got.Value-want.Value) > got.Value*1e-12 || got.Percent != want.Percent || got.Vague != want.Vague {
				t.Fatalf("%q in %+v: %+v %t, the long way %+v %t", text, s, got, ok, want, wanted)
			}
		}
	}
}
