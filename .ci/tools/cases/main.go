// Command cases breaks the conditions of switch cases of a package, one at a
// time, and prints which of them its tests let live. Coverage is counted by
// the bodies of cases, so a mutation run that goes by coverage leaves their
// conditions out.
//
//	cases FOLDER
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// swaps are what an operator is broken into.
var swaps = map[token.Token][]string{
	token.EQL: {"!="}, token.NEQ: {"=="},
	token.LSS: {">=", "<="}, token.LEQ: {">", "<"}, token.GTR: {"<=", ">="}, token.GEQ: {"<", ">"},
	token.LAND: {"||"}, token.LOR: {"&&"},
	token.ADD: {"-"}, token.SUB: {"+"}, token.MUL: {"/"}, token.QUO: {"*"},
}

// mutation is an operator of a file and what is written in its place.
type mutation struct {
	file     string
	at       token.Position
	was, now string
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("cases FOLDER: the folder of a package")
	}
	all, err := find(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	tried, lived := 0, 0
	for _, m := range all {
		switch end, err := try(os.Args[1], m); {
		case err != nil:
			log.Fatal(err)
		case end == unbuilt:
		default:
			tried++
			if end == alive {
				lived++
				fmt.Printf("       LIVED %s → %s at %s:%d:%d\n", m.was, m.now, filepath.Base(m.file), m.at.Line, m.at.Column)
			}
		}
	}
	fmt.Printf("Conditions of cases: killed %d, lived %d\n", tried-lived, lived)
}

// find lists the mutations of the conditions of all cases.
func find(folder string) (all []mutation, err error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			return nil, err
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if c, ok := n.(*ast.CaseClause); ok {
				for _, e := range c.List {
					ast.Inspect(e, func(n ast.Node) bool {
						if b, ok := n.(*ast.BinaryExpr); ok {
							for _, now := range swaps[b.Op] {
								all = append(all, mutation{name, files.Position(b.OpPos), b.Op.String(), now})
							}
						}
						return true
					})
				}
			}
			return true
		})
	}
	return all, nil
}

type end int

const (
	killed end = iota
	alive
	unbuilt
)

// try runs the tests of a package with one mutation, on a copy of its file.
func try(folder string, m mutation) (end, error) {
	text, err := os.ReadFile(m.file)
	if err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("", "cases")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	file, err := filepath.Abs(m.file)
	if err != nil {
		return 0, err
	}
	broken, overlay := filepath.Join(dir, "broken.go"), filepath.Join(dir, "overlay.json")
	text = append(append(append([]byte{}, text[:m.at.Offset]...), m.now...), text[m.at.Offset+len(m.was):]...)
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{file: broken}})
	if err != nil {
		return 0, err
	}
	if err := errors.Join(os.WriteFile(broken, text, 0o600), os.WriteFile(overlay, list, 0o600)); err != nil {
		return 0, err
	}
	if exec.Command("go", "build", "-overlay", overlay, "./"+filepath.ToSlash(folder)).Run() != nil {
		return unbuilt, nil
	}
	test := exec.Command("go", "test", "-overlay", overlay, "-count=1", "-failfast", "-timeout", time.Minute.String(), "./"+folder)
	if test.Run() == nil {
		return alive, nil
	}
	return killed, nil
}
