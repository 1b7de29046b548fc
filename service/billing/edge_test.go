package billing

import (
	"context"
	"errors"
	"testing"
	"time"

	"greenroom/api"
)

// What was used before a restart is read from the ledger, by whichever question
// comes first; a ledger that cannot be read lets nothing through.
func TestUsageIsReadAfterARestart(t *testing.T) {
	book, clock := newBook(), newClock()
	if _, err := mustReserve(t, NewMeter(book, clock.Now), 100*api.Credit).Settle(t.Context(), Delivery{Cost: 100 * api.Credit}); err != nil {
		t.Fatal(err)
	}
	s, err := NewMeter(book, clock.Now).Standing(t.Context(), "a", free)
	if err != nil || s.RemainingMinute != 50*api.Credit || s.RemainingHour != 1400*api.Credit {
		t.Errorf("standing after a restart: %+v, %v", s, err)
	}
	refusal(t, NewMeter(book, clock.Now), 51*api.Credit)
	mustReserve(t, NewMeter(book, clock.Now), 50*api.Credit)

	unread := errors.New("disk on fire")
	m := NewMeter(ledgerThat{usage: func() (Usage, error) { return Usage{}, unread }}, clock.Now)
	if _, err := m.Standing(t.Context(), "a", free); !errors.Is(err, unread) {
		t.Errorf("standing: %v", err)
	}
	if _, err := m.Reserve(t.Context(), claim(1)); !errors.Is(err, unread) || m.Open() != 0 {
		t.Errorf("reserve: %v, %d open", err, m.Open())
	}
}

// ledgerThat answers as it is told.
type ledgerThat struct {
	Ledger
	usage  func() (Usage, error)
	charge func() (Usage, error)
	keep   func(Row) error
}

func (l ledgerThat) Usage(context.Context, string, time.Time) (Usage, error) { return l.usage() }

func (l ledgerThat) Charge(context.Context, Row, api.TierLimits) (Usage, error) { return l.charge() }

func (l ledgerThat) Keep(_ context.Context, row Row) error { return l.keep(row) }

// Usage is trusted for a second, no longer, and less where the clock steps back.
func TestUsageGrowsOld(t *testing.T) {
	book, clock := newBook(), newClock()
	m := NewMeter(book, clock.Now)
	for _, step := range []struct {
		wait  time.Duration
		reads int
	}{{0, 1}, {usageAge - 1, 1}, {1, 2}, {-time.Millisecond, 3}, {time.Minute, 4}} {
		clock.advance(step.wait)
		if _, err := m.Standing(t.Context(), "a", free); err != nil || book.reads != step.reads {
			t.Errorf("%s later: read %d times, want %d, %v", step.wait, book.reads, step.reads, err)
		}
	}
}

// What costs nothing is never refused: not with a balance that is used up and more,
// nor in a window that holds more than its budget because the clock stepped back.
func TestWhatIsFreeIsAlwaysLetThrough(t *testing.T) {
	book, clock := newBook(), newClock()
	m := NewMeter(book, clock.Now)
	balance := 10 * api.Credit
	c := claim(10 * api.Credit)
	c.Balance = &balance
	if _, err := m.Reserve(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	balance, c.Worst = 0, 0 // another process took it
	if r, err := m.Reserve(t.Context(), c); err != nil {
		t.Errorf("free, with a balance used up: %v", err)
	} else {
		r.Release()
	}
	if _, err := mustReserve(t, m, 140*api.Credit).Settle(t.Context(), Delivery{Cost: 140 * api.Credit}); err != nil {
		t.Fatal(err)
	}
	clock.advance(time.Minute)
	mustReserve(t, m, 150*api.Credit)
	clock.advance(-time.Minute)
	if s, err := m.Standing(t.Context(), "a", free); err != nil || s.RemainingMinute != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	mustReserve(t, m, 0)
	refusal(t, m, 1)
}

// A claim of exactly the budget fits once, and another time later: it is not one
// that never could.
func TestAClaimOfTheWholeBudget(t *testing.T) {
	m := NewMeter(newBook(), newClock().Now)
	whole := mustReserve(t, m, 150*api.Credit)
	if r := refusal(t, m, 150*api.Credit); r.Never || r.Limit != 150*api.Credit {
		t.Errorf("%+v", r)
	}
	whole.Release()
	mustReserve(t, m, 150*api.Credit)
}

// Where the ledger refuses and its windows then have room again, the caller is told
// to try soon; other failures are passed on, and nothing stays reserved.
func TestARefusalOfTheLedger(t *testing.T) {
	broken := errors.New("disk on fire")
	for _, said := range []error{ErrOverBudget, ErrNoCredits, broken} {
		m := NewMeter(ledgerThat{
			usage:  func() (Usage, error) { return Usage{}, nil },
			charge: func() (Usage, error) { return Usage{}, said },
		}, newClock().Now)
		r := mustReserve(t, m, 100*api.Credit)
		_, err := r.Settle(t.Context(), Delivery{Cost: 20 * api.Credit})
		var refused *Refusal
		var short *Shortage
		switch {
		case !errors.Is(err, said) || m.Open() != 0:
			t.Errorf("%v: %v, %d open", said, err, m.Open())
		case said == ErrOverBudget && (!errors.As(err, &refused) || *refused != Refusal{Required: 100 * api.Credit, Limit: 150 * api.Credit, RetryAfter: time.Second}):
			t.Errorf("%+v", err)
		case said == ErrNoCredits && (!errors.As(err, &short) || short.Required != 100*api.Credit):
			t.Errorf("%+v", err)
		}
		mustReserve(t, m, 150*api.Credit)
	}
}

// A refusal of the ledger tells of the windows as another process left them.
func TestARefusalTellsOfTheLedgersWindows(t *testing.T) {
	used := Usage{}
	m := NewMeter(ledgerThat{
		usage: func() (Usage, error) { return used, nil },
		charge: func() (Usage, error) {
			used = Usage{Minute: 145 * api.Credit, Hour: 145 * api.Credit}
			return Usage{}, ErrOverBudget
		},
	}, newClock().Now)
	_, err := mustReserve(t, m, 20*api.Credit).Settle(t.Context(), Delivery{Cost: 20 * api.Credit})
	var refused *Refusal
	if !errors.As(err, &refused) || refused.RetryAfter != 40*time.Second {
		t.Errorf("%+v", err)
	}
}

// What costs nothing is kept where that is asked for, and nowhere else; where it
// cannot be, that is said.
func TestWhatIsFreeIsKept(t *testing.T) {
	full, kept := errors.New("disk full"), []Row{}
	for _, c := range []struct {
		keep *Keep
		said error
		rows int
	}{{nil, nil, 0}, {nil, full, 0}, {&Keep{Key: "k"}, nil, 1}, {&Keep{Key: "k"}, full, 1}} {
		kept = kept[:0]
		m := NewMeter(ledgerThat{
			usage: func() (Usage, error) { return Usage{}, nil },
			keep:  func(row Row) error { kept = append(kept, row); return c.said },
		}, newClock().Now)
		_, err := mustReserve(t, m, api.Credit).Settle(t.Context(), Delivery{Keep: c.keep})
		if want := c.keep != nil && c.said != nil; len(kept) != c.rows || want != errors.Is(err, full) || m.Open() != 0 {
			t.Errorf("%+v: %d rows kept, %v, %d open", c, len(kept), err, m.Open())
		}
	}
}

// The cost of everything is settled to the last thousandth, and a cost that is the
// whole reservation is within it.
func TestSettlingTheWholeReservation(t *testing.T) {
	book := newBook()
	m := NewMeter(book, newClock().Now)
	s, err := mustReserve(t, m, 1).Settle(t.Context(), Delivery{Features: []string{"f"}, Cost: 1})
	if err != nil || s.RemainingMinute != free.Minute-1 || len(book.rows) != 1 || book.rows[0].Credits != 1 {
		t.Errorf("%+v, %v, %+v", s, err, book.rows)
	}
	if s.ResetMinute.Sub(s.ResetHour) > 0 || s.ResetMinute != newClock().now.Truncate(time.Minute).Add(time.Minute) || s.ResetHour != newClock().now.Truncate(time.Hour).Add(time.Hour) {
		t.Errorf("begin anew at %s and %s", s.ResetMinute, s.ResetHour)
	}
}

// A balance is held by all that runs, not by the last alone.
func TestABalanceIsHeldByAllThatRuns(t *testing.T) {
	m := NewMeter(newBook(), newClock().Now)
	balance := 100 * api.Credit
	prepaid := func(worst api.Credits) error {
		c := claim(worst)
		c.Balance = &balance
		_, err := m.Reserve(t.Context(), c)
		return err
	}
	for _, worst := range []api.Credits{60 * api.Credit, 30 * api.Credit} {
		if err := prepaid(worst); err != nil {
			t.Fatal(err)
		}
	}
	if err := prepaid(11 * api.Credit); !errors.Is(err, ErrNoCredits) {
		t.Errorf("more than is left: %v", err)
	}
	if err := prepaid(10 * api.Credit); err != nil {
		t.Errorf("exactly what is left: %v", err)
	}
}
