package client_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"greenroom/client"
)

// A picture is asked for only where the service itself has it, without a key, and no more of
// it is read than may be.
func TestPicturesAreTheServicesOwn(t *testing.T) {
	var asked []string
	hold := roundTrip(func(r *http.Request) (*http.Response, error) {
		asked = append(asked, r.URL.String()+r.Header.Get("Authorization")+r.Header.Get("X-Api-Key"))
		status := http.StatusOK
		if strings.HasSuffix(r.URL.Path, "gone") {
			status = http.StatusFound
		}
		return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader("0123456789")), Header: http.Header{"Location": {"https://elsewhere.example/"}}}, nil
	})
	c, err := client.New(client.Config{BaseURL: "https://creators.example/api", HTTP: &http.Client{Transport: hold}, Key: func(context.Context) (string, error) { return "gr_secret", nil }})
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"https://cdn.example/a.jpg", "http://creators.example/a.jpg", "https://creators.example:8443/a", "https://me@creators.example/a", "", "file:///etc/passwd", "//creators.example/a"} {
		if _, err := c.Picture(t.Context(), address, 10); err == nil || c.Holds(address) {
			t.Errorf("%q is asked for", address)
		}
	}
	if raw, err := c.Picture(t.Context(), "https://creators.example/a.jpg", 10); err != nil || len(raw) != 10 {
		t.Errorf("%d bytes, %v", len(raw), err)
	}
	if _, err := c.Picture(t.Context(), "https://creators.example/a.jpg", 9); err == nil {
		t.Error("more is read than may be")
	}
	if _, err := c.Picture(t.Context(), "https://creators.example/gone", 10); err == nil {
		t.Error("what is not there is a picture")
	}
	if want := "https://creators.example/a.jpg https://creators.example/a.jpg https://creators.example/gone"; strings.Join(asked, " ") != want {
		t.Errorf("asked for %q", asked)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
