// Package bearer checks access tokens: signed JWTs of one issuer for one service, as
// RFC 9068 has them. It owns what makes a token right and how the keys of an issuer
// are found. It must not know users, accounts or what a token may open.
package bearer

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"

	"greenroom/service/access"
)

// Config holds everything a Verifier is made of. Issuer, Resource and Clock are required.
type Config struct {
	Issuer   string
	Resource string // that tokens must be for
	Clock    func() time.Time
	Keys     oidc.KeySet  // nil: those that the issuer publishes
	Client   *http.Client // fetches them; nil: one of ours
}

const (
	tokenMax = 8 << 10 // bytes
	// skew bounds how far the clock of an issuer may be ahead.
	skew = time.Minute
)

// algorithms are those that tokens may be signed with: none of them works with a key
// that both sides know.
var algorithms = []jose.SignatureAlgorithm{jose.ES256, jose.ES384, jose.ES512, jose.RS256, jose.RS384, jose.RS512,
	jose.PS256, jose.PS384, jose.PS512, jose.EdDSA}

var algorithmNames = func() (out []string) {
	for _, a := range algorithms {
		out = append(out, string(a))
	}
	return out
}()

// Verifier checks tokens of one issuer.
type Verifier struct {
	config Config

	mu    sync.Mutex
	found *published // nil: not found yet
	tried time.Time  // when it was looked for last
	err   error      // what came of it
}

// New returns a verifier. The keys of an issuer are looked for when the first token
// comes.
func New(c Config) *Verifier {
	if c.Client == nil {
		c.Client = &http.Client{Timeout: fetchTimeout}
	}
	return &Verifier{config: c}
}

// Check reads a token. What is wrong with one is an *access.Rejected; other errors are
// of the way to its issuer.
func (v *Verifier) Check(ctx context.Context, raw string) (t access.Token, err error) {
	if len(raw) > tokenMax {
		return t, rejected("The access token is too long.")
	}
	parsed, err := jose.ParseSignedCompact(raw, algorithms)
	if err != nil || len(parsed.Signatures) != 1 {
		return t, rejected("The access token is not a JWT signed with a supported algorithm.")
	}
	if kind, _ := parsed.Signatures[0].Protected.ExtraHeaders[jose.HeaderType].(string); !isAccessToken(kind) {
		return t, rejected("The token is not an access token: its typ is not at+jwt.")
	}
	keys, err := v.keys(ctx)
	if err != nil {
		return t, err
	}
	watched := &watchedKeys{KeySet: keys}
	checked, err := oidc.NewVerifier(v.config.Issuer, watched, &oidc.Config{ClientID: v.config.Resource, SupportedSigningAlgs: algorithmNames, Now: v.config.Clock}).Verify(ctx, raw)
	var expired *oidc.TokenExpiredError
	switch {
	case watched.unreachable != nil:
		return t, watched.unreachable
	case errors.As(err, &expired):
		return t, &access.Rejected{Why: "The access token has expired.", Late: true}
	case err != nil:
		return t, rejected("The access token was not issued for this service by a trusted server, or its signature is invalid.")
	}
	return v.claims(checked)
}

// isAccessToken reads the type of a token; media types may leave out their beginning.
func isAccessToken(kind string) bool {
	return strings.TrimPrefix(strings.ToLower(kind), "application/") == "at+jwt"
}

// claims checks what an access token holds beyond what all signed tokens do.
func (v *Verifier) claims(checked *oidc.IDToken) (t access.Token, err error) {
	var c struct {
		ClientID  string   `json:"client_id"`
		Scope     string   `json:"scope"`
		GrantID   string   `json:"grant_id"`
		ID        string   `json:"jti"`
		NotBefore *float64 `json:"nbf"`
		IssuedAt  *float64 `json:"iat"`
	}
	if err := checked.Claims(&c); err != nil {
		return t, rejected("The claims of the access token cannot be read.")
	}
	latest := float64(v.config.Clock().Add(skew).Unix())
	switch {
	case checked.Subject == "" || c.ClientID == "" || c.ID == "" || c.IssuedAt == nil:
		return t, rejected("The access token lacks sub, client_id, jti or iat.")
	case c.NotBefore != nil && *c.NotBefore > latest || *c.IssuedAt > latest:
		return t, &access.Rejected{Why: "The access token is not valid yet.", Late: true}
	}
	return access.Token{Issuer: checked.Issuer, Subject: checked.Subject, ClientID: c.ClientID, GrantID: c.GrantID, Scopes: strings.Fields(c.Scope)}, nil
}

func rejected(why string) error { return &access.Rejected{Why: why} }

// watchedKeys remembers whether keys could not be had, which is no fault of a token.
type watchedKeys struct {
	oidc.KeySet
	unreachable error
}

func (w *watchedKeys) VerifySignature(ctx context.Context, raw string) ([]byte, error) {
	payload, err := w.KeySet.VerifySignature(ctx, raw)
	var gone *Unreachable
	if errors.As(err, &gone) {
		w.unreachable = gone
	}
	return payload, err
}

// Unreachable is the error of an issuer that does not answer as it should.
type Unreachable struct{ Cause error }

func (u *Unreachable) Error() string { return "ask the issuer of tokens: " + u.Cause.Error() }

func (u *Unreachable) Unwrap() error { return u.Cause }

// keys are those that tokens are checked with.
func (v *Verifier) keys(ctx context.Context) (oidc.KeySet, error) {
	if v.config.Keys != nil {
		return v.config.Keys, nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	now := v.config.Clock()
	if age := now.Sub(v.tried).Abs(); v.found != nil && age < foundAge || v.found == nil && v.err != nil && age < pace {
		return v.found, v.err
	}
	found, err := v.discover(ctx)
	v.tried = now
	if err != nil {
		if v.found != nil { // what was found before may still do
			return v.found, nil
		}
		v.err = &Unreachable{Cause: err}
		return nil, v.err
	}
	if v.found == nil || v.found.address != found {
		v.found = &published{address: found, config: v.config}
	}
	v.err = nil
	return v.found, nil
}

// sameAlgorithms reports whether an issuer signs with anything that is taken here.
func sameAlgorithms(theirs []string) bool {
	return len(theirs) == 0 || slices.ContainsFunc(theirs, func(a string) bool { return slices.Contains(algorithmNames, a) })
}
