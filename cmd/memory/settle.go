package memory

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/internal/each"
	"greenroom/internal/english"
	"greenroom/ui/text"
)

// settledLine tells the late outcome of one call. Charged is null where it is still not
// known.
type settledLine struct {
	Endpoint  string         `json:"endpoint"`
	Subject   string         `json:"subject"`
	High      api.Credits    `json:"estimate_high"`
	Charged   *api.Credits   `json:"charged"`
	Outcome   client.Outcome `json:"outcome"`
	RequestID string         `json:"request_id"`
	Problem   string         `json:"problem"`
}

func settle(at *run.At) *cobra.Command {
	return run.Command{
		Use: "settle", Short: "Find out what unanswered calls cost, and get their answers",
		Long: `Settle repeats the paid calls of the last day that got no answer, each as the
same request. What the service already charged is not charged again; what it
never received runs now, for the estimate at most. The answers are kept. This
works with services that support idempotency keys, such as the built-in one, and
for calls paid from a wallet: the same payment is sent again, never a new one.
With other services the outcome stays unknown.`,
		Example: "greenroom journal settle\ngreenroom journal settle --connection agency -o json",
		Takes:   run.None(), Prints: []any{settledLine{}},
		Work: func(ctx context.Context, j *run.Job) error {
			done, err := j.Client.Settle(ctx, true, j.Options()...)
			if len(done) > 0 && run.Dry(done[0].Err) {
				return done[0].Err
			}
			lines := make([]settledLine, len(done))
			for i, d := range done {
				lines[i] = settledLine{Endpoint: d.Method + " " + d.Endpoint, Subject: d.Subject, High: d.High, Outcome: d.Receipt.Outcome, RequestID: d.Receipt.RequestID}
				if d.Receipt.Outcome != client.OutcomeUnknown {
					lines[i].Charged = &d.Receipt.Charged
				}
				if d.Err != nil {
					lines[i].Problem = d.Err.Error()
				}
			}
			if err == nil && len(lines) == 0 {
				j.Say("Nothing to settle: all paid calls of the last day were answered, or this service does not support idempotency keys.")
			}
			if problem := run.List(j, lines, lines, settledSheet.Draw); err == nil {
				err = problem
			}
			if left := each.Where(lines, func(l settledLine) bool { return l.Charged == nil }); err == nil && len(left) > 0 {
				err = fmt.Errorf("%s could not be settled; try again when the service is up", english.Count(len(left), "call"))
			}
			return err
		},
	}.New(at)
}

var settledSheet = output.Sheet[settledLine]{
	Head: []string{"ENDPOINT", "SUBJECT", "AT MOST", "CHARGED", "OUTCOME", "REQUEST"},
	Row: func(l settledLine) []string {
		return []string{l.Endpoint, text.Clean(l.Subject).Truncate(40, text.Ellipsis).String(), l.High.String(), output.Amount(l.Charged), string(l.Outcome), output.Or(l.RequestID)}
	},
}
