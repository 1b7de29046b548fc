package client_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/internal/pipe"
)

// served answers every request over a connection in memory, and is a transport
// to it.
func served(b *testing.B, answer http.HandlerFunc) *http.Transport {
	b.Helper()
	listener := pipe.New()
	server := &http.Server{Handler: answer}
	go func() { _ = server.Serve(listener) }()
	b.Cleanup(func() { _ = server.Close() })
	return &http.Transport{DialContext: listener.DialContext}
}

// BenchmarkCall is a call of the client beside the same request and the same
// decoding with net/http alone, in turns. ratio is the time of the one by that
// of the other; ns/op is both together.
func BenchmarkCall(b *testing.B) {
	transport := served(b, say(200, oneCreator, append(left("150", "1500"), "X-Credits-Charged", "0.1", "X-Request-Id", "req_1")...))
	c, err := client.New(client.Config{BaseURL: "http://pipe", Key: key, HTTP: &http.Client{Transport: transport}})
	if err != nil {
		b.Fatal(err)
	}
	bare := &http.Client{Transport: transport}
	var plain, ours time.Duration
	for b.Loop() {
		start := time.Now()
		if err := plainCall(bare); err != nil {
			b.Fatal(err)
		}
		middle := time.Now()
		if _, _, err := c.Creator(context.Background(), creator, true); err != nil {
			b.Fatal(err)
		}
		plain, ours = plain+middle.Sub(start), ours+time.Since(middle)
	}
	b.ReportMetric(float64(ours)/float64(plain), "ratio")
	b.ReportMetric(float64(plain.Nanoseconds())/float64(b.N), "plain-ns/op")
	b.ReportMetric(float64(ours.Nanoseconds())/float64(b.N), "client-ns/op")
}

func plainCall(h *http.Client) error {
	req, err := http.NewRequest(http.MethodGet, "http://pipe/v1/creators/"+creator+"?include=profiles", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("X-API-Key", secret)
	resp, err := h.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	var reply api.One[*api.Creator]
	return json.Unmarshal(body, &reply)
}
