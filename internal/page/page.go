// Package page writes HTML by templates in the syntax of text/template: fields, variables,
// functions, if, with, range and template. Whatever is not HTML is escaped, and where an
// address is due only those of the web, of mail and of the same site are written.
//
// The standard packages call methods by their names, for which the linker keeps every
// exported method of the program: 4 MB. Here a template has fields and functions alone.
// It must not know what is on a page.
package page

import (
	"fmt"
	"html"
	"maps"
	"reflect"
	"slices"
	"strings"
	"text/template/parse"
)

// HTML is markup that is written as it is.
type HTML string

// Funcs are functions that a template may call.
type Funcs map[string]any

var builtin = Funcs{
	"eq": func(a any, of ...any) bool {
		return slices.ContainsFunc(of, func(b any) bool { return fmt.Sprint(a) == fmt.Sprint(b) })
	},
	"ne":     func(a, b any) bool { return fmt.Sprint(a) != fmt.Sprint(b) },
	"not":    func(a any) bool { return !truth(reflect.ValueOf(a)) },
	"len":    func(a any) int { return reflect.ValueOf(a).Len() },
	"index":  func(a any, i int) any { return reflect.ValueOf(a).Index(i).Interface() },
	"print":  fmt.Sprint,
	"printf": fmt.Sprintf,
	"or": func(a, b any) any {
		if truth(reflect.ValueOf(a)) {
			return a
		}
		return b
	},
}

// Template is one that was parsed, with those that it defines.
type Template struct {
	trees map[string]*parse.Tree
	funcs Funcs
}

// Must parses a template that is part of the program.
func Must(name, text string, funcs Funcs) *Template {
	t := &Template{funcs: maps.Clone(builtin)}
	maps.Copy(t.funcs, funcs)
	trees, err := parse.Parse(name, text, "", "", t.funcs)
	if err != nil {
		panic(err)
	}
	t.trees = trees
	return t
}

// Write is the page that the template of a name makes of data.
func (t *Template) Write(name string, data any) (page string, err error) {
	r := run{Template: t}
	defer func() {
		if cause := recover(); cause != nil {
			page, err = "", fmt.Errorf("write page %s: %v", name, cause)
		}
	}()
	r.call(name, reflect.ValueOf(data))
	return r.out.String(), nil
}

// run is a template while it writes.
type run struct {
	*Template
	out  strings.Builder
	vars []variable
}

type variable struct {
	name  string
	value reflect.Value
}

// call runs a template, which knows no variables but its own.
func (r *run) call(name string, dot reflect.Value) {
	before := r.vars
	r.vars = []variable{{"$", dot}}
	r.list(r.trees[name].Root, dot)
	r.vars = before
}

func (r *run) list(l *parse.ListNode, dot reflect.Value) {
	if l == nil {
		return
	}
	for _, n := range l.Nodes {
		mark := len(r.vars)
		switch n := n.(type) {
		case *parse.TextNode:
			r.out.Write(n.Text)
		case *parse.ActionNode:
			if v := r.pipe(n.Pipe, dot); len(n.Pipe.Decl) == 0 {
				r.print(v)
			}
			continue // its variables stay
		case *parse.IfNode:
			r.branch(truth(r.pipe(n.Pipe, dot)), &n.BranchNode, dot, dot)
		case *parse.WithNode:
			v := r.pipe(n.Pipe, dot)
			r.branch(truth(v), &n.BranchNode, v, dot)
		case *parse.RangeNode:
			r.each(n, dot)
		case *parse.TemplateNode:
			r.call(n.Name, r.pipe(n.Pipe, dot))
		default:
			panic(fmt.Sprintf("%s cannot be written", n))
		}
		r.vars = r.vars[:mark]
	}
}

func (r *run) branch(holds bool, n *parse.BranchNode, then, otherwise reflect.Value) {
	if holds {
		r.list(n.List, then)
	} else {
		r.list(n.ElseList, otherwise)
	}
}

func (r *run) each(n *parse.RangeNode, dot reflect.Value) {
	all := plain(r.value(n.Pipe.Cmds[0], dot, reflect.Value{}))
	for i := range all.Len() {
		of := []reflect.Value{reflect.ValueOf(i), all.Index(i)}
		for at, d := range n.Pipe.Decl {
			r.vars = append(r.vars, variable{d.Ident[0], of[len(of)-len(n.Pipe.Decl)+at]})
		}
		mark := len(r.vars) - len(n.Pipe.Decl)
		r.list(n.List, all.Index(i))
		r.vars = r.vars[:mark]
	}
	if all.Len() == 0 {
		r.list(n.ElseList, dot)
	}
}

// pipe is the value of a pipeline, which it keeps where it is declared.
func (r *run) pipe(p *parse.PipeNode, dot reflect.Value) (v reflect.Value) {
	if p == nil {
		return v
	}
	for _, c := range p.Cmds {
		v = r.value(c, dot, v)
	}
	for _, d := range p.Decl {
		r.vars = append(r.vars, variable{d.Ident[0], v})
	}
	return v
}

// value is that of a command; last is the argument that a pipeline brings.
func (r *run) value(c *parse.CommandNode, dot, last reflect.Value) reflect.Value {
	name, ok := c.Args[0].(*parse.IdentifierNode)
	if !ok {
		return r.operand(c.Args[0], dot)
	}
	var args []reflect.Value
	for _, a := range c.Args[1:] {
		args = append(args, r.operand(a, dot))
	}
	if last.IsValid() {
		args = append(args, last)
	}
	return plain(reflect.ValueOf(r.funcs[name.Ident]).Call(args)[0])
}

func (r *run) operand(n parse.Node, dot reflect.Value) reflect.Value {
	switch n := n.(type) {
	case *parse.DotNode:
		return dot
	case *parse.FieldNode:
		return field(dot, n.Ident)
	case *parse.VariableNode:
		for _, v := range slices.Backward(r.vars) {
			if v.name == n.Ident[0] {
				return field(v.value, n.Ident[1:])
			}
		}
	case *parse.IdentifierNode:
		return r.value(&parse.CommandNode{Args: []parse.Node{n}}, dot, reflect.Value{})
	case *parse.PipeNode:
		return r.pipe(n, dot)
	case *parse.StringNode:
		return reflect.ValueOf(n.Text)
	case *parse.NumberNode:
		return reflect.ValueOf(int(n.Int64))
	}
	panic(fmt.Sprintf("%s is no value", n))
}

func field(v reflect.Value, path []string) reflect.Value {
	for _, name := range path {
		of := plain(v)
		if v = of.FieldByName(name); !v.IsValid() {
			panic(fmt.Sprintf("%s has no field %s", of.Type(), name))
		}
	}
	return v
}

// plain is a value without pointers and interfaces around it.
func plain(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}

func truth(v reflect.Value) bool {
	v = plain(v)
	if v.Kind() == reflect.Slice || v.Kind() == reflect.Map {
		return v.Len() > 0
	}
	return v.IsValid() && !v.IsZero()
}

// print writes a value, so that it ends neither the text nor the attribute it stands in.
func (r *run) print(v reflect.Value) {
	v = plain(v)
	switch {
	case !v.IsValid():
		return
	case v.Type() == reflect.TypeFor[HTML]():
		r.out.WriteString(v.String())
		return
	}
	text, before := fmt.Sprint(v.Interface()), r.out.String()
	address := func(attribute string) bool { return strings.HasSuffix(before, attribute+`="`) }
	if slices.ContainsFunc([]string{"href", "src", "action"}, address) && !harmless(text) {
		text = "#"
	}
	r.out.WriteString(html.EscapeString(strings.ReplaceAll(text, "\x00", "\uFFFD")))
}

// harmless holds for addresses that run nothing.
func harmless(address string) bool {
	scheme, _, ok := strings.Cut(address, ":")
	return !ok || strings.ContainsAny(scheme, "/?#") || slices.Contains([]string{"http", "https", "mailto"}, strings.ToLower(scheme))
}
