package sqlite_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service/billing"
	"greenroom/service/store/sqlite"
	"greenroom/service/store/storetest"
)

var budget = api.TierLimits{Minute: 150 * api.Credit, Hour: 1500 * api.Credit}

// spender charges one account by a clock that may be wrong, and keeps its own
// count of what the windows may hold.
type spender struct {
	*testing.T
	random *rand.Rand
	truth  time.Time
	wrong  time.Duration // what the clock shows beside the truth
	store  *sqlite.Store
	meter  *billing.Meter
	open   []held
	asked  int
	spent  map[string]api.Credits
}

// held is a reservation with the names of the windows it counts in.
type held struct {
	*billing.Reservation
	worst api.Credits
	names []string
}

func newSpender(t *testing.T, seed uint64) *spender {
	s := &spender{T: t, random: rand.New(rand.NewPCG(seed, 5)), truth: storetest.Noon, spent: map[string]api.Credits{},
		store: openAt(t, filepath.Join(t.TempDir(), "store.db"))}
	s.meter = billing.NewMeter(s.store, s.now)
	return s
}

func (s *spender) now() time.Time { return s.truth.Add(s.wrong) }

// names are the windows as the clock shows them.
func (s *spender) names() []string {
	minute, hour := billing.Windows(s.now())
	return []string{fmt.Sprint("minute ", minute.Unix()), fmt.Sprint("hour ", hour.Unix())}
}

func limitOf(name string) api.Credits {
	if name[0] == 'm' {
		return budget.Minute
	}
	return budget.Hour
}

func (s *spender) reserve(worst api.Credits) error {
	s.Helper()
	names := s.names()
	s.asked++
	r, err := s.meter.Reserve(s.Context(), billing.Claim{RequestID: fmt.Sprint("r", s.asked), AccountID: "a", Limits: budget, Worst: worst})
	var refusal *billing.Refusal
	if errors.As(err, &refusal) && (refusal.RetryAfter <= 0 || refusal.RetryAfter > time.Hour) {
		s.Errorf("at %s: try again in %s", s.now(), refusal.RetryAfter)
	}
	if err == nil {
		s.open = append(s.open, held{r, worst, names})
	} else if refusal == nil {
		s.Fatal(err)
	}
	return err
}

// end settles or releases what was reserved first.
func (s *spender) end() {
	s.Helper()
	h := s.open[0]
	s.open = s.open[1:]
	if s.random.IntN(6) == 0 {
		h.Release()
		return
	}
	cost := api.Credits(s.random.Int64N(int64(h.worst))) + 1
	if _, err := h.Settle(s.Context(), billing.Delivery{Cost: cost}); err != nil {
		if !errors.Is(err, billing.ErrOverBudget) {
			s.Fatal(err)
		}
		return
	}
	for _, name := range h.names {
		if s.spent[name] += cost; s.spent[name] > limitOf(name) {
			s.Fatalf("%s holds %s of %s", name, s.spent[name], limitOf(name))
		}
	}
}

// live lets time pass: it goes on, the machine sleeps, the clock leaps either way
// or is set right.
func (s *spender) live() {
	far := time.Duration(s.random.Int64N(int64(72*time.Hour))) - 36*time.Hour
	near := time.Duration(s.random.Int64N(int64(4*time.Minute))) - 2*time.Minute
	switch s.random.IntN(12) {
	case 0:
		s.wrong = far
	case 1:
		s.wrong += near
	case 2:
		s.wrong = 0
	case 3:
		s.truth = s.truth.Add(max(far, 0)) // asleep
	default:
		s.truth = s.truth.Add(time.Duration(s.random.IntN(20_000)) * time.Millisecond)
	}
}

// rightAgain sets the clock right, now or a while ago: what is left is the whole
// budget, but for what the ledger holds in these very windows.
func (s *spender) rightAgain(ago time.Duration) {
	s.Helper()
	for len(s.open) > 0 {
		s.end()
	}
	s.wrong, s.truth = 0, s.truth.Add(ago)
	names := s.names()
	left := min(budget.Minute-s.spent[names[0]], budget.Hour-s.spent[names[1]])
	if err := s.reserve(left); err != nil {
		s.Fatalf("%s after the clock was right again %s do not fit: %v", ago, left, err)
	}
	if err := s.reserve(1); err == nil {
		s.Fatal("more than the budget fits")
	}
	s.open[0].Release()
	s.open = nil
}

// A clock that leaps, steps back, sleeps and is set right: no window ever holds
// more than its budget, and once the clock is right all is as if it always had
// been.
func TestBudgetsFollowAClockThatMayBeWrong(t *testing.T) {
	for seed := range uint64(6) {
		s := newSpender(t, seed)
		for _, ago := range []time.Duration{0, 0, 0, time.Second, time.Second, time.Minute, time.Minute, time.Hour, time.Hour} {
			for range 40 {
				s.live()
				_ = s.reserve(api.Credits(s.random.Int64N(int64(80*api.Credit))) + 1)
				if len(s.open) > s.random.IntN(4) {
					s.end()
				}
			}
			s.rightAgain(ago)
		}
		if len(s.spent) < 20 {
			t.Errorf("seed %d: only %d windows were spent in", seed, len(s.spent))
		}
	}
}

// A clock a day ahead for one call locks the account for no moment of that day, and
// the windows it used up ahead are used up when they come.
func TestALeapOfTheClockLocksNoAccount(t *testing.T) {
	s := newSpender(t, 1)
	s.wrong = 24 * time.Hour
	if err := s.reserve(budget.Minute); err != nil {
		t.Fatal(err)
	}
	if _, err := s.open[0].Settle(t.Context(), billing.Delivery{Cost: budget.Minute}); err != nil {
		t.Fatal(err)
	}
	s.wrong = 0
	for range 2 {
		if err := s.reserve(budget.Minute); err != nil {
			t.Errorf("at %s: %v", s.now(), err)
		}
		s.truth = s.truth.Add(time.Minute)
	}
	s.truth = s.truth.Add(24*time.Hour - 2*time.Minute)
	if err := s.reserve(1); err == nil {
		t.Error("a window holds more than its budget")
	}
}
