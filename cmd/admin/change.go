package admin

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/cmd/run"
	"greenroom/service"
	"greenroom/service/boot"
	"greenroom/service/store"
)

var ownLimits = []struct{ name, about string }{
	{"minute", "most CREDITS per UTC minute"},
	{"hour", "most CREDITS per UTC hour"},
	{"invoice", "unpaid CREDITS that trigger an invoice"},
}

func change(ctx context.Context, j *run.Job, s store.Store, change func(*service.Account)) error {
	return onAccount(func(ctx context.Context, _ *run.Job, s store.Store, a service.Account) error {
		_, err := s.ChangeAccount(ctx, a.ID, func(a *service.Account) error { change(a); return nil })
		return err
	})(ctx, j, s)
}

func setTier(own *[3]run.Limit) func(context.Context, *run.Job, store.Store) error {
	return func(ctx context.Context, j *run.Job, s store.Store) error {
		tier := api.Tier(j.Items[1])
		if !slices.Contains(api.Tiers(), tier) {
			return run.Usagef("TIER must be one of %s, not %s", api.List(api.Tiers()), tier)
		}
		limits, err := limitsOf(tier, own)
		if err != nil {
			return err
		}
		return change(ctx, j, s, func(a *service.Account) { a.SetTier(tier, limits) })
	}
}

// limitsOf are the limits given as flags; nil for those of the tier. What is
// left out is the tier's.
func limitsOf(tier api.Tier, own *[3]run.Limit) (*api.TierLimits, error) {
	limits, known := tier.Limits()
	given := 0
	for i, into := range []*api.Credits{&limits.Minute, &limits.Hour, &limits.Invoice} {
		n := own[i].Given()
		if n == nil {
			continue
		}
		if *n == 0 {
			return nil, run.Usagef("--%s must be more than 0", ownLimits[i].name)
		}
		*into = *n
		given++
	}
	switch {
	case !known && given < len(own):
		return nil, run.Usagef("tier %s has no preset limits: set --minute, --hour and --invoice", tier)
	case given == 0:
		return nil, nil
	}
	return &limits, nil
}

func setBalance(ctx context.Context, j *run.Job, s store.Store) error {
	var balance *api.Credits
	if j.Items[1] != "none" {
		var n run.Limit
		if err := n.Set(j.Items[1]); err != nil {
			return run.WrongUse(err)
		}
		balance = n.Given()
	}
	return change(ctx, j, s, func(a *service.Account) { a.Balance = balance })
}

// setPlan takes operations, as the ledger names them, and endpoints such as
// "POST /v1/search". An endpoint with several paths is left out under all.
func setPlan(ctx context.Context, j *run.Job, s store.Store) error {
	var without []string
	for _, w := range j.Items[1:] {
		endpoints := boot.Endpoints(w)
		switch {
		case len(endpoints) > 0:
			without = append(without, endpoints...)
		case api.PriceOf(api.Operation(w)).Operation != "":
			without = append(without, w)
		default:
			return run.Usagef("%s is not an operation (such as search) or an endpoint (such as \"POST /v1/search\" or \"GET /v1/creators/{id}\")", w)
		}
	}
	return change(ctx, j, s, func(a *service.Account) { a.Lacks = without })
}

func setQuota(ctx context.Context, j *run.Job, s store.Store) error {
	n, err := strconv.Atoi(j.Items[1])
	if err != nil || n < 0 {
		return run.Usagef("INGESTS must be a whole number, 0 or more, not %s", j.Items[1])
	}
	return change(ctx, j, s, func(a *service.Account) { a.IngestQuota = n })
}

func suspend(ctx context.Context, j *run.Job, s store.Store) error {
	reason := api.ReasonCode(strings.ToUpper(j.Items[1]))
	if reason.NextStep() == "" {
		return run.Usagef("REASON_CODE must be one of %s, not %s", api.List(api.ReasonCodes()), j.Items[1])
	}
	return change(ctx, j, s, func(a *service.Account) { a.Suspended = reason })
}

func pay(failed *bool) func(context.Context, *run.Job, store.Store, service.Account) error {
	return func(ctx context.Context, j *run.Job, s store.Store, a service.Account) error {
		mark, done := s.Pay, "paid"
		if *failed {
			mark, done = s.FailPayment, "failed to be paid"
		}
		due, err := mark(ctx, a.ID, time.Now())
		if err != nil {
			return err
		}
		if due == 0 {
			return run.Usagef("%s has no open invoice; one is issued at %s unpaid", a.Name, run.InCredits(a.Limits.Invoice))
		}
		_, err = fmt.Fprintf(j.Out, "%s %s\n", run.InCredits(due), done)
		return err
	}
}
