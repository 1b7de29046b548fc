package signin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/oauth2"
)

// renewTime bounds a renewal, the wait for another program included.
const renewTime = 45 * time.Second

// renewal is one look for a token, which all who need one share.
type renewal struct {
	done  chan struct{}
	token string
	err   error
}

// Token returns the token for the next request. It is renewed before it ends.
func (s *Session) Token(ctx context.Context) (string, error) { return s.other(ctx, "") }

// Renew is another token than the one that the service refused. What another
// program has renewed meanwhile is taken.
func (s *Session) Renew(ctx context.Context, refused string) (string, error) {
	return s.other(ctx, refused)
}

// other is a token that was not refused.
func (s *Session) other(ctx context.Context, refused string) (string, error) {
	for {
		s.mu.Lock()
		if s.held.usable(refused, s.cfg.Now()) {
			defer s.mu.Unlock()
			return s.held.Access, nil
		}
		r := s.running
		joined := r != nil
		if !joined {
			r = &renewal{done: make(chan struct{})}
			s.running = r
			// What a server that rotates tokens answers must not be lost because one
			// caller gave up: the others would be taken for thieves.
			go s.run(context.WithoutCancel(ctx), r, refused)
		}
		s.mu.Unlock()
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-r.done:
		}
		if r.err != nil || r.token != refused || !joined {
			return r.token, r.err
		}
	}
}

func (s *Session) run(ctx context.Context, r *renewal, refused string) {
	ctx, cancel := context.WithTimeout(ctx, renewTime)
	defer cancel()
	r.token, r.err = s.look(ctx, refused)
	s.mu.Lock()
	s.running = nil
	s.mu.Unlock()
	close(r.done)
}

// look takes the token that is kept, else renews it while no other program does.
func (s *Session) look(ctx context.Context, refused string) (string, error) {
	now, err := s.load(ctx)
	if err != nil || now.usable(refused, s.cfg.Now()) {
		return now.Access, err
	}
	unlock, err := s.cfg.Place.Lock(ctx)
	if err != nil {
		return "", fmt.Errorf("the session with %s is being changed by another program: %w", s.cfg.Name, err)
	}
	defer unlock()
	if now, err = s.load(ctx); err != nil || now.usable(refused, s.cfg.Now()) {
		return now.Access, err
	}
	return s.renew(ctx, now, refused)
}

// load is the session as it is kept. One that has ended, or is of another
// service, is none.
func (s *Session) load(ctx context.Context) (record, error) {
	now, err := s.read(ctx)
	switch {
	case err != nil:
		return record{}, err
	case now.Ended != "":
		err = &signedOut{fmt.Sprintf("the session with %s has ended (%s); run greenroom login %[1]s to start a new one", s.cfg.Name, now.Ended)}
	case now.Access == "":
		err = &signedOut{fmt.Sprintf("you are not signed in to %s; run greenroom login %[1]s", s.cfg.Name)}
	}
	if err != nil {
		now = record{}
	}
	s.hold(now)
	return now, err
}

func (s *Session) hold(r record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held = r
}

// read returns the kept record, valid or not; the zero record where there is none. Tokens
// are only for the address that they were given for.
func (s *Session) read(ctx context.Context) (r record, err error) {
	raw, err := s.cfg.Place.Load(ctx)
	if err != nil {
		return r, fmt.Errorf("the session with %s cannot be read: %w", s.cfg.Name, err)
	}
	if raw == nil {
		return r, nil
	}
	if json.Unmarshal(raw, &r) != nil {
		return record{Ended: "the stored session cannot be read"}, nil
	}
	if r.Service != s.cfg.Service {
		return record{Ended: "it was for another address"}, nil
	}
	return r, nil
}

func (s *Session) keep(ctx context.Context, r record) error {
	raw, err := json.Marshal(r)
	if err == nil {
		err = s.cfg.Place.Keep(ctx, raw)
	}
	if err != nil {
		return fmt.Errorf("the session with %s cannot be saved: %w", s.cfg.Name, err)
	}
	return nil
}

// renew asks for new tokens. Before, it writes down that it does: if the program
// is killed before the answer is kept, the next one can say why the session
// ended. A token that still holds serves where the server cannot be reached.
func (s *Session) renew(ctx context.Context, now record, refused string) (string, error) {
	cut := now.Renewing
	if now.Refresh == "" {
		return "", s.end(ctx, now, "it expired and cannot be renewed")
	}
	now.Renewing = true
	if err := s.keep(ctx, now); err != nil {
		return "", err
	}
	fresh, err := s.oauth(now.Server).TokenSource(s.with(ctx), &oauth2.Token{RefreshToken: now.Refresh}).Token()
	switch {
	case err == nil:
		now.Access, now.Refresh, now.Expires, now.Renewing = fresh.AccessToken, fresh.RefreshToken, fresh.Expiry, false
		now.Scopes = granted(fresh, now.Scopes)
		s.hold(now)
		s.noteKept(s.keep(ctx, now))
		return now.Access, nil
	case refusal(err) == "invalid_grant" && cut:
		return "", s.end(ctx, now, "a renewal was interrupted before its answer was saved")
	case refusal(err) == "invalid_grant":
		return "", s.end(ctx, now, "its server refused to renew it: "+trouble(err, now.Refresh, now.Access))
	case now.Access != refused && s.cfg.Now().Before(now.Expires):
		return now.Access, nil
	}
	return "", fmt.Errorf("the session with %s could not be renewed by %s: %s", s.cfg.Name, host(now.Server.Issuer), trouble(err, now.Refresh, now.Access))
}

func (s *Session) noteKept(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notKept = err
}

// end writes down that a session has ended, without its tokens.
func (s *Session) end(ctx context.Context, r record, why string) error {
	r.Ended, r.Access, r.Refresh, r.Renewing = why, "", "", false
	s.hold(record{})
	_ = s.keep(ctx, r) // the next program finds out by itself
	return &signedOut{fmt.Sprintf("the session with %s has ended (%s); run greenroom login %[1]s to start a new one", s.cfg.Name, why)}
}

// began keeps a session that has just begun.
func (s *Session) began(ctx context.Context, sv server, token *oauth2.Token) error {
	r := record{
		Service: s.cfg.Service, Server: sv, Client: s.cfg.Client, Scopes: granted(token, sv.scopes), Since: s.cfg.Now().UTC(),
		Access: token.AccessToken, Refresh: token.RefreshToken, Expires: token.Expiry,
	}
	if kind := token.Type(); !strings.EqualFold(kind, "Bearer") {
		return fmt.Errorf("%s issued a token of type %q, which is not supported", host(sv.Issuer), clean(kind, nil))
	}
	r.Who, r.Account = s.who(ctx, r)
	unlock, err := s.cfg.Place.Lock(ctx)
	if err != nil {
		return fmt.Errorf("the session with %s is being changed by another program: %w", s.cfg.Name, err)
	}
	defer unlock()
	before, _ := s.read(ctx)
	if err := s.keep(ctx, r); err != nil {
		return errors.Join(err, s.revoke(ctx, r))
	}
	s.hold(r)
	s.noteKept(nil)
	_ = s.revoke(ctx, before) // one session is enough; the old one ends by itself, too
	return nil
}

// granted are the scopes of a token: where a server does not say, what was asked
// for.
func granted(t *oauth2.Token, asked []string) []string {
	if scope, ok := t.Extra("scope").(string); ok {
		return strings.Fields(scope)
	}
	return asked
}

// who is the name of the person, and of the account that pays, where the server
// tells them.
func (s *Session) who(ctx context.Context, r record) (name, account string) {
	var info struct {
		Name    string `json:"name"`
		Login   string `json:"preferred_username"`
		Email   string `json:"email"`
		Subject string `json:"sub"`
		Account string `json:"account"`
	}
	if r.Server.UserInfo == "" {
		return "", ""
	}
	if _, err := s.get(ctx, r.Server.UserInfo, r.Access, &info); err != nil {
		return "", ""
	}
	return clean(cmp.Or(info.Login, info.Email, info.Name, info.Subject), nil), clean(info.Account, nil)
}
