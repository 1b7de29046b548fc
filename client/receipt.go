package client

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client/money"
	"greenroom/client/pay"
)

// Outcome says whether a call cost anything.
type Outcome string

// The outcomes. Unknown is a paid call that was sent and may have been charged: no
// answer told what it cost. Where the service takes idempotency keys it is sent again
// under its first one.
const (
	OutcomeFree    Outcome = "free"
	OutcomeCharged Outcome = "charged"
	OutcomeUnknown Outcome = "unknown"
)

// Receipt tells the cost of a call and the budgets it left. It counts with an error too: a
// refusal carries budgets, and a broken answer may have been charged.
type Receipt struct {
	Endpoint     string // as the contract writes it: "/v1/creators/{id}"
	Method       string
	Subject      string // what was asked for, raw: the query, the id, the handle
	Brief        string // what Client.For said it was for
	Origin       string // what Config.Origin said
	RequestID    string
	Status       int // of the last answer; 0 where none came
	Charged      api.Credits
	ChargedKnown bool
	Features     []string
	Plan         string
	Budget       Budget // as known after this call
	At           time.Time
	Took         time.Duration // waits and retries included
	Attempts     int           // requests that were sent, or tried to be
	Outcome      Outcome
	Low, High    api.Credits // the estimate before it was sent
	// Kept says that nothing was sent: the answer came from the memory, where it
	// is from KeptAt, and asking for it again would have cost Saved. Of several
	// requests, all were answered so; KeptAt is then the oldest.
	Kept   bool
	KeptAt time.Time
	Saved  api.Credits
	// NotKept is why the answer, or how the call ended, could not be written down.
	// The call counts all the same.
	NotKept error
	// Replayed says that the service gave an answer that it had given before, to an
	// earlier try of the same call: Charged and RequestID are those of that try.
	Replayed bool
	// Payments are those made for this call alone (see Config.Payer), without what was
	// sent to pay. Charged is then what they came to.
	Payments   []pay.Payment
	unanswered bool // the service says that it keeps no answer under the call's idempotency key
	// Parts are the calls of which this is the sum, where they were of several kinds.
	Parts []Receipt
}

// spent returns the cost of a call, or the most it can have cost.
func (r Receipt) spent() api.Credits {
	switch r.Outcome {
	case OutcomeCharged:
		return r.Charged
	case OutcomeUnknown:
		return r.High
	}
	return 0
}

// add adds a charge that the budget showed and no answer told.
func (r *Receipt) add(taken api.Credits) {
	if taken > 0 {
		r.Charged, r.ChargedKnown = r.Charged+taken, r.Outcome != OutcomeUnknown
		if r.Outcome == OutcomeFree {
			r.Outcome, r.ChargedKnown = OutcomeCharged, true
		}
	}
}

// plus is the receipt of two requests of one call. Where there can be only one
// value, it is that of the later request that was sent.
func (r Receipt) plus(next Receipt) Receipt {
	all := next
	if next.Kept && !r.Kept {
		all = r
	}
	all.Kept, all.KeptAt = r.Kept && next.Kept, r.KeptAt
	if all.KeptAt.IsZero() || !next.KeptAt.IsZero() && next.KeptAt.Before(all.KeptAt) {
		all.KeptAt = next.KeptAt
	}
	all.At, all.Budget = r.At, next.Budget
	all.Charged, all.ChargedKnown = r.Charged+next.Charged, r.ChargedKnown && next.ChargedKnown
	all.Low, all.High, all.Saved = r.Low+next.Low, r.High+next.High, r.Saved+next.Saved
	all.Took, all.Attempts = r.Took+next.Took, r.Attempts+next.Attempts
	all.Features = slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(r.Features), next.Features...))))
	all.Payments = append(slices.Clone(r.Payments), next.Payments...)
	all.NotKept = errors.Join(r.NotKept, next.NotKept)
	switch {
	case r.Outcome == OutcomeUnknown || next.Outcome == OutcomeUnknown:
		all.Outcome = OutcomeUnknown
	case r.Outcome == OutcomeCharged || next.Outcome == OutcomeCharged:
		all.Outcome = OutcomeCharged
	}
	return all
}

func sum(list []Receipt, c *Client) Receipt {
	if len(list) == 0 {
		return Receipt{At: c.cfg.Clock(), Budget: c.Budget(), Outcome: OutcomeFree}
	}
	all := list[0]
	for _, r := range list[1:] {
		all = all.plus(r)
	}
	return all
}

// Together is the receipt of several calls that are one to the planner; it holds
// each of them, since each was charged for itself.
func (c *Client) Together(list ...Receipt) Receipt {
	all := sum(list, c)
	all.Parts = list
	return all
}

// forget drops what an earlier attempt was answered.
func (r *Receipt) forget() {
	r.Outcome = OutcomeFree
	r.Status, r.RequestID, r.Plan, r.Features = 0, "", "", nil
	r.Charged, r.ChargedKnown, r.Replayed, r.unanswered = 0, false, false, false
}

// readHeaders fills in what the headers of an answer tell. Odd values count as
// absent.
func (r *Receipt) readHeaders(status int, h http.Header) {
	r.Status = status
	r.RequestID = h.Get(api.HeaderRequestID)
	if r.Replayed = h.Get(api.HeaderReplayed) == "true"; r.Replayed && h.Get(api.HeaderOriginal) != "" {
		r.RequestID = h.Get(api.HeaderOriginal)
	}
	r.unanswered = h.Get(api.HeaderReplayed) == "false"
	r.Plan = h.Get(api.HeaderPlan)
	r.Charged, r.ChargedKnown = money.Charged(h)
	r.Features = nil
	for f := range strings.SplitSeq(strings.Join(h.Values(api.HeaderFeatures), ","), ",") {
		if f = strings.TrimSpace(f); f != "" {
			r.Features = append(r.Features, f)
		}
	}
}
