package billing

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"greenroom/api"
)

// A window goes on with the clock, keeps what runs when it steps back, and learns of its own
// charges only.
func TestWindows(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 30, 0, 0, time.UTC)
	for _, c := range []struct {
		to             time.Duration
		used, reserved api.Credits
	}{{0, 5, 7}, {time.Minute, 0, 0}, {time.Hour, 0, 0}, {-time.Minute, 0, 7}} {
		w := &window{start: at, used: 5, reserved: 7}
		if got := w.at(at.Add(c.to)); !got.start.Equal(at.Add(c.to)) || got.used != c.used || got.reserved != c.reserved || got.left(20) != 20-c.used-c.reserved {
			t.Errorf("%v: %+v", c.to, got)
		}
	}
	w := &window{start: at, used: 5}
	for _, c := range []struct {
		start time.Time
		used  api.Credits
		want  api.Credits
	}{{at, 4, 5}, {at, 9, 9}, {at.Add(time.Minute), 99, 9}} {
		if w.learn(c.start, c.used); w.used != c.want {
			t.Errorf("%+v: %s", c, w.used)
		}
	}
}

// A refusal names the smaller limit that it breaks, the later moment, and whether it can ever
// fit.
func TestWhyAClaimIsRefused(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 30, 20, 0, time.UTC)
	minute, hour := Windows(now)
	for _, c := range []struct {
		worst, minuteUsed, hourUsed, minuteMost, hourMost api.Credits
		want                                              string
	}{
		{0, 99, 99, 1, 1, ""}, {5, 0, 0, 5, 50, ""}, {5, 5, 5, 10, 10, ""},
		{6, 5, 5, 10, 50, "6 of 10 false 40s"}, {6, 0, 45, 10, 50, "6 of 50 false 29m40s"}, {6, 5, 45, 10, 50, "6 of 10 false 29m40s"}, {6, 5, 45, 50, 10, "6 of 10 false 29m40s"},
		{11, 0, 0, 10, 50, "11 of 10 true 40s"}, {11, 0, 0, 50, 10, "11 of 10 true 29m40s"}, {60, 0, 0, 10, 50, "60 of 10 true 29m40s"}, {60, 0, 0, 50, 10, "60 of 10 true 29m40s"},
	} {
		a := &account{minute: &window{start: minute, used: c.minuteUsed * api.Credit}, hour: &window{start: hour, used: c.hourUsed * api.Credit}}
		limits := api.TierLimits{Minute: c.minuteMost * api.Credit, Hour: c.hourMost * api.Credit}
		got := ""
		if r := a.refuse(c.worst*api.Credit, limits, now); r != nil {
			got = fmt.Sprintf("%s of %s %v %v", r.Required, r.Limit, r.Never, r.RetryAfter)
		}
		if got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
		s := a.standing(limits)
		if s.RemainingMinute != max(0, (c.minuteMost-c.minuteUsed)*api.Credit) || s.RemainingHour != max(0, (c.hourMost-c.hourUsed)*api.Credit) || !s.ResetMinute.Equal(minute.Add(time.Minute)) || !s.ResetHour.Equal(hour.Add(time.Hour)) || s.Limits != limits {
			t.Errorf("%+v: %+v", c, s)
		}
	}
}

// keeper is a ledger that keeps free answers, or fails to.
type keeper struct {
	*book
	kept  []Row
	fails error
}

func (k *keeper) Keep(_ context.Context, r Row) error { k.kept = append(k.kept, r); return k.fails }

// What costs nothing is kept, given back, and told with what is left.
func TestFreeDeliveries(t *testing.T) {
	k := &keeper{book: newBook()}
	m := NewMeter(k, newClock().Now)
	mustReserve(t, m, 10*api.Credit)
	if m.Open() != 1 {
		t.Errorf("%d are open", m.Open())
	}
	for _, fails := range []error{nil, errors.New("full")} {
		k.fails = fails
		r := mustReserve(t, m, 20*api.Credit)
		if m.Open() != 2 {
			t.Errorf("%d are open", m.Open())
		}
		s, err := r.Settle(t.Context(), Delivery{Features: []string{"f"}, Keep: &Keep{Key: "k"}})
		if !errors.Is(err, fails) || fails == nil && (s.RemainingMinute != free.Minute-10*api.Credit || s.Limits != free) || m.Open() != 1 {
			t.Errorf("%+v %v, %d open", s, err, m.Open())
		}
		if last := k.kept[len(k.kept)-1]; last.Credits != 0 || last.Keep.Key != "k" || last.Features[0] != "f" {
			t.Errorf("%+v", last)
		}
		r.Release()
		if m.Open() != 1 {
			t.Errorf("given back twice: %d open", m.Open())
		}
	}
	if _, err := mustReserve(t, m, api.Credit).Settle(t.Context(), Delivery{Cost: 2 * api.Credit}); err == nil || !strings.Contains(err.Error(), "cost 2 is over the reserved 1") {
		t.Errorf("%v", err)
	}
	if got := (&Shortage{Required: 3 * api.Credit}).Error(); got != "not enough prepaid credits: 3 wanted" {
		t.Error(got)
	}
	if got := (&Refusal{}).Error(); got == "" {
		t.Error("a refusal without words")
	}
}

// A balance is held by what runs, once, and free again when it is given back.
func TestBalancesAreHeldOnce(t *testing.T) {
	m := NewMeter(newBook(), newClock().Now)
	ask := func(worst api.Credits) (*Reservation, error) {
		c := claim(worst * api.Credit)
		c.Balance = new(10 * api.Credit)
		return m.Reserve(t.Context(), c)
	}
	first, err := ask(10)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ask(1); !errors.Is(err, ErrNoCredits) {
		t.Errorf("%v", err)
	}
	first.Release()
	first.Release()
	if held := m.account(first.claim.AccountID).held; held != 0 {
		t.Errorf("%s are held", held)
	}
	second, err := ask(10)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := second.Settle(t.Context(), Delivery{Cost: 4 * api.Credit}); err != nil {
		t.Fatal(err)
	}
	second.Release()
	if held := m.account(second.claim.AccountID).held; held != 0 {
		t.Errorf("%s are held", held)
	}
}

// Heads are read as they are written, and nothing else is one.
func TestHeads(t *testing.T) {
	h := Head{Rows: 12}
	h.Last[0], h.Last[31] = 0xab, 0xcd
	text := h.String()
	if got, err := ParseHead(text); err != nil || got != h || text != "12 "+hex.EncodeToString(h.Last[:]) {
		t.Errorf("%q: %+v %v", text, got, err)
	}
	if got, err := ParseHead(""); err != nil || got != (Head{}) {
		t.Errorf("%+v %v", got, err)
	}
	for _, bad := range []string{"x", "12", "12 ab", "12 " + strings.Repeat("zz", 32), "x " + hex.EncodeToString(h.Last[:]), text + "00"} {
		if got, err := ParseHead(bad); err == nil {
			t.Errorf("%q is %+v", bad, got)
		}
	}
}
