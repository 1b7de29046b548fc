package payer

import (
	"strings"
	"testing"
	"time"

	"greenroom/service/boot"
	"greenroom/service/payments/facilitator"
	"greenroom/service/payments/facilitatortest"
)

// Facilitators that fail: nothing is claimed where a payment could not be checked;
// where it may have been settled the same one is asked for, never another, and is
// settled once.
func TestFacilitatorFaults(t *testing.T) {
	const (
		unchecked = "503 service_unavailable" + nothing
		unknown   = "503 service_unavailable, claimed unknown, settled "
	)
	for _, c := range []struct {
		path         string
		fault        facilitatortest.Fault
		first, again string
	}{
		{"/verify", facilitatortest.Down, unchecked, "200 -, claimed settled, settled 1"},
		{"/verify", facilitatortest.Slow, unchecked, "200 -, claimed settled, settled 1"},
		{"/verify", facilitatortest.Broken, unchecked, "200 -, claimed settled, settled 1"},
		{"/verify", facilitatortest.Garbage, unchecked, "200 -, claimed settled, settled 1"},
		{"/verify", facilitatortest.Huge, unchecked, "200 -, claimed settled, settled 1"},
		{"/verify", facilitatortest.Twice, unchecked, "200 -, claimed settled, settled 1"},
		{"/verify", facilitatortest.Stranger, unchecked, "200 -, claimed settled, settled 1"},
		{"/verify", facilitatortest.Refusing, "402 payment-insufficient" + nothing, "200 -, claimed settled, settled 1"},
		{"/settle", facilitatortest.Down, unknown + "0", "200 -, claimed settled, settled 1"},
		{"/settle", facilitatortest.Slow, unknown + "0", "200 -, claimed settled, settled 1"},
		{"/settle", facilitatortest.Lost, unknown + "1", "200 -, claimed settled, settled 1"},
		{"/settle", facilitatortest.Broken, unknown + "0", "200 -, claimed settled, settled 1"},
		{"/settle", facilitatortest.Garbage, unknown + "0", "200 -, claimed settled, settled 1"},
		{"/settle", facilitatortest.Huge, unknown + "0", "200 -, claimed settled, settled 1"},
		{"/settle", facilitatortest.Twice, unknown + "1", "200 -, claimed settled, settled 1"},
		{"/settle", facilitatortest.Liar, unknown + "0", "200 -, claimed settled, settled 1"},
		{"/settle", facilitatortest.OtherWay, unknown + "1", "200 -, claimed settled, settled 1"},
		{"/settle", facilitatortest.Stranger, unknown + "1", "200 -, claimed settled, settled 1"},
		{"/settle", facilitatortest.Vague, unknown + "1", "200 -, claimed settled, settled 1"},
		{"/settle", facilitatortest.Refusing, "402 verification-failed, claimed released, settled 0", "200 -, claimed settled, settled 1"},
	} {
		for name, by := range protocols {
			t.Run(strings.TrimPrefix(c.path, "/")+" "+string(c.fault)+" by "+name, func(t *testing.T) {
				s := open(t, impatient(c.fault))
				header, value := by(s.pay(), t, s.challenged(search).header)
				s.chain.Fail(c.path, c.fault)
				first := s.send(search, header, value)
				if got := s.outcome(first, 0); got != c.first {
					t.Errorf("first: %s, not %s: %s", got, c.first, first.body)
				}
				if first.status == 503 && (first.header.Get("Retry-After") == "" || first.header.Get("PAYMENT-REQUIRED") != "" || first.header.Get("WWW-Authenticate") != "") {
					t.Errorf("a payer is asked to pay again: %v", first.header)
				}
				if first.status == 402 && c.path == "/settle" && name == "x402" {
					if failed, _ := readReceipt(t, first.header); failed.Success || failed.Reason != "insufficient_funds" {
						t.Errorf("told %+v", failed)
					}
				}
				again := s.send(search, header, value)
				if got := s.outcome(again, 0); got != c.again {
					t.Errorf("again: %s, not %s: %s", got, c.again, again.body)
				}
				if again.status == 200 {
					if paid, _ := readReceipt(t, again.header); paid.Transaction+paid.Reference != s.chain.Settlements()[0] {
						t.Errorf("the receipt names %+v", paid)
					}
				}
				if s.earned() != 290_000 {
					t.Errorf("%d units moved", s.earned())
				}
			})
		}
	}
}

// impatient gives up soon where a facilitator never answers.
func impatient(f facilitatortest.Fault) option {
	return func(_ *boot.Config, c *facilitator.Config) {
		if f == facilitatortest.Slow || f == facilitatortest.Lost {
			c.Verify, c.Settle = 300*time.Millisecond, 300*time.Millisecond
		}
	}
}

// A facilitator that has settled, did not say so, and calls the nonce used from then
// on: the payment counts, and is answered. One that cannot tell leaves it open, for
// whoever looks at the chain.
func TestAnOutcomeThatIsFoundOutLater(t *testing.T) {
	s := open(t)
	header, value := s.pay().x402(t, s.challenged(search).header)
	s.chain.Fail("/settle", facilitatortest.Twice, facilitatortest.Forgetful)
	if r := s.send(search, header, value); r.status != 503 {
		t.Fatalf("%d", r.status)
	}
	r := s.send(search, header, value)
	if got := s.outcome(r, 0); got != "200 -, claimed settled, settled 1" {
		t.Errorf("used: %s", got)
	}
	if paid, _ := readReceipt(t, r.header); !paid.Success || paid.Transaction != "" {
		t.Errorf("the receipt %+v", paid)
	}

	header, value = s.pay().x402(t, s.challenged(search).header)
	s.chain.Fail("/settle", facilitatortest.Down, facilitatortest.Refusing, facilitatortest.Refusing)
	for range 3 { // an empty wallet may be empty because it has paid
		if r := s.send(search, header, value); r.status != 503 || r.header.Get("WWW-Authenticate") != "" {
			t.Errorf("%d %s", r.status, r.body)
		}
	}
	if got := s.states(); got != "settled unknown" {
		t.Errorf("payments are %s", got)
	}
	if r := s.send(search, header, value); r.status != 200 {
		t.Errorf("at last: %d %s", r.status, r.body)
	}
}
