package places

import (
	"slices"
	"strings"
	"testing"
)

func TestTowns(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(townsText), "\n")
	if !slices.IsSorted(lines) {
		t.Error("the towns are out of order")
	}
	for i := 0; i < len(lines); i += 37 {
		name, home, _ := strings.Cut(lines[i], "|")
		if p := Town(name); p == nil || p.Country != ByCode(home[:2]) || p.Country == 0 {
			t.Fatalf("%q: %+v", lines[i], p)
		}
	}
	first, _, _ := strings.Cut(lines[0], "|")
	last, _, _ := strings.Cut(lines[len(lines)-1], "|")
	for _, name := range []string{first, last} {
		if Town(name) == nil {
			t.Errorf("no %q", name)
		}
	}
	for _, name := range []string{"", "hebden", "hebden bridg", "zzzz", "fashion", "holz"} {
		if p := Town(name); p != nil {
			t.Errorf("%q is %+v", name, p)
		}
	}
	if !BeginsTown("hebden") || !BeginsTown("eskisehir") || BeginsTown("hebde") || BeginsTown("zzzz") {
		t.Error("what begins a town")
	}
}

// TestTownsFit: nobody of the gazetteer lives in a town that it lacks, and of a part of a country
// nobody knows who does.
func TestTownsFit(t *testing.T) {
	town, part := Town("hebden bridge"), (*Place)(nil)
	for line := range strings.Lines(townsText) {
		if name, home, _ := strings.Cut(strings.TrimSpace(line), "|"); strings.Contains(home, "*") && home[:2] != "GB" {
			part = Town(name)
			break
		}
	}
	leeds := placeCalled(t, "leeds", City)
	if town.Fits(town.Country, 0, leeds.City) != Differs || town.Fits(town.Country, 0, 0) != Unknown || town.Fits(town.Country+1, 0, 0) != Differs {
		t.Error("who lives in a town")
	}
	if part.Fits(part.Country, 0, 1) != Unknown || part.Fits(part.Country+1, 0, 1) != Differs {
		t.Errorf("who lives in %+v", part)
	}
	if in := town.In(part.Country); in == nil || in.Country != part.Country || town.Country == part.Country || leeds.In(part.Country) != nil {
		t.Errorf("in another country: %+v", in)
	}
}
