package analysis

import (
	"strings"
	"testing"

	"greenroom/api"
)

// What each rule of the rating does, where the words alone would say another thing.
func TestRating(t *testing.T) {
	for text, want := range map[string]api.Sentiment{
		"The soup was not very good.":                                           api.SentimentNegative,
		"I don't think that the instructions were of any use, helpful.":         api.SentimentPositive, // the clause ends
		"I don't think the instructions were helpful.":                          api.SentimentNegative,
		"I can’t believe we found this lovely place.":                           api.SentimentPositive,
		"Not only cheap but also wonderful.":                                    api.SentimentPositive,
		"Exceptionally bad.":                                                    api.SentimentNegative,
		"If it were funny and clever, dull people would complain.":              api.SentimentNegative,
		"I never had problems with it.":                                         api.SentimentPositive,
		"It looks like a box.":                                                  api.SentimentNeutral,
		"I like it.":                                                            api.SentimentPositive,
		"No. The shop opens at nine.":                                           api.SentimentNeutral,
		"They said it was awful. I had bread.":                                  api.SentimentNeutral,
		"I said it was awful.":                                                  api.SentimentNegative,
		"Bread today! 😍😍":                                                       api.SentimentPositive,
		"Room 8 at http://example.org/a:( today":                                api.SentimentNeutral,
		"Bread again :(":                                                        api.SentimentNegative,
		"He couldn't get it to start.":                                          api.SentimentNegative,
		"I hoped for a good film.":                                              api.SentimentNeutral,
		"I don't believe this company sells anything that people find helpful.": api.SentimentNegative,
		"The starter was lovely and charming, but the rest was dull.":           api.SentimentNegative,
		"She didn't ring us on the day.":                                        api.SentimentNegative,
		"Why couldn't he start?":                                                api.SentimentNeutral,
		"Off to the lake!":                                                      api.SentimentNeutral,
		"#at&amp;t is complete fail.":                                           api.SentimentNegative,
	} {
		if tone := ruledTone(text, "en"); tone.Sentiment != want {
			t.Errorf("%q: %s (%v), want %s", text, tone.Sentiment, tone.Score, want)
		}
	}
}

// The same in other languages: phrases that hold a "no" of their own, and what a "no" behind
// them takes back.
func TestTonePhrases(t *testing.T) {
	for text, want := range map[string]api.Sentiment{
		"es No me gustó nada, no lo recomiendo.":              api.SentimentNegative,
		"es Pensé que sería un rollo y al final me encantó.":  api.SentimentPositive,
		"es No contestan y no son amables.":                   api.SentimentNegative,
		"es No contestan, lo recomiendo.":                     api.SentimentNeutral,
		"pt Cansada dessa fila que não anda.":                 api.SentimentNegative,
		"de Gefällt mir nicht.":                               api.SentimentNegative,
		"de Der Akku ist nach zwei Tagen kaputt, nie wieder.": api.SentimentNegative,
		"de Meine Freundin fährt morgen nach Wien.":           api.SentimentNeutral,
		"fr On n’a pas été déçus, je recommande.":             api.SentimentPositive,
		"it Lo spettacolo inizia alle nove.":                  api.SentimentNeutral,
		"it Non vedo l'ora di tornarci!":                      api.SentimentPositive,
		"tr Çalışmıyor, kimse cevap vermiyor.":                api.SentimentNegative,
	} {
		if tone := ruledTone(text[3:], text[:2]); tone.Sentiment != want {
			t.Errorf("%q: %s (%v), want %s", text, tone.Sentiment, tone.Score, want)
		}
	}
}

// ruledTone returns the tone of a text by rules alone.
func ruledTone(text, lang string) Tone {
	var t tally
	t.read(read(Text{Words: text, Languages: []string{lang}}))
	return t.ruled()
}

// Exclamation marks raise what words say, how often it is said does not.
func TestRatingLoud(t *testing.T) {
	plain, marked := toneOf("The soup was lovely."), toneOf("The soup was lovely!!!")
	if plain >= marked {
		t.Errorf("plain %v, with marks %v", plain, marked)
	}
	if long := toneOf(strings.Repeat("The soup was lovely. ", 40)); long != plain {
		t.Errorf("said forty times %v, once %v", long, plain)
	}
}

func toneOf(text string) float64 {
	return ReadPost([]Text{{Words: text, Languages: []string{"en"}}}, nil).Tone.Score
}

// Every line of the ratings is read, and no word stands twice.
func TestRatingsFile(t *testing.T) {
	seen := map[string]bool{}
	for _, line := range ratingLines() {
		if line.value < -4 || line.value > 4 {
			t.Errorf("%v is no rating", line.value)
		}
		for _, w := range line.words {
			if seen[w] || w != strings.ToLower(strings.TrimSpace(w)) || w == "" {
				t.Errorf("%q stands twice, or is not written as it is read", w)
			}
			seen[w] = true
		}
	}
	if len(seen) < 3000 {
		t.Errorf("%d words", len(seen))
	}
}
