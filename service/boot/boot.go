// Package boot puts the service together: a store, the rules over it and the
// front door before them, with the sample world in it where that is wanted. It
// owns the order in which they start and stop, and no rule of its own.
package boot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"os"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/catalogue"
	"greenroom/service/httpapi"
	"greenroom/service/judge"
	"greenroom/service/metrics"
	"greenroom/service/payments"
	"greenroom/service/rules"
	"greenroom/service/store"
	"greenroom/service/traces"
)

// Config says how to start the service. StorePath is required.
type Config struct {
	StorePath string
	Clock     func() time.Time // nil: time.Now
	Logger    *slog.Logger     // nil: nothing is logged
	// PlatformsAll accepts and answers all networks, not the photo network only.
	PlatformsAll bool
	// Sample fills an empty store with the sample world, and opens the demo
	// account on any.
	Sample bool
	// Making is called before that begins; may be nil.
	Making func()
	// Own says that who asks also runs the service: it is told what is wrong with
	// the store.
	Own bool
	// Behind opens with the starter search alone and makes the rest of the sample
	// world behind it; requests that need it wait. Only with PlatformsAll.
	Behind         bool
	TrustedProxies []netip.Prefix // believed when they say whom they forward for
	// LiveFolder is a folder of saved files that live data comes from; ""
	// is the store of a sample, and none for a service without.
	LiveFolder string
	Live       Live
	OAuth      OAuth
	// Indexed is called after every search index that was put in place; may be nil.
	Indexed func()
	// Drain is the time requests are still taken when Serve is told to end, while /health
	// says no.
	Drain time.Duration
	// Judge is a model that reads judgements again; what is the service's own in it is
	// filled in. nil: rules judge alone.
	Judge *judge.Config
	// Agents answers POST /mcp; nil: nothing does.
	Agents http.Handler
	// Speech writes down what is said in recordings without captions; nil: nobody does.
	Speech *Speech
	// Traces is told of every request; a zero URL: nobody is.
	Traces traces.Config
	// Payments are for requests without a key; nil: there are none.
	Payments *Payments

	watch service.LiveWatch // is told of live data; nil: nobody is
}

// App is the service, running.
type App struct {
	Store   store.Store
	Service *rules.Service
	handler http.Handler
	metrics *metrics.Metrics
	traces  *traces.Traces // nil: nobody is told
	drain   time.Duration
	clock   func() time.Time
	demo    Demo
	sample  sample
	till    *payments.Till // nil: nobody pays for single requests
	endLive func() error   // ends what still reads the networks
}

// Open starts the service. The search index is not built until it is needed;
// Warm begins early.
func Open(ctx context.Context, c Config) (*App, error) {
	kept, err := OpenStore(ctx, store.Config{Path: c.StorePath, Clock: c.Clock})
	if err != nil {
		return nil, err
	}
	c.Clock = clockOf(c.Clock, kept)
	var s *rules.Service
	m := metrics.New(func() service.Stats { return s.Stats() })
	c.watch = m
	networks, endLive, err := connect(c, kept)
	if err != nil {
		return nil, errors.Join(err, kept.Close())
	}
	networks, endLive, err = c.speak(networks, endLive, kept)
	if err != nil {
		return nil, errors.Join(err, endLive(), kept.Close())
	}
	door, err := c.entrance(ctx, kept)
	if err != nil {
		return nil, errors.Join(err, endLive(), kept.Close())
	}
	s = rules.New(rules.Config{Store: kept, Clock: c.Clock, PlatformsAll: c.PlatformsAll, Live: networks,
		IndexOf: indexOf(ctx, kept, c.StorePath), Indexed: c.Indexed, Judge: second(c, kept)})
	app := &App{Store: kept, Service: s, metrics: m, drain: c.Drain, clock: c.Clock, endLive: endLive}
	if app.till, err = till(ctx, c, kept, app.metrics); err != nil {
		return nil, errors.Join(err, app.Close())
	}
	if err = app.trace(c); err != nil {
		return nil, errors.Join(err, app.Close())
	}
	front := httpapi.Config{
		Service: s, Clock: c.Clock, Logger: c.Logger, TrustedProxies: c.TrustedProxies, Own: c.Own, Observe: app.observe,
		Ready: app.sample.admit, Till: app.till,
	}
	if door != nil {
		s.Admit(door.admitted)
		front.OAuth, front.Beside = door.told, door.beside
	}
	if c.Agents != nil {
		front.Beside = append(front.Beside, httpapi.Beside{Method: http.MethodPost, Pattern: "/mcp", Handler: c.Agents})
	}
	app.handler = httpapi.New(front)
	if !c.Sample {
		return app, nil
	}
	if app.demo, err = openDemo(ctx, app, c); err != nil {
		return nil, errors.Join(fmt.Errorf("open the sample world: %w", err), app.Close())
	}
	return app, nil
}

// trace begins to tell a collector of requests.
func (a *App) trace(c Config) (err error) {
	if c.Traces.URL == "" {
		return nil
	}
	if c.Traces.Logger = c.Logger; c.Logger == nil {
		c.Traces.Logger = slog.New(slog.DiscardHandler)
	}
	if a.traces, err = traces.New(c.Traces); err == nil {
		a.metrics.Traces(a.traces.Dropped)
	}
	return err
}

func (a *App) observe(e service.Exchange) {
	a.metrics.Observe(e)
	if a.traces != nil {
		a.traces.Observe(e)
	}
}

// second is the model that reads judgements again; nil where there is none.
func second(c Config, kept store.Store) *judge.Reader {
	if c.Judge == nil {
		return nil
	}
	with := *c.Judge
	with.Book, with.Clock, with.Logger = kept, c.Clock, c.Logger
	return judge.New(with)
}

// OpenStore opens a store alone, for work beside a service.
func OpenStore(ctx context.Context, c store.Config) (store.Store, error) {
	s, err := engine(ctx, c)
	if err != nil {
		return nil, err
	}
	if from, err := s.Setting(ctx, store.Unfinished); err == nil && !c.Half {
		return nil, errors.Join(fmt.Errorf("open store %s: the copy of %s into it was not finished: run greenroom store copy again", Shown(c.Path), from), s.Close())
	} else if err != nil && !errors.Is(err, service.ErrNotFound) {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// OpenExisting opens a store that is there.
func OpenExisting(ctx context.Context, path string) (store.Store, error) {
	return OpenStore(ctx, store.Config{Path: path, Existing: true})
}

// Endpoints lists what the name of an endpoint stands for in the plan of an
// account: it under each of its paths; nothing for a name that no endpoint has.
func Endpoints(name string) []string { return httpapi.Endpoints(name) }

// Handler is the front door.
func (a *App) Handler() http.Handler { return a.handler }

// Demo returns the way in as the demo account; zero without Config.Sample.
func (a *App) Demo() Demo { return a.demo }

// Ready returns when the sample world is there, or why it cannot be.
func (a *App) Ready(ctx context.Context) error { return a.sample.wait(ctx) }

// Making counts the creators of the sample world made so far, of how many; 0 of 0 where
// nobody has to wait for it.
func (a *App) Making() (made, of int) { return a.sample.making() }

// Warm begins to build the search index, so that the first search need not wait
// for all of it; while the sample world is being made it comes after that.
func (a *App) Warm() {
	if a.sample.there() {
		a.Service.Warm()
	}
}

// Close ends the service. Requests must have ended before.
func (a *App) Close() error {
	err := a.sample.end()
	a.Service.Close()
	if a.traces != nil {
		a.traces.Close()
	}
	return errors.Join(err, a.endLive(), a.Store.Close())
}

// indexed lists the networks of each index that a store may have: all, or one alone.
var indexed = [][]api.Platform{nil, {api.PhotoPlatform}}

// KeepIndex leaves the search index of a store beside it, as the built-in service and a
// server of the photo network alone look for it, so that the next start finds it made: of
// all networks, and of the one where a server has begun such a file. What has changed
// little since is left to the start, and a small index is made faster than anybody waits,
// and not kept. Read is told now and then of how many creators it is made so far; may be nil.
func KeepIndex(ctx context.Context, s store.Store, path string, read func(creators int)) error {
	beside := indexOf(ctx, s, path)
	if beside == "" {
		return nil
	}
	for _, on := range indexed {
		file := catalogue.IndexFile(beside, on...)
		if _, err := os.Stat(file); err != nil && on != nil {
			continue
		}
		if err := catalogue.Keep(ctx, catalogue.Config{Store: s, Clock: time.Now, Platforms: on, Path: file, Read: read}); err != nil {
			return fmt.Errorf("make the search index: %w", err)
		}
	}
	return nil
}
