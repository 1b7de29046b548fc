package run

import (
	"path/filepath"
	"testing"
	"time"

	"greenroom/client/local"
	"greenroom/config"
)

// What the day still holds is known at the start where the wallet's account is known
// without running a program.
func TestTheDayIsKnownAtTheStart(t *testing.T) {
	const key = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"
	t.Setenv("SOME_WALLET", key)
	memory, err := local.Open(t.Context(), local.Config{Path: filepath.Join(t.TempDir(), "m.db"), Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = memory.Close() })
	for _, c := range []struct {
		wallet config.KeySource
		known  bool
	}{
		{config.KeyFromEnv("SOME_WALLET"), true}, {config.KeyForTests(key), true},
		{config.KeyFromCommand([]string{"echo", key}), false}, {config.KeyFromEnv("NO_SUCH_WALLET"), false},
	} {
		payer, _ := payerOf(config.Connection{Name: "x", Pay: config.Pay{Policy: config.PayAuto, Wallet: c.wallet}}, memory, "x")
		if err := payer.Count(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, known := payer.Left(); known != c.known {
			t.Errorf("%s: known %v", c.wallet, known)
		}
	}
}
