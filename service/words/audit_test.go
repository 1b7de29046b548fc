package words

import (
	"slices"
	"strings"
	"testing"

	"greenroom/service/words/lexicon"
	"greenroom/service/words/terms"
)

// A "not" that nothing claims asks for nothing, and what it stands beside is told.
func TestANotThatNothingClaims(t *testing.T) {
	for query, want := range map[string]string{
		"Leipzig geht auch nicht, München, Yoga":           "Yoga | location eq Munich [München] | unused: Leipzig geht auch nicht",
		"sailing not please, Berlin":                       " | location eq Berlin [Berlin] | unused: sailing not",
		"Yoga in Berlin nicht, in München":                 "Yoga | location eq Munich [in München] | location ne Berlin [in Berlin nicht]",
		"baking, Lisbon on no account":                     "baking | location ne Lisbon [Lisbon on no account]",
		"pesca excluídas, maquiagem":                       "maquiagem | topic ne pesca [pesca excluídas]",
		"poterie, oublie échecs":                           "poterie | topic ne échecs [oublie échecs]",
		"Paris, oublie, Lyon":                              " | location eq Lyon [Lyon] | unused: Paris, oublie",
		"ne futbol ne basketbol, voleybol":                 "voleybol | topic ne futbol [ne futbol] | topic ne basketbol [ne basketbol]",
		"sailing, no makeup or surfing":                    "sailing | topic ne makeup [no makeup] | topic ne surfing [surfing]",
		"no makeup looks":                                  "no makeup | unused: looks",
		"chess, bakers need not apply":                     "chess | topic ne bakers [bakers need not apply]",
		"chess, Paris or Lyon not needed":                  "chess | unused: Paris or Lyon not needed",
		"moda, vegan sin más":                              "moda,vegan | unused: sin más",
		"vegan cooks nobody has worked with yet":           "vegan,cooks | unused: nobody has worked with yet",
		"fashion without fur or leather":                   "fashion | topic ne fur [without fur] | topic ne leather [leather]",
		"sans-alcool":                                      "sans-alcool",
		"please no Lisbon, chess":                          "chess | location ne Lisbon [no Lisbon]",
		"bakers, more than 10k followers rather than less": "bakers | followers gte 10000 [more than 10k followers] | unused: rather than less",
		"Wanderer aus Polen. Niemand, der jagt.":           "Wanderer | location eq Poland [aus Polen] | topic ne jagt [Niemand, der jagt]",
		"viaggi in coppia, escluso chi sta a Milano":       "viaggi | location ne Milan [escluso chi sta a Milano] | unused: in coppia",
		"naaien, geen Lisbon of Prague, in Berlin":         "naaien | location eq Berlin [in Berlin] | location ne Lisbon [geen Lisbon] | location ne Prague [Prague]",
	} {
		m := Understand(query)
		got := written(m.Interpretation())
		for _, u := range m.Unused {
			got += " | unused: " + u.Text
		}
		if got != want {
			t.Errorf("%q\n got %s\nwant %s", query, got, want)
		}
	}
}

// Whatever leaves out, wherever it stands, what it leaves out is asked for by no condition.
func TestNoNotIsTurnedRound(t *testing.T) {
	topics := map[string][2]string{
		"en": {"pottery", "chess"}, "de": {"Töpfern", "Schach"}, "fr": {"poterie", "échecs"}, "es": {"cerámica", "ajedrez"}, "it": {"ceramica", "scacchi"},
		"pt": {"cerâmica", "xadrez"}, "nl": {"tuinieren", "schaken"}, "tr": {"seramik", "satranç"}, "pl": {"szachy", "szycie"}, "sv": {"keramik", "smink"},
	}
	pairs := []string{"ne", "noch"} // leave out where they come twice, or go on with what is left out
	tried := 0
	for _, l := range lexicon.Languages() {
		for _, phrase := range slices.Sorted(l.Words()) {
			e, two := l.Find(phrase), topics[l.Code]
			var forms []string
			if e.Class&lexicon.Not != 0 && e.Value == "" {
				forms = append(forms, "A, X B", "A. X B.", "A, 10k+, X B", "A, X Lisbon", "A, X B, Berlin")
			}
			if e.Class&lexicon.NotAfter != 0 {
				forms = append(forms, "A, B X", "B X, A", "A. B X.", "A, Lisbon X", "A - B X")
			}
			if two[0] == "" || slices.Contains(pairs, phrase) {
				continue
			}
			for _, form := range forms {
				query := strings.NewReplacer("A", two[0], "B", two[1], "X", phrase, "Berlin", "Berlin").Replace(form)
				m := Understand(query)
				out := terms.Fold(two[1])
				asked := slices.ContainsFunc(m.Topics, func(x Topic) bool { return strings.Contains(terms.Fold(x.Text), out) })
				home := strings.Contains(form, "Lisbon") && len(m.Where.Places) > 0
				if tried++; asked || home {
					t.Errorf("%s: %q asks for it: %v %v", l.Code, query, m.Topics, m.Filters)
				}
			}
		}
	}
	if tried < 5000 {
		t.Errorf("only %d were tried", tried)
	}
}
