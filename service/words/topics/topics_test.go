package topics

import (
	"slices"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Running, baking & parenting", "run bake parent"},
		{"The cities' recipes and dresses", "city recipe dress"},
		{"string thing spring gas yes", "string thing spring gas yes"},
		{"Végétal PÂTISSERIE Straße İstanbul", "vegetal patisserie strasse istanbul"},
		{"plant-based #plantbased @ramen_lab", "plant based plantbased ramen lab"},
		{"men's l’été", "men ete"},
		{"see https://a.test/vegan?x=1 now www.b.test", ""},
		{"𝗕𝗼𝗹𝗱 ｆｕｌｌ", "bold full"},
		{"料理", "料理"},
		{"ヴィーガン", "ヴィ ィー ーガ ガン"},
		{"AI技術", "ai 技術"},
		{"本 योग مصر", "本 योग مصر"},
		{"\xff\xfe a 1", ""},
	} {
		if got := strings.Join(Terms(c.text), " "); got != c.want {
			t.Errorf("%q has words %q, want %q", c.text, got, c.want)
		}
	}
}

func TestWordsAskForTheirGroup(t *testing.T) {
	for i, g := range Groups() {
		if !slices.Contains(Of(strings.Join(Terms(g.Label), " ")), i) {
			t.Errorf("%q does not ask for its own group", g.Label)
		}
	}
}
