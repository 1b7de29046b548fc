package service

import (
	"slices"

	"greenroom/api"
	"greenroom/service/billing"
)

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
	own := a.Limits
	return &own
}

// lacks reports whether the plan leaves out an operation or an endpoint.
func (a *Account) lacks(op api.Operation, endpoint string) bool {
	return slices.Contains(a.Lacks, string(op)) || slices.Contains(a.Lacks, endpoint)
}

// Allow checks that the plan of a caller has what an endpoint does.
func (s *Service) Allow(c Caller, op api.Operation, endpoint string) error {
	if c.Account.lacks(op, endpoint) {
		return &Error{Code: api.CodeForbidden, Message: "The plan of this account does not include this endpoint. Ask for a plan that does."}
	}
	return nil
}

var suspensions = map[api.ReasonCode]string{
	api.ReasonBillingSuspended:     "Billing of this account is suspended. Contact support.",
	api.ReasonPaymentFailed:        "A payment for this account failed. Update the payment method, then try again.",
	api.ReasonPaymentAction:        "A payment for this account waits to be confirmed. Complete the authentication, then try again.",
	api.ReasonDisputeOpened:        "A payment for this account is disputed. Contact support.",
	api.ReasonNoPaymentMethod:      "This account has no payment method. Add one, then try again.",
	api.ReasonSubscriptionRequired: "This account needs a subscription. Choose a plan, then try again.",
	api.ReasonNoBundle:             "No bundle of credits is configured for this connection. Connect it again.",
	api.ReasonBundleExhausted:      "The bundle of credits of this account is used up. Upgrade the plan, then try again.",
}

// billable is the failure of an account that may not ask now, nil of one that may.
func (a *Account) billable() error {
	if a.Suspended == "" {
		return nil
	}
	message, ok := suspensions[a.Suspended]
	if !ok {
		message = "Billing of this account requires attention."
	}
	return &Error{Code: api.CodePaymentRequired, Message: message + " Nothing was charged.", Reason: a.Suspended, NextStep: a.Suspended.NextStep()}
}
