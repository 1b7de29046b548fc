package billing

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"greenroom/api"
)

// book is a ledger in memory that checks windows as a database does, and
// fails the test when one is ever over its limit.
type book struct {
	mu      sync.Mutex
	rows    []Row
	windows map[string]api.Credits
	reads   int
	during  func()    // runs inside Charge, before it writes
	written func(Row) // runs inside Charge, once it has written
}

func newBook() *book { return &book{windows: map[string]api.Credits{}} }

func spans(account string, at time.Time) (minute, hour string) {
	m, h := Windows(at)
	return fmt.Sprint(account, "/m", m.Unix()), fmt.Sprint(account, "/h", h.Unix())
}

func (b *book) Usage(_ context.Context, account string, at time.Time) (Usage, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reads++
	m, h := spans(account, at)
	return Usage{b.windows[m], b.windows[h]}, nil
}

func (b *book) Charge(ctx context.Context, row Row, limits api.TierLimits) (Usage, error) {
	if b.during != nil {
		b.during()
	}
	usage, err := b.write(ctx, row, limits)
	if b.written != nil {
		b.written(row)
	}
	return usage, err
}

func (b *book) write(_ context.Context, row Row, limits api.TierLimits) (Usage, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	m, h := spans(row.AccountID, row.At)
	if b.windows[m]+row.Credits > limits.Minute || b.windows[h]+row.Credits > limits.Hour {
		return Usage{b.windows[m], b.windows[h]}, ErrOverBudget
	}
	b.rows = append(b.rows, row)
	b.windows[m] += row.Credits
	b.windows[h] += row.Credits
	return Usage{b.windows[m], b.windows[h]}, nil
}

func (b *book) Rows(_ context.Context, account string, visit func(Row) error) error {
	for _, r := range b.rows {
		if account == "" || r.AccountID == account {
			if err := visit(r); err != nil {
				return err
			}
		}
	}
	return nil
}

type testClock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *testClock { return &testClock{now: time.Date(2026, 3, 1, 12, 30, 20, 0, time.UTC)} }

func (c *testClock) Now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.now }

func (c *testClock) advance(d time.Duration) { c.mu.Lock(); c.now = c.now.Add(d); c.mu.Unlock() }

var free = api.TierLimits{Minute: 150 * api.Credit, Hour: 1500 * api.Credit}

func claim(worst api.Credits) Claim {
	return Claim{RequestID: "r", AccountID: "a", Endpoint: "POST /v1/search", Limits: free, Worst: worst}
}

func mustReserve(t *testing.T, m *Meter, worst api.Credits) *Reservation {
	t.Helper()
	r, err := m.Reserve(t.Context(), claim(worst))
	if err != nil {
		t.Fatalf("reserve %s: %v", worst, err)
	}
	return r
}

func refusal(t *testing.T, m *Meter, worst api.Credits) *Refusal {
	t.Helper()
	_, err := m.Reserve(t.Context(), claim(worst))
	var r *Refusal
	if !errors.As(err, &r) || !errors.Is(err, ErrOverBudget) {
		t.Fatalf("reserve %s: got %v, want a refusal", worst, err)
	}
	return r
}

func TestReservationsCountUntilSettledOrReleased(t *testing.T) {
	m := NewMeter(newBook(), newClock().Now)
	first := mustReserve(t, m, 100*api.Credit)
	if r := refusal(t, m, 51*api.Credit); r.Never || r.RetryAfter != 40*time.Second || r.Required != 51*api.Credit {
		t.Errorf("refusal = %+v, want the 40 s to the next minute", r)
	}
	second := mustReserve(t, m, 50*api.Credit)
	second.Release()
	second.Release()
	got, err := first.Settle(t.Context(), Delivery{Cost: 30 * api.Credit})
	if err != nil || got.RemainingMinute != 120*api.Credit || got.RemainingHour != 1470*api.Credit {
		t.Errorf("after 30 of 150: %+v, %v", got, err)
	}
	mustReserve(t, m, 120*api.Credit)
	refusal(t, m, 1)
}

func TestRefusalNamesTheLaterWindow(t *testing.T) {
	book, clock := newBook(), newClock()
	m := NewMeter(book, clock.Now)
	for range 10 {
		if _, err := mustReserve(t, m, 150*api.Credit).Settle(t.Context(), Delivery{Cost: 150 * api.Credit}); err != nil {
			t.Fatal(err)
		}
		clock.advance(time.Minute)
	}
	if r := refusal(t, m, api.Credit); r.RetryAfter != 19*time.Minute+40*time.Second {
		t.Errorf("hour full: retry after %s", r.RetryAfter)
	}
	clock.advance(20 * time.Minute)
	mustReserve(t, m, 150*api.Credit)
	if r := refusal(t, m, 151*api.Credit); !r.Never || r.Limit != 150*api.Credit {
		t.Errorf("larger than a minute: %+v", r)
	}
}

func TestWorkAcrossTheBorderIsBookedWhereItWasReserved(t *testing.T) {
	book, clock := newBook(), newClock()
	m := NewMeter(book, clock.Now)
	early := mustReserve(t, m, 150*api.Credit)
	clock.advance(time.Minute)
	late := mustReserve(t, m, 150*api.Credit)
	standing, err := early.Settle(t.Context(), Delivery{Cost: 150 * api.Credit})
	if err != nil {
		t.Fatalf("settle over the border: %v", err)
	}
	if standing.RemainingMinute != 0 || standing.RemainingHour != 1200*api.Credit {
		t.Errorf("standing = %+v, want the new minute reserved and both in the hour", standing)
	}
	if _, err := late.Settle(t.Context(), Delivery{Cost: 150 * api.Credit}); err != nil {
		t.Fatal(err)
	}
	if a, b := book.rows[0].At, book.rows[1].At; b.Sub(a) != time.Minute {
		t.Errorf("booked at %s and %s, want each in its own minute", a, b)
	}
}

func TestAClockThatStepsBackReopensNothing(t *testing.T) {
	clock := newClock()
	m := NewMeter(newBook(), clock.Now)
	mustReserve(t, m, 150*api.Credit)
	clock.advance(-time.Minute)
	refusal(t, m, api.Credit)
}

func TestFreeWorkWritesNoRowAndIsNeverRefused(t *testing.T) {
	book := newBook()
	m := NewMeter(book, newClock().Now)
	mustReserve(t, m, 150*api.Credit)
	if _, err := mustReserve(t, m, 0).Settle(t.Context(), Delivery{Cost: 0}); err != nil || len(book.rows) != 0 {
		t.Errorf("free work: %v, %d rows", err, len(book.rows))
	}
}

func TestCostOverTheReservationIsAnError(t *testing.T) {
	book := newBook()
	m := NewMeter(book, newClock().Now)
	if _, err := mustReserve(t, m, api.Credit).Settle(t.Context(), Delivery{Cost: 2 * api.Credit}); err == nil || len(book.rows) != 0 {
		t.Errorf("got %v and %d rows", err, len(book.rows))
	}
	mustReserve(t, m, 150*api.Credit)
}

func TestTwoMetersOnOneLedger(t *testing.T) {
	book, clock := newBook(), newClock()
	one, two := NewMeter(book, clock.Now), NewMeter(book, clock.Now)
	if _, err := two.Standing(t.Context(), "a", free); err != nil {
		t.Fatal(err)
	}
	if _, err := mustReserve(t, one, 100*api.Credit).Settle(t.Context(), Delivery{Cost: 100 * api.Credit}); err != nil {
		t.Fatal(err)
	}
	blind := mustReserve(t, two, 100*api.Credit)
	if _, err := blind.Settle(t.Context(), Delivery{Cost: 100 * api.Credit}); !errors.Is(err, ErrOverBudget) {
		t.Fatalf("the ledger cannot hold it: got %v", err)
	}
	if r := refusal(t, two, 51*api.Credit); r.Never {
		t.Error("two has not learnt what one used")
	}
	clock.advance(usageAge)
	if s, _ := one.Standing(t.Context(), "a", free); s.RemainingMinute != 50*api.Credit {
		t.Errorf("remaining = %s", s.RemainingMinute)
	}
	if len(book.rows) != 1 {
		t.Errorf("%d rows", len(book.rows))
	}
}

func TestAReadDuringAChargeCountsNothingTwice(t *testing.T) {
	book, clock := newBook(), newClock()
	m := NewMeter(book, clock.Now)
	r := mustReserve(t, m, 75*api.Credit)
	var inside *Reservation
	book.during = func() {
		book.during = nil
		clock.advance(2 * usageAge)
		inside = mustReserve(t, m, 75*api.Credit)
	}
	if _, err := r.Settle(t.Context(), Delivery{Cost: 75 * api.Credit}); err != nil {
		t.Fatal(err)
	}
	if s, err := inside.Settle(t.Context(), Delivery{Cost: 75 * api.Credit}); err != nil || s.RemainingMinute != 0 {
		t.Errorf("both fit exactly: %+v, %v", s, err)
	}
}

func TestALedgerThatPanicsLeavesNothingOpen(t *testing.T) {
	book, clock := newBook(), newClock()
	m := NewMeter(book, clock.Now)
	r := mustReserve(t, m, 150*api.Credit)
	book.during = func() { panic("disk on fire") }
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		_, _ = r.Settle(t.Context(), Delivery{Cost: 150 * api.Credit})
	}()
	book.during = nil
	reads := book.reads
	if s, err := m.Standing(t.Context(), "a", free); err != nil || s.RemainingMinute != 150*api.Credit || book.reads == reads || m.Open() != 0 {
		t.Errorf("%+v, %v, %d open", s, err, m.Open())
	}
}

func TestABalanceIsHeldUntilItIsCharged(t *testing.T) {
	m := NewMeter(newBook(), newClock().Now)
	balance := 100 * api.Credit
	prepaid := func(worst api.Credits) (*Reservation, error) {
		c := claim(worst)
		c.Balance = &balance
		return m.Reserve(t.Context(), c)
	}
	first, err := prepaid(60 * api.Credit)
	if err != nil {
		t.Fatal(err)
	}
	var short *Shortage
	if _, err := prepaid(41 * api.Credit); !errors.Is(err, ErrNoCredits) || !errors.As(err, &short) || short.Required != 41*api.Credit {
		t.Errorf("over what is left: %v", err)
	}
	if _, err := prepaid(0); err != nil {
		t.Errorf("free: %v", err)
	}
	first.Release()
	second, err := prepaid(100 * api.Credit)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := second.Settle(t.Context(), Delivery{Cost: 10 * api.Credit}); err != nil {
		t.Fatal(err)
	}
	balance = 90 * api.Credit
	if _, err := prepaid(90 * api.Credit); err != nil {
		t.Errorf("exactly what is left: %v", err)
	}
}

// Many callers, real costs below the worst case, releases, and a clock that
// crosses borders: no window may ever be over, and nothing may be charged that
// was not settled.
func TestWindowsNeverExceedUnderConcurrency(t *testing.T) {
	book, clock := newBook(), newClock()
	meters := []*Meter{NewMeter(book, clock.Now), NewMeter(book, clock.Now)}
	var settled sync.Map
	var wait sync.WaitGroup
	for w := range 16 {
		wait.Go(func() {
			random := rand.New(rand.NewPCG(7, uint64(w)))
			for i := range 200 {
				id := fmt.Sprint(w, "-", i)
				cost := spend(t, meters[w%2], id, random)
				settled.Store(id, cost)
				if random.IntN(20) == 0 {
					clock.advance(time.Duration(random.IntN(20)) * time.Second)
				}
			}
		})
	}
	wait.Wait()
	var charged, want api.Credits
	for _, r := range book.rows {
		charged += r.Credits
	}
	settled.Range(func(_, c any) bool { want += c.(api.Credits); return true })
	if charged != want || charged == 0 {
		t.Errorf("the ledger holds %s, callers were told %s", charged, want)
	}
	for _, m := range meters {
		for _, a := range m.accounts {
			if a.minute.reserved != 0 || a.hour.reserved != 0 || a.charging != 0 {
				t.Errorf("left over: %+v", a)
			}
		}
	}
	byWindow(t, book)
}

func spend(t *testing.T, m *Meter, id string, random *rand.Rand) api.Credits {
	worst := api.Credits(random.IntN(60_000))
	r, err := m.Reserve(t.Context(), Claim{RequestID: id, AccountID: "a", Limits: free, Worst: worst})
	if errors.Is(err, ErrOverBudget) {
		return 0
	}
	if err != nil {
		t.Error(err)
		return 0
	}
	defer r.Release()
	if random.IntN(5) == 0 {
		return 0
	}
	cost := api.Credits(random.Int64N(int64(worst) + 1))
	if _, err := r.Settle(t.Context(), Delivery{Cost: cost}); err != nil {
		if !errors.Is(err, ErrOverBudget) {
			t.Error(err)
		}
		return 0
	}
	return cost
}

func byWindow(t *testing.T, b *book) {
	t.Helper()
	sums := map[string]api.Credits{}
	for _, r := range b.rows {
		m, h := spans("a", r.At)
		sums[m] += r.Credits
		sums[h] += r.Credits
		if sums[m] > free.Minute || sums[h] > free.Hour {
			t.Fatalf("a window is over its budget at %s", r.At)
		}
	}
}

func (b *book) Keep(context.Context, Row) error { return nil }

func (b *book) Kept(context.Context, Owner, string, time.Time) (Row, error) { return Row{}, nil }
