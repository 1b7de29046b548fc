package money

import (
	"time"

	"greenroom/api"
)

// audit holds refusals that are taken for free against the windows. What it can
// prove is that an amount left the budget between two answers of the service,
// while no other request of this purse was under way, and that the amount is a
// price which the refused request can have. It cannot prove who took it: another
// program with the same key may have spent the same at that moment. So it stays
// silent wherever requests overlapped, a cost in between is not known, a window
// was reset or the two windows disagree; and the caller asks the journal for
// other programs of this machine before it believes.
type audit struct {
	underway int       // requests
	overlap  bool      // requests were under way together, and one of them still is
	since    Budget    // as the last answer that nothing overlapped told it
	at       time.Time // when it did
	owed     api.Credits
	trusted  []Refusal // since then
}

// Refusal is a request that was refused and is taken for free. Of says whose it
// is; the purse only gives it back.
type Refusal struct {
	Bill Bill
	Of   any
}

// Taken records that the budget falls for refusals that are free: by Each for every one,
// since a moment.
type Taken struct {
	Each     api.Credits
	Refusals []Refusal
	Since    time.Time
}

func (a *audit) leaves() {
	a.underway++
	a.overlap = a.overlap || a.underway > 1
}

// comes takes in the end of a request.
func (a *audit) comes(n News, said Budget, now time.Time, prices Prices) (t Taken) {
	a.underway--
	if a.overlap || n.Unknown {
		*a = audit{underway: a.underway, overlap: a.overlap && a.underway > 0}
		return t
	}
	a.owed += n.Cost
	if n.Refused != nil {
		a.trusted = append(a.trusted, *n.Refused)
	}
	if !said.Minute.Known && !said.Hour.Known {
		return t
	}
	if each := a.taken(said, prices); each > 0 {
		t = Taken{each, a.trusted, a.at}
	}
	*a = audit{since: said, at: now}
	return t
}

// taken returns the charge of each refusal, 0 where that is not proven.
func (a *audit) taken(said Budget, prices Prices) api.Credits {
	n := api.Credits(len(a.trusted))
	minute, m := left(a.since.Minute, said.Minute)
	hour, h := left(a.since.Hour, said.Hour)
	if n == 0 || !m && !h || m && h && minute != hour {
		return 0
	}
	sum := max(minute, hour) - a.owed
	if sum <= 0 || sum%n != 0 {
		return 0
	}
	for _, r := range a.trusted {
		if !prices.explain(r.Bill, sum/n) {
			return 0
		}
	}
	return sum / n
}

// left returns the fall of a window between two answers; false where they are not of the
// same window.
func left(before, after Window) (api.Credits, bool) {
	if !before.Known || !after.Known || before.Reset.IsZero() || before.Reset.Sub(after.Reset).Abs() > 2*time.Second {
		return 0, false
	}
	return before.Remaining - after.Remaining, true
}

// explain says whether a bill can come to an amount.
func (p Prices) explain(b Bill, amount api.Credits) bool {
	low, high := p.Cost(b)
	if amount < low || amount > high {
		return false
	}
	if len(b) != 1 {
		return true
	}
	price := p.of(b[0].Operation)
	rest := amount - price.Base
	return rest == 0 || price.PerItem > 0 && rest%price.PerItem == 0
}
