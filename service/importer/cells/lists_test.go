package cells

import (
	"fmt"
	"testing"
)

// TestLists holds how lists of words are parted, and what their words stand for.
func TestLists(t *testing.T) {
	got := ParseLists("# a: remark\n\nyes: ja oui\ntheme self-help, books: self help, livres\nfactor 1e3: k tausend\nfactor 1e6: mio\ncategory Music & Dance: 10\nno lists")
	want := `map[category:map[10:Music & Dance] factor:map[k:1e3 mio:1e6 tausend:1e3] theme:map[livres:self-help, books self help:self-help, books] yes:map[ja: oui:]]`
	if fmt.Sprint(map[string]map[string]string(got)) != want {
		t.Errorf("got  %v\nwant %s", got, want)
	}
	if factors := fmt.Sprint(got.factors("factor")); !got.Has("yes", "oui") || got.Has("yes", "k") || got.Has("x", "k") || factors != "map[k:1000 mio:1e+06 tausend:1000]" {
		t.Error(factors)
	}
}

func TestTotals(t *testing.T) {
	for cell, want := range map[string]bool{"Total": true, "Grand total:": true, "Ø": false, "итого": true, "Totally": false, "": false} {
		if Total(cell) != want {
			t.Errorf("%q is a total: %v", cell, !want)
		}
	}
}
