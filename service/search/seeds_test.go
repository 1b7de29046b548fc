package search

import (
	"slices"
	"testing"
)

// Whoever others are to be like is not who they are to be called like: neither the
// seed itself nor a namesake is found for the name.
func TestNobodyIsFoundForBeingCalledLikeASeed(t *testing.T) {
	x := index(t,
		person("Lena Cooks", "sourdough and soup", "sourdough today"), person("Baker", "sourdough, every day", "sourdough crumb"),
		person("Lena", "trains and stations"), person("Lena Cooks Fan", "rockets"))
	ask := func(text string) Query { return Query{Text: text, Like: []string{"sourdough"}} }
	for _, text := range []string{"like @lena_cooks", "more like @Lena_Cooks", "someone similar to Lena Cooks"} {
		got := found(x.Search(ask(text)))
		if len(got) == 0 || got[0] != 1 || slices.Contains(got, 0) {
			t.Errorf("%q found %v, want creator 1 first and never the seed, 0", text, got)
		}
	}
	wantFirst := found(x.Search(Query{Text: "lena_cooks"}))
	if len(wantFirst) == 0 || wantFirst[0] != 0 {
		t.Errorf("the name alone found %v, want creator 0 first", wantFirst)
	}
}
