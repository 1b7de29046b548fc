package httpapi_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/httpapi"
)

// Whatever stands in the headers and the query of a request, the front door
// answers it with a documented status, a request id and no fault of its own.
func FuzzFrontDoor(f *testing.F) {
	h := open(f)
	door := httpapi.New(httpapi.Config{Service: h.service, Clock: h.clock.Now, Logger: slog.New(slog.DiscardHandler),
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}})
	for _, seed := range [][4]string{
		{h.key, "q=le", "1.2.3.4, 192.0.2.7", "gzip"}, {"gr__", "q=%00&q=a", "::ffff:1.2.3.4", "identity;q=0"},
		{"gr_" + strings.Repeat("a", 300) + "_b", "limit=1e9&scope=", ",,,", ""}, {"", "cursor=%ff%fe", "fe80::1%eth0", "*"},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	f.Fuzz(func(t *testing.T, key, query, forwarded, accept string) {
		r := httptest.NewRequest(http.MethodGet, "/v1/creators/autocomplete", nil)
		r.URL.RawQuery = query
		r.Header = http.Header{api.HeaderKey: {key}, "X-Forwarded-For": {forwarded}, "Accept-Encoding": {accept}}
		w := httptest.NewRecorder()
		door.ServeHTTP(w, r)
		switch w.Code {
		case http.StatusOK, http.StatusBadRequest, http.StatusUnauthorized, http.StatusTooManyRequests:
		default:
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
		if !strings.HasPrefix(w.Header().Get(api.HeaderRequestID), "req_") {
			t.Fatalf("no request id: %v", w.Header())
		}
	})
}
