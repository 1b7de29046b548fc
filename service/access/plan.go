package access

import (
	"slices"

	"greenroom/api"
	"greenroom/service"
)

// Allow checks that the plan of a caller has what an endpoint does.
func (c Caller) Allow(op api.Operation, endpoint string) error {
	if slices.Contains(c.Account.Lacks, string(op)) || slices.Contains(c.Account.Lacks, endpoint) {
		return &service.Error{Code: api.CodeForbidden, Message: "The plan of this account does not include this endpoint. Ask for a plan that does."}
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

// Billable is the failure of a caller whose account may not ask now, nil of one that may.
func (c Caller) Billable() error {
	reason := c.Account.Suspended
	if reason == "" {
		return nil
	}
	message, ok := suspensions[reason]
	if !ok {
		message = "Billing of this account requires attention."
	}
	return &service.Error{Code: api.CodePaymentRequired, Message: message + " Nothing was charged.", Reason: reason, NextStep: reason.NextStep()}
}
