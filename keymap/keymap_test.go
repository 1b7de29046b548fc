package keymap_test

import (
	"bytes"
	"flag"
	"os"
	"slices"
	"testing"

	"greenroom/keymap"
)

var update = flag.Bool("update", false, "write docs/KEYS.md")

func TestDocIsTheTable(t *testing.T) {
	const path = "../docs/KEYS.md"
	var b bytes.Buffer
	keymap.Default().WriteMarkdown(&b)
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
		for _, b := range m.In(scope) {
			for _, k := range b.Keys {
				if other, ok := seen[k]; ok {
					t.Errorf("%s: %q means %s and %s", scope, k, other, b.Action)
				}
				seen[k] = b.Action
			}
		}
		if scope == keymap.Global || scope == keymap.Field || scope == keymap.Dialog {
			continue
		}
		for k, a := range seen {
			if g, ok := m.Lookup(k, keymap.Global); ok {
				t.Errorf("%s: %q means %s and hides %s", scope, k, a, g)
			}
		}
	}
}

func TestEveryBindingIsComplete(t *testing.T) {
	for _, scope := range keymap.Scopes() {
		for _, b := range keymap.Default().In(scope) {
			if b.Name == "" || len(b.Keys) == 0 || slices.Contains(b.Keys, "") {
				t.Errorf("%s: %s has no name or no key", scope, b.Action)
			}
		}
	}
}
