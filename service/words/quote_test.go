package words

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestQuote(t *testing.T) {
	for _, c := range []struct {
		name, text string
		terms      []string
		max        int
		want       string
	}{
		{"sentence", "Hello there. Today I cook VEGAN ramen! See you.", []string{"vegan"}, 80, "Today I cook VEGAN ramen!"},
		{"stemmed", "I was Baking all day", []string{"bake"}, 80, "I was Baking all day"},
		{"phrase", "My plant-based week", []string{"plant base", "plant based"}, 80, "My plant-based week"},
		{"cut to words", "one two three four five vegan six seven eight nine ten", []string{"vegan"}, 20, "five vegan six seven"},
		{"most terms", "vegan once.\nvegan and running", []string{"vegan", "run"}, 30, "vegan and running"},
		{"accents", "Cuisine végétale, chaque jour", []string{"vegetale"}, 40, "Cuisine végétale, chaque jour"},
		{"no spaces", "毎日ヴィーガン料理を作ります", []string{"料理"}, 40, "毎日ヴィーガン料理を作ります"},
		{"absent", "nothing here", []string{"vegan"}, 40, ""},
		{"too small", "vegan", []string{"vegan"}, 3, ""},
		{"no room", "vegan", []string{"vegan"}, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Quote(c.text, c.terms, c.max); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func FuzzQuote(f *testing.F) {
	f.Add("Today I cook VEGAN ramen! See you.", "vegan,ramen", 12)
	f.Add("毎日ヴィーガン料理を作ります", "料理", 5)
	f.Add("a\xffb vegan\x00 it’s men's", "men,plant based", 9)
	f.Fuzz(func(t *testing.T, text, terms string, max int) {
		q := Quote(text, strings.Split(terms, ","), max)
		if !strings.Contains(text, q) {
			t.Errorf("quote %q is not in %q", q, text)
		}
		if q != "" && utf8.RuneCountInString(q) > max {
			t.Errorf("quote %q is longer than %d", q, max)
		}
	})
}
