package signin

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"

	"greenroom/service"
)

// A key signs for keyAge; it is published until all it signed has expired.
const (
	keyAge   = 30 * 24 * time.Hour
	keyShown = keyAge + 2*accessLife
	// keysRead is the time keys are trusted after they were read: other processes revoke
	// and add some.
	keysRead = 5 * time.Second
	// keysAgain is for a key that is not known, which another process may have made:
	// who sends unknown ones on purpose costs a reading a second.
	keysAgain = time.Second
)

var algorithms = []jose.SignatureAlgorithm{jose.ES256}

// keyring is the keys that tokens are signed with. It makes a new one when the last
// is too old.
type keyring struct {
	store Keys
	clock func() time.Time

	mu     sync.Mutex
	keys   []signingKey // in force, newest first
	readAt time.Time
}

type signingKey struct {
	id      string
	private *ecdsa.PrivateKey
	made    time.Time
}

// all are the keys in force, newest first, as they were read no longer ago than most.
func (k *keyring) all(ctx context.Context, most time.Duration) ([]signingKey, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.clock()
	if age := now.Sub(k.readAt); age >= 0 && age < most {
		return k.keys, nil
	}
	if err := k.read(ctx, now); err != nil {
		return nil, err
	}
	return k.keys, nil
}

func (k *keyring) read(ctx context.Context, now time.Time) error {
	stored, err := k.store.SigningKeys(ctx, now.Add(-keyShown))
	if err != nil {
		return err
	}
	keys := make([]signingKey, 0, len(stored))
	for _, one := range stored {
		if one.RevokedAt != nil {
			continue
		}
		parsed, err := x509.ParsePKCS8PrivateKey(one.Private)
		private, ok := parsed.(*ecdsa.PrivateKey)
		if err != nil || !ok {
			return fmt.Errorf("read signing key %s: it is damaged; greenroom users new-key makes a new one", one.ID)
		}
		keys = append(keys, signingKey{one.ID, private, one.CreatedAt})
	}
	k.keys, k.readAt = keys, now
	return nil
}

// signer signs with the newest key, which is made where there is none that is new
// enough.
func (k *keyring) signer(ctx context.Context) (jose.Signer, error) {
	keys, err := k.current(ctx)
	if err != nil {
		return nil, err
	}
	return jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: keys[0].private, KeyID: keys[0].id}},
		(&jose.SignerOptions{}).WithType("at+jwt"))
}

// current are the keys in force, of which the first one signs.
func (k *keyring) current(ctx context.Context) ([]signingKey, error) {
	keys, err := k.all(ctx, keysRead)
	now := k.clock().UTC()
	if since := now.Add(-keyAge); err == nil && (len(keys) == 0 || keys[0].made.Before(since)) {
		return k.renew(ctx, now, since)
	}
	return keys, err
}

func (k *keyring) renew(ctx context.Context, now, since time.Time) ([]signingKey, error) {
	made, err := newKey(now)
	if err != nil {
		return nil, err
	}
	if err := k.store.AddSigningKey(ctx, made, since); err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.read(ctx, now); err != nil {
		return nil, err
	}
	if len(k.keys) == 0 {
		return nil, errors.New("there is no key to sign with, though one was made: the clock may have been set back")
	}
	return k.keys, nil
}

func newKey(now time.Time) (service.SigningKey, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return service.SigningKey{}, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	return service.SigningKey{ID: rand.Text()[:16], Private: der, CreatedAt: now.Truncate(time.Millisecond)}, err
}

// public returns the public halves of the keys.
func (k *keyring) public(ctx context.Context) (jose.JSONWebKeySet, error) {
	keys, err := k.current(ctx)
	set := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{}}
	for _, one := range keys {
		set.Keys = append(set.Keys, jose.JSONWebKey{Key: one.private.Public(), KeyID: one.id, Algorithm: string(jose.ES256), Use: "sig"})
	}
	return set, err
}

// ErrUnsigned is the error of a token that no key in force has signed.
var ErrUnsigned = errors.New("no key of this service signed it")

// VerifySignature is the payload of a token that one of the keys signed: what the
// checks of a token ask for.
func (k *keyring) VerifySignature(ctx context.Context, raw string) ([]byte, error) {
	parsed, err := jose.ParseSignedCompact(raw, algorithms)
	if err != nil || len(parsed.Signatures) != 1 {
		return nil, ErrUnsigned
	}
	named := func(one signingKey) bool { return one.id == parsed.Signatures[0].Header.KeyID }
	keys, err := k.all(ctx, keysRead)
	if err == nil && !slices.ContainsFunc(keys, named) {
		keys, err = k.all(ctx, keysAgain)
	}
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(keys, named)
	if i < 0 {
		return nil, ErrUnsigned
	}
	payload, err := parsed.Verify(keys[i].private.Public())
	if err != nil {
		return nil, ErrUnsigned
	}
	return payload, nil
}

// NewKey ends all keys and with them every access token, and makes a new one: for
// when one may have been seen. Programs fetch new tokens by themselves.
func NewKey(ctx context.Context, store Keys, now time.Time) error {
	if err := store.RevokeSigningKeys(ctx, now); err != nil {
		return err
	}
	made, err := newKey(now)
	if err != nil {
		return err
	}
	return store.AddSigningKey(ctx, made, now)
}
