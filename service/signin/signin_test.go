package signin

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-jose/go-jose/v4"
	"golang.org/x/crypto/argon2"

	"greenroom/service"
)

var noon = time.Date(2026, 3, 14, 12, 0, 10, 0, time.UTC)

// box is a store of what these tests need.
type box struct {
	Store
	mu    sync.Mutex
	users map[string]service.User
	keys  []service.SigningKey
	tries map[string][]time.Time // that failed
	fault error
}

func (b *box) Attempts(_ context.Context, of string) ([]time.Time, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.tries[of]), nil
}

func (b *box) ChangeAttempts(_ context.Context, of string, _ time.Time, change func([]time.Time) []time.Time) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tries[of] = change(slices.Clone(b.tries[of]))
	return nil
}

func (b *box) UserByName(_ context.Context, name string) (service.User, error) {
	u, ok := b.users[strings.ToLower(name)]
	if !ok {
		return u, service.ErrNotFound
	}
	return u, nil
}

func (b *box) CreateVisit(context.Context, service.Visit) error { return nil }

func (b *box) SigningKeys(_ context.Context, since time.Time) (out []service.SigningKey, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := len(b.keys) - 1; i >= 0; i-- {
		if !b.keys[i].CreatedAt.Before(since) {
			out = append(out, b.keys[i])
		}
	}
	return out, b.fault
}

func (b *box) AddSigningKey(_ context.Context, k service.SigningKey, since time.Time) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, one := range b.keys {
		if one.RevokedAt == nil && !one.CreatedAt.Before(since) {
			return nil
		}
	}
	b.keys = append(b.keys, k)
	return nil
}

// desk is a server with a clock that is set by hand.
func desk(t *testing.T) (*Server, *box, *time.Time) {
	t.Helper()
	now, b := noon, &box{users: map[string]service.User{}, tries: map[string][]time.Time{}}
	return New(Config{Store: b, Clock: func() time.Time { return now }, Issuer: "https://creators.example"}), b, &now
}

// cheap is a password as it is kept, made at little cost.
func cheap(password string) string {
	salt := []byte("0123456789abcdef")
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=8,t=1,p=1$%s$%s", argon2.Version, b64(salt), b64(argon2.IDKey([]byte(password), salt, 1, 8, 1, hashSize)))
}

// Guesses from one address are slowed whatever the names, and those at one name from
// however many addresses; but not where its owner has signed in before.
func TestGuessesAreSlowedByNameAndByAddress(t *testing.T) {
	s, b, now := desk(t)
	kept := cheap("correct horse battery")
	b.users["mia"] = service.User{ID: "u1", Name: "mia", Password: kept}
	b.users["ben"] = service.User{ID: "u2", Name: "ben", Password: kept}
	s.decoy = func() string { return cheap("nobody's") }
	try := func(name, password, address string) error {
		_, err := s.SignIn(t.Context(), name, password, address)
		return err
	}
	in := func(when, name, address string) {
		t.Helper()
		if err := try(name, "correct horse battery", address); err != nil {
			t.Errorf("%s: %v", when, err)
		}
	}
	var slowed *Slowed
	wrong := func(name, address string) {
		t.Helper()
		if err := try(name, "wrong", address); errors.As(err, &slowed) || err == nil {
			t.Fatal(err)
		}
	}
	in("at home, before", "mia", "192.0.2.1")
	for range 10 {
		wrong("Mia", "10.0.0.1")
	}
	if err := try("MIA", "correct horse battery", "10.0.0.1"); !errors.As(err, &slowed) || slowed.Wait != 5*time.Minute {
		t.Errorf("the right one, from an address with ten wrong ones: %v", err)
	}
	in("from an address of its own", "mia", "10.0.0.2")
	for n := range 90 {
		wrong("mia", fmt.Sprint("10.0.1.", n))
	}
	if err := try("mia", "correct horse battery", "10.0.2.1"); !errors.As(err, &slowed) {
		t.Errorf("from a new address, after a hundred wrong ones from others: %v", err)
	}
	in("at home", "MIA", "192.0.2.1")
	in("somebody else", "ben", "10.0.2.1")
	for n := range 10 {
		wrong(fmt.Sprint("name", n), "10.0.3.1")
	}
	if err := try("ben", "correct horse battery", "10.0.3.1"); !errors.As(err, &slowed) {
		t.Errorf("from an address that guessed ten names: %v", err)
	}
	*now = now.Add(5 * time.Minute)
	for _, name := range []string{"mia", "ben"} {
		in("five minutes later", name, "10.0.3.1")
	}
}

// However many come at once while passwords wait to be hashed, no more are tried than
// are allowed one after the other; those who gave up have tried nothing.
func TestGuessesAtOnceAreCountedBeforeTheyAreHashed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, b, _ := desk(t)
		b.users["mia"] = service.User{ID: "u1", Name: "mia", Password: cheap("correct horse battery")}
		for range hashesAtOnce { // no hash begins
			s.hashing <- struct{}{}
		}
		outcomes := make(chan error, 2000)
		begin := func(ctx context.Context, n int, password, address string) {
			for range n {
				go func() { _, err := s.SignIn(ctx, "mia", password, address); outcomes <- err }()
			}
			synctest.Wait()
		}
		var slowed *Slowed
		count := func() (refused, wrong, right, gone int) {
			for len(outcomes) > 0 {
				switch err := <-outcomes; {
				case errors.As(err, &slowed):
					refused++
				case err == error(errSignIn):
					wrong++
				case err == nil:
					right++
				case errors.Is(err, context.Canceled):
					gone++
				}
			}
			return refused, wrong, right, gone
		}
		left, cancel := context.WithCancel(t.Context())
		begin(left, 10, "given up", "10.0.0.1")
		cancel()
		synctest.Wait()
		begin(t.Context(), 999, "wrong", "10.0.0.1")
		begin(t.Context(), 1, "correct horse battery", "10.0.0.1") // the thousandth
		if refused, wrong, right, gone := count(); refused != 990 || wrong+right != 0 || gone != 10 {
			t.Errorf("before a hash: %d refused, %d wrong, %d right, %d gave up", refused, wrong, right, gone)
		}
		begin(t.Context(), 10, "correct horse battery", "10.0.0.2")
		for range hashesAtOnce {
			<-s.hashing
		}
		synctest.Wait()
		if refused, wrong, right, _ := count(); refused != 0 || wrong != 10 || right != 10 {
			t.Errorf("after: %d refused, %d wrong, %d right from another address", refused, wrong, right)
		}
		begin(t.Context(), 1, "correct horse battery", "10.0.0.2") // right ones count no more
		if _, _, right, _ := count(); right != 1 {
			t.Error("ten right ones block their address")
		}
	})
}

func TestPasswordsAreKeptAsHashes(t *testing.T) {
	kept := hashPassword("correct horse battery")
	if !strings.HasPrefix(kept, "$argon2id$v=19$m=19456,t=2,p=1$") || strings.Contains(kept, "horse") || kept == hashPassword("correct horse battery") {
		t.Errorf("kept as %s", kept)
	}
	if !rightPassword(kept, "correct horse battery") || rightPassword(kept, "correct horse batterx") || rightPassword(kept, "") {
		t.Error("passwords are compared wrongly")
	}
	for _, damaged := range []string{"", "$argon2id$", strings.Replace(kept, "argon2id", "argon2i", 1), strings.Replace(kept, "t=2", "t=0", 1), strings.Replace(kept, "v=19", "v=16", 1),
		strings.Replace(kept, "m=19456", "m=99999999", 1), strings.Replace(kept, "t=2", "t=9999", 1), kept[:len(kept)-4], kept + "$x", strings.Replace(kept, "p=1", "p=0", 1)} {
		if rightPassword(damaged, "correct horse battery") {
			t.Errorf("%s lets somebody in", damaged)
		}
	}
}

// A key signs for thirty days. It is published until the last token that it signed has
// expired, beside the one after it.
func TestKeysAreRenewed(t *testing.T) {
	s, b, now := desk(t)
	sign := func() (raw string) {
		t.Helper()
		given, err := s.tokens(t.Context(), service.Grant{ID: "g", UserID: "u", ClientID: CLI}, []string{"read"}, "")
		if err != nil {
			t.Fatal(err)
		}
		return given.Access
	}
	kid := func(raw string) string {
		parsed, err := jose.ParseSignedCompact(raw, algorithms)
		if err != nil {
			t.Fatal(err)
		}
		return parsed.Signatures[0].Header.KeyID
	}
	published := func() (ids []string) {
		set, err := s.PublicKeys(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range set.Keys {
			if !k.IsPublic() || k.Use != "sig" {
				t.Errorf("published: %+v", k)
			}
			ids = append(ids, k.KeyID)
		}
		return ids
	}
	first := sign()
	*now = now.Add(keyAge)
	last := sign()
	if kid(last) != kid(first) {
		t.Error("a key is changed too early")
	}
	*now = now.Add(time.Second)
	next := sign()
	if ids := published(); kid(next) == kid(first) || len(ids) != 2 || ids[0] != kid(next) || ids[1] != kid(first) {
		t.Errorf("signed by %s after %s, published %v", kid(next), kid(first), ids)
	}
	if _, err := s.VerifySignature(t.Context(), last); err != nil {
		t.Errorf("what the old key signed: %v", err)
	}
	*now = now.Add(2 * accessLife)
	if ids := published(); len(ids) != 1 {
		t.Errorf("an hour later: %v", ids)
	}
	if _, err := s.VerifySignature(t.Context(), last); !errors.Is(err, ErrUnsigned) {
		t.Errorf("what a key signed that is published no more: %v", err)
	}
	// One that another process has made is found.
	other := New(Config{Store: b, Clock: s.clock, Issuer: "https://creators.example"})
	*now = now.Add(keyAge)
	given, err := other.tokens(t.Context(), service.Grant{ID: "g"}, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.VerifySignature(t.Context(), next); err != nil { // s reads the keys
		t.Fatal(err)
	}
	if _, err := s.VerifySignature(t.Context(), given.Access); err != nil {
		t.Errorf("what another process signed: %v", err)
	}
	b.fault = errors.New("disk gone")
	*now = now.Add(keysRead)
	if _, err := s.VerifySignature(t.Context(), next); err == nil || errors.Is(err, ErrUnsigned) {
		t.Errorf("a store that fails is a fault of the token: %v", err)
	}
}

// A clock that was set back does not make every poll too early.
func TestPollsWithAClockThatIsSetBack(t *testing.T) {
	later := noon.Add(time.Hour)
	d := service.Device{ClientID: CLI, State: service.DevicePending, Interval: 5, PolledAt: &later, ExpiresAt: noon.Add(time.Minute)}
	if _, said := poll(&d, Client{ID: CLI}, noon); said.Code != Pending || !d.PolledAt.Equal(noon) {
		t.Errorf("%v, polled at %v", said, d.PolledAt)
	}
	if _, said := poll(&d, Client{ID: "another"}, noon); said.Code != InvalidGrant {
		t.Errorf("another client: %v", said)
	}
}

// Who was denied, or allowed, is told so however early it asks.
func TestWhatWasDecidedIsToldToWhoAsksTooEarly(t *testing.T) {
	before := noon.Add(-time.Second)
	for state, want := range map[service.DeviceState]string{service.DevicePending: SlowDown, service.DeviceDenied: AccessDenied, service.DeviceAllowed: ""} {
		d := service.Device{ClientID: CLI, State: state, GrantID: "g", Interval: 5, PolledAt: &before, ExpiresAt: noon.Add(time.Minute)}
		grant, said := poll(&d, Client{ID: CLI}, noon)
		if want == "" && (grant != "g" || said != nil) || want != "" && (said == nil || said.Code != want) {
			t.Errorf("%s: %q, %v", state, grant, said)
		}
	}
}

func TestUserCodesAreReadAsTheyAreTyped(t *testing.T) {
	for typed, want := range map[string]string{"BCDF-GHJK": "BCDFGHJK", "bcdfghjk": "BCDFGHJK", " bc df-gh jk ": "BCDFGHJK", "BCDF–GHJK": "BCDFGHJK",
		"BCDF-GHJ": "", "BCDF-GHJKL": "", "ABCD-EFGH": "", "BCDF-GH0K": "", "": "", "ßßßß": ""} {
		if got := typedCode(typed); got != want {
			t.Errorf("%q is read as %q, not %q", typed, got, want)
		}
	}
	seen := map[string]bool{}
	for range 1000 {
		code := userCode()
		if typedCode(Dashed(code)) != code || seen[code] {
			t.Fatalf("%s", code)
		}
		seen[code] = true
	}
}

func FuzzRedirects(f *testing.F) {
	for _, seed := range []string{"http://127.0.0.1:1/callback", "http://[::1]:1/callback", "http://127.0.0.1:1@evil.example/callback", "http://127.0.0.1:1/callback#", "http://evil.example:1/callback",
		"http://127.0.0.1/callback", "http://[::1%25x]:1/callback", "http://127.0.0.1:/callback", "http://127.0.0.1:1/callback/", "HTTP://127.0.0.1:1/callback", "http:127.0.0.1:1/callback"} {
		f.Add(seed)
	}
	c := ownClients()[0]
	f.Fuzz(func(t *testing.T, to string) {
		if !c.redirects(to) {
			return
		}
		u, err := url.Parse(to + "?code=x")
		if err != nil || u.Scheme != "http" || u.Path != "/callback" || u.User != nil || u.Hostname() != "127.0.0.1" && u.Hostname() != "::1" || u.Query().Get("code") != "x" || strings.ContainsAny(to, "\r\n \t") {
			t.Errorf("%q is taken, and leads to %v (%v)", to, u, err)
		}
	})
}

func FuzzTypedCode(f *testing.F) {
	f.Add("BCDF-GHJK")
	f.Add("bcdf–ghjk")
	f.Fuzz(func(t *testing.T, typed string) {
		if code := typedCode(typed); code != "" && (len(code) != userCodeLen || typedCode(Dashed(code)) != code) {
			t.Errorf("%q is read as %q", typed, code)
		}
	})
}

// The port is free for addresses of this machine alone.
func TestOnlyLoopbackHasAFreePort(t *testing.T) {
	c := Client{Redirects: []string{"http://127.0.0.1/callback", "http://intranet.example/callback", "https://app.example/callback"}}
	for to, want := range map[string]bool{"http://127.0.0.1:5/callback": true, "http://127.0.0.1/callback": true, "https://app.example/callback": true,
		"http://intranet.example/callback": true, "http://intranet.example:81/callback": false, "https://app.example:444/callback": false,
		"HTTP://127.0.0.1:5/callback": false, "http://127.0.0.1:5/callback#": false, "http://127.0.0.1:/callback": false} {
		if got := c.redirects(to); got != want {
			t.Errorf("%s is taken: %v", to, got)
		}
	}
}
