package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"greenroom/api"
)

// literal is a number or a word as it stands in the file: credits are exact,
// so no number of the file becomes a float on its way.
type literal struct{ text string }

// UnmarshalText keeps what stands there.
func (l *literal) UnmarshalText(text []byte) error {
	l.text = string(text)
	return nil
}

// MarshalText writes it.
func (l literal) MarshalText() ([]byte, error) { return []byte(l.text), nil }

// credits reads an amount that is 0 or more.
func credits(text string) (api.Credits, error) {
	n, err := api.ParseCredits(text)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("must be an amount of credits, 0 or more with at most three decimals, not %s", text)
	}
	return n, nil
}

var units = []struct {
	name  string
	bytes int64
}{
	{"KIB", 1 << 10}, {"MIB", 1 << 20}, {"GIB", 1 << 30}, {"TIB", 1 << 40},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1},
}

// ParseSize reads a size with its unit: "500 MB", "2GiB". It is returned in
// bytes.
func ParseSize(text string) (int64, error) {
	plain := strings.ToUpper(strings.TrimSpace(text))
	for _, u := range units {
		number, ok := strings.CutSuffix(plain, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(n >= 0) || n*float64(u.bytes) >= math.MaxInt64 {
			break
		}
		return int64(n * float64(u.bytes)), nil
	}
	return 0, fmt.Errorf("must be a size with a unit, such as 500 MB or 2 GiB, not %s", text)
}
