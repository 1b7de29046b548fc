package sqlite

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"reflect"
	"strings"
	"time"

	"greenroom/internal/sqlite"
)

// column is a field of a record: its name in the table, and where its value is.
// At is a pointer to the field, or a stored around it.
type column struct {
	name string
	at   any
}

// stored is a field that is kept in a form of its own.
type stored interface {
	sql.Scanner
	driver.Valuer
}

// table is how a record is kept: its columns, from which the statements and the
// scans are made.
type table[T any] struct {
	name    string
	names   []string
	columns func(*T) []column
	dates   int // the last columns that say when a record was seen: 1 or none
}

func newTable[T any](name string, columns func(*T) []column) table[T] {
	t := table[T]{name: name, columns: columns}
	all := columns(new(T))
	for _, c := range all {
		t.names = append(t.names, c.name)
	}
	if _, dated := all[len(all)-1].at.(*time.Time); dated {
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

// values are the columns as they are written.
func (t table[T]) values(v T) []any {
	columns := t.columns(&v)
	out := make([]any, len(columns))
	for i, c := range columns {
		out[i] = bound(c.at)
	}
	return out
}

// into is where a row of the columns is scanned to, after what stands before them.
func (t table[T]) into(v *T, before ...any) []any {
	for _, c := range t.columns(v) {
		before = append(before, scanned(c.at))
	}
	return before
}

// scan reads a row that is the columns and no more.
func (t table[T]) scan(r sqlite.Row) (v T, err error) { return v, r.Scan(t.into(&v)...) }

// bound is a field as SQLite takes it: NULL for nil and for the zero time.
func bound(at any) any {
	switch p := at.(type) {
	case *string:
		return *p
	case *bool:
		return *p
	case *time.Time:
		return sqlite.Micros(*p)
	case **time.Time:
		if *p == nil {
			return nil
		}
		return sqlite.Micros(**p)
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
		return sqlite.Time(p)
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
