package signin_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"greenroom/client/signin"
	"greenroom/client/signin/signintest"
)

// Many callers that find a token ended share one renewal, and so do programs.
func TestATokenIsRenewedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		as, place := signintest.New(), &signintest.Place{}
		first := dial(as, place)
		signIn(t, as, first)
		old, _ := first.Token(t.Context())
		time.Sleep(as.AccessLife - 10*time.Second) // nearly over
		programs := []*signin.Session{first, dial(as, place), dial(as, place)}
		var group sync.WaitGroup
		for i := range 30 {
			group.Go(func() {
				token, err := programs[i%3].Token(t.Context())
				if err != nil || token == old {
					t.Errorf("%v, the old one: %v", err, token == old)
				}
			})
		}
		group.Wait()
		if n := as.Seen("/token refresh_token"); n != 1 {
			t.Errorf("renewed %d times", n)
		}
		// A token that is refused before its time is renewed once as well.
		refused, _ := first.Token(t.Context())
		as.DropAccess()
		for i := range 30 {
			group.Go(func() {
				token, err := programs[i%3].Renew(t.Context(), refused)
				if err != nil || token == refused {
					t.Errorf("%v, the refused one: %v", err, token == refused)
				}
			})
		}
		group.Wait()
		if n := as.Seen("/token refresh_token"); n != 2 {
			t.Errorf("renewed %d times", n)
		}
		for _, p := range programs {
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

// A caller that gives up does not lose what the server answers to a renewal.
func TestARenewalOutlivesItsCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		as, place := signintest.New(), &signintest.Place{}
		s := dial(as, place)
		signIn(t, as, s)
		time.Sleep(as.AccessLife)
		as.Wrong("/token", func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(10 * time.Second)
			as.Wrong("/token", nil)
			as.ServeHTTP(w, r)
		})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := s.Token(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if _, err := dial(as, place).Token(t.Context()); err != nil || as.Seen("/token refresh_token") > 2 {
			t.Errorf("%v after %d", err, as.Seen("/token refresh_token"))
		}
	})
}

func TestASessionEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		as, place := signintest.New(), &signintest.Place{}
		s := dial(as, place)
		if _, err := s.Token(t.Context()); !errors.Is(err, signin.ErrSignedOut) || !strings.Contains(err.Error(), "you are not signed in to agency; run greenroom login") {
			t.Error(err)
		}
		signIn(t, as, s)
		stolen := place.Kept
		time.Sleep(as.AccessLife)
		if _, err := s.Token(t.Context()); err != nil {
			t.Fatal(err)
		}
		// What was renewed before is used again: the server ends the whole session.
		thief := &signintest.Place{Kept: stolen}
		if _, err := dial(as, thief).Token(t.Context()); !errors.Is(err, signin.ErrSignedOut) {
			t.Error(err)
		}
		held, _ := s.Token(t.Context())
		_, err := s.Renew(t.Context(), held)
		if !errors.Is(err, signin.ErrSignedOut) || !strings.Contains(err.Error(), "refused to renew it: invalid_grant") {
			t.Error(err)
		}
		silent(t, as, err)
		for _, secret := range as.Secrets() {
			if strings.Contains(string(place.Kept), secret) {
				t.Error("tokens of a session that ended are kept")
			}
		}
		if state, _ := s.Look(t.Context()); state.SignedIn || !strings.Contains(state.Why, "invalid_grant") {
			t.Errorf("%+v", state)
		}
		// Nobody is asked again.
		asked := as.Seen("/token")
		if _, err := dial(as, place).Token(t.Context()); !errors.Is(err, signin.ErrSignedOut) || as.Seen("/token") != asked {
			t.Error(err)
		}
	})
}

// A program that was killed between the answer and the keeping of it leaves a
// session that cannot be renewed, and a note that says why.
func TestAProgramKilledWhileItRenews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		as, place := signintest.New(), &signintest.Place{}
		s := dial(as, place)
		signIn(t, as, s)
		time.Sleep(as.AccessLife)
		var left []byte
		as.Wrong("/token", func(w http.ResponseWriter, r *http.Request) {
			left, _ = place.Load(r.Context())
			as.Wrong("/token", nil)
			as.ServeHTTP(w, r)
		})
		if _, err := s.Token(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, err := dial(as, &signintest.Place{Kept: left}).Token(t.Context())
		if !errors.Is(err, signin.ErrSignedOut) || !strings.Contains(err.Error(), "interrupted") {
			t.Error(err)
		}
	})
}

// A server that cannot be reached ends no session: it is renewed later, and a
// token that still holds serves.
func TestARenewalThatFailsEndsNothing(t *testing.T) {
	for says, wrong := range map[string]http.HandlerFunc{
		"no route": lost, "web page": html, "too large": huge, "status 500": answer(500, `{"x":1}`), "temporarily": refused("temporarily_unavailable"),
	} {
		synctest.Test(t, func(t *testing.T) {
			as, place := signintest.New(), &signintest.Place{}
			s := dial(as, place, func(c *signin.Config) { c.HTTP.Transport = breaking{as.Transport()} })
			signIn(t, as, s)
			held, _ := s.Token(t.Context())
			as.Wrong("/token", wrong)
			time.Sleep(as.AccessLife - 20*time.Second)
			if token, err := s.Token(t.Context()); token != held || err != nil {
				t.Errorf("%s: a token that holds does not serve: %v", says, err)
			}
			time.Sleep(30 * time.Second)
			_, err := s.Token(t.Context())
			if err == nil || errors.Is(err, signin.ErrSignedOut) || !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %v", says, err)
			}
			silent(t, as, err)
			as.Wrong("/token", nil)
			if _, err := s.Token(t.Context()); err != nil {
				t.Errorf("%s: it does not come back: %v", says, err)
			}
		})
	}
}

// What cannot be kept is told, and the program goes on with it.
func TestASessionThatCannotBeKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		as, place := signintest.New(), &signintest.Place{}
		s := dial(as, place)
		signIn(t, as, s)
		time.Sleep(as.AccessLife)
		as.Wrong("/token", func(w http.ResponseWriter, r *http.Request) {
			place.Fail = errors.New("the disk is full")
			as.Wrong("/token", nil)
			as.ServeHTTP(w, r)
		})
		if _, err := s.Token(t.Context()); err != nil {
			t.Error(err)
		}
		if err := s.Close(); err == nil || !strings.Contains(err.Error(), "the disk is full") {
			t.Error(err)
		}
		// Before a renewal nothing is at risk yet: it is not begun.
		time.Sleep(as.AccessLife)
		asked := as.Seen("/token")
		if _, err := s.Token(t.Context()); err == nil || as.Seen("/token") != asked {
			t.Errorf("%v", err)
		}
	})
}

// Tokens go to no address but the one they were given for.
func TestTokensAreForOneAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		as, place := signintest.New(), &signintest.Place{}
		signIn(t, as, dial(as, place))
		elsewhere := dial(as, place, func(c *signin.Config) { c.Service = "https://evil.example" })
		if token, err := elsewhere.Token(t.Context()); token != "" || !errors.Is(err, signin.ErrSignedOut) {
			t.Errorf("another address got %d characters: %v", len(token), err)
		}
	})
}

func TestSigningOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		as, place := signintest.New(), &signintest.Place{}
		s := dial(as, place)
		if err := s.SignOut(t.Context()); !errors.Is(err, signin.ErrSignedOut) {
			t.Error(err)
		}
		signIn(t, as, s)
		if err := s.SignOut(t.Context()); err != nil || as.Live() != 0 || place.Kept != nil {
			t.Errorf("%v, %d live", err, as.Live())
		}
		if _, err := s.Token(t.Context()); !errors.Is(err, signin.ErrSignedOut) {
			t.Error(err)
		}
		for says, wrong := range map[string]http.HandlerFunc{"no route": lost, "status 503": answer(503, ``), "status 302": moved} {
			s := dial(as, place, func(c *signin.Config) { c.HTTP.Transport = breaking{as.Transport()} })
			signIn(t, as, s)
			as.Wrong("/revoke", wrong)
			err := s.SignOut(t.Context())
			if !errors.Is(err, signin.ErrNotTold) || !strings.Contains(err.Error(), says) || place.Kept != nil {
				t.Errorf("%s: %v", says, err)
			}
			silent(t, as, err)
			as.Wrong("/revoke", nil)
		}
	})
}

// Signing in again ends the session before.
func TestSigningInAgainEndsTheSessionBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		as, place := signintest.New(), &signintest.Place{}
		s := dial(as, place)
		signIn(t, as, s)
		signIn(t, as, s)
		if as.Live() != 1 {
			t.Errorf("%d live", as.Live())
		}
		if _, err := s.Token(t.Context()); err != nil {
			t.Error(err)
		}
	})
}
