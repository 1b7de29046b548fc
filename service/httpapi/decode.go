package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"greenroom/service"
)

// decodeBody reads a JSON body into a struct and refuses whatever is not
// exactly of its shape: keys it does not have, in exactly their case; keys
// given twice or missing; values of another type; anything after the object.
// Keys whose tag says omitempty are optional, and null there means absent. A whole
// number may be written in any way of JSON: 5.0 and 1e1 are such. The error names the
// key.
func decodeBody(body []byte, into any) error {
	if !utf8.Valid(body) || half.Match(body) && half.Match(paired.ReplaceAll(body, []byte(" "))) {
		return service.Invalid("", "The body is not valid UTF-8, or escapes half of a character.")
	}
	w := &shapeWalker{Decoder: json.NewDecoder(bytes.NewReader(body)), body: body}
	w.UseNumber()
	if err := w.value(reflect.TypeOf(into).Elem(), ""); err != nil {
		return err
	}
	if _, err := w.Token(); !errors.Is(err, io.EOF) {
		return service.Invalid("", "The body contains more than one JSON value.")
	}
	err := json.Unmarshal(w.inDigits(), into)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return service.Invalid(wrong.Field, wrong.Field+" is out of range, or not a whole number.")
	}
	if err != nil {
		return malformed()
	}
	return nil
}

// half is one of two surrogates, for which encoding/json puts another character; paired are
// two of them, and a backslash that is text itself.
var half, paired = regexp.MustCompile(`\\u[dD][89a-fA-F]`), regexp.MustCompile(`(?i)\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}`)

func malformed() error { return service.Invalid("", "The body is not valid JSON.") }

// shapeWalker compares JSON with a Go type, token by token. The type bounds
// how deep it goes.
type shapeWalker struct {
	*json.Decoder
	body   []byte
	digits []byte // the body up to copied, its whole numbers in digits; nil where all are
	copied int
}

// inDigits is the body with its whole numbers in digits, as encoding/json reads them.
func (w *shapeWalker) inDigits() []byte {
	if w.digits == nil {
		return w.body
	}
	return append(w.digits, w.body[w.copied:]...)
}

// whole notes a whole number that was just read and is not written in digits.
func (w *shapeWalker) whole(n json.Number) {
	if !strings.ContainsAny(string(n), ".eE") {
		return
	}
	f, err := n.Float64()
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return // encoding/json refuses it
	}
	end := int(w.InputOffset())
	w.digits = append(w.digits, w.body[w.copied:end-len(n)]...)
	w.digits, w.copied = strconv.AppendInt(w.digits, int64(f), 10), end
}

func (w *shapeWalker) value(t reflect.Type, at string) error {
	token, err := w.Token()
	if err != nil {
		return malformed()
	}
	return w.rest(token, t, at)
}

// rest compares a value whose first token has been read.
func (w *shapeWalker) rest(token json.Token, t reflect.Type, at string) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == reflect.TypeFor[json.RawMessage]() {
		return w.skip(token, at)
	}
	switch t.Kind() {
	case reflect.Struct:
		if token == json.Delim('{') {
			return w.object(t, at)
		}
		return wrongType(at, "an object")
	case reflect.Slice:
		if token == json.Delim('[') {
			return w.array(t.Elem(), at)
		}
		return wrongType(at, "a list")
	}
	if n, ok := token.(json.Number); ok && t.Kind() == reflect.Int {
		w.whole(n)
	}
	return scalar(t.Kind(), token, at)
}

// skip passes over an object that its rule reads itself, as it stands.
func (w *shapeWalker) skip(token json.Token, at string) error {
	if token != json.Delim('{') {
		return wrongType(at, "an object")
	}
	for depth := 1; depth > 0; {
		token, err := w.Token()
		if err != nil {
			return malformed()
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
	}
	return nil
}

func scalar(k reflect.Kind, token json.Token, at string) error {
	fits := false
	switch token.(type) {
	case string:
		fits = k == reflect.String
	case json.Number:
		fits = k != reflect.String && k != reflect.Bool
	case bool:
		fits = k == reflect.Bool
	}
	if !fits {
		return wrongType(at, wanted(k))
	}
	if text, _ := token.(string); strings.Contains(text, nul) {
		return service.Invalid(at, at+" contains a NUL character.")
	}
	return nil
}

// nul stands in no text of a request: not every store can keep it.
const nul = "\x00"

func wanted(k reflect.Kind) string {
	switch k {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	default:
		return "a number"
	}
}

func wrongType(at, want string) error {
	if at == "" {
		return service.Invalid("", "The body must be "+want+".")
	}
	return service.Invalid(at, at+" must be "+want+".")
}

func (w *shapeWalker) array(of reflect.Type, at string) error {
	for i := 0; w.More(); i++ {
		if err := w.value(of, fmt.Sprintf("%s[%d]", at, i)); err != nil {
			return err
		}
	}
	return w.end()
}

func (w *shapeWalker) object(t reflect.Type, at string) error {
	known, given := fields(t), map[string]bool{}
	for w.More() {
		token, err := w.Token()
		key, ok := token.(string)
		if err != nil || !ok {
			return malformed()
		}
		i := slices.IndexFunc(known, func(f field) bool { return f.name == key })
		if i < 0 {
			return service.Invalid(join(at, key), "This request has no such key. Check the spelling.")
		}
		if given[key] {
			return service.Invalid(join(at, key), join(at, key)+" is given twice.")
		}
		given[key] = true
		if err := w.member(known[i], join(at, key)); err != nil {
			return err
		}
	}
	if err := w.end(); err != nil {
		return err
	}
	return absent(known, given, at)
}

// member reads one value; null stands for an optional one that is left out.
func (w *shapeWalker) member(f field, at string) error {
	token, err := w.Token()
	if err != nil {
		return malformed()
	}
	if token == nil && f.optional {
		return nil
	}
	return w.rest(token, f.of, at)
}

func (w *shapeWalker) end() error {
	if _, err := w.Token(); err != nil {
		return malformed()
	}
	return nil
}

type field struct {
	name     string
	of       reflect.Type
	optional bool
}

// fields lists the keys of a struct as it declares them.
func fields(t reflect.Type) []field {
	out := make([]field, t.NumField())
	for i := range out {
		name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		out[i] = field{name, t.Field(i).Type, options == "omitempty"}
	}
	return out
}

// absent names the first required key that was not given, if there is one.
func absent(known []field, given map[string]bool, at string) error {
	for _, f := range known {
		if !f.optional && !given[f.name] {
			return service.Invalid(join(at, f.name), join(at, f.name)+" is missing.")
		}
	}
	return nil
}

func join(at, key string) string {
	if at == "" {
		return key
	}
	return at + "." + key
}
