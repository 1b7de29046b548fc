package cmd

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/boot"
	"greenroom/service/store"
)

// limitFlags set limits of an account's own.
var limitFlags = []struct{ name, about string }{
	{"minute", "CREDITS it may use in a UTC minute"},
	{"hour", "CREDITS it may use in a UTC hour"},
	{"invoice", "unpaid CREDITS at which an invoice is written"},
}

// changed changes the account of that name.
func changed(cmd *cobra.Command, s store.Store, name string, change func(*service.Account)) error {
	a, err := accountNamed(cmd.Context(), s, name)
	if err != nil {
		return err
	}
	_, err = s.ChangeAccount(cmd.Context(), a.ID, func(a *service.Account) error { change(a); return nil })
	return err
}

func setTier(cmd *cobra.Command, s store.Store, args []string) error {
	tier := api.Tier(args[1])
	if !slices.Contains(api.Tiers(), tier) {
		return usage("TIER is one of " + joined(api.Tiers()) + ", not " + args[1])
	}
	own, err := ownLimits(cmd, tier)
	if err != nil {
		return err
	}
	return changed(cmd, s, args[0], func(a *service.Account) { a.SetTier(tier, own) })
}

// ownLimits are the limits given as flags; nil for those of the tier. What is
// left out is the tier's.
func ownLimits(cmd *cobra.Command, tier api.Tier) (*api.TierLimits, error) {
	limits, known := tier.Limits()
	given := 0
	for i, into := range []*api.Credits{&limits.Minute, &limits.Hour, &limits.Invoice} {
		text, _ := cmd.Flags().GetString(limitFlags[i].name)
		if text == "" {
			continue
		}
		n, err := creditsOf(text)
		if err != nil || n == 0 {
			return nil, usage("--" + limitFlags[i].name + " takes credits above 0, not " + text)
		}
		*into = n
		given++
	}
	switch {
	case !known && given < len(limitFlags):
		return nil, usage("the tier " + string(tier) + " has no limits of its own: give --minute, --hour and --invoice")
	case given == 0:
		return nil, nil
	}
	return &limits, nil
}

func creditsOf(text string) (api.Credits, error) {
	n, err := api.ParseCredits(text)
	if err != nil || n < 0 {
		return 0, usage(text + " is no amount of credits: 0 or more, with at most three decimals")
	}
	return n, nil
}

func setBalance(cmd *cobra.Command, s store.Store, args []string) error {
	var balance *api.Credits
	if args[1] != "none" {
		n, err := creditsOf(args[1])
		if err != nil {
			return err
		}
		balance = &n
	}
	return changed(cmd, s, args[0], func(a *service.Account) { a.Balance = balance })
}

// setPlan takes operations, as the ledger names them, and endpoints such as
// "POST /v1/search". An endpoint with several paths is left out under all.
func setPlan(cmd *cobra.Command, s store.Store, args []string) error {
	var without []string
	for _, w := range args[1:] {
		endpoints := boot.Endpoints(w)
		switch {
		case len(endpoints) > 0:
			without = append(without, endpoints...)
		case api.PriceOf(api.Operation(w)).Operation != "":
			without = append(without, w)
		default:
			return usage(w + " is neither an operation, such as search, nor an endpoint, such as \"POST /v1/search\" or \"GET /v1/creators/{id}\"")
		}
	}
	return changed(cmd, s, args[0], func(a *service.Account) { a.Lacks = without })
}

func setQuota(cmd *cobra.Command, s store.Store, args []string) error {
	n, err := strconv.Atoi(args[1])
	if err != nil || n < 0 {
		return usage("INGESTS is a whole number from 0 on, not " + args[1])
	}
	return changed(cmd, s, args[0], func(a *service.Account) { a.IngestQuota = n })
}

func suspend(cmd *cobra.Command, s store.Store, args []string) error {
	reason := api.ReasonCode(strings.ToUpper(args[1]))
	if reason.NextStep() == "" {
		return usage("REASON_CODE is one of " + joined(api.ReasonCodes()) + ", not " + args[1])
	}
	return changed(cmd, s, args[0], func(a *service.Account) { a.Suspended = reason })
}

func reinstate(cmd *cobra.Command, s store.Store, args []string) error {
	return changed(cmd, s, args[0], func(a *service.Account) { a.Suspended = "" })
}

func pay(cmd *cobra.Command, s store.Store, args []string) error {
	a, err := accountNamed(cmd.Context(), s, args[0])
	if err != nil {
		return err
	}
	if failed, _ := cmd.Flags().GetBool("failed"); failed {
		return s.FailPayment(cmd.Context(), a.ID, time.Now())
	}
	due, err := s.Pay(cmd.Context(), a.ID, time.Now())
	if err != nil {
		return err
	}
	if due == 0 {
		return usage(args[0] + " has no open invoice; one is written when " + a.Limits.Invoice.String() + " credits are unpaid")
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s credits paid\n", due)
	return err
}

func joined[T ~string](all []T) string {
	names := make([]string, len(all))
	for i, v := range all {
		names[i] = string(v)
	}
	return strings.Join(names, ", ")
}
