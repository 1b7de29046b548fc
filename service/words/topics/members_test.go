package topics

import (
	"slices"
	"strings"
	"testing"
)

// Members are of what is left out, in every language, and never the thing itself.
func TestMembers(t *testing.T) {
	for thing, want := range map[string]string{
		"alcohol": "red wine", "Fleisch": "schinken", "viande": "poulet", "carne": "ternera", "pets": "dog", "dads": "fatherhood",
		"gambling": "slot machine", "política": "seçim", "fast food": "kfc", "plastic surgery": "botox", "bread": "", "": "",
	} {
		members := Members(Terms(thing))
		if want = strings.Join(Terms(want), " "); want != "" && !slices.Contains(members, want) || want == "" && len(members) > 0 {
			t.Errorf("%s: %v", thing, members)
		}
	}
	found := Expand(Terms("alcohol"), nil, Members(Terms("alcohol")), Of("alcohol"))
	for n, w := range found {
		if w.Word == "wine" && (n == 0 || w.Quality != Member) {
			t.Errorf("wine counts %v at %d", w.Quality, n)
		}
	}
	for name, members := range closeWords().members {
		if name == "" || len(members) < 3 {
			t.Errorf("%q has %d members", name, len(members))
		}
	}
}

// A word that is the label of a topic asks for that one, whatever else means it.
func TestNamed(t *testing.T) {
	cats, pets := Labelled("cats"), Labelled("pets")
	both := append(slices.Clone(cats), pets...)
	if got := Named([]string{"cat"}, both); !slices.Equal(got, cats) {
		t.Errorf("cats are %v of %v", got, both)
	}
	if got := Named([]string{"kitten"}, both); !slices.Equal(got, both) {
		t.Errorf("kittens are %v of %v", got, both)
	}
}
