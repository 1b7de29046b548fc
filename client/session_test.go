package client_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/signin"
	"greenroom/client/signin/signintest"
)

// signedIn is a client of a service to which somebody has signed in.
func signedIn(t *testing.T, as *signintest.Server) (*client.Client, *signin.Session) {
	t.Helper()
	inside := &http.Client{Transport: as.Transport()}
	s := signin.New(signin.Config{Name: "agency", Service: as.URL, Place: &signintest.Place{}, HTTP: inside})
	code, err := s.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	as.Approve(code.User)
	if err := s.Wait(t.Context(), code); err != nil {
		t.Fatal(err)
	}
	c, err := client.New(client.Config{BaseURL: as.URL, SignIn: s, HTTP: inside})
	if err != nil {
		t.Fatal(err)
	}
	return c, s
}

// A token that is refused before its time is renewed, and the call repeated
// once: it was charged nothing.
func TestARefusedTokenIsRenewed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		as := signintest.New()
		c, _ := signedIn(t, as)
		as.Data = func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get(api.HeaderKey) != "" {
				t.Error("a key goes with it")
			}
			w.Header().Set("X-Credits-Charged", "27")
			signintest.Say(w, 200, map[string]any{"data": []any{}, "search_id": "s", "total": 0, "filtered_total": 0, "has_more": false, "next_cursor": nil})
		}
		as.DropAccess()
		_, receipt, err := c.Search(t.Context(), api.SearchRequest{Query: "vegan"})
		if err != nil || receipt.Charged != 27*api.Credit || receipt.Attempts != 2 {
			t.Errorf("%+v %v", receipt, err)
		}
		if n := as.Seen("/token refresh_token"); n != 1 {
			t.Errorf("renewed %d times", n)
		}
	})
}

// A service that refuses every token is asked twice, and what it says is said.
func TestATokenThatIsNeverGood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		as := signintest.New()
		c, s := signedIn(t, as)
		as.Data = func(w http.ResponseWriter, r *http.Request) {
			signintest.Say(w, 401, map[string]any{"error": map[string]string{"code": "unauthorized", "message": "Not " + r.Header.Get("Authorization")}})
		}
		_, receipt, err := c.Shortlists(t.Context(), "", 1)
		e := failure(t, err)
		if e.Kind != client.KindAPI || !client.Is(err, api.CodeUnauthorized) || receipt.Attempts != 2 {
			t.Errorf("%v, %d attempts", err, receipt.Attempts)
		}
		token, _ := s.Token(t.Context())
		if strings.Contains(err.Error(), token) || !strings.Contains(err.Error(), "[key]") {
			t.Errorf("the token is said: %v", err)
		}
	})
}

func TestASessionThatEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		as := signintest.New()
		c, _ := signedIn(t, as)
		as.EndAll()
		for range 2 { // found out by a refusal, and known from then on
			_, receipt, err := c.Shortlists(t.Context(), "", 1)
			e := failure(t, err)
			if e.Kind != client.KindSignedOut || e.Outcome != client.OutcomeFree || !strings.Contains(e.Message, "has ended") || !strings.Contains(e.Message, "greenroom login agency") {
				t.Errorf("%v %+v", err, receipt)
			}
		}
		if n := as.Seen("/v1/shortlists"); n != 2 { // one of them to find out who signs in
			t.Errorf("asked %d times", n)
		}
		if _, _, err := c.Health(t.Context()); err != nil {
			t.Errorf("health needs nobody: %v", err)
		}
		as.Wrong("/health", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) })
		if _, _, err := c.Health(t.Context()); client.KindOf(err) == client.KindSignedOut {
			t.Error("nobody was signed in to ask for health, and the session is over")
		}
	})
}

// A server that cannot renew now is not the end of a session.
func TestASessionThatCannotBeRenewedNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		as := signintest.New()
		c, _ := signedIn(t, as)
		time.Sleep(as.AccessLife)
		as.Wrong("/token", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) })
		_, _, err := c.Shortlists(t.Context(), "", 1)
		if e := failure(t, err); e.Kind != client.KindUnreachable || e.Outcome != client.OutcomeFree || !strings.Contains(e.Message, "could not be renewed") {
			t.Error(err)
		}
	})
}
