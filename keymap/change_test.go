package keymap_test

import (
	"errors"
	"fmt"
	"slices"
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
		"no place moon":                      {Scope: "moon", Action: keymap.Mark, Keys: []string{"x"}},
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

// Keys collide where a screen, lists and everywhere hold at once; text fields
// and questions hold alone.
func TestWhichKeysCollide(t *testing.T) {
	inForce := [][]keymap.Scope{{keymap.Field}, {keymap.Dialog}} // the narrowest first
	for _, screen := range keymap.Scopes() {
		switch screen {
		case keymap.Global, keymap.List, keymap.Field, keymap.Dialog:
		default:
			inForce = append(inForce, []keymap.Scope{screen, keymap.List, keymap.Global})
		}
	}
	where := func(a, b keymap.Scope) keymap.Scope {
		for _, scopes := range inForce {
			if i, j := slices.Index(scopes, a), slices.Index(scopes, b); i >= 0 && j >= 0 {
				return scopes[min(i, j)]
			}
		}
		return ""
	}
	for _, a := range keymap.Scopes() {
		for _, b := range keymap.Scopes() {
			m := keymap.New([]keymap.Binding{{Action: "one", Scope: a, Keys: []string{"f8", "f2"}}, {Action: "two", Scope: b, Keys: []string{"f9"}}})
			_, err := m.With([]keymap.Change{{Action: "two", Keys: []string{"f3", "f2"}}})
			want := "<nil>"
			if scope := where(a, b); scope != "" {
				want = fmt.Sprintf("f2 would mean two and one in %s", scope)
			}
			if got := fmt.Sprint(err); got != want {
				t.Errorf("%s and %s: %s, want %s", a, b, got, want)
			}
		}
	}
}

func TestOneActionMayShareAKeyWithItself(t *testing.T) {
	m := keymap.New([]keymap.Binding{{Action: "one", Scope: keymap.Global, Keys: []string{"f1"}}, {Action: "one", Scope: keymap.Search, Keys: []string{"f2"}}})
	if _, err := m.With([]keymap.Change{{Action: "one", Keys: []string{"f3"}}}); err != nil {
		t.Error(err)
	}
}

// The last change of an action holds, and the list names the change that is wrong.
func TestChangesAreCountedFromZero(t *testing.T) {
	m, err := keymap.Default().With([]keymap.Change{{Action: keymap.Mark, Keys: []string{"q"}}, {Action: keymap.Mark, Keys: []string{"f5"}}})
	if err != nil || m.KeyOf(keymap.Mark, keymap.Search) != "F5" {
		t.Errorf("%v, mark is %s", err, m.KeyOf(keymap.Mark, keymap.Search))
	}
	_, err = keymap.Default().With([]keymap.Change{{Action: keymap.Quit, Keys: []string{"f6"}}, {Action: keymap.Help, Keys: []string{"f7"}}, {Action: keymap.Mark, Keys: []string{"f7"}}})
	var wrong *keymap.ChangeError
	if !errors.As(err, &wrong) || wrong.Index != 1 && wrong.Index != 2 {
		t.Errorf("%v", err)
	}
}

func TestWhatIsAKey(t *testing.T) {
	for key, ok := range map[string]bool{
		"m": true, "M": true, "ü": true, "?": true, "space": true, "f12": true, "pgup": true, "ctrl+x": true, "alt+x": true, "ctrl+alt+x": true, "shift+tab": true,
		"ctrl+shift+f1": true, "shift+ctrl+f1": false, "ctrl+space": true, "ctrl++": true, "+": true, "shift+m": false, "ctrl+M": false, "alt+M": false, "f13": false, "mm": false,
		"ctrl+": false, "\x1b": false, "\xff": false, "\u202e": false, "ctrl+alt+shift+up": true, "alt+shift+a": true, "ctrl+alt+": false,
	} {
		_, err := keymap.Default().With([]keymap.Change{{Action: keymap.Mark, Keys: []string{key}}})
		if got := err == nil || !strings.Contains(err.Error(), "is no key"); got != ok {
			t.Errorf("%q is a key: %v, want %v (%v)", key, got, ok, err)
		}
	}
}
