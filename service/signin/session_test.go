package signin_test

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/service/signin"
)

// TestCodes are exchanged once, within a minute, by the program they were given to; a code
// that is tried wrongly or twice ends what was allowed.
func TestCodes(t *testing.T) {
	h := newHouse(t)
	u, id := h.person("ann"), h.program()
	h.now = h.now.Add(time.Second)
	other := h.program()
	for _, c := range []struct {
		name    string
		changes url.Values
		later   time.Duration
		want    string
	}{
		{"right", nil, time.Minute - 1, "fine"},
		{"late", nil, time.Minute, signin.InvalidGrant},
		{"another verifier", url.Values{"code_verifier": {verifier + "x"}}, 0, signin.InvalidGrant},
		{"no verifier", url.Values{"code_verifier": {""}}, 0, signin.InvalidGrant},
		{"another address", url.Values{"redirect_uri": {home + "/"}}, 0, signin.InvalidGrant},
		{"another program", url.Values{"client_id": {other}}, 0, signin.InvalidGrant},
		{"another code", url.Values{"code": {"x"}}, 0, signin.InvalidGrant},
		{"unknown program", url.Values{"client_id": {"x"}}, 0, signin.InvalidClient},
		{"another service", url.Values{"resource": {"https://other.example"}}, 0, signin.InvalidTarget},
		{"no kind", url.Values{"grant_type": nil}, 0, signin.InvalidRequest},
		{"another kind", url.Values{"grant_type": {"password"}}, 0, signin.UnsupportedKind},
		{"a device's", url.Values{"grant_type": {signin.KindDevice}}, 0, signin.Unauthorized},
	} {
		form := exchange(id, h.code(u, id, "read write"))
		maps.Copy(form, c.changes)
		h.now = h.now.Add(c.later)
		got, err := h.Token(t.Context(), form)
		h.want(c.name, err, c.want)
		if err != nil {
			continue
		}
		who, err := h.Who(t.Context(), got.Access)
		if err != nil || who != (signin.Who{ID: u.ID, Name: "ann", Account: "main"}) || got.Scope != "read write" || got.Type != "Bearer" || got.Expires != 600 {
			t.Errorf("%+v, %+v, %v", got, who, err)
		}
		_, err = h.Who(t.Context(), got.Refresh)
		h.want("a refresh token opens nothing", err, signin.InvalidToken)
		_, err = h.Token(t.Context(), form)
		h.want("twice", err, signin.InvalidGrant)
		_, err = h.Who(t.Context(), got.Access)
		h.want("what the code gave ends", err, signin.InvalidToken)
	}
}

// TestSessions are renewed with each token once; a token that comes again ends its family.
func TestSessions(t *testing.T) {
	h := newHouse(t)
	u := h.person("ann")
	first := h.tokens(u, "read write")
	ask := refresh(first.Refresh)
	ask.Set("scope", "pay")
	_, err := h.Token(t.Context(), ask)
	h.want("unknown permission", err, signin.InvalidScope)
	ask.Set("scope", "read")
	second, err := h.Token(t.Context(), ask)
	if h.want("less", err, "fine"); second.Scope != "read" {
		t.Errorf("%+v", second)
	}
	read := h.tokens(u, "read")
	ask = refresh(read.Refresh)
	ask.Set("scope", "read write")
	_, err = h.Token(t.Context(), ask)
	h.want("more than was allowed", err, signin.InvalidScope)
	h.now = h.now.Add(30*24*time.Hour - 1)
	third, err := h.Token(t.Context(), refresh(second.Refresh))
	if h.want("just in time", err, "fine"); third.Scope != "read write" {
		t.Errorf("%+v", third)
	}
	_, err = h.Who(t.Context(), second.Access)
	h.want("after ten minutes", err, signin.InvalidToken)
	id := h.program()
	ask = refresh(third.Refresh)
	ask.Set("client_id", id)
	_, err = h.Token(t.Context(), ask)
	h.want("of another program", err, signin.InvalidGrant)
	_, err = h.Token(t.Context(), refresh(second.Refresh))
	h.want("again", err, signin.InvalidGrant)
	_, err = h.Token(t.Context(), refresh(third.Refresh))
	h.want("its family", err, signin.InvalidGrant)
	_, err = h.Token(t.Context(), refresh(""))
	h.want("none", err, signin.InvalidGrant)
	h.now = h.now.Add(1)
	_, err = h.Token(t.Context(), refresh(read.Refresh))
	h.want("late", err, signin.InvalidGrant)

	again := h.tokens(u, "read")
	for _, c := range []struct{ name, client, token, want string }{
		{"no token", signin.CLI, "", signin.InvalidRequest}, {"of nobody", signin.CLI, "x", "fine"},
		{"unknown program", "x", again.Access, signin.InvalidClient}, {"of another program", id, again.Access, "fine"},
	} {
		h.want(c.name, h.Revoke(t.Context(), url.Values{"client_id": {c.client}, "token": {c.token}}), c.want)
	}
	_, err = h.Who(t.Context(), again.Access)
	h.want("still", err, "fine")
	for _, token := range []string{again.Access, h.tokens(u, "read").Refresh} {
		h.want("ended", h.Revoke(t.Context(), url.Values{"client_id": {signin.CLI}, "token": {token}}), "fine")
	}
	_, err = h.Who(t.Context(), again.Access)
	h.want("after it was ended", err, signin.InvalidToken)
}

// TestSessionsEnd half a year after they were allowed, however often they were renewed.
func TestSessionsEnd(t *testing.T) {
	h := newHouse(t)
	last := h.tokens(h.person("ann"), "read")
	for n := 0; ; n++ {
		h.now = h.now.Add(29 * 24 * time.Hour)
		next, err := h.Token(t.Context(), refresh(last.Refresh))
		if err != nil {
			if h.want("the end", err, signin.InvalidGrant); n != 6 {
				t.Errorf("it ended after %d months", n)
			}
			return
		}
		last = next
	}
}

// TestDevices are answered once, within ten minutes, by whoever types their code.
func TestDevices(t *testing.T) {
	h := newHouse(t)
	u, id := h.person("ann"), h.program()
	poll := func(code string) error {
		_, err := h.Token(t.Context(), url.Values{"client_id": {signin.CLI}, "grant_type": {signin.KindDevice}, "device_code": {code}})
		return err
	}
	for _, c := range []struct {
		client, scope, resource, want string
	}{{"x", "", "", signin.InvalidClient}, {id, "", "", signin.Unauthorized}, {signin.CLI, "pay", "", signin.InvalidScope},
		{signin.CLI, "", "https://other.example", signin.InvalidTarget}, {signin.CLI, "", issuer, "fine"}} {
		d, err := h.DeviceAuthorization(t.Context(), url.Values{"client_id": {c.client}, "scope": {c.scope}, "resource": {c.resource}}, "x")
		h.want(fmt.Sprint(c), err, c.want)
		if err == nil && (d.VerificationURI != issuer+"/device" || d.Complete != d.VerificationURI+"?user_code="+d.UserCode || d.ExpiresIn != 600 || d.Interval != 5) {
			t.Errorf("%+v", d)
		}
	}
	begin := func() signin.DeviceAnswer {
		h.now = h.now.Add(6 * time.Minute) // logins of an address are limited
		d, err := h.DeviceAuthorization(t.Context(), url.Values{"client_id": {signin.CLI}}, "x")
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	d := begin()
	h.want("not yet", poll(d.DeviceCode), signin.Pending)
	h.want("at once", poll(d.DeviceCode), signin.SlowDown)
	h.now = h.now.Add(10*time.Second - 1)
	h.want("too early", poll(d.DeviceCode), signin.SlowDown)
	h.now = h.now.Add(15 * time.Second)
	h.want("in time", poll(d.DeviceCode), signin.Pending)
	_, err := h.Device(t.Context(), "BBBB-BBBB", u, "x")
	h.want("another code", err, "mistake user_code")
	w, err := h.Device(t.Context(), strings.ToLower(d.UserCode), u, "x")
	if err != nil || w.Code != d.UserCode || w.Client.ID != signin.CLI || !slices.Equal(w.Scopes, []string{"read"}) {
		t.Errorf("%+v, %v", w, err)
	}
	h.want("no", h.AnswerDevice(t.Context(), w, u, false), "fine")
	h.want("twice", h.AnswerDevice(t.Context(), w, u, true), "mistake user_code")
	h.want("denied", poll(d.DeviceCode), signin.AccessDenied)
	d = begin()
	w, _ = h.Device(t.Context(), d.UserCode, u, "x")
	h.want("yes", h.AnswerDevice(t.Context(), w, u, true), "fine")
	h.want("allowed", poll(d.DeviceCode), "fine")
	h.want("fetched", poll(d.DeviceCode), signin.InvalidGrant)
	h.want("unknown", poll("x"), signin.InvalidGrant)
	d = begin()
	h.now = h.now.Add(10 * time.Minute)
	h.want("late", poll(d.DeviceCode), signin.Expired)
	_, err = h.Device(t.Context(), d.UserCode, u, "x")
	h.want("typed late", err, "mistake user_code")
}

// TestRegistrations: what programs say of themselves is bounded, and where they want their
// answers is read in one way only.
func TestRegistrations(t *testing.T) {
	h := newHouse(t)
	ask := func(r signin.Registration) (signin.Registered, error) {
		h.now = h.now.Add(time.Minute)
		return h.Register(t.Context(), r, fmt.Sprint(h.now.Unix()))
	}
	long := func(n int) string { return "https://a.example/" + strings.Repeat("x", n-len("https://a.example/")) }
	for to, want := range map[string]string{
		home: "fine", long(512): "fine", long(513): signin.InvalidRedirect, "http://localhost/x": "fine", "http://localhost:8080/x": "fine", "http://127.0.0.1/x": "fine", "http://[::1]:99/x": "fine",
		"http://app.example/x": signin.InvalidRedirect, "ftp://localhost/x": signin.InvalidRedirect, "https://u@app.example/": signin.InvalidRedirect, "https://app.example/?a": signin.InvalidRedirect,
		"https://app.example/#a": signin.InvalidRedirect, "https:///x": signin.InvalidRedirect, "https://:80/x": signin.InvalidRedirect, "https://app.example/a b": signin.InvalidRedirect, "x": signin.InvalidRedirect, "": signin.InvalidRedirect,
		"HTTPS://app.example/": signin.InvalidRedirect, "https:app": signin.InvalidRedirect, "http://127.0.0.1.evil.example/": signin.InvalidRedirect,
	} {
		_, err := ask(signin.Registration{Redirects: []string{home, to}})
		h.want(to, err, want)
	}
	five := []string{home, home + "1", home + "2", home + "3", home + "4"}
	for _, c := range []struct {
		name string
		r    signin.Registration
		want string
	}{
		{"none", signin.Registration{}, signin.InvalidRedirect}, {"five", signin.Registration{Redirects: five}, "fine"},
		{"six", signin.Registration{Redirects: append(five, home+"5")}, signin.InvalidRedirect},
		{"a secret", signin.Registration{Redirects: five, Auth: "client_secret_basic"}, signin.InvalidMetadata}, {"no secret", signin.Registration{Redirects: five, Auth: "none"}, "fine"},
		{"kinds", signin.Registration{Redirects: five, Kinds: []string{signin.KindCode, signin.KindRefresh}}, "fine"}, {"a device", signin.Registration{Redirects: five, Kinds: []string{signin.KindDevice}}, signin.InvalidMetadata},
		{"answers", signin.Registration{Redirects: five, Responses: []string{"code"}}, "fine"}, {"tokens", signin.Registration{Redirects: five, Responses: []string{"token"}}, signin.InvalidMetadata},
		{"60", signin.Registration{Redirects: five, Name: strings.Repeat("ö", 60)}, "fine"}, {"61", signin.Registration{Redirects: five, Name: strings.Repeat("ö", 61)}, signin.InvalidMetadata},
		{"no text", signin.Registration{Redirects: five, Name: "\xff"}, signin.InvalidMetadata},
	} {
		got, err := ask(c.r)
		h.want(c.name, err, c.want)
		if err == nil && (got.Auth != "none" || !slices.Equal(got.Kinds, []string{signin.KindCode, signin.KindRefresh}) || !slices.Equal(got.Responses, []string{"code"}) || got.IssuedAt != h.now.Unix() ||
			got.Scope != strings.Join(signin.Scopes(), " ") || !strings.HasPrefix(got.ID, "client-")) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	for name, want := range map[string]string{"": "a program without a name", " a \n b ": "a b", "a\u202eb\u200b\ufe0f": "ab", "\u00ad": "a program without a name"} {
		if got, err := ask(signin.Registration{Redirects: five, Name: name}); err != nil || got.Name != want {
			t.Errorf("%q is shown as %q, %v", name, got.Name, err)
		}
	}
	for n := range 6 {
		_, err := h.Register(t.Context(), signin.Registration{Redirects: five}, "one address")
		h.want(fmt.Sprint("registration ", n+1), err, map[bool]string{true: "fine", false: "slowed"}[n < 5])
	}
	// One that nobody allowed anything is forgotten after a day.
	id := h.program()
	h.now = h.now.Add(24*time.Hour - 1)
	_, err := h.Authorization(t.Context(), asking(id, nil))
	h.want("within a day", err, "fine")
	h.now = h.now.Add(1)
	_, err = h.Authorization(t.Context(), asking(id, nil))
	h.want("after a day", err, "misdirected")
	u, id := h.person("ann"), h.program()
	h.code(u, id, "read")
	h.now = h.now.Add(100 * 24 * time.Hour)
	_, err = h.Authorization(t.Context(), asking(id, nil))
	h.want("one that was allowed something", err, "fine")
}
