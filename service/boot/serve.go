package boot

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"time"
)

const (
	headerTimeout   = 5 * time.Second
	readTimeout     = 20 * time.Second
	writeTimeout    = 60 * time.Second
	idleTimeout     = 2 * time.Minute
	shutdownTimeout = 10 * time.Second
	headerMax       = 32 << 10 // bytes
)

// Serve answers requests on a listener until ctx ends, lets those that run
// come to their end, and returns nil then. It closes the listener and leaves
// the App open.
func (a *App) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           a.handler,
		ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout,
		WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: headerMax,
		// It writes addresses of callers, which do not belong into logs.
		ErrorLog: log.New(io.Discard, "", 0),
	}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
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
