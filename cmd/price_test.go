package cmd

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"testing"
)

// A price in help is that of the price table: none is typed again.
func TestNoPriceIsTypedAgain(t *testing.T) {
	amount := regexp.MustCompile(`[0-9.]+ credits?\b`)
	files, _ := filepath.Glob("*/*.go")
	if len(files) < 30 {
		t.Fatalf("only %d files were looked at", len(files))
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.BasicLit); ok && s.Kind == token.STRING && s.Value != `"1 credit"` && amount.MatchString(s.Value) && filepath.Base(name) != "run_test.go" {
				t.Errorf("%s: %s", name, s.Value)
			}
			return true
		})
	}
}
