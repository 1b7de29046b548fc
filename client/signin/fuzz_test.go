package signin_test

import (
	"net/http"
	"strings"
	"testing"

	"greenroom/client/signin"
	"greenroom/client/signin/signintest"
)

// sound says whether a code is one that can be shown.
func sound(t *testing.T, c *signin.Code) {
	t.Helper()
	if c == nil {
		return
	}
	for _, address := range []string{c.Address, c.Whole} {
		if address != "" && !strings.HasPrefix(strings.ToLower(address), "https://") {
			t.Errorf("the address %q would be opened", address)
		}
	}
	if c.User == "" || len(c.User) > 40 || c.Address == "" {
		t.Errorf("%+v", c)
	}
}

// FuzzDevice reads what a server answers to who asks for a code.
func FuzzDevice(f *testing.F) {
	for _, body := range []string{`null`, `{}`, `[1]`, `<html>`, `{"device_code":"d","user_code":"A","verification_uri":"https://x.example","expires_in":-1,"interval":99999999999}`,
		`{"device_code":"d","user_code":"A","verification_uri":"HTTP://x","verification_uri_complete":"https://u:p@x"}`, `{"expires_in":"1"}`, `{"user_code":{}}`} {
		f.Add(body, 200)
	}
	f.Fuzz(func(t *testing.T, body string, status int) {
		as := signintest.New()
		as.Wrong("/device_authorization", answer(200+max(0, status)%400, body))
		code, err := dial(as, &signintest.Place{}).Begin(t.Context())
		if (code == nil) == (err == nil) {
			t.Errorf("%v, %v", code, err)
		}
		sound(t, code)
	})
}

// FuzzMetadata reads what a service and its server tell of themselves.
func FuzzMetadata(f *testing.F) {
	f.Add(`{"resource":"https://cds.example","authorization_servers":["https://cds.example"]}`, `{"issuer":"https://cds.example","token_endpoint":"https://cds.example/token","device_authorization_endpoint":"https://cds.example/device_authorization"}`)
	f.Add(`{"resource":"https://cds.example/","authorization_servers":["https://cds.example\u0000"]}`, `{}`)
	f.Add(`{"authorization_servers":[""]}`, `{"issuer":""}`)
	f.Add(`{"resource":"https://cds.example","authorization_servers":["https://%zz"]}`, `[]`)
	f.Fuzz(func(t *testing.T, own, server string) {
		as := signintest.New()
		as.Wrong("/.well-known/oauth-protected-resource", answer(200, own))
		as.Wrong("/.well-known/oauth-authorization-server", answer(200, server))
		code, err := dial(as, &signintest.Place{}, func(c *signin.Config) { c.HTTP.Transport = oneHost{as.Transport(), t} }).Begin(t.Context())
		if (code == nil) == (err == nil) {
			t.Errorf("%v, %v", code, err)
		}
		sound(t, code)
	})
}

// FuzzChallenge reads where a service says that it tells of itself.
func FuzzChallenge(f *testing.F) {
	for _, c := range []string{`Bearer resource_metadata="https://cds.example/.well-known/oauth-protected-resource"`, `Payment id="a, Bearer resource_metadata=\"x\"", x="y"`,
		`Bearer resource_metadata=""`, `Bearer resource_metadata="https://cds.example@evil.example/"`, `Bearer resource_metadata="//evil.example"`} {
		f.Add(c)
	}
	f.Fuzz(func(t *testing.T, challenge string) {
		as := signintest.New()
		as.Wrong("/v1/shortlists", func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Www-Authenticate"] = []string{challenge}
			w.WriteHeader(http.StatusUnauthorized)
		})
		code, _ := dial(as, &signintest.Place{}, func(c *signin.Config) { c.HTTP.Transport = oneHost{as.Transport(), t} }).Begin(t.Context())
		sound(t, code)
	})
}

// oneHost fails where a request goes unencrypted, or before anything was named to
// another host than the service.
type oneHost struct {
	next http.RoundTripper
	t    *testing.T
}

func (o oneHost) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != "https" || strings.Contains(r.URL.Path, "protected-resource") && r.URL.Host != "cds.example" {
		o.t.Errorf("asked %s", r.URL)
	}
	return o.next.RoundTrip(r)
}
