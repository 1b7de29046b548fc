package httpapi

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"greenroom/api"
)

// Listener answers in the words of the contract what never becomes a request:
// a bad request line, a header that is too large. net/http writes plain text
// for it, straight to the connection and in one piece.
func Listener(l net.Listener, clock func() time.Time) net.Listener {
	return &listener{Listener: l, clock: clock}
}

type listener struct {
	net.Listener
	clock func() time.Time
}

func (l *listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &conn{Conn: c, clock: l.clock}, nil
}

type conn struct {
	net.Conn
	clock   func() time.Time
	framing framing
	wrong   []byte      // what is read in place of what was refused
	late    bool        // a head that was begun did not arrive in time
	ended   atomic.Bool // net/http ends a read of its own: nobody is late
}

// SetReadDeadline keeps apart how net/http ends a read of its own between two requests, by a
// deadline that has passed, from the time that a head is given.
func (c *conn) SetReadDeadline(t time.Time) error {
	c.ended.Store(!t.IsZero() && t.Before(time.Now()))
	return c.Conn.SetReadDeadline(t)
}

// Read puts a line that is no header at the end of a head that is refused, so that
// net/http refuses it, and reads no more.
func (c *conn) Read(b []byte) (int, error) {
	if c.wrong != nil {
		n := copy(b, c.wrong)
		if c.wrong = c.wrong[n:]; n == 0 {
			return 0, io.EOF
		}
		return n, nil
	}
	n, err := c.Conn.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) && n == 0 && !c.ended.Load() && c.framing.begun() {
		c.late, c.wrong = true, c.framing.spoilt()
		return c.Read(b)
	}
	if at, refused := c.framing.read(b[:n]); refused {
		c.wrong = []byte("refused\r\n")
		if at == 0 {
			return c.Read(b)
		}
		return at, nil
	}
	return n, err
}

// CloseWrite lets net/http end its half of a connection first, so that who still
// sends reads the answer.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// plainHeaders stands between the status and the text where net/http refuses a request by
// itself. Answers of handlers have a date and other headers.
var plainHeaders = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")

func (c *conn) Write(b []byte) (int, error) {
	status, found := refusal(b)
	if !found {
		return c.Conn.Write(b)
	}
	if c.late {
		status = http.StatusRequestTimeout
	}
	if _, err := c.Conn.Write(unreadable(status, newRequestID(c.clock()))); err != nil {
		return 0, err
	}
	return len(b), nil
}

// refusal is the status of an answer that net/http gives by itself.
func refusal(b []byte) (status int, found bool) {
	line, rest, cut := bytes.Cut(b, []byte("\r\n"))
	words := bytes.SplitN(line, []byte(" "), 3)
	if !cut || len(words) < 2 || !bytes.HasPrefix(words[0], []byte("HTTP/1.")) {
		return 0, false
	}
	status, err := strconv.Atoi(string(words[1]))
	if err != nil || status < 400 {
		return 0, false
	}
	plain := bytes.HasPrefix(b[len(line):], plainHeaders)
	return status, plain || status == http.StatusExpectationFailed && !bytes.Contains(rest, []byte(api.HeaderRequestID))
}

var unreadableWhy = map[int]string{
	http.StatusRequestTimeout:              "The head of the request did not arrive in time. Send it again.",
	http.StatusRequestHeaderFieldsTooLarge: "The request headers are too large. Leave out the ones the service does not need.",
	http.StatusNotImplemented:              "Unsupported transfer encoding. Send the body with a Content-Length, or chunked.",
	http.StatusHTTPVersionNotSupported:     "Unsupported HTTP version. Use HTTP/1.1.",
	http.StatusExpectationFailed:           "Unsupported Expect header. Leave it out, or send 100-continue.",
}

func unreadable(status int, id string) []byte {
	why, known := unreadableWhy[status]
	if !known {
		why = "This is not a well-formed HTTP request: check its first line, its Host, and that it has either a Content-Length or a Transfer-Encoding."
	}
	body, err := encode(api.Envelope{Error: api.ErrorBody{Code: api.CodeValidation, Message: why, StatusCode: status, RequestID: id}})
	if err != nil {
		body = nil
	}
	return fmt.Appendf(nil, "HTTP/1.1 %d %s\r\n%s: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		status, http.StatusText(status), api.HeaderRequestID, id, len(body), body)
}
