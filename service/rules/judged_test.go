package rules

import (
	"fmt"
	"reflect"
	"testing"

	"greenroom/service/analysis"
)

func scanOf(words string) analysis.Scan {
	return analysis.Scan{Texts: []analysis.Text{{Words: words, Languages: []string{"en"}, Source: analysis.FromCaption, PostID: "p"}}}
}

// Whatever is remembered is what would be judged anew: each part of a scan counts, and
// how it is cut into texts.
func TestARememberedJudgementIsTheSame(t *testing.T) {
	var j judgements
	two := scanOf("I hate immigrants. ")
	two.Texts = append(two.Texts, scanOf("Every one of them.").Texts...)
	silent, more, other, aloud := scanOf("Bread again."), scanOf("Bread again."), scanOf("Bread again."), scanOf("Bread again.")
	of := scanOf("Bread again.")
	of.Of = new(900)
	silent.Silent, more.More, other.Texts[0].Languages, aloud.Texts[0].Source = 4, true, []string{"nl"}, analysis.FromSpeech
	scans := []analysis.Scan{scanOf("I hate immigrants. Every one of them."), two, scanOf("Bread again."), silent, more, of, other, aloud, {}}
	for range 2 {
		for i, s := range scans {
			if got, want := j.of(s), analysis.Judge(s); !reflect.DeepEqual(got, want) {
				t.Errorf("scan %d is judged %+v, want %+v", i, got, want)
			}
		}
	}
}

func TestFewJudgementsAreRemembered(t *testing.T) {
	var j judgements
	for i := range 3 * judgedMost {
		j.of(scanOf(fmt.Sprint("bread ", i)))
	}
	if n := len(j.late) + len(j.earlier); n > judgedMost {
		t.Errorf("%d are remembered", n)
	}
	if _, ok := j.late[sumOf(scanOf(fmt.Sprint("bread ", 3*judgedMost-1)))]; !ok {
		t.Error("the latest is not")
	}
}
