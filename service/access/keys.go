// Package access says who may ask: callers by their keys, what their plan has,
// addresses that guess, what is free but bounded, and how many creators an
// account may seed in a day. It knows no endpoint and no price.
package access

import (
	"cmp"
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

	"greenroom/api"
	"greenroom/internal/shared"
	"greenroom/service"
)

// Caller identifies a caller whose key is known to be right.
type Caller struct {
	Account service.Account
	KeyID   string
	// UserID names the person who signed in, with a token for Scopes; "" and none for a
	// key.
	UserID string
	Name   string // to sign in with; "" where another issuer knows it
	Scopes []string
	Signed bool // with a token
}

var keyText = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

const keyPrefix = "gr_"

// NewKey makes a key for an account. The plain key is shown once and stored
// nowhere.
func NewKey(accountID string, at time.Time) (k service.Key, plain string) {
	random := make([]byte, 10+16+20)
	_, _ = rand.Read(random) // never fails
	id, salt, secret := keyText.EncodeToString(random[:10]), random[10:26], keyText.EncodeToString(random[26:])
	k = service.Key{ID: id, AccountID: accountID, Salt: salt, Hash: hashSecret(salt, secret), CreatedAt: at}
	return k, keyPrefix + id + "_" + secret
}

func hashSecret(salt []byte, secret string) []byte {
	h := sha256.New()
	h.Write(salt)
	h.Write([]byte(secret))
	return h.Sum(nil)
}

// Control says who may ask: callers by their keys, addresses that guess, what is
// free but bounded.
type Control struct {
	store     Store
	clock     func() time.Time
	oauth     *OAuth // nil: there are keys alone
	throttle  Throttle
	pages     pageLimiter
	strangers pageLimiter // by address

	number shared.Look[int64] // the store's number of access

	mu    sync.RWMutex
	local map[string]service.Key // of this process only, never stored
	// known are callers by the id of their key or token, as they were at access; where
	// that number still stands, so do they.
	known  map[string]holder
	access int64
}

// holder is a key, or a user and what they allowed, and whose it is.
type holder struct {
	key     service.Key
	user    service.User
	grant   service.Grant // zero where the issuer keeps it
	account service.Account
}

// ended reports whether what a user allowed has.
func (h holder) ended(now time.Time) bool {
	return h.grant.RevokedAt != nil || h.grant.ID != "" && !h.grant.ExpiresAt.After(now)
}

// issuerRetry is the wait until an issuer that does not answer is asked again.
const issuerRetry = 10 * time.Second

// knownMost bounds how many callers are kept in mind.
const knownMost = 10_000

// NewControl returns the control of a store.
func NewControl(s Store, clock func() time.Time) *Control {
	return &Control{store: s, clock: clock, throttle: Throttle{Shared: s, Kind: "key"},
		pages:     pageLimiter{most: freePages, says: "More than %d pages of search sessions in one minute. Pages are free but rate-limited: try again in %s."},
		strangers: pageLimiter{most: strangerAsks, says: "More than %d requests without a key from this address in one minute. Nothing was taken; repeat the request in %s."},
		local:     map[string]service.Key{}, known: map[string]holder{}}
}

// LocalKey makes a key that only this process knows and that ends with it.
func (c *Control) LocalKey(accountID string) (plain string) {
	k, plain := NewKey(accountID, c.clock().UTC().Truncate(time.Millisecond))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.local[k.ID] = k
	return plain
}

// Authenticate resolves a key to its caller. Wrong keys count against the
// address they come from; a missing one does not.
func (c *Control) Authenticate(ctx context.Context, plain, address string) (Caller, error) {
	if err := c.blocked(address); err != nil {
		return Caller{}, err
	}
	if plain == "" {
		return Caller{}, &service.Error{Code: api.CodeUnauthorized, Message: c.nothing()}
	}
	h, err := c.find(ctx, plain)
	if errors.Is(err, service.ErrNotFound) {
		return Caller{}, c.wrong(ctx, address, &service.Error{Code: api.CodeUnauthorized, Message: "This API key is not valid. Check it or request a new one."})
	}
	if err != nil {
		return Caller{}, fmt.Errorf("authenticate: %w", err)
	}
	return Caller{Account: h.account, KeyID: h.key.ID}, c.passes(ctx, address)
}

// wrong counts what was never right against an address, and is what it is told. What
// is right is told of only while the address is not blocked (passes): of
// guesses at once those count that were looked up first, and no more than are allowed.
func (c *Control) wrong(ctx context.Context, address string, told error) error {
	now := c.clock()
	if wait := c.throttle.Take(address, now); wait > 0 {
		return tooMany(wait)
	}
	wait, err := c.throttle.Failed(ctx, address, now)
	if err != nil {
		return fmt.Errorf("authenticate: %w", err)
	}
	return cmp.Or(tooMany(wait), told)
}

// passes is told of what is right. Where anything is against its address here, the other
// nodes are asked, too.
func (c *Control) passes(ctx context.Context, address string) error {
	if err := c.blocked(address); err != nil || !c.throttle.tried(address) {
		return err
	}
	wait, err := c.throttle.Elsewhere(ctx, address, c.clock())
	if err != nil {
		return fmt.Errorf("authenticate: %w", err)
	}
	return tooMany(wait)
}

// nothing says what is missing where there is neither key nor token.
func (c *Control) nothing() string {
	needs := "This request needs an API key. Send it in the " + api.HeaderKey + " header."
	if c.oauth != nil {
		needs += " Or sign in and send the access token in the " + api.HeaderAuthorization + " header as Bearer."
	}
	return needs
}

// blocked is the refusal of an address that failed too often.
func (c *Control) blocked(address string) error {
	return tooMany(c.throttle.Blocked(address, c.clock()))
}

func tooMany(wait time.Duration) error {
	if wait == 0 {
		return nil
	}
	return &service.Error{Code: api.CodeRateLimited, RetryAfter: wait,
		Message: "Too many failed authentication attempts from this address. Wait, then try again with a valid key."}
}

// find returns the holder of a key in force, or ErrNotFound: the caller is not
// told what is wrong about a key, which would help guessing.
func (c *Control) find(ctx context.Context, plain string) (holder, error) {
	rest, ok := strings.CutPrefix(plain, keyPrefix)
	id, secret, cut := strings.Cut(rest, "_")
	if !ok || !cut || len(plain) > 200 {
		return holder{}, service.ErrNotFound
	}
	return c.holder(ctx, id, func() (holder, error) { return c.read(ctx, id) }, func(h holder) bool {
		return subtle.ConstantTimeCompare(h.key.Hash, hashSecret(h.key.Salt, secret)) == 1 && h.key.RevokedAt == nil
	})
}

// holder returns the owner of an id, from memory while that is current, else read anew;
// ErrNotFound where the id is not valid.
func (c *Control) holder(ctx context.Context, id string, read func() (holder, error), holds func(holder) bool) (holder, error) {
	// The number is read first: a change after it is found out the next time.
	access, err := c.number.Ask(ctx, c.store.Access)
	if err != nil {
		return holder{}, err
	}
	h, known := c.recall(id, access)
	if !known {
		if h, err = read(); err != nil {
			return holder{}, err
		}
	}
	if !holds(h) {
		return holder{}, service.ErrNotFound
	}
	if !known {
		c.remember(id, h, access)
	}
	return h, nil
}

func (c *Control) recall(id string, access int64) (holder, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if access != c.access {
		return holder{}, false
	}
	h, ok := c.known[id]
	return h, ok
}

// remember keeps a holder in mind. A prepaid balance moves with every charge, so
// its account is read each time.
func (c *Control) remember(id string, h holder, access int64) {
	if h.account.Balance != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if access < c.access {
		return
	}
	if access > c.access || len(c.known) >= knownMost {
		clear(c.known)
		c.access = access
	}
	c.known[id] = h
}

func (c *Control) read(ctx context.Context, id string) (h holder, err error) {
	c.mu.RLock()
	k, local := c.local[id]
	c.mu.RUnlock()
	if h.key = k; !local {
		if h.key, err = c.store.Key(ctx, id); err != nil {
			return h, err
		}
	}
	if h.account, err = c.store.Account(ctx, h.key.AccountID); err != nil {
		return h, fmt.Errorf("read account %s: %w", h.key.AccountID, noAccount(err))
	}
	return h, nil
}

// noAccount keeps a key without its account, which is a fault of the store, from
// reading as a wrong key.
func noAccount(err error) error {
	if errors.Is(err, service.ErrNotFound) {
		return errors.New("there is no such account")
	}
	return err
}
