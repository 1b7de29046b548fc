package words

import (
	"strings"
	"testing"
)

func TestCampaignParts(t *testing.T) {
	for brief, want := range map[string]string{
		"vegan cooks for a new pan":                                               "asks vegan cooks; tells for a new pan",
		"Photographers for a camera; no betting":                                  "asks Photographers; adds no betting; tells for a camera",
		"A Japanese novel comes out. We look for readers. Giveaways are welcome.": "asks We look for readers.; tells A Japanese novel comes out. Giveaways are welcome.",
		"A family car with three seats. We need parents who drive.":               "asks We need parents who drive.; tells A family car with three seats.",
		"For our moisturiser we need people who know ingredients.":                "asks need people who know ingredients.; tells For our moisturiser we",
		"Our zoo wants to reach families. We'd like people with pets.":            "asks We'd like people with pets.; tells Our zoo wants to reach families.",
		"Runners to test a trail shoe":                                            "asks Runners; tells to test a trail shoe",
		"Vegan cooks in Berlin. They should post weekly.":                         "asks Vegan cooks in Berlin. They should post weekly.",
		"We're a charity and want to explain vaccines. Looking for scientists.":   "asks Looking for scientists.; tells We're a charity and want to explain vaccines.",
		"We sell tea. Only people in the UK.":                                     "asks Only people in the UK.; tells We sell tea.",
		"Yeni bir uygulama için trenle gezen gezginler arıyoruz":                  "asks trenle gezen gezginler arıyoruz; tells Yeni bir uygulama için",
		"Nous lançons une poêle et cherchons des cuisiniers":                      "asks cherchons des cuisiniers; tells Nous lançons une poêle et",
		"Una casa editrice cerca lettori":                                         "asks cerca lettori; tells Una casa editrice",
		"We need cooks. Launch in May. Only from Spain.":                          "asks We need cooks. Only from Spain.; tells Launch in May.",
		"We need cooks. Giveaways are welcome. We need dads.":                     "asks We need cooks. We need dads.; tells Giveaways are welcome.",
		"Looking for cooks. Giveaways are welcome.":                               "asks Looking for cooks.; tells Giveaways are welcome.",
		"Gezginler için":                        "asks Gezginler için",
		"for a new pan":                         "asks for a new pan",
		"":                                      "",
		"We launch a pan and want cooks for it": "asks want cooks for it; tells We launch a pan and",
		"Our brand sells oat milk\nLooking for bakers who love it":      "asks Looking for bakers who love it; tells Our brand sells oat milk",
		"Creators should cook. Version 2.0 needs testers! Budget: 5k":   "asks Creators should cook. Version 2.0 needs testers!; tells Budget: 5k",
		"Nous avons besoin de chefs pour une poêle. Lancement en mai.":  "asks Nous avons besoin de chefs; tells pour une poêle. Lancement en mai.",
		"Our soap comes in a box. Who lives with less waste?":           "asks Who lives with less waste?; tells Our soap comes in a box.",
		"Runners for a brand of socks, no betting":                      "asks Runners; adds no betting; tells for a brand of socks",
		"Runners. No betting.":                                          "asks Runners.; adds No betting.",
		"The museum reopens and we would love science people":           "asks would love science people; tells The museum reopens and we",
		"Bakers are what we need for our mixer":                         "asks Bakers are what we need; tells for our mixer",
		"We're a small roastery in Oslo. Please suggest coffee people.": "asks Please suggest coffee people.; tells We're a small roastery in Oslo.",
		"Wir suchen Köche für unsere Pfanne":                            "asks Wir suchen Köche; tells für unsere Pfanne",
		"What do we sell? Butter. At 3.50 each.":                        "asks Butter. At 3.50 each.; tells What do we sell?",
		"We sell a pan. Vegan creators, 5k to 20k.":                     "asks Vegan creators, 5k to 20k.; tells We sell a pan.",
		"Vegan creators, launch in May, budget 5k, no alcohol":          "asks Vegan creators; adds no alcohol; tells launch in May; budget 5k",
		"Vegani che parlano italiano, lancio in Svizzera":               "asks Vegani che parlano italiano; tells lancio in Svizzera",
		"Client: a shop / The ask: cooks | Target group: mums":          "asks Client: a shop / The ask: cooks; tells Target group: mums",
		"Talent: cooks; no hunters; usage 90 days":                      "asks Talent: cooks; usage 90 days; adds no hunters",
		"Poker is out of the question. We want cooks.":                  "asks We want cooks.; adds Poker is out of the question.",
		"gaming without gambling":                                       "asks gaming without gambling",
		"our product … seeking cooks":                                   "asks seeking cooks; tells our product …",
	} {
		if got := parts(Campaign(brief)); got != want {
			t.Errorf("%q:\n %s, want\n %s", brief, got, want)
		}
	}
	if got := parts(Context("Tone is warm. Only people in the UK.")); got != "adds Only people in the UK.; hints Tone is warm." {
		t.Errorf("a context: %s", got)
	}
}

func parts(said []Said) string {
	var out []string
	for _, s := range said {
		out = append(out, map[Role]string{Asks: "asks ", Adds: "adds ", Tells: "tells ", Hints: "hints "}[s.Role]+strings.Join(strings.Fields(s.Text), " "))
	}
	return strings.Join(out, "; ")
}

// What is told of those asked for, and what says more of the next topic, is known
// as such.
func TestTopicsBesideTheMatter(t *testing.T) {
	for query, want := range map[string]string{
		"parents who travel":             "parents, travel told",
		"travel with parents":            "travel, parents",
		"Eltern, die reisen":             "Eltern, reisen told",
		"sustainable fashion":            "sustainable of, fashion",
		"fashion and gardening":          "fashion, gardening",
		"Film. Who travels?":             "Film, travels",
		"mode durable":                   "mode, durable",
		"no flights":                     "",
		"Reisende, keine Flugreisen":     "Reisende",
		"parenting, no children's faces": "parenting",
	} {
		var got []string
		for _, topic := range Understand(query).Topics {
			text := topic.Text
			if topic.Told {
				text += " told"
			}
			if topic.Of {
				text += " of"
			}
			got = append(got, text)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: %q, want %s", query, got, want)
		}
	}
	if m := Understand("Reisende, keine Flugreisen"); len(m.Excluded) != 1 || len(m.Excluded[0].Groups) != 0 {
		t.Errorf("no flights are not no travel: %+v", m.Excluded)
	}
}

// FuzzCampaign: no brief is too odd to be parted, and what is parted is of it.
func FuzzCampaign(f *testing.F) {
	for _, s := range []string{"for a new pan", "Gezginler için", "We need cooks; no betting.", "\xff.\n!", "için için", "our product"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, brief string) {
		for _, said := range append(Campaign(brief), Context(brief)...) {
			for word := range strings.FieldsSeq(said.Text) {
				if !strings.Contains(brief, strings.TrimSuffix(word, ";")) {
					t.Errorf("%q is not of %q", word, brief)
				}
			}
		}
	})
}

// A brief that is pasted as a query asks for whom it looks for and forbids what it forbids;
// what it tells of the campaign is no condition, and is said to be unused.
func TestPastedBriefs(t *testing.T) {
	for query, want := range map[string]string{
		"Hi all! We launch a beer in Rome in May, budget 5k. We need bakers in Spain. No gambling. Fee: 50 euros.":                   "bakers | location eq Spain [in Spain] | topic ne gambling [No gambling] | unused campaign [Hi all! We launch a beer in Rome in May] | unused budget [budget 5k] | unused budget [Fee: 50 euros]",
		"Wir verkaufen Tee in Polen. Wir suchen Gärtner aus Wien für unsere neue Teesorte mit Minze und Honig.":                      "Gärtner | location eq Vienna [aus Wien] | unused campaign [Wir verkaufen Tee in Polen] | unused campaign [für unsere neue Teesorte mit Minze und Honig]",
		"What we need: potters in Oslo. What we don't want: nudity, alcohol. When: one post in May":                                  "potters | location eq Oslo [in Oslo] | topic ne nudity [What we don't want: nudity] | topic ne alcohol [alcohol] | unused date [When: one post in May]",
		"We want bakers. We don't want breeders. They must not be from Rome.":                                                        "bakers | topic ne breeders [don't want breeders] | location ne Rome [not be from Rome]",
		"We need cooks. Their audience should be in Peru. It has sold a million pans in Chile.":                                      "cooks | unused audience [Their audience should be in Peru] | unused campaign [It has sold a million pans in Chile]",
		"Creators: hikers, 15k+ followers. Don'ts: hunting. Assets due on the second of May, so please be quick":                     "hikers | followers gte 15000 [15k+ followers] | topic ne hunting [Don'ts: hunting] | unused date [Assets due on the second of May, so please be quick]",
		"We need bakers. At least 20k followers. Our ovens are sold in Rome.":                                                        "bakers | followers gte 20000 [At least 20k followers] | unused campaign [Our ovens are sold in Rome]",
		"Buscamos cocineros. Mínimo 5 mil seguidores. Pagamos 300 euros.":                                                            "cocineros | followers gte 5000 [Mínimo 5 mil seguidores] | unused budget [Pagamos 300 euros]",
		"Wir suchen Bäcker. Engagement ab 3 Prozent. Unsere Marke ist aus Köln.":                                                     "Bäcker | engagement_rate gte 3 [Engagement ab 3 Prozent] | unused campaign [Unsere Marke ist aus Köln]",
		"We launch a drink in Germany in spring. Coffee creators, German-speaking, 20k followers, nobody who promotes dairy brands.": "Coffee | followers gte 20000 [20k followers] | language eq German [German-speaking] | topic ne dairy [nobody who promotes dairy] | unused campaign [We launch a drink in Germany in spring]",
		"launch of a new pen: calligraphers in Leeds":                                                                                "calligraphers | location eq Leeds [in Leeds] | unused campaign [launch of a new pen]",
		"recipes for a small kitchen":             "recipes,kitchen",
		"our launch is in may, gardeners in kent": "gardeners | location eq Kent [in kent] | unused campaign [our launch is in may]",
	} {
		if got := read(Understand(query)); got != want {
			t.Errorf("%q:\n got %s\nwant %s", query, got, want)
		}
	}
}
