package search

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/internal/codetest"
)

// company is a few creators who differ in all that is asked for.
func company(t testing.TB) *Segments {
	at := func(days int) time.Time { return testNow.AddDate(0, 0, -days) }
	number := func(v float64) *float64 { return &v }
	home := func(country, city string, languages ...string) func(*Doc) {
		return func(d *Doc) { d.Country, d.City, d.Languages = country, city, languages }
	}
	size := func(followers int64, rate float64) func(*Doc) {
		return func(d *Doc) { d.Followers, d.EngagementRate = followers, rate }
	}
	dated := func(days ...int) func(*Doc) {
		return func(d *Doc) {
			for i, n := range days {
				d.Units[i+1].At = at(n)
			}
			d.LastPost, d.Seen = at(days[0]), at(1)
		}
	}
	known := func(themes ...string) func(*Doc) {
		return func(d *Doc) {
			d.Themes = themes
			d.Units = append(d.Units, UnitDoc{Unit: Unit{UnitThemes, 50}, Text: strings.Join(themes, "\n")})
		}
	}
	return index(t,
		person("Ann Baker", "Vegan baker in Berlin, sourdough every day", "Rye sourdough and oat milk #vegan", "A vegan cake for Mia", "Flour, salt, water", "My vegan pizza dough").
			with(home("DE", "Berlin", "de", "en")).with(size(12_000, 4.2)).with(dated(2, 9, 30, 90)).with(known("vegan", "baking")),
		person("Bea Stone", "Climbing, coffee and the Alps", "Coffee at the hut", "A long climb today", "Coffee again, black").
			with(home("CH", "Zürich", "de")).with(size(250_000, 1.1)).with(dated(40, 80, 400)).with(func(d *Doc) { d.Verified = true }),
		person("Carl Vegan", "Gaming streams every night", "New game, new setup", "We played all night #gaming #streamer").
			with(home("US", "Austin", "en")).with(size(1_200_000, 2.5)).with(dated(1, 3)).with(known("gaming")),
		person("Dora", "Yoga teacher and mother of two", "Morning yoga", "Yoga for beginners #yoga", "Breathing", "Yoga at home with the kids").
			with(home("GB", "Leeds", "en")).with(size(8_000, 6)).with(dated(5, 6, 7, 8)).with(func(d *Doc) { d.Rarer[0], d.Rarer[1] = number(6), number(3.5) }),
		person("Eco News", "All about climate", "Climate report", "Rain in the north").
			with(home("DE", "Hamburg", "de")).with(size(90_000, 0.4)).with(dated(3, 4)).with(func(d *Doc) { d.Kind = api.KindThemePage }),
		person("Fay", "I love wine and cheese", "A vegan wine?", "Cheese board", "Red wine, white wine").
			with(home("FR", "Lyon", "fr")).with(size(30_000, 3)).with(dated(200, 300, 400)),
		person("Gil", "", "vegan food in passing", "football", "football", "football").
			with(home("DE", "Munich", "de")).with(size(-1, -1)).with(dated(10, 20, 30, 40)),
		person("Hal", "Vegan chef", "Seitan", "Tofu").
			with(func(d *Doc) { d.Country, d.HomeUnverified, d.Languages = "DE", true, []string{"en"} }).with(size(50_000, 3.1)).with(dated(15, 16)),
		person("Ida Berlin", "Books and tea", "A novel", "Two novels and a vegan cake").
			with(home("AT", "Vienna", "de", "fr")).with(size(4_000, 9)).with(dated(30, 31)).with(func(d *Doc) { d.Private = true }),
		person("Jo", "Street food from Tokyo", "Ramen", "Street food walk", "Yakitori street food").
			with(home("JP", "Tokyo", "ja", "en")).with(size(700_000, 5)).with(dated(1, 2, 3)).
			with(func(d *Doc) {
				d.Names = append(d.Names, Name{Platform: api.VideoPlatform, Username: "jo_eats", DisplayName: "Jo Eats", Followers: 90_000})
			}),
	)
}

// answer is all that a search says, in one line.
func answer(x *Segments, text string) string {
	r := x.Search(Query{Text: text, Limit: 5, Now: testNow})
	out := fmt.Sprintf("%d, %d good", r.Total, r.Good)
	for _, h := range r.Hits {
		out += fmt.Sprintf(" | %s %.3f %.2f %q", strings.TrimLeft(h.ID[:8], "0"), h.Score, h.Confidence, h.Reasons)
		for _, g := range h.Grounds {
			out += fmt.Sprintf(" %d:%d%v", g.Unit.Kind, g.Unit.Row, g.Terms)
		}
		for _, f := range h.Facts {
			out += fmt.Sprintf(" (%s)", f.Text)
		}
	}
	if r.Total == 0 {
		if n := x.Nearest(Query{Text: text, Now: testNow}); n != nil {
			out += fmt.Sprintf(" | without %s: %q, %d", n.Without, n.Query, n.FilteredTotal)
		}
	}
	return out
}

// TestAnswers holds what is found, in which order, how sure and by what, over a small company.
// Its file is a record, written by -update: read what changed in it.
func TestAnswers(t *testing.T) {
	x := company(t)
	codetest.Recorded(t, "testdata/answers.txt", func(text string) string { return answer(x, text) })
}
