package boot

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"time"

	"greenroom/service/httpapi"
)

const (
	headerTimeout   = 5 * time.Second
	readTimeout     = 20 * time.Second
	writeTimeout    = 60 * time.Second
	idleTimeout     = 2 * time.Minute
	shutdownTimeout = 10 * time.Second
	headerMax       = 32 << 10 // bytes
)

// Serve answers requests on a listener until ctx ends. Then its health
// says so and it goes on for Config.Drain, takes no more requests, lets those
// that run come to their end, and returns nil. It closes the listener and leaves
// the App open.
func (a *App) Serve(ctx context.Context, l net.Listener) error {
	defer a.reconciling(ctx)()
	return serveUntil(ctx, httpapi.Listener(l, a.clock), a.handler, func() {
		a.Service.Drain()
		if a.drain > 0 {
			time.Sleep(a.drain)
		}
	})
}

// reconciling closes what is open of payments, now and from time to time; the
// function it returns ends that.
func (a *App) reconciling(ctx context.Context) (end func()) {
	if a.till == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() { defer close(ended); a.till.Run(ctx) }()
	return func() { cancel(); <-ended }
}

// ServeMetrics answers GET /metrics on a listener of its own until ctx ends.
func (a *App) ServeMetrics(ctx context.Context, l net.Listener) error {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", a.metrics)
	return serveUntil(ctx, l, mux, func() {})
}

// serveUntil calls before as soon as ctx ends, and then shuts down.
func serveUntil(ctx context.Context, l net.Listener, h http.Handler, before func()) error {
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout,
		WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: headerMax,
		// OPTIONS * is answered like all else, with a request id.
		DisableGeneralOptionsHandler: true,
		// It writes addresses of callers, which do not belong into logs.
		ErrorLog: log.New(io.Discard, "", 0),
	}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		before()
		bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
		defer cancel()
		stopped <- errors.Join(server.Shutdown(bounded), ignoreClosed(server.Close()))
	})
	err := server.Serve(l)
	if !stop() {
		return <-stopped
	}
	return err
}

func ignoreClosed(err error) error {
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}
