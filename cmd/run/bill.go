package run

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/pay"
	"greenroom/internal/english"
	"greenroom/ui/text"
)

// bill adds up what the requests of a command cost and left.
type bill struct {
	requests         int // that were sent
	kept             int // that the memory answered
	charged, unknown api.Credits
	saved            api.Credits
	oldest           time.Time // of the kept answers
	left             client.Budget
	at               time.Time
	drawn            bool  // progress stands on the terminal
	notKept          error // why an answer could not be written down
	payments         []pay.Payment
}

func (b *bill) add(r client.Receipt) {
	b.at = r.At
	if r.NotKept != nil {
		b.notKept = r.NotKept
	}
	switch {
	case r.Kept:
		b.kept++
		b.saved += r.Saved
		if b.oldest.IsZero() || r.KeptAt.Before(b.oldest) {
			b.oldest = r.KeptAt
		}
		return
	case r.Attempts == 0:
		return
	}
	b.requests++
	b.payments = append(b.payments, r.Payments...)
	b.left = r.Budget
	if r.ChargedKnown {
		b.charged += r.Charged
	}
	if r.Outcome == client.OutcomeUnknown {
		b.unknown += r.High
	}
}

func (b *bill) most() api.Credits { return b.charged + b.unknown }

// paying says whether what is not known are payments: these are told in dollars.
func (b *bill) paying() bool {
	return slices.ContainsFunc(b.payments, func(p pay.Payment) bool { return p.State == pay.Unknown })
}

// ClearLine takes away what stands on the line of a terminal.
const ClearLine = "\r\x1b[K"

func (b *bill) report(w io.Writer) {
	if b.drawn {
		fmt.Fprint(w, ClearLine)
	}
	var said []string
	switch {
	case b.charged > 0:
		said = append(said, "Cost "+InCredits(b.charged)+".")
	case b.requests+b.kept > 0 && b.unknown == 0:
		said = append(said, "Free.")
	}
	if b.unknown > 0 && !b.paying() {
		said = append(said, "Up to "+InCredits(b.unknown)+" more may have been charged: no answer arrived.")
	}
	for _, p := range b.payments {
		switch p.State {
		case pay.Spent:
			said = append(said, "Paid "+PaidFor(p)+".")
		case pay.Unknown:
			said = append(said, PaidFor(p)+" may have been paid; greenroom journal settle sends the same payment again.")
		}
	}
	if b.kept > 0 {
		said = append(said, fmt.Sprintf("%s kept from before (%s), %s saved.",
			english.Count(b.kept, "answer"), text.Age(max(0, b.at.Sub(b.oldest))), InCredits(b.saved)))
	}
	if m, h := b.left.Minute, b.left.Hour; m.Known && h.Known {
		said = append(said, fmt.Sprintf("Left: %s this minute, %s this hour.", m.Remaining, h.Remaining))
	}
	if len(said) > 0 {
		fmt.Fprintln(w, strings.Join(said, " "))
	}
}

// InCredits is an amount in words.
func InCredits(c api.Credits) string {
	if c == api.Credit {
		return "1 credit"
	}
	return c.String() + " credits"
}
