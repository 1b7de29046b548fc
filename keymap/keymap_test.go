package keymap_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/keymap"
)

var update = flag.Bool("update", false, "write docs/KEYS.md")

// writeMarkdown writes the table for readers of the documentation.
func writeMarkdown(w io.Writer, m *keymap.Map) {
	fmt.Fprintln(w, "# Keys\n\nWritten from the table in `keymap`; `?` shows the same inside the program.")
	for _, scope := range keymap.Scopes() {
		fmt.Fprintf(w, "\n## %s\n\n| keys | what | costs |\n|---|---|---|\n", strings.ToUpper(string(scope[:1]))+string(scope[1:]))
		for b := range m.In(scope) {
			keys := make([]string, len(b.Keys))
			for i, k := range b.Keys {
				keys[i] = "`" + keymap.Show(k) + "`"
			}
			fmt.Fprintf(w, "| %s | %s | %s |\n", strings.Join(keys, " "), b.Name, price(b))
		}
	}
}

func TestDocIsTheTable(t *testing.T) {
	const path = "../docs/KEYS.md"
	var b bytes.Buffer
	writeMarkdown(&b, keymap.Default())
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(old, b.Bytes()) {
		t.Errorf("%s is not the table: go test ./keymap -update", path)
	}
}

// A key means one thing in a scope, and nothing in a screen hides a key that
// holds everywhere.
func TestNoKeyMeansTwoThings(t *testing.T) {
	m := keymap.Default()
	for _, scope := range keymap.Scopes() {
		seen := map[string]keymap.Action{}
		for b := range m.In(scope) {
			for _, k := range b.Keys {
				if other, ok := seen[k]; ok {
					t.Errorf("%s: %q means %s and %s", scope, k, other, b.Action)
				}
				seen[k] = b.Action
			}
		}
		switch scope {
		case keymap.Global, keymap.Field, keymap.Dialog, keymap.Columns: // where nothing else counts
			continue
		}
		for k, a := range seen {
			if g, ok := m.Lookup(k, keymap.Global); ok {
				t.Errorf("%s: %q means %s and hides %s", scope, k, a, g)
			}
		}
	}
}

// The letters that are pressed without looking mean the same on every screen.
func TestTheSameKeyMeansTheSameEverywhere(t *testing.T) {
	means := map[string][]keymap.Action{"/": {keymap.LocalFilter, keymap.Find}, "d": {keymap.ToggleMode}, "y": {keymap.Copy}, "r": {keymap.Reload}, "E": {keymap.Export}, "o": {keymap.Browse}, "space": {keymap.Mark}}
	for _, scope := range keymap.Scopes() {
		if scope == keymap.Dialog || scope == keymap.Columns {
			continue // answers, where nothing else counts
		}
		for b := range keymap.Default().In(scope) {
			for _, k := range b.Keys {
				if all, told := means[k]; told && !slices.Contains(all, b.Action) {
					t.Errorf("%s: %q means %s", scope, k, b.Action)
				}
			}
		}
	}
}

func TestEveryBindingIsComplete(t *testing.T) {
	for _, scope := range keymap.Scopes() {
		for b := range keymap.Default().In(scope) {
			if b.Name == "" || len(b.Keys) == 0 || slices.Contains(b.Keys, "") {
				t.Errorf("%s: %s has no name or no key", scope, b.Action)
			}
		}
	}
}

func TestKeysAsShown(t *testing.T) {
	for key, want := range map[string]string{
		"m": "m", "M": "M", "enter": "⏎", "ctrl+p": "^p", "ctrl+enter": "^⏎", "f1": "F1", "home": "Home", "pgdown": "PgDn", "shift+tab": "⇧⇥", "ü": "ü",
	} {
		if got := keymap.Show(key); got != want {
			t.Errorf("%s is shown as %q, want %q", key, got, want)
		}
	}
	m := keymap.Default()
	for got, want := range map[string]string{
		m.KeyOf(keymap.Help, keymap.Global): "?", m.KeyOf(keymap.Help, keymap.Search): "", m.KeyOf(keymap.Open, keymap.Search, keymap.Global): "⏎",
		slices.Collect(m.In(keymap.Search))[1].AllKeys(): "i e", keymap.Binding{}.Key(): "", keymap.Binding{}.AllKeys(): "",
		keymap.New([]keymap.Binding{{Action: keymap.Help}, {Action: keymap.Help, Keys: []string{"f1"}}}).KeyOf(keymap.Help, ""): "F1",
	} {
		if got != want {
			t.Errorf("shown %q, want %q", got, want)
		}
	}
}

// price returns an action's price by the price table, in words: "25 cr + 2 a creator"; ""
// for free ones.
func price(b keymap.Binding) string {
	p := api.PriceOf(b.Bills)
	switch {
	case p.Base > 0 && p.PerItem > 0:
		return p.Base.String() + " cr + " + p.PerItem.String() + " a " + p.Item
	case p.Base > 0:
		return p.Base.String() + " cr"
	case p.PerItem > 0:
		return p.PerItem.String() + " cr a " + p.Item
	}
	return ""
}

func TestPricesInWords(t *testing.T) {
	for op, want := range map[api.Operation]string{
		api.OpSearch: "25 cr + 2 a creator", api.OpPosts: "0.05 cr a post", api.OpVideoTranscript: "0.5 cr", "": "",
	} {
		if got := price(keymap.Binding{Bills: op}); got != want {
			t.Errorf("%s costs %q, want %q", op, got, want)
		}
	}
}

func TestLookupPrefersTheFirstScope(t *testing.T) {
	m := keymap.New([]keymap.Binding{
		{Action: "one", Scope: keymap.Search, Keys: []string{"x"}}, {Action: "two", Scope: keymap.Global, Keys: []string{"x", "y"}}, {Action: "three", Scope: keymap.Global, Keys: []string{"y"}},
	})
	for _, c := range []struct {
		key    string
		scopes []keymap.Scope
		want   keymap.Action
	}{
		{"x", []keymap.Scope{keymap.Search, keymap.Global}, "one"}, {"x", []keymap.Scope{keymap.Global, keymap.Search}, "two"},
		{"y", []keymap.Scope{keymap.Search, keymap.Global}, "three"}, {"z", keymap.Scopes(), ""}, {"x", nil, ""},
	} {
		if got, ok := m.Lookup(c.key, c.scopes...); got != c.want || ok != (c.want != "") {
			t.Errorf("%s in %v is %q, want %q", c.key, c.scopes, got, c.want)
		}
	}
}

// Who hears has no keys: sentences name actions by the words that are typed.
func TestActionsInWords(t *testing.T) {
	told := keymap.Default().InWords()
	if got := told.KeyOf(keymap.EditQuery, keymap.Search); got != "“query”" {
		t.Errorf("the query is %s", got)
	}
	if got := told.KeyOf(keymap.GoLedger, keymap.Global); got != "“go ledger”" {
		t.Errorf("what has no hint is %s", got)
	}
	if keymap.Default().KeyOf(keymap.EditQuery, keymap.Search) != "i" || told.KeyOf(keymap.EditQuery, keymap.Ledger) != "" {
		t.Error("keys are gone, or where there are none")
	}
}
