package money_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"greenroom/client/money"
)

// inTime is a purse in a synctest bubble, with so much left of its windows at
// noon.
func inTime(caps money.Caps, minute, hour string) (p *money.Purse, clock func() time.Time) {
	began := time.Now()
	clock = func() time.Time { return noon.Add(time.Since(began)) }
	p = money.New(money.Config{Caps: caps, Prices: &money.PriceList{}, Clock: clock,
		Sleep: func(ctx context.Context, d time.Duration) error {
			select {
			case <-time.After(d):
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}})
	p.Learn(money.News{Header: told(minute, hour), Since: p.Mark()})
	return p, clock
}

func claim(n float64) money.Claim { return money.Claim{High: cr(n)} }

// ended tells why a wait ended, and when.
type ended struct {
	fit money.Fit
	err error
	at  time.Duration // after noon
}

func await(ctx context.Context, p *money.Purse, clock func() time.Time, c money.Claim, w money.Waiting) <-chan ended {
	out := make(chan ended, 1)
	go func() {
		f, err := p.Wait(ctx, c, w)
		out <- ended{f, err, clock().Sub(noon)}
	}()
	synctest.Wait()
	return out
}

func TestWaitsForTheWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, clock := inTime(money.Caps{}, "10", "1500")
		if f, err := p.Wait(t.Context(), claim(10), money.Waiting{}); !f.OK() || err != nil || clock() != noon || len(p.Queue()) != 0 {
			t.Fatalf("what fits waits: %+v %v", f, err)
		}
		p.Settle(cr(10), 0)
		end := await(t.Context(), p, clock, claim(50), money.Waiting{Doing: "search", Subject: "cooks"})
		want := money.Waiting{Doing: "search", Subject: "cooks", High: cr(50), Since: noon, Until: noon.Add(30 * time.Second)}
		if q := p.Queue(); len(q) != 1 || q[0] != want {
			t.Errorf("queue: %+v", q)
		}
		if e := <-end; !e.fit.OK() || e.err != nil || e.at != 30*time.Second || len(p.Queue()) != 0 {
			t.Errorf("%+v", e)
		}
		if p.Fit(claim(100.001)).OK() || !p.Fit(claim(100)).OK() {
			t.Error("what was waited for is not held")
		}
	})
}

// The order is that of coming, also for one that would fit now.
func TestTheQueueIsServedInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, clock := inTime(money.Caps{}, "10", "1500")
		first := await(t.Context(), p, clock, claim(100), money.Waiting{Doing: "first"})
		ctx, leave := context.WithCancel(t.Context())
		gone := await(ctx, p, clock, claim(1), money.Waiting{Doing: "gone"})
		last := await(t.Context(), p, clock, claim(5), money.Waiting{Doing: "last"})
		if q := p.Queue(); len(q) != 3 || q[0].Doing != "first" || q[1].Doing != "gone" || q[2].Doing != "last" || !q[2].Until.IsZero() {
			t.Errorf("queue: %+v", q)
		}
		leave()
		if e := <-gone; !errors.Is(e.err, context.Canceled) || e.at != 0 {
			t.Errorf("gone: %+v", e)
		}
		if q := p.Queue(); len(q) != 2 || q[1].Doing != "last" {
			t.Errorf("queue: %+v", q)
		}
		if e := <-first; !e.fit.OK() || e.at != 30*time.Second {
			t.Errorf("first: %+v", e)
		}
		if e := <-last; !e.fit.OK() || e.at != 30*time.Second {
			t.Errorf("last: %+v", e)
		}
	})
}

// What is given back lets the next one go before the window is over.
func TestWhatIsGivenBackIsUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, clock := inTime(money.Caps{}, "150", "1500")
		p.Take(claim(100))
		end := await(t.Context(), p, clock, claim(100), money.Waiting{})
		time.Sleep(5 * time.Second)
		p.Settle(cr(100), 0)
		if e := <-end; !e.fit.OK() || e.at != 5*time.Second {
			t.Errorf("%+v", e)
		}
	})
}

// A moment that the service named is waited for, though the claim would fit.
func TestWaitsUntilTheMomentThatWasNamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, clock := inTime(money.Caps{}, "150", "1500")
		end := await(t.Context(), p, clock, claim(1), money.Waiting{Until: noon.Add(7 * time.Second)})
		if q := p.Queue(); len(q) != 1 || !q[0].Until.Equal(noon.Add(7*time.Second)) {
			t.Errorf("queue: %+v", q)
		}
		time.Sleep(time.Second)
		p.Settle(0, 0) // a change does not let it go early
		if e := <-end; !e.fit.OK() || e.at != 7*time.Second {
			t.Errorf("%+v", e)
		}
	})
}

// What waiting does not help is said at once, or when its turn comes.
func TestWaitingThatDoesNotHelp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, clock := inTime(money.Caps{Session: amount(120)}, "10", "1500")
		if f, err := p.Wait(t.Context(), claim(121), money.Waiting{}); f.Reason != money.OverSession || err != nil || clock() != noon {
			t.Errorf("%+v %v", f, err)
		}
		if f, err := p.Wait(t.Context(), claim(151), money.Waiting{}); f.Reason != money.NeverFits || err != nil || clock() != noon {
			t.Errorf("%+v %v", f, err)
		}
		first := await(t.Context(), p, clock, claim(70), money.Waiting{})
		second := await(t.Context(), p, clock, claim(60), money.Waiting{})
		if e := <-first; !e.fit.OK() {
			t.Errorf("first: %+v", e)
		}
		if e := <-second; e.fit.Reason != money.OverSession || e.fit.Left != cr(50) || e.fit.Most != cr(120) || e.at != 30*time.Second {
			t.Errorf("second: %+v", e)
		}
	})
}

func TestASleepThatFailsEndsTheWait(t *testing.T) {
	t.Parallel()
	broken := errors.New("no timer")
	p := money.New(money.Config{Prices: &money.PriceList{}, Clock: func() time.Time { return noon },
		Sleep: func(context.Context, time.Duration) error { return broken }})
	p.Learn(money.News{Header: told("1", "1"), Since: p.Mark()})
	if f, err := p.Wait(t.Context(), claim(5), money.Waiting{}); !errors.Is(err, broken) || f.High != 0 || len(p.Queue()) != 0 {
		t.Errorf("%+v %v", f, err)
	}
}
