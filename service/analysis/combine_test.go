package analysis

import (
	"testing"

	"greenroom/api"
)

// A rule counts when all its parts are said near each other, by the author, with
// nothing that takes them back.
func TestRulesOfParts(t *testing.T) {
	for text, want := range map[string]api.FlagType{
		"Deposit 200 today and withdraw 2,000 on Monday.":                                                   api.FlagMisc,
		"Deposit 200 at the savings account and withdraw 20 on Monday.":                                     "",
		"Vaccines put chips into our bodies.":                                                               api.FlagMisinformation,
		"Vaccines do not put chips into anybody.":                                                           "",
		"He wrote to me: \"vaccines put chips into our bodies\".":                                           "",
		"A study looks at vaccines and chips of silicon.":                                                   "",
		"Where did the vaccines go? We had fish, and peas, and then a very large bowl of hot golden chips.": "",
		"Selling two grenades, cash only.":                                                                  api.FlagViolence,
		"Selling two toy grenades, cash only.":                                                              "",
		"Ich verkaufe eine Granate, nur bar.":                                                               api.FlagViolence,
	} {
		j := Judge(Scan{Texts: []Text{{Words: text, Languages: []string{"en", "de"}}}})
		got := api.FlagType("")
		if len(j.Flags) > 0 {
			got = j.Flags[0].Type
		}
		if got != want {
			t.Errorf("%q: %q instead of %q", text, got, want)
		}
	}
}

// Signs that stand for letters are read, but not those of an address.
func TestSignsForLetters(t *testing.T) {
	for text, want := range map[string]string{"h@te": "hate", "mu$lims": "muslims", "ann@example.com": "ann", "5$": "5", "@home": ""} {
		got := ""
		if toks := tokenize(text); len(toks) > 0 {
			got = toks[0].word
		}
		if got != want {
			t.Errorf("%q is read as %q, not %q", text, got, want)
		}
	}
}
