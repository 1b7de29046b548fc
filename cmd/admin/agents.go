package admin

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
	"greenroom/client/share"
	"greenroom/client/signin"
	"greenroom/cmd/run"
	"greenroom/internal/pipe"
	"greenroom/mcp"
	"greenroom/service/boot"
)

// What agents with one key, or of one person, may spend in a session and on a day where
// nothing is said.
const (
	agentsSession = 100 * api.Credit
	agentsDay     = 100 * api.Credit
)

// agents is the door for agents: POST /mcp, with a key or token of the service. They are
// clients of this very service, by a connection in memory, with their own key, and with
// caps, journal and kept answers of its own for each caller.
type agents struct {
	caps    agentCaps
	clock   func() time.Time
	log     *slog.Logger
	memory  *local.Memory
	front   http.Handler // of the service
	inside  *pipe.Listener
	server  *http.Server
	handler http.Handler

	mu      sync.Mutex
	callers map[string]*caller
}

// agentCaps are the most that one caller spends in a session and on a day, and from which
// price on a call has to be agreed to.
type agentCaps struct{ session, day, ask api.Credits }

// caller identifies a caller by key, or as a person, whose tokens follow each other.
type caller struct {
	*mcp.Server
	token atomic.Value // string
	last  time.Time    // when it asked
}

// sitting is the silence of a caller that ends a session.
const sitting = time.Hour

// newAgents makes a door that is opened once the service stands.
func newAgents(ctx context.Context, store string, caps agentCaps, log *slog.Logger) (*agents, error) {
	path, err := run.AgentsFile(store)
	if err != nil {
		return nil, err
	}
	memory, err := local.Open(ctx, local.Config{Path: path})
	a := &agents{caps: caps, clock: time.Now, log: log, memory: memory, inside: pipe.New(), callers: map[string]*caller{}}
	a.handler = mcp.Handler(func(r *http.Request) *mcp.Server { c, _ := r.Context().Value(a).(*caller); return c.Server })
	return a, err
}

// open lets agents in to a service.
func (a *agents) open(app *boot.App) {
	if a == nil {
		return
	}
	a.front = app.Handler()
	a.server = &http.Server{Handler: a.front, ReadHeaderTimeout: time.Minute}
	go func() { _ = a.server.Serve(a.inside) }()
}

func (a *agents) close() error {
	if a == nil {
		return nil
	}
	var err error
	if a.server != nil {
		err = a.server.Close()
	}
	return errors.Join(err, a.memory.Close())
}

// ServeHTTP first asks the service whether it knows who asks: a refusal is handed on as it
// is, with where to sign in, and counts where guesses are counted.
func (a *agents) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	probe := r.Clone(r.Context())
	probe.Method, probe.Body, probe.ContentLength = http.MethodGet, http.NoBody, 0
	probe.URL.Path, probe.URL.RawPath, probe.URL.RawQuery, probe.RequestURI = "/v1/shortlists", "", "limit=1", "/v1/shortlists?limit=1"
	probe.Header.Del("Content-Type")
	seen := &answered{header: http.Header{}, status: http.StatusOK}
	if a.front.ServeHTTP(seen, probe); seen.status == http.StatusUnauthorized || seen.status >= http.StatusTooManyRequests {
		for name, values := range seen.header {
			w.Header()[name] = values
		}
		w.WriteHeader(seen.status)
		_, _ = w.Write(seen.body)
		return
	}
	c, err := a.caller(r)
	if err != nil {
		http.Error(w, "agents cannot be let in now", http.StatusServiceUnavailable)
		return
	}
	a.handler.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), a, c)))
}

// answered is an answer that is looked at.
type answered struct {
	header http.Header
	status int
	body   []byte
}

func (w *answered) Header() http.Header         { return w.header }
func (w *answered) WriteHeader(status int)      { w.status = status }
func (w *answered) Write(b []byte) (int, error) { w.body = append(w.body, b...); return len(b), nil }

// caller returns the caller the service has just let in.
func (a *agents) caller(r *http.Request) (*caller, error) {
	secret, person := r.Header.Get(api.HeaderKey), ""
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && secret == "" {
		secret, person = token, subject(token)
	}
	sum := sha256.Sum256([]byte(secret))
	name := hex.EncodeToString(sum[:8])
	if person != "" {
		name = person
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	c, now := a.callers[name], a.clock()
	if c == nil || now.Sub(c.last) > sitting {
		maps.DeleteFunc(a.callers, func(_ string, c *caller) bool { return now.Sub(c.last) > sitting })
		c = &caller{}
		cfg := client.Config{
			BaseURL: "http://agents", Account: name, Caps: client.Caps{Session: &a.caps.session, Day: &a.caps.day}, Origin: run.OriginAgents, Memory: a.memory.Scope(name, ""), Idempotent: true,
			HTTP: &http.Client{Timeout: time.Minute, Transport: &http.Transport{DialContext: a.inside.DialContext}},
		}
		if person != "" {
			cfg.SignIn = c
		} else {
			cfg.Key = func(context.Context) (string, error) { return secret, nil }
		}
		made, err := client.New(cfg)
		if err != nil {
			return nil, err
		}
		c.Server = mcp.New(mcp.Config{Client: made, Book: &share.Board{Client: made}, Kept: run.Spoken(a.memory, name), AskOver: a.caps.ask, Log: a.log, Clock: a.clock})
		a.callers[name] = c
	}
	c.last = now
	c.token.Store(secret)
	return c, nil
}

// subject is the person of a token that the service has let in; "" where it names none.
func subject(token string) string {
	parts := strings.Split(token, ".")
	var claims struct{ Iss, Sub string }
	if len(parts) != 3 {
		return ""
	}
	raw, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil || json.Unmarshal(raw, &claims) != nil || claims.Sub == "" {
		return ""
	}
	return claims.Iss + " " + claims.Sub
}

// Token is the token that the person came with last.
func (c *caller) Token(context.Context) (string, error) { return c.token.Load().(string), nil }

// Renew is the work of the agent's program.
func (c *caller) Renew(context.Context, string) (string, error) { return "", signin.ErrSignedOut }
