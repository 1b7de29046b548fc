package importer

import (
	"math"
	"strconv"
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

// TestWhatIsKeptOfCells holds that a cell is read once, and that few are kept.
func TestWhatIsKeptOfCells(t *testing.T) {
	read := 0
	length := func(text string) int { read++; return len(text) }
	k := kept[int]{}
	for range 2 {
		for i := range mostKept {
			if got := k.of(strconv.Itoa(i), length); got != len(strconv.Itoa(i)) {
				t.Fatalf("%d of %d", got, i)
			}
		}
	}
	if k.of("one more", length); read != mostKept+1 || len(k) != 1 {
		t.Errorf("%d read, %d kept", read, len(k))
	}
	if kept[int](nil).of("abc", length) != 3 {
		t.Error("without a memory it is not read")
	}
}
