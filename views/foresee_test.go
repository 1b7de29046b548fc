package views_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
)

// busy is a service that has no time for the first looks at each query.
type busy struct {
	next    http.RoundTripper
	refuses int
	asked   map[string]int // by body
}

func (b *busy) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Path == "/v1/shortlists" && b.refuses > 0 {
		return b.refuse(r)
	}
	if r.URL.Path != "/v1/search/interpret" {
		return b.next.RoundTrip(r)
	}
	query, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(query))
	if b.asked[string(query)]++; b.asked[string(query)] > b.refuses {
		return b.next.RoundTrip(r)
	}
	return b.refuse(r)
}

func (b *busy) refuse(r *http.Request) (*http.Response, error) {
	body := `{"error":{"code":"database_error","message":"The sample world is still being made."}}`
	return &http.Response{StatusCode: http.StatusServiceUnavailable, Header: http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {"req_1"}},
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: r}, nil
}

// What a changed query would find stands above it also where the service could not
// say so at first, as in the first seconds of a first start.
func TestALookIsTakenOnceTheServiceCan(t *testing.T) {
	for _, refuses := range []int{0, 3} {
		b := openBench(t, 120, 36)
		b.sent.next = &busy{next: b.sent.next, refuses: refuses, asked: map[string]int{}}
		b.keys("i", "right")
		b.text(" and cooks")
		b.sees("and cooks", "good matches of", "in Europe")
		if strings.Contains(b.Screen(), "not searched yet") {
			t.Errorf("after %d refusals:\n%s", refuses, b.Screen())
		}
		b.keys("esc")
		if strings.Contains(b.Screen(), "good matches of") {
			t.Errorf("the look at a query that was left stands there:\n%s", b.Screen())
		}
	}
}

// What nobody asked for and a sample world that is being made cannot give yet is no fault; of
// another service it is one.
func TestAServiceThatIsNotReadyIsNotWrong(t *testing.T) {
	b := openBench(t, 120, 36)
	b.sent.next = &busy{next: b.sent.next, refuses: 1000, asked: map[string]int{}}
	for _, sample := range []bool{true, false} {
		b.cfg.Demo = sample
		b.drive(120, 36, b.cfg)
		b.Start()
		if told := strings.Contains(b.Screen(), "still being made"); told == sample {
			t.Errorf("a sample world: %v; it is told as a fault: %v\n%s", sample, told, b.Screen())
		}
	}
}

// While the look is put off the line says so.
func TestALookThatIsPutOffIsSaid(t *testing.T) {
	b := openBench(t, 120, 36)
	b.sent.next = &busy{next: b.sent.next, refuses: 1000, asked: map[string]int{}}
	b.keys("i")
	b.text(" and cooks")
	b.sees("free preview in a moment")
}

func TestALookAtAPastedQuery(t *testing.T) {
	b := openBench(t, 120, 36)
	b.keys("i")
	b.Paste(" and cooks")
	b.sees("good matches of")
}
