package words

import (
	"fmt"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/words/places"
)

// Each condition says what was asked for, in the words of the brief, and what is
// known.
func TestConditionsSayWhatTheyRestOn(t *testing.T) {
	person := Creator{Country: "de", City: "Berlin", Languages: []string{"de", "fr"}, Kind: api.KindInfluencer, Flags: Flags{FieldVerified: false},
		Platforms: []api.Platform{api.PhotoPlatform, api.PhotoPlatform, api.VideoPlatform}, Numbers: map[string]float64{FieldFollowers: 20_000, FieldEngagement: 4.26, FieldPostsPerWeek: 2, FieldLastPostDays: 5, FieldGrowth30d: -1.5}}
	page, elsewhere, nowhere := person, person, person
	page.Kind, page.Country, page.City = api.KindThemePage, "", "Berlin"
	elsewhere.Country, elsewhere.City, elsewhere.Kind = "AT", "", ""
	nowhere.Country, nowhere.City = "", "Glumphstadt"
	for _, c := range []struct {
		query string
		who   Creator
		want  string
	}{
		{"food, 10k-100k followers", person, "followers [10k-100k followers] 20K followers agrees"},
		{"food, up to 20k followers", person, "followers [up to 20k followers] 20K followers agrees"},
		{"food, over 5% engagement", person, "engagement_rate [over 5% engagement] 4.3% engagement differs"},
		{"food in Berlin or Hamburg", person, "location [in Berlin, Hamburg] Berlin, Germany agrees"},
		{"food in Berlin", page, "location [in Berlin] Berlin, Germany agrees"},
		{"food in Berlin", elsewhere, "location [in Berlin] Austria differs"},
		{"food in Berlin", nowhere, "location [in Berlin] Glumphstadt unknown"},
		{"food in Germany but not in Berlin", person, "location [in Germany, not in Berlin] Berlin, Germany differs"},
		{"food on TikTok, not on YouTube", person, "platform [on TikTok, not on YouTube] photo, video differs"},
		{"food on Instagram, not on TikTok", person, "platform [on Instagram, not on TikTok] photo, video agrees"},
		{"food not on TikTok", person, "platform [not on TikTok] photo, video agrees"},
		{"food on Instagram and on TikTok", person, "platform [on Instagram, TikTok] photo, video differs"},
		{"food on at least three networks", person, "platform [on at least three networks] photo, video differs"},
		{"theme pages about food", person, "kind [theme pages] a person differs"},
		{"theme pages about food", page, "kind [theme pages] a theme page agrees"},
		{"theme pages about food", elsewhere, ""},
		{"food, no theme pages", person, "kind [no theme pages] a person agrees"},
		{"food, no theme pages", page, "kind [no theme pages] a theme page differs"},
		{"real people, no theme pages", person, "kind [real people, no theme pages] a person agrees"},
		{"food, at most 2 posts a week", person, "posts_per_week [at most 2 posts a week] 2 posts a week agrees"},
		{"food creators losing followers", person, "growth_30d [losing followers] -1.5% more followers in 30 days agrees"},
		{"food creators who do not speak French", person, "language [not speak French] German, French differs"},
		{"unverified food creators", person, "verified [unverified] not verified agrees"},
	} {
		var got []string
		for _, x := range Understand(c.query).Brief().Check(c.who) {
			fit := map[places.Fit]string{places.Agrees: "agrees", places.Differs: "differs", places.Unknown: "unknown"}[x.Fit]
			got = append(got, fmt.Sprintf("%s [%s] %s %s", x.Field, x.Asked, x.Has, fit))
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%q: %s, want %s", c.query, strings.Join(got, "|"), c.want)
		}
	}
}

func TestEveryConditionIsHeldAgainstCreators(t *testing.T) {
	for _, c := range api.Conditions() {
		if answers[c.Class] == nil {
			t.Errorf("%s: nothing answers %q", c.Field, c.Class)
		}
	}
}

// TestFlagsOfEachCondition: each condition of yes or no is read, held against a creator, and
// unknown where nothing is known; who asks more of a copy leaves the first as it was.
func TestFlagsOfEachCondition(t *testing.T) {
	for _, of := range api.Conditions() {
		if of.Class != api.FlagClass {
			continue
		}
		for _, wanted := range []bool{true, false} {
			b := Brief{}
			first := b.Where
			b.Where.Flags.Want(of.Field, wanted)
			second := b.Where
			b.Where.Flags.Want("another", true)
			if len(first.Flags) != 0 || len(second.Flags) != 1 || len(b.Where.Flags) != 2 {
				t.Errorf("%v, %v, %v", first.Flags, second.Flags, b.Where.Flags)
			}
			for _, c := range []struct {
				flags Flags
				has   string
				fit   places.Fit
			}{{nil, "", places.Unknown}, {Flags{of.Field: true}, of.Name, places.Whether(wanted)}, {Flags{of.Field: false}, "not " + of.Name, places.Whether(!wanted)}} {
				got := answers[api.FlagClass](&b.Where, of, Creator{Flags: c.flags})
				if got != (answer{c.has, c.fit, true}) {
					t.Errorf("%s, wanted %v, of %v: %+v", of.Field, wanted, c.flags, got)
				}
			}
		}
		if got := answers[api.FlagClass](&Conditions{}, of, Creator{Flags: Flags{of.Field: true}}); got.asked {
			t.Errorf("%s is asked: %+v", of.Field, got)
		}
	}
}
