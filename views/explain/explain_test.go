package explain_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/views/explain"
)

func TestSentences(t *testing.T) {
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		err  error
		want string
	}{
		{context.Canceled, "Cancelled. Nothing was changed; a call that had left may still be charged."},
		{&client.Error{Kind: client.KindCancelled, Err: context.Canceled, Message: "The call was cancelled.", Outcome: client.OutcomeUnknown},
			"Cancelled. Nothing was changed; a call that had left may still be charged."},
		{errors.New("disk full"), "disk full"},
		{&client.Error{Kind: client.KindAPI, Code: api.CodeNotFound, Message: "There is no such creator.", RequestID: "req_7"},
			"There is no such creator. (req_7)"},
		{fmt.Errorf("read creator: %w", &client.Error{Code: api.CodeNotFound, Message: "There is no such creator."}),
			"There is no such creator."},
		{&client.Error{Kind: client.KindKey, Code: api.CodeUnauthorized, Message: "No key is set."},
			"No key is set. It comes from GREENROOM_API_KEY. Leave GREENROOM_BASE_URL unset to use the built-in service."},
		{&client.Error{Kind: client.KindUnreachable, Message: "The service at x cannot be reached."},
			"The service at x cannot be reached. Is the service running there? Leave GREENROOM_BASE_URL unset to use the built-in one."},
		{&client.Error{Code: api.CodePaymentRequired, Message: "The card was refused.", NextStep: api.StepUpdatePayment},
			"The card was refused. Next step: update_payment_method."},
		{&client.Error{Code: api.CodePaymentRequired, Message: "The card was refused."}, "The card was refused."},
		{&client.Error{Code: api.CodeRateLimited, Message: "The minute is used up.", RetryAt: now.Add(23 * time.Second)},
			"The minute is used up. It can be tried again in 0:23."},
		{&client.Error{Code: api.CodeRateLimited, Message: "The minute is used up.", RetryAt: now}, "The minute is used up."},
		{&client.Error{Kind: client.KindLost, Message: "The connection was lost.", Outcome: client.OutcomeUnknown},
			"The connection was lost. Whether it was charged is not known; it is not asked again by itself."},
		{&client.Error{Kind: client.KindLost, Message: "The connection was lost.", Outcome: client.OutcomeFree}, "The connection was lost."},
		{&client.Error{Code: api.CodeDatabase, Message: "\x1b]0;x\x07Broken\u202e\r\nwide.", RequestID: "req\x1b[2J_7"}, "Broken wide. (req_7)"},
	} {
		if got := explain.Failure(c.err, now).String(); got != c.want {
			t.Errorf("%v reads\n%s, want\n%s", c.err, got, c.want)
		}
	}
}
