package spelling

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestCost(t *testing.T) {
	none := math.Inf(1)
	for _, x := range []struct {
		misspelt, meant string
		want            float64
	}{
		{"cofee", "coffee", 0.6},   // one of two left out
		{"coffe", "coffee", 0.6},   // at the end
		{"coffeee", "coffee", 0.7}, // one too many
		{"cffee", "coffee", 0.9},
		{"cofffee", "coffee", 0.7},
		{"coffxee", "coffee", 1},
		{"coffeex", "coffee", 1},
		{"cofefe", "coffee", 0.7}, // swapped
		{"ocffee", "coffee", 1.3}, // with the first
		{"coffie", "coffee", 0.7}, // a vowel for a vowel
		{"koffee", "coffee", 1.2}, // the first letter, but it sounds alike
		{"veham", "vegam", 0.7},   // h is beside g
		{"vefam", "vegam", 0.7},
		{"vegab", "vegan", 0.7},
		{"vegam", "vegan", 0.6},
		{"vegat", "vegan", 1},
		{"travewl", "travexl", 1},
		{"yuga", "yoga", 0.7},
		{"ygoa", "yoga", 0.7},
		{"gradning", "gardening", 1.6}, // two edits from eight letters on
		{"grdneing", "gardening", 1.6},
		{"gordening", "gardening", 0.7},
		{"cokkimg", "cooking", none},
		{"gradnnigg", "gardening", none},
		{"yoga", "yoga", none},
		{"yga", "yoga", none},
		{"yogaaa", "yoga", none},
		{"yoga", "yogaaa", none},
		{"cook", strings.Repeat("o", 30), none},
		{strings.Repeat("o", 30), "cook", none},
	} {
		if got := Cost(x.misspelt, x.meant); math.Abs(got-x.want) > 1e-6 && got != x.want {
			t.Errorf("%s for %s costs %.2f, want %.2f", x.misspelt, x.meant, got, x.want)
		}
	}
}

// every lets every word be meant.
func every(Word) (float64, bool) { return 0, true }

func TestNearest(t *testing.T) {
	most := strings.Repeat("abcd", longest/4)
	var list []Word
	for w := range strings.FieldsSeq("tee yoga yoya gardening garten abdomens vegan vegana pottery") {
		list = append(list, Word{Text: w, Written: w})
	}
	list = append(list, Word{Text: "boxing", Written: "Boxing", Worth: 0.5}, Word{Text: "boxing", Written: "again"}, Word{Text: "boying", Written: "boying"},
		Word{Text: most, Written: most}, Word{Text: most + "x", Written: most})
	s := New(list)
	for word, want := range map[string]string{
		"yoka": "yoga", "joga": "yoga", "yyoga": "yoga", "yogg": "yoga", "yoa": "", "ga": "", "teee": "", "gardning": "gardening", "gradning": "gardening",
		"gardenning": "gardening", "kardening": "", "gardeming": "gardening", "xxxx": "", "vegann": "vegan", "vegane": "", "pottary": "pottery", "botxing": "Boxing",
		most[:23]: most, most + "d": "", "yogaxx": "", "bdomens": "abdomens", "bobomens": "",
	} {
		if got, ok := s.Nearest(word, every); ok != (want != "") || got.Written != want {
			t.Errorf("%s: %q, want %q", word, got.Written, want)
		}
	}
	has := func(text string) bool {
		return len(text) <= longest && slices.ContainsFunc(s.words[len(text)], func(w Word) bool { return w.Text == text })
	}
	if !has("yoga") || has("tee") || !has(most) || len(s.words[len("boxing")]) != 4 {
		t.Error("which words there are")
	}
}

// TestWorthDecidesBetweenEquals: less cost wins, of equals the first; what a word
// is worth counts against it, and so does what the caller says.
func TestWorthDecidesBetweenEquals(t *testing.T) {
	s := New([]Word{{"bear", "bear", 0}, {"boar", "boar", 0.25}, {"bvar", "bvar", 0}, {"brar", "brar", 0}})
	for _, x := range []struct {
		favour string
		more   float64
		want   string
		cost   float64
	}{
		{"", 0, "boar", 0.45}, {"bear", 0.125, "boar", 0.45}, {"bear", 0.5, "bear", 0.2}, {"boar", -0.5, "bear", 0.7}, {"boar", -0.25, "bear", 0.7}, {"bvar", 1, "bvar", 0},
	} {
		got, ok := s.Nearest("buar", func(w Word) (float64, bool) {
			if w.Text == x.favour {
				return x.more, true
			}
			return 0, w.Text != "brar"
		})
		if !ok || got.Text != x.want || math.Abs(got.Cost-x.cost) > 1e-6 {
			t.Errorf("%s %+.2f: %s at %.2f, want %s at %.2f", x.favour, x.more, got.Text, got.Cost, x.want, x.cost)
		}
	}
	if got, ok := s.Nearest("buar", func(w Word) (float64, bool) { return 9, false }); ok {
		t.Errorf("%s is not to be looked at", got.Text)
	}
}

func TestEdits(t *testing.T) {
	for n, want := range map[int]int{0: 0, 3: 0, 4: 1, 7: 1, 8: 2, 24: 2, 25: 0} {
		if got := Edits(strings.Repeat("a", n)); got != want {
			t.Errorf("%d letters may have %d edits, want %d", n, got, want)
		}
	}
}

func TestInflected(t *testing.T) {
	for pair, want := range map[string]bool{
		"vegans vegan": true, "vegan vegans": false, "vegann vegan": false, "vegano vegana": true, "casas casos": true, "canten cantan": true, "canter cantar": true,
		"cantel cantal": false, "cantas cantos": true, "cantas canton": false, "canths cantas": false, "cantas canths": false, "casas caso": false, "vegan began": false,
	} {
		word, other, _ := strings.Cut(pair, " ")
		if Inflected(word, other) != want {
			t.Errorf("%s: %v", pair, !want)
		}
	}
}

func TestSlip(t *testing.T) {
	for pair, want := range map[string]bool{
		"cofee coffee": true, "coffee cofee": true, "cofefe coffee": true, "yoag yoga": true, "oyga yoga": true, "cafe cage": false, "cafe cafa": false, "coffees coffee": false,
		"coffee coffees": false, "yoac yoba": false, "yoba yoac": false, "yoagx yogay": false, "yoag yogas": false, "yoag yo": false, "yo yoag": false, "yoxag yoga": false,
	} {
		word, meant, _ := strings.Cut(pair, " ")
		if Slip(word, meant) != want {
			t.Errorf("%s: %v", pair, !want)
		}
	}
}

func TestMaskIsASetOfLetters(t *testing.T) {
	if got := mask("abca"); got != 1<<1|1<<2|1<<3 {
		t.Errorf("%b", got)
	}
}
