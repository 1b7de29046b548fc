package config

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"

	"greenroom/internal/payment"
)

// Model is a language model that reads judgements of a service again: where it is, how
// its key is found, what it is sent and what it may cost. Amounts are exact.
type Model struct {
	URL, Name string
	Key       KeySource // of KeyNone where it needs none
	Send      string    // one of the words of ModelSends
	Tokens    int64     // the most a day
	Dollars   payment.MicroUSD
	In, Out   payment.MicroUSD // the price of a million tokens
	From      Origin
}

// DefaultTokens is the limit of tokens a day where none is set.
const DefaultTokens = 1_000_000

// ModelSends lists the choices of data that may be sent to a model.
func ModelSends() []string { return []string{"bios", "posts", "all"} }

// modelKeyName names the key in the keyring. No connection can have that name.
const modelKeyName = "language model"

// NewModelKey finds the key of an API of models; nil where it needs none.
func NewModelKey(source KeySource, from KeySources) *Key {
	if source.Kind == KeyNone {
		return nil
	}
	return NewKey(Connection{Name: modelKeyName, Key: source}, from)
}

// Host returns the host that receives the data.
func (m *Model) Host() string { return hostOf(m.URL) }

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// Here says that it runs on this machine.
func (m *Model) Here() bool {
	u, err := url.Parse(m.URL)
	return err == nil && Loopback(u.Hostname())
}

// Loopback says that a host is this machine.
func Loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// ModelTable is the section [model] of a file.
type ModelTable struct {
	URL     string    `toml:"url"`
	Name    string    `toml:"name"`
	Key     *keyTable `toml:"key"`
	Send    string    `toml:"send"`
	Tokens  *literal  `toml:"tokens_per_day"`
	Dollars *literal  `toml:"dollars_per_day"`
	In      *literal  `toml:"dollars_per_million_in"`
	Out     *literal  `toml:"dollars_per_million_out"`
}

// Read checks a section of a file; nil where there is none.
func (t *ModelTable) Read(d *File) (*Model, error) {
	if t == nil {
		return nil, nil
	}
	m := &Model{URL: t.URL, Name: t.Name, Key: NoKey(), Send: cmp.Or(t.Send, "all"), Tokens: DefaultTokens, From: d.from("model")}
	if key, err := t.read(m); err != nil {
		return nil, d.Refuse("model."+key+": "+err.Error(), "model", key)
	}
	return m, nil
}

// remote checks where an API is and how its key is found; key names the part that is wrong.
func remote(address string, from *keyTable) (source KeySource, key string, err error) {
	source = NoKey()
	if from != nil {
		if from.Plain != "" || from.Test != "" {
			return source, "key", errors.New("this file cannot contain a key: use env, command, keyring or none")
		}
		if source, err = from.read(); err != nil {
			return source, "key", err
		}
	}
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Scheme != "https" && u.Scheme != "http":
		return source, "url", errors.New(`it is the address of an OpenAI-compatible API, such as "https://models.example/v1"`)
	case u.Scheme == "http" && source.Kind != KeyNone && !Loopback(u.Hostname()):
		return source, "url", errors.New("over http:// others could read the key; use https://")
	}
	return source, "", nil
}

// read fills in what may be wrong; key names the part that is.
func (t *ModelTable) read(m *Model) (key string, err error) {
	if m.Key, key, err = remote(t.URL, t.Key); err != nil {
		return key, err
	}
	switch {
	case t.Name == "":
		return "name", errors.New("it names the model to ask")
	case !slices.Contains(ModelSends(), m.Send):
		return "send", fmt.Errorf(`it is "bios", "posts" or "all", not %q`, m.Send)
	}
	if t.Tokens != nil {
		if m.Tokens, err = strconv.ParseInt(t.Tokens.text, 10, 64); err != nil || m.Tokens <= 0 {
			return "tokens_per_day", errors.New("it is a number of tokens above 0")
		}
	}
	for _, of := range []struct {
		name string
		text *literal
		into *payment.MicroUSD
	}{{"dollars_per_day", t.Dollars, &m.Dollars}, {"dollars_per_million_in", t.In, &m.In}, {"dollars_per_million_out", t.Out, &m.Out}} {
		if of.text == nil {
			continue
		}
		if *of.into, err = payment.ParseDollars(of.text.text); err != nil {
			return of.name, err
		}
	}
	if (m.Dollars > 0) != (m.In+m.Out > 0) {
		return "dollars_per_day", errors.New("a cap in dollars needs dollars_per_million_in and dollars_per_million_out; these need the cap")
	}
	return "", nil
}
