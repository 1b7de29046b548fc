package forms

import (
	"slices"
	"strings"
	"testing"
)

// Words that are forms of each other by the endings of their language, and words
// that only look so.
var (
	related = map[string]string{
		"en": "knitter-knitting gardener-gardening painters-painting florist-florists",
		"de": "hunden-hund kochinnen-kochen reisende-reisen lehrerin-lehrer wanderungen-wandern malerinnen-malerei backerin-backerei strickende-stricken katzen-katze",
		"fr": "voyageuses-voyageur jardinieres-jardin boulangere-boulangerie coiffeuse-coiffeur danseuses-danse sportives-sportif recettes-recette",
		"es": "jardineras-jardineria viajeras-viajar panaderos-panaderia recetas-receta cocinera-cocinar pintoras-pintor ceramistas-ceramica",
		"it": "viaggiatrici-viaggiare fotografe-fotografi gelataio-gelati ricette-ricetta pittrice-pittrici cuoche-cuoco corrono-correre",
		"pt": "cozinheiras-cozinhar viajantes-viajar jardineiras-jardinagem receitas-receita pintoras-pintor correm-correr",
		"tr": "kitaplar-kitap gezginler-gezgin yemegi-yemeg modasi-moda kedileri-kedi fotografcilik-fotograf",
	}
	strangers = map[string]string{
		"en": "cars-cat sober-sob planet-plans vans-vain planet-planner", "de": "land-laufen haus-hund", "fr": "mode-modele vin-vie", "es": "casa-caza pan-papa", "it": "casa-caso moto-moda", "pt": "casa-caso mar-mae", "tr": "at-et dans-dis",
	}
)

func anyRoot(string) bool { return true }

func isForm(a, b, language string) bool {
	return a == b || slices.Contains(slices.Collect(Of(a, language, anyRoot)), b)
}

func TestForms(t *testing.T) {
	for language, list := range related {
		for pair := range strings.FieldsSeq(list) {
			if a, b, _ := strings.Cut(pair, "-"); !isForm(a, b, language) {
				t.Errorf("%s: %s is no form of %s", language, a, b)
			}
		}
		for pair := range strings.FieldsSeq(strangers[language]) {
			if a, b, _ := strings.Cut(pair, "-"); isForm(a, b, language) {
				t.Errorf("%s: %s is a form of %s", language, a, b)
			}
		}
	}
	if !slices.Contains(slices.Collect(OfAny("jardineras", anyRoot)), "jardineria") || slices.Contains(slices.Collect(OfAny("casas", anyRoot)), "casita") {
		t.Error("forms in no known language")
	}
}

// TestFormsOfNoKnownLanguage: two words that share four letters need endings of
// three, both; those that share five are forms whatever their endings.
func TestFormsOfNoKnownLanguage(t *testing.T) {
	for word, want := range map[string]string{"libros": "libra libreria -libr", "libro": "-libra", "perro": "perros", "librero": "libra -libr", "libr": "-libreria -libros"} {
		got := slices.Collect(OfAny(word, anyRoot))
		for f := range strings.FieldsSeq(want) {
			if bare, not := strings.CutPrefix(f, "-"); slices.Contains(got, bare) == not {
				t.Errorf("%s: %s", word, f)
			}
		}
	}
}

func TestSplit(t *testing.T) {
	known := map[string]int{"katze": 4, "reise": 4, "fotograf": 4, "kaffee": 4, "koch": 4, "buch": 4, "kochbuch": 1, "autorin": 1, "vegan": 4, "recipes": 4, "hund": 4, "trainer": 1, "haber": 1, "eelieb": 1, "kaff": 1, "food": 4, "cat": 4, "dog": 4, "hat": 4, "ab": 9, "foto": 9, "abc": 4, "abcabc": 4, "weak": 2, "part": 2}
	worth := func(part string, last bool) int {
		if last && IsHead(part) {
			return 2
		}
		return known[part]
	}
	for word, want := range map[string]string{
		"katzenmama": "katze mama", "reisefotograf": "reise fotograf", "kaffeeliebhaber": "kaffee liebhaber", "kochbuchautorin": "koch buch autorin",
		"veganrecipes": "vegan recipes", "hundetrainer": "hund trainer", "katze": "", "xyzmama": "", "mamakatz": "",
		"katzexyz": "", "foodcat": "food cat", "catfood": "cat food", "foodcatdog": "food cat dog", "foodcatdoghat": "", "absfoto": "", "abcabcabc": "abc abcabc", "weakpart": "weak part",
	} {
		var got []string
		for _, p := range Split(word, worth) {
			got = append(got, word[p.From:p.To])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s is %q, want %q", word, got, want)
		}
	}
}
