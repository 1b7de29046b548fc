package boot

import (
	"context"
	"crypto/rand"
	"log/slog"
	"time"

	"greenroom/service/httpapi"
	"greenroom/service/metrics"
	"greenroom/service/payments"
	"greenroom/service/store"
)

// Payments switches on that single requests are paid for. Terms without a secret
// have that of the store.
type Payments struct {
	Terms       payments.Terms
	Facilitator payments.Facilitator
	Lease       time.Duration // as payments.Config has it
	// Observe is told what happens to payments; may be nil.
	Observe func(payments.Event)
}

// secretSetting names the setting that holds the secret of challenges.
const secretSetting = "payments.secret"

// till makes the till of a service; nil where payments are switched off.
func till(ctx context.Context, c Config, kept store.Store, m *metrics.Metrics) (*payments.Till, error) {
	p := c.Payments
	if p == nil {
		return nil, nil
	}
	terms := p.Terms
	if terms.Secret == nil {
		secret, err := kept.FirstSetting(ctx, secretSetting, rand.Text()+rand.Text())
		if err != nil {
			return nil, err
		}
		terms.Secret = []byte(secret)
	}
	observe := m.ObservePayment
	if p.Observe != nil {
		observe = func(e payments.Event) { m.ObservePayment(e); p.Observe(e) }
	}
	return payments.New(payments.Config{Terms: terms, Claims: kept, Facilitator: p.Facilitator, Clock: c.Clock, Logger: c.Logger, Observe: observe, Lease: p.Lease}), nil
}

// Payable says whether an endpoint could be paid for, were payments switched on.
func Payable(endpoint string) bool { return httpapi.Payable(endpoint) }

// Reconciler closes payments whose outcome is open, for the operator of a service: without
// serving it.
func Reconciler(ctx context.Context, c Config, kept store.Store) (*payments.Till, error) {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return till(ctx, c, kept, metrics.New(nil))
}

// Reconcile closes what is open of payments, as Serve does from time to time.
func (a *App) Reconcile(ctx context.Context) (payments.Reconciled, error) {
	if a.till == nil {
		return payments.Reconciled{}, nil
	}
	return a.till.Reconcile(ctx)
}
