package cmd

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/cmd/output"
	"greenroom/service"
	"greenroom/service/rules"
	"greenroom/service/store"
)

func newLedger(storePath *string) *cobra.Command {
	var account, since string
	var format printing
	c := &cobra.Command{
		Use: "ledger", GroupID: groupRun, Short: "What the service has charged", Args: takes(0, 0, "no words"),
		Long:    "Ledger prints what the service has charged: a row for each charge, oldest first.",
		Example: "greenroom ledger --account planning --since 2026-03-01 -o csv\ngreenroom ledger --since 24h",
		RunE: func(cmd *cobra.Command, _ []string) error {
			from, err := sinceWhen(since, time.Now())
			if err != nil {
				return err
			}
			rows, err := format.ledger(cmd)
			if err != nil {
				return err
			}
			return withStore(cmd.Context(), *storePath, func(ctx context.Context, s store.Store) error {
				err := rules.Charges(ctx, s, rules.ChargeQuery{Account: account, From: from}, func(c rules.Charge) error { return rows.add(rowOf(c)) })
				if errors.Is(err, service.ErrNotFound) {
					return noAccount(account)
				}
				if err != nil {
					return err
				}
				return rows.to.End(rows.kept, false, drawn(tabled(rows.draw)))
			})
		},
	}
	c.Flags().StringVar(&account, "account", "", "only the rows of the account NAME")
	c.Flags().StringVar(&since, "since", "", "only the rows from a TIME on: 2026-03-01, 2026-03-01T12:00:00Z, 24h or 7d")
	format.listFlags(c)
	return c
}

// sinceWhen reads a date, a moment, or how long ago, in days and weeks too; the
// zero time for "".
func sinceWhen(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	var ago age
	if ago.Set(text) == nil {
		return now.Add(-ago.duration()), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	return time.Time{}, usage("--since takes a date such as 2026-03-01, a moment such as 2026-03-01T12:00:00Z, 24h or 7d, not " + text)
}

// ledgerRow is a charge as it is printed.
type ledgerRow struct {
	At        time.Time   `json:"at"`
	Account   string      `json:"account"`
	Endpoint  string      `json:"endpoint"`
	Features  []string    `json:"features"`
	Credits   api.Credits `json:"credits"`
	RequestID string      `json:"request_id"`
}

func rowOf(c rules.Charge) ledgerRow {
	return ledgerRow{At: c.At.UTC(), Account: c.Account, Endpoint: c.Endpoint, Features: append([]string{}, c.Features...),
		Credits: c.Credits, RequestID: c.RequestID}
}

// ledgerRows prints rows as they are read. Only a table and a JSON document need
// all of them at the end.
type ledgerRows struct {
	to   *output.Printer
	kept []ledgerRow
}

func (p *printing) ledger(c *cobra.Command) (*ledgerRows, error) {
	to, err := p.printer(c, reflect.TypeFor[ledgerRow]())
	return &ledgerRows{to: to, kept: []ledgerRow{}}, err
}

func (l *ledgerRows) add(r ledgerRow) error {
	if f := l.to.Format(); f == output.Table || f == output.JSON {
		l.kept = append(l.kept, r)
	}
	return l.to.Add(r)
}

func (l *ledgerRows) draw(t *table) {
	t.add("TIME", "ACCOUNT", "ENDPOINT", "FEATURES", "CREDITS", "REQUEST")
	var sum api.Credits
	for _, r := range l.kept {
		sum += r.Credits
		t.add(r.At.Format(time.RFC3339), r.Account, r.Endpoint, strings.Join(r.Features, " "), r.Credits.String(), r.RequestID)
	}
	t.add("in all", "", "", "", sum.String(), "")
}
