package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// File is a file of settings with the line of every key, by which mistakes are
// told. Its zero value is a file that is not there.
type File struct {
	path  string
	mode  fs.FileMode
	there bool
	lines map[string]int // by the path of the key, joined with keySeparator
}

// keySeparator joins the parts of a key; no key that is typed holds it.
const keySeparator = "\x00"

var errPipe = errors.New("is a named pipe")

// byteOrderMark stands before the text in files of some editors.
var byteOrderMark = []byte("\ufeff")

// readDocument decodes a file into a struct. A file that is not there is an
// empty one.
func readDocument(path string, into any) (File, error) {
	d := File{path: path}
	info, err := os.Stat(path)
	if err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
		err = errPipe // opening it would wait for a writer, and hear no signal
	}
	var raw []byte
	if err == nil {
		raw, err = os.ReadFile(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return d, nil
	}
	if err != nil {
		return d, d.unreadable(err)
	}
	d.mode, d.there = info.Mode().Perm(), true
	return d, d.decode(bytes.TrimPrefix(raw, byteOrderMark), into)
}

// ReadFile is a file that somebody named, decoded into a struct, and has to be
// there. Errors name the line, and repeat no value.
func ReadFile(path string, into any) (File, error) {
	d, err := readDocument(path, into)
	if err == nil && !d.there {
		err = d.unreadable(fs.ErrNotExist)
	}
	return d, err
}

func (d *File) unreadable(err error) error {
	cause := err
	if inner, ok := errors.AsType[*fs.PathError](err); ok {
		cause = inner.Err
	}
	return &FileError{Path: d.path, Problem: "it cannot be read: " + cause.Error(), Err: err}
}

// decode refuses what the struct does not know. What the library says of a
// mistake is used without the text it stands in, which may be a key.
func (d *File) decode(raw []byte, into any) error {
	err := toml.Unmarshal(raw, into)
	if bad, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, _ := bad.Position()
		return d.wrong(line, mistake(bad))
	}
	if err != nil {
		return d.wrong(0, "it is not TOML")
	}
	d.lines = map[string]int{}
	for _, k := range keysOf(raw) {
		if problem := unknownKey(reflect.TypeOf(into), k.path); problem != "" {
			return d.wrong(k.line, problem)
		}
		for n := 1; n <= len(k.path); n++ {
			path := strings.Join(k.path[:n], keySeparator)
			if _, known := d.lines[path]; !known {
				d.lines[path] = k.line
			}
		}
	}
	return nil
}

func (d *File) wrong(line int, problem string) error {
	return &FileError{Path: d.path, Line: line, Problem: problem}
}

// Refuse is a mistake in the value of a key.
func (d *File) Refuse(problem string, key ...string) error {
	return d.wrong(d.line(key...), problem)
}

// line returns the line of a key, or of the nearest one above it that has a line.
func (d *File) line(key ...string) int {
	for n := len(key); n > 0; n-- {
		if line, ok := d.lines[strings.Join(key[:n], keySeparator)]; ok {
			return line
		}
	}
	return 0
}

func (d *File) from(key ...string) Origin {
	return Origin{FromFile, d.path, d.line(key...)}
}

// mistake names the key of a value that has the wrong type, and says what is
// wrong with the text otherwise.
func mistake(bad *toml.DecodeError) string {
	said := strings.TrimPrefix(bad.Error(), "toml: ")
	if key := bad.Key(); len(key) > 0 && strings.HasPrefix(said, "cannot decode") {
		what, _, _ := strings.Cut(strings.TrimPrefix(said, "cannot decode TOML "), " into")
		return strings.Join(key, ".") + " cannot be a value of the kind " + what
	}
	return "it is not TOML: " + said
}

// unknownKey says that a struct has no place for a key, and what it has; "" if
// it has.
func unknownKey(t reflect.Type, path []string) string {
	for i, part := range path {
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		switch t.Kind() {
		case reflect.Map:
			t = t.Elem()
			continue
		case reflect.Struct:
		default:
			return ""
		}
		field, names := fieldOf(t, part)
		if field == nil {
			return fmt.Sprintf("no setting named %s; allowed here: %s", strings.Join(path[:i+1], "."), strings.Join(names, ", "))
		}
		t = field
	}
	return ""
}

// fieldOf is the type of a struct's field by its name in the file, nil if there
// is none, and all names.
func fieldOf(t reflect.Type, name string) (found reflect.Type, names []string) {
	for f := range t.Fields() {
		tag, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
		if tag == "" {
			continue
		}
		names = append(names, tag)
		if tag == name {
			found = f.Type
		}
	}
	return found, names
}

// placedKey is a key with all that stands before it, and its line.
type placedKey struct {
	path []string
	line int
}

// keysOf are the keys of a file that can be read, in its order.
func keysOf(raw []byte) []placedKey {
	var p unstable.Parser
	p.Reset(raw)
	var found []placedKey
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			key := placed(&p, e, nil)
			table, found = key.path, append(found, key)
		case unstable.KeyValue:
			found = appendKeys(found, &p, e, table)
		}
	}
	return found
}

func appendKeys(found []placedKey, p *unstable.Parser, e *unstable.Node, above []string) []placedKey {
	key := placed(p, e, above)
	found = append(found, key)
	if e.Value().Kind != unstable.InlineTable {
		return found
	}
	for it := e.Value().Children(); it.Next(); {
		found = appendKeys(found, p, it.Node(), key.path)
	}
	return found
}

func placed(p *unstable.Parser, e *unstable.Node, above []string) placedKey {
	key := placedKey{path: slices.Clone(above)}
	for it := e.Key(); it.Next(); {
		if key.line == 0 {
			key.line = p.Shape(it.Node().Raw).Start.Line
		}
		key.path = append(key.path, string(it.Node().Data))
	}
	return key
}
