package words

import (
	"strings"
	"testing"

	"greenroom/service/words/topics"
)

// marked are the topics of a query, and what else is known of each: <label> for what it
// belongs to in the thesaurus, "told" for what is told of those asked for, "of" for what
// the next one is of, "or" for another choice beside the one in front.
func marked(list []Topic) string {
	var out []string
	for _, t := range list {
		s := t.Text
		for _, g := range t.Groups {
			s += " <" + topics.Groups()[g].Label + ">"
		}
		if t.Told {
			s += " told"
		}
		if t.Of {
			s += " of"
		}
		if t.Or {
			s += " or"
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

func TestTopicsAreMarked(t *testing.T) {
	for query, want := range map[string]string{
		"bakers who love oat milk":               "bakers <baking>, oat told, milk told",
		"bakers. Who love oat milk":              "bakers <baking>, oat, milk",
		"bakers who. love coffee":                "bakers <baking>, coffee <coffee>",
		"bakers who love coffee. who play chess": "bakers <baking>, coffee <coffee> told, chess <chess>",
		"who love coffee":                        "coffee <coffee>",
		"xyzzy who love coffee":                  "xyzzy, coffee <coffee>",
		"no bakers, who love coffee":             "coffee <coffee>",
		"Berlin bakers who love coffee":          "bakers <baking>, coffee <coffee> told",
		"people in Berlin who love coffee":       "coffee <coffee>",
		"people who love coffee and bakers":      "coffee <coffee>, bakers <baking>",
		"Bäcker, die Kaffee lieben":              "Bäcker <baking>, Kaffee <coffee> told",
		"Bäcker die Kaffee lieben":               "Bäcker <baking>, Kaffee <coffee>",
		"Bäcker, die die Kunst lieben":           "Bäcker <baking>, Kunst <art> told",
		"street food photography":                "street food <street food> of, photography <photography>",
		"food, photography":                      "food <food>, photography <photography>",
		"food Berlin photography":                "food <food>, photography <photography>",
		"no sugar desserts":                      "desserts <dessert>",
		"no food photography":                    "",
		"recetas comida fotografía":              "recetas <food>, comida <food>, fotografía <photography>",
		"food xyzzy":                             "food <food>, xyzzy",
		"coffee or chess":                        "coffee <coffee>, chess <chess> or",
		"coffee/chess people":                    "coffee <coffee>, chess <chess> or",
		"coffee and chess":                       "coffee <coffee>, chess <chess>",
		"food, coffee, yoga or chess":            "food <food>, coffee <coffee> or, yoga <yoga> or, chess <chess> or",
		"food; coffee or chess":                  "food <food>, coffee <coffee>, chess <chess> or",
		"coffee in Berlin or chess":              "coffee <coffee>, chess <chess>",
		"Kaffee oder Schach":                     "Kaffee <coffee>, Schach <chess> or",
		"coffee but no tea or chess":             "coffee <coffee>",
		"Flugreisen":                             "Flugreisen <travel>",
		"Hundetrainerin":                         "Hundetrainerin <dog training>",
	} {
		if got := marked(Understand(query).Topics); got != want {
			t.Errorf("%q is about %s, want %s", query, got, want)
		}
	}
	for query, want := range map[string]string{
		"keine Flugreisen": "Flugreisen", "keine Hundetrainerin": "Hundetrainerin <dog training>", "keine Köchinnen": "Köchinnen <food>", "no bakers": "bakers <baking>",
		"no food photography": "food photography",
	} {
		if got := marked(Understand(query).Excluded); got != want {
			t.Errorf("%q leaves out %s, want %s", query, got, want)
		}
	}
}

func TestOnlyKana(t *testing.T) {
	for s, want := range map[string]bool{"\u3040": true, "\u309f": true, "\u303f": false, "ア": false, "これとそれと": true, "これとそれとか": false} {
		if onlyKana(s) != want {
			t.Errorf("%s: %v", s, !want)
		}
	}
}

func TestWhatOrJoinsIsOneTopic(t *testing.T) {
	for query, want := range map[string]string{
		"coffee or chess":         "coffee or chess <coffee> <chess>",
		"coffee, yoga or chess":   "coffee or yoga or chess <coffee> <yoga> <chess>",
		"coffee or chess, baking": "coffee or chess <coffee> <chess>, baking <baking>",
		"coffee or xyzzy":         "coffee <coffee>, xyzzy or",
		"xyzzy or coffee":         "xyzzy, coffee <coffee> or",
	} {
		list := Choose(Understand(query).Topics)
		if got := marked(list); got != want {
			t.Errorf("%q is about %s, want %s", query, got, want)
		}
		for _, topic := range list {
			if each := topic.Each(); len(each) != 1+strings.Count(topic.Text, " or ") {
				t.Errorf("%q: %s has the choices %v", query, topic.Text, each)
			}
		}
	}
}
