package importer

import (
	"context"
	"fmt"

	"greenroom/service"
)

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
	if err := b.land(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
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
	b.flight = &flight{tally: b.tally, expected: b.expected, creators: b.creators, profiles: b.profiles, posts: b.posts, done: make(chan struct{})}
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
	expected int
	written  service.Written
	err      error
	done     chan struct{}
}

func (f *flight) write(ctx context.Context, sink Sink, bundles []service.Bundle) {
	defer close(f.done)
	if len(bundles) == 0 {
		return
	}
	if f.written, f.err = sink.Write(ctx, bundles); f.err != nil {
		f.err = fmt.Errorf("write %d creators: %w", len(bundles), f.err)
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
	if !b.job.options.DryRun {
		f.correct()
	}
	b.job.report.commit(&f.tally)
	b.job.progress()
	return nil
}

// correct moves rows that looked new to where the sink found them: it also
// knows profiles by their network's id, which look-ups by name do not see.
func (f *flight) correct() {
	surplus := min(f.expected-f.written.New.Profiles, f.tally.counts[created])
	if surplus <= 0 || f.written.New.Posts+f.written.New.Transcripts > 0 {
		return
	}
	f.tally.counts[created] -= surplus
	changed := min(surplus, f.written.Updated.Profiles)
	f.tally.counts[updated] += changed
	f.tally.counts[unchanged] += surplus - changed
}
