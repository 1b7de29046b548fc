package tables

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlio"
	"greenroom/service/store"
)

// timeAt scans a time that may be NULL.
type timeAt struct{ to **time.Time }

func (t timeAt) Scan(v any) error {
	*t.to = nil
	if n, ok := v.(int64); ok {
		at := time.UnixMicro(n).UTC()
		*t.to = &at
	}
	return nil
}

// seconds is a time stored as Unix seconds.
type seconds struct{ at *time.Time }

func (t seconds) Value() (driver.Value, error) { return t.at.Unix(), nil }

func (t seconds) Scan(v any) error {
	n, ok := v.(int64)
	if !ok {
		return fmt.Errorf("%T is no time", v)
	}
	*t.at = time.Unix(n, 0).UTC()
	return nil
}

// list is a slice as stored: a JSON array, "" when empty.
func list[T any](v []T) string {
	if len(v) == 0 {
		return ""
	}
	if texts, ok := any(v).([]string); ok && !slices.ContainsFunc(texts, escaped) {
		return `["` + strings.Join(texts, `","`) + `"]`
	}
	return sqlio.List(v)
}

// escaped holds for texts that may not stand in JSON as they are; hardly any are.
func escaped(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return true
		}
	}
	return false
}

// listIn is a slice stored as list has it.
type listIn[T any] struct{ to *[]T }

func (l listIn[T]) Value() (driver.Value, error) { return list(*l.to), nil }

func (l listIn[T]) Scan(v any) error {
	*l.to = nil
	s, ok := v.(string)
	switch {
	case !ok || s == "":
		return nil
	case s == "[]": // as most are
		*l.to = []T{}
		return nil
	}
	if to, ok := any(l.to).(*[]string); ok && len(s) >= len(`[""]`) && s[:2] == `["` && s[len(s)-2:] == `"]` {
		if texts := strings.Split(s[2:len(s)-2], `","`); !slices.ContainsFunc(texts, escaped) {
			*to = texts
			return nil
		}
	}
	return json.Unmarshal([]byte(s), l.to)
}

// asJSON is a value stored as JSON text.
type asJSON[T any] struct{ to *T }

func (j asJSON[T]) Value() (driver.Value, error) {
	b, err := json.Marshal(j.to)
	return string(b), err
}

func (j asJSON[T]) Scan(v any) error {
	s, ok := v.(string)
	if !ok {
		return fmt.Errorf("%T is no JSON text", v)
	}
	return json.Unmarshal([]byte(s), j.to)
}

// orNull is a text that is NULL where it is empty.
type orNull struct{ to *string }

func (t orNull) Value() (driver.Value, error) { return sqlio.OrNull(*t.to), nil }

func (t orNull) Scan(v any) error {
	*t.to, _ = v.(string)
	return nil
}

// keyOf is a username as it is looked up, NULL where none is known. It is written
// only: the username itself stands beside it.
type keyOf struct{ username *string }

func (k keyOf) Value() (driver.Value, error) { return sqlio.OrNull(store.NameKey(*k.username)), nil }

func (k keyOf) Scan(any) error { return nil }

// deflateFrom is the size of segments from which compressing pays.
const deflateFrom = 16 << 10

// segmentLists are segments as stored, a list for each field: shorter and faster
// than a list of records.
type segmentLists struct {
	Start    []float64 `json:"s"`
	Duration []float64 `json:"d"`
	Text     []string  `json:"t"`
}

// packed is the JSON of segments, raw when short, else squeezed.
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
	return squeezed(raw)
}

// squeezed is JSON deflated behind a zero byte, which no JSON starts with.
func squeezed(raw []byte) []byte { return append([]byte{0}, deflated(raw)...) }

// unsqueezed is the JSON that was stored, squeezed or as it is.
func unsqueezed(kept []byte) ([]byte, error) {
	if len(kept) == 0 || kept[0] != 0 {
		return kept, nil
	}
	return inflated(kept[1:])
}

// finite is a number that JSON can carry: a time that is none is the start.
func finite(f float64) float64 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return 0
	}
	return f
}

// segments holds speech with its times, packed.
type segments struct{ to *[]api.Segment }

func (s segments) Value() (driver.Value, error) { return packed(*s.to), nil }

func (s segments) Scan(v any) error {
	*s.to = nil
	raw, ok := v.([]byte)
	if !ok || len(raw) == 0 {
		return nil
	}
	raw, err := unsqueezed(raw)
	if err != nil {
		return fmt.Errorf("inflate segments: %w", err)
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
