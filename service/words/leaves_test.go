package words

import (
	"strings"
	"testing"

	"greenroom/api"
)

// What a "no" leaves out of a list, and what is asked for behind it.
func TestWhatAListLeavesOut(t *testing.T) {
	for query, want := range map[string]string{
		"no wedding cakes, yoga":                     "yoga - wedding cakes",
		"no sugar desserts":                          "desserts - sugar",
		"no baby photos, travel":                     "travel - baby photos",
		"dans, müzik ve resim hariç, spor":           "spor - dans,müzik,resim",
		"Tanzen, Musik und Malen ausgenommen, Sport": "Sport - Tanzen,Musik,Malen",
		"Tanzen, Musik und Malen ausgenommen":        "Tanzen - Musik,Malen",
	} {
		m := Understand(query)
		if got := strings.Join(texts(m.Topics), ",") + " - " + strings.Join(texts(m.Excluded), ","); got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
}

// A sentence that is nothing but a number of thousands with a bound asks; one of money
// does not.
func TestABoundAloneAsks(t *testing.T) {
	const brief = "We are launching a new tea. Looking for tea lovers. "
	for sentence, want := range map[string]float64{"At least 20k.": 20_000, "Max 40k.": 40_000, "At most 500.": 0, "At least €20k.": 0} {
		b := Understand(brief + sentence + " Budget is 500.").Where.Numbers[FieldFollowers]
		got := 0.0
		for _, v := range []*float64{b.Min, b.Max} {
			if v != nil {
				got = *v
			}
		}
		if got != want {
			t.Errorf("%s: %v followers, want %v", sentence, got, want)
		}
	}
}

func TestWhatStandsInForAThing(t *testing.T) {
	for sentence, want := range map[string]bool{"A vegan steak with mash": true, "Jackfruit tacos": true, "Sugar-free, and no regrets": true, "A steak with mash": false} {
		if StandsIn(sentence) != want {
			t.Errorf("%q stands in: %t", sentence, !want)
		}
	}
}

func TestWordsThatLeadToAPlace(t *testing.T) {
	for asked, want := range map[string]bool{"in Japan": true, "Japanese": false, "aus Berlin": true} {
		if Led(asked) != want {
			t.Errorf("%q is led to: %t", asked, !want)
		}
	}
}

// What nothing is known of is told from what asks nothing.
func TestWhatIsUnusedAndWhy(t *testing.T) {
	for kind, want := range map[string]bool{"age": true, "ceased": true, "corrected": false, "campaign": false} {
		if Unknown(api.Unused{Why: kinds[kind]}) != want {
			t.Errorf("%s is unknown: %t", kind, !want)
		}
	}
}
