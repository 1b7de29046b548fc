package admin

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/internal/each"
	"greenroom/internal/english"
	"greenroom/service"
	"greenroom/service/billing"
	"greenroom/service/rules"
	"greenroom/service/store"
	"greenroom/ui/text"
)

func ledger(at *run.At) *cobra.Command {
	var account string
	var since run.Since
	var check bool
	return onStore{
		use: "ledger", short: "Show what the service has charged", takes: run.None(), prints: ledgerRow{},
		long: `Ledger prints every charge of the service, oldest first. With --check it prints
no charges; it verifies the checksum of every row, which also covers the row
before it, and names the rows that were altered.`,
		example: "greenroom ledger --account planning --since 2026-03-01 -o csv\ngreenroom ledger --since 24h\ngreenroom ledger --check",
		flags: func(f *pflag.FlagSet) {
			f.StringVar(&account, "account", "", "only rows of the account NAME")
			f.Var(&since, "since", "only rows since TIME: "+run.SinceTakes)
			f.BoolVar(&check, "check", false, "verify the whole ledger instead")
		},
		work: func(ctx context.Context, j *run.Job, s store.Store) error {
			if check {
				return checkLedger(ctx, j, s)
			}
			rows := charges(ctx, s, rules.ChargeQuery{Account: account, From: since.Time()})
			return run.Stream(j, rows, ledgerSheet.Summed(sumLedger), run.AsList)
		},
	}.command(at)
}

// checkLedger says whether the rows are those that were written.
func checkLedger(ctx context.Context, j *run.Job, s billing.Chain) error {
	audit, err := billing.Check(ctx, s)
	if err != nil {
		return err
	}
	for _, wrong := range audit.Wrong {
		fmt.Fprintln(j.Out, text.Value(wrong))
	}
	said := english.Count(int(audit.Checked), "row") + " checked"
	if audit.Unchecked > 0 {
		said += ", and " + english.Count(int(audit.Unchecked), "row") + " without a checksum (older rows) not"
	}
	if len(audit.Wrong) > 0 {
		return fmt.Errorf("the ledger was altered: %s. Keep a copy of the file as it is and compare it with the last backup", said)
	}
	fmt.Fprintln(j.Out, "the ledger is intact: "+said)
	return nil
}

func charges(ctx context.Context, s store.Store, q rules.ChargeQuery) iter.Seq2[ledgerRow, error] {
	return each.Stream(func(visit func(ledgerRow) error) error {
		err := rules.Charges(ctx, s, q, func(c rules.Charge) error { return visit(rowOf(c)) })
		if errors.Is(err, service.ErrNotFound) {
			err = noAccount(q.Account)
		}
		return err
	})
}

type ledgerRow struct {
	At        time.Time   `json:"at"`
	Account   string      `json:"account"`
	Endpoint  string      `json:"endpoint"`
	Features  []string    `json:"features"`
	Credits   api.Credits `json:"credits"`
	RequestID string      `json:"request_id"`
	User      string      `json:"user"` // who asked; "" with a key
}

func rowOf(c rules.Charge) ledgerRow {
	return ledgerRow{At: c.At.UTC(), Account: c.Account, User: c.User, Endpoint: c.Endpoint, Features: append([]string{}, c.Features...),
		Credits: c.Credits, RequestID: c.RequestID}
}

var ledgerSheet = output.Sheet[ledgerRow]{
	Head: []string{"TIME", "ACCOUNT", "USER", "ENDPOINT", "FEATURES", "CREDITS", "REQUEST"},
	Row: func(r ledgerRow) []string {
		return []string{r.At.Format(time.RFC3339), r.Account, output.Or(r.User), r.Endpoint, strings.Join(r.Features, " "), r.Credits.String(), r.RequestID}
	},
}

func sumLedger(rows []ledgerRow) []string {
	var sum api.Credits
	for _, r := range rows {
		sum += r.Credits
	}
	return []string{"total", "", "", "", "", sum.String(), ""}
}
