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
		{"nearest", "Knitting, and after a long walk by the river with the dog I went out to buy wool.\nKnitting wool!", []string{"knit", "wool"}, 120, "Knitting wool!"},
		{"rarest first", "I love travel.\nI love knitting.", []string{"knit", "travel"}, 40, "I love knitting."},
		{"a sentence before a hashtag", "#knitting #wool\nI was knitting at dawn", []string{"knit"}, 80, "I was knitting at dawn"},
		{"hashtags alone", "A scarf for the winter.\n#knitting", []string{"knit"}, 80, "A scarf for the winter.\n#knitting"},
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

func TestQuotesDoNotOverlap(t *testing.T) {
	text := "Knitting wool. Then coffee. Knitting again! No wool today."
	var got []string
	for _, q := range Quotes(text, []string{"knit", "wool"}, 40) {
		got = append(got, q.Text)
	}
	if want := "Knitting wool.|Knitting again!|No wool today."; strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", got, want)
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
