package tables

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"reflect"
	"strings"
	"time"

	"greenroom/internal/sqlio"
)

// stored is a field that is kept in a form of its own.
type stored interface {
	sql.Scanner
	driver.Valuer
}

// table describes a record's columns, from which the statements and the scans are made.
type table[T any] struct {
	name   string
	names  []string
	fields func(v *T, to []any) []any // appends pointers to the fields, or a stored around one
	dates  int                        // the last columns that say when a record was seen: 1 or none
}

// newTable takes the names of columns in the order of their fields.
func newTable[T any](name, columns string, fields func(v *T, to []any) []any) table[T] {
	t := table[T]{name: name, names: strings.Fields(columns), fields: fields}
	all := fields(new(T), nil)
	if len(all) != len(t.names) {
		panic(fmt.Sprintf("%s has %d columns and %d fields", name, len(t.names), len(all)))
	}
	if _, dated := all[len(all)-1].(*time.Time); dated {
		t.dates = 1
	}
	return t
}

// selected lists the columns for a SELECT.
func (t table[T]) selected() string { return t.name + "." + strings.Join(t.names, ", "+t.name+".") }

// inserting takes the keys and then the columns; it leaves out a row that
// conflicts with one that is there.
func (t table[T]) inserting(keys ...string) string {
	all := append(keys, t.names...)
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (?%s) ON CONFLICT DO NOTHING",
		t.name, strings.Join(all, ", "), strings.Repeat(", ?", len(all)-1))
}

// updating takes the columns and then the id.
func (t table[T]) updating() string {
	return fmt.Sprintf("UPDATE %s SET %s = ? WHERE id = ?", t.name, strings.Join(t.names, " = ?, "))
}

// values are the columns as they are written, after the keys.
func (t table[T]) values(v *T, keys ...any) []any {
	return t.each(v, bound, keys)
}

// into returns the targets for a row of the columns, after those for the values before
// them.
func (t table[T]) into(v *T, before ...any) []any {
	return t.each(v, scanned, before)
}

// each is what is made of the fields of a record, behind others.
func (t table[T]) each(v *T, made func(at any) any, behind []any) []any {
	out := t.fields(v, append(make([]any, 0, len(behind)+len(t.names)+1), behind...))
	for i := len(behind); i < len(out); i++ {
		out[i] = made(out[i])
	}
	return out
}

// scan reads a row that is the columns and no more.
func (t table[T]) scan(r sqlio.Row) (v T, err error) { return v, r.Scan(t.into(&v)...) }

// bound is a field as SQLite takes it: NULL for nil and for the zero time.
func bound(at any) any {
	switch p := at.(type) {
	case *string:
		return *p
	case *bool:
		return *p
	case **int64:
		return sqlio.Bound(*p)
	case **float64:
		return sqlio.Bound(*p)
	case *time.Time:
		return sqlio.Micros(*p)
	case **time.Time:
		if *p == nil {
			return nil
		}
		return sqlio.Micros(**p)
	case *[]string:
		return list(*p)
	case *[]byte:
		return *p
	case stored:
		if v, err := p.Value(); err == nil {
			return v
		}
		return p // the statement fails with the error
	}
	v := reflect.ValueOf(at).Elem()
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Float64:
		return v.Float()
	default:
		return v.Int()
	}
}

func scanned(at any) any {
	switch p := at.(type) {
	case *time.Time:
		return sqlio.Time(p)
	case **time.Time:
		return timeAt{p}
	case *[]string:
		return listIn[string]{p}
	}
	return at
}

// sameValues compares rows as they are bound.
func sameValues(a, b []any) bool {
	for i, v := range a {
		if blob, ok := v.([]byte); ok {
			if other, ok := b[i].([]byte); !ok || !bytes.Equal(blob, other) {
				return false
			}
			continue
		}
		if _, ok := b[i].([]byte); ok || v != b[i] {
			return false
		}
	}
	return true
}
