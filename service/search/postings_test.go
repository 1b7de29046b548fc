package search

import (
	"slices"
	"strings"
	"testing"
)

// Postings read back as they were written, from the start and from any mark.
func TestPostingsReadBack(t *testing.T) {
	var docs []Doc
	var want []uint32
	for n := range 3000 {
		text := "other"
		if n%3 == 0 || n > 2500 {
			text = "needle needle"[:6+7*(n%2)]
			want = append(want, uint32(n))
		}
		docs = append(docs, Doc{Units: []UnitDoc{{Unit: Unit{UnitBio, int64(n)}, Text: text}}})
	}
	x := index(t, docs...).list[0]
	id, ok := x.terms.lookup("needle")
	if !ok {
		t.Fatal("the term is not in the index")
	}
	var got []uint32
	for c := x.postings.cursor(id); c.next(); {
		got = append(got, c.unit-1)
		if wantTF := c.unit%2 == 0; (c.tf == 2) != wantTF {
			t.Fatalf("unit %d: frequency %d", c.unit-1, c.tf)
		}
	}
	if !slices.Equal(got, want) {
		t.Fatalf("read %d units, want %d", len(got), len(want))
	}
	for from := uint32(0); from < 3000; from += 7 {
		c := x.postings.cursor(id)
		at, _ := slices.BinarySearch(want, from)
		if ok := c.seek(from); ok != (at < len(want)) || ok && c.unit-1 != want[at] {
			t.Fatalf("seek %d: unit %d", from, c.unit-1)
		}
	}
}

func TestCloseWordsNeverReachADirectOne(t *testing.T) {
	x := index(t,
		person("Ann", "plant-based", strings.Split("plant-based|tofu|pflanzlich|tempeh|végétal|plant-based|tofu|meatless", "|")...),
		person("Bea", "vegan", "vegan, 100% végétal"), person("Cem", "tofu", "tofu", "tempeh"))
	r := wantFound(t, x, Query{Text: "vegan"}, 1, 0, 2)
	if r.Hits[1].Low || !r.Hits[2].Low {
		t.Error("narrower words alone must stand below the line, words of the same meaning above")
	}
}
