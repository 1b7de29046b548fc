package lexicon

import "testing"

func TestEveryday(t *testing.T) {
	all := map[string]*Language{}
	for _, l := range Languages() {
		all[l.Code] = l
	}
	for _, c := range []struct {
		code, word string
		want       bool
	}{
		{"en", "whatsoever", true}, {"en", "interacts", true}, {"en", "relied", true}, {"en", "flopped", true}, {"en", "pottery", false}, {"en", "interactive", false}, {"en", "", false},
		{"fr", "expliquent", true}, {"fr", "restaurant", false}, {"es", "posteen", true}, {"es", "subido", true}, {"es", "comida", false}, {"it", "coinvolgere", true},
		{"pt", "publicaram", true}, {"de", "gepostet", true}, {"de", "sowieso", true}, {"tr", "inceleyenler", true}, {"ja", "whatsoever", true},
		{"en", "posteen", false}, // words of another language say nothing of this one
	} {
		if got := all[c.code].Everyday(c.word); got != c.want {
			t.Errorf("%s, %q is everyday: %v", c.code, c.word, got)
		}
	}
}

// TestEverydayWordsTellALanguage: a word that no list has tells the language of a query that has no other.
func TestEverydayWordsTellALanguage(t *testing.T) {
	if got := Detect([]string{"araba", "inceleyenler"}, "araba inceleyenler").Code; got != "tr" {
		t.Error(got)
	}
}
