package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/service"
	"greenroom/service/store"
)

func accounts(at *run.At) *cobra.Command {
	var own [3]run.Limit
	var failed bool
	name := run.One("the name of one account")
	two := func(what string) run.Words {
		return run.Words{What: "the name of an account and " + what, Least: 2, Most: 2}
	}
	return onStores(at, run.Command{
		Use: "accounts", Short: "Manage accounts: tiers, balances, invoices",
		Long: `Accounts shows and changes who can use the service and how they pay. It works
while the service runs; changes apply from the next request. Amounts are in
credits; one credit is $0.01.`,
	},
		onStore{use: "create NAME", short: "Create an account in the free tier", takes: name, work: createAccount},
		onStore{use: "list", short: "List the accounts", takes: run.None(), prints: accountLine{}, work: listAccounts},
		onStore{use: "show NAME", short: "Show an account and its invoices", takes: name, prints: accountLine{}, work: onAccount(showAccount)},
		onStore{use: "set-tier NAME TIER", short: "Move an account to a tier; enterprise needs its own limits", takes: two("a tier: " + api.List(api.Tiers())),
			flags: func(f *pflag.FlagSet) {
				for i, l := range ownLimits {
					f.Var(&own[i], l.name, l.about)
				}
			},
			work: setTier(&own)},
		onStore{use: "set-balance NAME CREDITS", short: "Set the prepaid balance; none means the account pays by invoice", takes: two("an amount of credits, or none"), work: setBalance},
		onStore{use: "set-plan NAME [WITHOUT...]", short: "Set which operations or endpoints the plan leaves out; none given means it has all",
			takes: run.Some("the name of an account and what its plan leaves out"), work: setPlan},
		onStore{use: "set-quota NAME INGESTS", short: "Set how many creators the account may add per UTC day", takes: two("a whole number"), work: setQuota},
		onStore{use: "suspend NAME REASON_CODE", short: "Answer every request of the account with 402 and a reason", takes: two("a reason: " + api.List(api.ReasonCodes())), work: suspend},
		onStore{use: "reinstate NAME", short: "End a suspension", takes: name, work: func(ctx context.Context, j *run.Job, s store.Store) error {
			return change(ctx, j, s, func(a *service.Account) { a.Suspended = "" })
		}},
		onStore{use: "pay NAME", short: "Mark the open invoices as paid", takes: name, work: onAccount(pay(&failed)),
			flags: func(f *pflag.FlagSet) {
				f.BoolVar(&failed, "failed", false, "mark them as failed instead; the account stays suspended until they are paid")
			}},
	)
}

func onAccount(work func(context.Context, *run.Job, store.Store, service.Account) error) func(context.Context, *run.Job, store.Store) error {
	return func(ctx context.Context, j *run.Job, s store.Store) error {
		a, err := s.AccountByName(ctx, j.Items[0])
		if errors.Is(err, service.ErrNotFound) {
			return noAccount(j.Items[0])
		} else if err != nil {
			return err
		}
		return work(ctx, j, s, a)
	}
}

func noAccount(name string) error {
	return run.Usagef("no account named %s; to see all, run greenroom accounts list", name)
}

func createAccount(ctx context.Context, j *run.Job, s store.Store) error {
	name := j.Items[0]
	if err := checkName(name); err != nil {
		return err
	}
	switch _, err := s.AccountByName(ctx, name); {
	case err == nil:
		return run.Usagef("account %s already exists", name)
	case !errors.Is(err, service.ErrNotFound):
		return err
	}
	return s.CreateAccount(ctx, service.NewAccount(name, api.TierFree, time.Now()))
}

// checkName refuses a name that nobody could see or type again.
func checkName(account string) error {
	if strings.TrimSpace(account) == "" || strings.ContainsFunc(account, unicode.IsControl) {
		return run.Usagef("NAME needs at least one visible character and no control characters")
	}
	return nil
}

type accountLine struct {
	ID          string         `json:"id"`
	Name        string         `json:"name"`
	Tier        api.Tier       `json:"tier"`
	Minute      api.Credits    `json:"minute"`
	Hour        api.Credits    `json:"hour"`
	Invoice     api.Credits    `json:"invoice"`
	Suspended   api.ReasonCode `json:"suspended,omitempty"`
	Balance     *api.Credits   `json:"balance"`
	Spent       api.Credits    `json:"spent"`
	Unpaid      api.Credits    `json:"unpaid"`
	PlanLacks   []string       `json:"plan_lacks,omitempty"`
	IngestQuota int            `json:"ingest_quota"`
	CreatedAt   time.Time      `json:"created_at"`
	Invoices    []invoiceLine  `json:"invoices,omitempty"`
}

type invoiceLine struct {
	ID       int64       `json:"id"`
	Credits  api.Credits `json:"credits"`
	At       time.Time   `json:"at"`
	PaidAt   *time.Time  `json:"paid_at"`
	FailedAt *time.Time  `json:"failed_at"`
}

func lineOf(a service.Account) accountLine {
	return accountLine{
		ID: a.ID, Name: a.Name, Tier: a.Tier, Minute: a.Limits.Minute, Hour: a.Limits.Hour, Invoice: a.Limits.Invoice,
		Suspended: a.Suspended, Balance: a.Balance, Spent: a.Spent, Unpaid: a.Unpaid, PlanLacks: a.Lacks,
		IngestQuota: a.IngestQuota, CreatedAt: a.CreatedAt,
	}
}

func listAccounts(ctx context.Context, j *run.Job, s store.Store) error {
	found, err := s.Accounts(ctx)
	return run.Lines(j, found, err, lineOf, accountSheet.Draw)
}

var accountSheet = output.Sheet[accountLine]{
	Head: []string{"ACCOUNT", "TIER", "BALANCE", "UNPAID", "SPENT", "SUSPENDED", "MADE"},
	Row: func(a accountLine) []string {
		return []string{a.Name, string(a.Tier), output.Amount(a.Balance), a.Unpaid.String(), a.Spent.String(), output.Or(string(a.Suspended)), output.Moment(&a.CreatedAt)}
	},
}

func showAccount(ctx context.Context, j *run.Job, s store.Store, a service.Account) error {
	invoices, err := s.Invoices(ctx, a.ID)
	if err != nil {
		return err
	}
	line := lineOf(a)
	for _, i := range invoices {
		line.Invoices = append(line.Invoices, invoiceLine{i.ID, i.Credits, i.At, i.PaidAt, i.FailedAt})
	}
	return run.List(j, []accountLine{line}, line, func(w io.Writer, _ []accountLine) { line.draw(w) })
}

func (a accountLine) draw(w io.Writer) {
	var t output.Rows
	t.Add("account", a.Name)
	t.Add("tier", string(a.Tier))
	t.Add("credits a minute", a.Minute.String())
	t.Add("credits an hour", a.Hour.String())
	t.Add("invoice at", a.Invoice.String())
	t.Add("prepaid balance", output.Amount(a.Balance))
	t.Add("unpaid usage", a.Unpaid.String())
	t.Add("lifetime spend", a.Spent.String())
	t.Add("suspended", output.Or(string(a.Suspended)))
	t.Add("plan leaves out", output.Or(strings.Join(a.PlanLacks, ", ")))
	t.Add("seeds a day", fmt.Sprint(a.IngestQuota))
	t.Write(w)
	if len(a.Invoices) == 0 {
		return
	}
	fmt.Fprintln(w)
	output.Sheet[invoiceLine]{
		Head: []string{"INVOICE", "CREDITS", "WRITTEN", "PAID", "FAILED"},
		Row: func(i invoiceLine) []string {
			return []string{fmt.Sprint(i.ID), i.Credits.String(), output.Moment(&i.At), output.Moment(i.PaidAt), output.Moment(i.FailedAt)}
		},
	}.Draw(w, a.Invoices)
}
