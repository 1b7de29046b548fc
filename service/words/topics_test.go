package words

import (
	"strings"
	"testing"

	"greenroom/service/words/topics"
)

// marked are the topics of a query, and what else is known of each: <label> for what it
// belongs to in the thesaurus, "told" for what is told of those asked for, "of" for what
// the next one is of.
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
		"no food photography":                    "photography <photography>",
		"recetas comida fotografía":              "recetas <food>, comida <food>, fotografía <photography>",
		"food xyzzy":                             "food <food>, xyzzy",
		"Flugreisen":                             "Flugreisen <travel>",
		"Hundetrainerin":                         "Hundetrainerin <dog training>",
	} {
		if got := marked(Understand(query).Topics); got != want {
			t.Errorf("%q is about %s, want %s", query, got, want)
		}
	}
	for query, want := range map[string]string{
		"keine Flugreisen": "Flugreisen", "keine Hundetrainerin": "Hundetrainerin <dog training>", "keine Köchinnen": "Köchinnen <food>", "no bakers": "bakers <baking>",
		"no food photography": "food <food>",
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
