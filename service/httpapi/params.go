package httpapi

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"greenroom/service"
)

// query is the parameters that a route knows, each given at most once.
type query map[string]string

// readQuery picks the parameters a route knows; others are ignored.
func readQuery(raw string, known []Param) (query, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, service.Invalid("", "The query of this address cannot be read: a parameter is badly escaped.")
	}
	q := query{}
	for _, p := range known {
		given := values[p.Name]
		switch {
		case len(given) > 1:
			return nil, service.Invalid(p.Name, p.Name+" is given more than once.")
		case len(given) == 0 && p.Required:
			return nil, service.Invalid(p.Name, p.Name+" is missing.")
		case len(given) == 0:
			continue
		case !utf8.ValidString(given[0]):
			return nil, service.Invalid(p.Name, p.Name+" is not valid UTF-8.")
		case p.Enum != nil && !slices.Contains(p.Enum, given[0]):
			return nil, service.Invalid(p.Name, p.Name+" must be one of "+strings.Join(p.Enum, ", ")+".")
		}
		q[p.Name] = given[0]
	}
	return q, nil
}

// text is a parameter, nil if it was not given.
func (q query) text(name string) *string { return textAs[string](q, name) }

func (q query) or(name, unset string) string {
	if v, ok := q[name]; ok {
		return v
	}
	return unset
}

// number is a whole number, nil if it was not given.
func (q query) number(name string) (*int, error) {
	v, ok := q[name]
	if !ok {
		return nil, nil
	}
	n, err := strconv.ParseInt(v, 10, 32)
	if err != nil || v[0] == '+' {
		return nil, service.Invalid(name, name+" must be a whole number.")
	}
	whole := int(n)
	return &whole, nil
}

// flag is true or false; unset where it was not given.
func (q query) flag(name string, unset bool) (bool, error) {
	switch q.or(name, strconv.FormatBool(unset)) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, service.Invalid(name, name+" must be true or false.")
}

func textAs[T ~string](q query, name string) *T {
	v, ok := q[name]
	if !ok {
		return nil
	}
	t := T(v)
	return &t
}
