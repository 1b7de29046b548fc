package memory

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
	"greenroom/client/pay"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/config"
	"greenroom/internal/english"
	"greenroom/ui/text"
	"greenroom/views/explain"
)

// journalLine is a call of this machine, as it is printed. Charged is null where
// nobody knows.
type journalLine struct {
	At        time.Time      `json:"at"`
	Service   string         `json:"service"`
	Endpoint  string         `json:"endpoint"` // as the ledger names it: "POST /v1/search"
	Subject   string         `json:"subject"`
	Origin    string         `json:"origin"` // "mcp" for an agent; "" for the planner
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
	PaidUSD   string         `json:"paid_usd"` // out of a wallet; "" for calls that are not paid for so
	Payment   pay.State      `json:"payment"`  // how far that came
	Receipt   string         `json:"payment_receipt"`
}

func journal(at *run.At) *cobra.Command {
	var since run.Since
	var unknown, totals, agents bool
	made := run.Command{
		Use: "journal", Short: "List the calls made here and what they cost",
		Long: `Journal lists the calls made from this machine, to all services or to the one
that --connection names. A call with an unknown outcome may have been charged:
the program or the connection ended before the answer arrived. Most can be
settled with greenroom journal settle. Payments from a wallet show in dollars.
With --agents it lists what agents asked greenroom serve --agents, by who asked.`,
		Example: "greenroom journal --since 24h\ngreenroom journal --since 7d --totals\ngreenroom journal --unknown -o jsonl\ngreenroom journal --since 2026-03-01 -o csv > march.csv",
		Takes:   run.None(), Local: true, Prints: []any{journalLine{}, totalLine{}},
		Flags: func(f *pflag.FlagSet) {
			f.Var(&since, "since", "only calls since TIME: "+run.SinceTakes)
			f.BoolVar(&unknown, "unknown", false, "only calls that may or may not have been charged")
			f.BoolVar(&agents, "agents", false, "the calls of agents to the service on --store instead")
			f.BoolVar(&totals, "totals", false, "total the calls by day and endpoint")
		},
		Work: func(ctx context.Context, j *run.Job) error {
			if totals && unknown {
				return run.Usagef("use --totals or --unknown, not both")
			}
			err := j.Prints(journalLine{})
			if totals {
				err = j.Prints(totalLine{})
			}
			if err != nil {
				return err
			}
			opened := open
			if agents {
				opened = openAgents
			}
			return opened(ctx, j, func(ctx context.Context, m *local.Memory, set config.Settings) error {
				q := local.JournalQuery{Since: since.Time()}
				if !agents {
					q.Service = named(j, set)
				}
				if totals {
					return addUp(ctx, j, m, q)
				}
				if unknown {
					q.Outcome = client.OutcomeUnknown
				}
				return run.Stream(j, journalLines(m.Journal(ctx, q)), journalSheet.Summed(sumJournal), run.AsList)
			})
		},
	}.New(at)
	made.AddCommand(settle(at), payments(at))
	return made
}

func journalLines(entries iter.Seq2[local.Entry, error]) iter.Seq2[journalLine, error] {
	return func(yield func(journalLine, error) bool) {
		for e, err := range entries {
			if !yield(lineOfEntry(e), err) {
				return
			}
		}
	}
}

func lineOfEntry(e local.Entry) journalLine {
	line := journalLine{
		At: e.At.UTC(), Service: e.Service, Endpoint: e.Method + " " + e.Endpoint, Subject: e.Subject, Origin: e.Origin, Low: e.Low, High: e.High,
		Saved: e.Saved, Outcome: e.Outcome, Kept: e.Kept, Status: e.Status, RequestID: e.RequestID,
		TookMS: e.Took.Milliseconds(), Attempts: e.Attempts, Failure: string(e.Code),
	}
	if p := e.Payment; p.ID != "" {
		line.PaidUSD, line.Payment, line.Receipt = p.Amount.String()[1:], p.State, p.Reference
	}
	line.Failure = cmp.Or(line.Failure, string(e.Kind))
	if e.Outcome == client.OutcomeCharged || e.Outcome == client.OutcomeFree {
		line.Charged = &e.Charged
	}
	return line
}

var journalSheet = output.Sheet[journalLine]{
	Head: []string{"TIME", "SERVICE", "ENDPOINT", "SUBJECT", "ESTIMATE", "CHARGED", "OUTCOME", "REQUEST", "ORIGIN"},
	Row: func(l journalLine) []string {
		estimate := l.High.String()
		if l.Low != l.High {
			estimate = l.Low.String() + "-" + estimate
		}
		return []string{l.At.Format(time.DateTime), l.Service, l.Endpoint, text.Clean(l.Subject).Truncate(40, text.Ellipsis).String(),
			estimate, l.cost(), l.ending(), output.Or(l.RequestID), output.Or(l.Origin)}
	},
}

// cost returns the cost of a call, with the dollars paid for it out of a wallet.
func (l journalLine) cost() string {
	cost := output.Amount(l.Charged)
	switch l.Payment {
	case pay.Spent:
		cost += " ($" + l.PaidUSD + ")"
	case pay.Signed, pay.Unknown:
		cost += " (at most $" + l.PaidUSD + ")"
	}
	return cost
}

func sumJournal(lines []journalLine) []string {
	var charged, unknown api.Credits
	for _, l := range lines {
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
	return []string{"total", "", english.Count(len(lines), "call"), "", "", sum}
}

// ending tells the outcome of a call in few words.
func (l journalLine) ending() string {
	switch {
	case l.Kept:
		return "kept, saved " + l.Saved.String()
	case l.Failure != "":
		return string(l.Outcome) + ", " + explain.InBrief(l.Failure)
	}
	return string(l.Outcome)
}

// totalLine sums the calls on one endpoint on one day, as printed.
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

// addUp prints the journal by day and endpoint, days being those of this
// machine.
func addUp(ctx context.Context, j *run.Job, m *local.Memory, q local.JournalQuery) error {
	list, err := m.Totals(ctx, q.Service, q.Since.Local())
	return run.Lines(j, list, err, func(l local.Total) totalLine {
		return totalLine{l.Day.Format(time.DateOnly), l.Endpoint, l.Calls, l.Kept, l.Failed, l.Charged, l.Unknown, l.Saved}
	}, totalSheet.Draw)
}

var totalSheet = output.Sheet[totalLine]{
	Head: []string{"DAY", "ENDPOINT", "CALLS", "KEPT", "FAILED", "CHARGED", "UNKNOWN", "SAVED"},
	Row: func(l totalLine) []string {
		return []string{l.Day, l.Endpoint, fmt.Sprint(l.Calls), fmt.Sprint(l.Kept), fmt.Sprint(l.Failed), l.Charged.String(), l.Unknown.String(), l.Saved.String()}
	},
}
