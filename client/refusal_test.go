package client_test

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
)

const busy = `{"error":{"code":"service_unavailable","message":"Later."}}`

// busyWith is a refusal for a while, with headers.
func busyWith(headers ...string) http.HandlerFunc {
	return say(503, busy, append(headers, "Retry-After", "1")...)
}

// charges returns the journal's charge of each call.
func charges(m *memory) (list []api.Credits) {
	for _, row := range m.entries() {
		if row.High > 0 {
			list = append(list, row.receipt.Charged)
		}
	}
	return list
}

// TestARefusalThatTook: the budget shows that a 503 was charged. It is not sent
// again, the journal says so, and no 503 of the service is taken for free from
// then on, by the next client with the same memory neither.
func TestARefusalThatTook(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		script  []http.HandlerFunc
		sent    int
		charged []api.Credits
	}{
		"the 503 tells":          {[]http.HandlerFunc{busyWith(left("105", "955")...)}, 1, []api.Credits{45000}},
		"the next 503 tells":     {[]http.HandlerFunc{busyWith(), busyWith(left("60", "910")...)}, 2, []api.Credits{90000}},
		"the next answer tells":  {[]http.HandlerFunc{busyWith(), say(200, nothingFound, append(left("80", "930"), "X-Credits-Charged", "25")...)}, 2, []api.Credits{70000}},
		"only the hour tells":    {[]http.HandlerFunc{busyWith("RateLimit-Remaining-Hour", "955", "RateLimit-Reset-Hour", unix(resetHour))}, 1, []api.Credits{45000}},
		"a refusal of the next":  {[]http.HandlerFunc{busyWith(), say(429, rateLimited, left("105", "955")...)}, 2, []api.Credits{45000}},
		"a later free call does": {[]http.HandlerFunc{say(503, busy), say(200, healthy, left("105", "955")...)}, 1, []api.Credits{45000}},
	} {
		m := &memory{}
		s := newService(t, append([]http.HandlerFunc{say(200, healthy, left("150", "1000")...)}, append(test.script, busyWith())...)...)
		c, _ := dial(t, s, remembering(m))
		_, _, _ = c.Health(t.Context())
		_, _ = searchFor(c, 10)
		if len(s.requests()) != 1+test.sent {
			t.Errorf("%s: sent %d times", name, len(s.requests())-1)
		}
		if len(test.script) > test.sent {
			_, _, _ = c.Health(t.Context())
		}
		if got := charges(m); !slices.Equal(got, test.charged) || m.entries()[1].receipt.Outcome != client.OutcomeCharged {
			t.Errorf("%s: the journal says %v, %s", name, got, m.entries()[1].receipt.Outcome)
		}
		next, _ := dial(t, s, remembering(m))
		before := len(s.requests())
		_, err := searchFor(next, 11)
		if e := failure(t, err); e.Outcome != client.OutcomeUnknown || len(s.requests()) != before+1 {
			t.Errorf("%s: afterwards a 503 is %s, sent %d times", name, e.Outcome, len(s.requests())-before)
		}
	}
}

// TestRefusalsThatAreFree: nothing is believed of a service that nothing proves.
func TestRefusalsThatAreFree(t *testing.T) {
	t.Parallel()
	next := func(minute, hour string) []string {
		return []string{
			"RateLimit-Remaining-Minute", minute, "RateLimit-Reset-Minute", unix(resetMinute.Add(time.Minute)),
			"RateLimit-Remaining-Hour", hour, "RateLimit-Reset-Hour", unix(resetHour.Add(time.Hour)),
		}
	}
	for name, test := range map[string]struct {
		told, then []string
		others     api.Credits
	}{
		"nothing was taken":        {left("150", "1000"), left("150", "1000"), 0},
		"no price it can have":     {left("150", "1000"), left("106", "956"), 0},
		"more than it can cost":    {left("150", "1000"), left("90", "940"), 0},
		"less than it can cost":    {left("150", "1000"), left("140", "990"), 0},
		"the windows disagree":     {left("150", "1000"), left("105", "1000"), 0},
		"other windows":            {left("150", "1000"), next("105", "955"), 0},
		"nothing known before":     {nil, left("105", "955"), 0},
		"another program spent it": {left("150", "1000"), left("105", "955"), 46 * api.Credit},
	} {
		m := &memory{spent: test.others}
		s := newService(t, say(200, healthy, test.told...), busyWith(test.then...))
		c, _ := dial(t, s, remembering(m))
		_, _, _ = c.Health(t.Context())
		receipt, err := searchFor(c, 10)
		if e := failure(t, err); e.Outcome != client.OutcomeFree || receipt.Charged != 0 || len(s.requests()) != 4 || m.paidRefusals {
			t.Errorf("%s: %s, %s charged, sent %d times, %v", name, e.Outcome, receipt.Charged, len(s.requests())-1, m.paidRefusals)
		}
	}
}

// TestRefusalsAmongOtherCalls: what overlapped is nobody's fault.
func TestRefusalsAmongOtherCalls(t *testing.T) {
	t.Parallel()
	arrived, answer := make(chan struct{}), make(chan struct{})
	slow := func(w http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-answer
		say(200, oneCreator, "X-Credits-Charged", "0.1")(w, r)
	}
	m := &memory{}
	s := newService(t, say(200, healthy, left("150", "1000")...), slow, busyWith(left("105", "955")...))
	c, _ := dial(t, s, remembering(m))
	_, _, _ = c.Health(t.Context())
	ended := make(chan error)
	go func() { _, _, err := c.Creator(context.Background(), creator, false); ended <- err }()
	<-arrived
	_, err := searchFor(c, 10)
	close(answer)
	if e := failure(t, err); <-ended != nil || e.Outcome != client.OutcomeFree || m.paidRefusals {
		t.Errorf("%+v, %v", e, m.paidRefusals)
	}
}
