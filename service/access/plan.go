package access

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// Allow checks that the plan of a caller has what an endpoint does.
func (c Caller) Allow(op api.Operation, endpoint string) error {
	if slices.Contains(c.Account.Lacks, string(op)) || slices.Contains(c.Account.Lacks, endpoint) {
		return &service.Error{Code: api.CodeForbidden, Message: "The plan of this account does not include this endpoint. Upgrade the plan to use it."}
	}
	return nil
}

var suspensions = map[api.ReasonCode]string{
	api.ReasonBillingSuspended:     "Billing for this account is suspended. Contact support.",
	api.ReasonPaymentFailed:        "A payment for this account failed. Update the payment method, then try again.",
	api.ReasonPaymentAction:        "A payment for this account needs confirmation. Complete the authentication, then try again.",
	api.ReasonDisputeOpened:        "A payment for this account is disputed. Contact support.",
	api.ReasonNoPaymentMethod:      "This account has no payment method. Add one, then try again.",
	api.ReasonSubscriptionRequired: "This account needs a subscription. Choose a plan, then try again.",
	api.ReasonNoBundle:             "No credit bundle is configured for this connection. Reconnect it.",
	api.ReasonBundleExhausted:      "The credit bundle of this account is used up. Upgrade the plan, then try again.",
}

// Billable is the failure of a caller whose account may not ask now, nil of one that may.
func (c Caller) Billable() error {
	reason := c.Account.Suspended
	if reason == "" {
		return nil
	}
	message, ok := suspensions[reason]
	if !ok {
		message = "Billing for this account requires attention."
	}
	return &service.Error{Code: api.CodePaymentRequired, Message: message + " Nothing was charged.", Reason: reason, NextStep: reason.NextStep()}
}

// CheckIngest says whether the account of a caller may seed another creator
// today; it takes nothing.
func (c *Control) CheckIngest(ctx context.Context, caller Caller) error {
	now := c.clock()
	n, err := c.store.Ingested(ctx, caller.Account.ID, now)
	if err == nil && n >= caller.Account.IngestQuota {
		err = overQuota(caller.Account.IngestQuota, now)
	}
	return err
}

// TakeIngest takes a slot of the day once a request to seed is accepted.
// Requests at once never take more than there are. What comes to nothing gives
// its slot back.
func (c *Control) TakeIngest(ctx context.Context, caller Caller) (giveBack func(), err error) {
	now := c.clock()
	err = c.store.TakeIngest(ctx, caller.Account.ID, now, caller.Account.IngestQuota)
	if errors.Is(err, service.ErrQuota) {
		return nil, overQuota(caller.Account.IngestQuota, now)
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), returnTimeout)
		defer cancel()
		_ = c.store.ReturnIngest(ctx, caller.Account.ID, now) // a slot that cannot be given back is lost; the request has failed already
	}, err
}

// returnTimeout bounds the wait of a slot to be given back, and of its caller for the
// answer.
const returnTimeout = 5 * time.Second

func overQuota(quota int, now time.Time) *service.Error {
	now = now.UTC()
	midnight := now.Truncate(24 * time.Hour).Add(24 * time.Hour)
	return &service.Error{Code: api.CodeQuotaExceeded, RetryAfter: midnight.Sub(now),
		Message: fmt.Sprintf("This account has added its %d new creators for this UTC day. Nothing was charged; try again after midnight UTC.", quota),
		Details: map[string]any{"limit": quota}}
}
