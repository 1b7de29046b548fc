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
		for _, s := range []Style{{}, {Whole: true}, {Decimal: ','}, {Decimal: '.'}, {Words: map[string]float64{"mil": 1e3}}, {Unit: 1e6}} {
			got, ok := Number(text, s)
			want, wanted := written(text, s)
			if ok != wanted || math.Abs(got.Value-want.Value) > got.Value*1e-12 || got.Percent != want.Percent || got.Vague != want.Vague {
				t.Fatalf("%q in %+v: %+v %t, the long way %+v %t", text, s, got, ok, want, wanted)
			}
		}
	}
}

// What a wrong charset made of letters is taken back; where some are lost, nothing is.
func TestWrongLettersAreTakenBack(t *testing.T) {
	for cell, want := range map[string]string{"JÃ¼rgen": "Jürgen", "MÃ¼nchen, Ã–sterreich": "München, Österreich", "SÃO": "SÃO", "São": "São", "Marï¿½ï¿½": "Marï¿½ï¿½", "plain": "plain"} {
		if got, _ := Known(cell); got != want {
			t.Errorf("%q is %q, not %q", cell, got, want)
		}
	}
}

// Rates and shares are read on the short way as on the long one.
func TestPointsAndSharesAreReadAsAnyFigure(t *testing.T) {
	for _, cell := range []string{"3.45%", "0.034", "12%", "1.5", "7.", ".5", "1.234", "12.345%", "1.2.3"} {
		for _, style := range []Style{{}, {Decimal: '.'}, {Decimal: ','}, {Whole: true}, {Unit: 1e3}} {
			short, ok := Number(cell, style)
			long, fine := written(cell, style)
			if short != long || ok != fine {
				t.Errorf("%q in %+v is %+v %t on the short way, %+v %t on the long", cell, style, short, ok, long, fine)
			}
		}
	}
}
