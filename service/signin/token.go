package signin

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4/jwt"
	googleuuid "github.com/google/uuid"

	"greenroom/service"
)

// Tokens is the answer that gives a client its tokens.
type Tokens struct {
	Access  string `json:"access_token"`
	Type    string `json:"token_type"`
	Expires int    `json:"expires_in"`
	Refresh string `json:"refresh_token"`
	Scope   string `json:"scope"`
}

// The kinds of grants, as they are named in requests.
const (
	KindCode    = "authorization_code"
	KindRefresh = "refresh_token"
	KindDevice  = "urn:ietf:params:oauth:grant-type:device_code"
)

// Token exchanges a code, a device code or a refresh token.
func (s *Server) Token(ctx context.Context, form url.Values) (Tokens, error) {
	c, err := s.client(ctx, form.Get("client_id"))
	if err != nil {
		return Tokens{}, err
	}
	if err := s.target(form.Get("resource")); err != nil {
		return Tokens{}, err
	}
	var g service.Grant
	switch form.Get("grant_type") {
	case KindCode:
		g, err = s.byCode(ctx, c, form)
	case KindDevice:
		if !c.Device {
			return Tokens{}, fail(Unauthorized, "This client may not use the device grant.")
		}
		g, err = s.byDevice(ctx, c, form)
	case KindRefresh:
		return s.refresh(ctx, c, form)
	case "":
		err = fail(InvalidRequest, "grant_type is missing.")
	default:
		err = fail(UnsupportedKind, "grant_type must be one of "+strings.Join(Kinds(), ", ")+".")
	}
	if err != nil {
		return Tokens{}, err
	}
	next, kept := s.nextRefresh(g)
	if err := s.store.CreateRefresh(ctx, kept); err != nil {
		return Tokens{}, err
	}
	return s.tokens(ctx, g, g.Scopes, next)
}

// Kinds lists the kinds of grants.
func Kinds() []string { return []string{KindCode, KindRefresh, KindDevice} }

func (s *Server) nextRefresh(g service.Grant) (token string, kept service.Refresh) {
	now := s.now()
	ends := now.Add(refreshLife)
	if g.ExpiresAt.Before(ends) {
		ends = g.ExpiresAt
	}
	token = secret()
	return token, service.Refresh{Hash: hash(token), GrantID: g.ID, CreatedAt: now, ExpiresAt: ends}
}

var errRefresh = fail(InvalidGrant, "The refresh token is not valid: it is unknown, expired, revoked or for another client, or it was reused, which ends its whole session. Sign in again.")

// refresh gives new tokens for a refresh token, once. One that comes a second time
// was stolen, or the answer to the first was: nobody can tell, so the whole family
// ends.
func (s *Server) refresh(ctx context.Context, c Client, form url.Values) (Tokens, error) {
	key := hash(form.Get("refresh_token"))
	old, err := s.store.Refresh(ctx, key)
	if err != nil {
		return Tokens{}, orRefused(err)
	}
	g, _, err := s.active(ctx, old.GrantID)
	if err != nil {
		return Tokens{}, orRefused(err)
	}
	if g.ClientID != c.ID || !old.ExpiresAt.After(s.clock()) {
		return Tokens{}, errRefresh
	}
	scopes := g.Scopes
	if asked := form.Get("scope"); asked != "" {
		if scopes, err = s.scopes(asked); err != nil {
			return Tokens{}, err
		}
		if !within(scopes, g.Scopes) {
			return Tokens{}, fail(InvalidScope, "That is more than the user granted.")
		}
	}
	next, kept := s.nextRefresh(g)
	if err := s.store.Rotate(ctx, key, kept); err != nil {
		return Tokens{}, orRefused(err)
	}
	return s.tokens(ctx, g, scopes, next)
}

func orRefused(err error) error {
	if isMissing(err) || errors.Is(err, service.ErrUsed) {
		return errRefresh
	}
	return err
}

func within(part, whole []string) bool {
	return !slices.ContainsFunc(part, func(p string) bool { return !slices.Contains(whole, p) })
}

// claims are those of an access token beyond the registered ones (RFC 9068).
type claims struct {
	ClientID string `json:"client_id"`
	Scope    string `json:"scope"`
	GrantID  string `json:"grant_id"`
}

func (s *Server) tokens(ctx context.Context, g service.Grant, scopes []string, refresh string) (Tokens, error) {
	now := s.clock().UTC()
	signer, err := s.keys.signer(ctx)
	if err != nil {
		return Tokens{}, err
	}
	scope := strings.Join(scopes, " ")
	raw, err := jwt.Signed(signer).Claims(jwt.Claims{
		Issuer: s.config.Issuer, Subject: g.UserID, Audience: jwt.Audience{s.config.Issuer}, ID: googleuuid.NewString(),
		IssuedAt: jwt.NewNumericDate(now), NotBefore: jwt.NewNumericDate(now), Expiry: jwt.NewNumericDate(now.Add(accessLife)),
	}).Claims(claims{ClientID: g.ClientID, Scope: scope, GrantID: g.ID}).Serialize()
	return Tokens{Access: raw, Type: "Bearer", Expires: int(accessLife / time.Second), Refresh: refresh, Scope: scope}, err
}

// Revoke ends the family that a token belongs to, an access token or a refresh
// token. A token that is not known is nothing to revoke.
func (s *Server) Revoke(ctx context.Context, form url.Values) error {
	c, err := s.client(ctx, form.Get("client_id"))
	if err != nil {
		return err
	}
	token := form.Get("token")
	if token == "" {
		return fail(InvalidRequest, "token is missing.")
	}
	grantID, err := s.familyOf(ctx, token)
	if err != nil || grantID == "" {
		return err
	}
	g, err := s.store.Grant(ctx, grantID)
	if isMissing(err) || err == nil && g.ClientID != c.ID {
		return nil
	}
	if err != nil {
		return err
	}
	return s.store.RevokeGrant(ctx, g.ID, s.now())
}

// familyOf is the grant that a token belongs to; "" for a token that is none.
func (s *Server) familyOf(ctx context.Context, token string) (grantID string, err error) {
	r, err := s.store.Refresh(ctx, hash(token))
	if err == nil {
		return r.GrantID, nil
	}
	if !isMissing(err) {
		return "", err
	}
	parsed, err := jwt.ParseSigned(token, algorithms)
	if err != nil {
		return "", nil
	}
	payload, err := s.keys.VerifySignature(ctx, token)
	if err != nil || payload == nil {
		return "", nil
	}
	var c claims
	if err := parsed.UnsafeClaimsWithoutVerification(&c); err != nil { // its signature is right
		return "", nil
	}
	return c.GrantID, nil
}

// Who is the person that an access token is of, as programs may know it.
type Who struct {
	ID      string `json:"sub"`
	Name    string `json:"preferred_username"`
	Account string `json:"account"` // the name of the account that pays
}

// Who says whose an access token is that is good now.
func (s *Server) Who(ctx context.Context, token string) (Who, error) {
	bad := fail(InvalidToken, "The access token is not valid: it is unknown, expired or revoked.")
	grantID, err := s.familyOf(ctx, token)
	if err != nil {
		return Who{}, err
	}
	parsed, unread := jwt.ParseSigned(token, algorithms)
	if grantID == "" || unread != nil {
		return Who{}, bad // a refresh token opens nothing
	}
	var c jwt.Claims
	if parsed.UnsafeClaimsWithoutVerification(&c) != nil || // its signature is right
		c.ValidateWithLeeway(jwt.Expected{Issuer: s.config.Issuer, AnyAudience: jwt.Audience{s.config.Issuer}, Time: s.clock()}, 0) != nil {
		return Who{}, bad
	}
	_, u, err := s.active(ctx, grantID)
	var payer service.Account
	if err == nil {
		payer, err = s.store.Account(ctx, u.AccountID)
	}
	if isMissing(err) {
		return Who{}, bad
	}
	return Who{ID: u.ID, Name: u.Name, Account: payer.Name}, err
}
