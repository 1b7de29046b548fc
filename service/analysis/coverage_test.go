package analysis

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/languages"
)

// Captions in languages that nothing is measured for, half of them short.
var (
	dutch = []string{
		"Vandaag neem ik jullie mee naar de markt in onze straat", "Lekker weekend allemaal!", "Die lui van hiernaast moeten gewoon oprotten uit ons land",
		"Nieuwe video staat online, link in bio", "Wie gaat er morgen mee?", "Zo trots op dit resultaat na drie weken klussen",
	}
	polish = []string{
		"Dzisiaj pokażę wam mój nowy balkon", "Miłego dnia!", "Oni wszyscy powinni stąd wyjechać i nigdy nie wracać",
		"Nowy film już na kanale", "Kto idzie jutro na targ?", "Jestem bardzo dumna z tego remontu",
	}
	plainEnglish = []string{
		"Today I am taking you along to the market in our street", "Have a lovely weekend everyone!", "The new shelf is up and I cannot stop looking at it",
		"New video is online, link in my bio", "Who is coming along tomorrow?", "So proud of how this room turned out after three weeks",
	}
)

func scanOf(lists ...[]string) (s Scan) {
	for _, text := range slices.Concat(lists...) {
		s.Texts = append(s.Texts, Text{Words: text, Source: FromCaption})
	}
	return s
}

// Whoever writes what cannot be read is not judged, whether it is known what they write
// or not, and whatever language an import took them to write.
func TestAPageInAnotherLanguageIsNotJudged(t *testing.T) {
	for code, texts := range map[string][]string{"nl": dutch, "pl": polish} {
		for _, known := range [][]string{nil, {code}, {"en"}} {
			s := scanOf(texts, texts)
			for i := range s.Texts {
				s.Texts[i].Languages = known
			}
			got := Judge(s).Safety
			if mostly, is := got.NotJudged(); !is || mostly != code || got.Confidence > unseenMost {
				t.Errorf("%s known to write %v: %+v, confidence %v", code, known, got.Coverage, got.Confidence)
			}
			if c := got.Coverage; known == nil && c.Judged > 1 {
				t.Errorf("%s: %d of %d texts are said to be judged", code, c.Judged, c.Texts)
			}
		}
	}
}

func TestCoverageCountsTextsByLanguage(t *testing.T) {
	s := scanOf(plainEnglish, dutch[:1], polish[:1], dutch[2:3], []string{"🍺", "#ootd"})
	for i := range s.Texts[:6] {
		s.Texts[i].Languages = []string{"en"}
	}
	s.Of, s.Silent = new(340), 3
	got := Judge(s).Safety
	want := &api.Coverage{Texts: 10, Of: new(340), Judged: 7, Unread: []api.Unread{{Language: "nl", Texts: 2}, {Language: "pl", Texts: 1}}}
	if !reflect.DeepEqual(got.Coverage, want) {
		t.Errorf("%+v, want %+v", got.Coverage, want)
	}
	for _, part := range []string{"Scanned 7 of 340 posts", "Not judged: 2 texts in Dutch, 1 text in Polish."} {
		if !strings.Contains(got.Summary, part) {
			t.Errorf("%q is not in %q", part, got.Summary)
		}
	}
	if mostly, is := got.NotJudged(); is {
		t.Errorf("not judged, mostly %s", mostly)
	}
}

// The less of it is read, the less sure.
func TestConfidenceFallsWithWhatIsUnread(t *testing.T) {
	all := slices.Concat(plainEnglish, plainEnglish)
	last := 2.0
	for _, unread := range []int{0, 2, 4, 6} {
		got := Judge(scanOf(all, slices.Repeat(dutch[:1], unread))).Confidence
		if got >= last || got <= unseenMost {
			t.Errorf("%d unread: confidence %v after %v", unread, got, last)
		}
		last = got
	}
}

// What is too short to show a language is taken to be in that of the other texts.
func TestShortTextsAreInTheLanguageOfTheOthers(t *testing.T) {
	for unread, texts := range map[int][]string{5: slices.Concat(dutch[:1], dutch[2:3], []string{"Super!", "Anna", "Amsterdam"}), 0: slices.Concat(plainEnglish[:2], []string{"Super!", "Anna", "Amsterdam"})} {
		if got := Judge(scanOf(texts)).Coverage; got.Texts-got.Judged != unread {
			t.Errorf("%q: %+v", texts, got)
		}
	}
}

// However much was read, where most was not the rating is not sure.
func TestMostlyUnreadIsNeverSure(t *testing.T) {
	long := slices.Concat(dutch[:1], dutch[2:4], dutch[5:])
	got := Judge(scanOf(plainEnglish, plainEnglish, long, long, long, long))
	if _, is := got.NotJudged(); !is || got.Coverage.Judged < 10 || got.Confidence > unseenMost || got.Confidence == 0 {
		t.Errorf("%+v, confidence %v", got.Coverage, got.Confidence)
	}
}

// What is weakly covered is said once, where anything was judged at all.
func TestTheSummaryNamesWhatIsWeak(t *testing.T) {
	if got := Judge(scanOf(plainEnglish)).Summary; strings.Count(got, "Often missed (found of 100): threats ("+strconv.Itoa(foundOf[0].of)+")") != 1 {
		t.Error(got)
	}
	if got := Judge(scanOf(dutch)).Summary; strings.Contains(got, "Often missed") {
		t.Error(got)
	}
}

// Languages in which hardly anything is found are no safer than those that are not read.
// None of those that are measured is such a one now: one is made so.
func TestAPageInAWeaklyCoveredLanguageIsNotJudged(t *testing.T) {
	found, judged := foundIn["tr"], judgedIn
	t.Cleanup(func() { foundIn["tr"], judgedIn = found, judged })
	foundIn["tr"] = []recall{{"hatred", 3}, {"other harm", 40}}
	judgedIn = measured()
	turkish := []string{
		"Bugün sizi sokağımızdaki pazara götürüyorum, çok güzel", "Herkese iyi haftalar dilerim, görüşmek üzere", "Yeni rafı astık ve gözümü alamıyorum",
		"Yarın sabah kim bizimle yürüyüşe geliyor acaba?",
	}
	got := Judge(scanOf(turkish, turkish, turkish)).Safety
	if mostly, is := got.NotJudged(); !is || mostly != "tr" || got.Confidence > unseenMost || !strings.Contains(got.Summary, "12 texts in Turkish (hatred: 3 of 100 found)") {
		t.Errorf("%+v, confidence %v, %s", got.Coverage, got.Confidence, got.Summary)
	}
}

// What is said to be found is what was measured, in every language that has rules.
func TestRecallIsWhatWasMeasured(t *testing.T) {
	raw, err := os.ReadFile("../../docs/QUALITY.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(raw)
	head := regexp.MustCompile(`(?m)^\| \| all (\|.*\|)\n\|[-|]*\n\| hatred \|[^|]*(\|.*\|)\n\| other harm \|[^|]*(\|.*\|)$`).FindStringSubmatch(doc)
	if head == nil {
		t.Fatal("no table by languages")
	}
	cells := func(row string) []string { return strings.Split(strings.Trim(row, "| "), " | ") }
	for n, l := range cells(head[1]) {
		for k, f := range foundIn[l] {
			if at := cells(head[2+k])[n]; !strings.HasPrefix(at, fmt.Sprintf("%d at ", f.of)) {
				t.Errorf("%s, %s: %d, measured %s", l, f.what, f.of, at)
			}
		}
	}
	for _, l := range languages.With(languages.Parts) {
		if len(foundIn[l]) != 2 {
			t.Errorf("%s was not measured", l)
		}
	}
	for _, f := range foundOf {
		if !strings.Contains(doc, fmt.Sprintf("%s %d at ", f.what, f.of)) {
			t.Errorf("%s %d was not measured", f.what, f.of)
		}
	}
}

// Few words tell little, however many texts they stand in, and so does one text, however long.
func TestConfidenceFollowsHowMuchCouldBeJudged(t *testing.T) {
	short := slices.Repeat([]string{"What a lovely day!"}, 12)
	long := slices.Repeat([]string{strings.Repeat("So proud of how this room turned out after three weeks. ", 3)}, 12)
	sure := func(texts []string) float64 { return Judge(scanOf(texts)).Confidence }
	if few, many, one := sure(short), sure(long), sure([]string{strings.Join(long, " ")}); few > 0.65 || many < 0.85 || one > unseenMost {
		t.Errorf("short texts %v, long ones %v, all in one %v", few, many, one)
	}
}

// What is flagged by a word of any language stands, though the text is not judged.
func TestFlagsOfUnreadTextsStand(t *testing.T) {
	got := Judge(scanOf(dutch, []string{"Wat een bullshit zeg, dat geloof je toch zelf niet", "Casino online, gratis spins voor iedereen die nu meedoet"})).Safety
	if len(got.Flags) == 0 || got.Confidence > unseenMost {
		t.Errorf("%+v", got)
	}
	if _, is := got.NotJudged(); !is {
		t.Errorf("%+v", got.Coverage)
	}
}
