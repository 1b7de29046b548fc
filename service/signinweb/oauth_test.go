package signinweb_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"greenroom/service/signin"
)

func TestACodeIsWorthTokensOnce(t *testing.T) {
	s := openSite(t)
	b := s.browser()
	b.arrive("mia@agency.example")
	page := b.load("/oauth/authorize?" + asked().Encode())
	if page.StatusCode != http.StatusOK || !strings.Contains(page.text, "127.0.0.1:49152") {
		t.Fatalf("%d %s", page.StatusCode, page.text)
	}
	to, err := b.fill(page, url.Values{"decision": {"allow"}}).Location()
	if err != nil || to.Host != "127.0.0.1:49152" || to.Path != "/callback" || to.Query().Get("state") != "st&te" || to.Query().Get("iss") != s.url {
		t.Fatalf("answered at %v, %v", to, err)
	}
	code := to.Query().Get("code")
	status, first := s.program("/oauth/token", exchange(code))
	if status != http.StatusOK || first["token_type"] != "Bearer" || first["scope"] != "read write" || first["expires_in"] != 600.0 {
		t.Fatalf("%d %v", status, first)
	}
	// The code again: somebody has seen it. What came of it ends.
	s.refused("/oauth/token", exchange(code), signin.InvalidGrant)
	s.refused("/oauth/token", refreshing(first["refresh_token"]), signin.InvalidGrant)
}

func TestCodesAreRefused(t *testing.T) {
	s := openSite(t)
	b := s.browser()
	b.arrive("mia")
	for name, change := range map[string]func(url.Values){
		"wrong verifier":     func(f url.Values) { f.Set("code_verifier", strings.Repeat("x", 43)) },
		"no verifier":        func(f url.Values) { f.Del("code_verifier") },
		"challenge as such":  func(f url.Values) { f.Set("code_verifier", challenge()) },
		"another address":    func(f url.Values) { f.Set("redirect_uri", "http://127.0.0.1:49153/callback") },
		"no address":         func(f url.Values) { f.Del("redirect_uri") },
		"no code":            func(f url.Values) { f.Del("code") },
		"a code of nobody":   func(f url.Values) { f.Set("code", "nothing") },
		"older than allowed": func(url.Values) { s.clock.advance(time.Minute) },
	} {
		t.Run(name, func(t *testing.T) {
			form := exchange(b.code(asked()))
			right := exchange(form.Get("code"))
			change(form)
			s.refused("/oauth/token", form, signin.InvalidGrant)
			if form.Get("code") == right.Get("code") {
				s.refused("/oauth/token", right, signin.InvalidGrant) // it is used up
			}
		})
	}
	form := exchange(b.code(asked()))
	form.Set("client_id", "another")
	s.refused("/oauth/token", form, signin.InvalidClient)
	form = exchange(b.code(asked()))
	form.Set("resource", "https://elsewhere.example")
	s.refused("/oauth/token", form, signin.InvalidTarget)
	s.refused("/oauth/token", url.Values{"grant_type": {"password"}, "username": {"mia"}, "password": {password}}, signin.UnsupportedKind)
	s.refused("/oauth/token", url.Values{}, signin.InvalidRequest)
}

func TestARefreshTokenThatComesAgainEndsItsFamily(t *testing.T) {
	s := openSite(t)
	b := s.browser()
	b.arrive("mia")
	other := b.tokens()
	first := b.tokens()
	narrower := refreshing(first["refresh_token"])
	narrower.Set("scope", "read")
	status, second := s.program("/oauth/token", narrower)
	if status != http.StatusOK || second["scope"] != "read" || second["refresh_token"] == first["refresh_token"] || second["access_token"] == first["access_token"] {
		t.Fatalf("%d %v", status, second)
	}
	status, third := s.program("/oauth/token", refreshing(second["refresh_token"]))
	if status != http.StatusOK || third["scope"] != "read write" {
		t.Fatalf("%d %v", status, third)
	}
	s.refused("/oauth/token", refreshing(first["refresh_token"]), signin.InvalidGrant)
	s.refused("/oauth/token", refreshing(third["refresh_token"]), signin.InvalidGrant)
	// Another program of the same user goes on.
	if status, answer := s.program("/oauth/token", refreshing(other["refresh_token"])); status != http.StatusOK {
		t.Errorf("another family: %d %v", status, answer)
	}
}

func TestRefreshTokensEnd(t *testing.T) {
	s := openSite(t)
	b := s.browser()
	u := b.arrive("mia")
	last := b.tokens()["refresh_token"]
	// Thirty days without use, and half a year with.
	s.refused("/oauth/token", refreshing("nothing"), signin.InvalidGrant)
	for range 6 {
		s.clock.advance(29 * 24 * time.Hour)
		status, next := s.program("/oauth/token", refreshing(last))
		if status != http.StatusOK {
			t.Fatalf("%d %v", status, next)
		}
		last = next["refresh_token"]
	}
	s.clock.advance(7 * 24 * time.Hour)
	s.refused("/oauth/token", refreshing(last), signin.InvalidGrant)
	b.signInAs("mia", password)
	last = b.tokens()["refresh_token"]
	s.clock.advance(31 * 24 * time.Hour)
	s.refused("/oauth/token", refreshing(last), signin.InvalidGrant)
	b.signInAs("mia", password)
	last = b.tokens()["refresh_token"]
	now := s.clock.Now()
	if err := s.app.Store.DisableUser(t.Context(), u.ID, &now); err != nil {
		t.Fatal(err)
	}
	s.refused("/oauth/token", refreshing(last), signin.InvalidGrant)
}

func TestRevokingEndsTheFamily(t *testing.T) {
	s := openSite(t)
	b := s.browser()
	b.arrive("mia")
	for _, which := range []string{"access_token", "refresh_token"} {
		given := b.tokens()
		for _, unknown := range []string{"nothing", "a.b.c", given[which].(string) + "x"} {
			if status, answer := s.program("/oauth/revoke", url.Values{"token": {unknown}}); status != http.StatusOK {
				t.Errorf("an unknown token: %d %v", status, answer)
			}
		}
		if status, answer := s.program("/oauth/revoke", url.Values{"token": {given[which].(string)}, "token_type_hint": {"access_token"}}); status != http.StatusOK {
			t.Errorf("%s: %d %v", which, status, answer)
		}
		s.refused("/oauth/token", refreshing(given["refresh_token"]), signin.InvalidGrant)
	}
	s.refused("/oauth/revoke", url.Values{"token": {"x"}, "client_id": {"another"}}, signin.InvalidClient)
	s.refused("/oauth/revoke", url.Values{}, signin.InvalidRequest)
}

// poll returns the form of a device's poll.
func poll(device map[string]any) url.Values {
	return url.Values{"grant_type": {signin.KindDevice}, "device_code": {device["device_code"].(string)}}
}

func (s *site) newDevice() map[string]any {
	s.Helper()
	status, device := s.program("/oauth/device_authorization", url.Values{"scope": {"write read"}})
	if status != http.StatusOK {
		s.Fatalf("%d %v", status, device)
	}
	return device
}

func TestADeviceIsAllowedInABrowser(t *testing.T) {
	s := openSite(t)
	b := s.browser()
	b.arrive("mia")
	device := s.newDevice()
	if device["interval"] != 5.0 || device["expires_in"] != 600.0 || device["verification_uri"] != s.url+"/device" {
		t.Errorf("%v", device)
	}
	s.refused("/oauth/token", poll(device), signin.Pending)
	// Too early: five seconds more from then on.
	s.clock.advance(4 * time.Second)
	s.refused("/oauth/token", poll(device), signin.SlowDown)
	s.clock.advance(9 * time.Second)
	s.refused("/oauth/token", poll(device), signin.SlowDown)
	s.clock.advance(15 * time.Second)
	s.refused("/oauth/token", poll(device), signin.Pending)
	page := b.load(device["verification_uri_complete"].(string))
	if !strings.Contains(page.text, `<p class="shown">`+device["user_code"].(string)) {
		t.Fatalf("%d %s", page.StatusCode, page.text)
	}
	if done := b.fill(page, url.Values{"decision": {"allow"}}); done.StatusCode != http.StatusOK || !strings.Contains(done.text, "Allowed") {
		t.Fatalf("%d %s", done.StatusCode, done.text)
	}
	s.clock.advance(15 * time.Second)
	status, given := s.program("/oauth/token", poll(device))
	if status != http.StatusOK || given["scope"] != "read write" {
		t.Fatalf("%d %v", status, given)
	}
	s.clock.advance(15 * time.Second)
	s.refused("/oauth/token", poll(device), signin.InvalidGrant)
}

func TestDevicesAreRefused(t *testing.T) {
	s := openSite(t)
	b := s.browser()
	b.arrive("mia")
	denied := s.newDevice()
	s.refused("/oauth/token", poll(denied), signin.Pending) // and then at once again
	b.fill(b.load(denied["verification_uri_complete"].(string)), url.Values{"decision": {"deny"}})
	s.refused("/oauth/token", poll(denied), signin.AccessDenied)
	late := s.newDevice()
	page := b.load(late["verification_uri_complete"].(string))
	s.clock.advance(10 * time.Minute)
	if done := b.fill(page, url.Values{"decision": {"allow"}}); done.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("allowed too late: %d", done.StatusCode)
	}
	s.refused("/oauth/token", poll(late), signin.Expired)
	s.refused("/oauth/token", url.Values{"grant_type": {signin.KindDevice}, "device_code": {"nothing"}}, signin.InvalidGrant)
	s.refused("/oauth/device_authorization", url.Values{"scope": {"everything"}}, signin.InvalidScope)
	s.refused("/oauth/device_authorization", url.Values{"client_id": {"another"}}, signin.InvalidClient)
	s.refused("/oauth/device_authorization", url.Values{"resource": {"https://elsewhere.example"}}, signin.InvalidTarget)
	// One address begins so many logins and no more for a while.
	status := 0
	for range 61 {
		status, _ = s.program("/oauth/device_authorization", url.Values{})
	}
	if status != http.StatusTooManyRequests {
		t.Errorf("after 60 logins: %d", status)
	}
	s.clock.advance(5 * time.Minute)
	s.newDevice()
}

// Guessing the code of somebody else's device is slowed.
func TestUserCodesAreNotGuessed(t *testing.T) {
	s := openSite(t)
	b := s.browser()
	b.arrive("mia")
	device := s.newDevice()
	for range 10 {
		if page := b.load("/device?user_code=BBBB-BBBB"); page.StatusCode != http.StatusUnprocessableEntity {
			t.Fatalf("%d", page.StatusCode)
		}
	}
	page := b.load(device["verification_uri_complete"].(string))
	if page.StatusCode != http.StatusTooManyRequests || page.Header.Get("Retry-After") != "300" {
		t.Errorf("the right one after ten wrong: %d %v", page.StatusCode, page.Header)
	}
	s.clock.advance(5 * time.Minute)
	if page := b.load(device["verification_uri_complete"].(string)); page.StatusCode != http.StatusOK {
		t.Errorf("and then: %d", page.StatusCode)
	}
}
