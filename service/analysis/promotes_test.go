package analysis

import (
	"strings"
	"testing"
)

// Who promotes a thing is paid for it, asks to buy it, or praises it in a post; a bio in a
// good mood that names it does not.
func TestWhoPromotesAThing(t *testing.T) {
	for words, want := range map[string][2]bool{ // in a post, in a bio
		"Cooking vegan for meat eaters, and winning":          {true, false},
		"Ad: the best meat box of the year, paid partnership": {true, true},
		"Order your meat box now with my code SAVE10":         {true, true},
		"There is meat in the fridge until Friday":            {false, false},
	} {
		at := strings.Index(words, "meat")
		x := Read(Text{Words: words})
		if got := [2]bool{x.Promotes(at, at+4, false), x.Promotes(at, at+4, true)}; got != want {
			t.Errorf("%q: %v, want %v", words, got, want)
		}
	}
}
