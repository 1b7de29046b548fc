package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/store"
)

// onAccounts is the work of one command on the stored accounts.
type onAccounts func(cmd *cobra.Command, s store.Store, args []string) error

func newAccounts(storePath *string) *cobra.Command {
	c := &cobra.Command{
		Use: "accounts", GroupID: groupRun, Short: "Accounts: tiers, balances, invoices", Args: unknownCommand, RunE: helps,
		Long: `Accounts reads and changes who may ask and who pays, also while the service
runs: it sees a change with the next request. Amounts are credits; one is
$0.01.`,
	}
	add := func(use, short string, args cobra.PositionalArgs, work onAccounts) *cobra.Command {
		sub := &cobra.Command{Use: use, Short: short, Args: args, RunE: func(cmd *cobra.Command, args []string) error {
			return withStore(cmd.Context(), *storePath, func(_ context.Context, s store.Store) error { return work(cmd, s, args) })
		}}
		c.AddCommand(sub)
		return sub
	}
	name := takes(1, 1, "the name of one account")
	add("create NAME", "Make an account in the free tier", name, createAccount)
	var list, show printing
	list.listFlags(add("list", "List the accounts", takes(0, 0, "no words"), listAccounts(&list)))
	show.flag(add("show NAME", "Show an account and its invoices", name, showAccount(&show)))
	tier := add("set-tier NAME TIER", "Put an account into a tier; enterprise needs limits of its own", takes(2, 2, "the name of an account and a tier: "+joined(api.Tiers())), setTier)
	for _, f := range limitFlags {
		tier.Flags().String(f.name, "", f.about)
	}
	add("set-balance NAME CREDITS", "Set what is prepaid; none: the account pays by invoice", takes(2, 2, "the name of an account and an amount of credits, or none"), setBalance)
	add("set-plan NAME [WITHOUT...]", "Name the operations or endpoints the plan lacks; none named: it has all", takes(1, anyNumber, "the name of an account, and what its plan lacks"), setPlan)
	add("set-quota NAME INGESTS", "Set how many creators the account may seed in a UTC day", takes(2, 2, "the name of an account and a whole number"), setQuota)
	add("suspend NAME REASON_CODE", "Answer each of its requests with 402 and a reason", takes(2, 2, "the name of an account and a reason: "+joined(api.ReasonCodes())), suspend)
	add("reinstate NAME", "End a suspension", name, reinstate)
	add("pay NAME", "Record that the open invoices were paid", name, pay).
		Flags().Bool("failed", false, "record that they could not be paid: the account is suspended until they are")
	return c
}

// accountNamed reads an account, or says that there is none.
func accountNamed(ctx context.Context, s store.Store, name string) (service.Account, error) {
	a, err := s.AccountByName(ctx, name)
	if errors.Is(err, service.ErrNotFound) {
		return a, noAccount(name)
	}
	return a, err
}

func noAccount(name string) error {
	return usage("there is no account " + name + "; greenroom accounts list shows them")
}

func createAccount(cmd *cobra.Command, s store.Store, args []string) error {
	if err := named(args[0]); err != nil {
		return err
	}
	switch _, err := s.AccountByName(cmd.Context(), args[0]); {
	case err == nil:
		return usage("there is an account " + args[0] + " already")
	case !errors.Is(err, service.ErrNotFound):
		return err
	}
	return s.CreateAccount(cmd.Context(), service.NewAccount(args[0], api.TierFree, time.Now()))
}

// named refuses a name that nobody could see or type again.
func named(account string) error {
	if strings.TrimSpace(account) == "" || strings.ContainsFunc(account, unicode.IsControl) {
		return usage("NAME has at least one character that can be seen, and none that controls a terminal")
	}
	return nil
}

// accountLine is an account as it is printed for programs.
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

func listAccounts(format *printing) onAccounts {
	return func(cmd *cobra.Command, s store.Store, _ []string) error {
		found, err := s.Accounts(cmd.Context())
		if err != nil {
			return err
		}
		lines := make([]accountLine, len(found))
		for i, a := range found {
			lines[i] = lineOf(a)
		}
		return printItems(cmd, format, lines, tabled(func(t *table) {
			t.add("ACCOUNT", "TIER", "BALANCE", "UNPAID", "SPENT", "SUSPENDED", "MADE")
			for _, a := range lines {
				t.add(a.Name, string(a.Tier), amount(a.Balance), a.Unpaid.String(), a.Spent.String(), or(string(a.Suspended)), a.CreatedAt.UTC().Format(time.DateTime))
			}
		}))
	}
}

func showAccount(format *printing) onAccounts {
	return func(cmd *cobra.Command, s store.Store, args []string) error {
		a, err := accountNamed(cmd.Context(), s, args[0])
		if err != nil {
			return err
		}
		invoices, err := s.Invoices(cmd.Context(), a.ID)
		if err != nil {
			return err
		}
		line := lineOf(a)
		for _, i := range invoices {
			line.Invoices = append(line.Invoices, invoiceLine{i.ID, i.Credits, i.At, i.PaidAt, i.FailedAt})
		}
		return printWhole(cmd, format, []accountLine{line}, line, line.table)
	}
}

func (a accountLine) table(w io.Writer) {
	var t table
	t.add("account", a.Name)
	t.add("tier", string(a.Tier))
	t.add("credits a minute", a.Minute.String())
	t.add("credits an hour", a.Hour.String())
	t.add("invoice at", a.Invoice.String())
	t.add("prepaid balance", amount(a.Balance))
	t.add("unpaid usage", a.Unpaid.String())
	t.add("lifetime spend", a.Spent.String())
	t.add("suspended", or(string(a.Suspended)))
	t.add("plan lacks", or(strings.Join(a.PlanLacks, ", ")))
	t.add("seeds a day", fmt.Sprint(a.IngestQuota))
	t.write(w)
	if len(a.Invoices) == 0 {
		return
	}
	fmt.Fprintln(w)
	var list table
	list.add("INVOICE", "CREDITS", "WRITTEN", "PAID", "FAILED")
	for _, i := range a.Invoices {
		list.add(fmt.Sprint(i.ID), i.Credits.String(), i.At.Format(time.DateTime), moment(i.PaidAt), moment(i.FailedAt))
	}
	list.write(w)
}

func or(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func amount(c *api.Credits) string {
	if c == nil {
		return "-"
	}
	return c.String()
}

func moment(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format(time.DateTime)
}
