package ident

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"greenroom/internal/codetest"
)

// Captions as people write them, of which none was taught.
var captions = map[string][]string{
	"en": {"sunday reset: clean sheets, soup on the stove and nothing else planned 🍲 #sunday", "ok who else eats the frosting first??", "New video is up!! Link in bio https://example.org/abc"},
	"de": {"Heute gibt's Ofengemüse, und zwar so einfach wie möglich.", "wer kommt morgen mit auf den Flohmarkt? 😍", "Endlich fertig renoviert, bin sooo froh"},
	"fr": {"Une petite balade en forêt avant la pluie 🌧", "j'ai testé cette crème pendant un mois", "Rendez-vous demain pour la suite !"},
	"es": {"Hoy os cuento cómo cuido mis plantas en invierno", "no sabia que se podia hacer asi jajaja", "¡Nos vemos el viernes en la feria!"},
	"it": {"Stamattina colazione in terrazza con vista mare", "ho provato la ricetta della nonna e non è venuta", "Ci vediamo domani sera in diretta!"},
	"pt": {"Hoje acordei cedo e fui correr na praia", "gente, nao acredito que ja chegou o verao", "Receita nova no canal, corre lá!"},
	"tr": {"Bugün pazardan aldığım domateslerle salça yaptım", "yarin aksam canli yayinda gorusuruz", "Bu tarifi mutlaka deneyin!"},
	"nl": {"Vandaag neem ik jullie mee naar mijn volkstuin", "wie heeft er nog tips voor een regenachtig weekend?", "Zo lekker dat je er niet vanaf kunt blijven"},
	"pl": {"Dzisiaj pokażę wam, jak upiec chleb na zakwasie", "kto idzie jutro na targ? piszcie w komentarzach", "Nie mogę uwierzyć, że to już jesień"},
	"sv": {"Idag bakar jag kanelbullar och dricker massor av kaffe", "vem vill följa med till skogen imorgon?"},
	"cs": {"Dnes vám ukážu, jak si doma upéct chleba", "kdo jde zítra s námi na výlet?"},
	"hu": {"Ma megmutatom, hogyan sütök otthon kenyeret", "ki jön velünk holnap kirándulni?"},
	"ro": {"Astăzi vă arăt cum fac pâine acasă", "cine vine mâine cu noi la munte?"},
	"id": {"Besok aku mau masak bareng teman-teman di rumah, ayo ikut dong", "siapa yang mau ikut besok ke pantai?"},
	"vi": {"Hôm nay mình nấu phở cho cả nhà", "ngày mai ai đi biển với mình không?"},
	"fi": {"Tänään leivon korvapuusteja koko perheelle", "kuka lähtee huomenna metsään?"},
	"ru": {"Сегодня покажу, как я пеку хлеб дома", "кто завтра с нами в лес?"},
	"uk": {"Сьогодні покажу, як я печу хліб удома", "хто завтра з нами до лісу?"},
	"ar": {"اليوم سأريكم كيف أخبز الخبز في البيت"},
	"fa": {"امروز می\u200cخواهم به شما نشان بدهم چطور نان می\u200cپزم"},
	"hi": {"आज मैं आपको दिखाऊँगी कि घर पर रोटी कैसे बनाते हैं"},
	"ja": {"今日は家でパンを焼いてみました"}, "zh": {"今天我在家里烤面包"}, "ko": {"오늘은 집에서 빵을 구워 볼게요"},
	"th": {"วันนี้จะมาทำขนมปังที่บ้าน"}, "el": {"Σήμερα φτιάχνω ψωμί στο σπίτι"}, "he": {"היום אני אופה לחם בבית"},
}

func TestCaptionsAreTold(t *testing.T) {
	for code, list := range captions {
		for _, text := range list {
			if got := Of(text); got.Code != code {
				t.Errorf("%s: %q is told as %+v", code, text, got)
			}
		}
	}
}

// What cannot be known is not told, and why is said.
func TestUnknownIsSaid(t *testing.T) {
	for text, why := range map[string]Reason{
		"": NoWords, "🔥🔥🔥 100%": NoWords, "#ootd #fyp @anna.bakes https://example.org/der-die-das": NoWords,
		"Anna Jackson": Short, "OK": Short,
		"ᚠᚢᚦᚨᚱᚲ ᚷᚹᚺᚾᛁᛃ ᛇᛈᛉᛊᛏᛒ ᛖᛗᛚᛜᛞᛟ":                                                                       Unclear,
		"Guten Morgen aus unserem kleinen Garten am See!\nGood morning from our little garden by the lake!": Mixed,
		"Dzisiaj pokażę wam mój nowy ogród. Today I am showing you my new garden with all of its flowers.":  Mixed,
	} {
		if got := Of(text); got.Why != why || got.Code != "" {
			t.Errorf("%q: %+v, want reason %d", text, got, why)
		}
	}
}

// A mixed text names its parts.
func TestMixedTextsNameTheirParts(t *testing.T) {
	got := Of("Vandaag neem ik jullie mee naar mijn volkstuin aan het water.\nToday I am taking you to my allotment by the water.")
	var codes []string
	for _, l := range got.Likely {
		codes = append(codes, l.Code)
	}
	if slices.Sort(codes); !slices.Equal(codes, []string{"en", "nl"}) {
		t.Errorf("parts are %v", got)
	}
}

// What is known of an author decides where the words leave it open, and only there.
func TestKnownLanguagesDecideWhatIsOpen(t *testing.T) {
	if got := Of("東京駅"); got.Code != "zh" {
		t.Errorf("characters alone: %+v", got)
	}
	if got := Of("東京駅", "ja"); got.Code != "ja" {
		t.Errorf("characters of somebody who writes Japanese: %+v", got)
	}
	open := "bra dag"
	if without, with := Of(open), Of(open, "sv"); without.Likely[0].Of >= with.Likely[0].Of || with.Likely[0].Code != "sv" {
		t.Errorf("%q: %+v without, %+v with", open, without, with)
	}
	if got := Of("Dzisiaj pokażę wam, jak upiec chleb na zakwasie", "en"); got.Code != "pl" {
		t.Errorf("known English turns Polish into %+v", got)
	}
}

// Letters are compared as they look: composed or not, capitals or not, stretched or not.
func TestLettersAreCompared(t *testing.T) {
	want := Of("wir sind soo glücklich heute")
	for _, text := range []string{"WIR SIND SOO GLÜCKLICH HEUTE", "wir sind soo glu\u0308cklich heute", "Wir sind soooooo glücklich heute"} {
		if got := Of(text); got.Code != "de" || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

// What is written to be read as something else is no word, and a script ends one.
func TestWordsAreCut(t *testing.T) {
	for text, want := range map[string]int{"h4te m0re 10k": 0, "p u t a": 1, "приветhello東京": 3, "https://example.org/der-dieдом": 1, "bonjour #lavie @anna le monde": 3} {
		if got := Of(text); got.Words != want {
			t.Errorf("%q has %d words, want %d", text, got.Words, want)
		}
	}
}

// Of a long text pieces are read, and no piece cuts a letter.
func TestLongTexts(t *testing.T) {
	long := strings.Repeat("Сегодня покажу, как я пеку хлеб дома. ", 500)
	if got := Of(long); got.Code != "ru" || got.Words > 200 {
		t.Errorf("%+v", got)
	}
	if got := Of(strings.Repeat("🔥 ", 2000) + "nothing else"); got.Why == NoWords {
		t.Errorf("words behind signs: %+v", got)
	}
}

func TestWeightsAreWhole(t *testing.T) {
	file, err := os.ReadFile("weights.bin")
	if err != nil || len(file) > 1<<20 {
		t.Fatal(len(file), err)
	}
	m, languages := parse(file), map[string]bool{}
	for _, codes := range m.codes {
		if len(codes) > mostLanguages {
			t.Error(codes)
		}
		for _, c := range codes {
			languages[c] = true
		}
	}
	if len(m.rows) != buckets*dim || len(languages) < 50 {
		t.Errorf("%d bytes of rows, %d languages", len(m.rows), len(languages))
	}
}

// TestAnswers holds all that is told, with its shares. Its file is a record: read what
// changed in it.
func TestAnswers(t *testing.T) {
	codetest.Recorded(t, "testdata/answers.txt", func(text string) string {
		return fmt.Sprintf("%.3v | known %.3v", Of(text), Of(text, "de", "pt", "nl"))
	})
}
