package statement

import (
	"os"
	"strings"
	"testing"

	"greenroom/internal/sequence/learn"
)

// told writes the purposes of a text's statements and their words.
func told(text string) string {
	var out []string
	for _, s := range Read(text) {
		out = append(out, string(Codes[s.Purpose])+" "+text[s.From:s.To])
	}
	return strings.Join(out, " | ")
}

func TestStatementsOfBriefs(t *testing.T) {
	for text, want := range map[string]string{
		"Hi team,\nour client opens a bakery in Porto in May.\nWe need pastry creators in Portugal, 10k to 60k followers.\nNo diet content please.\nBudget: 4,000 euros\nBest, Ana": "G Hi team, | T our client opens a bakery in Porto in May. | A We need pastry creators in Portugal, 10k to 60k followers. | N No diet content please. | F Budget: 4,000 euros | G Best, Ana",
		"WHO\nknitters\nWHO NOT\nyarn shops\ncrypto people":                                             "G WHO | A knitters | G WHO NOT | N yarn shops | N crypto people",
		"Pottery: yes\nHunting: no\nAge: any":                                                           "A Pottery: yes | N Hunting: no | W Age: any",
		"Wir suchen Gärtner in Wien. Budget: 3.000 Euro.":                                               "A Wir suchen Gärtner in Wien. | F Budget: 3.000 Euro.",
		"Nous cherchons des potiers à Lyon. Pas de boutiques. Notre cible : les femmes de 30 à 45 ans.": "A Nous cherchons des potiers à Lyon. | N Pas de boutiques. | U Notre cible : les femmes de 30 à 45 ans.",
		"We launch a cooking cream. Vegan food creators, 10k-300k followers, no kids content.":          "T We launch a cooking cream. | A Vegan food creators, 10k-300k followers, | N no kids content.",
		"min. 20k followers, e.g. hikers":                                                               "A min. 20k followers, e.g. hikers",
		"":                                                                                              "",
	} {
		if got := told(text); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

// The heading above changes what a line is there for.
func TestHeadingsTell(t *testing.T) {
	for head, want := range map[string]Purpose{"Looking for:": Asks, "Not for us:": Forbids} {
		all := Read(head + "\n- hunters\n- anglers")
		if got := all[len(all)-1].Purpose; got != want {
			t.Errorf("below %q: %d, want %d", head, got, want)
		}
	}
}

func TestPiecesEndWhereStatementsDo(t *testing.T) {
	for text, want := range map[string]int{
		"10,000 to 20,000 followers": 1, "30k – 300k": 1, "hikers – no hunters": 2, "Dr. Oetker": 1, "am 1. April": 1,
		"we are in Rome but look for Milan": 2, "a, b; c": 3, "- one\n- two": 2, "\xff": 0, "  ": 0, "1) hikers": 1,
	} {
		if got := len(Pieces(text)); got != want {
			t.Errorf("%q: %d pieces, want %d", text, got, want)
		}
	}
	for _, p := range Pieces("• hikers,  no hunters !") {
		if s := "• hikers,  no hunters !"[p.From:p.To]; s != strings.Trim(s, " •") {
			t.Errorf("%q has blanks around it", s)
		}
	}
}

func TestReaches(t *testing.T) {
	for text, want := range map[string]bool{"katrin.moser@bergklar.example": true, "+43 512 123456": true, "T +49 89 123456": true, "Tel.: 0512/123456": true, "Preis 0512/123456": false, "0512/123 456-7": true, "(0512) 123456": true, "@lenacooks": false, "lena@home": false,
		"01.04.2026": false, "01/04/2026": false, "01.04.2026 - 30.04.2026": false, "05.03. - 15.03.2026": false, "(01.04–30.04.2026)": false, "01-04-2026": false,
		"01.23.45.67.89": true, "05 12 34 56 78": true, "01.04.2026 12 34": true, "02/99/2026 1": true,
		"10.000 - 50.000": false, "25000–250000": false, "10 000 000": false, "mail kim@x.example": false, "1. und 30. April": false, "": false, "+10k": false, "0-100": false} {
		if Reaches(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

func TestHead(t *testing.T) {
	for text, want := range map[string][2]string{
		"Subject: RE: FW: Autumn!\nFrom: Jo <jo@x.example>\nDate: Mon, 2 Mar\n\nWe need bakers": {"Autumn", "\nWe need bakers"},
		"De: Lucía\nAsunto: crema solar\nHola":                                                  {"crema solar", "Hola"}, "From: 1 May\nTo: 31 May\nWe need bakers": {"", "From: 1 May\nTo: 31 May\nWe need bakers"},
		"Subject: x\nTo: 50k followers\nBakers": {"x", "To: 50k followers\nBakers"}, "To: 50k followers\nSubject: x\nBakers": {"", "To: 50k followers\nSubject: x\nBakers"}, "Subject: x\nSent: soon\nBakers": {"x", "Sent: soon\nBakers"},
		"Betreff: x\nVon: anna\nGesendet: Montag, 2. März\nBakers": {"x", "Bakers"},
		"Date: May\nSubject: x\nBakers":                            {"", "Date: May\nSubject: x\nBakers"}, "Subject: only": {"", "Subject: only"}, "Bakers\nRe: x": {"", "Bakers\nRe: x"}, "": {"", ""},
	} {
		if n, subject := Head(text); subject != want[0] || text[n:] != want[1] {
			t.Errorf("%q: %q, and %q", text, subject, text[n:])
		}
	}
}

func TestRefuses(t *testing.T) {
	for text, want := range map[string]bool{"no hunters": true, "please no hunters": true, "bitte keine Jäger": true, "gaming without gambling": false, "hikers": false, "": false} {
		if Refuses(text) != want {
			t.Errorf("%q: %v, want %v", text, !want, want)
		}
	}
}

// The weights are of the briefs and cues that stand here: go run ./internal/statement/teach -write.
func TestWeightsAreOfTheBriefs(t *testing.T) {
	_, got, err := learn.Sources("teach/briefs/*.txt", "cues.txt")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("weights.sum")
	if err != nil || got != string(want) {
		t.Errorf("the weights are of other briefs: %v", err)
	}
}

func BenchmarkRead(b *testing.B) {
	text := "Hi team,\nour client opens a bakery in Porto in May.\nWe need pastry creators in Portugal, 10k to 60k followers.\nNo diet content please.\n"
	for b.Loop() {
		Read(text)
	}
}
