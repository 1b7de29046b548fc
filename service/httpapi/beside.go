package httpapi

import (
	"log/slog"
	"net/http"
)

// Beside is a route that answers in words of its own instead of the contract's: it
// has a request id, a time limit and a line in the log like all others.
type Beside struct {
	Method, Pattern string
	Handler         http.Handler
}

// besideRun hands a request to the handler of its route.
func (c *call) besideRun() error {
	seen := &statusWriter{ResponseWriter: c.w, status: http.StatusOK}
	c.route.beside.ServeHTTP(seen, c.r.WithContext(c.ctx))
	c.ended.Status = seen.status
	c.report(slog.LevelInfo, "request", slog.Int("status", seen.status))
	return nil
}

// statusWriter remembers the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets the body of a request be bounded.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
