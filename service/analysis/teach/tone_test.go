package main

import (
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/analysis"
)

// barns is a school of two writers who say what parts of a barn are like.
func barns() *school {
	s := &school{}
	for n, writer := range []string{"first.tsv", "second.tsv"} {
		for _, thing := range []string{"door", "roof", "gate", "wall"}[2*n : 2*n+2] {
			for _, line := range []string{"positive\tThe " + thing + " shimmers in the evening sun.", "negative\tThe " + thing + " creaks in the evening wind.", "neutral\tThe " + thing + " measures two metres by three."} {
				s.paired(writer, "tone\ten\t1\t"+line)
			}
		}
	}
	return s
}

func TestToneIsTaught(t *testing.T) {
	s := barns()
	m := toneModel(s.feelings())
	if want := []string{"negative", "neutral", "positive"}; !slices.Equal(m.Kinds, want) || !slices.Equal(m.Languages, []string{"en"}) {
		t.Fatalf("kinds %q of %q", m.Kinds, m.Languages)
	}
	for text, want := range map[string]string{"The lake shimmers.": "positive", "The bench creaks.": "negative", "The field measures two metres.": "neutral"} {
		f, _, ok := analysis.ToneOf(analysis.Text{Words: text, Languages: []string{"en"}})
		if got, _ := m.Kind(f); !ok || got != want {
			t.Errorf("%q is %s, not %s", text, got, want)
		}
	}
	var out strings.Builder
	measureTone(s.toneHeldBack(), &out)
	if !strings.Contains(out.String(), "tone, all              of    12 right by rules     4 (33), by weights    12 (100)") {
		t.Errorf("held back by writer:\n%s", out.String())
	}
}

// What is only assumed is neutral teaches so only where rules hear nothing either, and is not measured.
func TestAssumedTone(t *testing.T) {
	s := &school{}
	for _, text := range []string{"I love this wonderful cake.", "The box holds two cups."} {
		s.judged("", "class | en | clear | "+text)
	}
	list := s.feelings()
	if len(list) != 1 || list[0].says != api.SentimentNeutral || list[0].measured() {
		t.Errorf("%d are taken for neutral: %+v", len(list), list)
	}
}

// What is assumed counts less than what a writer says.
func TestAssumedToneCountsLess(t *testing.T) {
	f, _, _ := analysis.ToneOf(analysis.Text{Words: "The lake shimmers.", Languages: []string{"en"}})
	neutral := func(say func(s *school, text string)) float64 {
		s := barns()
		for _, thing := range []string{"lamp", "pond", "glass", "ring", "coin"} {
			say(s, "The "+thing+" shimmers.")
		}
		return toneModel(s.feelings()).Leanings(f)[slices.Index(analysis.Sentiments, api.SentimentNeutral)]
	}
	assumed := neutral(func(s *school, text string) { s.judged("", "class | en | clear | "+text) })
	said := neutral(func(s *school, text string) { s.paired("third.tsv", "tone\ten\t1\tneutral\t"+text) })
	if nothing := neutral(func(*school, string) {}); assumed <= nothing || said <= assumed {
		t.Errorf("it leans to neutral by %.2f, where five are assumed to be %.2f, where they are said to be %.2f", nothing, assumed, said)
	}
}

// Sentiments that are told too seldom are worth more, until most are right.
func TestEvened(t *testing.T) {
	says := func(side api.Sentiment, far ...float64) toned {
		return toned{felt{lesson: &lesson{says: side}, ruled: analysis.Tone{Sentiment: api.SentimentNeutral}}, far}
	}
	all := []toned{says(api.SentimentPositive, 0.6, 0, 0.2), says(api.SentimentPositive, 0.7, 0, 0.1), says(api.SentimentNegative, 2, 0, 0)}
	even := evened(all)
	for _, l := range all {
		if l.told(even) != l.says {
			t.Errorf("%v is %s, evened by %v", l.leanings, l.told(even), even)
		}
	}
}
