package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/internal/each"
	"greenroom/internal/english"
	"greenroom/internal/payment/evm"
	"greenroom/service"
	"greenroom/service/boot"
	"greenroom/service/payments"
	"greenroom/service/store"
	"greenroom/ui/text"
)

// closing holds the decision on a payment by somebody who looked at the chain.
type closing struct {
	config, settled string
	released        bool
}

func paymentsOf(at *run.At) *cobra.Command {
	var since run.Since
	var open bool
	var how closing
	return onStores(at, run.Command{
		Use: "payments", Short: "Show payments for single requests",
		Long: `These are payments for requests without a key, which greenroom serve --config
can switch on. They belong to no account and are not in the credit ledger.`,
	},
		onStore{use: "list", short: "List payments for single requests, oldest first", takes: run.None(), prints: paymentLine{},
			flags: func(f *pflag.FlagSet) {
				f.Var(&since, "since", "only payments since TIME: "+run.SinceTakes)
				f.BoolVar(&open, "open", false, "only payments that are not settled yet")
			},
			work: func(ctx context.Context, j *run.Job, s store.Store) error {
				q := payments.Query{From: since.Time()}
				if open {
					q.States = payments.Open()
				}
				return run.Stream(j, each.Stream(func(visit func(paymentLine) error) error {
					return s.Payments(ctx, q, func(c payments.Claim) error { return visit(paymentLineOf(c)) })
				}), paymentSheet.Draw, run.AsList)
			}},
		onStore{use: "show ID", short: "Show a payment, its transaction and its outcome", takes: run.One("the id of one payment"), prints: paymentLine{}, work: showPayment},
		onStore{use: "reconcile [ID]", short: "Resolve payments whose outcome is unknown",
			long: `Reconcile asks the facilitator named in the settings file what became of the
payments whose outcome is unknown; a running service does the same. If the
facilitator cannot tell, look at the chain and resolve the payment yourself: give
its ID and either --settled TRANSACTION or --released.`,
			takes: run.Any("nothing, or the id of one payment"),
			flags: func(f *pflag.FlagSet) {
				f.StringVar(&how.config, "config", "", "the settings FILE of the service")
				f.StringVar(&how.settled, "settled", "", "mark this payment as settled by TRANSACTION")
				f.BoolVar(&how.released, "released", false, "mark this payment as never made")
			},
			work: how.reconcile},
	)
}

type paymentLine struct {
	ID          string            `json:"id"`
	State       payments.State    `json:"state"`
	Protocol    payments.Protocol `json:"protocol"`
	Endpoint    string            `json:"endpoint"`
	USD         string            `json:"usd"`
	Network     string            `json:"network"`
	Payer       string            `json:"payer"`
	Transaction string            `json:"transaction"`
	Reason      string            `json:"reason"`
	Attempts    int               `json:"attempts"`
	RequestID   string            `json:"request_id"`
	ClaimedAt   time.Time         `json:"claimed_at"`
	ChangedAt   time.Time         `json:"changed_at"`
	ValidBefore time.Time         `json:"valid_before"`
}

func paymentLineOf(c payments.Claim) paymentLine {
	return paymentLine{ID: c.ID, State: c.State, Protocol: c.Protocol, Endpoint: c.Endpoint, USD: c.Amount.String(), Network: c.Network, Payer: c.Payer,
		Transaction: c.Outcome.Transaction, Reason: c.Outcome.Reason, Attempts: c.Outcome.Attempts, RequestID: c.RequestID,
		ClaimedAt: c.ClaimedAt.UTC(), ChangedAt: c.ChangedAt.UTC(), ValidBefore: c.ValidBefore.UTC()}
}

var paymentSheet = output.Sheet[paymentLine]{
	Head: []string{"CLAIMED", "PAYMENT", "STATE", "BY", "USD", "ENDPOINT", "WHY"},
	Row: func(p paymentLine) []string {
		return []string{p.ClaimedAt.Format(time.RFC3339), p.ID, string(p.State), string(p.Protocol), p.USD, p.Endpoint, output.Or(p.Reason)}
	},
}

func showPayment(ctx context.Context, j *run.Job, s store.Store) error {
	c, err := s.Payment(ctx, j.Items[0])
	if err != nil {
		return noPayment(j.Items[0], err)
	}
	line := paymentLineOf(c)
	return run.List(j, []paymentLine{line}, line, func(w io.Writer, _ []paymentLine) { line.draw(w) })
}

func noPayment(id string, err error) error {
	if errors.Is(err, service.ErrNotFound) {
		return run.Usagef("no payment has the id %s; run greenroom payments list to see all", id)
	}
	return err
}

func (p paymentLine) draw(w io.Writer) {
	var t output.Rows
	t.Add("payment", p.ID)
	t.Add("state", string(p.State))
	t.Add("for", p.Endpoint)
	t.Add("request", p.RequestID)
	t.Add("amount", p.USD)
	t.Add("protocol", string(p.Protocol))
	t.Add("network", p.Network)
	t.Add("from", p.Payer)
	t.Add("transaction", output.Or(p.Transaction))
	t.Add("settlement requested", english.Count(p.Attempts, "time"))
	t.Add("why", output.Or(p.Reason))
	t.Add("claimed", output.Moment(&p.ClaimedAt))
	t.Add("changed", output.Moment(&p.ChangedAt))
	t.Add("valid until", output.Moment(&p.ValidBefore))
	t.Write(w)
}

func (c *closing) reconcile(ctx context.Context, j *run.Job, s store.Store) error {
	byHand := c.settled != "" || c.released
	switch {
	case byHand && (len(j.Items) != 1 || c.settled != "" && c.released):
		return run.Usagef("name one payment, and either --settled TRANSACTION or --released")
	case byHand:
		return c.close(ctx, j, s)
	case len(j.Items) > 0:
		return run.Usagef("to resolve a payment yourself, give --settled TRANSACTION or --released; without an ID, all open payments are looked up")
	case c.config == "":
		return run.Usagef("give --config FILE to name the facilitator, or resolve one payment yourself")
	}
	settings, err := readServerFile(c.config)
	if err != nil {
		return err
	}
	if settings.payments == nil {
		return run.Usagef("%s has no [payments] section, so there is no facilitator to ask", c.config)
	}
	till, err := boot.Reconciler(ctx, boot.Config{Payments: settings.payments}, s)
	if err != nil {
		return err
	}
	r, err := till.Reconcile(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(j.Out, "%d settled, %d released, %d still unknown, %d in progress\n", r.Settled, r.Released, r.Unknown, r.Running)
	if r.Unknown > 0 {
		return fmt.Errorf("the outcome of %s is still unknown: look at the chain, or try again later", english.Count(r.Unknown, "payment"))
	}
	return nil
}

func (c *closing) close(ctx context.Context, j *run.Job, s store.Store) error {
	if _, err := evm.ParseHash(c.settled); c.settled != "" && err != nil {
		return run.Usagef("--settled needs a transaction hash: %w", err)
	}
	closed, err := payments.Close(ctx, s, j.Items[0], c.settled, time.Now())
	if errors.Is(err, payments.ErrLost) {
		return run.Usagef("the outcome of %s is already known; see greenroom payments show", text.Value(j.Items[0]))
	}
	if err != nil {
		return noPayment(j.Items[0], err)
	}
	fmt.Fprintf(j.Out, "%s is %s\n", closed.ID, closed.State)
	return nil
}
