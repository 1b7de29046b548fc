// Package catalogue keeps in memory what is asked of the whole catalogue: the
// search index, with its file beside the store, and what makes creators alike.
// It knows when they are made again, and nothing of requests.
package catalogue

import (
	"context"
	"fmt"
	"iter"
	"runtime/debug"
	"sync"
	"time"

	"greenroom/api"
	"greenroom/service/analysis"
	"greenroom/service/search"
)

const (
	// generationAge is how long the index is taken for fresh without a look.
	generationAge = time.Second
	// smallCatalogue is how many creators are indexed anew while a request
	// waits; above it the old index serves until the new one is there.
	smallCatalogue = 50_000
)

// Store is the catalogue as it is read whole, with a place for a name of its state.
type Store interface {
	// Generation grows with every write that changes what a search can find.
	Generation(ctx context.Context) (int64, error)
	// Corpus and Traits read all of it, or what it is without the other networks.
	Corpus(ctx context.Context, on ...api.Platform) iter.Seq2[search.Doc, error]
	Traits(ctx context.Context, on ...api.Platform) iter.Seq2[analysis.Traits, error]
	Setting(ctx context.Context, name string) (string, error)
	SetSetting(ctx context.Context, name, value string) error
}

// Config is what an Index is made of. Store and Clock are required.
type Config struct {
	Store Store
	Clock func() time.Time
	// Platforms are the networks that may be seen; none are all.
	Platforms []api.Platform
	// Path is a file that the index of a large catalogue is kept in, so that the
	// next start need not build it; "" keeps none.
	Path string
	// Indexed is called after every index that was put in place; may be nil.
	Indexed func()
	// Read is called while an index is built, every few thousand creators, with how
	// many were read; may be nil.
	Read func(creators int)
}

// Index keeps the search index beside the catalogue it was built from. It is built on first use and again when the catalogue has changed.
type Index struct {
	config  Config
	kept    *indexFile
	ctx     context.Context // of builds: they outlive the request that began them
	stop    context.CancelFunc
	running sync.WaitGroup

	mu       sync.Mutex
	current  *search.Segments // nil until built
	built    int64            // generation of current
	saved    int64            // generation in the file; 0: none is known to be
	lookedAt time.Time
	build    *indexBuild // nil when none runs
	builds   int         // that ended well
	took     time.Duration
}

// indexBuild is one build; done is closed when its fields are set.
type indexBuild struct {
	done       chan struct{}
	index      *search.Segments
	generation int64
	err        error
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
	if x.current == nil {
		x.begin()
	}
}

// Latest returns an index of the catalogue as it is now; for a large one that
// has changed, the one before, while the new one is being built.
func (x *Index) Latest(ctx context.Context) (*search.Segments, error) {
	generation, err := x.config.Store.Generation(ctx)
	if err != nil {
		return nil, fmt.Errorf("read generation: %w", err)
	}
	for {
		index, b := x.at(generation)
		if index != nil {
			return index, nil
		}
		if err := b.wait(ctx); err != nil {
			return nil, err
		}
		if b.generation >= generation {
			return b.index, nil
		}
	}
}

// at returns the index to serve for a generation, or the build to wait for.
func (x *Index) at(generation int64) (*search.Segments, *indexBuild) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.lookedAt = x.config.Clock()
	if x.current != nil && x.built >= generation {
		return x.current, nil
	}
	b := x.begin()
	if x.current != nil && x.current.Len() >= smallCatalogue {
		return x.current, b
	}
	return nil, b
}

// Recent returns an index that was the latest at most generationAge ago. Most
// often it touches nothing but memory.
func (x *Index) Recent(ctx context.Context) (*search.Segments, error) {
	x.mu.Lock()
	current, age := x.current, x.config.Clock().Sub(x.lookedAt)
	x.mu.Unlock()
	if current != nil && age >= 0 && age < generationAge {
		return current, nil
	}
	return x.Latest(ctx)
}

// State is how the index stands.
type State struct {
	Builds   int           // that ended well, since the start
	Took     time.Duration // of the last of them
	Creators int           // found in it
}

// State returns how the index stands now.
func (x *Index) State() State {
	x.mu.Lock()
	defer x.mu.Unlock()
	out := State{Builds: x.builds, Took: x.took}
	if x.current != nil {
		out.Creators = x.current.Len()
	}
	return out
}

func (b *indexBuild) wait(ctx context.Context) error {
	select {
	case <-b.done:
		return b.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// begin starts a build, or joins the one that runs. The caller holds mu.
func (x *Index) begin() *indexBuild {
	if x.build != nil {
		return x.build
	}
	b := &indexBuild{done: make(chan struct{})}
	if b.err = x.ctx.Err(); b.err != nil {
		close(b.done)
		return b
	}
	x.build = b
	x.running.Go(func() { x.run(b) })
	return b
}

func (x *Index) run(b *indexBuild) {
	// Read before the corpus: a write in between makes the index newer than
	// its number, and only costs another build.
	var err error
	began := x.config.Clock()
	if b.generation, err = x.config.Store.Generation(x.ctx); err == nil {
		b.index, err = x.loadOrBuild(b.generation)
	}
	if err != nil {
		b.index, b.err = nil, fmt.Errorf("build search index: %w", err)
	}
	x.mu.Lock()
	x.build = nil
	if b.err == nil {
		x.current, x.built = b.index, b.generation
		x.builds, x.took = x.builds+1, x.config.Clock().Sub(began)
	}
	x.mu.Unlock()
	close(b.done)
	x.keep(b)
	// The texts that were read are many times the index: give them back now,
	// not when the next collection happens to come.
	debug.FreeOSMemory()
	if b.err == nil && x.config.Indexed != nil {
		x.config.Indexed()
	}
}

// loadOrBuild takes the index from its file where that is of this generation.
func (x *Index) loadOrBuild(generation int64) (*search.Segments, error) {
	x.mu.Lock()
	first := x.current == nil
	x.mu.Unlock()
	if first {
		if index := x.kept.load(x.ctx, generation); index != nil {
			x.mu.Lock()
			x.saved = generation
			x.mu.Unlock()
			return index, nil
		}
	}
	return search.Build(x.ctx, counted(ahead(x.ctx, x.config.Store.Corpus(x.ctx, x.config.Platforms...)), x.config.Read))
}

// countedEvery is how many values are read between two counts.
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

// keep saves an index that was built, unless the catalogue has moved on; a
// service that is told to end still does so. What cannot be saved costs the next
// start a build, and nothing else.
func (x *Index) keep(b *indexBuild) {
	if b.err != nil {
		return
	}
	ctx := context.WithoutCancel(x.ctx)
	x.mu.Lock()
	saved := x.saved == b.generation
	x.mu.Unlock()
	if now, err := x.config.Store.Generation(ctx); saved || err != nil || now != b.generation {
		return
	}
	if x.kept.save(ctx, b.index, b.generation) == nil {
		x.mu.Lock()
		x.saved = b.generation
		x.mu.Unlock()
	}
}
