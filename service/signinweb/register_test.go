package signinweb_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"greenroom/service/boot"
	"greenroom/service/signin"
)

func registering(c *boot.Config) { c.OAuth.Register = true }

// register sends what a program says of itself, from an address.
func (s *site) register(from string, asked any) (status int, answer map[string]any) {
	s.Helper()
	body, err := json.Marshal(asked)
	if err != nil {
		s.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodPost, s.url+"/oauth/register", bytes.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Forwarded-For", from)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		s.Fatal(err)
	}
	return resp.StatusCode, answer
}

func (s *site) metadata() (m map[string]any) {
	s.Helper()
	if err := json.Unmarshal([]byte(s.browser().load("/.well-known/oauth-authorization-server").text), &m); err != nil {
		s.Fatal(err)
	}
	return m
}

// A program that nobody knows registers, is allowed by a person, and has tokens; as
// MCP clients do.
func TestAProgramRegistersItself(t *testing.T) {
	s := openSite(t, registering)
	b := s.browser()
	b.arrive("mia")
	if at := s.metadata()["registration_endpoint"]; at != s.url+"/oauth/register" {
		t.Fatalf("to be registered at %v", at)
	}
	status, known := s.register("", map[string]any{"client_name": "Inspector", "redirect_uris": []string{"http://127.0.0.1:6274/callback", "http://localhost:6274/cb", "https://app.example/cb"},
		"token_endpoint_auth_method": "none", "grant_types": []string{"authorization_code", "refresh_token"}, "response_types": []string{"code"}, "logo_uri": "https://evil.example/x.png"})
	id, _ := known["client_id"].(string)
	if status != http.StatusCreated || id == "" || known["client_secret"] != nil || known["token_endpoint_auth_method"] != "none" || known["client_id_issued_at"] != float64(noon.Unix()) {
		t.Fatalf("%d %v", status, known)
	}
	for redirect, taken := range map[string]bool{"http://127.0.0.1:6274/callback": true, "http://127.0.0.1:9/callback": true, "http://localhost:6274/cb": true, "https://app.example/cb": true,
		"http://localhost:9/cb": false, "https://app.example/other": false, "https://app.example:444/cb": false, "http://app.example/cb": false} {
		q := asked()
		q.Set("client_id", id)
		q.Set("redirect_uri", redirect)
		page := b.load("/oauth/authorize?" + q.Encode())
		if (page.StatusCode == http.StatusOK) != taken {
			t.Errorf("%s: %d", redirect, page.StatusCode)
			continue
		}
		if !taken {
			continue
		}
		at, _ := url.Parse(redirect)
		if !strings.Contains(page.text, "nobody has checked its name") || !strings.Contains(page.text, at.Host) || strings.Contains(page.text, "on this computer") != (at.Scheme == "http") {
			t.Errorf("%s: %s", redirect, page.text)
		}
		form := exchange(b.code(q))
		form.Set("client_id", id)
		form.Set("redirect_uri", redirect)
		if status, given := s.program("/oauth/token", form); status != http.StatusOK || given["refresh_token"] == nil {
			t.Errorf("%s: %d %v", redirect, status, given)
		}
	}
	// Without PKCE nothing is given, nor without a browser.
	q := asked()
	q.Set("client_id", id)
	q.Del("code_challenge")
	if to, err := b.load("/oauth/authorize?" + q.Encode()).Location(); err != nil || to.Query().Get("error") != signin.InvalidRequest {
		t.Errorf("without PKCE: %v %v", to, err)
	}
	s.refused("/oauth/device_authorization", url.Values{"client_id": {id}}, signin.Unauthorized)
}

func TestRegistrationIsOffByItself(t *testing.T) {
	s := openSite(t)
	if at, told := s.metadata()["registration_endpoint"]; told {
		t.Errorf("promised at %v", at)
	}
	r, err := http.Post(s.url+"/oauth/register", "application/json", strings.NewReader(`{"redirect_uris":["https://app.example/cb"]}`))
	if err != nil || r.StatusCode != http.StatusNotFound {
		t.Errorf("%v %v", r, err)
	}
	if _, err := boot.Open(t.Context(), boot.Config{StorePath: t.TempDir() + "/g.db", OAuth: boot.OAuth{Register: true}}); err == nil {
		t.Error("programs register where nobody signs in")
	}
}

func TestRegistrationsAreRefused(t *testing.T) {
	s := openSite(t, registering)
	for name, c := range map[string]struct {
		asked any
		code  string
	}{
		"no address":         {map[string]any{}, signin.InvalidRedirect},
		"nothing":            {nil, signin.InvalidRedirect},
		"six addresses":      {map[string]any{"redirect_uris": strings.Fields(strings.Repeat("https://a.example/ ", 6))}, signin.InvalidRedirect},
		"a secret":           {map[string]any{"redirect_uris": []string{"https://a.example/"}, "token_endpoint_auth_method": "client_secret_basic"}, signin.InvalidMetadata},
		"another grant":      {map[string]any{"redirect_uris": []string{"https://a.example/"}, "grant_types": []string{"client_credentials"}}, signin.InvalidMetadata},
		"an implicit answer": {map[string]any{"redirect_uris": []string{"https://a.example/"}, "response_types": []string{"token"}}, signin.InvalidMetadata},
		"a long name":        {map[string]any{"redirect_uris": []string{"https://a.example/"}, "client_name": strings.Repeat("x", 61)}, signin.InvalidMetadata},
		"no object":          {[]string{"x"}, signin.InvalidMetadata},
		"a large body":       {map[string]any{"redirect_uris": []string{"https://a.example/"}, "x": strings.Repeat("x", 17<<10)}, signin.InvalidMetadata},
	} {
		if status, answer := s.register("", c.asked); status != http.StatusBadRequest || answer["error"] != c.code || answer["error_description"] == "" {
			t.Errorf("%s: %d %v", name, status, answer)
		}
	}
	for _, to := range []string{"http://app.example/cb", "myapp://cb", "javascript:alert(1)", "data:text/html,x", "https://a.example/cb#x", "https://a.example/cb?x=1", "https://user@a.example/cb",
		"https:///cb", "https://*.example/cb", "https://A.example/cb", "HTTPS://a.example/cb", "https://a.example;x/cb", "https://a,b/cb", "https://a'b/cb", "https://a.example/\"x", "https://a.example/ cb",
		"https://ex\u202eample.com/", "//a.example/cb", "http://127.0.0.1.evil.example/cb", "http://127.0.0.1@evil.example/", "https://a.example\\@evil.example/", "http://localhost.evil.example/", "/cb", "",
		"https://a.example/" + strings.Repeat("x", 512), "https://a.example/cb?", "https://a.example:/cb"} {
		if status, answer := s.register("", map[string]any{"redirect_uris": []string{to}}); status != http.StatusBadRequest || answer["error"] != signin.InvalidRedirect {
			t.Errorf("%q: %d %v", to, status, answer)
		}
	}
}

// One address registers few programs in a while, and what nobody uses is forgotten in
// a day; what somebody has allowed is known as long as that holds.
func TestRegistrationsAreFewAndEnd(t *testing.T) {
	s := openSite(t, registering, behindProxy)
	b := s.browser()
	b.arrive("mia")
	program := map[string]any{"redirect_uris": []string{callback}}
	var ids []string
	for range 5 {
		status, known := s.register("203.0.113.9", program)
		if status != http.StatusCreated {
			t.Fatalf("%d %v", status, known)
		}
		ids = append(ids, known["client_id"].(string))
	}
	if status, answer := s.register("203.0.113.9", program); status != http.StatusTooManyRequests {
		t.Errorf("the sixth: %d %v", status, answer)
	}
	if status, _ := s.register("198.51.100.7", program); status != http.StatusCreated {
		t.Errorf("from another address: %d", status)
	}
	of := func(id string) url.Values {
		q := asked()
		q.Set("client_id", id)
		return q
	}
	form := exchange(b.code(of(ids[0])))
	form.Set("client_id", ids[0])
	_, given := s.program("/oauth/token", form)
	s.clock.advance(25 * time.Hour)
	b.signInAs("mia", password)
	for i, want := range []int{http.StatusOK, http.StatusBadRequest} {
		if page := b.load("/oauth/authorize?" + of(ids[i]).Encode()); page.StatusCode != want {
			t.Errorf("%d after a day: %d", i, page.StatusCode)
		}
	}
	again := refreshing(given["refresh_token"])
	again.Set("client_id", ids[0])
	if status, answer := s.program("/oauth/token", again); status != http.StatusOK {
		t.Errorf("refreshed after a day: %d %v", status, answer)
	}
}

// What a program says of itself is shown as text, on one line, in its order, and as
// what it says.
func TestHostileNamesAreShownSafely(t *testing.T) {
	s := openSite(t, registering, behindProxy)
	b := s.browser()
	b.arrive("mia")
	for i, c := range []struct{ name, shown string }{
		{`<script>alert(1)</script>`, "&lt;script&gt;alert(1)&lt;/script&gt;"},
		{"Green\u202eroom\u2066", "Greenroom"}, {"A\u200bB\u00adC\ufe0fD\u3164E", "ABCDE"}, {"one\n\n\ttwo\u2028three", "one two three"},
		{"\u200b\u202e", "a program without a name"}, {"", "a program without a name"}, {"x\x00y\x1b[31m", "xy[31m"},
	} {
		status, known := s.register(fmt.Sprint("203.0.113.", i), map[string]any{"client_name": c.name, "redirect_uris": []string{callback}})
		if status != http.StatusCreated {
			t.Errorf("%q: %d %v", c.name, status, known)
			continue
		}
		q := asked()
		q.Set("client_id", known["client_id"].(string))
		page := b.load("/oauth/authorize?" + q.Encode())
		if !strings.Contains(page.text, "calls itself “<strong><bdi>"+c.shown+"</bdi></strong>”") || !strings.Contains(page.text, "<h1>Allow a program?</h1>") || strings.ContainsAny(page.text, "\u202e\u200b\u2066") {
			t.Errorf("%q: %s", c.name, page.text)
		}
	}
}
