package cmd

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
	"greenroom/config"
)

// journalLine is a call of this machine, as it is printed. Charged is null where
// nobody knows.
type journalLine struct {
	At        time.Time      `json:"at"`
	Service   string         `json:"service"`
	Method    string         `json:"method"`
	Endpoint  string         `json:"endpoint"`
	Subject   string         `json:"subject"`
	Low       api.Credits    `json:"estimate_low"`
	High      api.Credits    `json:"estimate_high"`
	Charged   *api.Credits   `json:"charged"`
	Saved     api.Credits    `json:"saved"`
	Outcome   client.Outcome `json:"outcome"`
	Kept      bool           `json:"kept"`
	Status    int            `json:"status"`
	Failure   string         `json:"failure"`
	RequestID string         `json:"request_id"`
	TookMS    int64          `json:"took_ms"`
	Attempts  int            `json:"attempts"`
}

func newJournal(at *reach) *cobra.Command {
	var since string
	var unknown, totals bool
	c := &cobra.Command{
		Use: "journal", GroupID: groupHere, Short: "The calls made here, and their costs",
		Long: `Journal lists the calls that were made here, of all services, or of the one
that --connection names. A call whose outcome is unknown may have been
charged: the program or the connection ended before the answer came.`,
		Example: "greenroom journal --since 24h\ngreenroom journal --since 7d --totals\ngreenroom journal --unknown -o jsonl\ngreenroom journal --since 2026-03-01 -o csv > march.csv",
		Args:    takes(0, 0, "no words"),
	}
	c.Flags().StringVar(&since, "since", "", "the calls from a TIME on: 2026-03-01, 2026-03-01T12:00:00Z, 24h or 7d")
	c.Flags().BoolVar(&unknown, "unknown", false, "only calls of which nobody knows whether they were charged")
	c.Flags().BoolVar(&totals, "totals", false, "add the calls up by day and endpoint")
	var format printing
	format.listFlags(c)
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		from, err := sinceWhen(since, time.Now())
		if err != nil {
			return err
		}
		if totals && unknown {
			return usage("--totals adds up all calls and --unknown lists some; give one of the two")
		}
		return withMemory(cmd.Context(), *at, func(ctx context.Context, m *local.Memory, set config.Settings) error {
			q := local.JournalQuery{Service: at.named(set), Since: from}
			if totals {
				list, err := m.Totals(ctx, q.Service, from.Local())
				if err != nil {
					return err
				}
				return printTotals(cmd, &format, list)
			}
			if unknown {
				q.Outcome = client.OutcomeUnknown
			}
			lines, err := journalLines(ctx, m, q)
			if err != nil {
				return err
			}
			return printItems(cmd, &format, lines, tabled(func(t *table) { drawJournal(t, lines) }))
		})
	}
	return c
}

func journalLines(ctx context.Context, m *local.Memory, q local.JournalQuery) ([]journalLine, error) {
	var lines []journalLine
	for e, err := range m.Journal(ctx, q) {
		if err != nil {
			return nil, err
		}
		lines = append(lines, lineOfEntry(e))
	}
	return lines, nil
}

func lineOfEntry(e local.Entry) journalLine {
	line := journalLine{
		At: e.At.UTC(), Service: e.Service, Method: e.Method, Endpoint: e.Endpoint, Subject: e.Subject, Low: e.Low, High: e.High,
		Saved: e.Saved, Outcome: e.Outcome, Kept: e.Kept, Status: e.Status, RequestID: e.RequestID,
		TookMS: e.Took.Milliseconds(), Attempts: e.Attempts, Failure: string(e.Code),
	}
	if line.Failure == "" {
		line.Failure = string(e.Kind)
	}
	if e.Outcome == client.OutcomeCharged || e.Outcome == client.OutcomeFree {
		line.Charged = &e.Charged
	}
	return line
}

func drawJournal(t *table, lines []journalLine) {
	t.add("TIME", "SERVICE", "ENDPOINT", "SUBJECT", "ESTIMATE", "CHARGED", "OUTCOME", "REQUEST")
	var charged, unknown api.Credits
	for _, l := range lines {
		estimate := l.High.String()
		if l.Low != l.High {
			estimate = l.Low.String() + "-" + estimate
		}
		t.add(l.At.Format(time.DateTime), l.Service, l.Method+" "+l.Endpoint, shorter(l.Subject), estimate, amount(l.Charged), l.ending(), or(l.RequestID))
		if l.Charged == nil {
			unknown += l.High
		} else {
			charged += *l.Charged
		}
	}
	sum := charged.String()
	if unknown > 0 {
		sum += fmt.Sprintf(" (and at most %s unknown)", unknown)
	}
	t.add("in all", "", counted(len(lines), "call"), "", "", sum)
}

// ending is what became of a call, in few words.
func (l journalLine) ending() string {
	switch {
	case l.Kept:
		return "kept, saved " + l.Saved.String()
	case l.Failure != "":
		return string(l.Outcome) + ", " + l.Failure
	}
	return string(l.Outcome)
}

// shorter is a subject as a column can hold it.
func shorter(s string) string {
	if runes := []rune(s); len(runes) > 40 {
		return string(runes[:39]) + "…"
	}
	return s
}

// totalLine is what calls on one endpoint came to on one day, as it is printed.
type totalLine struct {
	Day      string      `json:"day"`
	Endpoint string      `json:"endpoint"`
	Calls    int         `json:"calls"`
	Kept     int         `json:"kept"`
	Failed   int         `json:"failed"`
	Charged  api.Credits `json:"charged"`
	Unknown  api.Credits `json:"unknown"`
	Saved    api.Credits `json:"saved"`
}

// printTotals prints the journal added up by day and endpoint, days being those
// of this machine.
func printTotals(cmd *cobra.Command, format *printing, list []local.Total) error {
	lines := make([]totalLine, len(list))
	for i, l := range list {
		lines[i] = totalLine{l.Day.Format(time.DateOnly), l.Endpoint, l.Calls, l.Kept, l.Failed, l.Charged, l.Unknown, l.Saved}
	}
	return printItems(cmd, format, lines, tabled(func(t *table) {
		t.add("DAY", "ENDPOINT", "CALLS", "KEPT", "FAILED", "CHARGED", "UNKNOWN", "SAVED")
		for _, l := range lines {
			t.add(l.Day, l.Endpoint, fmt.Sprint(l.Calls), fmt.Sprint(l.Kept), fmt.Sprint(l.Failed), l.Charged.String(), l.Unknown.String(), l.Saved.String())
		}
	}))
}
