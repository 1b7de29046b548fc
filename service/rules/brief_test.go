package rules

import (
	"slices"
	"testing"

	"greenroom/api"
	"greenroom/service/analysis"
)

// What a brief forbids in the words of what it asks for is part of it: nothing tells whether a
// creator does it, so it lowers the score. So does a plain word that a context forbids.
func TestWhatABriefForbids(t *testing.T) {
	for _, c := range []struct {
		query, context    string
		unwanted, unknown []string
	}{
		{"humor do dia a dia, nada de futebol, nem piada", "", []string{"futebol"}, []string{"no piada"}},
		{"comedy without politics", "", []string{"politics"}, nil},
		{"interior accounts", "We can't have anyone taking our products apart.", nil, []string{"apart"}},
		{"skincare; makeup is strictly off limits", "", []string{"makeup"}, nil},
	} {
		in := api.Intent{Query: c.query}
		if c.context != "" {
			in.Context = &c.context
		}
		b, err := newBrief(in)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for n, u := range b.Unwanted {
			if got = append(got, u.Text); b.banned[n].Text != u.Text {
				t.Errorf("%q: %q is kept as %q", c.query, u.Text, b.banned[n].Text)
			}
		}
		if !slices.Equal(got, c.unwanted) || !slices.Equal(b.Unknown, c.unknown) {
			t.Errorf("%q: forbidden %q, not known %q", c.query, got, b.Unknown)
		}
		for _, p := range b.parts {
			if bad := slices.ContainsFunc(p.unwanted, func(n int) bool { return n >= len(b.Unwanted) }); bad {
				t.Errorf("%q: %v of %d", c.query, p.unwanted, len(b.Unwanted))
			}
		}
	}
}

// A fact that denies a thing does not prove it.
func TestAFactMayDeny(t *testing.T) {
	b, err := newBrief(api.Intent{Query: "vegan cooks, no eggs"})
	if err != nil {
		t.Fatal(err)
	}
	for text, owned := range map[string]bool{"develops recipes without egg or dairy": false, "sells eggs from the farm": true} {
		if got := factOf(b, text); got != owned {
			t.Errorf("%q: owned %v", text, got)
		}
	}
}

// factOf reports whether a key fact says that a creator has to do with what a brief forbids.
func factOf(b *brief, text string) bool {
	m := mentions{brief: b, count: map[[2]int]int{}}
	m.read(analysis.Text{Words: text, Source: analysis.FromFacts}, "")
	return slices.ContainsFunc(m.list, func(at analysis.Mention) bool { return at.Unwanted && at.Stance == analysis.Owned })
}
