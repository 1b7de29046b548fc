package client_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"greenroom/client"
)

type canned string

func (c canned) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: 200, ContentLength: int64(len(c)), Body: io.NopCloser(strings.NewReader(string(c))),
		Header: http.Header{"Content-Type": {"application/json"}, "X-Credits-Charged": {"0.1"}},
	}, nil
}

// BenchmarkCall is what the client adds to the transport.
func BenchmarkCall(b *testing.B) {
	c, err := client.New(client.Config{BaseURL: "http://pipe", Key: key, HTTP: &http.Client{Transport: canned(oneCreator)}})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, _, err := c.Creator(context.Background(), creator, true); err != nil {
			b.Fatal(err)
		}
	}
}
