package analysis

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"greenroom/api"
)

// What denies, quotes or means something else, in the ways people write it.
func TestTrickyHarmlessSentences(t *testing.T) {
	for text, languages := range map[string][]string{
		// lists under one denial
		"I never drink beer, wine or vodka.":               {"en"},
		"I don't drink beer, vodka or gin.":                {"en"},
		"I do not own guns, pistols or weapons.":           {"en"},
		"Ich trinke nie Sekt, Wodka oder Rum.":             {"de"},
		"Je ne bois pas de bière, de vodka ou de gin.":     {"fr"},
		"Nunca bebo vodka, ginebra ni ron.":                {"es"},
		"No guns, no weapons, no drugs.":                   nil,
		"We sell no alcohol: no vodka, no rum, no gin.":    {"en"},
		"Votka, bira veya rakı içmem.":                     {"tr"},
		"Non bevo birra, vodka o gin.":                     {"it"},
		"Não bebo cerveja, vodka ou gin.":                  {"pt"},
		"Das Wort „Arschloch“ mag ich nicht, auch so nie.": {"de"},
		// lessons, the news and names of places
		"In history class we drew the weapons of a Roman legion.":         {"en"},
		"Customs found 80 kilos of cocaine between the bananas.":          {"en"},
		"Corso di prevenzione: cosa fa la cocaina al cervello.":           {"it"},
		"Fiscalía: dos detenidos por vender marihuana cerca del colegio.": {"es"},
		"The train to Shitterton was late, the one from Bitche was not.":  {"en"},
		// answers
		"Drunk? Never.":         {"en"},
		"Cocktails? Not for me": {"en"},
		"Betrunken? Nein.":      {"de"},
		// drinks without alcohol
		"alcohol-free cocktails all night":        {"en"},
		"Zero proof negroni":                      {"en"},
		"Cóctel sin alcohol y mucha fruta":        {"es"},
		"Alkolsüz kokteyl tarifi":                 {"tr"},
		"Alkoholfreier Gin, und er schmeckt mir.": {"de"},
		"Un cocktail sans alcool pour ce soir":    {"fr"},
		// a word that is spoken about
		"I hate the word cunt.": {"en"},
		// songs, plays, sayings
		"Now playing: Drunk in Love by somebody.":          {"en"},
		"The story of a murdered king, on stage tonight":   {"en"},
		"I will shoot you a message tomorrow":              {"en"},
		"Don't drink and drive. Drunk driving costs lives": {"en"},
		"Gun control now, says nobody":                     {"en"},
		// words inside words, names of places
		"Scunthorpe United, Penistone, Essex, Middlesex and the Arsenal class": {"en"},
		"Cockburn Street, Dickens, shitake, a peacock and a cockpit":           {"en"},
	} {
		if s := judged(languages, text); len(s.Flags) > 0 || s.Rating != api.RatingA {
			t.Errorf("%q is flagged: %+v", text, s.Flags)
		}
	}
}

// What flags for all its disguise, or although something near it denies.
func TestTrickyFlaggedSentences(t *testing.T) {
	for text, want := range map[string]api.FlagType{
		"fuсk this":                                             api.FlagProfanity, // a Cyrillic letter
		"ѕhit, again":                                           api.FlagProfanity,
		"f\u200buck this":                                       api.FlagProfanity,
		"fu\u00adck this":                                       api.FlagProfanity,
		"this is sh1t":                                          api.FlagProfanity,
		"오늘은 motherfucker 빵":                                    api.FlagProfanity, // in a language that is not read
		"I don't care, I got drunk or high.":                    api.FlagDrugs,
		"I don't know, she was drunk or high.":                  api.FlagDrugs,
		"Not gonna lie I got so drunk":                          api.FlagDrugs,
		"I have never been so drunk":                            api.FlagDrugs,
		"can't believe I got drunk again":                       api.FlagDrugs,
		"Ich war noch nie so betrunken":                         api.FlagDrugs,
		"'Cause I was drunk and he's like 'whatever' about it":  api.FlagDrugs,
		"rock 'n' roll got me drunk, that's life 'n' all":       api.FlagDrugs,
		"Back in the '90s we were drunk at the guys' place":     api.FlagDrugs,
		"Sick of that song. We got drunk instead.":              api.FlagDrugs,
		"An alcohol-free party where a man was stabbed by him.": api.FlagViolence,
		"Drunk? Always.":                                        api.FlagDrugs,
		"Wir waren so betrunken, it was fun":                    api.FlagDrugs,
	} {
		s := judged(nil, text)
		found := false
		for _, f := range s.Flags {
			checkFlag(t, f, text)
			found = found || f.Type == want
		}
		if !found {
			t.Errorf("%q: %+v, want %s", text, s.Flags, want)
		}
	}
}

// What is in a language without words here is not said to be scanned.
func TestStrangeLanguagesAreNotScanned(t *testing.T) {
	for text, languages := range map[string][]string{
		"Ik was gisteren zo dronken en de klootzak in de kroeg was er ook": {"nl"},
		"Сегодня я пью водку and the сыр":                                  {"ru"},
		"أنا لا أشرب الكحول":                                               {"ar"},
		"אני לא שותה אלכוהול":                                              nil,
		"今天我们喝酒吃面":                                                         {"zh"},
		"오늘은 motherfucker 빵":                                               nil,
		"今日はラーメンを食べた":                                                      nil,
		"日本酒":                                                              {"ja"},
		"Dziś piekę chleb żytni według przepisu babci, mąka, woda, sól, zakwas, cierpliwość, piekarnik gorący, skórka chrupiąca, środek wilgotny, smak dzieciństwa.": nil,
	} {
		s := judged(languages, text)
		if !strings.Contains(s.Summary, "Not judged: 1 text in ") {
			t.Errorf("%q: %s", text, s.Summary)
		}
	}
	for text, languages := range map[string][]string{
		"Old hands in Delhi · Photographer, mostly early 📷 · Dumpling's human": {"en"},
		"Nothing new since 2014\nTokyo · 大輝\nsince 2014":                       {"en"},
		"Hier ist der Wein": nil,
	} {
		if s := judged(languages, text); strings.Contains(s.Summary, "Not judged") {
			t.Errorf("%q: %s", text, s.Summary)
		}
	}
}

func TestWhatHasNoWordsIsSaid(t *testing.T) {
	s := judged(nil, "🍺🍺🍻🥴", "✨", "Bread and butter.")
	if !strings.Contains(s.Summary, "Without text: 2 texts.") || !strings.Contains(s.Summary, "Emoji") || s.Confidence >= judged(nil, "Bread and butter.").Confidence {
		t.Errorf("%+v", s)
	}
	if s := judged(nil, "🍺"); !strings.Contains(s.Summary, "Nothing could be scanned") || s.Confidence != 0 {
		t.Errorf("%+v", s)
	}
}

func TestAdFreeIsNoAd(t *testing.T) {
	for _, text := range []string{"Ad-free since 2020, and proud.", "ad free podcast: yes"} {
		if s := ReadPost([]Text{{Words: text, Languages: []string{"en"}}}, nil).Sponsorship; s.Paid {
			t.Errorf("%q is paid: %+v", text, s)
		}
	}
}

// An offence is quoted from the post it is in; one in a bio is a fact.
func TestOffencesNameTheirSource(t *testing.T) {
	brief := Brief{Topics: []Topic{{Text: "vegan", Weight: 1}}, BrandSafe: true}
	for _, c := range []struct {
		text Text
		want api.Provenance
	}{
		{Text{Words: "Bread. We snorted cocaine backstage.", PostID: "p1"}, api.FromPost},
		{Text{Words: "We snorted cocaine backstage.", Source: FromBio}, api.FromProfile},
	} {
		judged := Judge(Scan{Texts: []Text{{Words: "What a damn day, and a glass of wine.", PostID: "p0"}, c.text}})
		got := Match(brief, Candidate{Texts: 2, Safety: judged})
		found := false
		for _, r := range got.Reasons {
			if !strings.Contains(r.Text, "cocaine") {
				continue
			}
			found = true
			quoted := r.EvidenceQuote != nil && r.SourcePostID != nil && *r.SourcePostID == "p1" && *r.EvidenceQuote == "We snorted cocaine backstage."
			if r.Provenance != c.want || quoted != (c.want == api.FromPost) || (r.FactID != nil) != (c.want == api.FromProfile) {
				t.Errorf("%+v", r)
			}
		}
		if !found {
			t.Errorf("no reason: %+v", got)
		}
	}
}

// A brief that asks for nothing that can be checked makes nobody good, and no
// decision stands without a reason.
func TestDecisionsRestOnSomething(t *testing.T) {
	clean := Judgement{Safety: api.Safety{Rating: api.RatingA}}
	for name, c := range map[string]struct {
		brief Brief
		with  Candidate
		want  api.Decision
	}{
		"an empty brief":                     {Brief{}, Candidate{Texts: 9, Safety: clean}, api.DecisionNeutral},
		"only exclusions, nothing to read":   {Brief{Unwanted: []Unwanted{{Text: "alcohol"}}}, Candidate{Safety: clean}, api.DecisionNeutral},
		"only exclusions, none of them met":  {Brief{Unwanted: []Unwanted{{Text: "alcohol"}}}, Candidate{Texts: 9, Safety: clean}, api.DecisionGood},
		"careful, nothing but a bio to read": {Brief{Topics: vegan.Topics, BrandSafe: true}, Candidate{Mentions: []Mention{{Quality: 1, Source: FromBio, Quote: "Vegan"}, {Quality: 1, Source: FromThemes, Quote: "vegan"}}, Safety: clean}, api.DecisionNeutral},
		"words that mean nothing here":       {Brief{Topics: []Topic{{Text: "asdf", Weight: 0.5, Vague: true}}}, Candidate{Texts: 9, Safety: clean}, api.DecisionNeutral},
		"a place that is not known": {Brief{}, Candidate{Texts: 9, Safety: clean,
			Conditions: []Condition{{Field: "location", Asked: "not in Berlin", Fit: Agrees}}}, api.DecisionNeutral},
	} {
		got := Match(c.brief, c.with)
		if got.Decision != c.want || len(got.Reasons) == 0 {
			t.Errorf("%s: %+v, want %s", name, got, c.want)
		}
		for _, r := range got.Reasons {
			if r.Provenance == "" || strings.HasSuffix(r.Text, ": .") {
				t.Errorf("%s: %+v", name, r)
			}
		}
	}
}

// What others say is not said to be denied.
func TestReasonsTellDenialsFromReports(t *testing.T) {
	for stance, want := range map[Stance]string{Owned: "Writes about vegan", Denied: "Denies vegan", Others: "Only quotes or reports others"} {
		got := Match(vegan, Candidate{Texts: 9, Mentions: []Mention{{Quality: 1, Stance: stance, Quote: "x vegan x", PostID: "a"}}})
		if r := got.Reasons[0]; !strings.HasPrefix(r.Text, want) || r.EvidenceQuote == nil {
			t.Errorf("%d: %+v", stance, r)
		}
	}
}

func TestMatchSaysWhatWasNotRead(t *testing.T) {
	got := Match(vegan, Candidate{Texts: 55, Posts: 60, Silent: 5, More: true})
	all := fmt.Sprint(got.Reasons)
	for _, want := range []string{"The newest 55 posts read, of more.", "(no text, no transcript): 5 posts"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in %s", want, all)
		}
	}
}

// A careful brief keeps what else it says.
func TestCarefulLeavesTheRest(t *testing.T) {
	for text, want := range map[string]string{
		"family-friendly vegan food": " vegan food", "vegan food": "vegan food", "vegan, brand safe and kid friendly": "vegan,  and ",
	} {
		if rest, careful := AsksBrandSafe(text); rest != want || careful != (rest != text) {
			t.Errorf("%q: %q, %t", text, rest, careful)
		}
	}
}

// Hostile long texts are read in a time that grows with their length.
func TestLongTextsAreReadInTime(t *testing.T) {
	for name, piece := range map[string]string{
		"no full stop": "so drunk I got a damn vodka and she said \"vodka ", "stars": "f*", "quotes": "'a \"b ", "marks": "#", "apostrophes": "'n", "nothing": "\u200b",
		"letters": "a", "not": "not drunk or ", "at": "@",
	} {
		began := time.Now()
		text := strings.Repeat(piece, 1<<17/len(piece))
		Judge(Scan{Texts: []Text{{Words: text}}})
		ReadPost([]Text{{Words: text}}, nil)
		if took := time.Since(began); took > time.Minute {
			t.Errorf("%s: %v", name, took)
		}
	}
}
