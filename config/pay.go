package config

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"greenroom/internal/each"
	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
)

// Pay configures how a connection pays for single calls, where its service asks for that.
type Pay struct {
	Policy   string // one of Policies; "" is PayNever
	Wallet   KeySource
	Caps     PayCaps
	To       []string // who may be paid; none: anybody
	Networks []string // where, by their titles; none: all that are known
	WithKey  bool     // also for calls that carry a key
	First    string   // one of Protocols; "" is the first
}

// PayCaps are the most that may be paid; nil is the default.
type PayCaps = CapsOf[payment.MicroUSD]

// The policies, and the protocols in the order in which they are preferred.
const (
	PayNever = "never"
	PayAsk   = "ask"
	PayAuto  = "auto"
)

// Policies and Protocols are those that there are.
func Policies() []string  { return []string{PayNever, PayAsk, PayAuto} }
func Protocols() []string { return []string{"mpp", "x402"} }

// Pays says whether anything may be paid.
func (p Pay) Pays() bool { return p.Policy == PayAsk || p.Policy == PayAuto }

// KeyTest is the key of a wallet for test networks, in the file of connections: it
// is worth nothing there, and refused everywhere else.
const KeyTest KeyKind = "test"

// KeyNone is a connection whose calls carry no key.
const KeyNone KeyKind = "none"

// KeyForTests is such a key.
func KeyForTests(key string) KeySource { return KeySource{Kind: KeyTest, plain: key} }

// NoKey is no key.
func NoKey() KeySource { return KeySource{Kind: KeyNone} }

// WalletName returns the name of a connection's wallet in the keyring. No connection can
// have that name.
func WalletName(connection string) string { return connection + " wallet" }

// NewWallet finds the wallet's key of a connection.
func NewWallet(c Connection, from KeySources) *Key {
	return NewKey(Connection{Name: WalletName(c.Name), Key: c.Pay.Wallet}, from)
}

type payTable struct {
	Policy   string    `toml:"policy,omitempty"`
	Wallet   *keyTable `toml:"wallet,inline,omitempty"`
	Call     *literal  `toml:"call,omitempty"`
	Session  *literal  `toml:"session,omitempty"`
	Day      *literal  `toml:"day,omitempty"`
	To       []string  `toml:"to,omitempty"`
	Networks []string  `toml:"networks,omitempty"`
	WithKey  bool      `toml:"with_key,omitempty"`
	First    string    `toml:"first,omitempty"`
}

// Check says what is wrong, and brings addresses and networks into the form in
// which they are compared.
func (p *Pay) Check() error {
	switch {
	case p.Policy != "" && !slices.Contains(Policies(), p.Policy):
		return fmt.Errorf("policy is %s, not %q", strings.Join(Policies(), ", "), p.Policy)
	case p.First != "" && !slices.Contains(Protocols(), p.First):
		return fmt.Errorf("first is %s, not %q", strings.Join(Protocols(), " or "), p.First)
	case p.Pays() && p.Wallet.Kind == "":
		return errors.New(`it needs a wallet: greenroom connection pay NAME with --wallet-env, --wallet-command, --wallet-keyring or, for test networks, --wallet-test; in connections.toml wallet = { env = "VARIABLE" }, { command = ["program", …] }, { keyring = true } or { test = "0x…" }`)
	}
	for i, to := range p.To {
		a, err := evm.TypedAddress(to)
		if err != nil {
			return fmt.Errorf("to: %w", err)
		}
		p.To[i] = a.String()
	}
	for i, name := range p.Networks {
		a, known := payment.OnNetwork(name)
		if !known {
			titles := each.Of(payment.Assets(), func(a payment.Asset) string { return a.Title })
			return fmt.Errorf("networks: no %q; choose from %s", name, strings.Join(titles, ", "))
		}
		p.Networks[i] = a.Title
	}
	return nil
}

func (t connectionTable) readPay(d *File, c *Connection, at []string) error {
	if t.Key != nil && t.Key.Test != "" {
		return d.Refuse(strings.Join(at, ".")+".key: test is for wallets, see pay", append(at, "key")...)
	}
	if t.Pay == nil {
		return nil
	}
	var part string
	var err error
	if c.Pay, part, err = t.Pay.read(); err != nil {
		return d.Refuse(strings.Join(at, ".")+".pay: "+err.Error(), append(at, "pay", part)...)
	}
	return nil
}

// read reads how a connection pays; key names a part of the table that is wrong.
func (t payTable) read() (p Pay, key string, err error) {
	p = Pay{Policy: t.Policy, To: t.To, Networks: t.Networks, WithKey: t.WithKey, First: t.First}
	if t.Wallet != nil {
		if t.Wallet.Plain != "" || t.Wallet.None {
			return p, "wallet", errors.New("wallet: this file cannot contain a wallet key, except a test-network key as test")
		}
		if p.Wallet, err = t.Wallet.read(); err != nil {
			return p, "wallet", fmt.Errorf("wallet: %w", err)
		}
	}
	wrong, err := p.Caps.read(t.Call, t.Session, t.Day, func(text string) (payment.MicroUSD, error) {
		n, err := payment.ParseDollars(text)
		if err == nil && n == 0 {
			err = errors.New("0 would allow no payment; to never pay, set policy = \"never\"")
		}
		return n, err
	})
	if err != nil {
		return p, wrong, fmt.Errorf("%s: %w", wrong, err)
	}
	return p, "", p.Check()
}

func payTableOf(p Pay) *payTable {
	if cmp.Or(p.Policy, PayNever) == PayNever && p.Wallet.Kind == "" {
		return nil
	}
	t := payTable{Policy: p.Policy, To: p.To, Networks: p.Networks, WithKey: p.WithKey, First: p.First}
	if p.Wallet.Kind != "" {
		w := keyTableOf(p.Wallet)
		t.Wallet = &w
	}
	t.Call, t.Session, t.Day = literalOf(p.Caps.Call), literalOf(p.Caps.Session), literalOf(p.Caps.Day)
	return &t
}

// Pay changes how a connection pays.
func (l *Connections) Pay(name string, change func(*Pay) error) error {
	for i := range l.All {
		if l.All[i].Name != name {
			continue
		}
		p := l.All[i].Pay
		if err := change(&p); err != nil {
			return err
		}
		if err := p.Check(); err != nil {
			return err
		}
		l.All[i].Pay = p
		return nil
	}
	if name == BuiltIn {
		return errors.New("the built-in service never asks for payments")
	}
	return errors.New(l.none(name))
}
