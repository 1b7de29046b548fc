package proxytest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"
)

// fault is the fault put into one request. Without any it passes.
type fault struct {
	refuse bool // there is no connection
	reset  bool // the connection is reset before the request was read
	serve  func(p *proxy, w http.ResponseWriter, r *http.Request)
}

var passes = fault{}

// proxy stands before the service and harms requests by their number.
type proxy struct {
	server *httptest.Server
	clock  *fakeTime
	out    *http.Transport

	mu     sync.Mutex
	calm   *sync.Cond
	plan   func(n int) fault
	tries  int // requests that came, or were kept from coming
	active int
	choose func(*http.Request) fault   // where it is set, by the request
	served func(*http.Request, answer) // sees what the service answered
	leave  func()                      // makes the caller go away
	heard  chan struct{}               // has room for a word when a header has arrived
	keys   bool                        // idempotency keys reach the service
}

func newProxy(t testing.TB, clock *fakeTime) *proxy {
	t.Helper()
	p := &proxy{clock: clock, out: &http.Transport{DisableCompression: true}, plan: func(int) fault { return passes }, heard: make(chan struct{}, 1)}
	p.calm = sync.NewCond(&p.mu)
	p.server = httptest.NewUnstartedServer(p)
	p.server.Listener = &listener{p.server.Listener, p}
	p.server.Config.ConnState = func(c net.Conn, s http.ConnState) {
		if s == http.StateIdle {
			c.(*conn).idle()
		}
	}
	p.server.Start()
	t.Cleanup(func() { p.server.Close(); p.out.CloseIdleConnections() })
	return p
}

// harms sets what happens to the requests from now on: nothing to the first
// ones, then a fault, to so many of them; 0 is all.
func (p *proxy) harms(after, times int, f fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	first := p.tries + after
	p.plan = func(n int) fault {
		if n < first || times > 0 && n >= first+times {
			return passes
		}
		return f
	}
}

func (p *proxy) seen() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.tries
}

// next says whether the next request meets such a fault, and counts it if so.
func (p *proxy) next(meets func(fault) bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !meets(p.plan(p.tries)) {
		return false
	}
	p.tries++
	p.calm.Broadcast()
	return true
}

// settled waits until so many requests came and all work on them is done: the
// caller may have left before.
func (p *proxy) settled(tries int) error {
	late := false
	stop := time.AfterFunc(20*time.Second, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		late = true
		p.calm.Broadcast()
	})
	defer stop.Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	for (p.tries < tries || p.active > 0) && !late {
		p.calm.Wait()
	}
	if late {
		return fmt.Errorf("%d requests came, %d are under way", p.tries, p.active)
	}
	return nil
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if !p.keys {
		r.Header.Del("Idempotency-Key")
	}
	p.mu.Lock()
	f := p.plan(p.tries)
	p.tries++
	p.active++
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.active--
		p.calm.Broadcast()
	}()
	if p.choose != nil {
		f = p.choose(r)
	}
	if f.serve == nil {
		f = passed(func(*answer) {})
	}
	f.serve(p, w, r)
}

func (p *proxy) leaves(leave func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.leave = leave
}

// gone makes the caller leave and waits until it has.
func (p *proxy) gone(r *http.Request) {
	p.mu.Lock()
	leave := p.leave
	p.mu.Unlock()
	if leave != nil {
		leave()
	}
	<-r.Context().Done()
}

// answer is a reply on its way back. Length, where it is not 0, is announced in
// place of the real one; below 0 none is.
type answer struct {
	status int
	header http.Header
	body   []byte
	length int
}

// forward asks the service, whether the caller still waits or not. Its Date is
// that of the service's own clock.
func (p *proxy) forward(r *http.Request) answer {
	ask := r.Clone(context.WithoutCancel(r.Context()))
	ask.URL.Scheme, ask.URL.Host, ask.RequestURI = "http", house.server.Listener.Addr().String(), ""
	ask.Close = false
	resp, err := p.out.RoundTrip(ask)
	if err != nil {
		return answer{status: http.StatusBadGateway, body: []byte(err.Error())}
	}
	defer func() { _ = resp.Body.Close() }()
	body, _ := io.ReadAll(resp.Body)
	resp.Header.Del("Content-Length")
	resp.Header.Set("Date", start.Format(http.TimeFormat))
	a := answer{status: resp.StatusCode, header: resp.Header, body: body}
	if p.served != nil {
		p.served(r, answer{header: resp.Header.Clone()})
	}
	return a
}

func (a answer) write(w http.ResponseWriter) {
	maps.Copy(w.Header(), a.header)
	switch {
	case a.length > 0:
		w.Header().Set("Content-Length", strconv.Itoa(a.length))
	case a.length == 0 && a.status != http.StatusNoContent:
		w.Header().Set("Content-Length", strconv.Itoa(len(a.body)))
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body)
}

// passed asks the service and changes its answer.
func passed(change func(*answer)) fault {
	return fault{serve: func(p *proxy, w http.ResponseWriter, r *http.Request) {
		a := p.forward(r)
		change(&a)
		a.write(w)
	}}
}

// instead answers in place of the service; headers are names and values in turn.
func instead(status int, kind, body string, headers ...string) fault {
	return fault{serve: func(_ *proxy, w http.ResponseWriter, _ *http.Request) {
		a := answer{status: status, header: http.Header{}, body: []byte(body)}
		a.header.Set("Content-Type", kind)
		a.header.Set("Date", start.Format(http.TimeFormat))
		for i := 0; i+1 < len(headers); i += 2 {
			a.header.Add(headers[i], headers[i+1])
		}
		a.write(w)
	}}
}

// breaks sends some bytes and cuts the connection; with served the service has
// done the work before.
func breaks(served bool, bytesOf func(answer) []byte) fault {
	return fault{serve: func(p *proxy, w http.ResponseWriter, r *http.Request) {
		var a answer
		if served {
			a = p.forward(r)
		}
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		_, _ = c.Write(bytesOf(a))
		_ = c.Close()
	}}
}

// transport reaches the proxy, or nobody. Each request has a connection of its
// own.
func (p *proxy) transport() *ears {
	return &ears{Transport: &http.Transport{DisableKeepAlives: true, DialContext: p.dial}, proxy: p}
}

// ears tells the proxy when the header of an answer has arrived. With late the
// proxy says when it has waited too long for one.
type ears struct {
	*http.Transport
	proxy *proxy
	late  bool
	stop  func()
}

func (e *ears) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx := r.Context()
	if e.late {
		ctx, e.stop = context.WithCancel(ctx)
		e.proxy.leaves(e.stop)
	}
	resp, err := e.Transport.RoundTrip(r.WithContext(ctx))
	if err != nil {
		if ctx.Err() != nil && r.Context().Err() == nil {
			err = os.ErrDeadlineExceeded
		}
		return nil, err
	}
	select {
	case e.proxy.heard <- struct{}{}:
	default:
	}
	return resp, nil
}

func (p *proxy) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if p.next(func(f fault) bool { return f.refuse }) {
		closed, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		address = closed.Addr().String()
		_ = closed.Close()
	}
	return new(net.Dialer).DialContext(ctx, network, address)
}

type listener struct {
	net.Listener
	proxy *proxy
}

func (l *listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &conn{Conn: c, proxy: l.proxy}, nil
}

// conn may be reset when a request begins to arrive on it.
type conn struct {
	net.Conn
	proxy *proxy
	mu    sync.Mutex
	busy  bool
}

func (c *conn) idle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy = false
}

func (c *conn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if n == 0 {
		return n, err
	}
	c.mu.Lock()
	begins := !c.busy
	c.busy = true
	c.mu.Unlock()
	if begins && c.proxy.next(func(f fault) bool { return f.reset }) {
		_ = c.Conn.(*net.TCPConn).SetLinger(0)
		_ = c.Conn.Close()
		return 0, errors.New("reset")
	}
	return n, err
}
