package bearer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
)

const (
	fetchTimeout = 5 * time.Second
	fetchMax     = 1 << 20 // bytes
	// pace is how often an issuer is asked at most: tokens with keys that nobody
	// knows would have it asked with every request.
	pace = 10 * time.Second
	// foundAge is how long what an issuer says of itself is trusted.
	foundAge = time.Hour
)

// document is the part that is needed of what an issuer says of itself.
type document struct {
	Issuer     string   `json:"issuer"`
	Keys       string   `json:"jwks_uri"`
	Algorithms []string `json:"id_token_signing_alg_values_supported"`
}

// discover finds where an issuer publishes its keys: in the metadata of OAuth (RFC
// 8414), or of OpenID.
func (v *Verifier) discover(ctx context.Context) (address string, err error) {
	issuer, err := Safe(v.config.Issuer)
	if err != nil {
		return "", err
	}
	path := strings.TrimSuffix(issuer.EscapedPath(), "/")
	root := issuer.Scheme + "://" + issuer.Host
	var failed []error
	for _, at := range []string{root + "/.well-known/oauth-authorization-server" + path, root + path + "/.well-known/openid-configuration"} {
		address, err := v.read(ctx, at)
		if err == nil {
			return address, nil
		}
		failed = append(failed, err)
	}
	return "", errors.Join(failed...)
}

func (v *Verifier) read(ctx context.Context, at string) (address string, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), fetchTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return "", err
	}
	answer, err := v.config.Client.Do(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, fetchMax))
	if err != nil {
		return "", fmt.Errorf("read %s: %w", at, err)
	}
	var d document
	if answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("read %s: it answers %d", at, answer.StatusCode)
	}
	if err := json.Unmarshal(body, &d); err != nil {
		return "", fmt.Errorf("read %s: %w", at, err)
	}
	if d.Issuer != v.config.Issuer { // letter for letter: else one issuer could speak for another
		return "", fmt.Errorf("read %s: it is of the issuer %q, not of %q", at, d.Issuer, v.config.Issuer)
	}
	if !sameAlgorithms(d.Algorithms) {
		return "", fmt.Errorf("read %s: it signs with %s only, none of which is taken", at, strings.Join(d.Algorithms, ", "))
	}
	keys, err := Safe(d.Keys)
	if err != nil {
		return "", fmt.Errorf("read %s: jwks_uri: %w", at, err)
	}
	return keys.String(), nil
}

// Safe reads an address that what comes from it can be believed: https, or on this
// machine.
func Safe(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" || u.Opaque != "" {
		return nil, fmt.Errorf("the address %q is not one: it reads https://host, with a path where there is one", text)
	}
	if ip, bad := netip.ParseAddr(u.Hostname()); u.Scheme == "https" || u.Scheme == "http" && (u.Hostname() == "localhost" || bad == nil && ip.IsLoopback()) {
		return u, nil
	}
	return nil, fmt.Errorf("the address %s is not safe: passwords, tokens and keys need https, except on this machine", text)
}

// published is the keys that an issuer publishes.
type published struct {
	address string
	keys    oidc.KeySet
}

func newPublished(address string, c Config) *published {
	client := *c.Client
	client.Transport = &paced{clock: c.Clock, next: client.Transport}
	return &published{address: address, keys: oidc.NewRemoteKeySet(oidc.ClientContext(context.Background(), &client), address)}
}

func (p *published) set() oidc.KeySet {
	if p == nil {
		return nil
	}
	return p.keys
}

// paced asks at most once within pace, and answers with what came then meanwhile.
type paced struct {
	clock func() time.Time
	next  http.RoundTripper

	mu     sync.Mutex
	at     time.Time
	status int
	body   []byte
	err    error
}

func (p *paced) RoundTrip(r *http.Request) (*http.Response, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := p.clock(); p.at.IsZero() || now.Sub(p.at).Abs() >= pace {
		p.at = now
		p.status, p.body, p.err = p.fetch(r)
	}
	if p.err != nil {
		return nil, p.err
	}
	return &http.Response{StatusCode: p.status, Status: http.StatusText(p.status), Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(bytes.NewReader(p.body)), Request: r, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1}, nil
}

func (p *paced) fetch(r *http.Request) (status int, body []byte, err error) {
	next := p.next
	if next == nil {
		next = http.DefaultTransport
	}
	answer, err := next.RoundTrip(r)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	body, err = io.ReadAll(io.LimitReader(answer.Body, fetchMax))
	return answer.StatusCode, body, err
}
