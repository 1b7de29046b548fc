package words

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
	"greenroom/service/words/spelling"
	"greenroom/service/words/terms"
	"greenroom/service/words/topics"
)

// corrections reads a query and says what was corrected in it.
func corrections(query string, known Known) string {
	var out []string
	for _, c := range UnderstandWith(query, known).Corrected {
		out = append(out, c.From+">"+c.To)
	}
	return strings.Join(out, " ")
}

// texts are a vocabulary for tests: how many texts use each term, who is called what.
type testTexts struct {
	uses  map[string]int
	names string
}

func (v testTexts) Uses(term string) int   { return v.uses[term] }
func (v testTexts) Named(word string) bool { return strings.Contains(" "+v.names+" ", " "+word+" ") }

func (v testTexts) Nearest(word string) (spelling.Match, bool) {
	var list []spelling.Word
	for w := range v.uses {
		list = append(list, spelling.Word{Text: w, Written: w})
	}
	return spelling.New(list).Nearest(word, func(spelling.Word) (float64, bool) { return 0, true })
}

func TestRepair(t *testing.T) {
	known := Known{Words: testTexts{map[string]int{"lockpicking": 9, "fitne": 9, "travel": 90, "skincaer": 4}, "sarah fittness photografer"}}
	for query, want := range map[string]string{
		"travl bloggers":             "travl>travel",
		"Vegan Cookng":               "Cookng>cooking",
		"coffee in Barcelna":         "Barcelna>barcelona",
		"fashion with 10k folowers":  "folowers>followers",
		"voyge en train":             "voyge>voyage",
		"lokpicking":                 "lokpicking>lockpicking", // a word of the texts alone
		"skincaer":                   "skincaer>skincare",      // four texts have it wrong
		"fitnes":                     "",                       // nine have it: it is a word
		"fittness":                   "",                       // a creator is called so
		"@travl":                     "",
		"Sarah Travl":                "", // beside a name it may be one
		"food from Zabki":            "", // a capital within a query is a name
		"vegn":                       "vegn>vegan",
		"veg":                        "", // too short
		"apicoltura":                 "", // agricoltura is two edits away
		"thrillers 4you xqzzw":       "",
		"yoga for 30something women": "",
		"travel in Span":             "Span>spain", // a word of the dictionary, but no place
		"travel from Span":           "Span>spain",
		"travel with a Span":         "",
		"food from Pole":             "", // one edit from no place by its first letters
		"travel in Fitne":            "", // nine texts have it
		"yoga zonder wijn":           "",
		"travl ilman viini":          "", // Finnish
		"yoga zonder wijn in Span":   "Span>spain",
	} {
		if got := corrections(query, known); got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
}

// rightWords are all words that stand in a table, and those of the queries that
// the languages are tested with.
func rightWords(t *testing.T) []string {
	var out []string
	for _, w := range slices.Concat(topics.Written(), places.Written()) {
		out = append(out, strings.Fields(w)...)
	}
	for _, l := range lexicon.Languages() {
		for w := range l.Words() {
			out = append(out, strings.Fields(w)...)
		}
	}
	files, _ := filepath.Glob("../languages/*/queries_cases.txt")
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(raw)) {
			query, _, _ := strings.Cut(line, "|")
			out = append(out, strings.Fields(query)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func TestNoRightWordIsRepaired(t *testing.T) {
	list := rightWords(t)
	for n, w := range list {
		query := []string{w, "creators for " + w, "Kreative für " + w}[n%3]
		if got := corrections(query, Known{}); got != "" {
			t.Errorf("%q: %s", query, got)
		}
	}
	t.Logf("%d words", len(list))
}

// misspell makes n edits as people do: a letter left out, doubled, swapped with
// the next, or another. The first letter stays.
func misspell(rng *rand.Rand, w string, n int) string {
	b := []byte(w)
	for range n {
		i := 1 + rng.IntN(len(b)-1)
		switch kind := rng.IntN(4); {
		case kind == 0 && len(b) > spelling.Shortest:
			b = slices.Delete(b, i, i+1)
		case kind == 1:
			b = slices.Insert(b, i, b[i])
		case kind == 2 && i+1 < len(b):
			b[i], b[i+1] = b[i+1], b[i]
		default:
			b[i] = "etaoinsrhlducmf"[rng.IntN(15)]
		}
	}
	return string(b)
}

// repaired is the least share of misspelt words of topics that are read as they
// were meant; those that became another word are not counted. The rest are
// forms of one word ("vegano", "vegani") or nearer to another one.
const repaired = 0.85

const sampled = 3 // every third word: the race detector takes ten times as long

func TestMisspeltTopicsAreRepaired(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, edits := range []int{1, 2} {
		right, all, words := 0, 0, 0
		for n, w := range topics.Written() {
			w = terms.Fold(w)
			if n%sampled != 0 || !repairable(w) || len(w) < 4*edits {
				continue
			}
			wrong := misspell(rng, w, edits)
			if wrong == w || spelling.Inflected(wrong, w) {
				continue
			}
			words++
			got := UnderstandWith(wrong, Known{})
			if len(got.Corrected) == 0 && newReader(wrong, Known{}).spelledRight(0) {
				continue
			}
			all++
			if len(got.Topics) == 1 && slices.Equal(got.Topics[0].Groups, topics.Of(strings.Join(topics.Terms(w), " "))) {
				right++
			}
		}
		t.Logf("%d edits: %d of %d are repaired (%.0f %%); %d became other words", edits, right, all, 100*float64(right)/float64(all), words-all)
		if share := float64(right) / float64(all); share < repaired {
			t.Errorf("%d edits: %.2f are repaired", edits, share)
		}
	}
}

func TestForms(t *testing.T) {
	known := Known{Words: testTexts{map[string]int{"imker": 40, "imkern": 7}, "carlos catlady"}}
	for query, want := range map[string]string{
		"Sportblogger": "Sport", "Katzenmama": "Katzen", "Kaffeeliebhaber": "Kaffee", "Reisefotograf": "Reise,fotograf", "Gartenarbeit": "Gartenarbeit",
		"#veganrecipes": "vegan,recipes", "#StreetPhotography": "StreetPhotography", "foodblogger": "food", "catlady": "catlady", "carpet": "carpet",
		"Münchner Hundetrainerin": "Hundetrainerin", "Straßenfotografie": "Straßenfotografie",
	} {
		if got := strings.Join(texts(UnderstandWith(query, known).Topics), ","); got != want {
			t.Errorf("%q is about %q, want %q", query, got, want)
		}
	}
	for query, label := range map[string]string{
		"Köchinnen": "food", "jardineras": "gardening", "voyageuses": "travel", "viaggiatrici": "travel", "cozinheiras": "food", "kitaplar": "books",
		"Gartenarbeit": "gardening", "Hundetrainerin": "dog training", "Laufschuhtester": "running", "Backrezepte": "food", "Häkelanleitungen": "crochet",
	} {
		if m := UnderstandWith(query, known); len(m.Topics) == 0 || len(m.Topics[0].Groups) == 0 || topics.Groups()[m.Topics[0].Groups[0]].Label != label {
			t.Errorf("%q is about %+v, want %s", query, m.Topics, label)
		}
	}
	if m := UnderstandWith("Imkerin aus Wien", known); len(m.Topics) != 1 || !slices.Contains(m.Topics[0].Forms, "imker") {
		t.Errorf("the texts' own forms: %+v", m.Topics)
	}
}

func BenchmarkUnderstandUnknown(b *testing.B) {
	for b.Loop() {
		Understand("xylomarqueter gazpachería zwiebelrostbrat lokpikcing")
	}
}

// Words that tell of a language that is not read are none of one that is.
func TestStrangersAreNoWordsOfLanguages(t *testing.T) {
	for w := range strangers() {
		if places.Part(w) || topics.Part(w) || slices.ContainsFunc(lexicon.Languages(), func(l *lexicon.Language) bool {
			return l.Find(w).Class&^(lexicon.Not|lexicon.NotAfter|lexicon.Filler) != 0
		}) {
			t.Errorf("%q is a word of a language that is read", w)
		}
	}
}
