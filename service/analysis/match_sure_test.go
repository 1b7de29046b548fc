package analysis

import (
	"fmt"
	"testing"

	"greenroom/api"
)

// More of what speaks for a match never makes it less sure, and nothing makes it certain.
func TestAScoreGrowsWithWhatSpeaksForIt(t *testing.T) {
	aged := func(n int, days float64) []Mention {
		list := posts(0, n, 1)
		for i := range list {
			list[i].Days = days
		}
		return list
	}
	bio, known := Mention{Quality: 1, Source: FromBio, Quote: "Vegan cook"}, Mention{Quality: 1, Source: FromThemes, Quote: "vegan"}
	two := Brief{Topics: []Topic{{Text: "vegan", Weight: 1}, {Text: "watercolour", Weight: 0.5, Vague: true}}, Words: 2}
	long := two
	long.Words = 12
	of := func(b Brief, m []Mention, change func(*Candidate)) float64 {
		c := Candidate{Found: 0.9, Mentions: m, Texts: 12, Posts: 12, Known: 40, Labels: 1}
		if change != nil {
			change(&c)
		}
		return Match(b, c).Score
	}
	for name, pair := range map[string][2]float64{ // the less sure one first
		"posts about it":         {of(vegan, aged(5, 30), nil), of(vegan, aged(9, 30), nil)},
		"how new they are":       {of(vegan, aged(6, 700), nil), of(vegan, aged(6, 7), nil)},
		"of how many":            {of(vegan, aged(6, 7), func(c *Candidate) { c.Known = 692 }), of(vegan, aged(6, 7), nil)},
		"a second witness":       {of(vegan, aged(6, 7), nil), of(vegan, append(aged(6, 7), bio), nil)},
		"known for it":           {of(vegan, append(aged(6, 7), bio), nil), of(vegan, append(aged(6, 7), bio, known), nil)},
		"a word that is said":    {of(two, append(aged(6, 7), known), nil), of(two, append(aged(6, 7), known, Mention{Topic: 1, Quality: 1, Quote: "Watercolour!", PostID: "a"}), nil)},
		"of how many that is":    {of(two, append(aged(6, 7), known), nil), of(long, append(aged(6, 7), known), nil)},
		"what a search finds":    {of(vegan, aged(6, 7), func(c *Candidate) { c.Found = 0.3 }), of(vegan, aged(6, 7), nil)},
		"it writes the language": {of(vegan, aged(6, 7), func(c *Candidate) { c.Silenced = true }), of(vegan, aged(6, 7), nil)},
		"nobody says otherwise":  {of(vegan, aged(6, 7), nil), of(vegan, aged(6, 7), func(c *Candidate) { c.Labels = 0 })},
	} {
		if pair[0] >= pair[1] || pair[1] > 0.98 {
			t.Errorf("%s: %v, then %v", name, pair[0], pair[1])
		}
	}
	all := Candidate{Found: 0.9, Mentions: append(aged(12, 0), bio, known), Texts: 12, Posts: 12, Known: 12, Labels: 1,
		Conditions: []Condition{{Field: "location", Asked: "in Berlin", Has: "Berlin", Fit: Agrees}}}
	if got := Match(vegan, all); got.Score >= 1 || got.Score < 0.85 || got.Decision != api.DecisionGood {
		t.Errorf("all that there is: %+v", got)
	}
	facts := Candidate{Found: 0.9, Texts: 12, Posts: 12, Known: 12, Conditions: all.Conditions}
	if got := Match(Brief{}, facts); got.Score >= 1 || got.Decision != api.DecisionGood {
		t.Errorf("facts alone: %+v", got)
	}
}

// What was read of what there is stands with every judgement.
func TestAMatchSaysOfHowManyPosts(t *testing.T) {
	for want, c := range map[string]Candidate{
		"2 of 692 posts read.":                           {Posts: 2, Known: 692},
		"The newest 55 posts read, of more.":             {Posts: 60, Silent: 5, More: true},
		"3 posts read; how many there are is not known.": {Posts: 3},
		"All 3 posts read.":                              {Posts: 3, Known: 3},
	} {
		said := false
		for _, r := range Match(vegan, c).Reasons {
			said = said || r.Text == want
		}
		if !said {
			t.Errorf("%q is not among %s", want, fmt.Sprint(Match(vegan, c).Reasons))
		}
	}
}
