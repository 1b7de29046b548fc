package check_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"greenroom/service"
	"greenroom/service/rules/check"
)

// field returns the field that a refusal names; "" for none.
func field(err error) string {
	var e *service.Error
	if !errors.As(err, &e) {
		return ""
	}
	return e.Message
}

// Each check takes what is at its limits, and refuses what is beyond by the limits it has.
func TestLimits(t *testing.T) {
	n := func(i int) *int { return &i }
	for _, c := range []struct {
		n    *int
		want int
	}{{nil, 25}, {n(1), 1}, {n(100), 100}} {
		if got, err := check.Page(c.n); err != nil || got != c.want {
			t.Errorf("a page of %v: %d, %v", c.n, got, err)
		}
	}
	for _, c := range []struct {
		what string
		err  error
		want string
	}{
		{"a page of none", second(check.Page(n(0))), "limit must be a whole number from 1 to 100."},
		{"a page of 101", second(check.Page(n(101))), "limit must be a whole number from 1 to 100."},
		{"7 within 7", second(check.Within("days", n(7), 3, 7)), ""},
		{"8 within 7", second(check.Within("days", n(8), 3, 7)), "days must be a whole number from 1 to 7."},
		{"two letters", second(check.Text("name", " äö ", 2, 4)), ""},
		{"four letters", second(check.Text("name", "äöüß", 2, 4)), ""},
		{"one letter", second(check.Text("name", " ä ", 2, 4)), "name must have 2 to 4 characters."},
		{"five letters", second(check.Text("name", "äöüßé", 2, 4)), "name must have 2 to 4 characters."},
		{"no UUID", second(check.UUID("id", "x")), "id must be a UUID."},
		{"a word that is allowed", check.OneOf("order", "new", []string{"old", "new"}), ""},
		{"one of one", check.OneOf("order", "x", []string{"old"}), "order must be old."},
		{"one of three", check.OneOf("order", "x", []string{"old", "new", "best"}), "order must be old, new or best."},
		{"a list of one", check.Size("items", 1, 3), ""},
		{"a full list", check.Size("items", 3, 3), ""},
		{"a list of none", check.Size("items", 0, 3), "items must have 1 to 3 items."},
		{"too long a list", check.Size("items", 4, 3), "items must have 1 to 3 items."},
	} {
		if got := field(c.err); got != c.want || (c.want == "") != (c.err == nil) {
			t.Errorf("%s: %v, want %q", c.what, c.err, c.want)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// What is checked comes back as it is kept.
func TestWhatComesBack(t *testing.T) {
	code := func(s string) *string { return &s }
	id := "0A1B2C3D-0000-4000-8000-00000000000F"
	for _, c := range []struct {
		got  string
		err  error
		want string
	}{
		{first(check.Text("q", " a b ", 1, 9)), nil, "a b"},
		{first(check.UUID("id", id)), nil, strings.ToLower(id)},
		{first(check.Username("@ana.k")), nil, "ana.k"},
		{first(check.Language("language", nil)), nil, ""},
		{first(check.Language("language", code("auto"))), nil, ""},
		{first(check.Language("language", code("de"))), nil, "de"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	if _, err := check.Username("@@ana"); !errors.As(err, new(*service.Error)) {
		t.Errorf("two signs in front: %v", err)
	}
	if _, err := check.Language("language", code("a language")); !strings.Contains(field(err), "language code") {
		t.Errorf("no code: %v", err)
	}
}

func first[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Sprint("refused: ", err))
	}
	return v
}

// What is not well formed is told before what means nothing.
func TestFormComesFirst(t *testing.T) {
	form, meaning, other := service.Invalid("a", "form"), service.Meaningless("b", "meaning"), errors.New("disk")
	for _, c := range []struct {
		all  []error
		want error
	}{
		{nil, nil}, {[]error{nil, nil}, nil}, {[]error{meaning, form}, form}, {[]error{nil, meaning}, meaning}, {[]error{meaning, service.Meaningless("c", "later")}, meaning}, {[]error{meaning, other}, other},
	} {
		if got := check.FormFirst(c.all...); got != c.want {
			t.Errorf("of %v: %v, want %v", c.all, got, c.want)
		}
	}
}
