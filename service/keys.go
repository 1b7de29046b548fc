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
	// known are callers by the id of their key, as they were at access; where
	// that number still stands, so do they.
	known  map[string]holder
	access int64
}

// holder is a key and whose it is.
type holder struct {
	key     Key
	account Account
}

// knownMost bounds how many callers are kept in mind.
const knownMost = 10_000

func newKeyring(a Accounts, clock func() time.Time) *keyring {
	return &keyring{accounts: a, clock: clock, local: map[string]Key{}, known: map[string]holder{}}
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
	h, err := r.find(ctx, plain)
	if errors.Is(err, ErrNotFound) {
		r.throttle.failed(address, now)
		return Caller{}, &Error{Code: api.CodeUnauthorized, Message: "This API key is not valid. Check it, or ask for a new one."}
	}
	if err != nil {
		return Caller{}, fmt.Errorf("authenticate: %w", err)
	}
	return Caller{Account: h.account, KeyID: h.key.ID}, nil
}

// find returns the holder of a key in force, or ErrNotFound: what is wrong about
// a key is nobody's business but its owner's.
func (r *keyring) find(ctx context.Context, plain string) (holder, error) {
	rest, ok := strings.CutPrefix(plain, keyPrefix)
	id, secret, cut := strings.Cut(rest, "_")
	if !ok || !cut || len(plain) > 200 {
		return holder{}, ErrNotFound
	}
	// The number is read first: a change after it is found out the next time.
	access, err := r.accounts.Access(ctx)
	if err != nil {
		return holder{}, err
	}
	h, known := r.recall(id, access)
	if !known {
		if h, err = r.read(ctx, id); err != nil {
			return holder{}, err
		}
	}
	if subtle.ConstantTimeCompare(h.key.Hash, hashSecret(h.key.Salt, secret)) != 1 || h.key.RevokedAt != nil {
		return holder{}, ErrNotFound
	}
	if !known {
		r.remember(h, access)
	}
	return h, nil
}

func (r *keyring) recall(id string, access int64) (holder, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if access != r.access {
		return holder{}, false
	}
	h, ok := r.known[id]
	return h, ok
}

// remember keeps a holder in mind. A prepaid balance moves with every charge, so
// its account is read each time.
func (r *keyring) remember(h holder, access int64) {
	if h.account.Balance != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if access < r.access {
		return
	}
	if access > r.access || len(r.known) >= knownMost {
		clear(r.known)
		r.access = access
	}
	r.known[h.key.ID] = h
}

func (r *keyring) read(ctx context.Context, id string) (h holder, err error) {
	r.mu.RLock()
	k, local := r.local[id]
	r.mu.RUnlock()
	if h.key = k; !local {
		if h.key, err = r.accounts.Key(ctx, id); err != nil {
			return h, err
		}
	}
	if h.account, err = r.accounts.Account(ctx, h.key.AccountID); err != nil {
		return h, fmt.Errorf("read account %s: %w", h.key.AccountID, noAccount(err))
	}
	return h, nil
}

// noAccount keeps a key without its account, which is a fault of the store, from
// reading as a wrong key.
func noAccount(err error) error {
	if errors.Is(err, ErrNotFound) {
		return errors.New("there is no such account")
	}
	return err
}
