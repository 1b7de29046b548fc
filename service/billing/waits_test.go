package billing

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"greenroom/api"
)

// A row that is written before its request hears of it counts as used and as reserved for a
// while. A claim that fits but for that waits; one that cannot fit is refused at once, and so is
// one whose caller has gone.
func TestAClaimWaitsForChargesThatCountTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		heard, b := make(chan struct{}), newBook()
		b.written = func(row Row) {
			if row.RequestID == "first" {
				<-heard
			}
		}
		m := NewMeter(b, newClock().Now)
		reserve := func(ctx context.Context, id string, worst api.Credits) (*Reservation, error) {
			c := claim(worst)
			c.RequestID = id
			return m.Reserve(ctx, c)
		}
		third := free.Minute / 3
		running := map[string]*Reservation{}
		for _, id := range []string{"first", "second"} {
			r, err := reserve(t.Context(), id, third)
			if err != nil {
				t.Fatal(id, err)
			}
			running[id] = r
		}
		go func() { _, _ = running["first"].Settle(context.WithoutCancel(t.Context()), Delivery{Cost: third}) }()
		synctest.Wait()
		if _, err := running["second"].Settle(t.Context(), Delivery{Cost: third}); err != nil {
			t.Fatal(err)
		}
		gone, goes := context.WithCancel(t.Context())
		answers := map[string]chan error{"stays": make(chan error, 1), "goes": make(chan error, 1)}
		for id, ctx := range map[string]context.Context{"stays": t.Context(), "goes": gone} {
			go func() {
				_, err := reserve(ctx, id, third)
				answers[id] <- err
			}()
		}
		synctest.Wait()
		for id, answer := range answers {
			if len(answer) > 0 {
				t.Fatalf("%s did not wait: %v", id, <-answer)
			}
		}
		if _, err := reserve(t.Context(), "large", third+1); !isRefusal(err) {
			t.Errorf("what cannot fit: %v", err)
		}
		goes()
		if err := <-answers["goes"]; !isRefusal(err) {
			t.Errorf("whoever has gone: %v", err)
		}
		close(heard)
		if err := <-answers["stays"]; err != nil {
			t.Errorf("what fits: %v", err)
		}
	})
}

func isRefusal(err error) bool {
	_, ok := errors.AsType[*Refusal](err)
	return ok
}
