package memory

import (
	"context"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/client/local"
	"greenroom/client/pay"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/config"
	"greenroom/internal/english"
	"greenroom/internal/payment"
	"greenroom/ui/text"
)

// paymentLine is a payment for one call, as it is printed: without what was sent to
// pay. Amounts are dollars.
type paymentLine struct {
	At        time.Time `json:"at"`
	State     pay.State `json:"state"`
	USD       string    `json:"usd"`
	Units     string    `json:"units"`
	Network   string    `json:"network"`
	PayTo     string    `json:"pay_to"`
	Payer     string    `json:"payer"`
	Protocol  string    `json:"protocol"`
	Reference string    `json:"reference"`
	Nonce     string    `json:"nonce"`
	Until     time.Time `json:"until"`
	Note      string    `json:"note"`
	amount    payment.MicroUSD
}

func payments(at *run.At) *cobra.Command {
	var since run.Since
	return run.Command{
		Use: "payments", Short: "List payments for single calls",
		Long: `Payments lists what your wallet paid for single calls, with the receipts. A
payment is reserved before it is signed, and signed before it is sent. If its
outcome is unknown, the money may have been taken: greenroom journal settle sends
the same payment again and never pays twice. A payment that was not taken counts
toward the caps until its signature expires.`,
		Example: "greenroom journal payments --since 7d\ngreenroom journal payments -o json",
		Takes:   run.None(), Local: true, Prints: []any{paymentLine{}},
		Flags: func(f *pflag.FlagSet) {
			f.Var(&since, "since", "only payments since TIME: "+run.SinceTakes)
		},
		Work: func(ctx context.Context, j *run.Job) error {
			return open(ctx, j, func(ctx context.Context, m *local.Memory, set config.Settings) error {
				list, err := m.Paid(ctx, named(j, set), since.Time())
				return run.Lines(j, list, err, lineOfPayment, paymentSheet.Summed(sumPayments))
			})
		},
	}.New(at)
}

func lineOfPayment(p pay.Payment) paymentLine {
	return paymentLine{
		At: p.At.UTC(), State: p.State, USD: p.Amount.String()[1:], Units: p.Units, Network: p.Network, PayTo: p.PayTo, Payer: p.Payer, Protocol: string(p.Protocol),
		Reference: p.Reference, Nonce: p.Nonce, Until: p.Until, Note: p.Note, amount: p.Amount,
	}
}

var paymentSheet = output.Sheet[paymentLine]{
	Head: []string{"TIME", "STATE", "PAID", "ON", "TO", "RECEIPT", "NOTE"},
	Row: func(l paymentLine) []string {
		return []string{l.At.Format(time.DateTime), string(l.State), "$" + l.USD, network(l.Network), output.Or(l.PayTo), output.Or(text.Clean(l.Reference).Truncate(20, text.Ellipsis).String()), l.Note}
	},
}

func network(id string) string {
	if a, known := payment.OnNetwork(id); known {
		return a.Title
	}
	return id
}

func sumPayments(lines []paymentLine) []string {
	var paid, unknown payment.MicroUSD
	for _, l := range lines {
		switch l.State {
		case pay.Spent:
			paid += l.amount
		case pay.Unknown, pay.Signed:
			unknown += l.amount
		}
	}
	sum := paid.String()
	if unknown > 0 {
		sum += " (and at most " + unknown.String() + " unknown)"
	}
	return []string{"total", english.Count(len(lines), "payment"), sum}
}
