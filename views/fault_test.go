package views_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/internal/racetest"
	"greenroom/keymap"
	"greenroom/views/view"
)

// fault is a fault of every answer.
type fault func(*http.Request) (*http.Response, error)

// refused is an answer that says no.
func refused(code api.Code, status int) fault {
	return func(*http.Request) (*http.Response, error) {
		w := httptest.NewRecorder()
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Retry-After", "90")
		w.WriteHeader(status)
		_, _ = w.WriteString(`{"error":{"code":"` + string(code) + `","message":"It did not go well.","request_id":"req_9"}}`)
		return w.Result(), nil
	}
}

// written is an answer of these bytes.
func written(kind, body string) fault {
	return func(*http.Request) (*http.Response, error) {
		w := httptest.NewRecorder()
		w.Header().Set("Content-Type", kind)
		_, _ = w.WriteString(body)
		return w.Result(), nil
	}
}

var faults = map[string]fault{
	"offline": func(*http.Request) (*http.Response, error) {
		return nil, &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	},
	"slow":         func(*http.Request) (*http.Response, error) { return nil, context.DeadlineExceeded },
	"400":          refused(api.CodeValidation, 400),
	"401":          refused(api.CodeUnauthorized, 401),
	"402":          refused(api.CodeInsufficientCredits, 402),
	"403":          refused(api.CodeForbidden, 403),
	"404":          refused(api.CodeNotFound, 404),
	"409":          refused("conflict", 409),
	"429":          refused(api.CodeRateLimited, 429),
	"quota":        refused(api.CodeQuotaExceeded, 429),
	"500":          refused(api.CodeInternal, 500),
	"502":          refused(api.CodeUpstreamBroken, 502),
	"503":          refused(api.CodeUnavailable, 503),
	"broken JSON":  written("application/json", `{"data":[{"id":`),
	"other JSON":   written("application/json", `[1,2,3]`),
	"a web page":   written("text/html", `<html><title>Sign in</title>`),
	"nothing":      written("application/json", ``),
	"odd contents": written("image/png", "\x89PNG"),
}

// Each fault of a service, at each key that calls it, on each screen: a sentence
// says so, what was there stays or is a key away, and once the fault is gone the
// same key does its work.
func TestEveryFaultOnEveryScreen(t *testing.T) {
	racetest.Once(t)
	tried := 0
	for _, at := range spots() {
		keys := calling(at.busy(t))
		for name, wrong := range faults {
			for _, key := range keys {
				d := at.busy(t)
				before, calls := d.Screen(), len(d.counter.calls)
				d.counter.fault = wrong
				d.pay(key)
				if len(d.counter.calls) == calls {
					continue // kept, or put off
				}
				tried++
				where := name + " on " + at.name + " at " + key
				said := d.Screen()
				if fresh(before, said) < 5 {
					t.Fatalf("%s: nothing says so:\n%s", where, said)
				}
				for _, raw := range []string{"req_9", "OpError", "unmarshal", "unexpected end", "&{", "%!"} {
					if strings.Contains(said, raw) {
						t.Errorf("%s shows %q:\n%s", where, raw, said)
					}
				}
				d.counter.fault = nil
				if back := map[string]string{"tab": "shift+tab", "shift+tab": "tab"}[key]; !stands(d, before) && back != "" {
					d.keys(back)
				}
				if !stands(d, before) {
					d.keys("esc")
				}
				if !stands(d, before) {
					t.Fatalf("%s: what was there is lost:\n%s\nnow\n%s", where, before, d.Screen())
				}
				again := openAgain(d, at, before)
				if calls = len(d.counter.calls); again {
					d.pay(key)
				}
				if again && len(d.counter.calls) == calls && !strings.Contains(said, "1:30") {
					t.Errorf("%s: once it is gone the key does nothing:\n%s", where, d.Screen())
				}
			}
		}
	}
	if tried < 400 {
		t.Fatalf("only %d calls failed: the test looks in the wrong place", tried)
	}
	t.Logf("%d calls failed", tried)
}

// calling are the keys of a screen that ask the service for something.
func calling(d *desk) []string {
	var keys []string
	for _, b := range d.here() {
		if shown, _ := d.price(b); shown != "" && !view.IsKept(shown) || b.Action == keymap.Reload {
			keys = append(keys, b.Keys[0])
		}
	}
	return keys
}

// pay presses a key, and agrees where that is asked.
func (d *desk) pay(key string) {
	d.keys(key)
	if strings.Contains(d.Screen(), asks) && !strings.Contains(d.Screen(), "No minute") {
		d.keys("y")
	}
}

// openAgain says whether the screen is the one that it was before the fault.
func openAgain(d *desk, at spot, before string) bool {
	title := func(s string) string { first, _, _ := strings.Cut(s, "\n"); return first }
	return title(before) == title(d.Screen()) && !strings.Contains(at.name, "others")
}

// fresh counts the words of a screen that did not stand there before.
func fresh(before, now string) int {
	n := 0
	for _, w := range strings.Fields(now) {
		if !strings.Contains(before, w) {
			n++
		}
	}
	return n
}

// stands says whether what a service told on an earlier drawing is on the screen.
func stands(d *desk, before string) bool {
	_, body, _ := strings.Cut(before, "────")
	for _, told := range []string{"Creator 00", "Fact of", "Hello", "Oat milk", "Swears", "Creator 08", "studio.example", "creator07", "bakers in Rome"} {
		if strings.Contains(body, told) {
			return strings.Contains(d.Screen(), told)
		}
	}
	return true
}
