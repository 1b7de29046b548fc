// Package rules is what a request means, what it finds and what it costs: a file
// for each family of endpoints, with the checks, shapes and charges they share.
// It knows neither HTTP nor SQL.
package rules

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/billing"
	"greenroom/service/catalogue"
	"greenroom/service/judge"
	"greenroom/service/rules/check"
	"greenroom/service/rules/paging"
)

// SessionTTL is how long a search session can be read.
const SessionTTL = 30 * 24 * time.Hour

// Config holds everything a Service is made of. Store and Clock are required.
type Config struct {
	Store Store
	Clock func() time.Time
	// PlatformsAll lets the platform enum name all networks. Without it the
	// photo network is the only one, as the published contract has it, and
	// profiles of the others show up as links only.
	PlatformsAll bool
	// Live holds the sources of live data; a network left out is not connected.
	Live service.Networks
	// IndexOf is the file of the store, beside which the search index of a large
	// catalogue is kept, so that the next start need not build it; "" keeps none.
	IndexOf string
	// Judge reads judgements again; nil: rules judge alone.
	Judge *judge.Reader
	// Indexed is called after every index that was put in place; may be nil.
	Indexed func()
}

// Service is the rules of the Creator Data Service. Each rule checks a request
// and returns a Job; what the job costs is reserved before it runs.
type Service struct {
	store     Store
	clock     func() time.Time
	platforms []api.Platform
	meter     *billing.Meter
	*access.Control
	index    *catalogue.Index
	cursors  *paging.Cursors
	live     service.Networks
	draining atomic.Bool
	judged   judgements
	second   *judge.Reader // nil: rules judge alone
	turns    sync.Map      // turn: requests with an idempotency key that run here
	shared   Turns         // and on other nodes; nil: there are none
}

// New returns a service over a store. Close it to end what it runs behind the
// scenes; the store stays open.
func New(c Config) *Service {
	platforms := []api.Platform{api.PhotoPlatform}
	seen := platforms
	if c.PlatformsAll {
		platforms, seen = api.Platforms(), nil
	}
	shared, _ := c.Store.(Turns)
	return &Service{
		shared: shared, store: c.Store, clock: c.Clock, platforms: platforms,
		meter:   billing.NewMeter(c.Store, c.Clock),
		Control: access.NewControl(c.Store, c.Clock),
		index:   catalogue.NewIndex(catalogue.Config{Store: c.Store, Clock: c.Clock, Platforms: seen, Path: indexFile(c.IndexOf, seen), Indexed: c.Indexed}),
		cursors: paging.NewCursors(c.Store),
		live:    c.Live,
		second:  c.Judge,
	}
}

func indexFile(store string, on []api.Platform) string {
	if store == "" {
		return ""
	}
	return catalogue.IndexFile(store, on...)
}

// Warm begins to build the search index, so that the first search need not
// wait for all of it.
func (s *Service) Warm() { s.index.Warm() }

// Close stops what runs behind the scenes and waits for it.
func (s *Service) Close() { s.index.Close() }

// Platforms lists the networks the platform enum names here.
func (s *Service) Platforms() []api.Platform { return slices.Clone(s.platforms) }

// Stats returns how the service stands now.
func (s *Service) Stats() service.Stats {
	x := s.index.State()
	return service.Stats{Reservations: s.meter.Open(), IndexBuilds: x.Builds, IndexTook: x.Took, IndexCreators: x.Creators}
}

// Health says that the service runs.
func (s *Service) Health() api.Health { return api.Health{OK: true, Timestamp: s.now()} }

// Drain says that the service is about to stop: its health says so from now on,
// and everything else is answered as before.
func (s *Service) Drain() { s.draining.Store(true) }

// Draining reports whether the service is about to stop.
func (s *Service) Draining() bool { return s.draining.Load() }

// now is the time records are stamped with: UTC, whole milliseconds.
func (s *Service) now() time.Time { return s.clock().UTC().Truncate(time.Millisecond) }

func (s *Service) shows(p api.Platform) bool { return slices.Contains(s.platforms, p) }

// visible splits the profiles of one creator: those of networks the enum
// names, and links to the others.
func (s *Service) visible(all []service.Profile) (shown []service.Profile, links []string) {
	for _, p := range all {
		switch {
		case s.shows(p.Platform):
			shown = append(shown, p)
		case p.URL != "":
			links = append(links, p.URL)
		}
	}
	return shown, links
}

// profilesOf reads the profiles of one creator, split by what is shown.
func (s *Service) profilesOf(ctx context.Context, creatorID string) (shown []service.Profile, links []string, err error) {
	all, err := s.store.Profiles(ctx, creatorID)
	if err != nil {
		return nil, nil, err
	}
	shown, links = s.visible(all[creatorID])
	return shown, links, nil
}

// platform checks a value of the platform enum as it stands here.
func (s *Service) platform(param string, p api.Platform) error {
	return check.OneOf(param, p, s.platforms)
}
