package analysis

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	_ "greenroom/internal/gctest"
)

func posts(topic, n int, quality float64) (out []Mention) {
	for i := range n {
		out = append(out, Mention{Topic: topic, Quality: quality, Quote: "A vegan stew.", PostID: string(rune('a' + i))})
	}
	return out
}

var vegan = Brief{Topics: []Topic{{Text: "vegan", Weight: 1}}, Unwanted: []Unwanted{{Text: "alcohol"}}}

func TestMatchDecides(t *testing.T) {
	safe := Judgement{Safety: api.Safety{Rating: api.RatingA}}
	unsafe := Judgement{api.Safety{Rating: api.RatingC, Flags: []api.Flag{{Type: api.FlagHate, Severity: api.SeverityHigh, Description: "Contempt.", Evidence: []string{"x y"}, Examples: []string{"x"}}}},
		[]Ground{{FromCaption, "p"}}}
	drinks := Mention{Unwanted: true, Quality: 1, Quote: "Cocktails!", PostID: "z"}
	again, known := drinks, drinks
	again.PostID, known.PostID, known.Source = "y", "", FromThemes
	promoters := Brief{Topics: vegan.Topics, Unwanted: []Unwanted{{Text: "alcohol", Promoted: true}}}
	berlin := func(f Fit) Condition {
		return Condition{Field: "location", Asked: "in Berlin", Has: "Berlin, Germany", Fit: f}
	}
	near := func(post string) Mention {
		m := drinks
		m.Quality, m.PostID = 0.4, post
		return m
	}
	for name, c := range map[string]struct {
		brief Brief
		with  Candidate
		want  api.Decision
	}{
		"writes about it": {vegan, Candidate{Found: 0.9, Mentions: posts(0, 6, 1), Texts: 9, Safety: safe}, api.DecisionGood},
		"in the right place": {vegan, Candidate{Found: 0.9, Mentions: posts(0, 6, 1), Conditions: []Condition{berlin(Agrees)}, Texts: 9, Safety: safe},
			api.DecisionGood},
		"in a place that is not known": {vegan, Candidate{Found: 0.9, Mentions: posts(0, 6, 1), Conditions: []Condition{berlin(Unknown)}, Texts: 9, Safety: safe},
			api.DecisionGood},
		"in another place": {vegan, Candidate{Found: 0.9, Mentions: posts(0, 6, 1), Conditions: []Condition{berlin(Differs)}, Texts: 9, Safety: safe},
			api.DecisionNeutral},
		"known for it, never writes of it": {vegan, Candidate{Found: 0.9, Mentions: []Mention{{Quality: 1, Source: FromThemes, Quote: "vegan"}}, Texts: 9, Safety: safe},
			api.DecisionNeutral},
		"writes about other things": {vegan, Candidate{Found: 0.9, Texts: 9, Safety: safe}, api.DecisionAvoid},
		"nothing is known":          {vegan, Candidate{Found: 0.9, Safety: safe}, api.DecisionNeutral},
		"says it is not":            {vegan, Candidate{Found: 0.9, Mentions: []Mention{{Quality: 1, Stance: Denied, Quote: "I am not vegan.", PostID: "a"}}, Texts: 9, Safety: safe}, api.DecisionAvoid},
		"names a drink once":        {vegan, Candidate{Found: 0.9, Mentions: append(posts(0, 6, 1), drinks), Texts: 9, Safety: safe}, api.DecisionNeutral},
		"drinks":                    {vegan, Candidate{Found: 0.9, Mentions: append(posts(0, 6, 1), drinks, again), Texts: 9, Safety: safe}, api.DecisionAvoid},
		"drinks in two of many":     {vegan, Candidate{Found: 0.9, Mentions: append(posts(0, 6, 1), drinks, again), Texts: 30, Safety: safe}, api.DecisionNeutral},
		"names what is near drinks": {vegan, Candidate{Found: 0.9, Mentions: append(posts(0, 6, 1), near("a"), near("b"), near("c"), near("d")), Texts: 9, Safety: safe}, api.DecisionNeutral},
		"is known for drinks":       {vegan, Candidate{Found: 0.9, Mentions: append(posts(0, 6, 1), known), Texts: 9, Safety: safe}, api.DecisionAvoid},
		"promotes drinks once":      {promoters, Candidate{Found: 0.9, Mentions: append(posts(0, 6, 1), drinks), Texts: 9, Safety: safe}, api.DecisionAvoid},
		"gives offence":             {vegan, Candidate{Found: 0.9, Mentions: posts(0, 6, 1), Texts: 9, Safety: unsafe}, api.DecisionNeutral},
		"gives offence, asked to be careful": {Brief{Topics: vegan.Topics, BrandSafe: true},
			Candidate{Found: 0.9, Mentions: posts(0, 6, 1), Texts: 9, Safety: unsafe}, api.DecisionAvoid},
	} {
		got := Match(c.brief, c.with)
		if got.Decision != c.want || got.Score < 0 || got.Score > 1 || name != "gives offence" && len(got.Reasons) == 0 {
			t.Errorf("%s: %+v, want %s", name, got, c.want)
		}
		if again := Match(c.brief, c.with); !reflect.DeepEqual(got, again) {
			t.Errorf("%s: %+v, then %+v", name, got, again)
		}
	}
}

func TestReasonsSayWhatTheyRestOn(t *testing.T) {
	got := Match(vegan, Candidate{Found: 0.9, Texts: 9, Mentions: append(posts(0, 2, 1), Mention{Quality: 1, Source: FromBio, Quote: "Vegan cook"}),
		Conditions: []Condition{{Field: "followers", Asked: "over 10k", Has: "20K followers", Fit: Agrees}}})
	post := got.Reasons[0]
	if post.Provenance != api.FromPost || post.EvidenceQuote == nil || *post.EvidenceQuote != "A vegan stew." || *post.SourcePostID != "a" || post.FactID != nil {
		t.Errorf("the first reason: %+v", post)
	}
	fact := got.Reasons[slices.IndexFunc(got.Reasons, func(r api.Reason) bool { return r.FactID != nil && *r.FactID == "followers" })]
	if fact.Provenance != api.FromProfile || *fact.FactID != "followers" || fact.EvidenceQuote != nil || !strings.Contains(fact.Text, "20K followers") {
		t.Errorf("the fact: %+v", fact)
	}
}

// What a creator names in passing is not what it is known for: known for other
// things, it is good only where half of its posts are about what is asked for.
func TestPassingMentionsDoNotMakeAMatch(t *testing.T) {
	known := Mention{Quality: 1, Source: FromThemes, Quote: "vegan"}
	for name, c := range map[string]struct {
		with Candidate
		want api.Decision
	}{
		"known for nothing":                           {Candidate{Found: 0.9, Mentions: posts(0, 4, 1), Posts: 12, Texts: 12}, api.DecisionGood},
		"known for other things":                      {Candidate{Found: 0.9, Mentions: posts(0, 4, 1), Posts: 12, Texts: 12, Labels: 3}, api.DecisionNeutral},
		"known for it as well":                        {Candidate{Found: 0.9, Mentions: append(posts(0, 4, 1), known), Posts: 12, Texts: 12, Labels: 3}, api.DecisionGood},
		"known for what is only near it":              {Candidate{Found: 0.9, Mentions: append(posts(0, 4, 1), Mention{Quality: 0.4, Source: FromThemes, Quote: "food"}), Posts: 12, Texts: 12, Labels: 3}, api.DecisionNeutral},
		"most of the posts are about it":              {Candidate{Found: 0.9, Mentions: posts(0, 8, 1), Posts: 12, Texts: 12, Labels: 3}, api.DecisionGood},
		"two posts, both about it":                    {Candidate{Found: 0.9, Mentions: posts(0, 2, 1), Posts: 2, Texts: 9, Labels: 3}, api.DecisionNeutral},
		"lives with it":                               {Candidate{Found: 0.9, Mentions: []Mention{{Quality: 1, Source: FromFacts, Quote: "a vegan cat"}}, Posts: 9, Texts: 9, Labels: 3}, api.DecisionNeutral},
		"known for it in a language that is not read": {Candidate{Found: 0.9, Mentions: []Mention{known}, Posts: 9, Texts: 9, Labels: 3, Foreign: true}, api.DecisionGood},
	} {
		if got := Match(Brief{Topics: vegan.Topics}, c.with); got.Decision != c.want {
			t.Errorf("%s: %s (%v), want %s", name, got.Decision, got.Score, c.want)
		}
	}
}

// What is said beside adds to mentions in passing and makes no match of them.
func TestPassingMentionsStayNeutralWithWhatIsBeside(t *testing.T) {
	b := Brief{Topics: append(slices.Clone(vegan.Topics), Topic{Text: "recipes", Weight: 0.35, Beside: true})}
	c := Candidate{Found: 0.9, Mentions: append(posts(0, 4, 1), posts(1, 12, 1)...), Posts: 12, Texts: 12, Labels: 3,
		Conditions: []Condition{{Field: "language", Asked: "in English", Has: "English", Fit: Agrees}}}
	if got := Match(b, c); got.Decision != api.DecisionNeutral {
		t.Errorf("%+v", got)
	}
}

// A condition that nothing is known of is said first, and lowers the score; what is not
// scored for another reason is named as well.
func TestUnknownConditionsOfABrief(t *testing.T) {
	c := Candidate{Found: 0.9, Mentions: posts(0, 4, 1), Texts: 9}
	sure := Match(Brief{Topics: vegan.Topics, Unused: []string{"Berlin is optional"}}, c)
	unsure := Match(Brief{Topics: vegan.Topics, Unknown: []string{"with small feet"}}, c)
	if !strings.Contains(unsure.Reasons[0].Text, "with small feet") || unsure.Score >= sure.Score {
		t.Errorf("%v, then %+v", sure.Score, unsure)
	}
	if last := sure.Reasons[len(sure.Reasons)-1]; !strings.Contains(last.Text, "Berlin is optional") {
		t.Errorf("%+v", sure.Reasons)
	}
}

// A condition that a brief asks for twice is one: it is told once, and weighs once.
func TestAConditionAskedTwiceIsOne(t *testing.T) {
	size := Condition{Field: "followers", Asked: "up to 50k", Has: "60K followers", Fit: Differs}
	once := Match(vegan, Candidate{Found: 0.9, Mentions: posts(0, 4, 1), Texts: 9, Conditions: []Condition{size}})
	twice := Match(vegan, Candidate{Found: 0.9, Mentions: posts(0, 4, 1), Texts: 9, Conditions: []Condition{size, size}})
	if !reflect.DeepEqual(once, twice) {
		t.Errorf("%+v, and asked twice %+v", once, twice)
	}
}

// What a brief only tells of its product adds to a score and never takes from it;
// a condition that is only mentioned decides little.
func TestWhatIsSaidBesideDecidesLittle(t *testing.T) {
	alone := Match(Brief{Topics: vegan.Topics}, Candidate{Found: 0.9, Mentions: posts(0, 3, 1), Texts: 9}).Score
	beside := Brief{Topics: append(slices.Clone(vegan.Topics), Topic{Text: "trains", Weight: 0.35, Beside: true})}
	silent := Match(beside, Candidate{Found: 0.9, Mentions: posts(0, 3, 1), Texts: 9}).Score
	both := Match(beside, Candidate{Found: 0.9, Mentions: append(posts(0, 3, 1), posts(1, 3, 1)...), Texts: 9}).Score
	if silent != alone || both <= alone {
		t.Errorf("alone %v, beside trains %v, with trains %v", alone, silent, both)
	}
	small := Condition{Field: "followers", Asked: "micro", Has: "2M followers", Fit: Differs, Beside: true}
	if got := Match(Brief{Topics: vegan.Topics}, Candidate{Found: 0.9, Mentions: posts(0, 6, 1), Texts: 9, Conditions: []Condition{small}}); got.Decision != api.DecisionGood {
		t.Errorf("of another size than mentioned: %+v", got)
	}
}

func TestScoresGrowWithEvidence(t *testing.T) {
	last := -1.0
	for _, m := range [][]Mention{nil, posts(0, 1, 0.4), posts(0, 1, 1), posts(0, 3, 1), posts(0, 9, 1)} {
		got := Match(vegan, Candidate{Found: 0.9, Mentions: m, Texts: 12}).Score
		if got <= last {
			t.Errorf("%d mentions: %v after %v", len(m), got, last)
		}
		last = got
	}
}
