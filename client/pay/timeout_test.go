package pay_test

import (
	"net/http"
	"strings"
	"testing"

	"greenroom/client"
	"greenroom/client/pay"
)

// timeout is an answer that never comes.
type timeout struct{}

func (timeout) Error() string { return "no answer in time" }

func (timeout) Timeout() bool { return true }

func (timeout) Temporary() bool { return true }

// slow lets requests with a payment go out and loses what comes back.
type slow struct{ times int }

func (s *slow) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := http.DefaultTransport.RoundTrip(r)
	if s.times > 0 && r.Header.Get("Authorization")+r.Header.Get("PAYMENT-SIGNATURE") != "" {
		s.times--
		_ = resp.Body.Close()
		return nil, timeout{}
	}
	return resp, err
}

func TestAfterATimeout(t *testing.T) {
	through := &slow{times: 2}
	s := open(t, both, func(_ *pay.Config, c *client.Config) { c.HTTP = &http.Client{Transport: through} })
	receipt, err := s.search("gardeners")
	if e := failure(t, err); e.Kind != client.KindTimeout || e.Outcome != client.OutcomeUnknown || !strings.Contains(e.Message, "never paid twice") {
		t.Errorf("%+v", e)
	}
	if _, unknown := receipt.Paid(); unknown.String() != "$0.45" || s.counted().String() != "$0.45" {
		t.Errorf("%s unknown, %s counts", unknown, s.counted())
	}
	s.want(1, 1)
	// The planner asks again, in another run of the program, with no cap for a new payment.
	s.connect(func(p *pay.Config, _ *client.Config) { p.Caps.Day = 450_000 })
	receipt, err = s.search("gardeners")
	if err != nil || receipt.Outcome != client.OutcomeCharged {
		t.Fatalf("%+v, %v", receipt, err)
	}
	if got := s.tally(t); got.settled != 1 || got.signatures != 1 || got.unpaid != 1 {
		t.Errorf("the seller saw %+v", got)
	}
	if rows := s.rows(); len(rows) != 1 || rows[0] != client.OutcomeCharged || s.counted().String() != "$0.45" {
		t.Errorf("the journal says %v, %s counts", rows, s.counted())
	}
}
