package analysis

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/language/classify"
)

// strict takes everything for hatred that rules do not take back.
func strict() *classify.Model {
	all := classify.Vector{Bias: 0.6, Weights: make([]int8, 1<<18)}
	return &classify.Model{Languages: []string{"en"}, Harm: all, Kinds: []string{hateKind}, Topics: []classify.Vector{all}, Limits: map[string]float64{hateKind: 0.5}}
}

func judgedBy(text string, m *classify.Model) api.Safety {
	return Judge(Scan{Texts: []Text{{Words: text, Languages: []string{"en"}}}, Model: m}).Safety
}

// What weights alone find is taken back as what rules find is, and names a group.
func TestWeighedIsTakenBack(t *testing.T) {
	for text, told := range map[string]bool{
		"Give me rain over immigrants any day.":                    true,
		"\"Give me rain over immigrants any day\", he said.":       false,
		"He claims: give me rain over immigrants any day.":         false,
		"Saying \"rain over immigrants any day\" is racist.":       false,
		"Give me rain over landlords any day.":                     false,
		"Nobody here would choose rain over no immigrants at all.": false,
		"Immigrants again.":              false, // too few words
		"We serve the green stuff here.": false,
	} {
		if got := len(judgedBy(text, strict()).Flags) > 0; got != told {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// What weights alone tell is less sure and less grave than what rules tell.
func TestWeighedIsWeaker(t *testing.T) {
	alone, ruled := judgedBy("Give me rain over immigrants any day.", strict()), judgedBy("I hate immigrants. Every one of them.", strict())
	if len(alone.Flags) != 1 || len(ruled.Flags) != 1 {
		t.Fatalf("%v, %v", alone.Flags, ruled.Flags)
	}
	a, b := alone.Flags[0], ruled.Flags[0]
	if a.Type != api.FlagHate || a.Severity != api.SeverityMedium || b.Severity != api.SeverityHigh || a.Confidence >= b.Confidence {
		t.Errorf("%+v beside %+v", a, b)
	}
	for kind, g := range harms {
		if severityRank[api.Severity(g.severity)] > 2 || kindNames[api.FlagType(g.kind)] == "" {
			t.Errorf("%s: %+v", kind, g)
		}
	}
	for _, kind := range classify.Taught().Kinds {
		if harms[kind] == nil {
			t.Errorf("what is taught as %s has no flag", kind)
		}
	}
}

// What rules find stands until the weights speak against it, each flag at a limit of its own.
func TestWeightsSpeakAgainstRules(t *testing.T) {
	text, against := "I hate immigrants. Every one of them, and so do you.", strict()
	if f := judgedBy(text, against).Flags; len(f) != 1 {
		t.Errorf("no limit, and rules are not told: %v", f)
	}
	for limit, flags := range map[float64]int{0.5: 1, 0.6 + hardly/2: 1, 0.7 + hardly: 0} {
		against.Limits["found high hate_speech"] = limit
		if f := judgedBy(text, against).Flags; len(f) != flags {
			t.Errorf("limit %v: %v", limit, f)
		}
	}
	if f := judgedBy("Immigrants, die!", against).Flags; len(f) != len(judgedBy("Immigrants, die!", &classify.Model{}).Flags) {
		t.Errorf("too few words to weigh: %v", f)
	}
	against.Languages = []string{"fr"}
	if f := judgedBy(text, against).Flags; len(f) != 1 {
		t.Errorf("no weights of the language: %v", f)
	}
}

// Words of a kind that are denied are not told by weights either.
func TestWeighedHeedsDenial(t *testing.T) {
	m := strict()
	m.Kinds = []string{"alcohol"}
	if f := judgedBy("We serve the green stuff in this house.", m).Flags; len(f) > 0 {
		t.Errorf("a kind without a limit is told: %v", f)
	}
	m.Limits["alcohol"] = 0.5
	if f := judgedBy("We never serve vodka in this house.", m).Flags; len(f) > 0 {
		t.Errorf("%v", f)
	}
	if f := judgedBy("We serve the green stuff in this house.", m).Flags; len(f) != 1 || f[0].Type != api.FlagDrugs {
		t.Errorf("%v", f)
	}
}

// Hatred where nobody is named has a limit of its own.
func TestNobodyNamed(t *testing.T) {
	m := strict()
	text := "Give me rain over landlords any day."
	if f := judgedBy(text, m).Flags; len(f) > 0 {
		t.Errorf("%v", f)
	}
	m.Limits[unnamedKind] = 0.5
	if f := judgedBy("Honestly, "+text, m).Flags; len(f) != 1 || f[0].Severity != api.SeverityLow {
		t.Errorf("%v", f)
	}
}

// All groups weigh the same.
func TestGroupsWeighTheSame(t *testing.T) {
	first := math.NaN()
	for _, people := range []string{"women", "Muslims", "gays", "immigrants", "disabled people"} {
		p := Pieces(Text{Words: fmt.Sprintf("Say what you like, but %s rate below garden furniture and always did.", people), Languages: []string{"en"}})
		far := classify.Taught().Harmful(p[0].Features)
		if math.IsNaN(first) {
			first = far
		}
		if far != first {
			t.Errorf("%s lean %.2f, others %.2f", people, far, first)
		}
	}
}

// Sentences in a row are weighed together, and no more than there is room for.
func TestPieces(t *testing.T) {
	short := "Two women run the garage. I like it. "
	text := Text{Words: strings.Repeat(short, 12), Languages: []string{"en"}}
	r, pieces, next := read(text), Pieces(text), 0
	for _, p := range pieces {
		if p.at.lo != next || p.at.hi-p.at.lo > pieceMost {
			t.Errorf("tokens %d to %d behind %d", p.at.lo, p.at.hi, next)
		}
		next = p.at.hi
	}
	if next != len(r.toks) || len(pieces) < 2 || len(pieces) > 4 {
		t.Errorf("%d pieces of %d words", len(pieces), len(r.toks))
	}
}

// What rules found and the weights take for harmless is told, but is not sure; a swear word is.
func TestRulesAndWeightsDisagree(t *testing.T) {
	told := func(text string, bias float32) api.Flag {
		m := strict()
		m.Harm.Bias = bias
		flags := judgedBy(text, m).Flags
		if len(flags) != 1 {
			t.Fatalf("%q: %v", text, flags)
		}
		return flags[0]
	}
	const drinks, swears = "He said no to all of that, but I got drunk anyway.", "What a load of bullshit that whole long afternoon was."
	agree, disagree := told(drinks, 0), told(drinks, -3)
	if disagree.Confidence > agree.Confidence-0.15 || disagree.Severity != agree.Severity {
		t.Errorf("agreed %+v, disagreed %+v", agree, disagree)
	}
	if a, b := told(swears, 0), told(swears, -3); a.Confidence != b.Confidence {
		t.Errorf("a swear word is %v and %v sure", a.Confidence, b.Confidence)
	}
}

// Hatred that rules find stays hatred, whatever harmless sentence stands beside it.
func TestHatredStandsAlone(t *testing.T) {
	for _, beside := range []string{"", " Bread and cake.", " We went to the market on Sunday and bought apples."} {
		if got := judgedBy("I hate immigrants."+beside, classify.Taught()); got.Rating != api.RatingC {
			t.Errorf("with %q it is rated %s", beside, got.Rating)
		}
	}
}
