package bearer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// published is the keys that an issuer publishes, as they were fetched last. Those of
// go-oidc are not used: a token that comes just as a fetch ends is checked by what that
// one found, keys are asked for with every token that names an unknown one, and what was
// withdrawn is trusted until one does.
type published struct {
	address string
	config  Config

	mu   sync.Mutex
	keys []jose.JSONWebKey
	at   time.Time // of the last fetch
	err  error     // of it
}

var errUnsigned = errors.New("no key of the issuer signed it")

// VerifySignature is the payload of a token that one of the keys signed. A key that is
// not known is looked for.
func (p *published) VerifySignature(ctx context.Context, raw string) ([]byte, error) {
	parsed, err := jose.ParseSignedCompact(raw, algorithms)
	if err != nil || len(parsed.Signatures) != 1 {
		return nil, errUnsigned
	}
	for _, since := range []time.Duration{foundAge, pace} {
		keys, err := p.fetched(ctx, since)
		if payload := verified(parsed, keys); payload != nil {
			return payload, nil
		}
		if err != nil {
			return nil, &Unreachable{Cause: err}
		}
	}
	return nil, errUnsigned
}

// verified is the payload of a token that one of some keys signed, nil if none did.
func verified(parsed *jose.JSONWebSignature, keys []jose.JSONWebKey) []byte {
	head := parsed.Signatures[0].Header
	for _, k := range keys {
		if head.KeyID != "" && head.KeyID != k.KeyID || k.Algorithm != "" && k.Algorithm != head.Algorithm {
			continue
		}
		if payload, err := parsed.Verify(k); err == nil {
			return payload
		}
	}
	return nil
}

// fetched are the keys as they were fetched no longer ago than since, or as they were
// known before where they cannot be had now. One fetch is shared by all who wait.
func (p *published) fetched(ctx context.Context, since time.Duration) ([]jose.JSONWebKey, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.config.Clock()
	if age := now.Sub(p.at).Abs(); !p.at.IsZero() && (age < since && p.err == nil || age < pace) {
		return p.keys, p.err
	}
	body, err := fetch(ctx, p.config.Client, p.address)
	var keys []jose.JSONWebKey
	if err == nil {
		keys, err = readKeys(body)
	}
	if p.at, p.err = now, err; err == nil {
		p.keys = keys
	}
	return p.keys, p.err
}

// readKeys reads a set of keys. Those of kinds that nobody here can use are left out,
// and so are those that are secret or for something else.
func readKeys(body []byte) ([]jose.JSONWebKey, error) {
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(body, &set); err != nil {
		return nil, fmt.Errorf("read keys: %w", err)
	}
	var out []jose.JSONWebKey
	for _, raw := range set.Keys {
		var k jose.JSONWebKey
		if json.Unmarshal(raw, &k) == nil && k.Valid() && k.IsPublic() && k.Use != "enc" {
			out = append(out, k)
		}
	}
	return out, nil
}
