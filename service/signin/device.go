package signin

import (
	"context"
	"crypto/rand"
	"math/big"
	"net/url"
	"strings"
	"time"

	"greenroom/service"
)

// pollInterval is the wait of a device between two polls, and the increase whenever it did
// not wait.
const pollInterval = 5 // seconds

// userLetters make user codes: no vowels, so that no words come of it, and nothing
// that looks like another (RFC 8628, 6.1).
const userLetters = "BCDFGHJKLMNPQRSTVWXZ"

const userCodeLen = 8

// DeviceAnswer is the first answer to a device.
type DeviceAnswer struct {
	DeviceCode      string `json:"device_code"`
	UserCode        string `json:"user_code"`
	VerificationURI string `json:"verification_uri"`
	Complete        string `json:"verification_uri_complete"`
	ExpiresIn       int    `json:"expires_in"`
	Interval        int    `json:"interval"`
}

// DeviceAuthorization begins the login of a device.
func (s *Server) DeviceAuthorization(ctx context.Context, form url.Values, address string) (DeviceAnswer, error) {
	c, err := s.client(ctx, form.Get("client_id"))
	if err != nil {
		return DeviceAnswer{}, err
	}
	if !c.Device {
		return DeviceAnswer{}, fail(Unauthorized, "This client may not use the device grant.")
	}
	scopes, err := s.scopes(form.Get("scope"))
	if err != nil {
		return DeviceAnswer{}, err
	}
	if err := s.target(form.Get("resource")); err != nil {
		return DeviceAnswer{}, err
	}
	if _, err := s.attempt(ctx, counter{&s.requests, address}); err != nil {
		return DeviceAnswer{}, err
	}
	return s.newDevice(ctx, c, scopes)
}

func (s *Server) newDevice(ctx context.Context, c Client, scopes []string) (DeviceAnswer, error) {
	code, shown, now := secret(), userCode(), s.now()
	err := s.store.CreateDevice(ctx, service.Device{Hash: hash(code), UserHash: hash(shown), ClientID: c.ID, Scopes: scopes,
		State: service.DevicePending, Interval: pollInterval, CreatedAt: now, ExpiresAt: now.Add(deviceLife)})
	if err != nil {
		return DeviceAnswer{}, err
	}
	shown = Dashed(shown)
	page := s.config.Issuer + "/device"
	return DeviceAnswer{DeviceCode: code, UserCode: shown, VerificationURI: page, Complete: page + "?user_code=" + shown,
		ExpiresIn: int(deviceLife / time.Second), Interval: pollInterval}, nil
}

func userCode() string {
	b := make([]byte, userCodeLen)
	for i := range b {
		n, _ := rand.Int(rand.Reader, big.NewInt(int64(len(userLetters)))) // never fails
		b[i] = userLetters[n.Int64()]
	}
	return string(b)
}

// Dashed is a user code as people read it.
func Dashed(code string) string {
	if len(code) != userCodeLen {
		return code
	}
	return code[:userCodeLen/2] + "-" + code[userCodeLen/2:]
}

// typedCode is a user code as somebody types it, in any case and with any dashes;
// "" for what cannot be one.
func typedCode(typed string) string {
	if len(typed) > 64 {
		return ""
	}
	code := strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' || r == '\u2013' || r == '\u2010' {
			return -1
		}
		return r
	}, strings.ToUpper(typed))
	if len(code) != userCodeLen || strings.Trim(code, userLetters) != "" {
		return ""
	}
	return code
}

var errUserCode = &Mistake{"user_code", "No program is waiting for this code. Compare it with what the program shows; a code works once, for ten minutes."}

// Waiting is a device that a user is asked about.
type Waiting struct {
	Code   string // as people read it
	Client Client
	Scopes []string
}

// Device finds the device that waits with a code which a user typed. Too many wrong
// ones, of one user or from one address, are answered no more for a while.
func (s *Server) Device(ctx context.Context, typed string, u service.User, address string) (Waiting, error) {
	try, err := s.attempt(ctx, counter{&s.wrong, address}, counter{&s.wrong, "user " + u.ID})
	if err != nil {
		return Waiting{}, err
	}
	code := typedCode(typed)
	d, err := s.store.Device(ctx, hash(code), s.now())
	if code == "" || isMissing(err) {
		return Waiting{}, try.wrong(ctx, errUserCode)
	}
	if err == nil {
		err = try.right(ctx)
	} else {
		try.giveBack()
	}
	if err != nil {
		return Waiting{}, err
	}
	c, err := s.client(ctx, d.ClientID)
	return Waiting{Code: Dashed(code), Client: c, Scopes: d.Scopes}, err
}

// AnswerDevice allows the device that waits with a code, or denies it.
func (s *Server) AnswerDevice(ctx context.Context, w Waiting, u service.User, allow bool) error {
	var g *service.Grant
	if allow {
		made := s.grant(u, w.Client, w.Scopes)
		g = &made
	}
	err := s.store.AnswerDevice(ctx, hash(typedCode(w.Code)), g, s.now())
	if isMissing(err) {
		return errUserCode
	}
	return err
}

var errDevice = fail(InvalidGrant, "The device code is unknown, or its tokens were already fetched.")

// byDevice is one poll of a device.
func (s *Server) byDevice(ctx context.Context, c Client, form url.Values) (service.Grant, error) {
	var said *Failure
	var grantID string
	err := s.store.PollDevice(ctx, hash(form.Get("device_code")), func(d *service.Device) { grantID, said = poll(d, c, s.now()) })
	if isMissing(err) {
		return service.Grant{}, errDevice
	}
	if err != nil {
		return service.Grant{}, err
	}
	if said != nil {
		return service.Grant{}, said
	}
	g, _, err := s.active(ctx, grantID)
	if isMissing(err) {
		return g, errDevice
	}
	return g, err
}

// poll answers a device that asks now, and updates it: one that asks too early has to ask
// more slowly from then on. A decision is told however early: to ask more slowly is to go
// on asking.
func poll(d *service.Device, c Client, now time.Time) (grantID string, said *Failure) {
	switch {
	case d.ClientID != c.ID || d.State == service.DeviceDone:
		return "", errDevice
	case !d.ExpiresAt.After(now):
		return "", fail(Expired, "The code expired before anyone approved it. Start again.")
	case d.State == service.DeviceDenied:
		return "", fail(AccessDenied, "The user denied access.")
	case d.State == service.DeviceAllowed:
		d.State = service.DeviceDone
		return d.GrantID, nil
	}
	early := d.PolledAt != nil && now.Sub(*d.PolledAt) < time.Duration(d.Interval)*time.Second && !now.Before(*d.PolledAt)
	d.PolledAt = &now
	if early {
		d.Interval += pollInterval
		return "", fail(SlowDown, "Poll more slowly: add five seconds to the interval.")
	}
	return "", fail(Pending, "The user has not answered yet.")
}
