package signin

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"net/url"
	"regexp"

	googleuuid "github.com/google/uuid"

	"greenroom/service"
)

// Request is an authorisation request that was checked: what a user is asked.
type Request struct {
	Client    Client
	Scopes    []string
	redirect  string
	challenge string
	state     string
}

// Misdirected is the error of a request whose client or redirect address is not
// right: its answer must not be sent to that address.
type Misdirected struct{ Sentence string }

func (m *Misdirected) Error() string { return m.Sentence }

// Redirected is the error of a request that is answered at the address of its
// client.
type Redirected struct{ To string }

func (r *Redirected) Error() string { return "answered by redirecting" }

var challengeForm = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)

// Authorization checks an authorisation request. Its error is Misdirected where
// nobody may be redirected, Redirected where the client is told, else a fault.
func (s *Server) Authorization(ctx context.Context, q url.Values) (*Request, error) {
	c, err := s.client(ctx, q.Get("client_id"))
	if _, refused := errors.AsType[*Failure](err); err != nil && !refused {
		return nil, err
	}
	if err != nil || len(q["client_id"]) != 1 {
		return nil, &Misdirected{"This service does not know the program that sent you here. Start again from the program and check its service address."}
	}
	to := q.Get("redirect_uri")
	if len(q["redirect_uri"]) != 1 || !c.redirects(to) {
		return nil, &Misdirected{"The program that sent you here asked to return to an address that is not registered for it. Nothing was sent there."}
	}
	r := &Request{Client: c, redirect: to, state: q.Get("state"), challenge: q.Get("code_challenge")}
	if err := s.asked(r, q); err != nil {
		return nil, &Redirected{s.refusal(r, err)}
	}
	return r, nil
}

// asked checks the rest of a request, whose refusal goes to the client.
func (s *Server) asked(r *Request, q url.Values) (failure *Failure) {
	for name, given := range q {
		if len(given) > 1 && name != "resource" {
			return fail(InvalidRequest, "A parameter is given more than once.")
		}
	}
	switch {
	case q.Get("response_type") != "code":
		return fail(UnsupportedType, "response_type must be code.")
	case q.Get("code_challenge_method") != "S256" || !challengeForm.MatchString(r.challenge):
		return fail(InvalidRequest, "A code_challenge with code_challenge_method S256 is required (PKCE).")
	}
	for _, resource := range q["resource"] {
		if err := s.target(resource); errors.As(err, &failure) {
			return failure
		}
	}
	var err error
	if r.Scopes, err = s.scopes(q.Get("scope")); errors.As(err, &failure) {
		return failure
	}
	return nil
}

// Answer returns the address that receives the answer to a request, for browsers that are
// told where forms may lead.
func (r *Request) Answer() string { return r.redirect }

func (s *Server) refusal(r *Request, f *Failure) string {
	return s.answer(r, url.Values{"error": {f.Code}, "error_description": {f.Description}})
}

// answer is the address of the client with an answer: who gives it stands in it
// (RFC 9207), so that a client of two servers cannot confuse them.
func (s *Server) answer(r *Request, values url.Values) string {
	values.Set("iss", s.config.Issuer)
	if r.state != "" {
		values.Set("state", r.state)
	}
	return r.redirect + "?" + values.Encode()
}

// Deny returns the address for a user who does not allow a request.
func (s *Server) Deny(r *Request) string {
	return s.refusal(r, fail(AccessDenied, "The user denied access."))
}

// Allow returns the address for a user who allows a request: with a code for the client.
func (s *Server) Allow(ctx context.Context, r *Request, u service.User) (to string, err error) {
	code := secret()
	g := s.grant(u, r.Client, r.Scopes)
	if r.Client.Stranger { // it is known as long as what it was allowed
		if err := s.store.KeepClient(ctx, r.Client.ID, g.ExpiresAt); err != nil {
			return "", err
		}
	}
	err = s.store.CreateCode(ctx, g, service.Code{Hash: hash(code), GrantID: g.ID, RedirectURI: r.redirect, Challenge: r.challenge,
		CreatedAt: g.CreatedAt, ExpiresAt: g.CreatedAt.Add(codeLife)})
	return s.answer(r, url.Values{"code": {code}}), err
}

func (s *Server) grant(u service.User, c Client, scopes []string) service.Grant {
	now := s.now()
	return service.Grant{ID: googleuuid.NewString(), UserID: u.ID, ClientID: c.ID, Scopes: scopes, CreatedAt: now, ExpiresAt: now.Add(grantLife)}
}

var errCode = fail(InvalidGrant, "The code is not valid: it is unknown, older than a minute, already used, or for another client, address or verifier.")

// byCode exchanges a code. One that comes a second time ends all that came of it; one
// with a wrong verifier is used up.
func (s *Server) byCode(ctx context.Context, c Client, form url.Values) (service.Grant, error) {
	key := hash(form.Get("code"))
	code, err := s.store.Code(ctx, key)
	if isMissing(err) {
		return service.Grant{}, errCode
	}
	if err != nil {
		return service.Grant{}, err
	}
	g, _, err := s.active(ctx, code.GrantID)
	if isMissing(err) || err == nil && g.ClientID != c.ID {
		return g, errCode
	}
	if err != nil {
		return g, err
	}
	if err := s.store.UseCode(ctx, key, s.now()); errors.Is(err, service.ErrUsed) {
		return g, errCode
	} else if err != nil {
		return g, err
	}
	if !code.ExpiresAt.After(s.clock()) || form.Get("redirect_uri") != code.RedirectURI || !verifies(form.Get("code_verifier"), code.Challenge) {
		return g, errors.Join(errCode, s.store.RevokeGrant(ctx, g.ID, s.now()))
	}
	return g, nil
}

var verifierForm = regexp.MustCompile(`^[A-Za-z0-9._~-]{43,128}$`)

func verifies(verifier, challenge string) bool {
	sum := sha256.Sum256([]byte(verifier))
	made := base64.RawURLEncoding.EncodeToString(sum[:])
	return verifierForm.MatchString(verifier) && subtle.ConstantTimeCompare([]byte(made), []byte(challenge)) == 1
}
