package httpapi_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// writer is a creator of twelve posts in one language.
func writer(name, language string, captions ...string) service.Bundle {
	b := service.Bundle{Creator: service.Creator{Name: name, Languages: []string{language}, Kind: api.KindInfluencer, UpdatedAt: noon}}
	b.Profiles = []service.Profile{{Platform: api.PhotoPlatform, Username: strings.ToLower(name), Followers: number(int64(30_000)), PostCount: number(int64(40)), UpdatedAt: noon}}
	for i := range 12 {
		if len(captions) == 1 && i > 0 {
			break
		}
		b.Posts = append(b.Posts, service.Post{Platform: api.PhotoPlatform, PlatformID: fmt.Sprintf("%s%02d", name, i), Type: api.PostImage,
			Caption: fmt.Sprintf("%s (%d)", captions[i%len(captions)], i), PostedAt: noon.Add(-time.Duration(i) * time.Hour)})
	}
	return b
}

func (h *house) matched(username, brief string) api.BriefMatch {
	h.t.Helper()
	h.clock.advance(time.Hour)
	body, _ := json.Marshal(map[string]any{"creators": []any{map[string]string{"platform": "photoplatform", "username": username}}, "intent": map[string]string{"query": brief}})
	r := h.post("/v1/creators/match", string(body))
	var got struct{ Data []api.MatchResult }
	r.into(h.t, &got)
	if len(got.Data) != 1 {
		h.t.Fatalf("%s: %d %s", brief, r.status, r.body)
	}
	return got.Data[0].Match
}

var vegans = map[string]struct{ brief, captions string }{
	"en": {"We are launching an oat butter called Havra in May. We are looking for home cooks who cook vegan food and bake every week. Please no alcohol.",
		"Vegan lentil stew, cooked in half an hour|My vegan cookies, baked without eggs|This week's vegan meal prep for work"},
	"de": {"Wir bringen im Mai eine Haferbutter namens Havra auf den Markt. Wir suchen Leute, die vegan kochen und backen. Bitte kein Alkohol.",
		"Veganer Linseneintopf, in einer halben Stunde gekocht|Vegane Kekse, ohne Ei gebacken|Mein veganes Rezept für die Woche"},
	"fr": {"Nous lançons en mai un beurre d'avoine appelé Havra. Nous cherchons des créateurs de cuisine végétale et de recettes véganes. Pas d'alcool.",
		"Ma recette végane de lentilles|Cuisine végétale pour toute la semaine|Biscuits véganes, une recette sans œufs"},
	"es": {"Lanzamos en mayo una mantequilla de avena que se llama Havra. Buscamos creadores de cocina vegana con recetas para cada día. Sin alcohol.",
		"Receta vegana de lentejas|Mi cocina vegana de cada día|Galletas veganas sin huevo, receta fácil"},
	"it": {"A maggio lanciamo un burro d'avena che si chiama Havra. Cerchiamo creatori di cucina vegana con ricette di tutti i giorni. Senza alcol.",
		"Ricetta vegana con le lenticchie|La mia cucina vegana di ogni giorno|Biscotti vegani senza uova, ricetta facile"},
	"pt": {"Em maio lançamos uma manteiga de aveia chamada Havra. Procuramos criadores de cozinha vegana com receitas para o dia a dia. Sem álcool.",
		"Receita vegana de lentilhas|A minha cozinha vegana de todos os dias|Bolachas veganas sem ovos, receita fácil"},
}

// Whoever writes of nothing else is good for a brief of three sentences, in its
// language and in others, by a quote of its own; and whoever writes of something
// else never is.
func TestAPerfectCreatorIsGood(t *testing.T) {
	h := open(t)
	for language, v := range vegans {
		h.write(writer("cook"+language, language, strings.Split(v.captions, "|")...))
	}
	h.write(writer("driver", "en", "A new engine for the old car", "Tyres for the winter", "Three days of motor racing"))
	for language, v := range vegans {
		for _, other := range []string{language, "en", "es"} {
			m := h.matched("cook"+other, v.brief)
			if m.Decision != api.DecisionGood || m.Reasons[0].EvidenceQuote == nil {
				t.Errorf("brief in %s, creator in %s: %s %.2f %+v", language, other, m.Decision, m.Score, m.Reasons)
			}
		}
		if m := h.matched("driver", v.brief); m.Decision != api.DecisionAvoid {
			t.Errorf("brief in %s, a driver: %s %.2f %+v", language, m.Decision, m.Score, m.Reasons)
		}
	}
}

// What a brief forbids is looked for in what was read; where that is too little,
// it is said, and nobody is good.
func TestWhatIsForbiddenIsCheckedOrSaidNotToBe(t *testing.T) {
	h := open(t)
	h.write(writer("little", "en", "Vegan lentil stew, a vegan recipe"), writer("much", "en", strings.Split(vegans["en"].captions, "|")...))
	says := func(m api.BriefMatch) string {
		for _, r := range m.Reasons {
			if strings.HasPrefix(r.Text, "The brief excludes alcohol") {
				return r.Text
			}
		}
		return ""
	}
	m := h.matched("little", "vegan cooks, no alcohol")
	if got := says(m); m.Decision != api.DecisionNeutral || got != "The brief excludes alcohol: not checked, too little could be read." {
		t.Errorf("%s: %q", m.Decision, got)
	}
	m = h.matched("much", "vegan cooks, no alcohol")
	if got := says(m); m.Decision != api.DecisionGood || got != "The brief excludes alcohol: no post that was read mentions it." {
		t.Errorf("%s: %q", m.Decision, got)
	}
}
