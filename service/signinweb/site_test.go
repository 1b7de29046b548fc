package signinweb_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/internal/codetest"
	_ "greenroom/internal/gctest"
	"greenroom/service"
	"greenroom/service/boot"
	"greenroom/service/signin"
)

var noon = time.Date(2026, 3, 14, 12, 0, 10, 0, time.UTC)

type testClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *testClock) Now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.now }

func (c *testClock) advance(d time.Duration) { c.mu.Lock(); c.now = c.now.Add(d); c.mu.Unlock() }

// site is the whole service with sign-in, behind a socket.
type site struct {
	*testing.T
	app     *boot.App
	clock   *testClock
	url     string
	account service.Account
	log     *codetest.Log
}

func openSite(t *testing.T, options ...func(*boot.Config)) *site {
	t.Helper()
	s := &site{T: t, clock: &testClock{now: noon}, log: &codetest.Log{}}
	server := httptest.NewUnstartedServer(nil)
	s.url = "http://" + server.Listener.Addr().String()
	c := boot.Config{StorePath: filepath.Join(t.TempDir(), "g.db"), Clock: s.clock.Now,
		Logger: slog.New(slog.NewTextHandler(s.log, nil)), OAuth: boot.OAuth{PublicURL: s.url, SignIn: true}}
	for _, o := range options {
		o(&c)
	}
	app, err := boot.Open(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	server.Config.Handler = app.Handler()
	server.Start()
	t.Cleanup(func() { server.Close(); _ = app.Close() })
	s.app, s.account = app, service.NewAccount("agency", api.Tier1, noon)
	if err := app.Store.CreateAccount(t.Context(), s.account); err != nil {
		t.Fatal(err)
	}
	return s
}

// invite is the token of a new invitation.
func (s *site) invite(userID string) string {
	s.Helper()
	token, err := signin.Invite(s.Context(), s.app.Store, service.Invitation{AccountID: s.account.ID, UserID: userID, CreatedAt: s.clock.Now()})
	if err != nil {
		s.Fatal(err)
	}
	return token
}

// reply is an answer, read to its end.
type reply struct {
	*http.Response
	text string
}

// browser keeps cookies and follows nothing.
type browser struct {
	*site
	http.Client
	origin string // says this of its forms; "" nothing
	from   string // the address that a proxy says it has; "" no proxy does
}

func (s *site) browser() *browser {
	jar, _ := cookiejar.New(nil)
	return &browser{site: s, Client: http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

func (b *browser) round(r *http.Request) reply {
	b.Helper()
	answer, err := b.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		b.Fatal(err)
	}
	return reply{answer, string(body)}
}

func (b *browser) load(path string) reply {
	b.Helper()
	if !strings.HasPrefix(path, "http") {
		path = b.url + path
	}
	r, err := http.NewRequest(http.MethodGet, path, nil)
	if err != nil {
		b.Fatal(err)
	}
	return b.round(r)
}

func (b *browser) send(path string, form url.Values) reply {
	b.Helper()
	r, err := http.NewRequest(http.MethodPost, b.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if b.origin != "" {
		r.Header.Set("Origin", b.origin)
	}
	if b.from != "" {
		r.Header.Set("X-Forwarded-For", b.from)
	}
	return b.round(r)
}

var hidden = regexp.MustCompile(`<input type="hidden" name="(\w+)" value="([^"]*)"`)

// fields returns the values that a page's first form would send by itself.
func (r reply) fields() url.Values {
	out := url.Values{}
	_, form, _ := strings.Cut(r.text, "<form ")
	form, _, _ = strings.Cut(form, "</form>")
	for _, found := range hidden.FindAllStringSubmatch(form, -1) {
		out.Set(found[1], html.UnescapeString(found[2]))
	}
	return out
}

var action = regexp.MustCompile(`action="([^"]*)"`)

// fill sends the first form of a page with more values.
func (b *browser) fill(page reply, more url.Values) reply {
	b.Helper()
	form := page.fields()
	for name, given := range more {
		form[name] = given
	}
	to := action.FindStringSubmatch(page.text)
	if to == nil {
		b.Fatalf("there is no form on %.400s", page.text)
	}
	return b.send(html.UnescapeString(to[1]), form)
}

const password = "correct horse battery"

// arrive accepts a new invitation.
func (b *browser) arrive(name string) service.User {
	b.Helper()
	page := b.load("/invitation?token=" + b.invite(""))
	done := b.fill(page, url.Values{"name": {name}, "password": {password}, "again": {password}})
	if done.StatusCode != http.StatusSeeOther {
		b.Fatalf("accepting answers %d: %s", done.StatusCode, done.text)
	}
	u, err := b.app.Store.UserByName(b.Context(), name)
	if err != nil {
		b.Fatal(err)
	}
	return u
}

// program asks an endpoint for programs.
func (s *site) program(path string, form url.Values) (status int, answer map[string]any) {
	s.Helper()
	if form.Get("client_id") == "" {
		form.Set("client_id", signin.CLI)
	}
	r, err := http.PostForm(s.url+path, form)
	if err != nil {
		s.Fatal(err)
	}
	defer r.Body.Close()
	if err := json.NewDecoder(r.Body).Decode(&answer); err != nil {
		s.Fatal(err)
	}
	if r.Header.Get("Cache-Control") != "no-store" || r.Header.Get(api.HeaderRequestID) == "" {
		s.Errorf("%s: headers %v", path, r.Header)
	}
	return r.StatusCode, answer
}

// refused checks that a program is refused with a code.
func (s *site) refused(path string, form url.Values, code string) {
	s.Helper()
	status, answer := s.program(path, form)
	if status != http.StatusBadRequest || answer["error"] != code || answer["error_description"] == "" || answer["access_token"] != nil {
		s.Errorf("%s answers %d %v, not %s", path, status, answer, code)
	}
}

const verifier = "a-verifier-of-forty-three-characters-or-more-0"

func challenge() string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

const callback = "http://127.0.0.1:49152/callback"

// asked is an authorisation request that is right.
func asked() url.Values {
	return url.Values{"client_id": {signin.CLI}, "redirect_uri": {callback}, "response_type": {"code"}, "state": {"st&te"}, "scope": {"read write"},
		"code_challenge": {challenge()}, "code_challenge_method": {"S256"}}
}

// code lets the user of a browser allow a request.
func (b *browser) code(q url.Values) string {
	b.Helper()
	done := b.fill(b.load("/oauth/authorize?"+q.Encode()), url.Values{"decision": {"allow"}})
	to, err := done.Location()
	if err != nil {
		b.Fatalf("%d %s", done.StatusCode, done.text)
	}
	return to.Query().Get("code")
}

func exchange(code string) url.Values {
	return url.Values{"grant_type": {signin.KindCode}, "code": {code}, "redirect_uri": {callback}, "code_verifier": {verifier}}
}

func refreshing(token any) url.Values {
	return url.Values{"grant_type": {signin.KindRefresh}, "refresh_token": {token.(string)}}
}

// tokens signs a program in.
func (b *browser) tokens() map[string]any {
	b.Helper()
	status, answer := b.program("/oauth/token", exchange(b.code(asked())))
	if status != http.StatusOK {
		b.Fatalf("%d %v", status, answer)
	}
	return answer
}
