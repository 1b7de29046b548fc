package analysis

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
)

func TestSentiment(t *testing.T) {
	for text, want := range map[string]api.Sentiment{
		"I love this bread, it is delicious and easy.":                   api.SentimentPositive,
		"The food was terrible and the room was ugly.":                   api.SentimentNegative,
		"I am not happy with this, it is not good.":                      api.SentimentNegative,
		"Flour, water, salt, time.":                                      api.SentimentNeutral,
		"It looked awful at first, but I love it now, best cake so far.": api.SentimentPositive,
		"He said it was the worst soup of his life. I had bread.":        api.SentimentNeutral,
		"Not bad.": api.SentimentPositive,
		"Das Essen war schrecklich und viel zu teuer.":            api.SentimentNegative,
		"Ich liebe diese Suppe, sie ist wunderbar.":               api.SentimentPositive,
		"Ich bin nicht glücklich und nicht froh damit.":           api.SentimentNegative,
		"J'adore, c'est délicieux et magnifique !":                api.SentimentPositive,
		"No me gusta, es horrible y asqueroso.":                   api.SentimentNegative,
		"Adorei, é delicioso e maravilhoso.":                      api.SentimentPositive,
		"È brutto e noioso, che schifo.":                          api.SentimentNegative,
		"Çok güzel ve lezzetli, bayıldım.":                        api.SentimentPositive,
		"すごく美味しい、大好きです。":                                          api.SentimentPositive,
		"最悪です。とても残念。":                                             api.SentimentNegative,
		"यह बहुत स्वादिष्ट और शानदार है।":                         api.SentimentPositive,
		"“Worst cake ever, horrible” is what I heard. It rained.": api.SentimentNeutral,
	} {
		r := ReadPost([]Text{{Words: text}}, nil)
		if r.Tone.Sentiment != want {
			t.Errorf("%q: %s (%v), want %s", text, r.Tone.Sentiment, r.Tone.Score, want)
		}
		for _, e := range r.Tone.Evidence {
			if !strings.Contains(text, e) {
				t.Errorf("%q is not in %q", e, text)
			}
		}
	}
}

func TestSponsorship(t *testing.T) {
	for text, brand := range map[string]string{
		"Paid partnership with Proof & Co. I said yes at once.":              "Proof & Co",
		"ad | Hausmark sent me the new one. This one stays.":                 "Hausmark",
		"ad. Butterberg asked for thirty seconds; I talked for two minutes.": "Butterberg",
		"#ad Mühle Sieben paid me for this post.":                            "Mühle Sieben",
		"Gifted by Golden Rye, not paid, and still marked.":                  "Golden Rye",
		"Thanks to Olvida for gifting me this blender, use code LENA10.":     "Olvida",
		"Vielen Dank an Nordkai, die uns dieses Sofa geschenkt haben.":       "Nordkai",
		"Merci à Olvida de m'avoir offert ce mixeur, code LENA10.":           "Olvida",
		"Gracias a Olvida por regalarme esta batidora.":                      "Olvida",
		"Grazie a Olvida per avermi regalato questo frullatore.":             "Olvida",
		"Obrigada à Olvida por me oferecer este liquidificador.":             "Olvida",
		"Anzeige | Zwei Wochen mit Mühle Sieben, und was ich ändern würde.":  "Mühle Sieben",
		"Werbung | Für Tofuwerk gibt es einen Code in meiner Bio.":           "Tofuwerk",
		"Partenariat rémunéré avec Rouge Atelier, qui n'a pas relu la fin.":  "Rouge Atelier",
		"Colaboración pagada con Olio Bravo. Dije que sí.":                   "Olio Bravo",
		"Parceria paga com Nordkai. Aceitei porque já usava.":                "Nordkai",
		"Collaborazione retribuita con Om Corner. Ho detto sì.":              "Om Corner",
		"Copperline iş birliği. Zaten kullandığım için evet dedim.":          "Copperline",
		"I want to be clear, this one is sponsored by Hausmark.":             "Hausmark",
		"Love being sponsored by Hausmark, year three.":                      "Hausmark",
		"Publi com a Olvida. Eu disse sim.":                                  "Olvida",
		"PR | Hausmarkさんからいただきました。":                                          "Hausmark",
		"विज्ञापन | Hausmark ने भेजा है, और यह टिक गया।":                     "Hausmark",
	} {
		s := ReadPost([]Text{{Words: text}}, []string{strings.ToLower(strings.ReplaceAll(brand, " ", ""))}).Sponsorship
		if !s.Paid || !slices.Contains(s.Brands, brand) || len(s.Evidence) == 0 || !strings.Contains(text, s.Evidence[0]) {
			t.Errorf("%q: %+v, want %q", text, s, brand)
		}
	}
	for _, text := range []string{
		"Not sponsored, I just love these shoes.", "No sponsor on this one. Just me, a tripod and a deadline.",
		"Unbezahlte Werbung, selbst gekauft.", "Unbezahlt, Werbung wegen Nennung von Hausmark.", "This is not an ad.", "I bought this with my own money, not a paid partnership.",
		"Werbung, unbezahlt: die Flasche von Nordkai.", "[Werbung, selbst gekauft] Schuhe von Nordkai.", "Anzeige. Unbezahlt, weil mir Nordkai gefällt.",
		"Ad, unpaid, bought it myself: Hausmark.", "Never sponsored by Hausmark, and still here.", "I'd love to be sponsored by Hausmark.", "I wish I was sponsored by Hausmark.",
		"Publicité, non rémunérée : Hausmark.", "Publicidad, no pagada: Hausmark.", "Pubblicità, non retribuita: Hausmark.", "Publi, não paga: Hausmark.", "Reklam, ücretsiz: Hausmark.",
		"Ojalá algún día pueda ser patrocinada por Hausmark.", "J'aimerais tellement être sponsorisé par Hausmark.", "Vorrei tanto essere sponsorizzato da Hausmark.", "Queria tanto ser patrocinada por Hausmark.",
		"Everyone writes “paid partnership” these days.", "She said her video was sponsored by a bank.",
		"Thanks to my sister for gifting me this blender.", "Danke an meine Schwester, die mir diesen Mixer geschenkt hat.",
		"Merci à ma mère de m'avoir offert ce mixeur.", "Gracias a mi abuela por regalarme esta batidora.",
		"Gifted by my sister, who knows me.", "My ad hoc plan: bread.", "The advent calendar is full, adventure awaits, so add butter.",
		"これは自腹で買いました。案件ではありません。", "Bu bir reklam değil, kendim aldım.", "No es publi, comprado con mi dinero.",
	} {
		if s := ReadPost([]Text{{Words: text}}, []string{"friend"}).Sponsorship; s.Paid || len(s.Brands) > 0 {
			t.Errorf("%q is paid: %+v", text, s)
		}
	}
}

func TestLanguageAndCalls(t *testing.T) {
	for text, want := range map[string]string{
		"This is the way to the bread.": "en", "Das ist der Weg zum Brot.": "de", "C'est la voie du pain avec vous.": "fr",
		"Este es el camino del pan y de la sal.": "es", "Este é o caminho do pão e não do sal.": "pt", "Questo è il pane che ho fatto con te.": "it",
		"Bu çok güzel bir ekmek ama biraz tuzlu.": "tr", "これはパンです。": "ja", "यह रोटी है।": "hi", "오늘은 빵": "", "123 !!": "",
	} {
		if got := ReadPost([]Text{{Words: text}}, nil).Language; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	r := ReadPost([]Text{{Words: "Bread day. Link in bio! Tell me yours."}}, nil)
	if !slices.Equal(r.Actions, []string{"Link in bio!", "Tell me yours."}) {
		t.Errorf("calls: %q", r.Actions)
	}
}

func TestAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"collabs: hi@anna.bakes.example":                 "hi@anna.bakes.example",
		"Mail me (anna+work@bread.example), thanks.":     "anna+work@bread.example",
		"📩 ANNA@Bread.Example and anna@bread.example":    "ANNA@Bread.Example",
		"anna (at) bread (dot) example":                  "anna@bread.example",
		"anna [at] bread.example":                        "anna@bread.example",
		"jürgen@bröt.example":                            "jürgen@bröt.example",
		"@anna on the other network, photo@2x.png":       "",
		"a@b, anna@@bread.example, anna@-bad.example":    "",
		"one@a.example.two@b.example":                    "one@a.example.two",
		"write to x@y.example. Or do not. two@z.example": "x@y.example two@z.example",
	} {
		var got []string
		for _, a := range Addresses(text) {
			got = append(got, a.Email)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestCareful(t *testing.T) {
	for text, want := range map[string]bool{
		"family-friendly creators": true, "brand safe fitness": true, "familienfreundliche Reisen": true, "家族向けの料理": true,
		"vegan food": false, "friends of the family": false,
	} {
		if _, got := AsksBrandSafe(text); got != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

// lists are the patterns as a finder holds them.
func (f *finder) lists() (out [][]entry) {
	out = append(slices.Collect(maps.Values(f.stems)), f.numbers)
	for _, k := range f.words {
		out = append(append(out, k.begin), slices.Collect(maps.Values(k.pairs))...)
	}
	return out
}

// The word files say what they mean: no section twice in one file under
// another name, no empty pattern, no word that hides another's exception.
func TestWordFiles(t *testing.T) {
	kinds := map[string]bool{"sponsor": true, "unpaid": true, kindAdvert: true, "action": true, "positive": true, "negative": true, "praise": true, "blame": true, "empty": true, "brandsafe": true, "link": true}
	for _, k := range contextKinds {
		kinds[k] = true
	}
	for _, f := range api.FlagTypes() {
		kinds[string(f)] = true
	}
	for _, u := range rules() {
		for _, part := range append(slices.Clone(u.with), u.never...) {
			kinds[part] = true
		}
		if len(u.with) < 2 || severityRank[api.Severity(u.group.severity)] == 0 {
			t.Errorf("the rule %v needs two parts and a severity", u)
		}
	}
	for lang, open := range lexicons {
		if at := regexp.MustCompile(`\([^)\n]*\(.*`).FindString(wordFile(lang)); at != "" {
			t.Errorf("%s: a choice inside a choice is not read: %.60s", lang, at)
		}
		l, n, small := open(), 0, 0
		for _, k := range l.words {
			if k.function {
				small++
			}
		}
		for _, list := range l.lists() {
			for _, e := range list {
				n++
				_, isFlag := kindNames[api.FlagType(e.group.kind)]
				if !kinds[e.group.kind] && !strings.HasPrefix(e.group.kind, kindFrame) || isFlag != (severityRank[api.Severity(e.group.severity)] > 0) {
					t.Errorf("%s: section [%s %s]", lang, e.group.kind, e.group.severity)
				}
				if joins := []string{kindBetween, kindCopula, kindMust}; e.most > patternMost && slices.Contains(joins, e.group.kind) {
					t.Errorf("%s: %q has more than %d words", lang, e.words, patternMost)
				}
			}
		}
		if n < 20 || lang != anyLanguage && small < 10 {
			t.Errorf("%s has %d patterns, %d small words", lang, n, small)
		}
	}
}
