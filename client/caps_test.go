package client_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

func capped(caps client.Caps) func(*client.Config) {
	return func(cfg *client.Config) { cfg.Caps = caps }
}

func credits(n api.Credits) *api.Credits { n *= api.Credit; return &n }

func TestCapOfACall(t *testing.T) {
	t.Parallel()
	s := newService(t, say(200, nothingFound, "X-Credits-Charged", "25"))
	c, _ := dial(t, s, capped(client.Caps{Call: credits(50)}))
	_, err := searchFor(c, 25)
	want := "This can cost up to 75 credits; the cap is 50. Nothing was sent. Ask for less, or raise the cap."
	if e := failure(t, err); e.Kind != client.KindOverCap || e.Message != want || e.Outcome != client.OutcomeFree || len(s.requests()) != 0 {
		t.Errorf("%+v", e)
	}
	if _, err = searchFor(c, 10, client.MaxCredits(44999)); client.KindOf(err) != client.KindOverCap {
		t.Errorf("over the lower cap: %v", err)
	}
	if _, err = searchFor(c, 25, client.MaxCredits(100*api.Credit)); client.KindOf(err) != client.KindOverCap {
		t.Errorf("an option does not lift the cap: %v", err)
	}
	if _, err = searchFor(c, 10, client.MaxCredits(45*api.Credit)); err != nil {
		t.Errorf("exactly: %v", err)
	}
}

// TestCapOfASession counts what calls cost, and a lost one with the most it can
// have cost.
func TestCapOfASession(t *testing.T) {
	t.Parallel()
	s := newService(t, say(200, nothingFound, "X-Credits-Charged", "25"), drop, say(429, rateLimited), say(200, nothingFound))
	c, _ := dial(t, s, capped(client.Caps{Session: credits(116)}))
	if _, err := searchFor(c, 10); err != nil {
		t.Fatal(err)
	}
	if _, err := searchFor(c, 10); client.KindOf(err) != client.KindLost {
		t.Fatal(err)
	}
	if _, err := searchFor(c, 10); !client.Is(err, api.CodeRateLimited) {
		t.Fatal(err)
	}
	_, err := searchFor(c, 11)
	want := "This can cost up to 47 credits; 46 of the session cap of 116 are left. Nothing was sent. Ask for less, or raise the cap."
	if e := failure(t, err); e.Kind != client.KindOverCap || e.Message != want || !e.RetryAt.IsZero() {
		t.Errorf("%+v", e)
	}
	if _, _, err := c.SearchPage(context.Background(), "s", ""); err != nil {
		t.Errorf("a free call: %v", err)
	}
	if _, err := searchFor(c, 10); err != nil {
		t.Errorf("what fits: %v", err)
	}
}

func TestCapOfADay(t *testing.T) {
	t.Parallel()
	midnight := noon.Truncate(24*60*60*1e9).AddDate(0, 0, 1)
	for name, m := range map[string]*memory{"with a memory": {spent: 10 * api.Credit}, "without one": nil} {
		s := newService(t, say(200, nothingFound, "X-Credits-Charged", "25"), drop, say(200, nothingFound, "X-Credits-Charged", "25"))
		most := credits(70)
		c, clock := dial(t, s, func(cfg *client.Config) {
			if m != nil {
				cfg.Memory, most = m, credits(80)
			}
			cfg.Caps.Day = most
		})
		if _, err := searchFor(c, 10); err != nil {
			t.Fatal(name, err)
		}
		if _, err := searchFor(c, 10, client.Refresh()); client.KindOf(err) != client.KindLost {
			t.Fatal(name, err)
		}
		_, err := searchFor(c, 1, client.Refresh())
		want := "This can cost up to 27 credits; 0 of today's cap of " + most.String() + " are left. Nothing was sent. Ask for less, or raise the cap."
		if e := failure(t, err); e.Kind != client.KindOverCap || e.Message != want || !e.RetryAt.Equal(midnight) {
			t.Errorf("%s: %+v", name, e)
		}
		if clock.now = midnight; m != nil {
			m.spent = 0
		}
		if _, err := searchFor(c, 10, client.Refresh()); err != nil {
			t.Errorf("%s: the next day: %v", name, err)
		}
	}
}

func TestDayThatCannotBeRead(t *testing.T) {
	t.Parallel()
	locked := errors.New("locked")
	s := newService(t, say(200, healthy))
	c, _ := dial(t, s, remembering(&memory{pay: locked}), capped(client.Caps{Day: credits(70)}))
	_, err := searchFor(c, 1)
	if e := failure(t, err); e.Kind != client.KindJournal || !errors.Is(err, locked) || len(s.requests()) != 0 {
		t.Errorf("%+v", e)
	}
	if _, _, err := c.Health(context.Background()); err != nil {
		t.Errorf("a free call: %v", err)
	}
}

// TestCapsHoldForCallsAtOnce: of twenty searches of up to 45 credits, a day or
// a session of 100 holds two at least, and three at most where each cost 25.
func TestCapsHoldForCallsAtOnce(t *testing.T) {
	t.Parallel()
	for name, caps := range map[string]client.Caps{"session": {Session: credits(100)}, "day": {Day: credits(100)}} {
		m := &memory{}
		s := newService(t, say(200, nothingFound, "X-Credits-Charged", "25"))
		c, _ := dial(t, s, remembering(m), capped(caps))
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() { _, _ = searchFor(c, 10, client.Refresh()) })
		}
		wg.Wait()
		if n := len(s.requests()); n < 2 || n > 3 {
			t.Errorf("%s: %d were sent", name, n)
		}
	}
}

// TestWhatABudgetRefusesLeavesTheDay: a call that is not sent takes nothing from
// the day.
func TestWhatABudgetRefusesLeavesTheDay(t *testing.T) {
	t.Parallel()
	s := newService(t, say(200, healthy, left("30", "1000")...), say(200, nothingFound, "X-Credits-Charged", "25"))
	c, clock := dial(t, s, capped(client.Caps{Day: credits(50)}))
	if _, _, err := c.Health(context.Background()); err != nil {
		t.Fatal(err)
	}
	if _, err := searchFor(c, 10); client.KindOf(err) != client.KindOverBudget {
		t.Fatal(err)
	}
	clock.now = resetMinute
	if _, err := searchFor(c, 10); err != nil {
		t.Error(err)
	}
}
