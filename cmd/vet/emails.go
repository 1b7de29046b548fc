package vet

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/ui/text"
)

func emails(at *run.At) *cobra.Command {
	return run.Command{
		Use: "emails CREATOR...", Short: "Look up public e-mail addresses",
		Long: fmt.Sprintf(`Emails looks up e-mail addresses, for %s credits a creator who has one. They
are kept on this machine: asked again they are free, --refresh looks them up
anew. keep_personal_data = false in config.toml keeps none, and then each
look-up is charged again.`, api.PriceOf(api.OpEmails).PerItem),
		Example: "greenroom emails @lenacooks -o csv --fields creator_id,emails.email",
		Takes:   run.Items(run.CreatorsTake).Of(run.Accounts), Prints: []any{api.EmailResult{}},
		Work: func(ctx context.Context, j *run.Job) error {
			refs, err := run.CreatorRefs(ctx, j, j.Items)
			if err != nil || len(refs) == 0 {
				return j.Incomplete(err)
			}
			answer, _, err := j.Client.Emails(ctx, refs, j.Options()...)
			for _, r := range answer.Results {
				if !r.Resolved {
					j.MissPrinted(run.CreatorWord(r.Input), run.Absent("This creator is unknown."))
				}
			}
			if !j.Conn.Settings.KeepPersonal.Value && answer.Billing.BillableResults > 0 {
				j.Say("E-mail addresses are not kept (keep_personal_data = false): looking them up again is charged again.")
			}
			j.Stop(err)
			return run.List(j, answer.Results, api.One[api.EmailAnswer]{Data: answer}, drawEmails)
		},
	}.New(at)
}

func drawEmails(w io.Writer, all []api.EmailResult) {
	var t output.Rows
	t.Add("CREATOR", "ADDRESS", "STATUS", "SEEN")
	for _, r := range all {
		for _, e := range r.Emails {
			t.Add(run.CreatorWord(r.Input), e.Email, string(e.Status), output.Moment(e.LastSeenAt))
		}
		if len(r.Emails) == 0 {
			t.Add(run.CreatorWord(r.Input), text.Unknown.String())
		}
	}
	t.Write(w)
}
