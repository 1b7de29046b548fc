package importer

import (
	"math"
	"testing"
)

// TestMarksTellNumbersApart holds that hardly any two numbers of accounts share a mark.
func TestMarksTellNumbersApart(t *testing.T) {
	const numbers = 100_000
	for name, value := range map[string]func(i uint64) uint64{
		"counts":         func(i uint64) uint64 { return i },
		"large counts":   func(i uint64) uint64 { return i * 7919 },
		"rates":          func(i uint64) uint64 { return math.Float64bits(float64(i) / 100) },
		"counts squared": func(i uint64) uint64 { return i * i },
	} {
		marks := map[uint32]bool{}
		for i := range uint64(numbers) {
			marks[mark(value(i))] = true
		}
		if len(marks) < numbers-20 || marks[0] {
			t.Errorf("%d %s have %d marks", numbers, name, len(marks))
		}
	}
}
