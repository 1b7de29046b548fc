package analysis

import (
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/language/classify"
	"greenroom/service/languages"
)

// toneCases were written before weights were taught, and are no lessons: a language, a tone
// and a text.
var toneCases = []string{
	"en + Took them three tries to find my booking, and then they gave us the best room.",
	"en - Thanks a lot for cancelling ten minutes before the start.",
	"en - The old version was better in every way.",
	"en + Can't find anything to complain about.",
	"en 0 The heart clinic moves to Park Lane on 3 May.",
	"en 0 Best before end of June, keep in a cool place.",
	"en 0 The cancer charity shop opens at ten on Saturdays.",
	"en - Great idea to close the only lift on moving day.",
	"en - Used to be my favourite bakery, now the bread tastes of cardboard.",
	"de - Schon wieder zwei Stunden am Bahnsteig, herzlichen Glückwunsch.",
	"de + Ich hatte Schlimmes befürchtet, und dann war der Abend ein Traum.",
	"de 0 Die Krebsberatung ist ab Montag im dritten Stock.",
	"de - Früher war der Kuchen hier ein Gedicht.",
	"de + Da gibt es wirklich nichts zu bemängeln.",
	"fr - Bravo pour les quarante minutes d'attente.",
	"fr + Je m'attendais au pire, et finalement c'était un régal.",
	"fr 0 La réunion commence à neuf heures dans la salle deux.",
	"fr - Avant, on mangeait bien ici.",
	"es - Gracias por dejarme una hora en la cola.",
	"es + Pensé que iba a ser un desastre y fue la mejor tarde del año.",
	"es 0 El museo del amor abre los martes a las diez.",
	"it - Complimenti, ancora un treno cancellato.",
	"it + Temevo il peggio, e invece che serata!",
	"it 0 Il corso comincia lunedì alle otto.",
	"pt - Parabéns, mais uma vez a encomenda não chegou.",
	"pt + Achei que ia detestar e no fim chorei de rir.",
	"pt 0 A reunião é na quinta às nove horas.",
	"tr - Tebrikler, yine iki saat bekledik.",
	"tr + Kötü olacak sanıyordum, meğer harikaymış.",
	"tr 0 Toplantı salı günü saat dokuzda başlıyor.",
}

var toneOf3 = map[byte]api.Sentiment{'+': api.SentimentPositive, '-': api.SentimentNegative, '0': api.SentimentNeutral}

func TestToneCases(t *testing.T) {
	ruled, right := 0, 0
	for _, c := range toneCases {
		lang, want, text := c[:2], toneOf3[c[3]], c[5:]
		if ruledTone(text, lang).Sentiment == want {
			ruled++
		}
		if got := toneIn(lang, text); got.Sentiment == want {
			right++
		} else {
			t.Logf("%s: %s (%v)", c, got.Sentiment, got.Score)
		}
	}
	t.Logf("of %d cases %d are right by rules alone, %d with weights", len(toneCases), ruled, right)
	if right < 19 || right < ruled+7 {
		t.Error("weights do not help")
	}
}

func toneIn(lang string, texts ...string) Tone {
	var list []Text
	for _, text := range texts {
		list = append(list, Text{Words: text, Languages: []string{lang}})
	}
	return ReadPost(list, nil).Tone
}

// Weights overrule the rules about one short text, of which then the whole is the evidence.
func TestToneIsWeighed(t *testing.T) {
	const text, lang = "Danke, wieder zwei Stunden in der Warteschlange.", "de"
	ruled, tone := ruledTone(text, lang), toneIn(lang, text)
	if ruled.Sentiment == api.SentimentNegative || tone.Sentiment != api.SentimentNegative || tone.Score >= 0 || !slices.Equal(tone.Evidence, []string{text}) {
		t.Errorf("ruled %+v, weighed %+v", ruled, tone)
	}
	long := strings.Repeat(text+" ", 1+vaderWhole/len(text))
	for what, got := range map[string]Tone{"a long one": toneIn(lang, long), "two": toneIn(lang, text, text)} {
		if got.Sentiment != ruled.Sentiment {
			t.Errorf("%s: %+v", what, got)
		}
	}
	if got := toneIn("de", "„Danke, wieder zwei Stunden in der Warteschlange“ stand auf dem Schild am Gleis drei, daneben ein gemalter Apfel."); got.Sentiment == api.SentimentNegative {
		t.Errorf("what is quoted: %+v", got)
	}
}

// What the rules say counts, so that weights that see the same words may say another thing.
func TestRulesAreHeard(t *testing.T) {
	r := read(Text{Words: "We opened the box at nine.", Languages: []string{"en"}})
	lean := map[api.Sentiment][]float64{}
	for side := range toneSides {
		var f classify.Features
		r.toneFeatures(Tone{Sentiment: side, Score: 0.3}, &f)
		for _, kind := range classify.Tone().Kinds {
			k := len(lean[side])
			lean[side] = append(lean[side], classify.Tone().Leanings(&f)[k]+Trusted(side, api.Sentiment(kind)))
		}
	}
	for k, kind := range classify.Tone().Kinds {
		side := api.Sentiment(kind)
		for other := range toneSides {
			if other != side && lean[side][k] <= lean[other][k] {
				t.Errorf("where rules say %s it leans to %s by %.2f, where they say %s by %.2f", side, side, lean[side][k], other, lean[other][k])
			}
		}
	}
}

// A threat is never weighed away.
func TestGraveToneStays(t *testing.T) {
	if got := toneIn("en", "I will kill you, finally the best evening ever!"); got.Sentiment != api.SentimentNegative {
		t.Errorf("%+v", got)
	}
}

// Marks stand in the outline in their order; what sounds good or bad stands for itself, and what
// is quoted for nothing.
func TestToneOutline(t *testing.T) {
	for text, want := range map[string]string{
		"The soup used to be lovely; now nobody answers.": "^ o once o good | now bad o ^",
		"At last Monday.": "^ now clock ^",
		"The sign says “again” where the old one says nothing.": "^ o nothing ^",
	} {
		r := read(Text{Words: text, Languages: []string{"en"}})
		var tally tally
		tally.read(r)
		if got := strings.Join(r.toneOutline(func(string) {}), " "); got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// Every language with marks taught weights, and each kind of mark is one of all.
func TestToneFiles(t *testing.T) {
	kinds := func(lang string) (out []string) {
		for line := range strings.Lines(languages.Read(lang, languages.Tone)) {
			if line[0] == '[' {
				out = append(out, strings.TrimSpace(line))
			}
		}
		slices.Sort(out)
		return out
	}
	for _, lang := range languages.With(languages.Tone) {
		if !slices.Equal(kinds(lang), kinds("en")) {
			t.Errorf("%s has the marks %q", lang, kinds(lang))
		}
		if !slices.Contains(classify.Tone().Languages, lang) {
			t.Errorf("%s taught no weights", lang)
		}
	}
	for k, kind := range classify.Tone().Kinds {
		if api.Sentiment(kind) != Sentiments[k] {
			t.Errorf("weights say %q in that order", classify.Tone().Kinds)
		}
	}
}
