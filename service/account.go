package service

import (
	"time"

	googleuuid "github.com/google/uuid"

	"greenroom/api"
	"greenroom/service/billing"
)

// NewAccount is a new account of a tier, with the tier's budgets.
func NewAccount(name string, t api.Tier, at time.Time) Account {
	limits, _ := t.Limits()
	return Account{ID: googleuuid.NewString(), Name: name, Tier: t, Limits: limits, CreatedAt: at, IngestQuota: api.IngestsDaily}
}

// Book takes a charge from the balance, or adds it to what is unpaid; invoice
// is the usage that is to be paid now, 0 while the threshold is not reached. A
// charge over the balance is billing.ErrNoCredits and changes nothing.
func (a *Account) Book(c api.Credits) (invoice api.Credits, err error) {
	if a.Balance != nil {
		left := *a.Balance - c
		if left < 0 {
			return 0, billing.ErrNoCredits
		}
		a.Balance = &left
		a.spend(c)
		return 0, nil
	}
	a.Unpaid += c
	if a.Limits.Invoice > 0 && a.Unpaid >= a.Limits.Invoice {
		invoice, a.Unpaid = a.Unpaid, 0
	}
	return invoice, nil
}

// Paid records a payment: it counts as spent, the first one leaves the free
// tier, and a suspension for a failed payment ends.
func (a *Account) Paid(c api.Credits) {
	if a.Tier == api.TierFree {
		a.SetTier(api.Tier1, nil)
	}
	a.spend(c)
	if a.Suspended == api.ReasonPaymentFailed {
		a.Suspended = ""
	}
}

// Failed suspends an account that could not be paid for. One that is suspended for another
// reason stays so: paying does not end that.
func (a *Account) Failed() {
	if a.Suspended == "" {
		a.Suspended = api.ReasonPaymentFailed
	}
}

// spend counts what was paid for, and raises the tier where that reaches the
// next one. Limits of the account's own stay.
func (a *Account) spend(c api.Credits) {
	a.Spent += c
	if next := a.Tier.After(a.Spent); next != a.Tier {
		a.SetTier(next, a.ownLimits())
	}
}

// SetTier puts the account into a tier, with the tier's limits or its own.
func (a *Account) SetTier(t api.Tier, own *api.TierLimits) {
	a.Tier = t
	if own != nil {
		a.Limits = *own
		return
	}
	a.Limits, _ = t.Limits()
}

// ownLimits are the account's limits where they are not those of its tier.
func (a *Account) ownLimits() *api.TierLimits {
	if tier, known := a.Tier.Limits(); known && tier == a.Limits {
		return nil
	}
	return new(a.Limits)
}
