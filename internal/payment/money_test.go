package payment

import (
	"errors"
	"math"
	"testing"

	"greenroom/api"
	"greenroom/internal/payment/evm"
)

func TestOneCreditIsACent(t *testing.T) {
	usdc, _ := OnNetwork("base")
	for _, c := range []struct {
		credits api.Credits
		dollars string
		units   string
	}{
		{api.Credit, "$0.01", "10000"}, {100, "$0.001", "1000"}, {1, "$0.00001", "10"},
		{45 * api.Credit, "$0.45", "450000"}, {12345678, "$123.45678", "123456780"}, {0, "$0.00", "0"},
	} {
		m, err := FromCredits(c.credits)
		if err != nil || m.String() != c.dollars {
			t.Errorf("%s credits are %s (%v), not %s", c.credits, m, err, c.dollars)
		}
		units, err := usdc.Units(m)
		if err != nil || units.String() != c.units {
			t.Errorf("%s credits are %s units (%v), not %s", c.credits, units, err, c.units)
		}
		if back, err := usdc.Worth(units); err != nil || back != m {
			t.Errorf("%s units are worth %s (%v)", units, back, err)
		}
		if back, err := m.Credits(); err != nil || back != c.credits {
			t.Errorf("%s are %s credits (%v)", m, back, err)
		}
		if back, err := ParseDollars(m.String()); err != nil || back != m {
			t.Errorf("%s is read as %s (%v)", m, back, err)
		}
	}
}

// Nothing is rounded and nothing wraps.
func TestAmountsAtTheirEnds(t *testing.T) {
	if _, err := MicroUSD(1).Credits(); !errors.Is(err, ErrInexact) {
		t.Errorf("a millionth of a dollar in credits: %v", err)
	}
	if m, err := FromCredits(math.MaxInt64); !errors.Is(err, ErrRange) {
		t.Errorf("all credits there are: %s %v", m, err)
	}
	if got := MicroUSD(math.MinInt64).String(); got != "-$9223372036854.775808" {
		t.Errorf("the lowest amount is %s", got)
	}
	six, _ := OnNetwork("eip155:84532")
	if m, err := six.Worth(evm.NumberOf(math.MaxUint64)); !errors.Is(err, ErrRange) {
		t.Errorf("2^64-1 units are worth %s (%v)", m, err)
	}
	if _, err := six.Units(-1); !errors.Is(err, ErrRange) {
		t.Errorf("less than nothing: %v", err)
	}
	eighteen, two := six, six
	eighteen.Decimals, two.Decimals = 18, 2
	if m, err := eighteen.Worth(evm.NumberOf(1_500_000_000_000)); err != nil || m != 1 && m.String() != "$0.0000015" {
		if !errors.Is(err, ErrInexact) {
			t.Errorf("18 decimals: %s %v", m, err)
		}
	}
	if n, err := eighteen.Units(1); err != nil || n.String() != "1000000000000" {
		t.Errorf("18 decimals: %s %v", n, err)
	}
	if _, err := two.Units(1); !errors.Is(err, ErrInexact) {
		t.Errorf("two decimals: %v", err)
	}
	if _, err := eighteen.Units(math.MaxInt64); !errors.Is(err, ErrInexact) {
		t.Errorf("18 decimals of everything: %v", err)
	}
	for _, s := range []string{"", "$", "-1", "1,5", ".5", "1.0000001", "1e3", "one", "9999999999999"} {
		if m, err := ParseDollars(s); err == nil {
			t.Errorf("%q is %s", s, m)
		}
	}
}

func TestAssets(t *testing.T) {
	for _, a := range Assets() {
		if got, ok := Find(a.Network, a.Contract); !ok || got != a {
			t.Errorf("%s is not found", a.Title)
		}
		if got, ok := OnNetwork(a.Title); !ok || got != a {
			t.Errorf("%s is not found by its title", a.Title)
		}
	}
	base, _ := OnNetwork("Base")
	sepolia, _ := OnNetwork("base-sepolia")
	if _, ok := Find(base.Network, sepolia.Contract); ok {
		t.Error("a token is found on another network")
	}
	if base.Name == sepolia.Name || base.Test || !sepolia.Test {
		t.Error("the two networks are mixed up")
	}
	if _, ok := OnNetwork("solana"); ok {
		t.Error("a network that is not pinned is found")
	}
}
