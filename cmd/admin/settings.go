package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"

	"greenroom/cmd/run"
	"greenroom/config"
	"greenroom/internal/each"
	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
	"greenroom/service/boot"
	"greenroom/service/payments"
	"greenroom/service/payments/facilitator"
)

type serverFile struct {
	Payments *paymentsTable      `toml:"payments"`
	Live     *config.LiveTable   `toml:"live"`
	Model    *config.ModelTable  `toml:"model"`
	Speech   *config.SpeechTable `toml:"speech"`
}

// serverSettings holds the settings of such a file; zero where there is none.
type serverSettings struct {
	payments *boot.Payments
	live     config.Live
	model    *config.Model
	speech   *config.Speech
}

// paymentsTable switches on that single requests are paid for.
type paymentsTable struct {
	PayTo       string   `toml:"pay_to"`
	Network     string   `toml:"network"`
	Asset       string   `toml:"asset"`
	PublicURL   string   `toml:"public_url"`
	Exclude     []string `toml:"exclude"`
	SecretEnv   string   `toml:"secret_env"`
	SecretFile  string   `toml:"secret_file"`
	Facilitator string   `toml:"facilitator"`
	TokenEnv    string   `toml:"facilitator_token_env"`
	TokenFile   string   `toml:"facilitator_token_file"`
	// Loopback allows http on this machine, for tests: never with money.
	Loopback bool `toml:"insecure_loopback"`
}

type mistake struct{ key, problem string }

func (m *mistake) Error() string { return m.problem }

// readServerFile reads a file of settings; "" is none.
func readServerFile(path string) (s serverSettings, err error) {
	if path == "" {
		return s, nil
	}
	var f serverFile
	file, err := config.ReadFile(path, &f)
	if err == nil && f.Live != nil {
		s.live, err = f.Live.Read(file)
	}
	if err == nil {
		s.model, err = f.Model.Read(&file)
	}
	if err == nil {
		s.speech, err = f.Speech.Read(&file)
	}
	if err != nil {
		return s, run.Usagef("%w", err)
	}
	if f.Payments == nil {
		return s, nil
	}
	s.payments, err = f.Payments.read()
	if m, ok := errors.AsType[*mistake](err); ok {
		return s, run.Usagef("%w", file.Refuse(m.problem, "payments", m.key))
	}
	return s, err
}

// read checks all that can be checked before anybody pays.
func (t *paymentsTable) read() (*boot.Payments, error) {
	terms, err := t.terms()
	if err != nil {
		return nil, err
	}
	remote, err := t.address("facilitator", "who verifies and settles payments", t.Facilitator)
	if err != nil {
		return nil, err
	}
	if _, err := t.token(); err != nil {
		return nil, err
	}
	for _, endpoint := range t.Exclude {
		if !boot.Payable(endpoint) {
			return nil, &mistake{"exclude", endpoint + ` is not a payable endpoint; write it like "POST /v1/search"`}
		}
	}
	return &boot.Payments{Terms: terms, Facilitator: facilitator.New(facilitator.Config{URL: remote.String(), Header: t.header})}, nil
}

func (t *paymentsTable) terms() (terms payments.Terms, err error) {
	if terms.Asset, err = t.asset(); err != nil {
		return terms, err
	}
	to, err := evm.TypedAddress(t.PayTo)
	switch {
	case err != nil:
		return terms, &mistake{"pay_to", "pay_to is where payments go: " + err.Error()}
	case to == (evm.Address{}) || to == terms.Asset.Contract:
		return terms, &mistake{"pay_to", "the pay_to address has no known private key: money sent there is lost"}
	case t.Loopback && !terms.Asset.Test:
		return terms, &mistake{"insecure_loopback", "insecure_loopback is for tests and works only on test networks, not on " + terms.Asset.Title}
	}
	terms.PayTo, terms.Excluded = to.String(), t.Exclude
	if terms.Base, err = t.address("public_url", "where payers reach this service", t.PublicURL); err != nil {
		return terms, err
	}
	terms.Secret, err = t.secret()
	return terms, err
}

// asset is the token that is taken: of the networks that are known here, no other.
func (t *paymentsTable) asset() (payment.Asset, error) {
	a, known := payment.OnNetwork(t.Network)
	if !known {
		names := each.Of(payment.Assets(), func(one payment.Asset) string { return one.Network + " (" + one.Title + ")" })
		return a, &mistake{"network", "network is where payments are made, one of " + strings.Join(names, ", ")}
	}
	if t.Asset != "" && !strings.EqualFold(t.Asset, a.Symbol) && !strings.EqualFold(t.Asset, a.Contract.String()) {
		return a, &mistake{"asset", "on " + a.Title + " only " + a.Symbol + " (" + a.Contract.String() + ") is taken"}
	}
	return a, nil
}

// address is one with https; with http only on this machine, and only where that is
// allowed.
func (t *paymentsTable) address(key, what, value string) (*url.URL, error) {
	u, err := url.Parse(value)
	switch {
	case value == "" || err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, &mistake{key, key + " is " + what + `: an address like "https://creators.example"`}
	case u.Scheme == "https", u.Scheme == "http" && t.Loopback && config.Loopback(u.Hostname()):
		return u, nil
	}
	return nil, &mistake{key, key + " must begin with https://; http:// works only for this machine, with insecure_loopback = true"}
}

// leastSecret is the least length of a secret, in characters.
const leastSecret = 32

// secret is by what challenges are known again; nil: the store's own.
func (t *paymentsTable) secret() ([]byte, error) {
	secret, key, err := outside(t.SecretEnv, t.SecretFile, "secret")
	if err == nil && key != "" && len(secret) < leastSecret {
		err = &mistake{key, key + " names a secret that is too short: use at least 32 random characters"}
	}
	if key == "" || err != nil {
		return nil, err
	}
	return []byte(secret), nil
}

func (t *paymentsTable) token() (string, error) {
	token, _, err := outside(t.TokenEnv, t.TokenFile, "facilitator_token")
	return token, err
}

// header tells a facilitator who asks. The file is read anew for each request, so
// that another program may write fresh tokens into it.
func (t *paymentsTable) header(context.Context, string) (http.Header, error) {
	token, err := t.token()
	if token == "" || err != nil {
		return nil, err
	}
	return http.Header{"Authorization": {"Bearer " + token}}, nil
}

// outside is a value that stands in no file of settings: in a variable or a file of
// its own. key is where it was named, "" where it was not.
func outside(env, file, name string) (value, key string, err error) {
	switch {
	case env != "" && file != "":
		return "", "", &mistake{name + "_file", name + "_env and " + name + "_file name the same thing twice; keep one"}
	case env != "":
		key, value = name+"_env", os.Getenv(env)
		if value == "" {
			err = &mistake{key, "the variable " + env + " that " + key + " names is not set"}
		}
	case file != "":
		key = name + "_file"
		raw, failed := os.ReadFile(file)
		if value = strings.TrimSpace(string(raw)); failed != nil || value == "" {
			err = &mistake{key, "the file that " + key + " names cannot be read, or is empty"}
		}
	}
	return value, key, err
}

// sayPayments tells who starts a service where payments go, and what the facilitator
// says of that network: one that cannot be asked now may be there later.
func sayPayments(ctx context.Context, out io.Writer, p *boot.Payments) {
	if p == nil {
		return
	}
	a := p.Terms.Asset
	fmt.Fprintf(out, "payments in %s on %s to %s, for callers of %s\n", a.Symbol, a.Title, p.Terms.PayTo, p.Terms.Base)
	asked, ok := p.Facilitator.(interface {
		Supported(context.Context, string) (bool, error)
	})
	if !ok {
		return
	}
	switch taken, err := asked.Supported(ctx, a.Network); {
	case err != nil:
		fmt.Fprintf(out, "payments cannot be verified yet: %s\n", err)
	case !taken:
		fmt.Fprintf(out, "the facilitator does not list %s: payments may be refused\n", a.Title)
	}
}
