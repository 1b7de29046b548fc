package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"greenroom/ci/tools/alter"
)

// mutant is one place where the program can be broken, and how.
type mutant struct {
	number   int // in the copy
	pack     *alter.Package
	file     *alter.File
	at       token.Pos
	what     string
	write    func(n int) // writes the switch into the file
	killed   bool
	reached  []string // the tests that come by
	unformed bool     // it does not compile
}

func (m *mutant) String() string {
	return fmt.Sprintf("%s:%d: %s", m.file.Path, m.file.Line(m.at), m.what)
}

// finder lists the mutants of a file.
type finder struct {
	pack    *alter.Package
	file    *alter.File
	info    *types.Info
	out     []*mutant
	parents []ast.Node
}

func (f *finder) add(at token.Pos, what string, write func(n int)) {
	f.out = append(f.out, &mutant{pack: f.pack, file: f.file, at: at, what: strings.Join(strings.Fields(what), " "), write: write})
}

// around adds a mutant that is a call around an expression.
func (f *finder) around(e ast.Expr, what, call string) {
	f.add(e.Pos(), what+" "+f.file.Source(e), func(n int) { f.file.Around(e, fmt.Sprintf("%s.%s(%d, ", alter.Name, call, n), ")") })
}

func (f *finder) find() []*mutant {
	for _, d := range f.file.Tree.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok != token.VAR {
			continue
		}
		ast.Inspect(d, func(n ast.Node) bool {
			if n == nil {
				f.parents = f.parents[:len(f.parents)-1]
				return true
			}
			if !f.visit(n) {
				return false
			}
			f.parents = append(f.parents, n)
			return true
		})
	}
	return f.out
}

// visit adds the mutants of a node; false where none are looked for inside it.
func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ArrayType, *ast.StructType, *ast.InterfaceType:
		return false
	case *ast.DeclStmt:
		return n.Decl.(*ast.GenDecl).Tok == token.VAR
	case *ast.IfStmt:
		f.condition(n.Cond)
	case *ast.ForStmt:
		if n.Cond != nil {
			f.condition(n.Cond)
		}
	case *ast.SwitchStmt:
		f.cases(n)
	case ast.Stmt:
		f.statement(n)
	case ast.Expr:
		if f.constant(n) {
			f.number(n)
			return false
		}
		if b, ok := n.(*ast.BinaryExpr); ok {
			f.binary(b)
		}
	}
	return true
}

func (f *finder) constant(e ast.Expr) bool { return f.info.Types[e].Value != nil }

func (f *finder) cases(s *ast.SwitchStmt) {
	if s.Tag != nil {
		return
	}
	for _, c := range s.Body.List {
		for _, e := range c.(*ast.CaseClause).List {
			f.condition(e)
		}
	}
}

// condition negates what decides; an equation is negated wherever it stands.
func (f *finder) condition(e ast.Expr) {
	if b, ok := e.(*ast.BinaryExpr); !ok || b.Op != token.EQL && b.Op != token.NEQ {
		f.around(e, "negate", "Not")
	}
}

// number adds one to a constant.
func (f *finder) number(e ast.Expr) {
	if _, named := types.Unalias(f.info.Types[e].Type).(*types.Named); named {
		return // a kind, not a number
	}
	b, ok := f.info.Types[e].Type.Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsNumeric == 0 || b.Info()&types.IsUntyped != 0 {
		return
	}
	if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.CHAR {
		return
	}
	if kv, ok := f.parents[len(f.parents)-1].(*ast.KeyValueExpr); ok && kv.Key == e {
		return
	}
	f.around(e, "one more than", "Next["+b.Name()+"]")
}

var comparisons = map[token.Token]string{token.LSS: "Less", token.LEQ: "AtMost", token.GTR: "More", token.GEQ: "AtLeast"}
var sums = map[token.Token]string{token.ADD: "Plus", token.SUB: "Minus", token.MUL: "Times", token.QUO: "Over"}

func (f *finder) binary(b *ast.BinaryExpr) {
	join := func(call, middle, end string) {
		f.add(b.OpPos, "swap "+b.Op.String()+" in "+f.file.Source(b), func(n int) {
			f.file.Around(b, fmt.Sprintf("%s.%s(%d, ", alter.Name, call, n), end)
			f.file.Replace(b.OpPos, len(b.Op.String()), middle)
		})
	}
	basic, _ := f.info.Types[b.X].Type.Underlying().(*types.Basic)
	switch {
	// In parentheses, so that the second side may begin on a line of its own.
	case b.Op == token.LAND:
		join("And", ", func() bool { return (", ") })")
	case b.Op == token.LOR:
		join("Or", ", func() bool { return (", ") })")
	case b.Op == token.EQL, b.Op == token.NEQ:
		f.around(b, "negate", "Not")
	case comparisons[b.Op] != "":
		join(comparisons[b.Op], ",", ")")
	case sums[b.Op] != "" && basic != nil && basic.Info()&types.IsNumeric != 0:
		join(sums[b.Op], ",", ")")
	}
}

// statement drops a statement, or lets it return nothing.
func (f *finder) statement(s ast.Stmt) {
	switch f.parents[len(f.parents)-1].(type) {
	case *ast.BlockStmt, *ast.CaseClause:
	default:
		return
	}
	switch s := s.(type) {
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok && f.file.Source(call.Fun) == "panic" {
			return
		}
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE || f.file.Source(s.Lhs[0]) == "_" {
			return
		}
	case *ast.IncDecStmt:
	case *ast.BranchStmt:
		if s.Tok != token.CONTINUE && s.Tok != token.BREAK {
			return
		}
	case *ast.ReturnStmt:
		f.returns(s)
		return
	default:
		return
	}
	f.add(s.Pos(), "drop "+f.file.Source(s), func(n int) {
		f.file.Around(s, fmt.Sprintf("if !%s.On(%d) { ", alter.Name, n), " }")
	})
}

func (f *finder) returns(s *ast.ReturnStmt) {
	if len(s.Results) == 0 {
		return
	}
	if len(s.Results) == 1 && (f.file.Source(s.Results[0]) == "true" || f.file.Source(s.Results[0]) == "false") {
		f.around(s.Results[0], "negate return", "Not")
		return
	}
	nothing := true
	for _, r := range s.Results {
		switch f.file.Source(r) {
		case "nil", "0", `""`, "false":
		default:
			nothing = false
		}
	}
	if nothing {
		return
	}
	zeros := f.zeros()
	f.add(s.Pos(), "return nothing instead of "+f.file.Source(s), func(n int) {
		f.file.At(s.Pos(), fmt.Sprintf("if %s.On(%d) { return %s }; ", alter.Name, n, zeros))
	})
}

// zeros are results without value of the function around.
func (f *finder) zeros() string {
	var of *ast.FuncType
	for i := len(f.parents) - 1; of == nil; i-- {
		switch p := f.parents[i].(type) {
		case *ast.FuncDecl:
			of = p.Type
		case *ast.FuncLit:
			of = p.Type
		}
	}
	var out []string
	for _, r := range of.Results.List {
		for range max(1, len(r.Names)) {
			out = append(out, "*new("+f.file.Source(r.Type)+")")
		}
	}
	return strings.Join(out, ", ")
}
