// Package catalogue keeps in memory what is asked of the whole catalogue: the
// search index, with its file beside the store, and what makes creators alike.
// It knows when they are made again, and nothing of requests.
package catalogue

import (
	"context"
	"fmt"
	"iter"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"greenroom/api"
	"greenroom/internal/shared"
	"greenroom/service"
	"greenroom/service/search"
)

const (
	// generationAge is the time an index is taken for fresh without a look.
	generationAge = time.Second
	// smallCatalogue is the number of creators up to which an index is made anew while a
	// request waits; above it the old index serves until the new one is there.
	smallCatalogue = 50_000
)

// Store is the catalogue as it is read whole, with a place for a name of its state.
type Store interface {
	// Generation grows with every write that changes what a search can find.
	Generation(ctx context.Context) (int64, error)
	// Changes are whom writes have changed since a generation.
	Changes(ctx context.Context, after int64) (service.Changes, error)
	// Corpus reads all of it, or what it is without the other networks; CorpusOf
	// reads some creators. Both come in the order of the store.
	Corpus(ctx context.Context, on ...api.Platform) iter.Seq2[search.Doc, error]
	CorpusOf(ctx context.Context, ids []string, on ...api.Platform) iter.Seq2[search.Doc, error]
	Setting(ctx context.Context, name string) (string, error)
	SetSetting(ctx context.Context, name, value string) error
}

// Config holds everything an Index is made of. Store and Clock are required.
type Config struct {
	Store Store
	Clock func() time.Time
	// Platforms are the networks that may be seen; none are all.
	Platforms []api.Platform
	// Path is a file that the index of a large catalogue is kept in, so that the
	// next start need not build it; "" keeps none. IndexFile names it.
	Path string
	// Indexed is called after every index that was put in place; may be nil.
	Indexed func()
	// Read is called while an index is built, every few thousand creators, with how
	// many were read; may be nil.
	Read func(creators int)
}

// Index keeps the search index beside the catalogue. It is made on first use: read from its file, or
// built. From then on it takes what changes; when that is much, it is built again while the old one serves.
type Index struct {
	config  Config
	kept    *indexFile
	ctx     context.Context // of builds: they outlive the request that began them
	stop    context.CancelFunc
	running sync.WaitGroup
	turn    sync.Mutex         // held while what is current is followed by another
	number  shared.Look[int64] // the store's generation

	mu       sync.Mutex
	current  version
	lookedAt time.Time
	update   *update // nil when none runs
	renewing bool    // a base is being built beside what serves
	builds   int     // updates that ended well
	took     time.Duration
}

// version is an index of a generation of the catalogue; nil before the first.
type version struct {
	index      *search.Segments
	generation int64
}

// update is one step to the state of the catalogue; done is closed when its fields are set.
type update struct {
	done chan struct{}
	version
	err error
}

// NewIndex returns the index of a catalogue. Close it to end its builds.
func NewIndex(c Config) *Index {
	ctx, stop := context.WithCancel(context.Background())
	return &Index{config: c, kept: &indexFile{c.Path, c.Store, c.Platforms}, ctx: ctx, stop: stop}
}

// Close ends what is being built and waits for it.
func (x *Index) Close() {
	x.mu.Lock()
	x.stop()
	x.mu.Unlock()
	x.running.Wait()
}

// Warm begins to build the index, so that the first search need not wait for all
// of it.
func (x *Index) Warm() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.current.index == nil {
		x.begin()
	}
}

// Latest returns an index of the catalogue as it is now; for a large one that
// has changed, the one before, while the changes are read.
func (x *Index) Latest(ctx context.Context) (*search.Segments, error) {
	generation, err := x.number.Ask(ctx, x.config.Store.Generation)
	if err != nil {
		return nil, fmt.Errorf("read generation: %w", err)
	}
	for {
		index, u := x.at(generation)
		if index != nil {
			return index, nil
		}
		if err := u.wait(ctx); err != nil {
			return nil, err
		}
		if u.generation >= generation {
			return u.index, nil
		}
	}
}

// at returns the index to serve for a generation, or the update to wait for.
func (x *Index) at(generation int64) (*search.Segments, *update) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.lookedAt = x.config.Clock()
	if x.current.index != nil && x.current.generation >= generation {
		return x.current.index, nil
	}
	u := x.begin()
	if x.current.index != nil && x.current.index.Len() >= smallCatalogue {
		return x.current.index, u
	}
	return nil, u
}

// Recent returns an index that was the latest at most generationAge ago. Most
// often it touches nothing but memory.
func (x *Index) Recent(ctx context.Context) (*search.Segments, error) {
	x.mu.Lock()
	current, age := x.current.index, x.config.Clock().Sub(x.lookedAt)
	x.mu.Unlock()
	if current != nil && age >= 0 && age < generationAge {
		return current, nil
	}
	return x.Latest(ctx)
}

// State describes the index.
type State struct {
	Builds   int           // and changes taken in, since the start
	Took     time.Duration // the last of them
	Creators int           // found in it
}

// State returns how the index stands now.
func (x *Index) State() State {
	x.mu.Lock()
	defer x.mu.Unlock()
	out := State{Builds: x.builds, Took: x.took}
	if x.current.index != nil {
		out.Creators = x.current.index.Len()
	}
	return out
}

func (u *update) wait(ctx context.Context) error {
	select {
	case <-u.done:
		return u.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// begin starts an update, or joins the one that runs. The caller holds mu.
func (x *Index) begin() *update {
	if x.update != nil {
		return x.update
	}
	u := &update{done: make(chan struct{})}
	if u.err = x.ctx.Err(); u.err != nil {
		close(u.done)
		return u
	}
	x.update = u
	x.running.Go(func() { x.run(u) })
	return u
}

func (x *Index) run(u *update) {
	began := x.config.Clock()
	x.turn.Lock()
	x.mu.Lock()
	before := x.current
	x.mu.Unlock()
	next, built, err := x.follow(before)
	if u.version = next; err != nil {
		u.version, u.err = version{}, fmt.Errorf("build search index: %w", err)
	}
	x.mu.Lock()
	x.update = nil
	if u.err == nil {
		x.current = next
		x.builds, x.took = x.builds+1, x.config.Clock().Sub(began)
	}
	x.mu.Unlock()
	x.turn.Unlock()
	close(u.done)
	if u.err != nil {
		return
	}
	x.settle(next, built)
}

// settle keeps a base that was built, and begins to build another where much has changed.
func (x *Index) settle(now version, built bool) {
	if built {
		x.keep(now)
		// The texts that were read are many times the index: give them back now,
		// not when the next collection happens to come.
		debug.FreeOSMemory()
	}
	x.mu.Lock()
	if !x.renewing && x.ctx.Err() == nil && now.index.Changed() > most(now.index.Base()) {
		x.renewing = true
		x.running.Go(x.renew)
	}
	x.mu.Unlock()
	if x.config.Indexed != nil {
		x.config.Indexed()
	}
}

const (
	// renewedAt is the part of a base that may have changed until another is built: what
	// words are worth is then no longer quite what it was.
	renewedAt = 20
	// mostFollowed limits the changes that are followed one by one: more take as long as a
	// build.
	mostFollowed = 50_000
)

func most(base int) int { return min(mostFollowed, base/renewedAt) }

// follow takes in what has changed since a version. A catalogue of which too much has
// is read whole, unless the file has a later index: another process may have made it.
func (x *Index) follow(now version) (next version, built bool, err error) {
	if now.index == nil {
		now = x.kept.load(x.ctx, contents)
	}
	for {
		changes := service.Changes{All: true}
		if now.index != nil {
			if changes, err = x.config.Store.Changes(x.ctx, now.generation); err != nil {
				return now, false, err
			}
		}
		if !x.tooMany(now.index, changes) {
			next, err = x.change(now, changes)
			return next, false, err
		}
		// Read into memory: of a file that was mapped, the disk would not be free again.
		if later := x.kept.load(x.ctx, os.ReadFile); later.generation > now.generation {
			now = later
			continue
		}
		next, err = x.build()
		return next, true, err
	}
}

// tooMany holds for changes that are not worth following. A small catalogue is read whole
// before it has changed much; a large one serves meanwhile.
func (x *Index) tooMany(index *search.Segments, c service.Changes) bool {
	if c.All || len(c.Creators) > mostFollowed {
		return true
	}
	return len(c.Creators) > 0 && index.Len() < smallCatalogue && index.Changed()+len(c.Creators) > most(index.Base())
}

func (x *Index) change(now version, c service.Changes) (version, error) {
	if len(c.Creators) == 0 {
		return version{now.index, max(now.generation, c.To)}, nil
	}
	next, err := now.index.Change(x.ctx, c.Creators, func(ids []string) iter.Seq2[search.Doc, error] {
		return search.Sorted(x.kept.folder(), x.config.Store.CorpusOf(x.ctx, ids, x.config.Platforms...))
	})
	return version{next, c.To}, err
}

// build reads the whole catalogue.
func (x *Index) build() (v version, err error) {
	// Read before the corpus: a write in between makes the index newer than
	// its number, and is only taken in twice.
	if v.generation, err = x.config.Store.Generation(x.ctx); err != nil {
		return v, err
	}
	v.index, err = search.Build(x.ctx, x.docs())
	return v, err
}

// docs are all that is in the catalogue, counted when it is read and when it is sorted.
func (x *Index) docs() iter.Seq2[search.Doc, error] {
	docs := counted(x.config.Store.Corpus(x.ctx, x.config.Platforms...), x.config.Read)
	return counted(search.Sorted(x.kept.folder(), docs), x.config.Read)
}

// renew builds a base beside what serves, and puts it in place with what has changed
// meanwhile. Where it fails, the next change tries again.
func (x *Index) renew() {
	fresh, err := x.build()
	x.turn.Lock()
	if err == nil {
		var changes service.Changes
		if changes, err = x.config.Store.Changes(x.ctx, fresh.generation); err == nil && !changes.All {
			x.keep(fresh)
			fresh, err = x.change(fresh, changes)
		}
	}
	x.mu.Lock()
	x.renewing = false
	if err == nil && fresh.generation >= x.current.generation {
		x.current = fresh
	}
	x.mu.Unlock()
	x.turn.Unlock()
	debug.FreeOSMemory()
}

// countedEvery is the number of values read between two counts.
const countedEvery = 4096

// counted tells now and then how many values of a stream were taken.
func counted[T any](stream iter.Seq2[T, error], tell func(int)) iter.Seq2[T, error] {
	if tell == nil {
		return stream
	}
	return func(yield func(T, error) bool) {
		n := 0
		for v, err := range stream {
			if n++; n%countedEvery == 0 {
				tell(n)
			}
			if !yield(v, err) {
				return
			}
		}
	}
}

// keep saves a base; a service that is told to end still does so. What cannot be saved
// costs the next start a build, and nothing else.
func (x *Index) keep(v version) {
	_ = x.kept.save(context.WithoutCancel(x.ctx), v.index, v.generation)
}

// Keep leaves a file from which a start is quick: where too much has changed since the
// one there was made, or there is none, it builds another.
func Keep(ctx context.Context, c Config) error {
	x := NewIndex(c)
	defer x.Close()
	defer context.AfterFunc(ctx, x.stop)()
	if _, at, creators := x.kept.note(x.ctx); creators > 0 {
		changes, err := x.config.Store.Changes(x.ctx, at)
		if err != nil || !changes.All && len(changes.Creators) <= most(creators) {
			return err
		}
	}
	generation, err := x.config.Store.Generation(x.ctx)
	if err != nil {
		return err
	}
	draft, err := search.BuildDraft(x.ctx, x.kept.folder(), x.docs())
	if err != nil {
		return err
	}
	defer draft.Close()
	return x.kept.save(x.ctx, draft, generation)
}
