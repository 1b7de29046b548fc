package access

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
)

var errBroken = errors.New("the disk is gone")

// desk is a store and the users of an issuer, all in memory. What it fails at is by the
// name of the question.
type desk struct {
	counted
	now      time.Time
	access   int64
	keys     map[string]service.Key
	accounts map[string]service.Account
	users    map[string]service.User
	grants   map[string]service.Grant
	ingested map[string]int // by account and day
	fails    map[string]error
	asked    map[string]int
	tokens   map[string]Token
}

func newDesk() *desk {
	d := &desk{counted: counted{all: map[string][]time.Time{}}, now: noon, access: 1, keys: map[string]service.Key{}, accounts: map[string]service.Account{},
		users: map[string]service.User{}, grants: map[string]service.Grant{}, ingested: map[string]int{}, fails: map[string]error{}, asked: map[string]int{},
		tokens: map[string]Token{}}
	a := service.NewAccount("main", api.Tier1, noon)
	a.ID, a.IngestQuota = "a", 2
	d.accounts["a"] = a
	return d
}

func (d *desk) control() *Control { return NewControl(d, func() time.Time { return d.now }) }

func find[T any](d *desk, what, id string, in map[string]T) (v T, err error) {
	d.asked[what]++
	if err := d.fails[what]; err != nil {
		return v, err
	}
	v, ok := in[id]
	if !ok {
		err = service.ErrNotFound
	}
	return v, err
}

func (d *desk) Attempts(_ context.Context, of string) ([]time.Time, error) {
	return d.all[of], d.fails["attempts"]
}

func (d *desk) ChangeAttempts(_ context.Context, of string, _ time.Time, change func([]time.Time) []time.Time) error {
	if err := d.fails["change"]; err != nil {
		return err
	}
	d.all[of] = change(d.all[of])
	return nil
}

func (d *desk) Access(context.Context) (int64, error) { return d.access, d.fails["access"] }

func (d *desk) Key(_ context.Context, id string) (service.Key, error) {
	return find(d, "key", id, d.keys)
}

func (d *desk) Account(_ context.Context, id string) (service.Account, error) {
	return find(d, "account", id, d.accounts)
}

func (d *desk) User(_ context.Context, id string) (service.User, error) {
	return find(d, "user", id, d.users)
}

func (d *desk) Grant(_ context.Context, id string) (service.Grant, error) {
	return find(d, "grant", id, d.grants)
}

func (d *desk) Known(_ context.Context, u service.User) (service.User, error) {
	if _, ok := d.users[u.Subject]; !ok {
		d.users[u.Subject] = u
	}
	return find(d, "known", u.Subject, d.users)
}

func (d *desk) Check(_ context.Context, raw string) (Token, error) {
	if err := d.fails["check"]; err != nil {
		return Token{}, err
	}
	return d.tokens[raw], nil
}

func day(account string, at time.Time) string {
	return account + at.UTC().Format(time.DateOnly)
}

func (d *desk) Ingested(_ context.Context, account string, at time.Time) (int, error) {
	return d.ingested[day(account, at)], d.fails["ingested"]
}

func (d *desk) TakeIngest(_ context.Context, account string, at time.Time, quota int) error {
	if d.ingested[day(account, at)] >= quota {
		return service.ErrQuota
	}
	d.ingested[day(account, at)]++
	return d.fails["take"]
}

func (d *desk) ReturnIngest(ctx context.Context, account string, at time.Time) error {
	if ctx.Err() == nil {
		d.ingested[day(account, at)]--
	}
	return ctx.Err()
}

func (d *desk) key(t *testing.T) (plain string, k service.Key) {
	t.Helper()
	k, plain = NewKey("a", noon)
	d.keys[k.ID] = k
	return plain, k
}

// answer is the code of an error and the beginning of what is told; an error of our own
// is told whole.
func answer(err error) string {
	var known *service.Error
	if errors.As(err, &known) {
		message, _, _ := strings.Cut(known.Message, ".")
		return string(known.Code) + ": " + message
	}
	return fmt.Sprint(err)
}

const (
	wrongKey = "unauthorized: This API key is not valid"
	noKey    = "unauthorized: This request needs an API key"
	tooOften = "rate_limit_exceeded: Too many failed authentication attempts from this address"
)

// TestKeysOfAllKinds asks with a key of each kind, right and wrong.
func TestKeysOfAllKinds(t *testing.T) {
	d := newDesk()
	plain, k := d.key(t)
	revoked, gone := d.key(t)
	gone.RevokedAt = &noon
	d.keys[gone.ID] = gone
	orphan, lost := d.key(t)
	lost.AccountID = "nobody"
	d.keys[lost.ID] = lost
	for _, c := range []struct{ name, key, want string }{
		{"right", plain, "<nil>"},
		{"none", "", noKey},
		{"without its beginning", strings.TrimPrefix(plain, keyPrefix), wrongKey},
		{"without its secret", keyPrefix + k.ID, wrongKey},
		{"of another secret", plain + "a", wrongKey},
		{"of 200 letters", plain + strings.Repeat("a", 200-len(plain)), wrongKey},
		{"revoked", revoked, wrongKey},
		{"without its account", orphan, "authenticate: read account nobody: there is no such account"},
	} {
		caller, err := d.control().Authenticate(t.Context(), c.key, c.name)
		if answer(err) != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
		if err == nil && (caller.Account.ID != "a" || caller.KeyID != k.ID || caller.Signed) {
			t.Errorf("%s: %+v", c.name, caller)
		}
	}
	// A key that is too long is not looked up; one of the length allowed is.
	for n, want := range map[int]int{200: 1, 201: 0} {
		clear(d.asked)
		_, _ = d.control().Authenticate(t.Context(), plain+strings.Repeat("a", n-len(plain)), "long")
		if d.asked["key"] != want {
			t.Errorf("a key of %d letters is looked up %d times", n, d.asked["key"])
		}
	}
	for what, want := range map[string]string{"access": "authenticate: the disk is gone", "key": "authenticate: the disk is gone",
		"account": "authenticate: read account a: the disk is gone"} {
		d.fails = map[string]error{what: errBroken}
		if _, err := d.control().Authenticate(t.Context(), plain, "x"); answer(err) != want {
			t.Errorf("%s fails: %v", what, err)
		}
	}
}

// TestKeysOfThisProcess open without the store, and only here.
func TestKeysOfThisProcess(t *testing.T) {
	d := newDesk()
	c := d.control()
	plain := c.LocalKey("a")
	if caller, err := c.Authenticate(t.Context(), plain, "x"); err != nil || caller.Account.ID != "a" || d.asked["key"] != 0 {
		t.Errorf("%+v, %v", caller, err)
	}
	if _, err := d.control().Authenticate(t.Context(), plain, "x"); answer(err) != wrongKey {
		t.Errorf("elsewhere: %v", err)
	}
}

// TestWhoIsKeptInMind: a caller is read once for as long as the number of access stands,
// but for one with a balance; what is older than the number is not kept.
func TestWhoIsKeptInMind(t *testing.T) {
	d := newDesk()
	plain, k := d.key(t)
	c := d.control()
	reads := func(want int, when string) {
		t.Helper()
		clear(d.asked)
		for range 2 {
			if _, err := c.Authenticate(t.Context(), plain, "x"); err != nil {
				t.Fatal(err)
			}
		}
		if d.asked["account"] != want {
			t.Errorf("%s: read %d times, want %d", when, d.asked["account"], want)
		}
	}
	reads(1, "at first")
	reads(0, "again")
	d.access++
	reads(1, "after a change")
	c.remember("older", holder{}, d.access-1)
	if _, ok := c.recall("older", d.access); ok {
		t.Error("what is older than the number is kept")
	}
	if _, ok := c.recall(k.ID, d.access); !ok {
		t.Error("what is older throws out what stands")
	}
	a := d.accounts["a"]
	a.Balance = new(api.Credits)
	d.accounts["a"] = a
	d.access++
	reads(2, "with a balance")
	// A revoked key opens nothing from the change on.
	k.RevokedAt = &noon
	d.keys[k.ID] = k
	d.access++
	if _, err := c.Authenticate(t.Context(), plain, "x"); answer(err) != wrongKey {
		t.Errorf("revoked: %v", err)
	}
	for n := range knownMost + 1 {
		c.remember(fmt.Sprint(n), holder{}, d.access)
		if n == knownMost-1 && len(c.known) != knownMost {
			t.Errorf("of %d %d are kept in mind", knownMost, len(c.known))
		}
	}
	if len(c.known) != 1 {
		t.Errorf("%d are kept in mind after one more than the most", len(c.known))
	}
}

// TestAddressesAreBlocked after ten wrong keys, until the block ends; what fails while it
// is counted is told as such.
func TestAddressesAreBlocked(t *testing.T) {
	d := newDesk()
	plain, _ := d.key(t)
	c := d.control()
	ask := func(key, address string) string {
		_, err := c.Authenticate(t.Context(), key, address)
		return answer(err)
	}
	for n := range failuresAllowed + 1 {
		want := wrongKey
		if n == failuresAllowed {
			want = tooOften
		}
		if got := ask("gr_x_y", "a"); got != want {
			t.Errorf("attempt %d: %s", n+1, got)
		}
	}
	for _, step := range []struct {
		key, address string
		later        time.Duration
		want         string
	}{
		{plain, "a", 0, tooOften}, {plain, "b", 0, "<nil>"}, {"", "a", failureBlock - 1, tooOften}, {plain, "a", 1, "<nil>"},
	} {
		d.now = d.now.Add(step.later)
		if got := ask(step.key, step.address); got != step.want {
			t.Errorf("%q from %s after %s: %s, want %s", step.key, step.address, d.now.Sub(noon), got, step.want)
		}
	}
	d.fails["change"] = errBroken
	if got := ask("gr_x_y", "c"); got != "authenticate: the disk is gone" {
		t.Error(got)
	}
	d.fails = map[string]error{"attempts": errBroken}
	if got := ask(plain, "c"); got != "authenticate: the disk is gone" { // something is against it here
		t.Error(got)
	}
	if got := ask(plain, "d"); got != "<nil>" { // nothing is: nobody is asked
		t.Error(got)
	}
}

// TestAnotherNodeBlocks: what failed elsewhere counts once an address was wrong here, and
// is then known here without the store.
func TestAnotherNodeBlocks(t *testing.T) {
	d := newDesk()
	plain, _ := d.key(t)
	here, there := d.control(), d.control()
	for range failuresAllowed - 1 {
		_, _ = there.Authenticate(t.Context(), "gr_x_y", "a")
	}
	ask := func(c *Control, key string) string {
		_, err := c.Authenticate(t.Context(), key, "a")
		return answer(err)
	}
	if got := ask(here, plain); got != "<nil>" {
		t.Error(got)
	}
	if got := ask(here, "gr_x_y"); got != wrongKey { // the tenth of all
		t.Error(got)
	}
	if got := ask(here, plain); got != tooOften {
		t.Error(got)
	}
	d.fails["attempts"] = errBroken
	if got := ask(here, plain); got != tooOften {
		t.Error("asked again:", got)
	}
}

// TestThrottleForgets addresses with nothing against them once there are many, and looks
// again only when there are twice as many.
func TestThrottleForgets(t *testing.T) {
	var th Throttle
	for n := range throttleSize {
		th.Take(fmt.Sprint(n), noon)
	}
	later := noon.Add(failureWindow)
	for n := range 10 {
		th.Take(fmt.Sprint("new ", n), later)
	}
	if len(th.seen) != 10 || th.sweep != throttleSize {
		t.Errorf("%d addresses are remembered, looked through at %d", len(th.seen), th.sweep)
	}
	for n := range 2 * throttleSize {
		th.Take(fmt.Sprint(n), later)
	}
	if th.sweep != 2*throttleSize && th.sweep != 4*throttleSize {
		t.Errorf("looked through again at %d", th.sweep)
	}
	th.Return("new 0", later.Add(1)) // no attempt of that moment
	if !th.tried("new 0") || th.tried("nobody") {
		t.Error("an attempt is forgotten that was not taken back")
	}
	th.Return("new 0", later)
	th.Return("nobody", later)
	if th.tried("new 0") {
		t.Error("an attempt that was taken back is remembered")
	}
	th = Throttle{Allowed: 2}
	th.Take("a", noon)
	th.Take("a", noon.Add(1))
	th.Return("a", noon)
	if th.Take("a", noon.Add(2)) != 0 || th.Take("a", noon.Add(3)) == 0 {
		t.Error("an attempt taken back makes room for one")
	}
}
