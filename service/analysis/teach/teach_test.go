package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"greenroom/service/analysis"
	"greenroom/service/language/classify"
)

const root = "../../.."

// The weights in the checkout are those of the lessons in it: teaching takes seconds, so
// their sum is compared.
func TestWeightsAreTaughtByTheseLessons(t *testing.T) {
	s, err := open(root)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(root, sumFile))
	if err != nil {
		t.Fatal(err)
	}
	if sum := strings.TrimSpace(string(raw)); sum != s.checksum() {
		t.Errorf("the lessons are others than those that taught the weights: go run ./service/analysis/teach -write")
	}
}

// small is a school of few lessons, with a writer of Turkish who stands alone.
func small() *school {
	s := &school{}
	for _, line := range []string{
		"drugs\ten\t1\tharm\tBest powder in town, text me tonight.", "drugs\ten\t1\tclear\tBest cake in town, text me tonight.",
		"scam\ten\t2\tharm\tSend me one coin and get two back.", "scam\ten\t2\tclear\tSend me one card and get two back.",
		"drugs\ten\t3\tharm\tFresh powder, delivered to your door.", "drugs\ten\t3\tclear\tFresh cake, delivered to your door.",
		"tone\ten\t4\tpositive\tWhat a lovely day at the market.",
	} {
		s.paired("first.tsv", line)
	}
	s.paired("second.tsv", "scam\ttr\t1\tharm\tBana bir lira gönder, iki lira al.")
	s.paired("second.tsv", "scam\ttr\t1\tclear\tBana bir kart gönder, iki kart al.")
	return s
}

func TestSmallSchool(t *testing.T) {
	s := small()
	m := s.model(func(*lesson) bool { return false })
	if !slices.Equal(m.Kinds, []string{"drugs", "scam"}) || !slices.Equal(m.Languages, []string{"en", "tr"}) {
		t.Errorf("kinds %v, languages %v", m.Kinds, m.Languages)
	}
	for text, harms := range map[string]bool{"New powder in town.": true, "New cake in town.": false} {
		f := analysis.Pieces(analysis.Text{Words: text, Languages: []string{"en"}})[0].Features
		if got := m.Harmful(f) > 0; got != harms {
			t.Errorf("%q: %v", text, got)
		}
		if kind, _ := m.Kind(f); kind != "drugs" {
			t.Errorf("%q is told to be about %s", text, kind)
		}
	}
	if again := small().model(func(*lesson) bool { return false }); !slices.Equal(again.Pack(), m.Pack()) {
		t.Error("the same lessons taught something else")
	}
}

// A writer who is held back teaches nothing, not even a language.
func TestHeldBack(t *testing.T) {
	m := small().model(func(l *lesson) bool { return l.writer == "second.tsv" })
	if !slices.Equal(m.Languages, []string{"en"}) {
		t.Errorf("languages %v without the only writer of Turkish", m.Languages)
	}
	var out strings.Builder
	school := small()
	school.measure(school.heldBack(), &out)
	for _, want := range []string{"others tr", "   0 of    1 found (0),    1 of    1 kept (100)", "tone en"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
}

// Sentences made of patterns take the group of their file, each choice once.
func TestPatterned(t *testing.T) {
	s := &school{}
	for _, line := range []string{"# Muslims, women", "+ X (are|seem) (bad|worse)", "- Nobody (hurts|hits) X", "no lesson"} {
		s.patterned("languages/en/hatred_lessons.txt", line)
	}
	var got []string
	for _, l := range s.lessons {
		got = append(got, l.text)
		if l.harms == strings.HasPrefix(l.text, "Nobody") || l.lang != "en" || l.worth == 0 {
			t.Errorf("%+v", l)
		}
	}
	if want := []string{"Muslims are bad", "women seem worse", "Nobody hurts Muslims", "Nobody hits women"}; !slices.Equal(got, want) {
		t.Errorf("%q instead of %q", got, want)
	}
}

// Sentences with choices stand below the kind they are of, by the writer whose folder it is.
func TestFramed(t *testing.T) {
	s := &school{}
	for _, line := range []string{"# scam", "+ Send me (ten|twenty) euros", "# drugs", "- A (pill|cake) for the dog", "no lesson", ""} {
		s.framed("teach/writer8/en.txt", line)
	}
	var got []string
	for _, l := range s.lessons {
		got = append(got, l.kind+": "+l.text)
		if l.harms != (l.kind == "scam") || l.lang != "en" || l.writer != "writer8" || l.worth != pairWorth {
			t.Errorf("%+v", l)
		}
	}
	if want := []string{"scam: Send me ten euros", "scam: Send me twenty euros", "drugs: A pill for the dog", "drugs: A cake for the dog"}; !slices.Equal(got, want) {
		t.Errorf("%q instead of %q", got, want)
	}
}

// A model without languages is asked nothing, so that rules alone can be counted.
func TestRulesAlone(t *testing.T) {
	sure := *classify.Taught()
	sure.Harm.Bias = 100
	for m, flags := range map[*classify.Model]bool{&sure: true, {}: false} {
		scan := analysis.Scan{Texts: []analysis.Text{{Words: "We went to the market with friends on Sunday.", Languages: []string{"en"}}}, Model: m}
		if got := len(analysis.Judge(scan).Flags) > 0; got != flags {
			t.Errorf("with %d languages: %v", len(m.Languages), got)
		}
	}
}
