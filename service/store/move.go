package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"iter"
	"math"
	"slices"
	"strings"
)

// Table is a table of an engine as it is moved to another: plain columns, with the
// same names in every engine.
type Table struct {
	Name    string
	Columns []string // those of the key come first
	Key     int      // how many columns order the rows and tell them apart
}

// Values are the columns of a row, each an int64, float64, string, []byte or nil.
type Values []any

// Movable is an engine whose rows can be copied, whatever they mean.
type Movable interface {
	Setting(ctx context.Context, name string) (string, error)
	SetSetting(ctx context.Context, name, value string) error
	// Snapshot is the store as it stands now, also while others write to it.
	Snapshot(ctx context.Context) (Snapshot, error)
	// Put writes new rows of a table, and Drop removes those with these keys: each in
	// one transaction.
	Put(ctx context.Context, t Table, rows []Values) error
	Drop(ctx context.Context, t Table, keys []Values) error
	// Moved is called when all rows are there, for what an engine keeps beside them.
	Moved(ctx context.Context) error
	// Faults says what is wrong with the store itself, a sentence each.
	Faults(ctx context.Context) ([]string, error)
	// Size returns its size on disk, in bytes.
	Size(ctx context.Context) (int64, error)
}

// Snapshot is a store at one moment.
type Snapshot interface {
	// Tables are all that hold something of ours, each behind those it refers to.
	Tables(ctx context.Context) ([]Table, error)
	Count(ctx context.Context, t Table) (int64, error)
	// Rows are those of a table by its key, in the order of Compare.
	Rows(ctx context.Context, t Table) iter.Seq2[Values, error]
	Close() error
}

// Ordered puts tables behind those they refer to, and makes a key of all columns
// where a table has none.
func Ordered(tables []Table, refers map[string][]string) []Table {
	var out []Table
	var place func(t Table, above []string)
	place = func(t Table, above []string) {
		if slices.Contains(above, t.Name) || slices.ContainsFunc(out, func(o Table) bool { return o.Name == t.Name }) {
			return
		}
		for _, other := range tables {
			if slices.Contains(refers[t.Name], other.Name) {
				place(other, append(above, t.Name))
			}
		}
		if t.Key == 0 {
			t.Key = len(t.Columns)
		}
		out = append(out, t)
	}
	for _, t := range tables {
		place(t, nil)
	}
	return out
}

// Compare orders values: nothing, numbers, then texts and bytes by their bytes.
func Compare(a, b Values) int {
	return slices.CompareFunc(a, b, func(a, b any) int {
		if order := cmp.Compare(kindOf(a), kindOf(b)); order != 0 {
			return order
		}
		switch a := a.(type) {
		case nil:
			return 0
		case int64:
			if b, ok := b.(int64); ok {
				return cmp.Compare(a, b)
			}
		}
		if kindOf(a) == aNumber {
			return cmp.Compare(number(a), number(b))
		}
		return bytes.Compare(raw(a), raw(b))
	})
}

const (
	nothing byte = iota
	aNumber
	aText
)

func kindOf(v any) byte {
	switch v.(type) {
	case nil:
		return nothing
	case int64, float64:
		return aNumber
	}
	return aText
}

func number(v any) float64 {
	if n, ok := v.(int64); ok {
		return float64(n)
	}
	return v.(float64)
}

// raw leaves out the NUL of a text, which not every engine keeps: a mark counts it apart.
func raw(v any) []byte {
	if text, ok := v.(string); ok {
		return []byte(strings.ReplaceAll(text, "\x00", ""))
	}
	b, _ := v.([]byte)
	return b
}

// appendTo writes a row so that no two have the same bytes. A text is the same as
// its bytes, and a whole number as the same with a point: engines differ in these.
func (v Values) appendTo(b []byte) []byte {
	for _, value := range v {
		switch n := value.(type) {
		case nil:
			b = append(b, 'n')
		case int64:
			b = binary.BigEndian.AppendUint64(append(b, 'i'), uint64(n))
		case float64:
			if whole := int64(n); float64(whole) == n && math.Abs(n) < 1<<53 {
				b = binary.BigEndian.AppendUint64(append(b, 'i'), uint64(whole))
				continue
			}
			b = binary.BigEndian.AppendUint64(append(b, 'f'), math.Float64bits(n))
		default:
			text := raw(value)
			b = append(binary.AppendUvarint(append(b, 't'), uint64(len(text))), text...)
		}
	}
	return b
}

// Mark is a table with the number of its rows, a checksum over all of them, and the NUL
// characters in their texts.
type Mark struct {
	Table string `json:"table"`
	Rows  int64  `json:"rows"`
	Sum   string `json:"sha256"`
	NULs  int64  `json:"nuls,omitempty"`
}

// tally makes the mark of a table from its rows.
type tally struct {
	Mark
	sum hash.Hash
	buf []byte
}

func newTally(t Table) *tally {
	h := sha256.New()
	fmt.Fprintf(h, "%s %q\n", t.Name, t.Columns)
	return &tally{Mark: Mark{Table: t.Name}, sum: h}
}

func (t *tally) mark() Mark {
	t.Sum = hex.EncodeToString(t.sum.Sum(nil))
	return t.Mark
}

func (t *tally) add(v Values) {
	t.Rows++
	for _, value := range v {
		if text, ok := value.(string); ok {
			t.NULs += int64(strings.Count(text, "\x00"))
		}
	}
	t.buf = v.appendTo(t.buf[:0])
	t.sum.Write(t.buf)
}

// Marks are those of all tables of a snapshot. Equal marks are equal stores,
// whatever their engines.
func Marks(ctx context.Context, s Snapshot) ([]Mark, error) {
	var marks []Mark
	tables, err := s.Tables(ctx)
	for _, t := range tables {
		sum := newTally(t)
		for v, err := range ours(ctx, s, t) {
			if err != nil {
				return nil, fmt.Errorf("read %s: %w", t.Name, err)
			}
			sum.add(v)
		}
		marks = append(marks, sum.mark())
	}
	return marks, err
}

// Sum is one checksum over all marks, and the rows of all tables together.
func Sum(marks []Mark) (rows int64, sum string) {
	h := sha256.New()
	for _, m := range marks {
		rows += m.Rows
		fmt.Fprintln(h, m.Table, m.Rows, m.Sum)
	}
	return rows, hex.EncodeToString(h.Sum(nil))
}
