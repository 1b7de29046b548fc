package run

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/pay"
)

func TestAges(t *testing.T) {
	for in, want := range map[string]time.Duration{"90m": 90 * time.Minute, "12h": 12 * time.Hour, "7d": 7 * 24 * time.Hour, "2w": 14 * 24 * time.Hour, "0": 0, "-1d": 0, "d": 0, "99999d": 0, "1y": 0} {
		var a Age
		err := a.Set(in)
		if (err == nil) != (want > 0) || a.Duration() != want {
			t.Errorf("%s: %v %v", in, a.Duration(), err)
		}
	}
}

func TestSpans(t *testing.T) {
	for in, want := range map[string]string{"10k-100k": "10000-100000", "3.5-": "3.5-", "-1M": "-1000000", "5-5": "5-5", "": "", "-": "", "5": "", "9-1": "", "a-b": "", "1--2": "", "nan-": "", "inf-": ""} {
		var s Span
		err := s.Set(in)
		if (err == nil) != (want != "") || s.String() != want {
			t.Errorf("%q: %q %v", in, s.String(), err)
		}
	}
}

func TestLimits(t *testing.T) {
	var l Limit
	if l.String() != "" || l.Set("-1") == nil || l.Set("0.0005") == nil || l.set {
		t.Errorf("%+v", l)
	}
	if err := l.Set("0.05"); err != nil || l.credits != 50 || l.String() != "0.05" {
		t.Errorf("%v %+v", err, l)
	}
}

func TestItems(t *testing.T) {
	for in, want := range map[string]string{
		"@lena": "@lena", `"@lena"`: "@lena", `{"id":"x"}`: "x", `{"creator":{"id":"x"}}`: "x", `{"platform":"p","username":"u"}`: "p:u",
		`{"a":1}`: "", `{"a":["x"]}`: "", `{}`: "", `""`: "", `{"a":null}`: "", `{"a":"x","b":"y"}`: "", `{"platform":"p","b":"y"}`: "", `"a\u0000"`: "", `"a\nb"`: "",
	} {
		got, err := readItem(in)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q %v", in, got, err)
		}
	}
}

// The bill tells what is known, and what is not.
func TestBill(t *testing.T) {
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	known := client.Budget{Minute: client.Window{Known: true, Remaining: 5 * api.Credit}, Hour: client.Window{Known: true, Remaining: 50 * api.Credit}}
	charged := client.Receipt{Attempts: 1, Charged: api.Credit, ChargedKnown: true, Outcome: client.OutcomeCharged, Budget: known, At: now}
	unknown := client.Receipt{Attempts: 1, High: 45 * api.Credit, Outcome: client.OutcomeUnknown, At: now}
	paying := unknown
	paying.Payments = []pay.Payment{{ID: "a", State: pay.Unknown, Terms: pay.Terms{Amount: 450_000}}}
	kept := client.Receipt{Kept: true, KeptAt: now.Add(-3 * time.Hour), Saved: 100, At: now}
	for _, c := range []struct {
		all  []client.Receipt
		want string
	}{
		{nil, ""},
		{[]client.Receipt{{Outcome: client.OutcomeFree, At: now}}, ""},
		{[]client.Receipt{charged}, "Cost 1 credit. Left: 5 this minute, 50 this hour.\n"},
		{[]client.Receipt{kept, kept}, "Free. 2 answers kept from before (3 h old), 0.2 credits saved.\n"},
		{[]client.Receipt{charged, unknown}, "Cost 1 credit. Up to 45 credits more may have been charged: no answer arrived.\n"},
		{[]client.Receipt{paying}, "$0.45 may have been paid; greenroom journal settle sends the same payment again.\n"},
		{[]client.Receipt{unknown}, "Up to 45 credits more may have been charged: no answer arrived.\n"},
	} {
		var b bill
		for _, r := range c.all {
			b.add(r)
		}
		var said strings.Builder
		b.report(&said)
		if said.String() != c.want {
			t.Errorf("%q, want %q", said.String(), c.want)
		}
	}
}

func TestExitCodesOfErrors(t *testing.T) {
	none := Absent("Not found.")
	limited := &client.Error{Kind: client.KindAPI, Status: 429}
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, ExitOK},
		{errors.New("disk full"), ExitFailure},
		{errors.Join(Usagef("no"), none), ExitUsage},
		{&client.Error{Kind: client.KindOverBudget}, ExitOverBudget},
		{&client.Error{Kind: client.KindNeverFits}, ExitOverBudget},
		{&client.Error{Kind: client.KindOverCap}, ExitOverBudget},
		{&client.Error{Kind: client.KindHTML, Status: 404}, ExitFailure},
		{&client.Error{Kind: client.KindHTML, Status: 401}, ExitSignedOut},
		{&client.Error{Kind: client.KindNotOffered, Status: 404}, ExitFailure},
		{&client.Error{Kind: client.KindAPI, Status: 422, Param: "version"}, ExitFailure},
		{&client.Error{Kind: client.KindCancelled}, ExitFailure},
		{&incompleteError{came: 1, stopped: limited}, ExitPartly},
		{&incompleteError{missed: []missed{{"a", none}}, stopped: limited}, ExitLimited},
		{&incompleteError{missed: []missed{{"a", none}, {"b", none}}}, ExitNotFound},
		{&incompleteError{missed: []missed{{"a", none}, {"b", limited}}}, ExitFailure},
	} {
		if got := ExitCode(c.err); got != c.want {
			t.Errorf("%v: %d, want %d", c.err, got, c.want)
		}
	}
}

// Whatever failed is said once, each thing for itself.
func TestSeveralFailuresAreSaidOnceEach(t *testing.T) {
	full, closed := errors.New("the disk is full"), errors.New("the file was closed")
	for _, c := range []struct {
		err  error
		want string
	}{
		{full, "the disk is full"},
		{errors.Join(full, full), "the disk is full"},
		{errors.Join(full, errors.Join(closed, full)), "the disk is full|the file was closed"},
		{fmt.Errorf("%w, and %w", full, closed), "the disk is full, and the file was closed"},
	} {
		if got := strings.Join(Sentences(c.err), "|"); got != c.want {
			t.Errorf("%v: %q", c.err, got)
		}
	}
}
