package plan_test

import (
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client/plan"
)

// Conditions are read as they are written back.
func TestConditionsAreReadAsTheyAreWritten(t *testing.T) {
	for typed, want := range map[string]string{
		"": "",
		"no politics, no alcohol, rating>=B, flags<=2, followers:10k-500k, er>=2": "no politics, no alcohol, rating>=B, flags<=2, followers>=10k, followers<=500k, er>=2",
		"NO Drugs_Alcohol; rating b\nflags 0":                                     "no alcohol, rating>=B, flags<=0",
		"flags<3, er>2.5%, f>=1.25m":                                              "flags<=2, followers>=1.25m, er>=2.5",
		"followers < 50k, followers:10k-":                                         "followers>=10k, followers<=50k",
		"no hate, no hate speech":                                                 "no hate speech",
		"followers>=12345":                                                        "followers>=12345",
	} {
		r := plan.Rules{Words: []string{"detox"}}
		if err := r.SetConditions(typed); err != nil || r.Conditions() != want || len(r.Words) != 1 {
			t.Errorf("%q: %q %v, want %q", typed, r.Conditions(), err, want)
		}
		var again plan.Rules
		if err := again.SetConditions(r.Conditions()); err != nil || again.Conditions() != want {
			t.Errorf("%q is not read again: %q %v", want, again.Conditions(), err)
		}
	}
	for _, k := range []api.FlagType{api.FlagProfanity, api.FlagAdult, api.FlagDrugs, api.FlagViolence, api.FlagHate, api.FlagPolitical, api.FlagMisinformation, api.FlagMisc} {
		var r plan.Rules
		if err := r.SetConditions("no " + plan.KindName(k)); err != nil || len(r.Kinds) != 1 || r.Kinds[0] != k {
			t.Errorf("%s: %v %v", k, r.Kinds, err)
		}
	}
}

// What is no rule is refused with what it is and what to write, and nothing is taken.
func TestWhatIsNoRuleIsRefused(t *testing.T) {
	for typed, says := range map[string]string{
		"no dogs":                       "names no kind of flag",
		"nice":                          "is no rule: write for example",
		"rating>=D":                     "the ratings are A, B and C",
		"rating<B":                      "no lowest rating",
		"flags<=two":                    "a whole number",
		"flags>=2":                      "the most flags",
		"flags<0":                       "the most flags",
		"followers:500k-10k":            "write the smaller number first",
		"followers>=many":               "no number of followers",
		"followers>=1m, followers<=10k": "leaves nobody",
		"er<2":                          "no lowest engagement rate",
		"er>=nan":                       "no lowest engagement rate",
	} {
		r := plan.Rules{}
		err := r.SetConditions("no politics, " + typed)
		if err == nil || !strings.Contains(err.Error(), says) || !strings.HasSuffix(err.Error(), ".") || r.Any() {
			t.Errorf("%q: %v, takes %q", typed, err, r.Conditions())
		}
	}
	var names []string
	if err := plan.SetNames(&names, []string{"Oatly", "oatly", "!!"}); err == nil || !strings.Contains(err.Error(), "“!!”") || names != nil {
		t.Errorf("%v %v", names, err)
	}
	if err := plan.SetNames(&names, []string{"Oatly", "oatly", "Über"}); err != nil || len(names) != 2 {
		t.Errorf("%v %v", names, err)
	}
}
