package setup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/client/pay"
	"greenroom/cmd/run"
	"greenroom/config"
	"greenroom/internal/english"
	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
)

// terms holds the flags of connection pay.
type terms struct {
	keyFlags
	policy, first           string
	test, withKey           bool
	to, networks            []string
	perCall, perRun, perDay dollars
}

// dollars is an amount that may be set.
type dollars struct{ amount *payment.MicroUSD }

func (d *dollars) Type() string { return "DOLLARS" }

// String is "" where nothing is set.
func (d *dollars) String() string {
	if d.amount == nil {
		return ""
	}
	return d.amount.String()
}

// Set reads an exact amount.
func (d *dollars) Set(s string) error {
	n, err := payment.ParseDollars(s)
	if err == nil && n == 0 {
		err = errors.New("0 would allow no payment; to never pay, use --policy never")
	}
	d.amount = &n
	return err
}

func payFor(at *run.At) *cobra.Command {
	var t terms
	return run.Command{
		Use: "pay NAME", Short: "Show or set how single calls are paid for",
		Long: `Some services charge for single calls from a wallet of digital dollars (x402 and
MPP, with USDC). Pay sets whether a connection may pay: never, after asking you
(ask), or automatically (auto), within caps and to which recipients. Without
flags it shows the current settings.

The key of the wallet comes from an environment variable, a command or the system
keyring, never from the command line. --wallet-test creates a new wallet that can
pay on test networks only.`,
		Example: `greenroom connection add market --url https://cds.example --no-key
greenroom connection pay market --policy ask --wallet-env WALLET_KEY
greenroom connection pay market`,
		Takes: run.One("the name of one connection"), Local: true, Prints: []any{check{}}, Flags: t.flags,
		Work: func(ctx context.Context, j *run.Job) error {
			name := j.Items[0]
			if !slices.ContainsFunc(termFlags, j.Changed) {
				return t.show(ctx, j, name)
			}
			return t.change(ctx, j, name)
		},
	}.New(at)
}

func (t *terms) flags(f *pflag.FlagSet) {
	f.StringVar(&t.policy, "policy", "", "when to pay: never, ask or auto")
	f.StringVar(&t.env, "wallet-env", "", "read the wallet key from the environment variable NAME")
	f.StringVar(&t.command, "wallet-command", "", "read the wallet key from the first line that COMMAND prints; runs without a shell")
	f.BoolVar(&t.keyring, "wallet-keyring", false, "ask for the wallet key and store it in the system keyring")
	f.BoolVar(&t.test, "wallet-test", false, "create a new wallet for test networks")
	f.Var(&t.perCall, "max-per-call", "pay at most DOLLARS per call (default: "+pay.DefaultCaps.Call.String()+")")
	f.Var(&t.perRun, "max-per-session", "pay at most DOLLARS per session (default: "+pay.DefaultCaps.Session.String()+")")
	f.Var(&t.perDay, "max-per-day", "pay at most DOLLARS in a day, from midnight to midnight of this machine, with all that other connections pay with the same key ("+pay.DefaultCaps.Day.String()+")")
	f.StringSliceVar(&t.to, "to", nil, "pay only these ADDRESSES; any: whichever address the service gives")
	f.StringSliceVar(&t.networks, "network", nil, "pay only on these NETWORKS: base, base-sepolia; any: all")
	f.BoolVar(&t.withKey, "with-key", false, "also pay for calls that carry an API key")
	f.StringVar(&t.first, "first", "", "the PROTOCOL to prefer if a service offers both: mpp or x402")
}

var termFlags = []string{"policy", "wallet-env", "wallet-command", "wallet-keyring", "wallet-test", "max-per-call", "max-per-session", "max-per-day", "to", "network", "with-key", "first"}

func (t *terms) change(ctx context.Context, j *run.Job, name string) error {
	wallet, err := t.wallet()
	if err != nil {
		return run.WrongUse(err)
	}
	set := func(p *config.Pay) error { return t.apply(j, wallet, p) }
	list, err := load()
	if err == nil {
		err = list.Pay(name, set) // before a key is asked for
	}
	if err != nil {
		return run.WrongUse(err)
	}
	if t.keyring {
		key, err := askKey(ctx, j, config.WalletName(name))
		if err != nil {
			return err
		}
		if _, err := evm.ParseKey(key); err != nil {
			return run.WrongUse(err)
		}
		if err := storeKey(ctx, config.WalletName(name), key); err != nil {
			return err
		}
	}
	if err := change(ctx, func(l *config.Connections) error { return l.Pay(name, set) }); err != nil {
		return err
	}
	return t.show(ctx, j, name)
}

// wallet returns the source of the key; none where no flag says it.
func (t *terms) wallet() (config.KeySource, error) {
	all, err := t.sources()
	if err != nil {
		return config.KeySource{}, err
	}
	if t.test {
		digits, err := evm.NewKeyText()
		if err != nil {
			return config.KeySource{}, err
		}
		all = append(all, config.KeyForTests(digits))
	}
	switch len(all) {
	case 0:
		return config.KeySource{}, nil
	case 1:
		return all[0], nil
	}
	return config.KeySource{}, errors.New("choose one source for the wallet key: --wallet-env, --wallet-command, --wallet-keyring or --wallet-test")
}

func (t *terms) apply(j *run.Job, wallet config.KeySource, p *config.Pay) error {
	if wallet.Kind != "" {
		p.Wallet = wallet
	}
	for flag, set := range map[string]func(){
		"policy":          func() { p.Policy = t.policy },
		"first":           func() { p.First = t.first },
		"to":              func() { p.To = anyOf(t.to) },
		"network":         func() { p.Networks = anyOf(t.networks) },
		"max-per-call":    func() { p.Caps.Call = t.perCall.amount },
		"max-per-session": func() { p.Caps.Session = t.perRun.amount },
		"max-per-day":     func() { p.Caps.Day = t.perDay.amount },
		"with-key":        func() { p.WithKey = t.withKey },
	} {
		if j.Changed(flag) {
			set()
		}
	}
	return nil
}

// anyOf is a list, none for the word any.
func anyOf(list []string) []string {
	if len(list) == 1 && list[0] == "any" {
		return nil
	}
	return list
}

func (t *terms) show(ctx context.Context, j *run.Job, name string) error {
	at := j.At
	at.Connection = name
	set, err := at.Settings()
	if err != nil {
		return run.WrongUse(err)
	}
	if set.Connection.Value.IsBuiltIn() {
		return run.Usagef("the built-in service never asks for payments")
	}
	return run.List(j, checkPay(ctx, set), nil, drawChecks)
}

// checkPay says how the connection pays, and what was paid. It shows no key.
func checkPay(ctx context.Context, set config.Settings) []check {
	c, from := set.Connection.Value, set.Connection.From.String()
	if !c.Pay.Pays() {
		return []check{{Name: "pays", Verdict: fine, Says: "never for single calls", From: from}}
	}
	pays := check{Name: "pays", Verdict: fine, From: from, Says: "asks before each payment"}
	if c.Pay.Policy == config.PayAuto {
		pays.Says = "automatically"
	}
	pays.Says += ", " + payCapsSay(c.Pay.Caps)
	if len(c.Pay.To) > 0 {
		pays.Says += ", only to " + strings.Join(c.Pay.To, ", ")
	}
	if len(c.Pay.Networks) > 0 {
		pays.Says += ", only on " + strings.Join(c.Pay.Networks, ", ")
	}
	if c.Pay.Policy == config.PayAuto && len(c.Pay.To) == 0 {
		pays.Verdict, pays.Do = warning, "it pays any address the service gives; to allow only one: greenroom connection pay "+c.Name+" --to ADDRESS"
	}
	wallet, account := checkWallet(ctx, c)
	if account == "" {
		return []check{pays, wallet}
	}
	return []check{pays, wallet, checkPaid(ctx, set, account)}
}

func payCapsSay(c config.PayCaps) string {
	or := func(m *payment.MicroUSD, d payment.MicroUSD) string {
		if m == nil {
			m = &d
		}
		return m.String()
	}
	d := pay.DefaultCaps
	return "at most " + or(c.Call, d.Call) + " a call, " + or(c.Session, d.Session) + " a session, " + or(c.Day, d.Day) + " a day"
}

// checkWallet looks for the wallet's key and shows the account alone, which it returns
// too; "" where there is none.
func checkWallet(ctx context.Context, c config.Connection) (k check, account string) {
	ctx, cancel := context.WithTimeout(ctx, ProbeTimeout)
	defer cancel()
	k = check{Name: "wallet", Verdict: fine, From: c.Pay.Wallet.String()}
	key, err := run.WalletKey(ctx, config.NewWallet(c, config.KeySources{Getenv: os.Getenv, Keyring: config.SystemKeyring()}))
	if err != nil {
		return k.failed(err, "greenroom connection pay "+c.Name+" --help lists where it can come from"), ""
	}
	account = key.Address().String()
	if k.Says = account; c.Pay.Wallet.Kind == config.KeyTest {
		k.Says += ", for test networks only"
	}
	return k, account
}

// checkPaid says what a wallet paid today, over whichever connection, and what is not
// known.
func checkPaid(ctx context.Context, set config.Settings, account string) check {
	k := check{Name: "paid today", Verdict: fine, Says: payment.MicroUSD(0).String()}
	if _, err := os.Stat(set.Folders.Memory()); errors.Is(err, fs.ErrNotExist) {
		return k
	}
	memory, err := run.OpenMemory(ctx, set, nil)
	if err != nil {
		return k.failed(err, "payments are blocked while the journal cannot be written")
	}
	list, err := memory.Paid(ctx, "", time.Time{})
	if err = errors.Join(err, memory.Close()); err != nil {
		return k.failed(err, "")
	}
	now := time.Now()
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	var paid, counts payment.MicroUSD
	unknown := 0
	for _, p := range list {
		if p.Payer != account {
			continue
		}
		if p.State == pay.Unknown {
			unknown++
		}
		if p.At.Before(midnight) {
			continue
		}
		if p.State == pay.Spent {
			paid += p.Amount
		}
		if p.Counts(now) {
			counts += p.Amount
		}
	}
	k.Says = paid.String()
	if counts > paid {
		k.Says += fmt.Sprintf(", and %s more counts toward the caps", counts-paid)
	}
	if unknown > 0 {
		k.Verdict, k.Says = warning, k.Says+", "+english.Count(unknown, "payment")+" with an unknown outcome"
		k.Do = "run greenroom journal settle to send the same payments again, or greenroom journal payments to list them"
	}
	return k
}
