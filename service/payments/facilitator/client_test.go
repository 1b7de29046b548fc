package facilitator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"greenroom/internal/payment/x402"
	"greenroom/service/payments"
)

var settlement = payments.Settlement{Payment: x402.Payment{Version: 2, Resource: &x402.Resource{URL: "https://shop.example"}}, Requirements: x402.Requirement{Scheme: x402.Exact, Amount: "7"}}

// says is a facilitator that answers with a status and a text.
func says(t *testing.T, status int, text string) (*Client, *http.Request) {
	t.Helper()
	seen := &http.Request{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*seen = *r.Clone(context.Background())
		seen.Body = io.NopCloser(strings.NewReader(string(body)))
		if status >= 300 && status < 400 {
			w.Header().Set("Location", "/elsewhere")
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}))
	t.Cleanup(server.Close)
	return New(Config{URL: server.URL + "/", Header: func(_ context.Context, path string) (http.Header, error) { return http.Header{"X-Asks": {path}}, nil }}), seen
}

// Only an answer that is complete is believed.
func TestAnswers(t *testing.T) {
	huge := `{"isValid":true,"success":true,"errorReason":"x","pad":"` + strings.Repeat("x", answerMax) + `"}`
	for _, c := range []struct {
		status         int
		text           string
		verify, settle string // "" is no answer
	}{
		{200, `{"isValid":true,"payer":"0x1"}`, "true  0x1", ""},
		{200, `{"isValid":false,"invalidReason":"no"}`, "false no ", ""},
		{400, `{"isValid":false,"invalidReason":"no"}`, "false no ", ""},
		{400, `{"isValid":false}`, "false unspecified ", ""},
		{500, `{"isValid":false,"invalidReason":"no"}`, "false no ", ""},
		{500, `{"isValid":false}`, "", ""},
		{499, `{"isValid":false}`, "false unspecified ", ""},
		{201, `{"isValid":true,"success":true}`, "", ""},
		{302, `{"isValid":true,"success":true}`, "", ""},
		{200, `{}`, "", ""},
		{200, `{"isValid":true} {}`, "", ""},
		{200, `<html>`, "", ""},
		{200, huge, "", ""},
		{200, huge[:answerMax-2] + `"}`, "true  ", "true x"},
		{200, `{"success":true,"transaction":"0x1"}`, "", "true "},
		{200, `{"success":false,"errorReason":"why"}`, "", "false why"},
		{500, `{"success":false,"errorReason":"why"}`, "", "false why"},
		{200, `{"success":false}`, "", ""},
	} {
		client, seen := says(t, c.status, c.text)
		v, err := client.Verify(t.Context(), settlement)
		got := fmt.Sprint(v.Valid, " ", v.Reason, " ", v.Payer)
		if err != nil {
			got = ""
		}
		r, err := client.Settle(t.Context(), settlement)
		told := fmt.Sprint(r.Success, " ", r.ErrorReason)
		if err != nil {
			told = ""
		}
		if got != c.verify || told != c.settle {
			t.Errorf("%d %.80s: %q and %q, want %q and %q", c.status, c.text, got, told, c.verify, c.settle)
		}
		var asked question
		if err := json.NewDecoder(seen.Body).Decode(&asked); err != nil || asked.Version != 2 || asked.Requirements.Amount != "7" || asked.Payload.Resource.URL != "https://shop.example" ||
			seen.Header.Get("X-Asks") != "/settle" || seen.URL.Path != "/settle" || seen.Method != http.MethodPost || seen.Header.Get("Content-Type") != "application/json" || seen.Header.Get("Accept") != "application/json" {
			t.Errorf("asked %+v of %v, %v", asked, seen.URL, err)
		}
	}
}

// A facilitator tells what it takes.
func TestSupported(t *testing.T) {
	const all = `{"kinds":[{"x402Version":1,"scheme":"exact","network":"eip155:1"},{"x402Version":2,"scheme":"upto","network":"eip155:2"},{"x402Version":2,"scheme":"exact","network":"eip155:3"}]}`
	for network, want := range map[string]bool{"eip155:1": false, "eip155:2": false, "eip155:3": true, "eip155:4": false} {
		client, seen := says(t, 200, all)
		if got, err := client.Supported(t.Context(), network); got != want || err != nil || seen.Method != http.MethodGet || seen.Header.Get("Content-Type") != "" {
			t.Errorf("%s: %v %v", network, got, err)
		}
	}
	client, _ := says(t, 500, all)
	if _, err := client.Supported(t.Context(), "eip155:4"); err == nil {
		t.Error("a failure is an answer")
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// dropped is an answer that breaks off.
type dropped struct{ err error }

func (d dropped) Read([]byte) (int, error) { return 0, d.err }
func (dropped) Close() error               { return nil }

// Whoever gets no answer learns that, and neither the address nor who asks.
func TestNoAnswer(t *testing.T) {
	down := errors.New("down")
	for _, c := range []struct {
		config Config
		want   string
		is     error
	}{
		{Config{URL: "http://secret.example", Transport: roundTrip(func(*http.Request) (*http.Response, error) { return nil, down })}, "did not answer /verify: down", down},
		{Config{URL: "http://secret.example", Transport: roundTrip(func(*http.Request) (*http.Response, error) { return nil, context.DeadlineExceeded })}, "in time", context.DeadlineExceeded},
		{Config{URL: "http://secret.example", Transport: roundTrip(func(*http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 200, Body: dropped{down}}, nil
		})}, "did not answer /verify: down", down},
		{Config{URL: "http://secret.example", Header: func(context.Context, string) (http.Header, error) { return nil, down }}, "ask the facilitator: down", down},
		{Config{URL: "http://secret.example\x00"}, "ask the facilitator", nil},
	} {
		_, err := New(c.config).Verify(t.Context(), settlement)
		_, again := New(c.config).Settle(t.Context(), settlement)
		if err == nil || again == nil || !strings.Contains(err.Error(), c.want) || c.is != nil && (!errors.Is(err, c.is) || strings.Contains(err.Error(), "secret")) {
			t.Errorf("%v, %v; want %s", err, again, c.want)
		}
	}
}

// Each path has its own time.
func TestTimes(t *testing.T) {
	left := map[string]time.Duration{}
	see := roundTrip(func(r *http.Request) (*http.Response, error) {
		end, _ := r.Context().Deadline()
		left[r.URL.Path] = time.Until(end).Round(time.Second)
		return nil, context.Canceled
	})
	for _, c := range []struct {
		config Config
		want   string
	}{{Config{}, "5s 30s 5s"}, {Config{Verify: 9 * time.Second, Settle: 8 * time.Second}, "9s 8s 9s"}} {
		c.config.URL, c.config.Transport = "http://f.example", see
		client := New(c.config)
		_, _ = client.Verify(t.Context(), settlement)
		_, _ = client.Settle(t.Context(), settlement)
		_, _ = client.Supported(t.Context(), "")
		if got := fmt.Sprint(left["/verify"], " ", left["/settle"], " ", left["/supported"]); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
