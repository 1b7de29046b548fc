package boot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/importer"
	"greenroom/service/store"
	"greenroom/service/world"
)

const (
	worldBatch = 500 // creators in one transaction
	// mostWait bounds the wait of a request for the sample world before it is told to come
	// back after comeBack. Together they stay within the longest wait that the client
	// makes by itself.
	mostWait = 3 * time.Second
	comeBack = 2 * time.Second
)

// sample is the sample world on its way into the store. The zero value is a
// world that nobody has to wait for.
type sample struct {
	written atomic.Int64 // creators
	stop    context.CancelFunc
	done    chan struct{} // nil: nothing is on its way
	err     error         // once done is closed
}

// begin writes the world beside what the caller does next.
func (s *sample) begin(ctx context.Context, write func(context.Context) error) {
	ctx, s.stop = context.WithCancel(context.WithoutCancel(ctx))
	s.done = make(chan struct{})
	go func() {
		defer close(s.done)
		s.err = write(ctx)
	}()
}

// there reports whether nothing is on its way.
func (s *sample) there() bool {
	if s.done == nil {
		return true
	}
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// making counts the creators written so far, of how many; 0 of 0 once nothing is on its
// way.
func (s *sample) making() (written, of int) {
	if s.there() {
		return 0, 0
	}
	return int(s.written.Load()), world.Creators
}

// end stops what is on its way and waits for it. What is not written is written
// by the next start.
func (s *sample) end() error {
	if s.done == nil {
		return nil
	}
	s.stop()
	<-s.done
	if errors.Is(s.err, context.Canceled) {
		return nil
	}
	return s.err
}

// wait returns when nothing is on its way any more.
func (s *sample) wait(ctx context.Context) error {
	if s.there() {
		return s.err
	}
	select {
	case <-s.done:
		return s.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// admit waits until a request may ask for what is in the sample world. Its errors are
// sentences for the caller of the service.
func (s *sample) admit(ctx context.Context) error {
	patience, stop := context.WithTimeout(ctx, mostWait)
	defer stop()
	err := s.wait(patience)
	switch {
	case err == nil || ctx.Err() != nil:
		return err
	case s.there():
		return &service.Error{Code: api.CodeInternal, Cause: err, Message: "The sample world could not be written (" + err.Error() +
			"), so there is nothing to find yet. Nothing was charged. Fix that and start again: it continues where it stopped."}
	}
	return &service.Error{Code: api.CodeUnavailable, RetryAfter: comeBack, Message: fmt.Sprintf(
		"The sample world is still being created: %d%% so far. Nothing was charged.",
		100*int(s.written.Load())/world.Creators)}
}

// fill writes the world and what belongs to it into an empty store, or into one
// where an earlier start was cut short at it.
func (s *sample) fill(ctx context.Context, c Config, accountID string, now time.Time) error {
	own, err := OpenStore(ctx, store.Config{Path: c.StorePath, Clock: c.Clock})
	if err != nil {
		return err
	}
	err = s.write(ctx, own, now)
	if err == nil {
		err = sampleShortlists(ctx, own, accountID, now)
	}
	if err == nil {
		err = own.SetSetting(ctx, sampleSetting, sampleWritten)
	}
	return errors.Join(err, own.Close())
}

// write writes the world in batches, the next of which is made while one is
// written.
func (s *sample) write(ctx context.Context, into store.Store, now time.Time) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	batches := make(chan []service.Bundle, 1)
	go func() {
		defer close(batches)
		var batch []service.Bundle
		for b := range world.Generate(world.Seed, now) {
			if batch = append(batch, b); len(batch) < worldBatch {
				continue
			}
			if !offer(ctx, batches, batch) {
				return
			}
			batch = nil
		}
		offer(ctx, batches, batch)
	}()
	loader, loads := into.(importer.Loader)
	if loads {
		if _, err := loader.BeginLoad(ctx, world.Creators); err != nil {
			return err
		}
	}
	for batch := range batches {
		if _, err := into.Write(ctx, batch); err != nil {
			return err
		}
		s.written.Add(int64(len(batch)))
	}
	if err := ctx.Err(); err != nil || !loads {
		return err
	}
	return loader.EndLoad(ctx, nil)
}

// offer hands a batch over, unless ctx ends first.
func offer(ctx context.Context, to chan<- []service.Bundle, batch []service.Bundle) bool {
	select {
	case to <- batch:
		return true
	case <-ctx.Done():
		return false
	}
}

func sampleShortlists(ctx context.Context, s store.Store, accountID string, now time.Time) error {
	for _, l := range world.Shortlists(world.Seed, now) {
		made := s.CreateShortlist(ctx, service.Shortlist{Shortlist: l, AccountID: accountID})
		// It may be there from a start cut short, or by another process.
		if _, err := s.Shortlist(ctx, service.Owner{AccountID: accountID}, l.ID); err != nil {
			return fmt.Errorf("write sample shortlists: %w", cmp.Or(made, err))
		}
	}
	return nil
}
