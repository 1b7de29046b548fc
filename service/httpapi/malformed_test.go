package httpapi_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service/httpapi"
)

// What net/http refuses by itself is told in the envelope and has a request id.
func TestMalformedRequestsAreAnsweredInTheEnvelope(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{MaxHeaderBytes: 4 << 10, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(api.HeaderRequestID, "req_of_the_handler")
		_, _ = io.WriteString(w, `{"data":{}}`)
	})}
	go func() { _ = server.Serve(httpapi.Listener(l, time.Now)) }()
	defer server.Shutdown(context.Background())

	for what, c := range map[string]struct {
		send   string
		status int
	}{
		"no request at all":        {"hello\r\n\r\n", 400},
		"a version of its own":     {"GET /health HTTP/9.9\r\nHost: x\r\n\r\n", 505},
		"no host":                  {"GET /health HTTP/1.1\r\n\r\n", 400},
		"two hosts":                {"GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
		"a method with a bracket":  {"G(T /health HTTP/1.1\r\nHost: x\r\n\r\n", 400},
		"a header without colon":   {"GET /health HTTP/1.1\r\nHost: x\r\nnothing\r\n\r\n", 400},
		"a length that is none":    {"POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n", 400},
		"two lengths":              {"POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400},
		"a length and an encoding": {"POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
		"a broken header":          {"GET /health HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n", 400},
		"a body in chunks":         {"POST /health HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n", 200},
		"an unknown encoding":      {"POST /health HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: zip\r\n\r\n", 501},
		"a large header":           {"GET /health HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", 12<<10) + "\r\n\r\n", 431},
		"an expectation":           {"POST /health HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nContent-Length: 1\r\n\r\na", 417},
		"a request of HTTP/1.0":    {"GET /health HTTP/1.0\r\n\r\n", 200},
		"a method nobody knows":    {"BREW /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 200},
	} {
		header, body := exchange(t, l.Addr().String(), c.send)
		if header.StatusCode != c.status || header.Header.Get(api.HeaderRequestID) == "" {
			t.Errorf("%s: %d with id %q", what, header.StatusCode, header.Header.Get(api.HeaderRequestID))
		}
		if c.status < 400 {
			continue
		}
		var e api.Envelope
		if err := json.Unmarshal(body, &e); err != nil || e.Error.Code != api.CodeValidation || e.Error.Message == "" ||
			e.Error.StatusCode != c.status || e.Error.RequestID != header.Header.Get(api.HeaderRequestID) {
			t.Errorf("%s: %q (%v)", what, body, err)
		}
		if kind := header.Header.Get("Content-Type"); kind != "application/json" {
			t.Errorf("%s: it is %s", what, kind)
		}
	}
}

// A head that does not arrive in time is told so, wherever it stopped, and is never a request;
// a connection on which nothing was begun is closed without a word.
func TestLateHeads(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{ReadHeaderTimeout: 20 * time.Millisecond, IdleTimeout: 20 * time.Millisecond, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/late" {
			t.Error("a late head was taken for a request")
		}
		w.Header().Set(api.HeaderRequestID, "req_of_the_handler")
	})}
	go func() { _ = server.Serve(httpapi.Listener(l, time.Now)) }()
	defer server.Shutdown(context.Background())
	for _, send := range []string{"GET", "GET /late HTTP/1.1", "GET /late HTTP/1.1\r", "GET /late HTTP/1.1\r\n", "GET /late HTTP/1.1\r\nHost: x", "GET /late HTTP/1.1\r\nHost: x\r\n", "GET /late HTTP/1.1\r\nHost: x\r\n\r",
		"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /late HTTP/1.1\r\nHost: x\r\n"} {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(c, send)
		said, err := io.ReadAll(c)
		c.Close()
		if got := string(said); err != nil || strings.Count(got, "HTTP/1.1 408 ") != 1 || !strings.Contains(got, "did not arrive in time") {
			t.Errorf("%q: %q, %v", send, got, err)
		}
	}
	for _, send := range []string{"", "GET / HTTP/1.1\r\nHost: x\r\n\r\n"} {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(c, send)
		if said, _ := io.ReadAll(c); strings.Contains(string(said), " 408 ") {
			t.Errorf("%q: %q", send, said)
		}
		c.Close()
	}
}

// A head whose beginning came with the request before it is not late for that.
func TestAHeadInTwoPieces(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	answered := make(chan bool, 2)
	server := &http.Server{Handler: http.NotFoundHandler(), ReadHeaderTimeout: time.Minute, ConnState: func(_ net.Conn, now http.ConnState) {
		if now == http.StateIdle {
			answered <- true
		}
	}}
	go func() { _ = server.Serve(httpapi.Listener(l, time.Now)) }()
	defer server.Close()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	const head = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
	in := bufio.NewReader(c)
	for _, send := range []string{head + head[:8], head[8:]} {
		if _, err := io.WriteString(c, send); err != nil {
			t.Fatal(err)
		}
		r, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, r.Body)
		if r.StatusCode != http.StatusNotFound {
			t.Fatalf("%q: %s", send, r.Status)
		}
		<-answered
	}
}

// What comes behind a request that is refused for its length is never read as another:
// that is how requests are smuggled past a proxy.
func TestTwoLengthsEndTheConnection(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var seen []string
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, r.URL.Path)
	})}
	go func() { _ = server.Serve(httpapi.Listener(l, time.Now)) }()
	defer server.Shutdown(context.Background())
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, err = io.WriteString(c, "POST /first HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"+
		"POST /second HTTP/1.1\r\nHost: x\r\nContent-Length: 48\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"+
		"GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n")
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(c) // to its end: the service closes
	if err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if !slices.Equal(seen, []string{"/first"}) || strings.Count(string(all), "HTTP/1.1 ") != 2 || !strings.Contains(string(all), "HTTP/1.1 400 ") {
		t.Errorf("%v was read, and answered %q", seen, all)
	}
}

func exchange(t *testing.T, address, send string) (*http.Response, []byte) {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, send); err != nil {
		t.Fatal(err)
	}
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatalf("%q: %v", send[:min(40, len(send))], err)
	}
	defer r.Body.Close()
	body, _ := io.ReadAll(r.Body)
	return r, body
}
