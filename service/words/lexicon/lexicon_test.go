package lexicon

import (
	"slices"
	"strings"
	"testing"

	"greenroom/service/languages"
	"greenroom/service/words/terms"
)

// A key that is misspelled would be left out in silence.
func TestFilesHoldKnownKeys(t *testing.T) {
	others := []string{"name", "letters", "script", "stop", "small", "endings", "adjectives", "adjectives follow", "speakers", "places", "place endings", "doubtful", "means", "halves", "articles", "tens", "joined", "grammar"}
	for _, code := range append(languages.With(languages.Queries), languages.Any) {
		for line := range strings.Lines(languages.Read(code, languages.Queries)) {
			key, _, ok := strings.Cut(line, ":")
			if strings.HasPrefix(line, "#") || strings.HasPrefix(line, " ") {
				continue
			}
			kind, value, _ := strings.Cut(key, " ")
			if !ok || keys[key] == 0 && !slices.Contains(others, key) && (value == "" || kind != "network" && kind != "yes" && kind != "no" && kind != "tier" && kind != "unknown" && kind != "counted" && !(kind == "not" && slices.Contains([]string{Leaves, Nobody, Outside, Except, Seldom, Barely, Ceased, Instead}, value))) {
				t.Errorf("%s: no key: %q", code, line)
			}
		}
	}
}

const counting = Number | Scale | Rhythm | Period | Within | Bilingual | Times | Networks | Posting | Rising

func TestNumbersOfWords(t *testing.T) {
	for _, l := range Languages() {
		for w, e := range l.words {
			if e.Class&(Number|Scale|Rhythm|Period|Within|Bilingual) != 0 && e.Number == 0 || e.Class&counting == 0 && e.Number > 0 {
				t.Errorf("%s: %q is %+v", l.Code, w, e)
			}
			if e.Class == 0 || strings.Count(w, " ") > 4 {
				t.Errorf("%s: %q has no class or too many words", l.Code, w)
			}
		}
	}
}

func TestDetect(t *testing.T) {
	for query, want := range map[string]string{
		"": "en", "yoga": "en", "yoga in Berlin": "en", "MrBeast": "en", "creators with over 10k followers": "en",
		"Yoga in Köln": "de", "Influencer ohne Alkohol": "de", "sotto i 50k": "it", "no Brasil": "pt", "moda no Brasil": "pt", "no Madrid ni Sevilla": "es",
		"la con und":         "de", // the others share their two
		"receitas na Itália": "pt", "plus de 50 000": "fr", "niños": "es", "Fransa'da": "tr", "10 bin üzeri": "tr", "料理が好き": "ja", "योग": "hi",
		"hiking in India": "en", "in India": "en", "brasileiro": "pt", "deutsche Köche": "de", "francophone": "fr", "comida en Madrid": "es",
	} {
		words := strings.Fields(terms.Fold(query))
		if got := Detect(words, query).Code; got != want {
			t.Errorf("%q is %s, want %s", query, got, want)
		}
	}
}

func TestFindReadsSmallWordsInTheLanguageOfTheQuery(t *testing.T) {
	byCode := map[string]*Language{}
	for _, l := range Languages() {
		byCode[l.Code] = l
	}
	for _, c := range []struct {
		code, phrase string
		has, lacks   Class
	}{
		{"en", "no", Not, Place}, {"pt", "no", Place, Not}, {"es", "no", Not, Place}, {"de", "no", Not, Place}, // German has none: English
		{"en", "ohne", Not, AtLeast}, {"en", "sin", 0, Not}, {"de", "ohne", Not, AtLeast}, {"en", "abonnenten", Followers, Filler}, {"it", "sotto i", AtMost, AtLeast},
		{"fr", "plus de", AtLeast, AtMost}, {"en", "plus de", 0, AtLeast}, {"tr", "instagram", Network, Not}, {"ja", "video", Filler, Not},
		{"en", "shorts", Network | Doubtful, 0}, {"en", "instagram", Network, Doubtful},
	} {
		if e := byCode[c.code].Find(c.phrase); e.Class&c.has != c.has || e.Class&c.lacks != 0 {
			t.Errorf("%s: %q has the classes %b", c.code, c.phrase, e.Class)
		}
	}
	if e := byCode["fr"].Find("instagram"); e.Value != "photoplatform" {
		t.Errorf("instagram is %+v", e)
	}
	if by, ok := Scaled("tsd"); by != 1000 || !ok {
		t.Errorf("tsd is %v, %v", by, ok)
	}
	if _, ok := Scaled("km"); ok || !Known("ohne") || Known("madrid") || Known("xyzzy") {
		t.Error("what is a scale, and what is known")
	}
}

func TestWordsOfALanguage(t *testing.T) {
	for _, l := range Languages() {
		for _, want := range map[string][]string{
			"de": {"DE deutsche", "DE deutsch", "FR franzosischer", "BR brasilien", "dach deutschsprachiger raum", "de deutschsprachige", "fr franzosisch"},
			"es": {"AR argentino", "AR argentinas", "ES espanol", "DE alemania", "SE suecia", "en ingles", "es hispanohablantes"},
			"it": {"IT italiane", "GB inghilterra", "DE germania", "it italofoni"},
		}[l.Code] {
			code, word, _ := strings.Cut(want, " ")
			if !slices.Contains([]string{l.Places[word], l.Adjectives[word], l.Spoken[word], l.Speakers[word]}, code) {
				t.Errorf("%s: %q is no word for %s", l.Code, word, code)
			}
		}
		if l.Code == "es" && (l.Adjectives["argentin"] != "" || !l.AdjectivesFollow || !l.DoubtfulPlaces["chile"] || l.Places[""] != "") {
			t.Errorf("es: %q", l.Adjectives["argentin"])
		}
		if l.Name == "" || l.Code != "en" && l.Code == Languages()[0].Code {
			t.Errorf("%q is called %q", l.Code, l.Name)
		}
	}
	if !IsStop([]byte("und")) || IsStop([]byte("vegan")) || len(StopWords()) < 150 || len(Sources()) < 10 {
		t.Error("stop words and sources")
	}
}

// TestTablesOfAllLanguages: what is made of the files of all languages together.
func TestTablesOfAllLanguages(t *testing.T) {
	longest, nouns, foreign := map[string]int{}, map[string]bool{}, map[string]Class{}
	for _, l := range Languages() {
		for w, e := range l.words {
			words := strings.Fields(w)
			longest[words[0]] = max(longest[words[0]], len(words))
			if was, ok := nouns[w]; !ok || was {
				nouns[w] = e.Class == National
			}
			if len(w) >= shortestForeign {
				foreign[w] |= e.Class & (Not | NotAfter)
			}
		}
	}
	for w, want := range nouns {
		if first, _, _ := strings.Cut(w, " "); Longest(first) != longest[first] {
			t.Errorf("a phrase with %q has %d words, not %d", first, longest[first], Longest(first))
		}
		if all().nouns[w] != want {
			t.Errorf("%q names a thing: %v", w, !want)
		}
		if got := all().excluding[w].Class; got != foreign[w] {
			t.Errorf("%q excludes as %b, not %b", w, foreign[w], got)
		}
	}
	if !Part("ohne") || Part("xyzzy") || Longest("xyzzy") != 0 || !nouns["sushi"] {
		t.Error("words that are known")
	}
}

// TestMarkedWordsTellALanguage: words with marks, as they are written, of languages
// that are not told by their script.
func TestMarkedWordsTellALanguage(t *testing.T) {
	for n, l := range Languages() {
		for _, w := range l.marked {
			if l.scripts != nil && !slices.Contains(Languages()[0].marked, w) { // of all languages
				t.Errorf("%s: %q", l.Code, w)
			}
			if terms.Fold(w) == w || all().marked[w]&(1<<n) == 0 {
				t.Errorf("%s: %q", l.Code, w)
			}
		}
	}
	if all().marked["über"] == 0 || all().marked["yoga"] != 0 {
		t.Error("which words have marks")
	}
}

// TestNamesOfCountries: the last of the alphabet too, and none that is no country;
// each language has a dictionary.
func TestNamesOfCountries(t *testing.T) {
	english := Languages()[0]
	for name, want := range map[string]string{"zimbabwe": "ZW", "belize": "BZ", "european union": "", "united kingdom": "GB"} {
		if got := english.Places[name]; got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	for _, l := range Languages() {
		if len(l.Places) < 200 || len(l.Spoken) < 100 {
			t.Errorf("%s names %d countries and %d languages: is its dictionary in internal/naming?", l.Code, len(l.Places), len(l.Spoken))
		}
	}
}
