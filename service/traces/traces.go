// Package traces tells a collector of each request, as OTLP over HTTP in its form in
// JSON: one span a request, below the caller's span where the request names one. It knows
// requests that ended; it must not know who asked, nor for what.
package traces

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"greenroom/service"
)

const (
	waiting = 4096             // spans that may wait: more are dropped
	batch   = 512              // spans in one request
	pause   = 2 * time.Second  // between requests, unless a batch is full
	patient = 10 * time.Second // for the collector's answer
)

// Config says where spans go.
type Config struct {
	URL     string // of the collector, as "http://127.0.0.1:4318"
	Headers string // for it, as OTEL_EXPORTER_OTLP_HEADERS has them: "name=value,name=value"
	Logger  *slog.Logger
	Tick    <-chan time.Time // nil: one each pause
}

// Traces sends spans from a goroutine of its own: a request never waits for the
// collector. Its methods may be called at once.
type Traces struct {
	url     string
	headers http.Header
	config  Config
	queue   chan span
	done    chan struct{}
	failing bool // of the goroutine alone
	dropped atomic.Int64
}

// New begins to send; errors are sentences about the address.
func New(c Config) (*Traces, error) {
	u, err := url.Parse(c.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, errors.New("the address of a collector of traces reads http://host:4318")
	}
	t := &Traces{url: u.JoinPath("v1/traces").String(), headers: http.Header{}, config: c, queue: make(chan span, waiting), done: make(chan struct{})}
	for pair := range strings.SplitSeq(c.Headers, ",") {
		if name, value, ok := strings.Cut(pair, "="); ok {
			if plain, err := url.PathUnescape(strings.TrimSpace(value)); err == nil {
				t.headers.Set(strings.TrimSpace(name), plain)
			}
		}
	}
	t.headers.Set("Content-Type", "application/json")
	if t.config.Tick == nil {
		t.config.Tick = time.Tick(pause)
	}
	go t.run()
	return t, nil
}

// Observe takes a request that ended, unless who asked said that it is not traced.
func (t *Traces) Observe(e service.Exchange) {
	s, sampled := spanOf(e)
	if !sampled {
		return
	}
	select {
	case t.queue <- s:
	default:
		t.dropped.Add(1)
	}
}

// Dropped counts the spans that were not taken by the collector.
func (t *Traces) Dropped() int64 { return t.dropped.Load() }

// Close sends what waits, once. Nothing may be observed after it.
func (t *Traces) Close() {
	close(t.queue)
	<-t.done
}

func (t *Traces) run() {
	defer close(t.done)
	var spans []span
	for {
		full := false
		select {
		case s, more := <-t.queue:
			if !more {
				for len(spans) > 0 {
					spans = t.send(spans, true)
				}
				return
			}
			if spans = append(spans, s); len(spans) > waiting {
				spans = spans[1:] // the collector is away
				t.dropped.Add(1)
			}
			full = len(spans)%batch == 0 && !t.failing
		case <-t.config.Tick:
			full = len(spans) > 0
		}
		if full {
			spans = t.send(spans, false)
		}
	}
}

// send sends a batch, and returns the spans that are left: with those of the batch where
// the collector may take them later and there is a later.
func (t *Traces) send(spans []span, last bool) []span {
	n := min(len(spans), batch)
	again, err := t.post(spans[:n])
	if err != nil && !t.failing {
		t.config.Logger.Warn("traces are not taken", slog.String("error", err.Error()))
	} else if err == nil && t.failing {
		t.config.Logger.Info("traces are taken again", slog.Int64("dropped", t.dropped.Load()))
	}
	t.failing = err != nil
	if again && !last {
		return spans
	}
	if err != nil {
		t.dropped.Add(int64(n))
	}
	return spans[n:]
}

// later are answers of a collector that may take the same spans later.
var later = []int{http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout}

// post reports whether a batch that was not taken may be sent again. Errors leave out the
// URL, which may hold a password.
func (t *Traces) post(spans []span) (again bool, err error) {
	body, err := json.Marshal(envelope(spans))
	if err != nil {
		return false, err
	}
	r, err := http.NewRequest(http.MethodPost, t.url, bytes.NewReader(body))
	if err != nil {
		return false, errors.New("the address cannot be asked")
	}
	r.Header = t.headers
	w, err := (&http.Client{Timeout: patient}).Do(r)
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		return true, wrapped.Err
	}
	defer w.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(w.Body, 1<<16))
	if w.StatusCode/100 == 2 {
		return false, nil
	}
	return slices.Contains(later, w.StatusCode), fmt.Errorf("the collector answers %d", w.StatusCode)
}
