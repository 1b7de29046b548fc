// Command ablate makes a copy of packages in which each function, and each part of a
// condition, can be left out; builds the tests of service/quality with it, and has
// them count the answers that change without each. See .ci/ablate.
package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"greenroom/ci/tools/alter"
)

var (
	root   = flag.String("root", ".", "the folder of the project")
	kinds  = flag.String("kinds", "false,true", "what is left out: false and true (what a predicate returns), nothing (what any other function does), and, or (a side of a condition), branch (of if and case)")
	most   = flag.Int("most", 10, "changed answers after which no further are counted, of a place")
	sample = flag.Int("sample", 0, "how many places are left out; 0: all")
	seed   = flag.Uint64("seed", 1, "which places are in the sample")
	table  = flag.String("table", "", "file for the table")
	check  = flag.String("check", "", "fail where a place changes nothing and is not in this file")
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("ablate: ")
	flag.Parse()
	if err := run(flag.Args()); err != nil {
		log.Fatal(err)
	}
}

func run(patterns []string) error {
	packages, err := alter.Load(*root, patterns...)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "ablate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	w := walker{parts: strings.Contains(*kinds, "and") || strings.Contains(*kinds, "or") || strings.Contains(*kinds, "branch"), root: *root}
	for _, p := range packages {
		for _, f := range p.Files {
			w.file(f)
		}
	}
	sites := filepath.Join(folder, "sites")
	if err := os.WriteFile(sites, []byte(strings.Join(w.sites, "\n")+"\n"), 0o644); err != nil {
		return err
	}
	overlay, err := alter.Overlay(folder, packages)
	if err != nil {
		return err
	}
	binary := filepath.Join(folder, "quality.test")
	build := exec.Command("go", "test", "-vet=off", "-c", "-overlay", overlay, "-o", binary, "./service/quality")
	build.Dir, build.Stderr, build.Stdout = *root, os.Stderr, os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("build the copy: %w", err)
	}
	args := []string{"-test.run", "TestAblation", "-test.timeout", "3h", "-test.v", "-ablate", sites, "-ablate-kinds", *kinds,
		"-ablate-most", fmt.Sprint(*most), "-ablate-sample", fmt.Sprint(*sample), "-ablate-seed", fmt.Sprint(*seed)}
	for name, file := range map[string]string{"-ablate-table": *table, "-ablate-check": *check} {
		if file == "" {
			continue
		}
		if file, err = filepath.Abs(file); err != nil {
			return err
		}
		args = append(args, name, file)
	}
	test := alter.Run(filepath.Join(*root, "service/quality"), append([]string{binary}, args...)...)
	test.Stderr, test.Stdout = os.Stderr, os.Stdout
	return test.Run()
}

// walker finds the places of files and writes switches into them.
type walker struct {
	parts bool
	root  string
	sites []string // as the test reads them
}

// site names a place that can be left out: the test is told its kind, where it is,
// and what it is called.
func (w *walker) site(f *alter.File, at token.Pos, kind, name string) int {
	path, err := filepath.Rel(w.root, f.Path)
	if err != nil {
		path = f.Path
	}
	w.sites = append(w.sites, fmt.Sprintf("%s\t%s:%d\t%s", kind, path, f.Line(at), strings.Join(strings.Fields(name), " ")))
	return len(w.sites)
}

func (w *walker) file(f *alter.File) {
	for _, d := range f.Tree.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || fn.Name.Name == "init" || fn.Name.Name == "main" {
			continue
		}
		w.function(f, fn)
		if w.parts {
			w.conditions(f, fn)
		}
	}
}

func nameOf(f *alter.File, fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	return strings.TrimPrefix(f.Source(fn.Recv.List[0].Type), "*") + "." + fn.Name.Name
}

// function lets a function return nothing at once; one that returns a bool alone also
// true.
func (w *walker) function(f *alter.File, fn *ast.FuncDecl) {
	name := nameOf(f, fn)
	results := fn.Type.Results
	switch {
	case results != nil && len(results.List) == 1 && len(results.List[0].Names) <= 1 && f.Source(results.List[0].Type) == "bool":
		no, yes := w.site(f, fn.Pos(), "false", name), w.site(f, fn.Pos(), "true", name)
		if impure(fn) { // that it returned false does not say that it did nothing
			f.At(fn.Body.Lbrace+1, fmt.Sprintf(" %s.See(%d, true); ", alter.Name, no))
		}
		f.At(fn.Body.Lbrace+1, fmt.Sprintf(" if %[1]s.On(%[2]d) { return false }; if %[1]s.On(%[3]d) { return true }; ", alter.Name, no, yes))
		returns(fn.Body, func(r *ast.ReturnStmt) {
			switch {
			case len(r.Results) == 1:
				f.Around(r.Results[0], fmt.Sprintf("%[1]s.See(%[2]d, %[1]s.See(%[3]d, ", alter.Name, no, yes), "))")
			case len(results.List[0].Names) == 1:
				f.At(r.End(), fmt.Sprintf(" %[1]s.See(%[2]d, %[1]s.See(%[3]d, %[4]s))", alter.Name, no, yes, results.List[0].Names[0].Name))
			}
		})
	default:
		n := w.site(f, fn.Pos(), "nothing", name)
		f.At(fn.Body.Lbrace+1, fmt.Sprintf(" if %s.On(%d) { return %s }; ", alter.Name, n, zeros(f, results)))
	}
}

// zeros are the results of a function that does nothing.
func zeros(f *alter.File, results *ast.FieldList) string {
	if results == nil || len(results.List[0].Names) > 0 {
		return ""
	}
	var out []string
	for _, r := range results.List {
		out = append(out, "*new("+f.Source(r.Type)+")")
	}
	return strings.Join(out, ", ")
}

// returns visits the return statements of a function, not of those inside it.
func returns(body *ast.BlockStmt, visit func(*ast.ReturnStmt)) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			visit(n)
		}
		return true
	})
}

// impure reports whether a function may change something.
func impure(fn *ast.FuncDecl) (found bool) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		var changed []ast.Expr
		switch n := n.(type) {
		case *ast.ExprStmt:
			found = true
		case *ast.AssignStmt:
			changed = n.Lhs
		case *ast.IncDecStmt:
			changed = []ast.Expr{n.X}
		}
		for _, e := range changed {
			if _, local := e.(*ast.Ident); !local {
				found = true
			}
		}
		return !found
	})
	return found
}

// conditions lets parts of conditions be left out: one side of && or ||, and the
// branches of if and case.
func (w *walker) conditions(f *alter.File, fn *ast.FuncDecl) {
	name := nameOf(f, fn)
	branch := func(e ast.Expr) {
		n := w.site(f, e.Pos(), "branch", name+": "+f.Source(e))
		f.Around(e, fmt.Sprintf("(!%[1]s.On(%[2]d) && %[1]s.See(%[2]d, ", alter.Name, n), "))")
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			branch(n.Cond)
		case *ast.SwitchStmt:
			if n.Tag != nil {
				break
			}
			for _, c := range n.Body.List {
				for _, e := range c.(*ast.CaseClause).List {
					branch(e)
				}
			}
		case *ast.BinaryExpr:
			for _, side := range []ast.Expr{n.X, n.Y} {
				if b, ok := side.(*ast.BinaryExpr); ok && b.Op == n.Op {
					continue // its own sides
				}
				switch n.Op {
				case token.LAND:
					s := w.site(f, side.Pos(), "and", name+": "+f.Source(side))
					f.Around(side, fmt.Sprintf("(%[1]s.On(%[2]d) || %[1]s.See(%[2]d, ", alter.Name, s), "))")
				case token.LOR:
					s := w.site(f, side.Pos(), "or", name+": "+f.Source(side))
					f.Around(side, fmt.Sprintf("(!%[1]s.On(%[2]d) && %[1]s.See(%[2]d, ", alter.Name, s), "))")
				}
			}
		}
		return true
	})
}
