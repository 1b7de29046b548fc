package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// maxGroup bounds how many writes share one transaction.
const maxGroup = 256

var errClosed = errors.New("the store is closed")

// job is one caller's write. It is taken by whoever moves state first: the
// writer to run it, or the caller to give up.
type job struct {
	run   func(*tx) error
	plain bool // an error of run is the whole group's, or comes before anything is written
	taken atomic.Bool
	err   error
	done  chan struct{}
}

// writer is the one goroutine that writes. What waits in its queue shares a
// transaction and so one fsync; each write stands behind a savepoint, so that
// one that fails leaves no trace and does not fail the others.
type writer struct {
	db    *sql.DB
	queue chan *job
	done  chan struct{}

	mu     sync.RWMutex // guards closed against a send on the closed queue
	closed bool
}

func startWriter(db *sql.DB) *writer {
	w := &writer{db: db, queue: make(chan *job, maxGroup), done: make(chan struct{})}
	go w.loop()
	return w
}

// do runs a write and returns when it is durable. When ctx ends before the
// write has begun, nothing is written; once begun, it is waited for, so that
// the answer is never in doubt.
func (w *writer) do(ctx context.Context, run func(*tx) error) error {
	return w.wait(ctx, &job{run: run, done: make(chan struct{})})
}

func (w *writer) wait(ctx context.Context, j *job) error {
	if err := w.enqueue(ctx, j); err != nil {
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

func (w *writer) enqueue(ctx context.Context, j *job) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return errClosed
	}
	select {
	case w.queue <- j:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *writer) close() error {
	w.mu.Lock()
	already := w.closed
	w.closed = true
	if !already {
		close(w.queue)
	}
	w.mu.Unlock()
	<-w.done
	return w.db.Close()
}

func (w *writer) loop() {
	defer close(w.done)
	var t *tx
	for first := range w.queue {
		runtime.Gosched() // whoever is on the way here joins
		group := w.group(first)
		if t == nil {
			var err error
			if t, err = newTx(w.db); err != nil {
				settle(group, err)
				continue
			}
		}
		if err := t.commit(group); err != nil {
			t.close() // a connection that failed is not trusted with the next group
			t = nil
		}
	}
	if t != nil {
		t.close()
	}
}

// group takes what waits behind first, leaving out what was given up.
func (w *writer) group(first *job) []*job {
	var group []*job
	for j, open := first, true; open && j != nil; {
		if j.taken.CompareAndSwap(false, true) {
			group = append(group, j)
		}
		if len(group) == maxGroup {
			break
		}
		select {
		case j, open = <-w.queue:
		default:
			j = nil
		}
	}
	return group
}

// settle answers every job; an error of the group counts for those that had none.
func settle(group []*job, err error) {
	for _, j := range group {
		if j.err == nil {
			j.err = err
		}
		close(j.done)
	}
}

// tx is the writing connection inside a transaction. Statements are prepared
// once and live as long as the connection.
type tx struct {
	conn  *sql.Conn
	stmts map[string]*sql.Stmt
	sums  sums
}

// Writes are not cancelled half way; the caller's context ends the waiting.
var background = context.Background()

func newTx(db *sql.DB) (*tx, error) {
	var conn *sql.Conn
	err := patiently(background, func() (err error) {
		conn, err = db.Conn(background)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("open for writing: %w", err)
	}
	return &tx{conn: conn, stmts: map[string]*sql.Stmt{}}, nil
}

func (t *tx) close() {
	for _, s := range t.stmts {
		s.Close()
	}
	// A broken connection must not go back to the pool.
	t.conn.Raw(func(any) error { return errBadConn })
	t.conn.Close()
}

// commit runs a group in one transaction and settles it. The error is the
// transaction's, not that of single jobs.
func (t *tx) commit(group []*job) (err error) {
	defer func() { settle(group, err) }()
	if len(group) == 0 {
		return nil
	}
	if err := patiently(background, func() error { return t.do("BEGIN IMMEDIATE") }); err != nil {
		return fmt.Errorf("begin to write: %w", err)
	}
	if err := t.all(group); err != nil {
		t.do("ROLLBACK")
		return fmt.Errorf("write: %w", err)
	}
	if err := patiently(background, func() error { return t.do("COMMIT") }); err != nil {
		t.do("ROLLBACK")
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// all runs the jobs of a group. The sums of charges are written before a job
// that may read them, and at the end.
func (t *tx) all(group []*job) error {
	t.sums = sums{}
	for _, j := range group {
		if err := t.one(j); err != nil {
			return err
		}
	}
	return t.post()
}

func (t *tx) one(j *job) error {
	if !j.plain {
		if err := t.post(); err != nil {
			return err
		}
		return t.isolated(j)
	}
	var whole *brokenError
	if j.err = j.run(t); errors.As(j.err, &whole) {
		return j.err
	}
	return nil
}

// isolated runs one job behind a savepoint. Its error is that of the whole
// transaction: SQLite ends it by itself on a full disk or a failing one.
func (t *tx) isolated(j *job) error {
	if err := t.do("SAVEPOINT job"); err != nil {
		return err
	}
	if j.err = j.run(t); j.err != nil {
		if err := t.do("ROLLBACK TO job"); err != nil {
			return errors.Join(j.err, err)
		}
	}
	return t.do("RELEASE job")
}

func (t *tx) stmt(query string) (*sql.Stmt, error) {
	if s, ok := t.stmts[query]; ok {
		return s, nil
	}
	s, err := t.conn.PrepareContext(background, query)
	if err == nil {
		t.stmts[query] = s
	}
	return s, err
}

func (t *tx) do(query string) error {
	_, err := t.exec(query)
	return err
}

// exec returns how many rows were changed.
func (t *tx) exec(query string, args ...any) (int64, error) {
	s, err := t.stmt(query)
	if err != nil {
		return 0, err
	}
	r, err := s.ExecContext(background, args...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// insert returns the new rowid, or false where a conflict left the row out.
func (t *tx) insert(query string, args ...any) (id int64, ok bool, err error) {
	s, err := t.stmt(query)
	if err != nil {
		return 0, false, err
	}
	r, err := s.ExecContext(background, args...)
	if err != nil {
		return 0, false, err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return 0, false, err
	}
	id, err = r.LastInsertId()
	return id, true, err
}

// row reads one row; a missing one is sql.ErrNoRows when it is scanned.
func (t *tx) row(query string, args ...any) scanner {
	s, err := t.stmt(query)
	if err != nil {
		return failed{err}
	}
	return s.QueryRowContext(background, args...)
}

type failed struct{ err error }

func (f failed) Scan(...any) error { return f.err }
