package sqlio

import (
	"database/sql"
	"encoding/json"
	"time"
)

// Int scans a single number.
func Int(r Row) (v int64, err error) { return v, r.Scan(&v) }

// Text scans a single text.
func Text(r Row) (v string, err error) { return v, r.Scan(&v) }

// List is a list as one parameter, for json_each.
func List[T any](v []T) string {
	if len(v) == 0 {
		return "[]" // also where there is no list
	}
	b, err := json.Marshal(v)
	if err != nil {
		return "[]"
	}
	return string(b)
}

// Bound is a pointer as SQLite takes it: NULL for nil.
func Bound[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

// OrNull keeps the zero value as NULL.
func OrNull[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}

// Micros is a time as stored: Unix microseconds, NULL for the zero time.
func Micros(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMicro()
}

// Time scans what Micros wrote, as UTC.
func Time(to *time.Time) sql.Scanner { return timeIn{to} }

type timeIn struct{ to *time.Time }

func (t timeIn) Scan(v any) error {
	*t.to = time.Time{}
	if n, ok := v.(int64); ok {
		*t.to = time.UnixMicro(n).UTC()
	}
	return nil
}
