package store

import (
	"math"
	"slices"
	"testing"
)

// Engines keep the same value in different types: what counts is the value, and no
// two rows that differ look alike.
func TestRowsLookAlikeOnlyWhenTheyAre(t *testing.T) {
	alike := [][2]Values{
		{{"text"}, {[]byte("text")}}, {{int64(3)}, {3.0}}, {{nil}, {nil}}, {{"te\x00xt"}, {"text"}},
	}
	for _, c := range alike {
		if Compare(c[0], c[1]) != 0 || string(c[0].appendTo(nil)) != string(c[1].appendTo(nil)) {
			t.Errorf("%v and %v differ", c[0], c[1])
		}
	}
	different := []Values{
		{nil}, {int64(0)}, {int64(1)}, {1.5}, {""}, {"1"}, {"ab", "c"}, {"a", "bc"}, {"abc"}, {nil, nil}, {"", nil}, {[]byte("a\x00bc")},
		{int64(math.MaxInt64)}, {int64(math.MaxInt64 - 1)}, {math.Inf(1)}, {1e300},
	}
	for i, a := range different {
		for k, b := range different {
			if (Compare(a, b) == 0) != (i == k) || (string(a.appendTo(nil)) == string(b.appendTo(nil))) != (i == k) {
				t.Errorf("%v and %v: compared %d, %x and %x", a, b, Compare(a, b), a.appendTo(nil), b.appendTo(nil))
			}
			if Compare(a, b) != -Compare(b, a) {
				t.Errorf("%v and %v stand in no order", a, b)
			}
		}
	}
}

func TestTablesStandBehindThoseTheyReferTo(t *testing.T) {
	got := Ordered([]Table{{Name: "a", Columns: []string{"x", "y"}}, {Name: "b"}, {Name: "c"}, {Name: "d"}},
		map[string][]string{"a": {"c"}, "c": {"d", "c"}, "d": {"gone"}})
	var names []string
	for _, table := range got {
		names = append(names, table.Name)
	}
	if !slices.Equal(names, []string{"d", "c", "a", "b"}) || got[2].Key != 2 {
		t.Errorf("%v, key %d", names, got[2].Key)
	}
}
