package sqlite

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlite"
)

// table is the content of a record's table: the columns that merging compares
// and replaces, the date of the record last where it has one.
type table struct {
	name    string
	columns []string
}

func newTable(name, columns string) table {
	return table{name, strings.Fields(strings.ReplaceAll(columns, ",", " "))}
}

// selected lists the columns for a SELECT.
func (t table) selected() string { return t.name + "." + strings.Join(t.columns, ", "+t.name+".") }

// inserting leaves out a row that conflicts with one that is there.
func (t table) inserting(keys ...string) string {
	all := append(keys, t.columns...)
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (?%s) ON CONFLICT DO NOTHING",
		t.name, strings.Join(all, ", "), strings.Repeat(", ?", len(all)-1))
}

// updating takes the columns and then the rowid.
func (t table) updating() string {
	return fmt.Sprintf("UPDATE %s SET %s = ? WHERE id = ?", t.name, strings.Join(t.columns, " = ?, "))
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

func boundInt(p *int) any {
	if p == nil {
		return nil
	}
	return int64(*p)
}

func microsOf(t *time.Time) any {
	if t == nil {
		return nil
	}
	return sqlite.Micros(*t)
}

// timeAt scans what microsOf wrote.
type timeAt struct{ to **time.Time }

func (t timeAt) Scan(v any) error {
	*t.to = nil
	if n, ok := v.(int64); ok {
		at := time.UnixMicro(n).UTC()
		*t.to = &at
	}
	return nil
}

// secondsIn scans Unix seconds.
type secondsIn struct{ to *time.Time }

func (t secondsIn) Scan(v any) error {
	n, ok := v.(int64)
	if !ok {
		return fmt.Errorf("%T is no time", v)
	}
	*t.to = time.Unix(n, 0).UTC()
	return nil
}

// list is a slice as stored: a JSON array, "" when empty.
func list[T any](v []T) string {
	if len(v) == 0 {
		return ""
	}
	return sqlite.List(v)
}

// listIn scans what list wrote.
type listIn[T any] struct{ to *[]T }

func (l listIn[T]) Scan(v any) error {
	*l.to = nil
	s, ok := v.(string)
	if !ok || s == "" {
		return nil
	}
	return json.Unmarshal([]byte(s), l.to)
}

// jsonIn scans any value stored as JSON text.
type jsonIn struct{ to any }

func (j jsonIn) Scan(v any) error {
	s, ok := v.(string)
	if !ok {
		return fmt.Errorf("%T is no JSON text", v)
	}
	return json.Unmarshal([]byte(s), j.to)
}

func nullable(to *string) textIn { return textIn{to} }

// textIn scans a text that may be NULL.
type textIn struct{ to *string }

func (t textIn) Scan(v any) error {
	*t.to, _ = v.(string)
	return nil
}

// deflateFrom is the size of segments from which compressing pays.
const deflateFrom = 16 << 10

// segmentLists are segments as stored, a list for each field: shorter and faster
// than a list of records.
type segmentLists struct {
	Start    []float64 `json:"s"`
	Duration []float64 `json:"d"`
	Text     []string  `json:"t"`
}

// packed is the JSON of segments, raw when short, else deflated behind a zero
// byte, which no JSON starts with.
func packed(segments []api.Segment) []byte {
	if len(segments) == 0 {
		return nil
	}
	c := segmentLists{make([]float64, len(segments)), make([]float64, len(segments)), make([]string, len(segments))}
	for i, s := range segments {
		c.Start[i], c.Duration[i], c.Text[i] = finite(s.Start), finite(s.Duration), s.Text
	}
	raw, err := json.Marshal(c)
	if err != nil || len(raw) < deflateFrom {
		return raw
	}
	out := bytes.NewBuffer([]byte{0})
	w, err := flate.NewWriter(out, flate.BestSpeed)
	if err != nil {
		return raw
	}
	w.Write(raw)
	w.Close()
	return out.Bytes()
}

// finite is a number that JSON can carry: a time that is none is the start.
func finite(f float64) float64 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return 0
	}
	return f
}

// segmentsIn scans what packed wrote.
type segmentsIn struct{ to *[]api.Segment }

func (s segmentsIn) Scan(v any) error {
	*s.to = nil
	raw, ok := v.([]byte)
	if !ok || len(raw) == 0 {
		return nil
	}
	if raw[0] == 0 {
		var err error
		if raw, err = io.ReadAll(flate.NewReader(bytes.NewReader(raw[1:]))); err != nil {
			return fmt.Errorf("inflate segments: %w", err)
		}
	}
	var c segmentLists
	if err := json.Unmarshal(raw, &c); err != nil {
		return fmt.Errorf("decode segments: %w", err)
	}
	if len(c.Duration) != len(c.Start) || len(c.Text) != len(c.Start) {
		return errors.New("decode segments: lists of different lengths")
	}
	*s.to = make([]api.Segment, len(c.Start))
	for i := range c.Start {
		(*s.to)[i] = api.Segment{Text: c.Text[i], Start: c.Start[i], Duration: c.Duration[i]}
	}
	return nil
}
