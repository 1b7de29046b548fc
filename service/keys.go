package service

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	googleuuid "github.com/google/uuid"

	"greenroom/api"
)

// Caller is who asks, once the key is known to be right.
type Caller struct {
	Account Account
	KeyID   string
}

var keyText = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

const keyPrefix = "gr_"

// NewKey makes a key for an account. The plain key is shown once and stored
// nowhere.
func NewKey(accountID string, at time.Time) (k Key, plain string) {
	random := make([]byte, 10+16+20)
	_, _ = rand.Read(random) // never fails
	id, salt, secret := keyText.EncodeToString(random[:10]), random[10:26], keyText.EncodeToString(random[26:])
	k = Key{ID: id, AccountID: accountID, Salt: salt, Hash: hashSecret(salt, secret), CreatedAt: at}
	return k, keyPrefix + id + "_" + secret
}

// NewAccount is a new account of a tier, with the tier's budgets.
func NewAccount(name string, t api.Tier, at time.Time) Account {
	limits, _ := t.Limits()
	return Account{ID: googleuuid.NewString(), Name: name, Tier: t, Limits: limits, CreatedAt: at, IngestQuota: api.IngestsDaily}
}

func hashSecret(salt []byte, secret string) []byte {
	h := sha256.New()
	h.Write(salt)
	h.Write([]byte(secret))
	return h.Sum(nil)
}

// keyring tells callers by their keys and throttles addresses that guess.
type keyring struct {
	accounts Accounts
	clock    func() time.Time
	throttle throttle

	mu    sync.RWMutex
	local map[string]Key // of this process only, never stored
}

func newKeyring(a Accounts, clock func() time.Time) *keyring {
	return &keyring{accounts: a, clock: clock, local: map[string]Key{}}
}

// LocalKey makes a key that only this process knows and that ends with it.
func (s *Service) LocalKey(accountID string) (plain string) {
	k, plain := NewKey(accountID, s.now())
	s.keys.mu.Lock()
	defer s.keys.mu.Unlock()
	s.keys.local[k.ID] = k
	return plain
}

// Authenticate resolves a key to its caller. Wrong keys count against the
// address they come from; a missing one does not.
func (s *Service) Authenticate(ctx context.Context, plain, address string) (Caller, error) {
	r, now := s.keys, s.clock()
	if wait := r.throttle.blocked(address, now); wait > 0 {
		return Caller{}, &Error{Code: api.CodeRateLimited, RetryAfter: wait,
			Message: "Too many failed authentication attempts from this address. Wait, then try again with a valid key."}
	}
	if plain == "" {
		return Caller{}, &Error{Code: api.CodeUnauthorized, Message: "This request needs an API key. Send it in the " + api.HeaderKey + " header."}
	}
	k, err := r.find(ctx, plain)
	if errors.Is(err, ErrNotFound) {
		r.throttle.failed(address, now)
		return Caller{}, &Error{Code: api.CodeUnauthorized, Message: "This API key is not valid. Check it, or ask for a new one."}
	}
	if err != nil {
		return Caller{}, fmt.Errorf("authenticate: %w", err)
	}
	a, err := r.accounts.Account(ctx, k.AccountID)
	if err != nil {
		return Caller{}, fmt.Errorf("authenticate: read account %s: %w", k.AccountID, err)
	}
	return Caller{Account: a, KeyID: k.ID}, nil
}

// find returns the key in force, or ErrNotFound: what is wrong about a key is
// nobody's business but its owner's.
func (r *keyring) find(ctx context.Context, plain string) (Key, error) {
	rest, ok := strings.CutPrefix(plain, keyPrefix)
	id, secret, cut := strings.Cut(rest, "_")
	if !ok || !cut || len(plain) > 200 {
		return Key{}, ErrNotFound
	}
	k, err := r.read(ctx, id)
	if err != nil {
		return Key{}, err
	}
	if subtle.ConstantTimeCompare(k.Hash, hashSecret(k.Salt, secret)) != 1 || k.RevokedAt != nil {
		return Key{}, ErrNotFound
	}
	return k, nil
}

func (r *keyring) read(ctx context.Context, id string) (Key, error) {
	r.mu.RLock()
	k, ok := r.local[id]
	r.mu.RUnlock()
	if ok {
		return k, nil
	}
	return r.accounts.Key(ctx, id)
}
