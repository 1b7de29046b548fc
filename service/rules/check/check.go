// Package check holds the values of a request against the limits and forms that
// api has for them. It knows the words of a refusal, and no endpoint.
package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"greenroom/api"
	"greenroom/service"
)

// Page is the size of a page: 1 to 100, 25 where nothing is said.
func Page(limit *int) (int, error) {
	return Within("limit", limit, api.LimitDefault, api.LimitMax)
}

// Within checks a number from 1 to most.
func Within(param string, n *int, unset, most int) (int, error) {
	if n == nil {
		return unset, nil
	}
	if *n < api.LimitMin || *n > most {
		return 0, service.Invalid(param, fmt.Sprintf("%s must be a whole number from %d to %d.", param, api.LimitMin, most))
	}
	return *n, nil
}

// Text checks the length of a text in characters, spaces around it left out.
func Text(param, value string, least, most int) (string, error) {
	value = strings.TrimSpace(value)
	if n := utf8.RuneCountInString(value); n < least || n > most {
		return "", service.Invalid(param, fmt.Sprintf("%s must have %d to %d characters.", param, least, most))
	}
	return value, nil
}

// UUID checks an id and brings it into the case it is stored in.
func UUID(param, value string) (string, error) {
	if !api.ValidUUID(value) {
		return "", service.Invalid(param, param+" must be a UUID.")
	}
	return strings.ToLower(value), nil
}

// OneOf checks a word of the contract.
func OneOf[T ~string](param string, value T, allowed []T) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return service.Invalid(param, param+" must be "+alternatives(allowed)+".")
}

func alternatives[T ~string](all []T) string {
	names := api.Names(all)
	if len(names) == 1 {
		return names[0]
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// FormFirst picks from the failures of several checks the first one about form,
// else the first: what a request means counts once all of it is well formed.
func FormFirst(failures ...error) (first error) {
	for _, err := range failures {
		var e *service.Error
		switch {
		case err == nil:
		case !errors.As(err, &e) || !e.Semantic:
			return err
		case first == nil:
			first = err
		}
	}
	return first
}

// Username checks the form of a username and takes a leading @ away.
func Username(name string) (string, error) {
	name = strings.TrimPrefix(name, "@")
	if !api.ValidUsername(name) {
		return "", service.Meaningless("username", fmt.Sprintf("username must have 1 to %d letters, digits, dots, hyphens or underscores.", api.UsernameMax))
	}
	return name, nil
}

// Language checks a language code. "" is the original language, which nil and auto
// ask for.
func Language(param string, code *string) (string, error) {
	switch {
	case code == nil || *code == api.LanguageAuto:
		return "", nil
	case !api.ValidLanguage(*code):
		return "", service.Invalid(param, param+" must be a language code such as en, or auto.")
	}
	return *code, nil
}

// Size checks how many items a list has.
func Size(param string, n, most int) error {
	if n < 1 || n > most {
		return service.Invalid(param, fmt.Sprintf("%s must have 1 to %d items.", param, most))
	}
	return nil
}
