package sqlio

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// maxGroup bounds how many writes share one transaction. maxWaiting is how many
	// may wait that nobody waits for: who brings more is slowed down.
	maxGroup   = 256
	maxWaiting = 4096
	// mostTries limits how often a group is run again after others made it fail.
	mostTries = 5
	// gathering is the time that writes without a waiting caller are gathered.
	gathering = 250 * time.Millisecond
)

// WriterConfig says what is written to. T is the transaction as its users know
// it: a Tx, and what they remember beside it.
type WriterConfig[T any] struct {
	DB     *sql.DB // one connection; the writer closes it
	Engine Engine
	Closed error // what those are told who come after Close
	// Begin are the statements that begin a transaction, with the lock that it needs.
	Begin []string
	// Patience is had with the locks of other programs; nil: the engine's.
	Patience Waiter
	// View is the T of a connection. A connection on which anything failed but a
	// single write is closed, and its T is forgotten.
	View func(*Tx) T
	// Post writes what plain writes have left in T: before any other write, which
	// may read it, and at the end of a group. nil: nothing.
	Post func(T) error
	// After does what is left to do when a group is durable, outside of its
	// transaction; true asks to come back soon. nil: nothing.
	After func(T) (again bool, err error)
}

// Waiter repeats what something in the way makes fail, while there is patience.
type Waiter interface {
	Wait(ctx context.Context, do func() error) error
}

// Writer owns the one goroutine that writes. Jobs waiting in its queue share a transaction
// and so one fsync; each stands behind a savepoint, so that a failed one leaves no trace
// and does not fail the others.
type Writer[T any] struct {
	cfg   WriterConfig[T]
	done  chan struct{}
	again bool // there is something left to do; of the loop alone

	mu      sync.Mutex
	wake    *sync.Cond // the loop
	room    *sync.Cond // those who bring too much
	queue   []*job[T]
	waiting int  // jobs not yet settled that nobody waits for
	hurry   bool // somebody waits, or has waited long enough
	closed  bool
	lost    error // of a job that nobody waited for
}

// job is one write. It is taken by whoever moves state first: the writer to run
// it, once it holds the lock of the file, or the caller to give up. A nil done is a
// write that nobody waits for.
type job[T any] struct {
	run     func(T) error
	plain   bool
	taken   atomic.Bool
	err     error
	done    chan struct{}
	settled func()
}

// brokenError is a failure that a group does not survive.
type brokenError struct{ error }

func (e *brokenError) Unwrap() error { return e.error }

// Broken marks an error of a plain write as one of its whole group.
func Broken(err error) error { return &brokenError{err} }

// NewWriter starts to write. Close ends it.
func NewWriter[T any](c WriterConfig[T]) *Writer[T] {
	if c.Patience == nil {
		c.Patience = c.Engine
	}
	w := &Writer[T]{cfg: c, done: make(chan struct{})}
	w.wake, w.room = sync.NewCond(&w.mu), sync.NewCond(&w.mu)
	go w.loop()
	return w
}

// Do runs a write and returns when it is durable. When ctx ends before the
// write has begun, the error is that of ctx, and nothing is written, then or later:
// whatever waits for the lock of another program has not begun. Once begun, it is
// waited for, so that the answer is never in doubt.
func (w *Writer[T]) Do(ctx context.Context, run func(T) error) error {
	return w.await(ctx, &job[T]{run: run, done: make(chan struct{})})
}

// Plain is Do without a savepoint: an error of run is either Broken, or comes
// before anything is written.
func (w *Writer[T]) Plain(ctx context.Context, run func(T) error) error {
	return w.await(ctx, &job[T]{run: run, plain: true, done: make(chan struct{})})
}

// Later runs a write some time soon. Close returns the first error of such a
// write. Where it was taken (the error is nil), settled, if any, is called once
// the write is durable or has failed; it must not call the writer.
func (w *Writer[T]) Later(run func(T) error, settled func()) error {
	return w.enqueue(&job[T]{run: run, settled: settled})
}

// Flush returns when all that was given to Later before is durable.
func (w *Writer[T]) Flush(ctx context.Context) error {
	w.mu.Lock()
	waiting := w.waiting
	w.mu.Unlock()
	if waiting == 0 {
		return nil
	}
	return w.Do(ctx, func(T) error { return nil })
}

// Close writes what waits and closes the connection. Its error is also that of a
// write nobody waited for.
func (w *Writer[T]) Close() error {
	w.mu.Lock()
	w.closed = true
	w.wake.Signal()
	w.room.Broadcast()
	w.mu.Unlock()
	<-w.done
	return errors.Join(w.lost, w.cfg.DB.Close())
}

func (w *Writer[T]) await(ctx context.Context, j *job[T]) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := w.enqueue(j); err != nil {
		return err
	}
	select {
	case <-j.done:
		return j.err
	case <-ctx.Done():
		if j.taken.CompareAndSwap(false, true) {
			return ctx.Err()
		}
		<-j.done
		return j.err
	}
}

func (w *Writer[T]) enqueue(j *job[T]) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for j.done == nil && w.waiting >= maxWaiting && !w.closed {
		w.room.Wait()
	}
	switch {
	case w.closed:
		return w.cfg.Closed
	case j.done != nil:
		w.hurry = true
	case len(w.queue) == 0:
		time.AfterFunc(gathering, w.hasten)
	}
	if j.done == nil {
		w.waiting++
	}
	w.queue = append(w.queue, j)
	if w.hurry || len(w.queue) >= maxGroup {
		w.wake.Signal()
	}
	return nil
}

func (w *Writer[T]) hasten() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hurry = true
	w.wake.Signal()
}

func (w *Writer[T]) loop() {
	defer close(w.done)
	var t *Tx
	var view T
	for w.more() {
		if t == nil {
			var err error
			if t, err = newTx(w.cfg.DB, w.cfg.Engine, w.cfg.Patience, w.cfg.Begin); err != nil {
				w.again = false
				w.settle(w.take(maxGroup), err)
				continue
			}
			view = w.cfg.View(t)
		}
		if err := w.write(t, view); err != nil {
			t.close() // a connection that failed is not trusted with the next group
			t = nil
		}
	}
	if t != nil {
		t.close()
	}
}

// more waits until there is something to do; false once there never will be.
func (w *Writer[T]) more() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for !w.closed && !w.again && (len(w.queue) == 0 || !w.hurry && len(w.queue) < maxGroup) {
		w.wake.Wait()
	}
	return len(w.queue) > 0 || !w.closed
}

// take returns the waiting jobs, at most so many, without those given up.
func (w *Writer[T]) take(most int) (jobs []*job[T]) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := min(len(w.queue), most)
	for _, j := range w.queue[:n] {
		if j.taken.CompareAndSwap(false, true) {
			jobs = append(jobs, j)
		}
	}
	w.queue = w.queue[n:]
	if len(w.queue) == 0 {
		w.queue, w.hurry = nil, false
	}
	return jobs
}

// write runs what waits in one transaction, settles it, and does what is left to do
// after it. The error is not that of single jobs.
func (w *Writer[T]) write(t *Tx, view T) (err error) {
	w.again = false
	if tries := 0; w.waits() {
		var group []*job[T]
		for again := true; again; {
			began := false
			err = t.Transaction(func() (err error) {
				began = true
				group, err = w.all(t, view, group)
				return err
			})
			if !began && group == nil {
				group = w.take(maxGroup)
			}
			if tries++; tries > mostTries || !w.cfg.Engine.Again(err) {
				again = false
			}
		}
		w.settle(group, err)
	}
	if err == nil && w.cfg.After != nil {
		w.again, err = w.cfg.After(view)
	}
	if err != nil {
		w.again = false
	}
	return err
}

func (w *Writer[T]) waits() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.queue) > 0
}

// all runs a group, what waits and what comes to wait meanwhile, and returns all of it:
// who comes before the commit need not wait for the next one.
func (w *Writer[T]) all(t *Tx, view T, group []*job[T]) ([]*job[T], error) {
	group = append(group, w.take(maxGroup-len(group))...)
	for done := 0; done < len(group); {
		for _, j := range group[done:] {
			if err := w.one(t, view, j); err != nil {
				return group, err
			}
		}
		done = len(group)
		group = append(group, w.take(maxGroup-done)...)
	}
	return group, w.post(view)
}

// one runs a job. Its error is that of the whole transaction.
func (w *Writer[T]) one(t *Tx, view T, j *job[T]) (whole error) {
	if !j.plain {
		if err := w.post(view); err != nil {
			return err
		}
		j.err, whole = t.isolated(func() error { return j.run(view) })
		if whole == nil && w.cfg.Engine.Again(j.err) {
			whole = j.err
		}
		return whole
	}
	var broken *brokenError
	if j.err = j.run(view); errors.As(j.err, &broken) {
		return j.err
	}
	return nil
}

func (w *Writer[T]) post(view T) error {
	if w.cfg.Post == nil {
		return nil
	}
	return w.cfg.Post(view)
}

// settle answers every job; an error of the group counts for those that had none.
func (w *Writer[T]) settle(group []*job[T], err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.room.Broadcast()
	for _, j := range group {
		if j.err == nil {
			j.err = err
		}
		j.err = w.cfg.Engine.Fault("write", j.err)
		if j.done != nil {
			close(j.done)
			continue
		}
		w.waiting--
		if j.settled != nil {
			j.settled()
		}
		if w.lost == nil {
			w.lost = j.err
		}
	}
}
