package words

import (
	"fmt"
	"slices"
	"testing"

	"greenroom/service/languages"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/topics"
)

func TestSigns(t *testing.T) {
	for _, c := range []struct{ language, text, want string }{
		{"en", "folks doing up old flats, with a Cordless Drill", "[{doing up interior} {old flats interior} {Cordless Drill interior}]"},
		{"en", "resistance bands for gardeners", "[{resistance bands fitness}]"},
		{"en", "a perfect match for our brand, one link per video", "[]"},
		{"en", "cars and their car", "[]"},
		{"de", "Wallboxen und Elektroautos", "[{Wallboxen cars} {Elektroautos cars}]"},
		{"de", "ein Backofen für Hobbyköche", "[{Backofen baking}]"},
		{"de", "e-bikes, Fahrrad", "[]"},
		{"fr", "appartements d'occasion, d'occasion", "[{appartements interior} {d occasion thrift}]"},
		{"es", "solo con la mochila", "[{mochila hiking}]"},
		{"it", "il nostro canale porta sempre sementi", "[{sementi gardening}]"},
		{"tr", "balkonda saksılarla uğraşanlar", "[{balkonda gardening} {saksılarla gardening}]"},
		{"de", "Meeples", "[{Meeples board games}]"},
		{"fr", "un fund", "[]"},
	} {
		if got := fmt.Sprint(Signs(c.text, c.language)); got != c.want {
			t.Errorf("%s, %q: %s, want %s", c.language, c.text, got, c.want)
		}
	}
}

// Signs tell of topics that there are, and the grammar of a language is no sign.
func TestSignsAreOfTopics(t *testing.T) {
	codes := languages.With(languages.Signs)
	if len(codes) < 7 {
		t.Fatalf("signs of %v alone", codes)
	}
	for _, code := range codes {
		s := allSigns()[code]
		for _, list := range []map[string][]string{s.whole, s.begins, s.ends} {
			for word, names := range list {
				if i := slices.IndexFunc(names, func(n string) bool { return topics.Labelled(n) == nil }); i >= 0 {
					t.Errorf("%s: %q tells of %q, which is no topic", code, word, names[i])
				}
			}
		}
	}
	for _, l := range lexicon.Languages() {
		for _, w := range []string{"und", "with", "solo", "sempre", "arıyoruz", "nous"} {
			if got := Signs(w, l.Code); len(got) > 0 {
				t.Errorf("%s: %v", l.Code, got)
			}
		}
	}
}
