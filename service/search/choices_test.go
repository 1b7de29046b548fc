package search

import (
	"slices"
	"strings"
	"testing"
)

// Of topics that "or" joins one is enough; one that nobody writes of is told, and asks for nothing.
func TestOneOfTwoIsEnough(t *testing.T) {
	known := func(theme string) Doc {
		return person("Ann", "all of "+theme, "#"+theme+" at dawn", theme+" at noon").with(func(d *Doc) { d.Themes = []string{theme} })
	}
	x := index(t, known("yoga"), known("coffee"), known("chess"))
	for query, want := range map[string]int{"yoga": 1, "yoga or coffee": 2, "yoga and coffee": 0, "yoga, coffee or chess": 3, "coffee or zorbing": 1, "zorbing or coffee": 1, "zorbing or blorping": 0} {
		r := x.Search(Query{Text: query})
		if r.Good != want {
			t.Errorf("%q finds %d good ones, want %d", query, r.Good, want)
		}
		if told, silent := len(r.Interpretation.Unused), strings.Count(query, "orbing")+strings.Count(query, "orping"); told != silent {
			t.Errorf("%q tells %v, want %d words that nobody writes", query, r.Interpretation.Unused, silent)
		}
	}
	if got := x.Search(Query{Text: "yoga or coffee"}).Hits; !slices.Contains(got[0].Reasons, "profile and posts about yoga") || !slices.Contains(got[1].Reasons, "profile and posts about coffee") {
		t.Errorf("the reasons %q and %q do not tell which", got[0].Reasons, got[1].Reasons)
	}
	named := index(t, person("Yoga with Kim", "at home")).Search(Query{Text: "chess or yoga"})
	if len(named.Hits) != 1 || !slices.Contains(named.Hits[0].Reasons, "name mentions yoga") {
		t.Errorf("a name with one of the choices finds %+v", named.Hits)
	}
}
