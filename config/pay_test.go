package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"greenroom/config"
	"greenroom/internal/payment"
)

const testWallet = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"

func micro(n payment.MicroUSD) *payment.MicroUSD { return &n }

// How a connection pays is read as it was written, and printed without its key.
func TestPayIsWrittenAndRead(t *testing.T) {
	for _, wallet := range []config.KeySource{
		config.KeyFromEnv("WALLET"), config.KeyInKeyring(), config.KeyFromCommand([]string{"pass", "show", "wallet"}), config.KeyForTests(testWallet),
	} {
		folder := t.TempDir()
		c := agency(config.NoKey())
		c.Pay = config.Pay{
			Policy: config.PayAsk, Wallet: wallet, Caps: config.PayCaps{Call: micro(500_000), Day: micro(12_345_678)},
			To: []string{"0x70997970c51812dc3a010c7d01b50e0d17dc79c8"}, Networks: []string{"base-sepolia"}, WithKey: true, First: "x402",
		}
		if err := c.Pay.Check(); err != nil {
			t.Fatal(err)
		}
		add(t, folder, c)
		l, err := config.LoadConnections(folder)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := l.Named("agency")
		if !reflect.DeepEqual(got.Pay, c.Pay) || got.Key.Kind != config.KeyNone {
			t.Errorf("%s: read %+v, not %+v", wallet, got.Pay, c.Pay)
		}
		if got.Pay.To[0] != "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" || got.Pay.Networks[0] != "Base Sepolia" {
			t.Errorf("%+v", got.Pay)
		}
		if all := fmt.Sprintf("%v %+v %#v", l, l, l); strings.Contains(all, testWallet[4:20]) {
			t.Errorf("%s: the key is printed", wallet)
		}
	}
}

func TestPayThatMakesNoSense(t *testing.T) {
	for says, pay := range map[string]string{
		`"sometimes"`:                 `{policy = "sometimes"}`,
		"needs a wallet":              `{policy = "auto"}`,
		"cannot contain a wallet key": `{policy = "ask", wallet = {plain = "` + testWallet + `"}}`,
		"exactly one of":              `{policy = "ask", wallet = {env = "A", keyring = true}}`,
		"40 hexadecimal":              `{policy = "ask", wallet = {env = "A"}, to = ["0x12"]}`,
		"copy it again":               `{policy = "ask", wallet = {env = "A"}, to = ["0x70997970C51812dc3A010C7d01b50e0d17dc79c8"]}`,
		`networks: no "solana"`:       `{policy = "ask", wallet = {env = "A"}, networks = ["solana"]}`,
		"day: ":                       `{policy = "ask", wallet = {env = "A"}, day = "ten"}`,
		"call: ":                      `{policy = "ask", wallet = {env = "A"}, call = "0"}`,
		`first is mpp or x402`:        `{policy = "ask", wallet = {env = "A"}, first = "cash"}`,
		"no setting named":            `{policy = "ask", wallet = {env = "A"}, often = true}`,
	} {
		folder := t.TempDir()
		file := "[connections.agency]\nurl = \"https://a.example\"\nkey = {none = true}\npay = " + pay + "\n"
		if err := os.WriteFile(filepath.Join(folder, config.ConnectionsFile), []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := config.LoadConnections(folder)
		if err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), ":4:") || strings.Contains(err.Error(), testWallet[2:]) {
			t.Errorf("%s: %v", pay, err)
		}
	}
}

func TestPayIsChanged(t *testing.T) {
	folder := t.TempDir()
	add(t, folder, agency(config.NoKey()))
	change := func(name string, to config.Pay) error {
		return config.ChangeConnections(t.Context(), folder, func(l *config.Connections) error {
			return l.Pay(name, func(p *config.Pay) error { *p = to; return nil })
		})
	}
	good := config.Pay{Policy: config.PayAuto, Wallet: config.KeyFromEnv("WALLET")}
	if err := change("agency", good); err != nil {
		t.Fatal(err)
	}
	for says, err := range map[string]error{
		"needs a wallet": change("agency", config.Pay{Policy: config.PayAuto}), "no connection named": change("other", good), "never asks for payments": change(config.BuiltIn, good),
	} {
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
	l, err := config.LoadConnections(folder)
	if c, _ := l.Named("agency"); err != nil || c.Pay.Policy != config.PayAuto || c.Pay.Wallet.String() != "env:WALLET" {
		t.Errorf("%+v, %v", c, err)
	}
}
