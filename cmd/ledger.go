package cmd

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/service"
)

func newLedger(storePath *string) *cobra.Command {
	var account, since, format string
	c := &cobra.Command{
		Use: "ledger", Short: "What the service has charged, row by row", Args: cobra.NoArgs,
		Example: "greenroom ledger --account planning --since 2026-03-01 -o csv > march.csv\ngreenroom ledger --since 24h",
		RunE: func(cmd *cobra.Command, _ []string) error {
			from, err := sinceWhen(since, time.Now())
			if err != nil {
				return err
			}
			if writers[format] == nil {
				return usage("--output takes table, json or csv, not " + format)
			}
			return withStore(cmd.Context(), *storePath, func(ctx context.Context, s service.Store) error {
				out := writers[format](cmd.OutOrStdout())
				err := service.Charges(ctx, s, service.ChargeQuery{Account: account, From: from}, func(c service.Charge) error { return out.add(rowOf(c)) })
				if errors.Is(err, service.ErrNotFound) {
					return noAccount(account)
				}
				if err != nil {
					return err
				}
				return out.end()
			})
		},
	}
	c.Flags().StringVar(&account, "account", "", "the rows of the account `NAME` only")
	c.Flags().StringVar(&since, "since", "", "the rows from a `TIME` on: 2026-03-01, 2026-03-01T12:00:00Z, or 24h for the last day")
	c.Flags().StringVarP(&format, "output", "o", "table", "`FORMAT` of the answer: table, json or csv")
	return c
}

// sinceWhen reads a date, a moment, or how long ago; the zero time for "".
func sinceWhen(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if ago, err := time.ParseDuration(text); err == nil && ago >= 0 {
		return now.Add(-ago), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	return time.Time{}, usage("--since takes a date such as 2026-03-01, a moment such as 2026-03-01T12:00:00Z, or 24h, not " + text)
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

func rowOf(c service.Charge) ledgerRow {
	return ledgerRow{At: c.At.UTC(), Account: c.Account, Endpoint: c.Endpoint, Features: append([]string{}, c.Features...),
		Credits: c.Credits, RequestID: c.RequestID}
}

// rowWriter prints rows one by one; end writes what remains.
type rowWriter interface {
	add(ledgerRow) error
	end() error
}

var writers = map[string]func(io.Writer) rowWriter{
	"table": func(w io.Writer) rowWriter { return newTableRows(w) },
	"json":  func(w io.Writer) rowWriter { return &jsonRows{w: w} },
	"csv":   func(w io.Writer) rowWriter { return newCSVRows(w) },
}

func (r ledgerRow) cells() []string {
	return []string{r.At.Format(time.RFC3339), r.Account, r.Endpoint, strings.Join(r.Features, " "), r.Credits.String(), r.RequestID}
}

type tableRows struct {
	t   table
	sum api.Credits
	w   io.Writer
}

func newTableRows(w io.Writer) *tableRows {
	rows := &tableRows{w: w}
	rows.t.add("TIME", "ACCOUNT", "ENDPOINT", "FEATURES", "CREDITS", "REQUEST")
	return rows
}

func (t *tableRows) add(r ledgerRow) error {
	t.sum += r.Credits
	t.t.add(r.cells()...)
	return nil
}

func (t *tableRows) end() error {
	t.t.add("in all", "", "", "", t.sum.String(), "")
	t.t.write(t.w)
	return nil
}

// jsonRows writes one list without holding it.
type jsonRows struct {
	w     io.Writer
	count int
}

func (j *jsonRows) add(r ledgerRow) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	j.count++
	_, err = fmt.Fprintf(j.w, "%s\n%s", []string{"[", ","}[min(j.count-1, 1)], line)
	return err
}

func (j *jsonRows) end() error {
	text := "\n]\n"
	if j.count == 0 {
		text = "[]\n"
	}
	_, err := io.WriteString(j.w, text)
	return err
}

type csvRows struct{ *csv.Writer }

func newCSVRows(w io.Writer) csvRows {
	rows := csvRows{csv.NewWriter(w)}
	_ = rows.Write([]string{"at", "account", "endpoint", "features", "credits", "request_id"}) // kept until end
	return rows
}

func (c csvRows) add(r ledgerRow) error {
	cells := r.cells()
	for i := range cells {
		cells[i] = plainCell(cells[i])
	}
	return c.Write(cells)
}

func (c csvRows) end() error {
	c.Flush()
	return c.Error()
}

// plainCell puts an apostrophe before what a table program would take for a
// formula.
func plainCell(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r\n", rune(s[0])) {
		return "'" + s
	}
	return s
}
