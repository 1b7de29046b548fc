package client

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/pay"
)

// alone makes a client of a service for what stands in one place.
func alone(t *testing.T, base string) *Client {
	t.Helper()
	c, err := New(Config{BaseURL: base})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// An address is taken without what follows /v1, and nothing else of it is lost.
func TestAddressesOfServices(t *testing.T) {
	for given, want := range map[string]string{
		"https://a.example": "https://a.example", " https://a.example/ ": "https://a.example", "https://a.example/v1": "https://a.example", "https://a.example/v1//": "https://a.example",
		"http://a.example:8080/api/v1/": "http://a.example:8080/api", "https://a.example/a%2Fb/v1": "https://a.example/a/b", "https://a.example/v2": "https://a.example/v2",
		"ftp://a.example": "", "https://": "", "a.example": "", "https://me@a.example": "", "https://a.example?x=1": "", "https://a.example#x": "", "https://%": "",
	} {
		u, err := parseBase(given)
		if (err == nil) != (want != "") || err == nil && u.String() != want {
			t.Errorf("%q: %v, %v", given, u, err)
		}
	}
}

// What is over a limit says what would fit, where there is a smaller question.
func TestWhatWouldFit(t *testing.T) {
	c := alone(t, "https://a.example")
	search := &underway{call: call{request: request{body: api.SearchRequest{}}}}
	for limit, want := range map[api.Credits]string{45 * api.Credit: " A limit of 10 would fit.", 27 * api.Credit: " A limit of 1 would fit.", 26 * api.Credit: " Ask for less at a time.", 0: " Ask for less at a time."} {
		if got := c.wouldFit(search, limit); got != want {
			t.Errorf("%s: %q", limit, got)
		}
		if got := c.wouldFit(&underway{}, limit); got != " Ask for less at a time." {
			t.Errorf("another call: %q", got)
		}
	}
}

// Tries before are disproved by the service's own answer, or by a refusal when none can be on
// its way any more; what was paid for by itself by the payment alone.
func TestWhatDisprovesTriesBefore(t *testing.T) {
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	paid := func(s pay.State) []pay.Payment { return []pay.Payment{{ID: "p", State: s}} }
	for _, c := range []struct {
		receipt Receipt
		ago     time.Duration
		want    bool
	}{
		{Receipt{Status: 200, ChargedKnown: true}, 0, true}, {Receipt{Status: 200}, time.Hour, false}, {Receipt{Status: 299, ChargedKnown: true}, 0, true}, {Receipt{Status: 302, ChargedKnown: true}, time.Hour, false},
		{Receipt{Status: 409, unanswered: true}, 5 * time.Minute, true}, {Receipt{Status: 409, unanswered: true}, 5*time.Minute - 1, false}, {Receipt{Status: 409}, time.Hour, false}, {Receipt{Status: 500, unanswered: true}, time.Hour, false},
		{Receipt{Status: 402, Payments: paid(pay.Released)}, 0, true}, {Receipt{Status: 200, ChargedKnown: true, Payments: paid(pay.Spent)}, time.Hour, false}, {Receipt{Status: 409, unanswered: true, Payments: paid(pay.Unknown)}, time.Hour, false},
	} {
		if got := (Earlier{Tried: now.Add(-c.ago)}).disproved(&c.receipt, now); got != c.want {
			t.Errorf("%+v after %s: %v", c.receipt, c.ago, got)
		}
	}
}

// A call is sent again at once where that cannot be charged twice, and with its payment where
// one has left.
func TestWhatIsSentAgainAtOnce(t *testing.T) {
	c := alone(t, "https://a.example")
	for _, of := range []struct {
		kind   Kind
		traits traits
		state  pay.State // of its payment; "" for none
		want   bool
	}{
		{KindLost, safe, "", true}, {KindUnreachable, safe, "", true}, {KindTruncated, safe, "", true}, {KindTimeout, safe, "", false}, {KindAPI, safe, "", false}, {KindLost, 0, "", false},
		{KindLost, 0, pay.Signed, true}, {KindTimeout, 0, pay.Unknown, true}, {KindTimeout, 0, pay.Spent, true}, {KindTimeout, 0, pay.Released, false}, {KindAPI, 0, pay.Signed, false},
	} {
		x := &underway{call: call{traits: of.traits}, failed: &Error{Kind: of.kind}}
		if of.state != "" {
			x.receipt.Payments = []pay.Payment{{ID: "p", State: of.state}}
		}
		if got := c.again(x); got != of.want {
			t.Errorf("%+v: %v", of, got)
		}
	}
}

// A picture is read from the service itself only, and no more of it than may be.
func TestPicturesAreTheServicesOwn(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if strings.HasSuffix(r.URL.Path, "/none") {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte("12345"))
	}))
	defer server.Close()
	c := alone(t, server.URL)
	for _, of := range []struct {
		address string
		most    int64
		want    string
		asks    int
	}{
		{server.URL + "/a", 5, "12345", 1}, {server.URL + "/a", 6, "12345", 1}, {server.URL + "/a", 4, "", 1}, {server.URL + "/none", 5, "", 1},
		{strings.Replace(server.URL, "http:", "https:", 1) + "/a", 5, "", 0}, {"http://elsewhere.example/a", 5, "", 0}, {strings.Replace(server.URL, "//", "//me@", 1) + "/a", 5, "", 0}, {"%", 5, "", 0}, {server.URL + "/\x7f", 5, "", 0},
	} {
		asked = 0
		raw, err := c.Picture(t.Context(), of.address, of.most)
		if (err == nil) != (of.want != "") || err == nil && string(raw) != of.want || asked != of.asks || err != nil && !strings.HasPrefix(err.Error(), "read a picture: ") {
			t.Errorf("%s, %d: %q, %v, asked %d times", of.address, of.most, raw, err, asked)
		}
	}
}
