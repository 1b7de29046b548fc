package httpapi_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/rules"
)

// connections counts the callers that ask at once, each on a connection of its own.
const connections = 64

// BenchmarkConnections asks for completions over sockets: through the whole
// front door with a durable charge each, and from the same rule without key,
// billing and database.
func BenchmarkConnections(b *testing.B) {
	v := openBench(b)
	v.store.durable = true
	v.ask(b, http.MethodGet, "/v1/creators/autocomplete?q=ab", "")
	b.Run("billed", func(b *testing.B) { v.flood(b, v.handler) })
	b.Run("not billed", func(b *testing.B) { v.flood(b, http.HandlerFunc(v.bare)) })
}

// bare answers a completion and does nothing else.
func (v *bench) bare(w http.ResponseWriter, r *http.Request) {
	job, err := v.service.Autocomplete(r.Context(), access.Caller{}, rules.AutocompleteRequest{Prefix: r.URL.Query().Get("q")})
	if err == nil {
		var answer rules.Answer
		if answer, err = job.Do(r.Context()); err == nil {
			w.Header().Set("Content-Type", "application/json")
			err = json.NewEncoder(w).Encode(answer.Body)
		}
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// flood sends b.N requests over all connections at once.
func (v *bench) flood(b *testing.B, h http.Handler) {
	server := httptest.NewServer(h)
	defer server.Close()
	transport := &http.Transport{MaxIdleConnsPerHost: connections, MaxConnsPerHost: connections}
	defer transport.CloseIdleConnections()
	caller := &http.Client{Transport: transport}
	paths := v.prefixes()
	var sent atomic.Int64
	var all sync.WaitGroup
	b.ResetTimer()
	start := time.Now()
	for range connections {
		all.Go(func() {
			for n := sent.Add(1); n <= int64(b.N); n = sent.Add(1) {
				if err := v.one(caller, server.URL+paths[int(n)%len(paths)]); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	b.ReportMetric(float64(b.N)/time.Since(start).Seconds(), "requests/s")
}

func (v *bench) one(caller *http.Client, url string) error {
	r, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	r.Header.Set(api.HeaderKey, v.key)
	reply, err := caller.Do(r)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		return &service.Error{Code: api.CodeInternal, Message: reply.Status}
	}
	_, err = io.Copy(io.Discard, reply.Body)
	return err
}
