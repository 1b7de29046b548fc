package signin_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"greenroom/client/signin"
	"greenroom/client/signin/signintest"
)

func dial(s *signintest.Server, p signin.Place, change ...func(*signin.Config)) *signin.Session {
	cfg := signin.Config{Name: "agency", Service: s.URL, Place: p, HTTP: &http.Client{Transport: s.Transport()}}
	for _, f := range change {
		f(&cfg)
	}
	return signin.New(cfg)
}

// signIn signs in with a code, which is agreed to at once.
func signIn(t testing.TB, as *signintest.Server, s *signin.Session) {
	t.Helper()
	code, err := s.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	as.Approve(code.User)
	if err := s.Wait(t.Context(), code); err != nil {
		t.Fatal(err)
	}
}

// silent fails if an error holds a token.
func silent(t testing.TB, as *signintest.Server, things ...any) {
	t.Helper()
	for _, secret := range as.Secrets() {
		for _, thing := range things {
			if said := fmt.Sprintf("%v %+v %#v", thing, thing, thing); strings.Contains(said, secret) {
				t.Errorf("a token is printed: %s", said)
			}
		}
	}
}

func TestACodeSignsIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		as, place := signintest.New(), &signintest.Place{}
		s := dial(as, place)
		start := time.Now()
		code, err := s.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if code.Address != as.URL+"/device" || code.Whole != as.URL+"/device?user_code="+code.User || !code.Until.Equal(start.Add(10*time.Minute)) {
			t.Errorf("code %+v", code)
		}
		as.Slow(1)
		time.AfterFunc(12*time.Second, func() { as.Approve(code.User) })
		if err := s.Wait(t.Context(), code); err != nil {
			t.Fatal(err)
		}
		// At 5 s it is too soon, so every 10 s from then on.
		if took := time.Since(start); took != 15*time.Second {
			t.Errorf("took %s", took)
		}
		token, err := s.Token(t.Context())
		if err != nil || token == "" {
			t.Fatal(token, err)
		}
		state, err := s.Look(t.Context())
		if err != nil || !state.SignedIn || state.Who != "ada" || state.Issuer != as.URL || !state.Renews || state.Kept != "memory" || strings.Join(state.Scopes, " ") != "read write" {
			t.Errorf("%+v %v", state, err)
		}
		silent(t, as, s, state, code)
		if again, err := dial(as, place).Token(t.Context()); again != token || err != nil {
			t.Errorf("another program has %v", err)
		}
	})
}

func TestACodeThatSignsNobodyIn(t *testing.T) {
	for says, do := range map[string]func(*signintest.Server, string){
		"was denied on the other device":  (*signintest.Server).Deny,
		"the code expired":                (*signintest.Server).Expire,
		"the code expired; sign in again": func(*signintest.Server, string) {}, // until it ends by itself
		"cannot be reached: no route":     func(s *signintest.Server, _ string) { s.Wrong("/token", lost) },
		"answered with a web page":        func(s *signintest.Server, _ string) { s.Wrong("/token", html) },
		"too large":                       func(s *signintest.Server, _ string) { s.Wrong("/token", huge) },
		"redirects to another address":    func(s *signintest.Server, _ string) { s.Wrong("/token", moved) },
		"failed: invalid_client":          func(s *signintest.Server, _ string) { s.Wrong("/token", refused("invalid_client")) },
		"does not follow the standard":    func(s *signintest.Server, _ string) { s.Wrong("/token", answer(200, `{"token_type":"Bearer"}`)) },
		"which is not supported": func(s *signintest.Server, _ string) {
			s.Wrong("/token", answer(200, `{"access_token":"x","token_type":"DPoP"}`))
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			as, place := signintest.New(), &signintest.Place{}
			s := dial(as, place, func(c *signin.Config) { c.HTTP.Transport = breaking{as.Transport()} })
			code, err := s.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			do(as, code.User)
			err = s.Wait(t.Context(), code)
			if strings.Contains(says, "no route") { // it is asked until the code ends
				says = "code expired"
				if n := as.Seen("/token"); n < 5 || n > 20 {
					t.Errorf("asked %d times", n)
				}
			}
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %v", says, err)
			}
			if place.Kept != nil {
				t.Errorf("%s: something was kept", says)
			}
		})
	}
}

// A server that is not well for a while is asked again.
func TestAServerThatComesBack(t *testing.T) {
	for _, wrong := range []http.HandlerFunc{lost, answer(503, `{}`)} {
		synctest.Test(t, func(t *testing.T) {
			as := signintest.New()
			s := dial(as, &signintest.Place{}, func(c *signin.Config) { c.HTTP.Transport = breaking{as.Transport()} })
			code, err := s.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			as.Approve(code.User)
			as.Wrong("/token", wrong)
			time.AfterFunc(30*time.Second, func() { as.Wrong("/token", nil) })
			if err := s.Wait(t.Context(), code); err != nil {
				t.Error(err)
			}
			if n := as.Seen("/token"); n > 5 {
				t.Errorf("asked %d times", n)
			}
		})
	}
}

// A server that hangs ends a call when its context does.
func TestAServerThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		as := signintest.New()
		as.Wrong("/device_authorization", hang)
		s := dial(as, &signintest.Place{})
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		start := time.Now()
		if _, err := s.Begin(ctx); err == nil || !strings.Contains(err.Error(), "in time") || time.Since(start) > 4*time.Second {
			t.Errorf("%v after %s", err, time.Since(start))
		}
	})
}

func TestWrongCodes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for says, body := range map[string]string{
			"is not JSON":               `null`,
			"an invalid sign-in code":   `{"user_code":"A","verification_uri":"https://x.example"}`,
			"not https://":              `{"device_code":"d","user_code":"A","verification_uri":"javascript:alert(1)"}`,
			"an  invalid sign-in code ": `{"device_code":"d","user_code":"` + strings.Repeat("A", 50) + `","verification_uri":"https://x.example"}`,
		} {
			as := signintest.New()
			as.Wrong("/device_authorization", answer(200, body))
			if _, err := dial(as, &signintest.Place{}).Begin(t.Context()); err == nil || !strings.Contains(err.Error(), strings.Join(strings.Fields(says), " ")) {
				t.Errorf("%s: %v", body, err)
			}
		}
		// What makes no sense beside a good code is left out.
		as := signintest.New()
		as.Wrong("/device_authorization", answer(200, `{"device_code":"d","user_code":"A","verification_uri":"https://x.example","verification_uri_complete":"file:///x","interval":-3}`))
		s := dial(as, &signintest.Place{})
		code, err := s.Begin(t.Context())
		if err != nil || code.Whole != "" || !code.Until.Equal(time.Now().Add(15*time.Minute)) {
			t.Fatalf("%+v %v", code, err)
		}
		if err := s.Wait(t.Context(), code); err == nil {
			t.Error("an unknown code signs in")
		}
	})
}

func TestDiscoveryRefuses(t *testing.T) {
	resource := func(change map[string]any) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			body := map[string]any{"resource": "https://cds.example", "authorization_servers": []string{"https://cds.example"}}
			for k, v := range change {
				body[k] = v
			}
			signintest.Say(w, 200, body)
		}
	}
	metadata := func(change map[string]any) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			body := signintest.New().Metadata()
			for k, v := range change {
				body[k] = v
			}
			signintest.Say(w, 200, body)
		}
	}
	const own, server, data = "/.well-known/oauth-protected-resource", "/.well-known/oauth-authorization-server", "/v1/shortlists"
	for _, c := range []struct {
		says, path string
		wrong      http.HandlerFunc
	}{
		{"use a key", own, answer(404, `{}`)},
		{"use a key", own, resource(map[string]any{"authorization_servers": []string{}})},
		{"web page", own, html},
		{"too large", own, huge},
		{"for another service", own, resource(map[string]any{"resource": "https://evil.example"})},
		{"for another service", own, resource(map[string]any{"resource": "https://cds.example/other"})},
		{"not https://", own, resource(map[string]any{"authorization_servers": []string{"http://127.0.0.1:1"}})},
		{"not https://", own, resource(map[string]any{"authorization_servers": []string{"http://as.example"}})},
		{"another host", data, challenge("https://evil.example/.well-known/oauth-protected-resource")},
		{"calls itself", server, metadata(map[string]any{"issuer": "https://evil.example"})},
		{"calls itself", server, metadata(map[string]any{"issuer": "https://cds.example/"})},
		{"not https://", server, metadata(map[string]any{"token_endpoint": "http://cds.example/token"})},
		{"does not say where", server, metadata(map[string]any{"token_endpoint": ""})},
		{"does not support sign-in codes", server, metadata(map[string]any{"device_authorization_endpoint": ""})},
	} {
		as := signintest.New()
		as.Wrong(c.path, c.wrong)
		as.Wrong("/.well-known/openid-configuration", answer(404, `{}`))
		_, err := dial(as, &signintest.Place{}).Begin(t.Context())
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("want %q: %v", c.says, err)
		}
		if as.Seen("/token")+as.Seen("/device_authorization") > 0 {
			t.Errorf("%s: it was asked all the same", c.says)
		}
	}
	if _, err := dial(signintest.New(), nil, func(c *signin.Config) { c.Service = "http://cds.example" }).Begin(t.Context()); err == nil || !strings.Contains(err.Error(), "http://") {
		t.Errorf("unencrypted: %v", err)
	}
}

// A service below a path names a server that speaks of itself as OpenID does.
func TestDiscoveryElsewhere(t *testing.T) {
	as := signintest.New()
	as.Wrong("/api/v1/shortlists", answer(401, `{}`)) // without a challenge
	as.Wrong("/.well-known/oauth-protected-resource/api", answer(200, `{"resource":"https://cds.example/api","authorization_servers":["https://cds.example/realm"],"scopes_supported":["read"]}`))
	as.Wrong("/.well-known/oauth-authorization-server/realm", answer(404, ``))
	as.Wrong("/realm/.well-known/openid-configuration", answer(200, `{"issuer":"https://cds.example/realm","token_endpoint":"https://cds.example/token","device_authorization_endpoint":"https://cds.example/asked","scopes_supported":["openid","offline_access"]}`))
	asked := make(chan url.Values, 1)
	as.Wrong("/asked", func(w http.ResponseWriter, r *http.Request) {
		asked <- r.PostForm
		signintest.Refuse(w, "invalid_scope")
	})
	_, err := dial(as, &signintest.Place{}, func(c *signin.Config) { c.Service += "/api/"; c.Client = "planner" }).Begin(t.Context())
	if err == nil || !strings.Contains(err.Error(), "invalid_scope") {
		t.Error(err)
	}
	form := <-asked
	if form.Get("scope") != "read openid offline_access" || form.Get("client_id") != "planner" || form.Get("resource") != "https://cds.example/api" || form.Has("client_secret") {
		t.Errorf("asked with %v", form)
	}
}

// The answers of servers that are not right.
func html(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, "\n<!doctype html><title>Sign in to the network</title>")
}

func huge(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"access_token":"`+strings.Repeat("x", 1<<20)+`"}`)
}

func moved(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "https://evil.example/token", http.StatusFound)
}

func refused(code string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { signintest.Refuse(w, code) }
}

func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func challenge(metadata string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token", resource_metadata="`+metadata+`"`)
		w.WriteHeader(http.StatusUnauthorized)
	}
}

func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// lost asks breaking for no answer.
func lost(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(599) }

// breaking loses answers.
type breaking struct{ next http.RoundTripper }

func (b breaking) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := b.next.RoundTrip(r)
	if err == nil && resp.StatusCode == 599 {
		return nil, errors.New("no route to host")
	}
	return resp, err
}
