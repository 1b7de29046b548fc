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

// TestTokensOfAllKinds asks with tokens of this service's own users.
func TestTokensOfAllKinds(t *testing.T) {
	later, past := noon.Add(time.Hour), noon
	for _, c := range []struct {
		name  string
		spoil func(d *desk)
		want  string
	}{
		{"right", func(*desk) {}, "<nil>"},
		{"never right", func(d *desk) { d.fails["check"] = &Rejected{Why: "Not signed."} }, "unauthorized: Not signed"},
		{"late", func(d *desk) { d.fails["check"] = &Rejected{Why: "It ended.", Late: true} }, "unauthorized: It ended"},
		{"issuer away", func(d *desk) { d.fails["check"] = errBroken }, "service_unavailable: The access token cannot be verified: its issuer does not answer"},
		{"disabled", func(d *desk) { d.users["u"] = service.User{ID: "u", AccountID: "a", DisabledAt: &past} }, "unauthorized: The access token was revoked, or its user was disabled"},
		{"revoked", func(d *desk) {
			d.grants["g"] = service.Grant{ID: "g", UserID: "u", ExpiresAt: later, RevokedAt: &past}
		}, "unauthorized: The access token was revoked, or its user was disabled"},
		{"ended", func(d *desk) { d.grants["g"] = service.Grant{ID: "g", UserID: "u", ExpiresAt: noon} }, "unauthorized: The access token was revoked, or its user was disabled"},
		{"of another user", func(d *desk) { d.grants["g"] = service.Grant{ID: "g", UserID: "v", ExpiresAt: later} }, "unauthorized: The access token was revoked, or its user was disabled"},
		{"unknown user", func(d *desk) { delete(d.users, "u") }, "unauthorized: The access token was revoked, or its user was disabled"},
		{"no account", func(d *desk) { delete(d.accounts, "a") }, "authenticate: there is no such account"},
		{"grant unread", func(d *desk) { d.fails["grant"] = errBroken }, "authenticate: the disk is gone"},
		{"user unread", func(d *desk) { d.fails["user"] = errBroken }, "authenticate: the disk is gone"},
		{"account unread", func(d *desk) { d.fails["account"] = errBroken }, "authenticate: the disk is gone"},
	} {
		d := newDesk()
		d.tokens["raw"] = Token{Subject: "u", GrantID: "g", Scopes: []string{"read"}}
		d.users["u"] = service.User{ID: "u", AccountID: "a", Name: "ann"}
		d.grants["g"] = service.Grant{ID: "g", UserID: "u", ExpiresAt: noon.Add(1)}
		c.spoil(d)
		control := d.control()
		control.Admit(OAuth{Tokens: d, Users: d})
		caller, err := control.Bearer(t.Context(), "raw", "x")
		if answer(err) != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
		if err == nil && (caller.Account.ID != "a" || caller.Owner() != service.Owner{AccountID: "a", UserID: "u"} || caller.Name != "ann" ||
			!caller.Signed || !caller.Permits(api.PermissionRead) || caller.Permits(api.PermissionWrite)) {
			t.Errorf("%s: %+v", c.name, caller)
		}
		// Only what was never right is a guess.
		if guess := c.name == "never right"; control.throttle.tried("x") != guess {
			t.Errorf("%s: counts as a guess: %v", c.name, !guess)
		}
		if _, err := control.Authenticate(t.Context(), "", "y"); !strings.Contains(err.Error(), "Or sign in") {
			t.Errorf("who has nothing is told %v", err)
		}
		for range failuresAllowed {
			_, _ = control.Authenticate(t.Context(), "gr_x_y", "x")
		}
		if _, err := control.Bearer(t.Context(), "raw", "x"); answer(err) != tooOften {
			t.Errorf("%s, from a blocked address: %v", c.name, err)
		}
	}
	if !(Caller{}).Permits(api.PermissionWrite) {
		t.Error("a key may do all")
	}
}

// TestUsersOfAnotherIssuer are stored at their first request, and one account pays.
func TestUsersOfAnotherIssuer(t *testing.T) {
	d := newDesk()
	d.tokens["raw"] = Token{Issuer: "https://id.example", Subject: "u"}
	c := d.control()
	c.Admit(OAuth{Tokens: d, Users: d, Account: "a"})
	for range 2 {
		caller, err := c.Bearer(t.Context(), "raw", "x")
		if u := d.users["u"]; err != nil || caller.Account.ID != "a" || u.Issuer != "https://id.example" || u.AccountID != "a" || !u.CreatedAt.Equal(noon) || caller.UserID != u.ID {
			t.Errorf("%+v, %v", caller, err)
		}
	}
	if d.asked["known"] != 1 || d.asked["grant"] != 0 {
		t.Errorf("asked %v", d.asked)
	}
	d.fails["known"] = errBroken
	d.access++
	if _, err := c.Bearer(t.Context(), "raw", "x"); answer(err) != "authenticate: the disk is gone" {
		t.Error(err)
	}
}

// TestSeeding takes what a day has, gives back what came to nothing, and begins anew at
// midnight UTC.
func TestSeeding(t *testing.T) {
	d := newDesk()
	c, caller := d.control(), Caller{Account: d.accounts["a"]}
	full := "quota_exceeded: This account has added its 2 new creators for this UTC day"
	step := func(name, want string, err error) {
		t.Helper()
		if answer(err) != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	take := func() (func(), error) { return c.TakeIngest(t.Context(), caller) }
	_, err := take()
	step("first", "<nil>", err)
	step("one is left", "<nil>", c.CheckIngest(t.Context(), caller))
	back, err := take()
	step("second", "<nil>", err)
	step("none is left", full, c.CheckIngest(t.Context(), caller))
	_, err = take()
	step("third", full, err)
	var refused *service.Error
	if errors.As(err, &refused); refused.RetryAfter != 12*time.Hour-30*time.Second {
		t.Errorf("wait %s", refused.RetryAfter)
	}
	back()
	step("given back", "<nil>", c.CheckIngest(t.Context(), caller))
	ctx, cancel := context.WithCancel(t.Context())
	back, err = c.TakeIngest(ctx, caller)
	step("again", "<nil>", err)
	cancel()
	back()
	step("given back by one who left", "<nil>", c.CheckIngest(t.Context(), caller))
	_, _ = take()
	d.now = noon.Add(12*time.Hour - 30*time.Second)
	step("the next day", "<nil>", c.CheckIngest(t.Context(), caller))
	d.fails = map[string]error{"ingested": errBroken, "take": errBroken}
	step("unread", errBroken.Error(), c.CheckIngest(t.Context(), caller))
	_, err = take()
	step("not taken", errBroken.Error(), err)
}

func TestPlans(t *testing.T) {
	caller := Caller{Account: service.Account{Lacks: []string{"search", "POST /v1/match"}}}
	for _, c := range []struct {
		op       api.Operation
		endpoint string
		lacks    bool
	}{{"search", "POST /v1/search", true}, {"match", "POST /v1/match", true}, {"match", "GET /v1/match", false}} {
		if err := caller.Allow(c.op, c.endpoint); (answer(err) == "forbidden: The plan of this account does not include this endpoint") != c.lacks || (err == nil) == c.lacks {
			t.Errorf("%s %s: %v", c.op, c.endpoint, err)
		}
	}
	if err := (Caller{}).Billable(); err != nil {
		t.Error(err)
	}
	for _, reason := range append(api.ReasonCodes(), "another") {
		var e *service.Error
		caller := Caller{Account: service.Account{Suspended: reason}}
		if !errors.As(caller.Billable(), &e) || e.Code != api.CodePaymentRequired || e.Reason != reason || e.NextStep != reason.NextStep() || !strings.HasSuffix(e.Message, ". Nothing was charged.") {
			t.Errorf("%s: %+v", reason, e)
		}
		if general := strings.HasPrefix(e.Message, "Billing for this account requires attention"); general != (reason == "another") {
			t.Errorf("%s: %s", reason, e.Message)
		}
	}
}

// TestStrangersAndPages count each to their own limit, in the minute that runs.
func TestStrangersAndPages(t *testing.T) {
	d := newDesk()
	c := d.control()
	for name, count := range map[string]struct {
		most int
		take func(who string) error
	}{
		"pages":     {freePages, func(who string) error { return c.Page(Caller{Account: service.Account{ID: who}}) }},
		"strangers": {strangerAsks, func(who string) error { return c.Stranger(who) }},
	} {
		d.now = noon.Add(29500 * time.Millisecond)
		for n := range count.most {
			if err := count.take("a"); err != nil {
				t.Fatalf("%s %d: %v", name, n, err)
			}
		}
		var e *service.Error
		if err := count.take("a"); !errors.As(err, &e) || e.RetryAfter != time.Second || !strings.Contains(e.Message, fmt.Sprintf("More than %d ", count.most)) || !strings.Contains(e.Message, " in 1s.") {
			t.Errorf("%s: %v", name, err)
		}
		if err := count.take("b"); err != nil {
			t.Errorf("%s of another: %v", name, err)
		}
		d.now = noon.Add(30 * time.Second)
		if err := count.take("a"); err != nil {
			t.Errorf("%s of the next minute: %v", name, err)
		}
	}
}
