package api

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Credits is an exact amount in thousandths of a credit. One credit is $0.01.
type Credits int64

// Credit is one whole credit.
const Credit Credits = 1000

// ErrCredits is returned for text that is no amount of credits.
var ErrCredits = errors.New("not an amount of credits")

// String writes the amount as the headers carry it: decimal, no trailing
// zeros, no exponent ("45", "0.05", "-1.5").
func (c Credits) String() string {
	sign, n := "", uint64(c)
	if c < 0 {
		sign, n = "-", -n // unsigned, so that the lowest amount has its opposite too
	}
	whole := sign + strconv.FormatUint(n/1000, 10)
	if n%1000 == 0 {
		return whole
	}
	return whole + "." + strings.TrimRight(fmt.Sprintf("%03d", n%1000), "0")
}

// ParseCredits reads a decimal of at most three places. It refuses anything
// finer, because rounding money is a decision nobody took.
func ParseCredits(s string) (Credits, error) {
	digits, negative := strings.CutPrefix(s, "-")
	whole, part, _ := strings.Cut(digits, ".")
	part = strings.TrimRight(part, "0")
	if len(whole) == 0 || len(whole) > 15 || len(part) > 3 || !allDigits(whole) || !allDigits(part) {
		return 0, fmt.Errorf("%q: %w", s, ErrCredits)
	}
	n, _ := strconv.ParseInt(whole+(part + "000")[:3], 10, 64) // 18 digits always fit
	if negative {
		n = -n
	}
	return Credits(n), nil
}

func allDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// Dollars is the amount in money, unrounded and with two decimals at least: "$0.001".
func (c Credits) Dollars() string {
	const dollar = 100 * Credit
	sign, n := "", uint64(c)
	if c < 0 {
		sign, n = "-", -n
	}
	part := strings.TrimRight(fmt.Sprintf("%05d", n%uint64(dollar)), "0")
	return fmt.Sprintf("%s$%d.%s", sign, n/uint64(dollar), (part + "00")[:max(2, len(part))])
}

// MarshalJSON writes a JSON number.
func (c Credits) MarshalJSON() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalJSON reads a JSON number of at most three places.
func (c *Credits) UnmarshalJSON(b []byte) error {
	n, err := ParseCredits(string(b))
	if err == nil {
		*c = n
	}
	return err
}
