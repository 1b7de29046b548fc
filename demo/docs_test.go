package demo_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"greenroom/keymap"
)

var rewrite = flag.Bool("rewrite", false, "write docs/SCRIPTS.md anew")

// The page on scripts lists the actions of the keymap.
func TestThePageListsTheActions(t *testing.T) {
	const file, title = "../docs/SCRIPTS.md", "## Actions\n"
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	prose, _, found := strings.Cut(string(raw), title)
	if !found {
		t.Fatal("it has no section for actions")
	}
	var b strings.Builder
	b.WriteString(prose + title + "\n| where | actions |\n|---|---|\n")
	for _, scope := range keymap.Scopes() {
		var names []string
		for row := range keymap.Default().In(scope) {
			names = append(names, "`"+string(row.Action)+"`")
		}
		fmt.Fprintf(&b, "| %s | %s |\n", scope, strings.Join(names, " "))
	}
	if *rewrite {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if b.String() != string(raw) {
		t.Error("docs/SCRIPTS.md lists other actions than the keymap; go test ./demo -run ThePage -rewrite writes it")
	}
}
