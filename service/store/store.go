// Package store is what every engine that keeps the service's records has in
// common: the ports it fills, and how one is opened. An engine is a folder below
// it, which storetest holds to the same conformance suite, and a line in
// service/boot.
package store

import (
	"time"

	"greenroom/service/access"
	"greenroom/service/billing"
	"greenroom/service/importer"
	"greenroom/service/live"
	"greenroom/service/payments"
	"greenroom/service/rules"
	"greenroom/service/signin"
)

// Store is an engine: the ports of all who read and write, together. All methods
// may be called at once from many goroutines and, for one store, from several
// processes; a write is durable when it returns.
type Store interface {
	rules.Store
	access.Accounts
	access.Users
	access.Payments
	signin.Store
	billing.Chain
	payments.Claims
	importer.Sink
	live.Catalogue
	Close() error
}

// Config says which store to open. Clock dates the removal of expired sessions;
// nil is time.Now. Existing refuses to make a store where there is none. Bulk is for
// who is about to write a lot: it takes memory to write less often.
type Config struct {
	Path     string
	Clock    func() time.Time
	Existing bool
	Bulk     bool
}
