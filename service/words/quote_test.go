package words

import (
	"fmt"
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
		{"words that no text is found by between", "See my arts and crafts room!", []string{"art craft"}, 80, "See my arts and crafts room!"},
		{"an empty term", "I knit", []string{" ", "knit"}, 40, "I knit"},
		{"as long as it may be", "Yes. I knit socks all day.", []string{"knit"}, 21, "I knit socks all day."},
		{"with its hashtag as long as it may be", "A scarf.\n#knitting", []string{"knit"}, 18, "A scarf.\n#knitting"},
		{"before a hashtag", "I was knitting at dawn #wool", []string{"knit"}, 80, "I was knitting at dawn"},
		{"a point in a number", "I run 3.5 miles. Then I knit.", []string{"run"}, 80, "I run 3.5 miles."},
		{"words on both sides", "aa bb knit cc dd ee ff", []string{"knit"}, 10, "bb knit cc"},
		{"a line of its own", "Wool\nKnitting\nSocks", []string{"knit"}, 80, "Knitting"},
		{"words that touch", "毎日料理を作りますよ", []string{"料理"}, 4, "日料理を"},
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

func TestQuotesTellWhatTheySay(t *testing.T) {
	list := []string{"knit", "wool"}
	if all := Quotes("vegan", []string{"vegan"}, 3); len(all) != 0 {
		t.Errorf("a word longer than a quote: %+v", all)
	}
	for text, want := range map[string]string{
		"Knitting today. Wool and knitting.":      "Wool and knitting. [1 0]|Knitting today. [0]",
		"I knit with a long row of needles, wool": "I knit with a long row [0]",
		"Knit knit wool":                          "Knit knit wool [0 1]",
	} {
		var got []string
		for _, q := range Quotes(text, list, 24) {
			got = append(got, fmt.Sprint(q.Text, " ", q.Terms))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: %s, want %s", text, strings.Join(got, "|"), want)
		}
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
