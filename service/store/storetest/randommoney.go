package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/billing"
)

// books are what money should come to, by the rules of service.Account alone.
type books struct {
	accounts map[string]service.Account
	charged  map[string]billing.Row
	used     map[string]api.Credits // by account, length and start of a window
	open     map[string]api.Credits // invoices
}

func windows(r billing.Row) [2]string {
	minute, hour := billing.Windows(r.At)
	return [2]string{fmt.Sprint(r.AccountID, " minute ", minute.Unix()), fmt.Sprint(r.AccountID, " hour ", hour.Unix())}
}

func (b *books) usage(r billing.Row) billing.Usage {
	w := windows(r)
	return billing.Usage{Minute: b.used[w[0]], Hour: b.used[w[1]]}
}

func (b *books) charge(r billing.Row) (billing.Usage, error) {
	if _, ok := b.charged[r.RequestID]; ok {
		return b.usage(r), nil
	}
	a, known := b.accounts[r.AccountID]
	invoice, err := api.Credits(0), error(nil)
	if known {
		invoice, err = a.Book(r.Credits)
	}
	if u := b.usage(r); err == nil && (u.Minute+r.Credits > limits.Minute || u.Hour+r.Credits > limits.Hour) {
		err = billing.ErrOverBudget
	}
	if err != nil {
		return b.usage(r), err
	}
	if known {
		b.accounts[r.AccountID] = a
	}
	b.open[r.AccountID] += invoice
	b.charged[r.RequestID] = r
	for _, w := range windows(r) {
		b.used[w] += r.Credits
	}
	return b.usage(r), nil
}

// randomMoney charges, pays and changes accounts at random, and holds each answer and
// all that is stored against books. GREENROOM_MONEY is how many steps.
func (s *suite) randomMoney() {
	steps := 150
	if n, err := strconv.Atoi(os.Getenv("GREENROOM_MONEY")); err == nil {
		steps = n
	}
	rng := rand.New(rand.NewPCG(7, uint64(steps)))
	b := books{map[string]service.Account{}, map[string]billing.Row{}, map[string]api.Credits{}, map[string]api.Credits{}}
	ids := []string{"a", "b", "nobody"}
	for _, id := range ids[:2] {
		s.account(id, api.TierFree)
		b.accounts[id] = s.change(id, func(a *service.Account) { a.Limits.Invoice = 60 })
	}
	for step := range steps {
		id := ids[rng.IntN(len(ids))]
		switch a, known := b.accounts[id]; {
		case known && rng.IntN(12) == 0:
			balance := ptr(api.Credits(rng.IntN(90)))
			if rng.IntN(2) == 0 {
				balance = nil
			}
			b.accounts[id] = s.change(id, func(a *service.Account) { a.Balance = balance })
			a.Balance = balance
			s.equal(b.accounts[id], a)
		case known && rng.IntN(12) == 0:
			s.equal(must(s.Pay(s.ctx, id, Noon)), b.open[id])
			if b.open[id] > 0 {
				a.Paid(b.open[id])
				a.Limits.Invoice = 60
				b.accounts[id], b.open[id] = a, 0
				s.change(id, func(a *service.Account) { a.Limits.Invoice = 60 })
			}
		default:
			r := row(fmt.Sprint("r", step), id, api.Credits(rng.IntN(40)), Noon.Add(time.Duration(rng.IntN(300))*time.Second))
			if again, ok := b.charged[fmt.Sprint("r", rng.IntN(step+1))]; ok && rng.IntN(3) == 0 {
				r = again
			}
			want, wantErr := b.charge(r)
			if wantErr == billing.ErrNoCredits {
				want = billing.Usage{} // not told
			}
			if got, err := s.Charge(s.ctx, r, limits); got != want || !errors.Is(err, wantErr) || wantErr == nil && err != nil {
				s.Fatalf("step %d: %+v gives %+v, %v, and should give %+v, %v", step, r, got, err, want, wantErr)
			}
		}
	}
	for _, id := range ids {
		for _, r := range s.rows(id) {
			s.equal(r, b.charged[r.RequestID])
			s.equal(s.usage(id, r.At), b.usage(r))
			delete(b.charged, r.RequestID)
		}
		if a, known := b.accounts[id]; known {
			s.equal(s.read(id), a)
			var open api.Credits
			for _, i := range must(s.Invoices(s.ctx, id)) {
				if i.PaidAt == nil {
					open += i.Credits
				}
			}
			s.equal(open, b.open[id])
		}
	}
	s.equal(len(b.charged), 0)
}
