// Package pipe is a listener that lives in memory: it serves real HTTP between
// two halves of one program, with nothing listening on the machine. It knows
// nothing of what is said over it.
package pipe

import (
	"context"
	"net"
	"sync"
)

// Listener hands out connections in memory. Close ends Accept and Dial;
// connections that stand stay open.
type Listener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

// New makes an open listener.
func New() *Listener {
	return &Listener{conns: make(chan net.Conn), closed: make(chan struct{})}
}

// Accept waits for a connection; net.ErrClosed once the listener is closed.
func (l *Listener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.closed:
		return nil, l.failure("accept", net.ErrClosed)
	}
}

// Dial opens a connection. It waits until Accept takes it, ctx ends, or the
// listener is closed.
func (l *Listener) Dial(ctx context.Context) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case l.conns <- there:
		return here, nil
	case <-l.closed:
		return nil, l.failure("dial", net.ErrClosed)
	case <-ctx.Done():
		return nil, l.failure("dial", ctx.Err())
	}
}

// DialContext is Dial as http.Transport takes it; the address is not read.
func (l *Listener) DialContext(ctx context.Context, _, _ string) (net.Conn, error) {
	return l.Dial(ctx)
}

// Close ends Accept and Dial. It may be called again.
func (l *Listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

// Addr is a name, not a place.
func (l *Listener) Addr() net.Addr { return address{} }

func (l *Listener) failure(op string, err error) error {
	return &net.OpError{Op: op, Net: address{}.Network(), Addr: address{}, Err: err}
}

type address struct{}

func (address) Network() string { return "pipe" }
func (address) String() string  { return "memory" }
