package signin

import (
	"context"

	"github.com/go-jose/go-jose/v4/jwt"

	"greenroom/service"
)

// Who is the person that an access token is of, as programs may know it.
type Who struct {
	ID      string `json:"sub"`
	Name    string `json:"preferred_username"`
	Account string `json:"account"` // the name of the account that pays
}

// Who says whose an access token is that is good now.
func (s *Server) Who(ctx context.Context, token string) (Who, error) {
	bad := fail(InvalidToken, "The access token is not valid: it is not known, expired or revoked.")
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
