// Package httpapi puts the rules of the service on the wire: it routes, tells
// callers by their key, decodes strictly, has each request reserve its worst
// case and settle its real cost, and writes envelopes and headers. It knows no
// database and decides no price; what a status code means to a rule, rules do
// not know.
package httpapi

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"os"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/billing"
	"greenroom/service/httpapi/openapi"
	"greenroom/service/payments"
	"greenroom/service/rules"
)

// bodyMax is the largest request body, in bytes.
const bodyMax = 1 << 20

// workTimeout leaves time to write the failure before the connection's own
// limits end it; settleTimeout is how long what was done then waits to be charged.
const (
	workTimeout   = 30 * time.Second
	settleTimeout = 10 * time.Second
)

// Config holds everything the front door is made of. Service and Clock are required.
type Config struct {
	Service *rules.Service
	Clock   func() time.Time
	Logger  *slog.Logger // nil: nothing is logged
	// TrustedProxies are believed when they say whom they forward for.
	TrustedProxies []netip.Prefix
	// Timeout ends the work of one request; 0: workTimeout.
	Timeout time.Duration
	// Settling ends the waiting to charge for work that is done; 0: settleTimeout.
	Settling time.Duration
	// Own says that who asks also runs the service.
	Own bool
	// Ready returns when the catalogue may be asked, or why it may not be yet; nil:
	// it always may.
	Ready func(context.Context) error
	// Observe is called with every request that ended; may be nil.
	Observe func(service.Exchange)
	// OAuth lets in who has an access token; nil: there are keys alone.
	OAuth *OAuth
	// Beside are routes that answer in words of their own.
	Beside []Beside
	// Till takes payments for requests without a key; nil: nobody pays so.
	Till *payments.Till
}

type server struct {
	config Config
	log    *slog.Logger
	mux    *http.ServeMux
	routes map[string]map[string]*Route // by pattern, then method
	// documents describe the routes.
	documents *documents
}

type call struct {
	*server
	ctx     context.Context
	service *rules.Service
	w       http.ResponseWriter
	r       *http.Request
	id      string
	route   *Route
	caller  access.Caller
	known   bool // caller is
	query   query
	keep    *billing.Keep    // nil: it came without an idempotency key
	ended   service.Exchange // as far as it is known
}

func (c *call) path(name string) string { return c.r.PathValue(name) }

// New returns the service as an HTTP handler.
func New(c Config) http.Handler {
	s := &server{config: c, log: c.Logger, mux: http.NewServeMux(), routes: map[string]map[string]*Route{}}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.config.Timeout = cmp.Or(s.config.Timeout, workTimeout)
	s.config.Settling = cmp.Or(s.config.Settling, settleTimeout)
	routes := Routes()
	if c.Till != nil {
		routes = append(routes, compactRoute())
	}
	s.documents = &documents{config: openapi.Config{Endpoints: endpoints(routes), Platforms: c.Service.Platforms(), BodyMax: bodyMax, Paying: paying(c.Till), OAuth: described(c.OAuth)}}
	if c.Own {
		routes = append(routes, ownRoutes()...)
	}
	for _, b := range c.Beside {
		routes = append(routes, Route{Method: b.Method, Pattern: b.Pattern, beside: b.Handler})
	}
	for _, r := range routes {
		if s.routes[r.Pattern] == nil {
			s.routes[r.Pattern] = map[string]*Route{}
			s.mux.HandleFunc(r.Pattern, s.routed(r.Pattern))
		}
		s.routes[r.Pattern][r.Method] = &r
	}
	s.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.serve(w, r, nil, func(*call) error { return unknownPath() })
	})
	return s
}

// channelPath stands before the name of a channel, which may be a whole address.
const channelPath = "/v1/raw/videoplatform/channel-transcripts/"

// wholeName takes an address that stands in the path as it is for the one name
// that it is.
func wholeName(r *http.Request) *http.Request {
	name, ok := strings.CutPrefix(r.URL.EscapedPath(), channelPath)
	if !ok || !strings.Contains(name, "/") {
		return r
	}
	u, named := *r.URL, *r
	u.RawPath = channelPath + strings.ReplaceAll(name, "/", "%2F")
	named.URL = &u
	return &named
}

// ServeHTTP answers an unclean path, and the * of OPTIONS, as the unknown one it
// is; the mux would redirect it, or answer it itself.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r = wholeName(r)
	if p := r.URL.EscapedPath(); p != path.Clean(p) || p == "*" {
		s.serve(w, r, nil, func(*call) error { return unknownPath() })
		return
	}
	s.mux.ServeHTTP(w, r)
}

func unknownPath() error {
	return service.NotFound("Unknown path. Check the URL; it must start with /v1.")
}

// routed picks the route of a pattern by method.
func (s *server) routed(pattern string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		route := s.routes[pattern][r.Method]
		if r.Method == http.MethodHead {
			route = s.headed(pattern)
		}
		if route == nil {
			s.serve(w, r, nil, func(c *call) error { return s.wrongMethod(c, pattern) })
			return
		}
		s.serve(w, r, route, (*call).run)
	}
}

// headed is the route that answers HEAD: that of GET, whose answer net/http sends
// without its body. What costs is none, since nobody pays for headers.
func (s *server) headed(pattern string) *Route {
	if get := s.routes[pattern][http.MethodGet]; get != nil && !get.charges() {
		return get
	}
	return nil
}

func (s *server) wrongMethod(c *call, pattern string) error {
	allowed := slices.Sorted(maps.Keys(s.routes[pattern]))
	if s.headed(pattern) != nil {
		allowed = slices.Insert(allowed, slices.Index(allowed, http.MethodGet)+1, http.MethodHead)
	}
	c.w.Header().Set("Allow", strings.Join(allowed, ", "))
	return &statusError{http.StatusMethodNotAllowed, service.Invalid("", "This path supports "+strings.Join(allowed, " or ")+" only.")}
}

// serve runs one request and answers whatever goes wrong with it, a panic too.
func (s *server) serve(w http.ResponseWriter, r *http.Request, route *Route, run func(*call) error) {
	began := s.config.Clock()
	ctx, cancel := context.WithTimeout(r.Context(), s.config.Timeout)
	defer cancel()
	c := &call{server: s, ctx: ctx, service: s.config.Service, w: w, r: r, route: route, id: newRequestID(began)}
	w.Header().Set(api.HeaderRequestID, c.id)
	defer c.observe(began)
	defer func() {
		if p := recover(); p != nil {
			if p == http.ErrAbortHandler {
				panic(p)
			}
			c.report(slog.LevelError, "request panicked", slog.String("error", fmt.Sprintf("%v\n%s", p, debug.Stack())))
			c.fail(c.internal(nil))
		}
	}()
	if err := run(c); err != nil {
		c.fail(err)
	}
}

// run is the way of every request that has a route.
func (c *call) run() error {
	if c.route.page != nil {
		return c.send()
	}
	if c.route.open != nil {
		return c.answerOpen()
	}
	if c.route.beside != nil {
		return c.besideRun()
	}
	if done, err := c.sold(); done {
		return err
	}
	caller, err := c.authenticate()
	if err != nil {
		return err
	}
	c.caller, c.known = caller, true
	if err := c.permitted(caller); err != nil {
		return err
	}
	if err := caller.Allow(c.route.Operation, c.route.endpoint()); err != nil {
		return err
	}
	if c.route.charges() && len(c.r.Header.Values(api.HeaderIdempotencyKey)) > 0 {
		end, err := c.once()
		if end == nil {
			return err
		}
		defer end()
		c.w.Header().Set(api.HeaderReplayed, "false") // a refusal says so too: nothing was charged under the key
	}
	job, err := c.job()
	if err != nil {
		return err
	}
	return c.work(job)
}

func (c *call) answerOpen() error {
	data, err := c.route.open(c.service)
	if err != nil {
		return err
	}
	return c.give(rules.Answer{Body: api.One[any]{Data: data}})
}

func (c *call) key() string { return single(c.r.Header.Values(api.HeaderKey)) }

// single returns the value of a header that may have been sent twice alike. Different
// values make one that fits nothing.
func single(values []string) string {
	if len(values) > 1 {
		values = slices.Compact(slices.Clone(values))
	}
	return strings.Join(values, " ")
}

// work does a job between its reservation and its settlement. The answer is
// encoded before anything is charged for it, and leaves only after.
func (c *call) work(job rules.Job) error {
	ticket, err := c.service.Reserve(c.ctx, c.caller, rules.Entry{RequestID: c.id, Endpoint: c.route.endpoint()}, job)
	if err != nil {
		return err
	}
	defer ticket.Release()
	answer, err := job.Do(c.ctx)
	if err != nil {
		return err
	}
	body, err := encode(answer.Body)
	if err != nil {
		return err
	}
	if c.keep != nil {
		c.keep.Status, c.keep.Body = status(answer), body
	}
	// The work is done: a caller who hangs up now still pays. What cannot be charged in
	// time is withdrawn: it is not charged then, nor later.
	whole, end := context.WithTimeout(context.WithoutCancel(c.ctx), c.config.Settling)
	defer end()
	standing, err := ticket.Settle(whole, answer, c.keep)
	if errors.Is(err, billing.ErrAnswered) {
		return c.answered(whole)
	}
	if err != nil {
		return err
	}
	c.ended.Charged = answer.Cost
	c.account(standing, strings.Join(answer.Billed(job.Price.Operation), ","), answer.Cost)
	c.write(status(answer), body)
	return nil
}

func status(a rules.Answer) int {
	switch {
	case a.Created:
		return http.StatusCreated
	case a.Body == nil:
		return http.StatusNoContent
	default:
		return http.StatusOK
	}
}

func (c *call) decode(into any) error {
	body, err := c.read()
	if err != nil {
		return err
	}
	return decodeBody(body, into)
}

// read reads the body of the request, and leaves it to be read again.
func (c *call) read() ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(c.w, c.r.Body, bodyMax))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return nil, &statusError{http.StatusRequestEntityTooLarge, service.Invalid("", fmt.Sprintf("The body is larger than the limit of %d bytes.", bodyMax))}
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return nil, &statusError{http.StatusRequestTimeout, service.Invalid("", "The body did not arrive in time. Nothing was charged; send it again.")}
	}
	if err != nil {
		return nil, service.Invalid("", "The body could not be read completely.")
	}
	c.r.Body = io.NopCloser(bytes.NewReader(body))
	return body, nil
}
