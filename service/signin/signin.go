// Package signin is a small authorisation server: people who are invited and sign
// in, programs they allow, and the tokens of those. It owns what codes, tokens and
// keys mean and how long they live. It knows neither HTTP nor SQL, and no endpoint
// of the service.
package signin

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
)

// How long what is given out lasts.
const (
	invitationLife = 72 * time.Hour
	visitLife      = 12 * time.Hour
	codeLife       = time.Minute
	deviceLife     = 10 * time.Minute
	accessLife     = 10 * time.Minute
	refreshLife    = 30 * 24 * time.Hour // from its last use
	grantLife      = 180 * 24 * time.Hour
)

// Config holds everything a Server is made of; all of it is required.
type Config struct {
	Store Store
	Clock func() time.Time
	// Issuer is the public address of this service, without a slash at the end. It
	// names the server in tokens and metadata, and what they are for: both are here.
	Issuer string
	// Register lets programs register themselves (RFC 7591).
	Register bool
}

// Server is the authorisation server.
type Server struct {
	config  Config
	store   Store
	clock   func() time.Time
	clients []Client
	keys    keyring

	hashing  chan struct{}   // a place for each password that is hashed at once
	wrong    access.Throttle // guesses, by address, and by user where codes are guessed
	names    access.Throttle // guesses at passwords, by name
	homes    homes
	requests access.Throttle // logins of devices, by address

	registrations access.Throttle // by address

	decoy func() string // the hash of a password that nobody has
}

// New returns a server over a store.
func New(c Config) *Server {
	s := &Server{config: c, store: c.Store, clock: c.Clock, clients: ownClients(), hashing: make(chan struct{}, hashesAtOnce),
		wrong: access.Throttle{Shared: c.Store, Kind: "guess"}, names: access.Throttle{Allowed: nameGuesses, Shared: c.Store, Kind: "name"}, requests: access.Throttle{Allowed: deviceRequests},
		registrations: access.Throttle{Allowed: registrations}, decoy: sync.OnceValue(func() string { return hashPassword(rand.Text()) })}
	s.keys = keyring{store: c.Store, clock: c.Clock}
	return s
}

// Issuer names the server.
func (s *Server) Issuer() string { return s.config.Issuer }

// Scopes are those that may be asked for.
func Scopes() []string { return api.Names(api.Permissions()) }

// now is the time records are stamped with: UTC, whole milliseconds.
func (s *Server) now() time.Time { return s.clock().UTC().Truncate(time.Millisecond) }

// Failure is a refusal in the words of OAuth.
type Failure struct {
	Code        string // "invalid_grant"
	Description string // a sentence in ASCII
}

func (f *Failure) Error() string { return f.Code + ": " + f.Description }

// The codes of failures.
const (
	InvalidRequest  = "invalid_request"
	InvalidClient   = "invalid_client"
	InvalidGrant    = "invalid_grant"
	InvalidScope    = "invalid_scope"
	InvalidTarget   = "invalid_target"
	Unauthorized    = "unauthorized_client"
	UnsupportedKind = "unsupported_grant_type"
	UnsupportedType = "unsupported_response_type"
	AccessDenied    = "access_denied"
	Pending         = "authorization_pending"
	SlowDown        = "slow_down"
	Expired         = "expired_token"
	InvalidToken    = "invalid_token"
)

func fail(code, description string) *Failure { return &Failure{code, description} }

// Slowed is the error of too many attempts.
type Slowed struct{ Wait time.Duration }

func (s *Slowed) Error() string { return "too many attempts" }

// secret is 256 random bits as text: what is given out, and of which only the hash
// is kept.
func secret() string {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

// hash returns the stored form of a secret. It needs no salt: nobody can try 256 bits.
func hash(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// scopes reads the scopes that are asked for; none asked for are "read".
func (s *Server) scopes(asked string) ([]string, error) {
	list, all := strings.Fields(asked), Scopes()
	if len(list) == 0 {
		list = all[:1]
	}
	for _, one := range list {
		if !slices.Contains(all, one) {
			return nil, fail(InvalidScope, "Unknown scope. Available: "+strings.Join(all, " ")+".")
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// target checks what tokens are asked for: this service, where it is said at all.
func (s *Server) target(resource string) error {
	if resource != "" && strings.TrimSuffix(resource, "/") != s.config.Issuer {
		return fail(InvalidTarget, "Tokens are issued for this service only: resource must be "+s.config.Issuer+".")
	}
	return nil
}

// active is the grant of an id and its user, where both still hold.
func (s *Server) active(ctx context.Context, grantID string) (service.Grant, service.User, error) {
	g, err := s.store.Grant(ctx, grantID)
	if err != nil {
		return g, service.User{}, err
	}
	u, err := s.store.User(ctx, g.UserID)
	if err == nil && (g.RevokedAt != nil || !g.ExpiresAt.After(s.clock()) || u.DisabledAt != nil) {
		err = service.ErrNotFound
	}
	return g, u, err
}

func isMissing(err error) bool { return errors.Is(err, service.ErrNotFound) }
