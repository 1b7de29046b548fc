package cmd

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/oauth2"

	"greenroom/cmd/run"
	"greenroom/internal/codetest"
)

// person is somebody with a browser that runs no script: it opens pages and fills
// in their forms.
type person struct {
	t    *testing.T
	base string
	http *http.Client
	at   *url.URL // of the page it is on
	page *html.Node
	said string // the words of the page
}

const passphrase = "four plain words here"

// newPerson is a person who was invited to a service that people sign in to.
func newPerson(t *testing.T) (p *person, base, store string) {
	t.Helper()
	store = filepath.Join(t.TempDir(), "s.db")
	writeWorld(t, store)
	base, _ = startServe(t, store, "--sign-in", "--agents")
	stdout(t, "accounts", "create", "--store", store, "agency")
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	p = &person{t: t, base: base, http: &http.Client{Jar: jar}}
	p.http.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
		if !strings.HasPrefix(r.URL.String(), base) {
			return http.ErrUseLastResponse // back to a program
		}
		return nil
	}
	p.open(strings.TrimSpace(stdout(t, "users", "invite", "--store", store, "agency")))
	p.submit(url.Values{"name": {"ada"}, "password": {passphrase}, "again": {passphrase}})
	return p, base, store
}

// open opens a page.
func (p *person) open(address string) *http.Response {
	p.t.Helper()
	resp, err := p.http.Get(address)
	return p.took(resp, err)
}

func (p *person) took(resp *http.Response, err error) *http.Response {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	if p.page, err = html.Parse(bytes.NewReader(body)); err != nil {
		p.t.Fatal(err)
	}
	p.at, p.said = resp.Request.URL, string(body)
	return resp
}

// submit sends the first form of the page, with what it holds and what is typed.
func (p *person) submit(typed url.Values) *http.Response {
	p.t.Helper()
	form, action := url.Values{}, ""
	for n := range p.page.Descendants() {
		attrs := map[string]string{}
		for _, a := range n.Attr {
			attrs[a.Key] = a.Val
		}
		switch {
		case n.Data == "form" && action == "":
			action = attrs["action"]
		case n.Data == "form":
			action += "#" // the next one's
		case n.Data == "input" && !strings.HasSuffix(action, "#"):
			form.Set(attrs["name"], attrs["value"])
		}
	}
	for name, v := range typed {
		form[name] = v
	}
	to, err := p.at.Parse(strings.TrimRight(action, "#"))
	if err != nil || action == "" {
		p.t.Fatalf("no form on %s: %v\n%s", p.at, err, p.said)
	}
	resp, err := p.http.PostForm(to.String(), form)
	return p.took(resp, err)
}

// allows types a code and agrees.
func (p *person) allows(address, code string) {
	p.t.Helper()
	p.open(address)
	if !strings.Contains(p.said, "decision") {
		p.submit(url.Values{"user_code": {code}})
	}
	if !strings.Contains(p.said, code) {
		p.t.Fatalf("the page to agree on does not show %s:\n%s", code, p.said)
	}
	p.submit(url.Values{"decision": {"allow"}})
}

// agrees opens the address of a program and agrees; it is where the browser is sent.
func (p *person) agrees(address string) string {
	p.t.Helper()
	p.open(address)
	resp := p.submit(url.Values{"decision": {"allow"}})
	return resp.Header.Get("Location")
}

// library is the configuration of golang.org/x/oauth2, from what the server tells.
func library(t *testing.T, base string) *oauth2.Config {
	t.Helper()
	resp, err := http.Get(base + "/.well-known/oauth-authorization-server")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var m struct {
		Authorize string `json:"authorization_endpoint"`
		Device    string `json:"device_authorization_endpoint"`
		Token     string `json:"token_endpoint"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&m); err != nil {
		t.Fatal(err)
	}
	return &oauth2.Config{
		ClientID: "greenroom-cli", Scopes: []string{"read", "write"}, RedirectURL: "http://127.0.0.1:4711/callback",
		Endpoint: oauth2.Endpoint{AuthURL: m.Authorize, DeviceAuthURL: m.Device, TokenURL: m.Token},
	}
}

// opens says whether the service takes a token.
func opens(t *testing.T, base string, token *oauth2.Token) bool {
	t.Helper()
	resp, err := oauth2.NewClient(t.Context(), oauth2.StaticTokenSource(token)).Get(base + "/v1/shortlists")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

func refusedWith(err error) string {
	var e *oauth2.RetrieveError
	if errors.As(err, &e) {
		return e.ErrorCode
	}
	return ""
}

// The flows of golang.org/x/oauth2 work as they are, also where it finds out by
// itself how a server wants the name of a program.
func TestOAuthLibrarySignsIn(t *testing.T) {
	p, base, _ := newPerson(t)
	lib := library(t, base)

	verifier := oauth2.GenerateVerifier()
	back, err := url.Parse(p.agrees(lib.AuthCodeURL("state-1", oauth2.S256ChallengeOption(verifier))))
	if err != nil || back.Query().Get("state") != "state-1" || back.Query().Get("iss") != base || !strings.HasPrefix(back.String(), lib.RedirectURL) {
		t.Fatalf("sent to %s: %v", back, err)
	}
	code := back.Query().Get("code")
	if _, err := lib.Exchange(t.Context(), code, oauth2.VerifierOption(oauth2.GenerateVerifier())); err == nil {
		t.Error("another verifier is taken")
	}
	if _, err := lib.Exchange(t.Context(), code, oauth2.VerifierOption(verifier)); refusedWith(err) != "invalid_grant" {
		t.Errorf("a code that was tried with another verifier: %v", err)
	}
	back, _ = url.Parse(p.agrees(lib.AuthCodeURL("state-2", oauth2.S256ChallengeOption(verifier))))
	token, err := lib.Exchange(t.Context(), back.Query().Get("code"), oauth2.VerifierOption(verifier))
	if err != nil || !opens(t, base, token) {
		t.Fatal(err)
	}

	device, err := lib.DeviceAuth(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p.allows(device.VerificationURI, device.UserCode)
	device.Interval = 1 // it is allowed already: nobody asks twice
	second, err := lib.DeviceAccessToken(t.Context(), device)
	if err != nil || !opens(t, base, second) {
		t.Fatal(err)
	}

	third, err := lib.TokenSource(t.Context(), &oauth2.Token{RefreshToken: second.RefreshToken}).Token()
	if err != nil || !opens(t, base, third) || third.RefreshToken == second.RefreshToken {
		t.Fatal(err)
	}
	for i, token := range []*oauth2.Token{second, third} { // an agent is the same person with another token
		bearer := keyed{"Authorization", "Bearer " + token.AccessToken}
		if said, failed := caller(t, base, bearer).call("find_creator", map[string]any{"name": "lena"}); failed || !strings.Contains(said, []string{`"charged":0.05`, `"charged":0,`}[i]) {
			t.Errorf("an agent with token %d: %s", i, said)
		}
	}
	for _, used := range []string{second.RefreshToken, third.RefreshToken} { // the first ends the second
		if _, err := lib.TokenSource(t.Context(), &oauth2.Token{RefreshToken: used}).Token(); refusedWith(err) != "invalid_grant" {
			t.Errorf("a token that was used before: %v", err)
		}
	}
	if opens(t, base, &oauth2.Token{AccessToken: third.AccessToken + "x"}) {
		t.Error("an altered token is taken")
	}
}

// The whole way of a person with greenroom on both sides.
func TestGreenroomSignsInToGreenroom(t *testing.T) {
	p, base, _ := newPerson(t)
	s := remoteShell(t, "", "")
	s.ok("", "connection", "add", "agency", "--url", base, "--sign-in", "--tokens", "file", "--use")
	c := s.command("login")
	errs, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	c.Stdout = &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var said []string
	for in := bufio.NewScanner(errs); in.Scan(); {
		if line := strings.TrimSpace(in.Text()); line != "" {
			said = append(said, line)
		}
		if len(said) == 4 {
			p.allows(said[1], said[2])
			break
		}
	}
	_, _ = io.Copy(io.Discard, errs)
	if err := c.Wait(); err != nil || !strings.Contains(out.String(), "signed in to agency as ada") {
		t.Fatalf("%v: %s %q", err, out.String(), said)
	}
	if w := s.ok("", "whoami"); !strings.Contains(w, "as ada") || !strings.Contains(w, "account      agency") || !strings.Contains(w, "read, write") || !strings.Contains(w, base) {
		t.Errorf("whoami says:\n%s", w)
	}
	s.ok("", "connection", "test")
	s.ok("", "shortlists", "create", "--name", "Spring", "--brief", "protein", "--profile", "photoplatform:lenacooks")
	if l := s.ok("", "shortlists", "list"); !strings.Contains(l, "Spring") {
		t.Errorf("the list is not there:\n%s", l)
	}
	if r := s.run("", "search", "vegan food", "--limit", "5"); r.code != run.ExitOK || !strings.Contains(r.errs, "Cost 35 credits.") {
		t.Errorf("exit %d: %s", r.code, r.errs)
	}
	s.ok("", "logout")
	if r := s.run("", "shortlists", "list"); r.code != run.ExitSignedOut {
		t.Errorf("exit %d after logout: %s", r.code, r.errs)
	}
}

// A client that nobody here wrote, from another registry and in another language.
// Its modules are installed by .ci/run: npm ci in .ci/signin.
func TestIndependentClientSignsIn(t *testing.T) {
	codetest.Node(t, "client.mjs")
	p, base, _ := newPerson(t)
	c := codetest.Node(t, "client.mjs", base)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	done := map[string]string{}
	for in := bufio.NewScanner(out); in.Scan(); {
		var asks struct {
			Open, Code, At string
			Done           map[string]string
		}
		if err := json.Unmarshal(in.Bytes(), &asks); err != nil {
			t.Errorf("%v: %s", err, in.Text())
		}
		switch {
		case asks.Open != "":
			p.open(p.agrees(asks.Open))
		case asks.Code != "":
			p.allows(asks.At, asks.Code)
		default:
			done = asks.Done
		}
	}
	if err := c.Wait(); err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	for how, want := range map[string]string{
		"code": "read write", "code twice": "invalid_grant", "device": "read write", "refresh": "read write", "refresh twice": "invalid_grant",
		"refresh after theft": "invalid_grant", "refresh after revocation": "invalid_grant",
	} {
		if done[how] != want {
			t.Errorf("%s: %q, want %q", how, done[how], want)
		}
	}
}

// The pages in a real browser: light, dark, narrow, with the keyboard alone and
// without script. GREENROOM_PICTURES names a folder that gets pictures.
func TestPagesInABrowser(t *testing.T) {
	codetest.Browser(t)
	_, base, store := newPerson(t)
	invitation := strings.TrimSpace(stdout(t, "users", "invite", "--store", store, "agency"))
	c := codetest.Node(t, "pages.mjs", base, invitation, os.Getenv("GREENROOM_PICTURES"))
	if said, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v:\n%s", err, said)
	}
}
