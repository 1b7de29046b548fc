// Package payment is what both sides of a machine payment agree on before a word
// is said: which networks and tokens count, and what their units are worth. The
// formats on the wire are in its sub-packages (x402, mpp), those of the chains in
// evm. It is a leaf that client and service share; neither a policy nor a price is
// known here.
package payment

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"greenroom/api"
	"greenroom/internal/payment/evm"
)

// MicroUSD is an exact amount in millionths of a dollar.
type MicroUSD int64

// Dollar is one dollar.
const Dollar MicroUSD = 1_000_000

// perCredit is a thousandth of a credit: one credit is $0.01.
const perCredit = int64(Dollar) / 100 / int64(api.Credit)

// Errors of amounts.
var (
	ErrDollars = errors.New("not an amount of dollars: digits with at most six decimals, like 1.50")
	ErrInexact = errors.New("the amount is no whole number of units")
	ErrRange   = errors.New("the amount is too large")
)

// FromCredits converts credits to money.
func FromCredits(c api.Credits) (MicroUSD, error) {
	if int64(c) > math.MaxInt64/perCredit || int64(c) < math.MinInt64/perCredit {
		return 0, ErrRange
	}
	return MicroUSD(int64(c) * perCredit), nil
}

// Credits converts money to credits; ErrInexact where the amount is finer than credits
// are.
func (m MicroUSD) Credits() (api.Credits, error) {
	if int64(m)%perCredit != 0 {
		return 0, ErrInexact
	}
	return api.Credits(int64(m) / perCredit), nil
}

// String is the amount in dollars: at least two decimals, no rounding.
func (m MicroUSD) String() string {
	sign, n := "", uint64(m)
	if m < 0 {
		sign, n = "-", -n
	}
	part := strings.TrimRight(fmt.Sprintf("%06d", n%uint64(Dollar)), "0")
	return sign + "$" + strconv.FormatUint(n/uint64(Dollar), 10) + "." + (part + "00")[:max(2, len(part))]
}

// ParseDollars reads "1.50", "$1.50" or "2". It refuses what is finer than a
// millionth.
func ParseDollars(s string) (MicroUSD, error) {
	digits := strings.TrimPrefix(strings.TrimSpace(s), "$")
	whole, part, _ := strings.Cut(digits, ".")
	part = strings.TrimRight(part, "0")
	if len(whole) == 0 || len(whole) > 12 || len(part) > 6 || strings.Trim(whole+part, "0123456789") != "" {
		return 0, fmt.Errorf("%q: %w", s[:min(len(s), 40)], ErrDollars)
	}
	n, err := strconv.ParseInt(whole+(part + "000000")[:6], 10, 64)
	return MicroUSD(n), err
}

// Asset is a token that may be paid with, on one network. All of it is pinned
// here: what a server says of a token's name is never signed.
type Asset struct {
	Network  string // CAIP-2: "eip155:8453"
	Chain    uint64
	Title    string // of the network, for people: "Base"
	Test     bool   // money of the network is worth nothing
	Contract evm.Address
	Symbol   string
	Name     string // of the token in its EIP-712 domain
	Version  string
	Decimals int
}

// The assets. The domain names of the two differ, as their contracts do.
var assets = []Asset{
	{"eip155:8453", 8453, "Base", false, address("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"), "USDC", "USD Coin", "2", 6},
	{"eip155:84532", 84532, "Base Sepolia", true, address("0x036CbD53842c5426634e7929541eC2318f3dCF7e"), "USDC", "USDC", "2", 6},
}

func address(s string) evm.Address {
	a, err := evm.ParseAddress(s)
	if err != nil {
		panic(err) // of the table above, at the start
	}
	return a
}

// Assets are all tokens that may be paid with.
func Assets() []Asset { return append([]Asset(nil), assets...) }

// Find is the asset with this contract on this network.
func Find(network string, contract evm.Address) (Asset, bool) {
	for _, a := range assets {
		if a.Network == network && a.Contract == contract {
			return a, true
		}
	}
	return Asset{}, false
}

// OnNetwork is the asset of a network, by its CAIP-2 name or its title in any case
// ("base", "base-sepolia").
func OnNetwork(name string) (Asset, bool) {
	for _, a := range assets {
		if name == a.Network || dashed(strings.TrimSpace(name)) == a.Short() {
			return a, true
		}
	}
	return Asset{}, false
}

// Short is the title of the network in one word: "base-sepolia".
func (a Asset) Short() string { return dashed(a.Title) }

func dashed(title string) string { return strings.ReplaceAll(strings.ToLower(title), " ", "-") }

// Domain returns the domain that a transfer of the asset is signed for.
func (a Asset) Domain() evm.Domain {
	return evm.Domain{Name: a.Name, Version: a.Version, Chain: a.Chain, Contract: a.Contract}
}

// Units is an amount in the smallest units of the token.
func (a Asset) Units(m MicroUSD) (evm.Number, error) {
	if m < 0 {
		return evm.Number{}, ErrRange
	}
	n, ok := scale(uint64(m), a.Decimals-6)
	if !ok {
		return evm.Number{}, ErrInexact
	}
	return evm.NumberOf(n), nil
}

// Worth converts an amount in the smallest units to money.
func (a Asset) Worth(units evm.Number) (MicroUSD, error) {
	n, fits := units.Uint64()
	if !fits {
		return 0, ErrRange
	}
	m, ok := scale(n, 6-a.Decimals)
	switch {
	case !ok && a.Decimals > 6:
		return 0, ErrInexact
	case !ok || m > math.MaxInt64:
		return 0, ErrRange
	}
	return MicroUSD(m), nil
}

// scale moves the point of a whole number to the right, or to the left where
// nothing is lost.
func scale(n uint64, places int) (uint64, bool) {
	for ; places > 0; places-- {
		if n > math.MaxUint64/10 {
			return 0, false
		}
		n *= 10
	}
	for ; places < 0; places++ {
		if n%10 != 0 {
			return 0, false
		}
		n /= 10
	}
	return n, true
}
