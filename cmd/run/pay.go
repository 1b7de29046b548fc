package run

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"greenroom/client/local"
	"greenroom/client/pay"
	"greenroom/config"
	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
	"greenroom/ui/text"
)

// payerOf pays for the calls of a connection as its settings say. Without a memory
// it pays nothing, and says why.
func payerOf(to config.Connection, memory *local.Memory, home string) (*pay.Payer, *config.Key) {
	wallet := config.NewWallet(to, config.KeySources{Getenv: os.Getenv, Keyring: config.SystemKeyring()})
	cfg := pay.Config{
		Policy: pay.Policy(to.Pay.Policy), Caps: capsOf(to.Pay.Caps), WithKey: to.Pay.WithKey, First: pay.Protocol(to.Pay.First),
		TestOnly: to.Pay.Wallet.Kind == config.KeyTest,
	}
	for _, name := range to.Pay.To {
		if a, err := evm.ParseAddress(name); err == nil { // it was checked when it was read
			cfg.PayTo = append(cfg.PayTo, a)
		}
	}
	for _, name := range to.Pay.Networks {
		if a, known := payment.OnNetwork(name); known {
			cfg.Networks = append(cfg.Networks, a.Network)
		}
	}
	if memory != nil {
		cfg.Book = memory.Book(home)
		cfg.Wallet = func(ctx context.Context) (evm.Key, error) { return WalletKey(ctx, wallet) }
		if kind := to.Pay.Wallet.Kind; kind == config.KeyEnv || kind == config.KeyTest { // read without a program or a question
			if key, err := WalletKey(context.Background(), wallet); err == nil {
				cfg.Account = key.Address().String()
			}
		}
	}
	return pay.New(cfg), wallet
}

// WalletKey is the key that a wallet's source tells. Errors do not hold it.
func WalletKey(ctx context.Context, wallet *config.Key) (evm.Key, error) {
	plain, err := wallet.Read(ctx)
	if err != nil {
		return evm.Key{}, err
	}
	return evm.ParseKey(plain)
}

func capsOf(c config.PayCaps) (out pay.Caps) {
	for _, f := range []struct {
		from *payment.MicroUSD
		to   *payment.MicroUSD
	}{{c.Call, &out.Call}, {c.Session, &out.Session}, {c.Day, &out.Day}} {
		if f.from != nil {
			*f.to = *f.from
		}
	}
	return out
}

var errNoAnswer = errors.New("no answer was given")

// payAsker asks on the terminal whether to pay; nil where nobody sits at one.
func (j *Job) payAsker() func(context.Context, pay.Offer) (pay.Answer, error) {
	in, sits := j.Keyboard()
	if !sits || !OnTerminal(j.Errs) {
		return nil
	}
	lines := bufio.NewReader(in)
	return func(ctx context.Context, o pay.Offer) (pay.Answer, error) {
		if j.bill.drawn {
			fmt.Fprint(j.Errs, ClearLine)
		}
		return askToPay(ctx, lines, j.Errs, o)
	}
}

// askToPay puts the question. Only a plain yes is one.
func askToPay(ctx context.Context, lines *bufio.Reader, to io.Writer, o pay.Offer) (pay.Answer, error) {
	fmt.Fprintf(to, "Price: %s, as %s on %s\n   to  %s\n  for  %s %s%s\n", o.Amount, o.Asset.Symbol, o.Asset.Title, o.PayTo, o.Method, text.Clean(o.URL), said(o))
	fmt.Fprintf(to, "Left under your caps after it: %s\nPay? y (yes), s (yes, also for later calls of this command up to this price), n (no): ", o.Left)
	switch line, err := Typed(ctx, lines); {
	case ctx.Err() != nil:
		fmt.Fprintln(to)
		return pay.No, ctx.Err()
	case line == "y", line == "yes":
		return pay.Yes, nil
	case line == "s":
		return pay.ForSession, nil
	case line == "" && err != nil:
		return pay.No, errNoAnswer
	}
	return pay.No, nil
}

// said returns a service's words for the thing paid for.
func said(o pay.Offer) string {
	if o.Says == "" {
		return ""
	}
	return " (described as “" + text.Clean(o.Says).Truncate(80, text.Ellipsis).String() + "”)"
}

// PaidFor is a payment in a few words: "$0.45 as USDC on Base, receipt 0xab…".
func PaidFor(p pay.Payment) string {
	s := p.Amount.String()
	if a, known := payment.OnNetwork(p.Network); known {
		s += " as " + a.Symbol + " on " + a.Title
	}
	if p.Reference != "" {
		s += ", receipt " + text.Clean(p.Reference).Truncate(20, text.Ellipsis).String()
	}
	if p.Note != "" {
		s += "; " + text.Clean(p.Note).String()
	}
	return s
}
