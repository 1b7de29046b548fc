package words

import "testing"

func TestCampaignPartsABrief(t *testing.T) {
	for _, c := range []struct{ brief, wanted, beside string }{
		{"", "", ""},
		{"vegan cooks in Berlin", "vegan cooks in Berlin", ""},
		{"We need cooks.", "We need cooks.", ""},
		{"We are launching a butter in May. We need cooks.", "We need cooks.", "We are launching a butter in May."},
		{"Our brand sells oat milk\nLooking for bakers who love it", "Looking for bakers who love it", "Our brand sells oat milk"},
		{"We launch a pan and want cooks for it", "want cooks for it", "We launch a pan and"},
		{"We want cooks for a new pan.", "We want cooks", "for a new pan."},
		{"We want cooks for a", "We want cooks", "for a"},
		{"For a pan we want cooks", "For a pan we want cooks", ""},
		{"Creators should cook. Version 2.0 needs testers! Budget: 5k", "Creators should cook.  Version 2.0 needs testers!", "Budget: 5k"},
		{"Wir suchen Köche für unsere Pfanne", "Wir suchen Köche", "für unsere Pfanne"},
		{"Nous avons besoin de chefs pour une poêle. Lancement en mai.", "Nous avons besoin de chefs", "pour une poêle.  Lancement en mai."},
		{"Nous lançons une poêle et nous avons besoin de chefs", "avons besoin de chefs", "Nous lançons une poêle et nous"},
		{"What do we sell? Butter. At 3.50 each.", "Butter.  At 3.50 each.", "What do we sell?"},
		{"(Wanted: none) needs", "(Wanted: none) needs", ""},
		{"our product … seeking cooks", "seeking cooks", "our product …"},
		{"Our client makes 3-in-1 pans; seeking cooks", "seeking cooks", "Our client makes 3-in-1 pans;"},
	} {
		if wanted, beside := Campaign(c.brief); wanted != c.wanted || beside != c.beside {
			t.Errorf("%q\n got %q and %q\nwant %q and %q", c.brief, wanted, beside, c.wanted, c.beside)
		}
	}
}
