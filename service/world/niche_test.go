package world

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"greenroom/service"
)

// What was shown and written down of the creators of all topics holds: niches stand beside them.
func TestCreatorsOfAllTopicsStayAsTheyAre(t *testing.T) {
	h := sha256.New()
	enc := json.NewEncoder(h)
	for _, b := range builtIn()[:general] {
		if err := enc.Encode(b); err != nil {
			t.Fatal(err)
		}
	}
	if got := fmt.Sprintf("%x", h.Sum(nil))[:16]; got != "bf3697c4c1b5f11d" {
		t.Errorf("they are %s now", got)
	}
}

// cell locates the somebody of a niche and size.
type cell struct {
	niche, country string
	size           int
}

func sizeOf(followers int64) int {
	for i, s := range nicheSizes {
		if float64(followers) >= s[0] && float64(followers) <= s[1] {
			return i
		}
	}
	return -1
}

// Each niche has creators in six countries, of three sizes in each, who write the
// language of the country, and more elsewhere.
func TestNichesHaveCreatorsEverywhere(t *testing.T) {
	cells, countries := map[cell]int{}, map[string]map[string]bool{}
	for i, b := range builtIn()[general:] {
		number := i / nicheCreators
		if number >= nicheCount {
			break
		}
		name, p := load().niches[number].name, b.Profiles[0]
		if countries[name] == nil {
			countries[name] = map[string]bool{}
		}
		countries[name][b.Creator.Country] = true
		if i%nicheCreators >= nicheCreators-len(nicheAbroad) {
			continue
		}
		if p.Followers == nil || p.Private {
			t.Fatalf("%s: nothing is known of %s", name, p.Username)
		}
		cells[cell{name, b.Creator.Country, sizeOf(*p.Followers)}]++
		if want := map[string]string{"DE": "de", "ES": "es", "FR": "fr", "IT": "it"}[b.Creator.Country]; want != "" && b.Creator.Languages[0] != want {
			t.Errorf("%s writes %s in %s", p.Username, b.Creator.Languages[0], b.Creator.Country)
		}
	}
	within(t, "niches", len(countries), 150, 150)
	for name, in := range countries {
		within(t, "countries of "+name, len(in), 10, 10)
		for _, home := range nicheHomes {
			for size := range nicheSizes {
				within(t, fmt.Sprint(name, home, size), cells[cell{name, home, size}], 1, 1)
			}
		}
	}
}

// Everywhere is somebody of each niche, of whom enough is known to be found.
func TestNichesHaveSomebodyInEachLargeCity(t *testing.T) {
	l := load()
	within(t, "niches", len(l.niches), allNiches, allNiches)
	within(t, "cities", len(l.seats), seatCount, seatCount)
	lands, sizes := map[string]bool{}, map[int]int{}
	for i, b := range builtIn()[seated:] {
		p := b.Profiles[0]
		if p.Followers == nil || p.Private || len(b.Posts) != 2 || b.Creator.City != l.seats[i%seatCount].city {
			t.Fatalf("too little is known of %s in %s", p.Username, b.Creator.City)
		}
		lands[b.Creator.Country] = true
		sizes[sizeOf(*p.Followers)]++
	}
	within(t, "countries", len(lands), 42, 42)
	for size, n := range sizes {
		within(t, fmt.Sprint("creators of size ", size), n, allNiches*seatCount/5, allNiches*seatCount/3)
	}
}

// The texts are about the niche, in its own words, and no record says its name for them.
func TestNichesAreInTheTexts(t *testing.T) {
	silent := 0
	for i, b := range builtIn()[general : general+nicheCount*nicheCreators] {
		words := load().niches[i/nicheCreators].words[b.Creator.Languages[0]]
		about := 0
		for _, post := range b.Posts {
			text := strings.ToLower(post.Caption)
			for _, kind := range []vocabulary{things, doings} {
				for _, l := range words.pools[kind].lines {
					about += count(strings.Contains(text, strings.ToLower(l[0].text)))
				}
			}
		}
		silent += count(about < (len(b.Posts)+1)/2)
		if len(b.Creator.Themes) > 0 {
			t.Errorf("%s is known for %v", b.Profiles[0].Username, b.Creator.Themes)
		}
	}
	within(t, "creators who say little of their niche", silent, 0, 33)
}

// The best known have much to read, and brands that pay them, rivals among these.
func TestTheBestKnown(t *testing.T) {
	known, rivals, grown := 0, 0, 0
	for _, b := range builtIn()[general:] {
		if len(b.Posts) < 30 {
			continue
		}
		known++
		within(t, "posts of "+b.Creator.Name, len(b.Posts), 30, 60)
		within(t, "talks of "+b.Creator.Name, len(b.Transcripts), 3, 60)
		brands := map[string]bool{}
		for _, p := range b.Posts {
			for _, m := range p.Mentions {
				brands[m] = brands[m] || !strings.Contains(p.Caption, "🤝 @"+m)
			}
		}
		paid := 0
		for _, is := range brands {
			paid += count(is)
		}
		rivals += count(paid > 1)
		grown += count(len(b.Sightings) > 6)
	}
	within(t, "best known", known, 200, 200)
	within(t, "paid by rivals", rivals, 120, 200)
	within(t, "seen month by month", grown, 60, 140)
}

// Some have something wrong with them, for safety, growth and what is dormant to show.
func TestFlawedAccounts(t *testing.T) {
	got := map[flaw]int{}
	for i, b := range builtIn()[general+nicheCount*nicheCreators : seated] {
		p := b.Profiles[0]
		switch kind := dormant + flaw(i%3); kind {
		case dormant:
			got[kind] += count(noon.Sub(*p.LastPostAt).Hours() > 300*24)
		case bought:
			got[kind] += count(len(b.Sightings) == 4 && *b.Sightings[2].Followers*4 < *b.Sightings[3].Followers && *p.EngagementRate < 0.2)
		case hateful:
			got[kind] += count(saysHate(b))
		}
	}
	within(t, "dormant", got[dormant], 15, 15)
	within(t, "bought", got[bought], 15, 15)
	within(t, "hateful", got[hateful], 12, 15)
}

func saysHate(b service.Bundle) bool {
	for _, p := range b.Posts {
		text := strings.ToLower(p.Caption)
		for _, w := range []string{"muslim", "women", "immigrants", "ausländer", "frauen haben", "flüchtlinge"} {
			if strings.Contains(text, w) {
				return true
			}
		}
	}
	return false
}
