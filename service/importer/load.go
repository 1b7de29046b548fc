package importer

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/importer/plan"
)

// Loader is a sink that takes many new accounts faster when it is told of them
// before. Until EndLoad it can look up nothing but whether an account may be there.
type Loader interface {
	// BeginLoad prepares for about so many new accounts; false where it would not pay.
	BeginLoad(ctx context.Context, accounts int) (bool, error)
	MayHold(p service.Profile) bool
	// EndLoad makes the sink whole; it says before each of its parts how far it is.
	EndLoad(ctx context.Context, part func(n, of int)) error
}

// mostHeld limits the rows that a load puts off before it ends.
const mostHeld = 20_000

// load is a load of the sink, for as long as rows come that it has nothing of.
// Rows of accounts that it may have are held back and met with the store when the
// load is over; rows that share an account with one of them are too, so that each
// account meets its rows in their order.
type load struct {
	sink Loader // nil: it cannot
	on   bool
	held []draft
	keys map[string]bool // of the accounts of held rows
	part func(n, of int) // told while a load ends
}

func newLoad(s Sink) *load {
	l := &load{keys: map[string]bool{}, part: func(int, int) {}}
	l.sink, _ = s.(Loader)
	return l
}

// beginLoad looks, after the first rows of a table, whether a load pays.
func (b *batch) beginLoad(ctx context.Context) (err error) {
	l, src := b.job.load, b.job.source
	if b.tried || l.sink == nil || l.on || b.job.options.DryRun || b.finished || b.met > 0 || b.job.report.Kind != plan.Creators || src.bytesRead() == 0 {
		return nil
	}
	b.tried = true
	left := float64(src.size-src.bytesRead()) * float64(b.rows) / float64(src.bytesRead())
	l.on, err = l.sink.BeginLoad(ctx, int(left))
	l.part = b.job.indexing
	return err
}

// holds puts a draft off that meets what may be stored, and notes of another whether it is
// fresh.
func (b *batch) holds(ctx context.Context, d *draft) (bool, error) {
	l := b.job.load
	if !l.on && len(l.held) == 0 {
		return false, nil
	}
	known, keys := false, []accountKey{}
	for _, p := range d.profiles {
		keys = append(keys, keysOf(p)...)
	}
	d.fresh = l.on && len(d.posts)+len(d.transcripts) == 0
	for _, k := range keys {
		_, gathered := b.profiles[k.key]
		d.fresh = d.fresh && !gathered
		known = known || l.keys[k.key] || l.on && !gathered && (b.flight.has(k.key) || l.sink.MayHold(k.Profile))
	}
	if !known {
		return false, nil
	}
	d.fresh = false
	l.held = append(l.held, *d)
	for _, k := range keys {
		l.keys[k.key] = true
	}
	if len(l.held) < mostHeld {
		return true, nil
	}
	return true, b.endLoad(ctx)
}

// mayFind tells whether a look-up of an account may find something, and makes the
// sink ready for it.
func (b *batch) mayFind(ctx context.Context, k accountKey) (bool, error) {
	l := b.job.load
	if l.on && !b.flight.has(k.key) && !l.sink.MayHold(k.Profile) {
		return false, nil
	}
	err := b.landed(k.key)
	if l.on {
		err = errors.Join(err, b.land())
	}
	return true, errors.Join(err, l.end(ctx))
}

// endLoad makes the sink whole again, and takes in what was held.
func (b *batch) endLoad(ctx context.Context) error {
	if err := b.flush(ctx); err != nil {
		return err
	}
	l := b.job.load
	if err := errors.Join(b.land(), l.end(ctx)); err != nil {
		return err
	}
	held := l.held
	l.held, l.keys = nil, map[string]bool{}
	for _, d := range held {
		if err := b.take(ctx, d); err != nil {
			return err
		}
	}
	return nil
}

// end ends a load whatever became of the import: its rows want their indexes.
func (l *load) end(ctx context.Context) error {
	if !l.on {
		return nil
	}
	l.on = false
	if err := l.sink.EndLoad(context.WithoutCancel(ctx), l.part); err != nil {
		return fmt.Errorf("end the load: %w", err)
	}
	return nil
}

// accountKey is a name of an account, or its id on the network, with as much of it as that
// tells.
type accountKey struct {
	key string
	service.Profile
}

func byName(p api.Platform, username string) accountKey {
	return accountKey{string(p) + ":@" + strings.ToLower(username), service.Profile{Platform: p, Username: username}}
}

func byID(p api.Platform, id string) accountKey {
	return accountKey{string(p) + ":#" + id, service.Profile{Platform: p, ExternalID: id}}
}

func keysOf(p service.Profile) []accountKey {
	keys := make([]accountKey, 0, 2)
	if p.Username != "" {
		keys = append(keys, byName(p.Platform, p.Username))
	}
	if p.ExternalID != "" {
		keys = append(keys, byID(p.Platform, p.ExternalID))
	}
	return keys
}

// finish writes what is left of a file.
func (b *batch) finish(ctx context.Context) error {
	var err error
	if len(b.job.load.held) > 0 {
		err = b.endLoad(ctx)
	}
	if err == nil {
		err = b.flush(ctx)
	}
	if err != nil {
		return err
	}
	many := len(b.seen) > mostHeld
	b.seen, b.ids = nil, nil // all rows are read
	err = b.land()
	if many {
		debug.FreeOSMemory() // marks and indexes take memory of their own
	}
	return err
}

// step counts a record and writes the batch when it is full.
func (b *batch) step(ctx context.Context) error {
	b.rows++
	if b.rows < b.job.options.Batch {
		return nil
	}
	return b.flush(ctx)
}

// flush hands the batch to be written, while the next one is gathered.
func (b *batch) flush(ctx context.Context) error {
	if err := errors.Join(b.land(), ctx.Err()); err != nil {
		return err
	}
	if err := b.beginLoad(ctx); err != nil {
		return err
	}
	bundles := make([]service.Bundle, 0, len(b.entries))
	for _, e := range b.entries {
		if e.dirty {
			bundles = append(bundles, e.bundle)
		}
	}
	b.flight = &flight{tally: b.tally, creators: b.creators, profiles: b.profiles, posts: b.posts, done: make(chan struct{})}
	b.tally = tally{}
	b.reset()
	if journal, ok := b.job.sink.(Journal); ok && len(bundles) > 0 {
		journal.Note(b.job.soFar(b.flight.tally))
	}
	go b.flight.write(ctx, b.job.sink, bundles)
	return nil
}

// flight is a batch on its way into the sink. What it holds is looked up when it
// has landed.
type flight struct {
	creators map[string]*entry
	profiles map[string]slot
	posts    map[string]slot
	tally    tally
	err      error
	done     chan struct{}
}

func (f *flight) write(ctx context.Context, sink Sink, bundles []service.Bundle) {
	defer close(f.done)
	if len(bundles) == 0 {
		return
	}
	if _, err := sink.Write(ctx, bundles); err != nil {
		f.err = fmt.Errorf("write %d creators: %w", len(bundles), err)
	}
}

// has holds for keys of accounts and posts, and for ids of creators.
func (f *flight) has(key string) bool {
	if f == nil {
		return false
	}
	_, profile := f.profiles[key]
	_, post := f.posts[key]
	_, creator := f.creators[key]
	return profile || post || creator
}

// landed waits for a batch on its way that holds a key.
func (b *batch) landed(key string) error {
	if b.flight.has(key) {
		return b.land()
	}
	return nil
}

// land waits for what is being written, and counts it.
func (b *batch) land() error {
	f := b.flight
	if f == nil {
		return nil
	}
	<-f.done
	b.flight = nil
	if f.err != nil {
		return f.err
	}
	b.job.report.commit(&f.tally)
	b.job.progress()
	return nil
}
