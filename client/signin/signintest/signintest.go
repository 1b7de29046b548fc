// Package signintest is a service with the server that signs in to it, for
// tests: every answer can be made a wrong one. Nothing of it is for use.
package signintest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Server is a service and its server to sign in with, at one address.
type Server struct {
	URL string
	// AccessLife is the life of a token; Interval the least wait between polls, in
	// seconds. They are read when something is given out.
	AccessLife time.Duration
	Interval   int
	// Data answers requests with a good token; nil answers with an empty list.
	Data http.HandlerFunc

	mu      sync.Mutex
	wrong   map[string]http.HandlerFunc
	devices map[string]*device // by device code
	codes   map[string]url.Values
	access  map[string]grant
	refresh map[string]*rotation
	dead    map[string]bool // families
	seen    []string        // paths, and what for
	asked   *sync.Cond      // something was seen
}

type device struct {
	user, scope string
	state       string // "", "approved", "denied", "expired"
	slow        int
}

type grant struct {
	family string
	until  time.Time
}

type rotation struct {
	family string
	used   bool
}

// New is a server that nobody can reach but by its Transport, at an address of
// its own.
func New() *Server {
	s := &Server{
		URL: "https://cds.example", AccessLife: time.Hour, Interval: 5,
		wrong: map[string]http.HandlerFunc{}, devices: map[string]*device{}, codes: map[string]url.Values{},
		access: map[string]grant{}, refresh: map[string]*rotation{}, dead: map[string]bool{},
	}
	s.asked = sync.NewCond(&s.mu)
	return s
}

// Listen is a server on a socket.
func Listen(t testing.TB) *Server {
	t.Helper()
	s := New()
	listening := httptest.NewServer(s)
	t.Cleanup(listening.Close)
	s.URL = listening.URL
	return s
}

// Transport reaches the server without a network: the clock of a test does not
// wait for it.
func (s *Server) Transport() http.RoundTripper { return inside{s} }

type inside struct{ s *Server }

// RoundTrip asks the server.
func (t inside) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	w := httptest.NewRecorder()
	t.s.ServeHTTP(w, r)
	if err := r.Context().Err(); err != nil {
		return nil, err // whoever asked has gone
	}
	return w.Result(), nil
}

// Wrong makes a path answer otherwise; nil makes it right again.
func (s *Server) Wrong(path string, answer http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wrong[path] = answer
}

// Seen counts the requests of a path, with that kind of grant if one is named.
func (s *Server) Seen(path string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count(path)
}

func (s *Server) count(path string) (n int) {
	for _, p := range s.seen {
		if p == path {
			n++
		}
	}
	return n
}

// Until waits until a path was asked so often.
func (s *Server) Until(path string, often int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.count(path) < often {
		s.asked.Wait()
	}
}

// Approve agrees with what was asked for with a code; Deny does not; Expire makes
// it too late.
func (s *Server) Approve(user string) { s.decide(user, "approved") }

// Deny does not agree.
func (s *Server) Deny(user string) { s.decide(user, "denied") }

// Expire makes it too late.
func (s *Server) Expire(user string) { s.decide(user, "expired") }

func (s *Server) decide(user, state string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.devices {
		if d.user == user {
			d.state = state
		}
	}
}

// Slow makes the next n questions for a token come too soon.
func (s *Server) Slow(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.devices {
		d.slow = n
	}
}

// DropAccess makes all tokens that were given unknown, but not what renews them.
func (s *Server) DropAccess() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.access)
}

// EndAll ends every session.
func (s *Server) EndAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.access)
	clear(s.refresh)
}

// Live counts the sessions that can be renewed.
func (s *Server) Live() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.refresh {
		if !r.used && !s.dead[r.family] {
			n++
		}
	}
	return n
}

// Secrets are all tokens that were given out.
func (s *Server) Secrets() (all []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.AppendSeq(slices.Collect(maps.Keys(s.access)), maps.Keys(s.refresh))
}

// ServeHTTP answers.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm()
	s.mu.Lock()
	path := r.URL.Path
	s.seen = append(s.seen, path)
	if kind := r.PostForm.Get("grant_type"); kind != "" {
		s.seen = append(s.seen, path+" "+kind)
	}
	wrong := s.wrong[path]
	s.asked.Broadcast()
	s.mu.Unlock()
	if wrong != nil {
		wrong(w, r)
		return
	}
	s.Answer(w, r)
}

// Answer answers as it should, whatever a path was told to do.
func (s *Server) Answer(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/.well-known/oauth-protected-resource":
		Say(w, http.StatusOK, map[string]any{"resource": s.URL, "authorization_servers": []string{s.URL}, "scopes_supported": []string{"read", "write"}})
	case "/.well-known/oauth-authorization-server":
		Say(w, http.StatusOK, s.Metadata())
	case "/device_authorization":
		s.device(w, r)
	case "/authorize":
		s.authorize(w, r)
	case "/token":
		s.token(w, r)
	case "/revoke":
		s.revoke(w, r)
	case "/health":
		Say(w, http.StatusOK, map[string]any{"data": map[string]any{"ok": true, "timestamp": time.Now()}})
	case "/userinfo":
		s.data(w, r, func(w http.ResponseWriter, _ *http.Request) {
			Say(w, http.StatusOK, map[string]any{"sub": "u1", "preferred_username": "ada"})
		})
	default:
		s.data(w, r, s.Data)
	}
}

// Metadata returns the server's description of itself.
func (s *Server) Metadata() map[string]any {
	return map[string]any{
		"issuer": s.URL, "authorization_endpoint": s.URL + "/authorize", "device_authorization_endpoint": s.URL + "/device_authorization",
		"token_endpoint": s.URL + "/token", "revocation_endpoint": s.URL + "/revoke", "userinfo_endpoint": s.URL + "/userinfo",
		"code_challenge_methods_supported": []string{"S256"}, "authorization_response_iss_parameter_supported": true,
	}
}

// Say answers with JSON.
func Say(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// Refuse answers like a server that signs in and says no.
func Refuse(w http.ResponseWriter, code string) {
	Say(w, http.StatusBadRequest, map[string]string{"error": code})
}

func (s *Server) device(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	code, user := rand.Text(), "WDJB-"+rand.Text()[:4]
	s.devices[code] = &device{user: user, scope: r.PostForm.Get("scope")}
	Say(w, http.StatusOK, map[string]any{
		"device_code": code, "user_code": user, "verification_uri": s.URL + "/device",
		"verification_uri_complete": s.URL + "/device?user_code=" + user, "expires_in": 600, "interval": s.Interval,
	})
}

// authorize agrees at once, and sends the browser back.
func (s *Server) authorize(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	code := rand.Text()
	s.codes[code] = r.Form
	back := url.Values{"code": {code}, "state": {r.Form.Get("state")}, "iss": {s.URL}}
	http.Redirect(w, r, r.Form.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
}

func (s *Server) token(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := r.PostForm
	switch f.Get("grant_type") {
	case "urn:ietf:params:oauth:grant-type:device_code":
		s.byDevice(w, f)
	case "authorization_code":
		asked, known := s.codes[f.Get("code")]
		delete(s.codes, f.Get("code"))
		sum := sha256.Sum256([]byte(f.Get("code_verifier")))
		if !known || asked.Get("code_challenge") != base64.RawURLEncoding.EncodeToString(sum[:]) || asked.Get("redirect_uri") != f.Get("redirect_uri") {
			Refuse(w, "invalid_grant")
			return
		}
		s.give(w, rand.Text(), asked.Get("scope"))
	case "refresh_token":
		old := s.refresh[f.Get("refresh_token")]
		if old == nil || old.used || s.dead[old.family] {
			if old != nil {
				s.dead[old.family] = true // somebody uses what was used before
			}
			Refuse(w, "invalid_grant")
			return
		}
		old.used = true
		s.give(w, old.family, "")
	default:
		Refuse(w, "unsupported_grant_type")
	}
}

func (s *Server) byDevice(w http.ResponseWriter, f url.Values) {
	d := s.devices[f.Get("device_code")]
	switch {
	case d == nil:
		Refuse(w, "invalid_grant")
	case d.slow > 0:
		d.slow--
		Refuse(w, "slow_down")
	case d.state == "denied":
		Refuse(w, "access_denied")
	case d.state == "expired":
		Refuse(w, "expired_token")
	case d.state == "":
		Refuse(w, "authorization_pending")
	default:
		delete(s.devices, f.Get("device_code"))
		s.give(w, rand.Text(), d.scope)
	}
}

func (s *Server) give(w http.ResponseWriter, family, scope string) {
	access, refresh := "at."+rand.Text(), "rt."+rand.Text()
	s.access[access] = grant{family, time.Now().Add(s.AccessLife)}
	s.refresh[refresh] = &rotation{family: family}
	body := map[string]any{"access_token": access, "token_type": "Bearer", "refresh_token": refresh, "expires_in": int(s.AccessLife / time.Second)}
	if scope != "" {
		body["scope"] = scope
	}
	Say(w, http.StatusOK, body)
}

func (s *Server) revoke(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if gone := s.refresh[r.PostForm.Get("token")]; gone != nil {
		s.dead[gone.family] = true
	}
	w.WriteHeader(http.StatusOK)
}

// data answers who has a good token.
func (s *Server) data(w http.ResponseWriter, r *http.Request, good http.HandlerFunc) {
	token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	s.mu.Lock()
	g, known := s.access[token]
	fresh := known && time.Now().Before(g.until) && !s.dead[g.family]
	s.mu.Unlock()
	if w.Header().Set("X-Request-Id", "req_1"); !fresh {
		challenge := `Bearer resource_metadata="` + s.URL + `/.well-known/oauth-protected-resource"`
		if bearer {
			challenge += `, error="invalid_token"`
		}
		w.Header().Set("WWW-Authenticate", challenge)
		Say(w, http.StatusUnauthorized, map[string]any{"error": map[string]string{"code": "unauthorized", "message": "The token is not good here."}})
		return
	}
	if good == nil {
		good = func(w http.ResponseWriter, _ *http.Request) {
			Say(w, http.StatusOK, map[string]any{"data": []any{}, "has_more": false, "next_cursor": nil})
		}
	}
	good(w, r)
}

// Users are the codes that were given out to be typed.
func (s *Server) Users() (all []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.devices {
		all = append(all, d.user)
	}
	slices.Sort(all)
	return all
}

// Place keeps a session in memory.
type Place struct {
	mu   sync.Mutex
	held sync.Mutex
	Kept []byte
	Fail error // what Keep returns
}
