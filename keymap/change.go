package keymap

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Change gives an action other keys instead of those it has. Scope is "" for
// all scopes that bind the action; its spaces may be written as dashes.
type Change struct {
	Scope  Scope
	Action Action
	Keys   []string
}

// ChangeError is a change that cannot be made: Index is its place in the list.
type ChangeError struct {
	Index   int
	Problem string
}

// Error is the problem.
func (e *ChangeError) Error() string { return e.Problem }

// With is the table after all changes, which may trade keys. A change that
// names no action, that gives a key no terminal sends, or that leaves a key
// with two meanings in one place is a *ChangeError.
func (m *Map) With(changes []Change) (*Map, error) {
	rows := slices.Clone(m.rows)
	by := make([]int, len(rows)) // the change of each row, from 1 on
	for i, c := range changes {
		if problem := c.check(rows); problem != "" {
			return nil, &ChangeError{i, problem}
		}
		for r := range rows {
			if c.means(rows[r]) {
				rows[r].Keys, by[r] = slices.Clone(c.Keys), i+1
			}
		}
	}
	for r, b := range rows {
		if by[r] == 0 {
			continue
		}
		for other, o := range rows {
			if key := shared(b, o); other != r && key != "" {
				return nil, &ChangeError{by[r] - 1, fmt.Sprintf("%s would mean %s and %s in %s", key, b.Action, o.Action, narrower(b.Scope, o.Scope))}
			}
		}
	}
	return New(rows), nil
}

func (c Change) means(b Binding) bool {
	return b.Action == c.Action && (c.Scope == "" || c.Scope.written() == b.Scope.written())
}

// written is a scope as it stands in a file of settings.
func (s Scope) written() string { return strings.ReplaceAll(string(s), " ", "-") }

func (c Change) check(rows []Binding) string {
	bound := slices.IndexFunc(rows, c.means)
	switch {
	case bound < 0:
		return c.unknown(rows)
	case len(c.Keys) == 0:
		return fmt.Sprintf("%s has no key: an action keeps at least one", c.Action)
	}
	for _, key := range c.Keys {
		if problem := BadKey(key); problem != "" {
			return problem
		}
		for _, b := range rows {
			if b.Scope == Field && c.means(b) && typed(key) {
				return fmt.Sprintf("%s is typed in text fields, so it cannot mean %s there", key, c.Action)
			}
		}
	}
	return ""
}

// unknown says what the change may have meant.
func (c Change) unknown(rows []Binding) string {
	var scopes, actions, here []string
	for _, b := range rows {
		if b.Action == c.Action {
			scopes = append(scopes, b.Scope.written())
		}
		actions = append(actions, string(b.Action))
		if c.Scope.written() == b.Scope.written() {
			here = append(here, string(b.Action))
		}
	}
	switch {
	case len(scopes) > 0 && len(here) > 0:
		return fmt.Sprintf("%s knows no action %s; there it is known: %s", c.Scope, c.Action, strings.Join(unique(scopes), ", "))
	case len(here) > 0:
		return fmt.Sprintf("there is no action %s in %s; there are %s", c.Action, c.Scope, strings.Join(unique(here), ", "))
	case c.Scope != "":
		return fmt.Sprintf("there is no place %s", c.Scope)
	}
	return fmt.Sprintf("there is no action %s; there are %s", c.Action, strings.Join(unique(actions), ", "))
}

func unique(s []string) []string {
	slices.Sort(s)
	return slices.Compact(s)
}

var named = []string{"enter", "tab", "backspace", "esc", "space", "up", "down", "left", "right",
	"home", "end", "pgup", "pgdown", "insert", "delete",
	"f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12"}

// BadKey says why a key is none that a terminal sends by that name.
func BadKey(key string) string {
	base, held := key, ""
	for _, modifier := range []string{"ctrl+", "alt+", "shift+"} {
		if rest, ok := strings.CutPrefix(base, modifier); ok && rest != "" {
			base, held = rest, held+modifier
		}
	}
	r, size := utf8.DecodeRuneInString(base)
	letter := size == len(base) && r != utf8.RuneError && unicode.IsPrint(r) && r != ' '
	switch {
	case slices.Contains(named, base):
		return ""
	case !letter:
		return fmt.Sprintf("%q is no key; keys are written like m, M, space, enter, f2, ctrl+x, alt+x, shift+tab", key)
	case held == "shift+":
		return fmt.Sprintf("%q is no key; write the letter itself, such as %s", key, strings.ToUpper(base))
	case held != "" && unicode.IsUpper(r):
		return fmt.Sprintf("%q is no key; write %s%s", key, held, strings.ToLower(base))
	}
	return ""
}

// typed says whether a key puts a letter into a text field.
func typed(key string) bool { return key == "space" || utf8.RuneCountInString(key) == 1 }

// shared is a key of both bindings where both hold at once; "" if there is
// none. Text fields and questions hold alone.
func shared(a, b Binding) string {
	if a.Action == b.Action || narrower(a.Scope, b.Scope) == "" {
		return ""
	}
	for _, k := range a.Keys {
		if slices.Contains(b.Keys, k) {
			return k
		}
	}
	return ""
}

// narrower is the scope in which two scopes hold together; "" if they never do.
func narrower(a, b Scope) Scope {
	alone := func(s Scope) bool { return s == Field || s == Dialog }
	switch {
	case a == b:
		return a
	case alone(a) || alone(b):
		return ""
	case b == Global || b == List && a != Global:
		return a
	case a == Global || a == List:
		return b
	}
	return ""
}
