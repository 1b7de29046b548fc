package signin_test

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/signin"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

const (
	issuer   = "https://creators.example"
	password = "oat milk on a monday"
	verifier = "0123456789-0123456789-0123456789-0123456789"
	home     = "https://app.example/back"
)

var noon = time.Date(2026, 3, 14, 12, 0, 10, 0, time.UTC)

// house is a server over a store, with a clock that is set by hand.
type house struct {
	*signin.Server
	t     *testing.T
	store *sqlite.Store
	now   time.Time
	a     service.Account
}

func newHouse(t *testing.T) *house {
	t.Helper()
	s, err := sqlite.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "g.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	h := &house{t: t, store: s, now: noon, a: service.NewAccount("main", api.Tier1, noon)}
	if err := s.CreateAccount(t.Context(), h.a); err != nil {
		t.Fatal(err)
	}
	h.Server = signin.New(signin.Config{Store: s, Clock: func() time.Time { return h.now }, Issuer: issuer, Register: true})
	return h
}

func (h *house) invite(userID string) string {
	h.t.Helper()
	token, err := signin.Invite(h.t.Context(), h.store, service.Invitation{AccountID: h.a.ID, UserID: userID, CreatedAt: h.now})
	if err != nil {
		h.t.Fatal(err)
	}
	return token
}

func (h *house) accept(token, name string) (string, error) {
	return h.Accept(h.t.Context(), signin.Arrival{Token: token, Name: name, Password: password, Again: password, Address: "10.0.0.1"})
}

// person is somebody who was invited and signed in.
func (h *house) person(name string) service.User {
	h.t.Helper()
	cookie, err := h.accept(h.invite(""), name)
	if err != nil {
		h.t.Fatal(err)
	}
	u, err := h.Visitor(h.t.Context(), cookie)
	if err != nil {
		h.t.Fatal(err)
	}
	return u
}

// answer is an error in short: the code of a failure, the field of a mistake.
func answer(err error) string {
	if f, ok := errors.AsType[*signin.Failure](err); ok {
		return f.Code
	}
	if m, ok := errors.AsType[*signin.Mistake](err); ok {
		return "mistake " + m.Field
	}
	if _, ok := errors.AsType[*signin.Misdirected](err); ok {
		return "misdirected"
	}
	if r, ok := errors.AsType[*signin.Redirected](err); ok {
		u, _ := url.Parse(r.To)
		return "redirected " + u.Query().Get("error")
	}
	if _, ok := errors.AsType[*signin.Slowed](err); ok {
		return "slowed"
	}
	if errors.Is(err, service.ErrNotFound) {
		return "missing"
	}
	if err == nil {
		return "fine"
	}
	return err.Error()
}

func (h *house) want(name string, err error, want string) {
	h.t.Helper()
	if got := answer(err); got != want {
		h.t.Errorf("%s: %s (%v), want %s", name, got, err, want)
	}
}

// TestInvitations open once, for three days, to a name and a password that are taken.
func TestInvitations(t *testing.T) {
	h := newHouse(t)
	token := h.invite("")
	for _, c := range []struct{ name, password, again, want string }{
		{strings.Repeat("a", signin.NameMin-1), password, password, "mistake name"},
		{strings.Repeat("a", signin.NameMax+1), password, password, "mistake name"},
		{"ann lee", password, password, "mistake name"}, {"ann/lee", password, password, "mistake name"}, {"ann\xff", password, password, "mistake name"},
		{"ann", "short", "short", "mistake password"}, {"ann", password, password + "x", "mistake again"},
	} {
		_, err := h.Accept(t.Context(), signin.Arrival{Token: token, Name: c.name, Password: c.password, Again: c.again, Address: "10.0.0.1"})
		h.want(c.name+" "+c.password, err, c.want)
	}
	cookie, err := h.accept(token, "Änn.9_-@+")
	h.want("a name of all that may stand in it", err, "fine")
	u, err := h.Visitor(t.Context(), cookie)
	if err != nil || u.Name != "Änn.9_-@+" || u.Subject != u.ID || u.AccountID != h.a.ID || !u.CreatedAt.Equal(noon) {
		t.Errorf("%+v, %v", u, err)
	}
	_, err = h.accept(token, "bob")
	h.want("used", err, "mistake ")
	_, err = h.accept(h.invite(""), "ÄNN.9_-@+")
	h.want("taken", err, "mistake name")
	for _, name := range []string{strings.Repeat("b", signin.NameMin), strings.Repeat("c", signin.NameMax)} {
		_, err = h.accept(h.invite(""), name)
		h.want(name, err, "fine")
	}
	late := h.invite("")
	h.now = noon.Add(72*time.Hour - time.Millisecond)
	if name, err := h.Invited(t.Context(), late, "x"); name != "" || err != nil {
		t.Errorf("%q, %v", name, err)
	}
	h.now = noon.Add(72 * time.Hour)
	_, err = h.Invited(t.Context(), late, "x")
	h.want("three days old", err, "mistake ")
}

// TestANewPassword is chosen by invitation, and ends what the old one opened.
func TestANewPassword(t *testing.T) {
	h := newHouse(t)
	old, err := h.accept(h.invite(""), "ann")
	if err != nil {
		t.Fatal(err)
	}
	u, _ := h.Visitor(t.Context(), old)
	grant := h.tokens(u, "read")
	token := h.invite(u.ID)
	if name, err := h.Invited(t.Context(), token, "x"); name != "ann" || err != nil {
		t.Errorf("%q, %v", name, err)
	}
	cookie, err := h.Accept(t.Context(), signin.Arrival{Token: token, Name: "ignored", Password: password + "!", Again: password + "!", Address: "x"})
	h.want("a new password", err, "fine")
	if again, err := h.Visitor(t.Context(), cookie); err != nil || again.ID != u.ID || again.Name != "ann" {
		t.Errorf("%+v, %v", again, err)
	}
	_, err = h.Visitor(t.Context(), old)
	h.want("an old visit", err, "missing")
	_, err = h.Token(t.Context(), refresh(grant.Refresh))
	h.want("an old session", err, signin.InvalidGrant)
	_, err = h.SignIn(t.Context(), "ann", password, "x")
	h.want("the old password", err, "mistake password")
	cookie, err = h.SignIn(t.Context(), "ANN", password+"!", "x")
	h.want("the new one", err, "fine")
	h.now = h.now.Add(signin.VisitLife() - 1)
	_, err = h.Visitor(t.Context(), cookie)
	h.want("just before its end", err, "fine")
	h.now = h.now.Add(1)
	_, err = h.Visitor(t.Context(), cookie)
	h.want("a visit that ended", err, "missing")
	_, err = h.Visitor(t.Context(), "")
	h.want("no cookie", err, "missing")
	cookie, _ = h.SignIn(t.Context(), "ann", password+"!", "x")
	if err := h.SignOut(t.Context(), cookie); err != nil {
		t.Error(err)
	}
	_, err = h.Visitor(t.Context(), cookie)
	h.want("signed out", err, "missing")
	cookie, _ = h.SignIn(t.Context(), "ann", password+"!", "x")
	if err := h.store.DisableUser(t.Context(), u.ID, &h.now); err != nil {
		t.Fatal(err)
	}
	_, err = h.Visitor(t.Context(), cookie)
	h.want("disabled", err, "missing")
	_, err = h.SignIn(t.Context(), "ann", password+"!", "x")
	h.want("disabled", err, "mistake password")
}

// asking is a request of the program home is of, with changes.
func asking(client string, changes url.Values) url.Values {
	sum := sha256.Sum256([]byte(verifier))
	q := url.Values{"client_id": {client}, "redirect_uri": {home}, "response_type": {"code"}, "code_challenge_method": {"S256"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "state": {"s&t"}, "scope": {"read"}}
	maps.Copy(q, changes)
	return q
}

func (h *house) program() string {
	h.t.Helper()
	r, err := h.Register(h.t.Context(), signin.Registration{Name: "App", Redirects: []string{home}}, fmt.Sprint("10.1.0.", h.now.UnixNano()))
	if err != nil {
		h.t.Fatal(err)
	}
	return r.ID
}

// TestWhatIsAsked: who is not known, or wants the answer elsewhere, gets none; everything
// else that is wrong is answered to the program.
func TestWhatIsAsked(t *testing.T) {
	h := newHouse(t)
	id := h.program()
	for _, c := range []struct {
		name    string
		changes url.Values
		want    string
	}{
		{"right", nil, "fine"},
		{"both permissions", url.Values{"scope": {"write read write"}}, "fine"},
		{"for this service", url.Values{"resource": {issuer, issuer + "/"}}, "fine"},
		{"unknown program", url.Values{"client_id": {"nobody"}}, "misdirected"},
		{"two programs", url.Values{"client_id": {id, id}}, "misdirected"},
		{"another address", url.Values{"redirect_uri": {home + "/"}}, "misdirected"},
		{"with a port", url.Values{"redirect_uri": {"https://app.example:8443/back"}}, "misdirected"},
		{"two addresses", url.Values{"redirect_uri": {home, home}}, "misdirected"},
		{"two states", url.Values{"state": {"a", "b"}}, "redirected invalid_request"},
		{"no type", url.Values{"response_type": {"token"}}, "redirected unsupported_response_type"},
		{"plain", url.Values{"code_challenge_method": {"plain"}}, "redirected invalid_request"},
		{"short challenge", url.Values{"code_challenge": {strings.Repeat("a", 42)}}, "redirected invalid_request"},
		{"long challenge", url.Values{"code_challenge": {strings.Repeat("a", 44)}}, "redirected invalid_request"},
		{"for another service", url.Values{"resource": {issuer, "https://other.example"}}, "redirected invalid_target"},
		{"unknown permission", url.Values{"scope": {"read pay"}}, "redirected invalid_scope"},
	} {
		r, err := h.Authorization(t.Context(), asking(id, c.changes))
		h.want(c.name, err, c.want)
		if err == nil && (r.Client.ID != id || !r.Client.Stranger || r.Client.Name != "App" || r.Answer() != home) {
			t.Errorf("%s: %+v", c.name, r)
		}
		if c.name == "both permissions" && !slices.Equal(r.Scopes, []string{"read", "write"}) {
			t.Errorf("permissions %q", r.Scopes)
		}
		if to, ok := errors.AsType[*signin.Redirected](err); ok {
			if u, _ := url.Parse(to.To); !strings.HasPrefix(to.To, home+"?") || u.Query().Get("iss") != issuer || c.name != "two states" && u.Query().Get("state") != "s&t" {
				t.Errorf("%s: %s", c.name, to.To)
			}
		}
	}
	r, err := h.Authorization(t.Context(), asking(id, url.Values{"state": nil}))
	if err != nil {
		t.Fatal(err)
	}
	if u, _ := url.Parse(h.Deny(r)); u.Query().Get("error") != signin.AccessDenied || u.Query().Has("state") {
		t.Errorf("denied: %s", u)
	}
	own := asking(signin.CLI, url.Values{"redirect_uri": {"http://127.0.0.1:4321/callback"}, "scope": {""}})
	if r, err := h.Authorization(t.Context(), own); err != nil || r.Client.Stranger || !slices.Equal(r.Scopes, []string{"read"}) {
		t.Errorf("our own: %+v, %v", r, err)
	}
}

func (h *house) code(u service.User, id string, scope string) string {
	h.t.Helper()
	r, err := h.Authorization(h.t.Context(), asking(id, url.Values{"scope": {scope}}))
	if err != nil {
		h.t.Fatal(err)
	}
	to, err := h.Allow(h.t.Context(), r, u)
	if err != nil {
		h.t.Fatal(err)
	}
	back, _ := url.Parse(to)
	return back.Query().Get("code")
}

func exchange(id, code string) url.Values {
	return url.Values{"client_id": {id}, "grant_type": {signin.KindCode}, "code": {code}, "redirect_uri": {home}, "code_verifier": {verifier}}
}

func refresh(token string) url.Values {
	return url.Values{"client_id": {signin.CLI}, "grant_type": {signin.KindRefresh}, "refresh_token": {token}}
}

// tokens are those of our own program, by a device.
func (h *house) tokens(u service.User, scope string) signin.Tokens {
	h.t.Helper()
	d, err := h.DeviceAuthorization(h.t.Context(), url.Values{"client_id": {signin.CLI}, "scope": {scope}}, "x")
	if err != nil {
		h.t.Fatal(err)
	}
	w, err := h.Device(h.t.Context(), d.UserCode, u, "x")
	if err == nil {
		err = h.AnswerDevice(h.t.Context(), w, u, true)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	got, err := h.Token(h.t.Context(), url.Values{"client_id": {signin.CLI}, "grant_type": {signin.KindDevice}, "device_code": {d.DeviceCode}})
	if err != nil {
		h.t.Fatal(err)
	}
	return got
}
