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

// column is called for each column of a record: its name in the table, and where
// its value is. At is a pointer to the field, or a stored around it.
type column func(name string, at any)

// stored is a field that is kept in a form of its own.
type stored interface {
	sql.Scanner
	driver.Valuer
}

// table describes a record's columns, from which the statements and the scans are made.
type table[T any] struct {
	name   string
	names  []string
	fields func(*T, column)
	dates  int // the last columns that say when a record was seen: 1 or none
}

func newTable[T any](name string, fields func(*T, column)) table[T] {
	t := table[T]{name: name, fields: fields}
	fields(new(T), func(name string, at any) {
		t.names, t.dates = append(t.names, name), 0
		if _, dated := at.(*time.Time); dated {
			t.dates = 1
		}
	})
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
	out := append(make([]any, 0, len(keys)+len(t.names)+1), keys...)
	t.fields(v, func(_ string, at any) { out = append(out, bound(at)) })
	return out
}

// into returns the targets for a row of the columns, after those for the values before
// them.
func (t table[T]) into(v *T, before ...any) []any {
	out := append(make([]any, 0, len(before)+len(t.names)), before...)
	t.fields(v, func(_ string, at any) { out = append(out, scanned(at)) })
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
