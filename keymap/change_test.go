package keymap_test

import (
	"errors"
	"strings"
	"testing"

	"greenroom/keymap"
)

func TestChangedKeys(t *testing.T) {
	m, err := keymap.Default().With([]keymap.Change{
		{Action: keymap.Mark, Keys: []string{"s", "f2"}},
		{Scope: keymap.Search, Action: keymap.SortNext, Keys: []string{"space"}}, // they trade
		{Scope: "text-fields", Action: keymap.Accept, Keys: []string{"ctrl+g"}},
		{Action: keymap.Copy, Keys: []string{"Y"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		scope keymap.Scope
		key   string
		want  keymap.Action
	}{
		{keymap.Search, "s", keymap.Mark}, {keymap.Search, "f2", keymap.Mark}, {keymap.Search, "space", keymap.SortNext},
		{keymap.Creator, "s", keymap.SortNext}, // of this scope only the other was changed
		{keymap.Field, "ctrl+g", keymap.Accept}, {keymap.Field, "enter", ""},
		{keymap.Creator, "Y", keymap.Copy}, {keymap.Ledger, "Y", keymap.Copy}, {keymap.Ledger, "y", ""},
	} {
		if got, _ := m.Lookup(c.key, c.scope); got != c.want {
			t.Errorf("%s in %s means %q, want %q", c.key, c.scope, got, c.want)
		}
	}
	if a, _ := keymap.Default().Lookup("s", keymap.Search); a != keymap.SortNext {
		t.Error("the default table was changed")
	}
}

func TestChangesThatCannotBe(t *testing.T) {
	first := keymap.Change{Action: keymap.Help, Keys: []string{"f3"}}
	for says, c := range map[string]keymap.Change{
		"no action fly":                      {Action: "fly", Keys: []string{"x"}},
		"no place sky":                       {Scope: "sky", Action: "fly", Keys: []string{"x"}},
		"no action fly in creator":           {Scope: keymap.Creator, Action: "fly", Keys: []string{"x"}},
		"creator knows no action mark":       {Scope: keymap.Creator, Action: keymap.Mark, Keys: []string{"x"}},
		"keeps at least one":                 {Action: keymap.Mark},
		`"alt+" is no key`:                   {Action: keymap.Mark, Keys: []string{"alt+"}},
		`"" is no key`:                       {Action: keymap.Mark, Keys: []string{""}},
		`" " is no key`:                      {Action: keymap.Mark, Keys: []string{" "}},
		`"Enter" is no key`:                  {Action: keymap.Mark, Keys: []string{"Enter"}},
		"write the letter itself, such as M": {Action: keymap.Mark, Keys: []string{"shift+m"}},
		"write ctrl+m":                       {Action: keymap.Mark, Keys: []string{"ctrl+M"}},
		"would mean mark and sort":           {Action: keymap.Mark, Keys: []string{"s"}},
		"would mean mark and quit":           {Action: keymap.Mark, Keys: []string{"q"}},
		"would mean mark and down":           {Action: keymap.Mark, Keys: []string{"j"}},
		"would mean quit and mark":           {Action: keymap.Quit, Keys: []string{"space"}},
		"typed in text fields":               {Action: keymap.Accept, Keys: []string{"g"}},
	} {
		_, err := keymap.Default().With([]keymap.Change{first, c})
		var wrong *keymap.ChangeError
		if !errors.As(err, &wrong) || wrong.Index != 1 || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}
