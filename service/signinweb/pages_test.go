package signinweb_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"greenroom/service/signin"
)

func (b *browser) signInAs(name, password string) reply {
	b.Helper()
	return b.fill(b.load("/sign-in"), url.Values{"name": {name}, "password": {password}})
}

// signedIn reports whether a browser is.
func (b *browser) signedIn() bool {
	b.Helper()
	return strings.Contains(b.load("/sign-in").text, "You are signed in")
}

func TestPeopleSignInAndOut(t *testing.T) {
	s := openSite(t)
	b := s.browser()
	b.arrive("Mia@Agency.example")
	if !b.signedIn() {
		t.Fatal("an invitation that was accepted signs nobody in")
	}
	page := b.load("/sign-in")
	if out := b.fill(page, nil); out.StatusCode != http.StatusSeeOther || b.signedIn() {
		t.Errorf("signing out: %d", out.StatusCode)
	}
	if in := b.signInAs("mia@agency.EXAMPLE", password); in.StatusCode != http.StatusSeeOther || !b.signedIn() {
		t.Errorf("signing in: %d %s", in.StatusCode, in.text)
	}
	s.clock.advance(12 * time.Hour)
	if b.signedIn() {
		t.Error("a visit lasts longer than half a day")
	}
	if strings.Contains(s.log.String(), password) || strings.Contains(strings.ToLower(s.log.String()), "mia") {
		t.Errorf("the log tells who came:\n%s", s.log)
	}
}

func TestInvitationsAreGoodOnce(t *testing.T) {
	s := openSite(t)
	token := s.invite("")
	right := url.Values{"name": {"mia"}, "password": {password}, "again": {password}}
	with := func(name, value string) url.Values {
		out := url.Values{"name": {"mia"}, "password": {password}, "again": {password}}
		out.Set(name, value)
		return out
	}
	b := s.browser()
	page := b.load("/invitation?token=" + token)
	for name, form := range map[string]url.Values{
		"a short password": with("password", "short"), "two passwords": with("again", "another one"), "a name with spaces": with("name", "mia mo"),
		"a name of two": with("name", "mi"), "the name in the password": {"name": {"correct"}, "password": {password}, "again": {password}},
		"one letter": {"name": {"mia"}, "password": {"aaaaaaaaaaaa"}, "again": {"aaaaaaaaaaaa"}},
	} {
		if wrong := b.fill(page, form); wrong.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(wrong.text, `role="alert"`) || strings.Contains(wrong.text, password) {
			t.Errorf("%s: %d %s", name, wrong.StatusCode, wrong.text)
		}
	}
	if done := b.fill(page, right); done.StatusCode != http.StatusSeeOther {
		t.Fatalf("%d %s", done.StatusCode, done.text)
	}
	for _, path := range []string{"/invitation?token=" + token, "/invitation?token=nothing", "/invitation"} {
		if again := s.browser().load(path); again.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(again.text, "is not valid") {
			t.Errorf("%s: %d", path, again.StatusCode)
		}
	}
	thief := s.browser()
	other := thief.load("/invitation?token=" + s.invite(""))
	form := other.fields()
	form.Set("token", token)
	for name, given := range with("name", "ben") {
		form[name] = given
	}
	if used := thief.send("/invitation", form); used.StatusCode != http.StatusUnprocessableEntity || thief.signedIn() {
		t.Errorf("used twice: %d", used.StatusCode)
	}
	if taken := thief.fill(other, with("name", "MIA")); taken.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(taken.text, "This name is taken") {
		t.Errorf("a name twice: %d", taken.StatusCode)
	}
	late := s.browser()
	page = late.load("/invitation?token=" + s.invite(""))
	s.clock.advance(72 * time.Hour)
	if done := late.fill(page, with("name", "eva")); done.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("after three days: %d", done.StatusCode)
	}
}

// A new password ends what the old one opened.
func TestANewPassword(t *testing.T) {
	s := openSite(t)
	b, other := s.browser(), s.browser()
	u := b.arrive("mia")
	old := b.tokens()
	const better = "another horse battery"
	page := other.load("/invitation?token=" + s.invite(u.ID))
	if done := other.fill(page, url.Values{"password": {better}, "again": {better}}); done.StatusCode != http.StatusSeeOther || !other.signedIn() {
		t.Fatalf("%d %s", done.StatusCode, done.text)
	}
	if b.signedIn() {
		t.Error("the browser that knew the old one is still signed in")
	}
	s.refused("/oauth/token", refreshing(old["refresh_token"]), signin.InvalidGrant)
	if in := s.browser().signInAs("mia", password); in.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("the old password: %d", in.StatusCode)
	}
}

func TestPasswordsAreNotGuessed(t *testing.T) {
	s := openSite(t)
	s.browser().arrive("mia")
	b := s.browser()
	for range 10 {
		if in := b.signInAs("mia", "wrong horse battery"); in.StatusCode != http.StatusUnprocessableEntity {
			t.Fatalf("%d", in.StatusCode)
		}
	}
	in := b.signInAs("mia", password)
	if in.StatusCode != http.StatusTooManyRequests || in.Header.Get("Retry-After") != "300" || b.signedIn() {
		t.Errorf("the right one after ten wrong: %d %v", in.StatusCode, in.Header)
	}
	s.clock.advance(5 * time.Minute)
	if in := b.signInAs("mia", password); in.StatusCode != http.StatusSeeOther {
		t.Errorf("and then: %d %s", in.StatusCode, in.text)
	}
	now := s.clock.Now()
	u, _ := s.app.Store.UserByName(t.Context(), "mia")
	if err := s.app.Store.DisableUser(t.Context(), u.ID, &now); err != nil {
		t.Fatal(err)
	}
	if b.signedIn() {
		t.Error("a disabled user is still signed in")
	}
	wrong, disabled, unknown := s.browser().signInAs("mia", "x"), s.browser().signInAs("mia", password), s.browser().signInAs("nobody", password)
	if disabled.StatusCode != wrong.StatusCode || unknown.StatusCode != wrong.StatusCode {
		t.Errorf("wrong %d, disabled %d, unknown %d", wrong.StatusCode, disabled.StatusCode, unknown.StatusCode)
	}
}

func TestFormsOfOthersDoNothing(t *testing.T) {
	s := openSite(t)
	b := s.browser()
	b.arrive("mia")
	device := s.newDevice()
	consent := b.load("/oauth/authorize?" + asked().Encode())
	waiting := b.load(device["verification_uri_complete"].(string))
	stranger := s.browser().load("/sign-in").fields().Get("csrf")
	for name, csrf := range map[string][]string{"none": nil, "empty": {""}, "wrong": {"x"}, "of another browser": {stranger}} {
		for path, form := range map[string]url.Values{
			"/oauth/authorize?" + asked().Encode(): {"decision": {"allow"}},
			"/device":                              {"decision": {"allow"}, "user_code": {device["user_code"].(string)}},
			"/sign-out":                            {},
			"/sign-in":                             {"name": {"mia"}, "password": {password}},
			"/invitation":                          {"token": {s.invite("")}, "name": {"eve"}, "password": {password}, "again": {password}},
		} {
			form["csrf"] = csrf
			if done := b.send(path, form); done.StatusCode != http.StatusForbidden || done.Header.Get("Location") != "" {
				t.Errorf("%s with a token that is %s: %d %s", path, name, done.StatusCode, done.Header.Get("Location"))
			}
		}
	}
	// The right token, from a page that is not ours.
	b.origin = "https://evil.example"
	for _, page := range []reply{consent, waiting} {
		if done := b.fill(page, url.Values{"decision": {"allow"}}); done.StatusCode != http.StatusForbidden {
			t.Errorf("from another origin: %d", done.StatusCode)
		}
	}
	b.origin = s.url
	if !b.signedIn() {
		t.Error("a form of somebody else signed the user out")
	}
	if done := b.fill(consent, url.Values{"decision": {"allow"}}); done.StatusCode != http.StatusSeeOther {
		t.Errorf("from our own: %d", done.StatusCode)
	}
	s.refused("/oauth/token", poll(device), signin.Pending)
	// A browser without cookies cannot be told from another.
	plain := &browser{site: s, Client: http.Client{CheckRedirect: b.CheckRedirect}}
	if done := plain.fill(plain.load("/sign-in"), url.Values{"name": {"mia"}, "password": {password}}); done.StatusCode != http.StatusForbidden {
		t.Errorf("without cookies: %d", done.StatusCode)
	}
}

// A cookie that somebody planted before signing in opens nothing after.
func TestSigningInChangesTheCookie(t *testing.T) {
	s := openSite(t)
	s.browser().arrive("mia")
	b := s.browser()
	b.load("/sign-in")
	at, _ := url.Parse(s.url)
	planted := b.Jar.Cookies(at)
	b.signInAs("mia", password)
	if !b.signedIn() {
		t.Fatal("not signed in")
	}
	thief := s.browser()
	thief.Jar.SetCookies(at, planted)
	if thief.signedIn() {
		t.Error("the cookie from before is signed in")
	}
	kept := b.Jar.Cookies(at)
	b.fill(b.load("/sign-in"), nil)
	thief.Jar.SetCookies(at, kept)
	if thief.signedIn() {
		t.Error("the cookie from before signing out is signed in")
	}
}

func TestNobodyIsLedElsewhere(t *testing.T) {
	s := openSite(t)
	b := s.browser()
	b.arrive("mia")
	// What is wrong with client or address is said here and sent nowhere.
	for name, change := range map[string]func(url.Values){
		"unknown client":     func(q url.Values) { q.Set("client_id", "another") },
		"no client":          func(q url.Values) { q.Del("client_id") },
		"no address":         func(q url.Values) { q.Del("redirect_uri") },
		"another site":       func(q url.Values) { q.Set("redirect_uri", "https://evil.example/callback") },
		"another path":       func(q url.Values) { q.Set("redirect_uri", "http://127.0.0.1:1/other") },
		"below the path":     func(q url.Values) { q.Set("redirect_uri", "http://127.0.0.1:1/callback/../x") },
		"a name of loopback": func(q url.Values) { q.Set("redirect_uri", "http://localhost:1/callback") },
		"https":              func(q url.Values) { q.Set("redirect_uri", "https://127.0.0.1:1/callback") },
		"a user in it":       func(q url.Values) { q.Set("redirect_uri", "http://127.0.0.1:1@evil.example/callback") },
		"another loopback":   func(q url.Values) { q.Set("redirect_uri", "http://127.0.0.2:1/callback") },
		"a query":            func(q url.Values) { q.Set("redirect_uri", callback+"?x=1") },
		"a fragment":         func(q url.Values) { q.Set("redirect_uri", callback+"#") },
		"two addresses":      func(q url.Values) { q.Add("redirect_uri", "https://evil.example/") },
		"two clients":        func(q url.Values) { q.Add("client_id", signin.CLI) },
	} {
		q := asked()
		change(q)
		for _, page := range []reply{b.load("/oauth/authorize?" + q.Encode()), s.browser().load("/oauth/authorize?" + q.Encode())} {
			if page.StatusCode != http.StatusBadRequest || page.Header.Get("Location") != "" || strings.Contains(page.text, "decision") {
				t.Errorf("%s: %d to %q", name, page.StatusCode, page.Header.Get("Location"))
			}
		}
	}
	// What else is wrong is told to the client, at its own address.
	for code, change := range map[string]func(url.Values){
		signin.UnsupportedType: func(q url.Values) { q.Set("response_type", "token") },
		signin.InvalidRequest:  func(q url.Values) { q.Del("code_challenge") },
		signin.InvalidScope:    func(q url.Values) { q.Set("scope", "everything") },
		signin.InvalidTarget:   func(q url.Values) { q.Set("resource", "https://elsewhere.example") },
	} {
		q := asked()
		change(q)
		to, err := b.load("/oauth/authorize?" + q.Encode()).Location()
		if err != nil || !strings.HasPrefix(to.String(), callback+"?") || to.Query().Get("error") != code || to.Query().Get("state") != "st&te" || to.Query().Get("iss") != s.url {
			t.Errorf("%s: %v %v", code, to, err)
		}
	}
	q := asked()
	q.Set("code_challenge_method", "plain")
	if to, err := b.load("/oauth/authorize?" + q.Encode()).Location(); err != nil || to.Query().Get("error") != signin.InvalidRequest {
		t.Errorf("plain PKCE: %v %v", to, err)
	}
	denied, err := b.fill(b.load("/oauth/authorize?"+asked().Encode()), url.Values{"decision": {"deny"}}).Location()
	if err != nil || denied.Query().Get("error") != signin.AccessDenied || denied.Query().Get("code") != "" {
		t.Errorf("denied: %v %v", denied, err)
	}
}

// After signing in somebody is led back to a page of ours, whatever was asked for.
func TestTheWayBack(t *testing.T) {
	s := openSite(t)
	s.browser().arrive("mia")
	for then, want := range map[string]string{
		"/device?user_code=BCDF-GHJK": "/device?user_code=BCDF-GHJK", "/oauth/authorize?" + asked().Encode(): "/oauth/authorize?" + asked().Encode(),
		"https://evil.example/device": "/sign-in", "//evil.example/device": "/sign-in", "/\\evil.example": "/sign-in", "/device/../v1": "/sign-in",
		"javascript:alert(1)": "/sign-in", "/sign-out": "/sign-in", "": "/sign-in", "/device#x": "/sign-in", "\t//evil.example": "/sign-in",
		"http:/device": "/sign-in", "http:device": "/sign-in", "/%64evice": "/sign-in",
	} {
		b := s.browser()
		page := b.load("/sign-in?" + url.Values{"then": {then}}.Encode())
		in := b.fill(page, url.Values{"name": {"mia"}, "password": {password}})
		if got := in.Header.Get("Location"); in.StatusCode != http.StatusSeeOther || got != want {
			t.Errorf("%q leads to %d %q, not %q", then, in.StatusCode, got, want)
		}
		// The form may be altered, too.
		form := b.load("/sign-in").fields()
		form.Set("then", then)
		form.Set("name", "mia")
		form.Set("password", password)
		if got := b.send("/sign-in", form).Header.Get("Location"); got != want {
			t.Errorf("the altered form: %q leads to %q, not %q", then, got, want)
		}
	}
	// Whoever is not signed in comes back to what they came for.
	b := s.browser()
	first, _ := b.load("/oauth/authorize?" + asked().Encode()).Location()
	back, _ := b.fill(b.load(first.String()), url.Values{"name": {"mia"}, "password": {password}}).Location()
	if page := b.load(back.String()); page.StatusCode != http.StatusOK || !strings.Contains(page.text, "Allow Greenroom?") {
		t.Errorf("back at %s: %d", back, page.StatusCode)
	}
}

// Every page works without script and loads nothing, and the browser is told so.
func TestPagesHoldWhatTheyPromise(t *testing.T) {
	s := openSite(t)
	b := s.browser()
	pages := map[string]reply{"sign-in": b.load("/sign-in"), "wrong sign-in": b.signInAs(`"><script>x</script>`, "x"),
		"invitation": b.load("/invitation?token=" + s.invite("")), "no invitation": b.load("/invitation")}
	u := b.arrive("mia")
	pages["reset"] = b.load("/invitation?token=" + s.invite(u.ID))
	pages["device"] = b.load("/device")
	pages["no device"] = b.load("/device?user_code=" + url.QueryEscape(`"><script>x</script>`))
	pages["device consent"] = b.load(s.newDevice()["verification_uri_complete"].(string))
	pages["consent"] = b.load("/oauth/authorize?" + asked().Encode())
	pages["signed in"] = b.load("/sign-in")
	pages["refused"] = b.load("/oauth/authorize")
	for name, page := range pages {
		policy := page.Header.Get("Content-Security-Policy")
		forms := "form-action 'self';"
		if name == "consent" { // its form leads on to the program
			forms = "form-action 'self' http://127.0.0.1:49152;"
		}
		for _, part := range []string{"default-src 'none';", "style-src 'sha256-", forms, "frame-ancestors 'none';", "base-uri 'none'"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: no %s in %q", name, part, policy)
			}
		}
		style := between(page.text, "<style>", "</style>")
		sum := sha256.Sum256([]byte(style))
		if !strings.Contains(policy, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
			t.Errorf("%s: its style is not the one that its policy allows", name)
		}
		for _, bad := range []string{"<script", "http-equiv", " style=", "<img", "<link", "url(", "@import", "javascript:"} {
			if strings.Contains(page.text, bad) {
				t.Errorf("%s holds %s", name, bad)
			}
		}
		for _, need := range []string{`<html lang="en">`, `name="viewport"`, "prefers-color-scheme:dark", "<h1>", ":focus-visible"} {
			if !strings.Contains(page.text, need) {
				t.Errorf("%s has no %s", name, need)
			}
		}
		for _, id := range regexp.MustCompile(`<input (?:class="\w+" )?id="(\w+)"`).FindAllStringSubmatch(page.text, -1) {
			if !strings.Contains(page.text, `<label for="`+id[1]+`"`) {
				t.Errorf("%s: %s has no label", name, id[1])
			}
		}
		if page.Header.Get("Cache-Control") != "no-store" || page.Header.Get("X-Frame-Options") != "DENY" || page.Header.Get("X-Request-Id") == "" || page.Header.Get("Referrer-Policy") != "same-origin" {
			t.Errorf("%s: %v", name, page.Header)
		}
	}
}

func between(text, from, to string) string {
	_, text, _ = strings.Cut(text, from)
	text, _, _ = strings.Cut(text, to)
	return text
}
