package places

import (
	"slices"
	"strings"
	"testing"

	"greenroom/service/words/terms"
)

// Every member of the tables of regions is a place that is known, and every name finds its
// region.
func TestRegionsHaveMembers(t *testing.T) {
	for line := range strings.Lines(regionsText + landscapesText) {
		f := strings.Split(strings.TrimSpace(line), "|")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if len(f) != 3 {
			t.Fatalf("%q has %d parts", line, len(f))
		}
		for member := range strings.SplitSeq(f[2], ",") {
			home, city, inside := strings.Cut(member, ".")
			switch {
			case ByCode(home[:2]) == 0, len(home) > 2 && world().states[home] == nil:
				t.Errorf("%s: %s is nowhere", f[0], member)
			case inside && city != "" && CityIn(terms.Fold(city), ByCode(home[:2])) == nil:
				t.Errorf("%s: no city %s", f[0], member)
			}
		}
	}
}

func TestRegionsOfStatesAndCities(t *testing.T) {
	at := func(country, state, city string) (uint16, uint16, uint32) {
		var s uint16
		var c uint32
		if p := world().states[country+"-"+state]; p != nil {
			s = p.State
		}
		if p := CityIn(city, ByCode(country)); p != nil {
			s, c = p.State, p.City
		}
		return ByCode(country), s, c
	}
	for _, c := range []struct {
		region, country, state, city string
		want                         Fit
	}{
		{"midwest", "US", "", "chicago", Agrees}, {"midwest", "US", "", "miami", Differs}, {"midwest", "US", "", "", Unknown}, {"midwest", "CA", "", "toronto", Differs},
		{"mittlerer westen", "US", "", "detroit", Agrees}, {"orta bati", "US", "", "boston", Differs},
		{"nouvelle angleterre", "US", "", "boston", Agrees}, {"nord italia", "IT", "", "milan", Agrees}, {"nord italia", "IT", "", "naples", Differs},
		{"schlesien", "PL", "", "warsaw", Differs}, {"yorkshire", "GB", "", "leeds", Agrees}, {"yorkshire", "GB", "", "london", Differs}, {"cornwall", "GB", "", "", Unknown},
		{"cornwall", "GB", "", "london", Differs}, {"cornwall", "FR", "", "", Differs}, {"suddeutschland", "DE", "", "munich", Agrees},
		{"afrique francophone", "SN", "", "", Agrees}, {"bay area", "US", "", "los angeles", Differs}, {"nordeste", "BR", "", "recife", Agrees},
	} {
		names := Find(c.region)
		if len(names) == 0 {
			t.Errorf("nothing is called %s", c.region)
			continue
		}
		if got := names[0].Fits(at(c.country, c.state, c.city)); got != c.want {
			t.Errorf("%s in %s: %d, want %d", c.city+c.country, c.region, got, c.want)
		}
	}
}

// A landscape is read by its names, and no misspelt word is taken for one.
func TestLandscapesAreLocal(t *testing.T) {
	found := Find("ostallgau")
	if len(found) != 1 || found[0].Kind != Region {
		t.Fatalf("Ostallgäu is %+v", found)
	}
	if slices.Contains(Written(), terms.Fold("Ostallgäu")) || !slices.Contains(Written(), terms.Fold("Scandinavia")) {
		t.Error("misspelt words are taken for landscapes, or for no regions")
	}
}
