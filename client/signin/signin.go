// Package signin signs a person in to a service by OAuth: with a code that is
// typed on another device, or in the browser of this machine. It finds the
// server that signs in, renews what a request carries, and signs out again. It
// knows neither the contract nor where a session is kept (a Place), and no error
// of it holds a token.
package signin

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"
)

// DefaultClient is the program's name for servers that sign in.
const DefaultClient = "greenroom-cli"

// Place stores a session for all programs of this user.
type Place interface {
	// Lock waits until no other program changes the session.
	Lock(ctx context.Context) (unlock func(), err error)
	// Load returns the bytes saved last; nil where there are none.
	Load(ctx context.Context) ([]byte, error)
	// Keep puts another in its place. After an error the one before it stands.
	Keep(ctx context.Context, session []byte) error
	// Forget takes it away. Nothing to take away is no error.
	Forget(ctx context.Context) error
	// Where says in words where it is kept.
	Where(ctx context.Context) string
}

// Config says which service is signed in to, and as which program.
type Config struct {
	Name    string // what people call the service
	Service string // its address, in front of /v1
	Client  string // what the program is called there; "" is DefaultClient
	Scopes  []string
	Place   Place
	// HTTP sends the requests; nil is a client with timeouts. Redirects are never
	// followed, whatever it says.
	HTTP *http.Client
	Now  func() time.Time // nil is time.Now
}

// Session is a person's signing in to one service. It may be used by many
// goroutines.
type Session struct {
	cfg     Config
	http    *http.Client
	mu      sync.Mutex
	held    record   // as it was last loaded or kept
	running *renewal // nil: none
	notKept error    // why the last one could not be kept
}

// New makes a session. It asks nobody.
func New(cfg Config) *Session {
	cfg.Client = cmp.Or(cfg.Client, DefaultClient)
	cfg.Service = strings.TrimRight(cfg.Service, "/")
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	return &Session{cfg: cfg, http: careful(cfg.HTTP)}
}

// String names the service, never a token.
func (s *Session) String() string { return "session with " + s.cfg.Name }

// GoString is String, so that no verb prints what the session holds.
func (s *Session) GoString() string { return s.String() }

// Close waits for a renewal that is under way: a server that rotates tokens takes
// the old one for stolen if what it answered is lost. It says if the session
// could not be kept.
func (s *Session) Close() error {
	s.mu.Lock()
	r := s.running
	s.mu.Unlock()
	if r != nil {
		<-r.done
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.notKept
}

// ErrSignedOut is matched by the errors of a session that nobody began, or that
// has ended: somebody has to sign in.
var ErrSignedOut = errors.New("not signed in")

// signedOut is why somebody has to sign in.
type signedOut struct{ why string }

func (e *signedOut) Error() string        { return e.why }
func (e *signedOut) Is(target error) bool { return target == ErrSignedOut }

// record is a session as it is kept.
type record struct {
	Service  string    `json:"service"` // the address that its tokens are for
	Server   server    `json:"server"`
	Client   string    `json:"client"`
	Scopes   []string  `json:"scopes,omitempty"`
	Who      string    `json:"who,omitempty"`
	Account  string    `json:"account,omitempty"` // that pays
	Since    time.Time `json:"since"`
	Access   string    `json:"access,omitempty"`
	Refresh  string    `json:"refresh,omitempty"`
	Expires  time.Time `json:"expires,omitzero"`
	Renewing bool      `json:"renewing,omitempty"` // stays where a program was stopped in the middle
	Ended    string    `json:"ended,omitempty"`    // why; the tokens are gone then
}

// margin is the time before its end at which a token is renewed: a request takes time.
const margin = 30 * time.Second

// usable says whether requests can carry its token, and not the one that was
// refused.
func (r record) usable(refused string, now time.Time) bool {
	return r.Access != "" && r.Access != refused && (r.Expires.IsZero() || now.Before(r.Expires.Add(-margin)))
}

// oauth is the configuration of the library, for the server of a session. A
// program that people install has no secret; naming itself in the body is said
// outright, or the library would try two ways and send each token twice.
func (s *Session) oauth(sv server) *oauth2.Config {
	return &oauth2.Config{
		ClientID: s.cfg.Client,
		Endpoint: oauth2.Endpoint{
			AuthURL: sv.Authorize, DeviceAuthURL: sv.Device, TokenURL: sv.Token, AuthStyle: oauth2.AuthStyleInParams,
		},
	}
}

// secure says whether secrets may travel to an address: encrypted, or inside
// this machine for a service that is on it too.
func (s *Session) secure(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil {
		return false
	}
	return u.Scheme == "https" || u.Scheme == "http" && loopback(u.Hostname()) && local(s.cfg.Service)
}

// local says whether an address is of this machine.
func local(address string) bool {
	u, err := url.Parse(address)
	return err == nil && loopback(u.Hostname())
}
