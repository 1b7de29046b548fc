package words

import (
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/words/places"
)

func TestBriefReadsTexts(t *testing.T) {
	b := Understand("vegan street food, no alcohol").Brief()
	if !slices.Equal(b.Wanted(), []string{"vegan", "street food"}) || !slices.Equal(b.Unwanted(), []string{"alcohol"}) {
		t.Fatalf("topics %q, without %q", b.Wanted(), b.Unwanted())
	}
	const text = "A vegan stew from the street food market, with tofu and a beer."
	said := map[string]float64{}
	for _, m := range b.Read(text) {
		key := b.Wanted()
		if m.Unwanted {
			key = b.Unwanted()
		}
		said[key[m.Topic]+": "+text[m.Start:m.End]] = m.Quality
		if quote := Quote(text, []string{m.Term}, 200); !strings.Contains(quote, text[m.Start:m.End]) {
			t.Errorf("%q is not in the quote %q", text[m.Start:m.End], quote)
		}
	}
	if said["vegan: vegan"] != 1 || said["street food: street food"] != 1 || said["alcohol: beer"] != 0.95 || said["vegan: tofu"] != 0.4 {
		t.Errorf("read %v", said)
	}
	if m := b.Read("Cars and planes."); len(m) != 0 {
		t.Errorf("of something else: %+v", m)
	}
}

func TestBriefChecksEveryLanguage(t *testing.T) {
	b := Understand("food creators who speak German and French").Brief()
	for want, spoken := range map[places.Fit][]string{places.Agrees: {"de", "fr", "en"}, places.Differs: {"de"}, places.Unknown: nil} {
		if got := b.Check(Creator{Languages: spoken}); len(got) != 1 || got[0].Fit != want {
			t.Errorf("who speaks %q: %+v, want %d", spoken, got, want)
		}
	}
}

// What a brief forbids in two words is not found by one of them.
func TestBriefForbidsAPhrase(t *testing.T) {
	b := Understand("baking, no wedding cakes").Brief()
	for text, want := range map[string]bool{
		"My sister's wedding was lovely.": false, "Cakes for every day.": false, "I make wedding cakes.": true, "A wedding cake with four tiers.": true,
	} {
		unwanted := slices.ContainsFunc(b.Read(text), func(m Mention) bool { return m.Unwanted })
		if unwanted != want {
			t.Errorf("%q: forbidden %v, want %v", text, unwanted, want)
		}
	}
}

func TestBriefChecksConditions(t *testing.T) {
	doc := Creator{Country: "DE", City: "Berlin", Languages: []string{"de"}, Flags: Flags{FieldVerified: true}, Kind: api.KindInfluencer,
		Platforms: []api.Platform{api.PhotoPlatform}, Numbers: map[string]float64{FieldFollowers: 20_000, FieldEngagement: 4, FieldPostsPerWeek: 2, FieldLastPostDays: 5, FieldGrowth30d: -1}}
	nobody := Creator{}
	for query, want := range map[string]struct {
		field       string
		fit, unsure places.Fit
	}{
		"food creators in Berlin":           {"location", places.Agrees, places.Unknown},
		"food creators in Germany":          {"location", places.Agrees, places.Unknown},
		"food creators in France":           {"location", places.Differs, places.Unknown},
		"food creators not in Berlin":       {"location", places.Differs, places.Unknown},
		"food with more than 10k followers": {"followers", places.Agrees, places.Unknown},
		"food with less than 10k followers": {"followers", places.Differs, places.Unknown},
		"food with over 5% engagement":      {"engagement_rate", places.Differs, places.Unknown},
		"German-speaking food creators":     {"language", places.Agrees, places.Unknown},
		"food creators who speak French":    {"language", places.Differs, places.Unknown},
		"verified food creators":            {"verified", places.Agrees, places.Unknown},
		"food creators on photoplatform":    {"platform", places.Agrees, places.Differs},
		"food creators on videoplatform":    {"platform", places.Differs, places.Differs},

		"food, at least 3 posts a week":            {"posts_per_week", places.Differs, places.Unknown},
		"food, at least 2 posts a week":            {"posts_per_week", places.Agrees, places.Unknown},
		"food creators active in the last 30 days": {"last_post_days", places.Agrees, places.Unknown},
		"dormant food creators":                    {"last_post_days", places.Differs, places.Unknown},
		"fast growing food creators":               {"growth_30d", places.Differs, places.Unknown},
		"food creators losing followers":           {"growth_30d", places.Agrees, places.Unknown},
		"food creators on at least two networks":   {"platform", places.Differs, places.Differs},
		"bilingual food creators":                  {"language", places.Differs, places.Unknown},
	} {
		b := Understand(query).Brief()
		for d, fit := range map[*Creator]places.Fit{&doc: want.fit, &nobody: want.unsure} {
			got := b.Check(*d)
			if len(got) != 1 || got[0].Field != want.field || got[0].Fit != fit || !strings.Contains(query, got[0].Asked) {
				t.Errorf("%q of %+v: %+v, want %s %d", query, *d, got, want.field, fit)
			}
		}
	}
}

func TestTopicsOfATextComeMostMentionedFirst(t *testing.T) {
	got := Topics("Wine, wine and more wine with a vegan stew", 3)
	if len(got) == 0 || got[0] != "wine" || !slices.Contains(got, "vegan") || len(got) > 3 {
		t.Errorf("topics: %q", got)
	}
	if Topics("", 3) == nil || len(TopicBrief("vegan").Read("végane")) != 1 {
		t.Error("an empty text, or a word of another language")
	}
}

// A brand is left out for who is paid by it or praises it; what a table lists is left out as it is.
func TestWhoWorksForABrand(t *testing.T) {
	for query, want := range map[string]bool{
		"home cooks, no Oatly partners": true, "Kochen, niemand der mit HelloFresh gearbeitet hat": true, "home cooks, no Oatly": false, "hikers, nobody who works with dogs": false,
	} {
		if b := Understand(query).Brief(); len(b.Excluded) != 1 || b.Promoted(0) != want {
			t.Errorf("%q: %+v", query, b.Excluded)
		}
	}
}

// An "instead of" in front leaves out one thing alone; a softened condition none.
func TestInsteadOfAndIdeally(t *testing.T) {
	for query, want := range map[string][2]int{ // topics asked for, things left out
		"statt Fußball Wandern": {1, 1}, "en vez de café té": {1, 1}, "hiking, ideally in Norway": {1, 0}, "hiking, preferably no football": {1, 1},
	} {
		m := Understand(query)
		if b := m.Brief(); len(b.Topics) != want[0] || len(b.Excluded) != want[1] || len(m.Filters) != want[1] {
			t.Errorf("%q: %+v, %+v, %+v", query, b.Topics, b.Excluded, m.Filters)
		}
	}
}
