package brief_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client/brief"
)

var update = flag.Bool("update", false, "write testdata/read.golden")

// understood returns the readings of the queries that the briefs of testdata lead to, as
// service/quality records them.
func understood(t *testing.T) map[string]api.Interpretation {
	t.Helper()
	var all map[string]api.Interpretation
	raw, err := os.ReadFile("testdata/understood.json")
	if err != nil || json.Unmarshal(raw, &all) != nil {
		t.Fatal(err)
	}
	return all
}

// Briefs of all sorts, in three languages, are read as they were read and found right.
func TestBriefsAreRead(t *testing.T) {
	known, out := understood(t), &strings.Builder{}
	files, _ := filepath.Glob("testdata/*.txt")
	for _, file := range files {
		words, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r := brief.Read(string(words), func(q string) (api.Interpretation, bool) {
			in, ok := known[q]
			if !ok {
				t.Errorf("%s: nothing is recorded of %q", file, q)
			}
			return in, true
		})
		b := r.Brief
		fmt.Fprintf(out, "== %s\nname: %s\nsearch: %s\nwishes: %q\nfees: %s\ndates: %s\ncontent: %s\ncompetitors: %q\n", filepath.Base(file), r.Name,
			brief.Query(b), b.Wishes, b.Fees, b.Dates, b.Deliverables, b.Rules.Competitors)
		for _, u := range r.Unused {
			if brief.ByReason([]api.Unused{u})[0].InPart {
				fmt.Fprintf(out, "used in part: %s: %s\n", u.Text, u.Why)
				continue
			}
			fmt.Fprintf(out, "not used: %s\n", u.Text)
		}
	}
	const path = "testdata/read.golden"
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || string(want) != out.String() {
		t.Errorf("%v: it is read otherwise:\n%s", err, out)
	}
}

// Where a service does not say what words mean, no word about creators is lost.
func TestWithoutAServiceNothingIsLost(t *testing.T) {
	r := brief.Read("Oat drink\nBudget: 9,500 €. Coffee creators in Vienna, no kids.", func(string) (api.Interpretation, bool) { return api.Interpretation{}, false })
	if r.Name != "Oat drink" || r.Brief.Fees != "9,500 €" || brief.Query(r.Brief) != "Coffee creators in Vienna, no kids" {
		t.Errorf("%+v", r)
	}
}

func TestSumsOfMoney(t *testing.T) {
	for words, want := range map[string]string{
		"12,000 €": "12000 €", "25.000 EUR": "25000 €", "18 000 €": "18000 €", "£9,500.50": "9500.5 £", "$30k overall": "30000 $",
		"60,000 PLN": "60000 PLN", "asks 2,400 euros": "2400 €", "ninety": "0 ", "10k followers": "0 ",
	} {
		sum, _ := brief.Money(words)
		if got := fmt.Sprintf("%v %s", sum.Amount, sum.Currency); got != want {
			t.Errorf("%q is %q, want %q", words, got, want)
		}
	}
}

// Words with one reason stand together, those that say nothing of creators last.
func TestReasonsOfWhatIsNotUsed(t *testing.T) {
	all := []api.Unused{{Text: "hi", Why: "This greets, or says who writes."}, {Text: "we launch", Why: "This describes the campaign, not the creators."}, {Text: "ppl", Why: "unclear"}, {Text: "cheap", Why: "unknown"}, {Text: "hav", Why: "unclear"}}
	if got := fmt.Sprint(brief.ByReason(all)); got != `[{unclear [ppl hav] false} {unknown [cheap] false} {This describes the campaign, not the creators. [we launch] false} {This greets, or says who writes. [hi] false}]` {
		t.Error(got)
	}
	if all[2].Text != "ppl" || len(brief.ByReason(nil)) != 0 {
		t.Error("what it was asked about changed")
	}
}

// A budget may say what all get together, what each gets, or both; what a thing costs is neither.
func TestABudgetOfAllAndOfEach(t *testing.T) {
	for words, want := range map[string]string{
		"12,000 €": "12000 €, 0 ", "18.000 EUR gesamt, maximal 2.500 EUR pro Creator": "18000 €, 2500 €", "per creator 2,500 €; total 18,000 €": "18000 €, 2500 €",
		"£40k total and £4k each": "40000 £, 4000 £", "£4k each (£40k)": "40000 £, 4000 £", "9,500 € overall. Max 900 € a head": "9500 €, 900 €",
		"2.500 € par créatrice": "0 , 2500 €", "200 euros per video": "0 , 0 ", "200 euros for each of two videos, 9,000 euros": "9000 €, 0 ",
		"$30k, of which $5k for travel": "30000 $, 0 ", "to be agreed": "0 , 0 ", "Fee per creator: 2.500 EUR": "0 , 2500 €",
		"from €500 to €900 per creator": "0 , 900 €", "£2k–£4k each": "0 , 4000 £", "between €2,000 and €3,000 each": "0 , 3000 €", "500 € to 900 € pro Creator": "0 , 900 €",
		"10.000 € bis 12.000 €": "12000 €, 0 ", "de 500 € à 900 € par créatrice": "0 , 900 €", "tra 500 € e 900 € a testa": "0 , 900 €", "€500-900 each": "0 , 900 €", "€500 – 900 per creator": "0 , 900 €",
		"€5,000 - 10k followers": "5000 €, 0 ", "£2-4k each, £40k": "40000 £, 4000 £", "18,000 € - 2,500 € each": "18000 €, 2500 €", "£500 to €900": "0 , 0 ",
		"2,500 € (net) per creator, 18,000 € total": "18000 €, 2500 €", "18,000 € (net) total, 2,500 € per creator": "18000 €, 2500 €", "€18,000, 150 posts": "18000 €, 0 ", "€500 max each": "0 , 500 €",
		"2.500 €/Creator": "0 , 2500 €", "2.500 €/Creator, gesamt 18.000 €": "18000 €, 2500 €", "€2k / influencer": "0 , 2000 €", "200 €/video": "0 , 0 ", "18.000 €/2.500 € pro Creator": "18000 €, 2500 €",
		"5.000 €/Kampagne": "0 , 0 ", "€500/month": "0 , 0 ", "50 €/h": "0 , 0 ", "€500 / year": "0 , 0 ", "€500 per month": "0 , 0 ", "€500 a month, €9,000 in all": "9000 €, 0 ",
		"800 €/créatrice": "0 , 800 €", "800 €/Kopf, 9.000 €": "9000 €, 800 €", "€2k/influencer/month": "0 , 0 ", "500 € / Person": "0 , 500 €", "8,000 € / negotiable": "8000 €, 0 ", "9.000 € / 500 €/Monat": "9000 €, 0 ",
		"2,500 €, per creator, 10,000 € in all": "10000 €, 2500 €", "18,000 €, per creator, 2,500 €": "18000 €, 2500 €", "18,000 €. Per creator, 2,500 €": "18000 €, 2500 €",
		"€12,000 and €3,000": "0 , 0 ", "€12,000; in all €12,000": "12000 €, 0 ", "€200 each, later €500 each; €9,000": "9000 €, 0 ", "18\u202f000\u00a0€": "18000 €, 0 ",
	} {
		all, each := brief.Budget(words)
		if got := fmt.Sprintf("%v %s, %v %s", all.Amount, all.Currency, each.Amount, each.Currency); got != want {
			t.Errorf("%q is %q, want %q", words, got, want)
		}
	}
}

// A first line that greets loses no word: its name stands right behind the greeting, and the rest is read.
func TestTitlesThatGreet(t *testing.T) {
	ask := func(q string) (in api.Interpretation, _ bool) {
		for _, topic := range []string{"vegan bakers", "UK bakers", "potters"} {
			if strings.Contains(q, topic) {
				in.Topics = append(in.Topics, topic)
			}
		}
		return in, true
	}
	for words, want := range map[string]string{
		"Hi team - brief for Lumo Bank (UK):\nWe need potters": "Lumo Bank (UK): potters", "Hi Anna, need vegan bakers in Berlin\nBudget: £3k": "Vegan bakers: vegan bakers",
		"Hi team - brief for Lumo Bank, UK bakers only, 20 for June\nBudget: £3k": "Lumo Bank: UK bakers",
		"Hi Anna, need vegan bakers for Lumo Bank\nBudget: £3k":                   "Vegan bakers: vegan bakers", "Hi team\nWe need potters": "Potters: potters", "Lumo Bank\nWe need potters": "Lumo Bank: potters",
		"We need potters. We plan a campaign during the summer.": "Potters: potters", "We need potters. We plan a campaign over the holidays.": "Potters: potters",
	} {
		r := brief.Read(words, ask)
		if got := r.Name + ": " + brief.Query(r.Brief); got != want {
			t.Errorf("%q is read as %q, want %q", words, got, want)
		}
	}
}

// What is left out may stand right behind what is left out, and small words between them go.
func TestExclusionsBesideEachOther(t *testing.T) {
	ask := func(string) (api.Interpretation, bool) {
		return api.Interpretation{Topics: []string{"travel"}, Excluded: []api.Exclusion{
			{Field: "topic", Value: "done", Text: "No one who has done"}, {Field: "topic", Value: "Ryanair", Text: "Ryanair."}}}, true
	}
	r := brief.Read("We need travel vloggers. No one who has done sponsored content for Ryanair.", ask)
	if got := fmt.Sprintf("%q", r.Brief.NoGos); got != `["No one who has done sponsored content for Ryanair"]` {
		t.Errorf("left out are %s", got)
	}
	ask = func(string) (api.Interpretation, bool) {
		return api.Interpretation{Topics: []string{"baking"}, Excluded: []api.Exclusion{{Field: "topic", Value: "Keto", Text: "Keto is a no"}, {Field: "topic", Value: "IKEA", Text: "rule out sponsored content by IKEA"}}}, true
	}
	r = brief.Read("We need bakers. Keto is a no. We rule out sponsored content by IKEA.", ask)
	if got := brief.Query(r.Brief); got != "bakers, not Keto, not IKEA" {
		t.Errorf("it is searched for as %q", got)
	}
}

// Names that creators must not advertise for are competitors; things are not.
func TestBrandsLeftOutAreCompetitors(t *testing.T) {
	for words, want := range map[string][]string{
		"Bitte niemand, der für Salomon wirbt": {"Salomon"}, "Bitte keine Werbung für Alkohol": nil, "Bitte keine Werbung für Milchprodukte": nil, "Nobody who promotes meat": nil,
		"No one who works with easyJet": {"easyJet"}, "Not people from Berlin": nil, "Pas de marques concurrentes (L'Oréal)": {"L'Oréal"}, "Salomon promoters: no": nil,
	} {
		name := regexp.MustCompile(`[\p{L}]+$`).FindString(strings.TrimSuffix(strings.TrimSuffix(words, ")"), " promoters: no"))
		ask := func(q string) (in api.Interpretation, _ bool) {
			if q == "creators about salomon" { // no word that is known
				in.Unused = []api.Unused{{Text: "salomon"}}
			}
			if in.Topics = []string{"hiking"}; strings.Contains(q, words) {
				in.Excluded = []api.Exclusion{{Field: api.FieldTopic, Value: strings.TrimSuffix(name, " wirbt"), Text: words}}
				if strings.Contains(words, "wirbt") {
					in.Excluded[0].Value = "Salomon"
				}
			}
			return in, true
		}
		if got := brief.Read("We need hikers. "+words+".", ask).Brief.Rules.Competitors; !slices.Equal(got, want) {
			t.Errorf("%q: %q", words, got)
		}
	}
}

// A "&" is of a firm's name or between two of them: both hold where that is not known. Who is
// welcome is not left out, and who is less so is nobody's wish.
func TestFirmsAndWhoIsWelcome(t *testing.T) {
	for words, want := range map[string]string{
		"Nobody who works with Marks & Spencer": `["Marks & Spencer"]`, "Nobody who works with Acme & Bolt": `["Acme" "Bolt" "Acme & Bolt"]`, "Nobody who works with Acme or Bolt & Crane": `["Acme" "Bolt" "Crane" "Bolt & Crane"]`,
		"Nobody who works with Acme, Bolt & Crane": `["Acme" "Bolt" "Crane" "Bolt & Crane"]`, "No kids, people who advertise for Acme are welcome": `[]`,
		"No kids, people who advertise for Acme are not welcome": `["Acme"]`, "No kids, people who advertise for Acme aren't welcome": `["Acme"]`, "No kids, people who advertise for Acme are less welcome": `["Acme"]`,
		"No kids, nor people who advertise for Acme are welcome": `["Acme"]`, "No creators, who think people who advertise for Acme are welcome": `["Acme"]`, "No kids, people who advertise for Acme are fine": `["Acme"]`,
		"No kids, people who advertise for Acme are hardly welcome": `["Acme"]`, "Please nobody who works with Acme or Bolt": `["Acme" "Bolt"]`,
	} {
		ask := func(q string) (in api.Interpretation, _ bool) {
			for _, name := range []string{"acme", "bolt", "crane", "marks & spencer"} {
				if q == "creators about "+name {
					in.Unused = []api.Unused{{Text: name}}
				}
			}
			return in, true
		}
		b := brief.Read("We need tailors.\n"+words+".", ask).Brief
		if got := fmt.Sprintf("%q", b.Rules.Competitors); got != want {
			t.Errorf("%q: %s", words, got)
		}
		if welcome := words == "No kids, people who advertise for Acme are welcome"; welcome != (len(b.Wishes) == 1 && strings.HasPrefix(b.Wishes[0], "people who advertise")) {
			t.Errorf("%q: wishes %q", words, b.Wishes)
		}
	}
}

// Any theme of a list will do, and what is joined stays joined; what a form answers with no is
// left out.
func TestListsOfThemesAreChoices(t *testing.T) {
	ask := func(q string) (api.Interpretation, bool) {
		in := api.Interpretation{}
		for _, topic := range []string{"knitting", "felting", "spinning", "wool shops"} {
			if strings.Contains(q, topic) {
				in.Topics = append(in.Topics, topic)
			}
		}
		return in, true
	}
	for words, want := range map[string]string{
		"Looking for creators about knitting, felting, spinning. Budget: 900 euros.": "knitting, felting or spinning",
		"Looking for creators about knitting and felting. Budget: 900 euros.":        "knitting, felting",
		"Knitting brand\nknitting: yes\nwool shops: no":                              "knitting, not wool shops",
	} {
		if got := brief.Query(brief.Read(words, ask).Brief); got != want {
			t.Errorf("%q is searched for as %q, want %q", words, got, want)
		}
	}
}

// What a list under "not for us" names is never asked for, whatever it names, and what nobody
// is searched by is said.
func TestWhatIsRuledOutIsNotAskedFor(t *testing.T) {
	words := "Hi all,\nWe need bakers.\nNot for us:\n- London\n- TikTok\n- gyms\n"
	ask := func(q string) (api.Interpretation, bool) {
		in := api.Interpretation{}
		if strings.Contains(q, "bakers") {
			in.Topics = []string{"bakers"}
		}
		for field, value := range map[string]string{api.FieldLocation: "London", api.FieldPlatform: "TikTok"} {
			if i := strings.Index(q, value); i >= 4 && q[i-4:i] == "not " {
				in.Excluded = append(in.Excluded, api.Exclusion{Field: field, Value: value, Text: "not " + value})
			} else if i >= 0 {
				in.Filters = append(in.Filters, api.Filter{Field: field, Op: "eq", Value: value, Text: value})
			}
		}
		return in, true
	}
	if got := brief.Query(brief.Read(words, ask).Brief); got != "bakers, not London, not TikTok, not gyms" {
		t.Errorf("it is searched for as %q", got)
	}
}

// What stands beside a sum or a date changes it, and stays.
func TestSumsAndDatesKeepTheirWords(t *testing.T) {
	ask := func(string) (api.Interpretation, bool) { return api.Interpretation{Topics: []string{"bakers"}}, true }
	r := brief.Read("We need bakers.\nFee: 200 euros for each of two videos\nPosts go live between 18 and 31 March\nMany thanks, Ada Moss", ask)
	if b := r.Brief; b.Fees != "200 euros for each of two videos" || !strings.Contains(b.Dates, "between 18 and 31 March") {
		t.Errorf("fees %q, dates %q", b.Fees, b.Dates)
	}
	if b := brief.Read("Bakers.\nFee per creator: 2.500 EUR", ask).Brief; b.Fees != "Fee per creator: 2.500 EUR" {
		t.Errorf("for whom a fee is, is lost: %q", b.Fees)
	}
	for _, days := range []string{"01.04.2026 - 30.04.2026", "01/04/2026", "05.03. - 15.03.2026"} {
		if r := brief.Read("We need bakers.\n"+days+"\nThanks, Ada", ask); r.Brief.Dates != days || brief.Query(r.Brief) != "bakers" {
			t.Errorf("%q: dates %q, search %q, %v", days, r.Brief.Dates, brief.Query(r.Brief), r.Unused)
		}
	}
	if n := len(r.Unused); n == 0 || !strings.Contains(r.Unused[n-1].Text, "Ada Moss") {
		t.Errorf("who writes is not said: %v", r.Unused)
	}
}
