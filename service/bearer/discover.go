package bearer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

const (
	fetchTimeout = 5 * time.Second
	fetchMax     = 1 << 20 // bytes
	// pace is the shortest interval between questions to an issuer: tokens with unknown
	// keys would have it asked with every request.
	pace = 10 * time.Second
	// foundAge is the time an issuer's description of itself is trusted.
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
	body, err := fetch(ctx, v.config.Client, at)
	if err != nil {
		return "", err
	}
	var d document
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

// fetch reads what stands at an address of an issuer. It goes on for others where who
// asked gave up.
func fetch(ctx context.Context, client *http.Client, at string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), fetchTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, err
	}
	answer, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("read %s: it answers %d", at, answer.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, fetchMax))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", at, err)
	}
	return body, nil
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
