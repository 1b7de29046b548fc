package pipe_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"greenroom/internal/pipe"
)

func serve(tb testing.TB, h http.Handler) *http.Client {
	tb.Helper()
	l := pipe.New()
	s := &http.Server{Handler: h}
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	tb.Cleanup(func() {
		_ = s.Close()
		if err := <-done; !errors.Is(err, http.ErrServerClosed) {
			tb.Errorf("serve ended with %v", err)
		}
	})
	return &http.Client{Transport: &http.Transport{DialContext: l.DialContext}}
}

func TestHTTPBothWays(t *testing.T) {
	t.Parallel()
	client := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(w, r.Body)
	}))
	big := strings.Repeat("greenroom ", 300_000)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			resp, err := client.Post("http://pipe/", "text/plain", strings.NewReader(big))
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = resp.Body.Close() }()
			if got, err := io.ReadAll(resp.Body); err != nil || string(got) != big {
				t.Errorf("echoed %d bytes of %d: %v", len(got), len(big), err)
			}
		})
	}
	all.Wait()
}

func TestCloseUnblocks(t *testing.T) {
	t.Parallel()
	l := pipe.New()
	ended := make(chan error, 2)
	go func() { _, err := l.Accept(); ended <- err }()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	go func() { _, err := l.Dial(context.Background()); ended <- err }()
	for range 2 {
		if err := <-ended; !errors.Is(err, net.ErrClosed) {
			t.Errorf("got %v, want net.ErrClosed", err)
		}
	}
	if err := l.Close(); err != nil {
		t.Errorf("second close: %v", err)
	}
}

func TestDialGivesUpWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := pipe.New().Dial(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

func TestDeadline(t *testing.T) {
	t.Parallel()
	l := pipe.New()
	go func() { _, _ = l.Accept() }()
	conn, err := l.Dial(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.SetReadDeadline(time.Unix(1, 0))
	if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("got %v, want a deadline error", err)
	}
}

func BenchmarkGet(b *testing.B) {
	body := strings.Repeat("x", 500)
	client := serve(b, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }))
	for b.Loop() {
		resp, err := client.Get("http://pipe/")
		if err != nil {
			b.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
	}
}
