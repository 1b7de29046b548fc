package words

import (
	"fmt"
	"strings"
	"testing"

	"greenroom/api"
)

// called is a catalogue of creators one with names of one to four words,
// one of them a topic.
func called(name string) (api.SeedProfile, bool) {
	switch strings.ToLower(name) {
	case "lena vogt", "lenavogt", "anna", "yoga", "ana bo ce de":
		return api.SeedProfile{Username: strings.ToLower(name)}, true
	}
	return api.SeedProfile{}, false
}

// seeded is whom others are to be like, what else is asked for, and what is unused.
func seeded(query string, known Known) string {
	m := UnderstandWith(query, known)
	var names []string
	for _, s := range m.Seeds {
		names = append(names, s.Username)
	}
	out := strings.Join(names, ",") + " | " + strings.Join(texts(m.Topics), ",")
	for _, f := range m.Filters {
		out += fmt.Sprintf(" | %s %s %v", f.Field, f.Op, f.Value)
	}
	for _, u := range m.Unused {
		out += " | unused " + u.Text
	}
	return out
}

func TestSeedsAreRead(t *testing.T) {
	for query, want := range map[string]string{
		"like @lena.vogt":                        "lena.vogt | ",
		"cooks like @lena.vogt and @anna_b":      "lena.vogt,anna_b | cooks",
		"like @a, @b or @c, baking":              "a,b,c | baking",
		"like @a and baking":                     "a | baking",
		"like @a baking":                         "a | baking",
		"similar to @a @b":                       "a,b | ",
		"like @veganrecipes and @dogfood":        "veganrecipes,dogfood | ",
		"@veganrecipes gibi":                     "veganrecipes | ",
		"@veganrecipes":                          " | @veganrecipes",
		"a@veganrecipes":                         " | veganrecipes",
		"@a gibi yemek":                          "a | yemek",
		"@a gibi":                                "a | ",
		"@lenavogt style baking":                 "lenavogt | baking",
		"no gambling, like @a, dance":            "a | dance | topic ne gambling",
		"not like @a, dance":                     " | dance | unused @a",
		"like":                                   " |  | unused like",
		"like Lena Vogt":                         " |  | unused like Lena Vogt",
		"like @a in Berlin":                      "a |  | location eq Berlin",
		"like @a on TikTok":                      "a |  | platform eq shortvideoplatform",
		"like @a like @b":                        "a,b | ",
		"dance like @a and @b and 10k followers": "a,b | dance | followers gte 10000",
	} {
		if got := seeded(query, Known{}); got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
}

func TestSeedsOfACatalogue(t *testing.T) {
	for query, want := range map[string]string{
		"like Lena Vogt":             "lena vogt | ",
		"like lena vogt, baking":     "lena vogt | baking",
		"like Lena Vogt and Anna":    "lena vogt,anna | ",
		"like Lena Vogt and @anna":   "lena vogt,anna | ",
		"baking like Anna in Berlin": "anna | baking | location eq Berlin",
		"like @lenavogt":             "lenavogt | ",
		"like @nobody, baking":       " | baking | unused @nobody",
		"like yoga":                  " | yoga | unused like",
		"like Ana Bo Ce De":          "ana bo ce de | ",
		"like Ana Bo Ce De Gix":      "ana bo ce de | Gix",
		"not like Anna":              " |  | unused Anna",
		"like Lena, Vogt":            " | Vogt | unused like Lena",
	} {
		if got := seeded(query, Known{Creator: called}); got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
}

// What follows "@x style" is no second seed, whatever creators are called.
func TestASeedInFrontEndsWithItsWord(t *testing.T) {
	known := Known{Creator: func(name string) (api.SeedProfile, bool) {
		return api.SeedProfile{Username: name}, name == "lenavogt" || name == "style baking"
	}}
	if got := seeded("@lenavogt style baking", known); got != "lenavogt | baking" {
		t.Error(got)
	}
}
