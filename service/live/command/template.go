package command

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"greenroom/internal/pattern"
)

// ErrValue is a value that no argument is made of: nothing is run for it. ErrNever is one
// that the network never gives out, too: what has it is not there.
var (
	ErrValue = errors.New("the value has no form that is passed to a tool")
	ErrNever = fmt.Errorf("%w: the network gives out none like it", ErrValue)
)

// kind is the kind of a placeholder: the form of its values, and how they are written.
// Only those that cannot be taken for an option may stand before "--", and any that stand
// behind the name of an option and "=".
type kind struct {
	form   *pattern.Pattern // nil: any text
	write  func(string) string
	before bool
	inside bool // only behind something that begins its argument
	all    bool // the network gives out no others
}

// textMax limits the bytes of a free text.
const textMax = 1000

// kinds are the placeholders that arguments may hold.
var kinds = map[string]kind{
	"{video}":    {form: pattern.New(`^[A-Za-z0-9_-]{11}$`), all: true},
	"{channel}":  {form: pattern.New(`^UC[A-Za-z0-9_-]{22}$`), all: true},
	"{uploads}":  {form: pattern.New(`^UU(?:LP|LF)?[A-Za-z0-9_-]{22}$`)},
	"{handle}":   {form: pattern.New(`^[\pL\pN][\pL\pM\pN._·-]{0,49}$`), write: url.PathEscape},
	"{username}": {form: pattern.New(`^[A-Za-z0-9._]{1,30}$`), all: true},
	"{code}":     {form: pattern.New(`^[A-Za-z0-9_][A-Za-z0-9_-]{4,39}$`)},
	"{query}":    {write: url.QueryEscape},
	"{filter}":   {form: pattern.New(`^[A-Za-z0-9+/]{2,60}={0,2}$`), write: url.QueryEscape},
	"{wav}":      {form: pattern.New(`^[a-z]+\.wav$`), before: true}, // in the folder of a run
	"{out}":      {form: pattern.New(`^[a-z]+$`), before: true},
	"{language}": {form: pattern.New(`^(?:[a-z]{2,3}|auto)$`), before: true},
	"{text}":     {before: true, inside: true},
	"{sort}":     {form: pattern.New(`^(?:newest|popular|oldest)$`), before: true},
	"{count}":    {form: pattern.New(`^[1-9][0-9]{0,2}$`), before: true},
	"{tags}":     {form: pattern.New(`^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,3}(?:,[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,3}){0,15}$`), before: true},
}

var placeholder = pattern.New(`\{[a-z]+\}`)

// Template is the arguments of a call with placeholders in them. There is no shell: an
// argument stays one, whatever its values hold.
type Template []string

// Check says what is wrong with a template: a placeholder nobody knows, one that stands
// before "--" or begins an argument where its values may be taken for options or targets.
func (t Template) Check() error {
	behind := slices.Index(t, "--")
	for i, arg := range t {
		for _, at := range placeholder.FindAllStringSubmatchIndex(arg, -1) {
			name := arg[at[0]:at[1]]
			k, known := kinds[name]
			option := strings.HasPrefix(arg, "--") && strings.HasSuffix(arg[:at[0]], "=")
			switch {
			case !known:
				return fmt.Errorf("%q holds a placeholder that is not known: %s", arg, name)
			case !k.before && !option && (behind < 0 || i < behind):
				return fmt.Errorf("%s stands before --", name)
			case at[0] == 0 && (k.inside || !k.before && name != "{username}" && name != "{code}"):
				return fmt.Errorf("%s begins an argument", name)
			}
		}
	}
	return nil
}

// Has says whether a placeholder is in the arguments.
func (t Template) Has(name string) bool {
	return slices.ContainsFunc(t, func(arg string) bool { return strings.Contains(arg, name) })
}

// Names are the placeholders in the arguments.
func (t Template) Names() (names []string) {
	for _, arg := range t {
		names = append(names, placeholder.FindAllString(arg, -1)...)
	}
	return names
}

// Chosen are the values that whoever asks chooses.
func Chosen(values map[string]string) (out []string) {
	for name, value := range values {
		if k := kinds[name]; !k.before || k.inside {
			out = append(out, value)
		}
	}
	return out
}

// Fill is the arguments with the values in them, by placeholder. Each value has the form
// of its kind, or ErrValue.
func (t Template) Fill(values map[string]string) ([]string, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	var wrong error
	out := make([]string, len(t))
	for i, arg := range t {
		out[i] = placeholder.ReplaceAllStringFunc(arg, func(name string) string {
			written, err := kinds[name].written(values[name])
			if err != nil {
				wrong = err
			}
			return written
		})
	}
	if wrong != nil {
		return nil, wrong
	}
	return out, nil
}

func (k kind) written(value string) (string, error) {
	bad := value == "" || len(value) > textMax || !utf8.ValidString(value) || strings.ContainsRune(value, 0) || k.form != nil && !k.form.MatchString(value)
	switch {
	case bad && k.all:
		return "", ErrNever
	case bad:
		return "", ErrValue
	case k.write != nil:
		value = k.write(value)
	}
	return value, nil
}
