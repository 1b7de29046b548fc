package sqlio

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"greenroom/internal/sqlite"
)

// note is a transaction with texts that plain writes leave behind.
type note struct {
	*Tx
	left []string
}

func (n *note) write(text string) error { return n.Do("INSERT INTO notes (text) VALUES (?)", text) }

func (n *note) post() error {
	for _, text := range n.left {
		if err := n.write(text); err != nil {
			return err
		}
	}
	n.left = nil
	return nil
}

var errOver = errors.New("over")

type desk struct {
	*Writer[*note]
	t    testing.TB
	path string
}

func open(t testing.TB, after func(*note) (bool, error)) desk {
	t.Helper()
	path := filepath.Join(t.TempDir(), "notes.db")
	db, err := sqlite.Pool(path, []string{"journal_mode(wal)"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE notes (text TEXT UNIQUE)"); err != nil {
		t.Fatal(err)
	}
	w := NewWriter(WriterConfig[*note]{
		DB: db, Engine: sqlite.File{}, Begin: sqlite.Begin, Closed: errOver, Post: (*note).post, After: after,
		View: func(tx *Tx) *note { return &note{Tx: tx} },
	})
	t.Cleanup(func() { _ = w.Close() })
	return desk{w, t, path}
}

// together queues jobs that the writer then finds all at once.
func (d desk) together(jobs ...*job[*note]) {
	d.t.Helper()
	running, proceed := make(chan struct{}), make(chan struct{})
	hold := &job[*note]{done: make(chan struct{}), run: func(*note) error { close(running); <-proceed; return nil }}
	d.put(hold)
	<-running
	d.put(jobs...)
	close(proceed)
	for _, j := range jobs {
		<-j.done
	}
}

func (d desk) put(jobs ...*job[*note]) {
	d.t.Helper()
	for _, j := range jobs {
		if err := d.enqueue(j); err != nil {
			d.t.Fatal(err)
		}
	}
}

func (d desk) stored() []string {
	d.t.Helper()
	db, err := sqlite.Pool(d.path, nil, 1)
	if err != nil {
		d.t.Fatal(err)
	}
	defer db.Close()
	list, err := All(context.Background(), NewReader(db, sqlite.File{}), Text, "SELECT text FROM notes ORDER BY rowid")
	if err != nil {
		d.t.Fatal(err)
	}
	return list
}

func (d desk) holds(want ...string) {
	d.t.Helper()
	if got := d.stored(); !slices.Equal(got, want) {
		d.t.Errorf("stored are %q, want %q", got, want)
	}
}

func writes(text string, result error) *job[*note] {
	return &job[*note]{done: make(chan struct{}), run: func(n *note) error {
		if err := n.write(text); err != nil {
			return err
		}
		return result
	}}
}

func plain(text string, result error) *job[*note] {
	return &job[*note]{done: make(chan struct{}), plain: true, run: func(n *note) error {
		if result == nil {
			n.left = append(n.left, text)
		}
		return result
	}}
}

// A job that fails after it has written shares a transaction with two that do
// not, and with one whose caller has gone.
func TestOneFailureInAGroupIsItsOwn(t *testing.T) {
	d, failure := open(t, nil), errors.New("changed its mind")
	gone := writes("gone", nil)
	gone.taken.Store(true)
	close(gone.done)
	jobs := []*job[*note]{writes("first", nil), writes("second", failure), gone, writes("third", nil)}
	d.together(jobs...)
	for i, want := range []error{nil, failure, nil, nil} {
		if jobs[i].err != want {
			t.Errorf("job %d: %v, want %v", i, jobs[i].err, want)
		}
	}
	d.holds("first", "third")
}

// A job that writes without a savepoint takes its whole group with it when
// writing fails, and only then.
func TestAGroupThatBreaksLeavesNothing(t *testing.T) {
	d, failure, refusal := open(t, nil), errors.New("disk on fire"), errors.New("not today")
	bad := []*job[*note]{writes("first", nil), plain("", refusal), plain("left", nil), plain("", Broken(failure)), writes("second", nil)}
	d.together(bad...)
	for i, want := range []error{failure, refusal, failure, failure, failure} {
		if !errors.Is(bad[i].err, want) {
			t.Errorf("job %d: %v, want %v", i, bad[i].err, want)
		}
	}
	d.holds()
	after := writes("after", nil)
	if d.together(after); after.err != nil {
		t.Error(after.err)
	}
	d.holds("after")
}

// Who comes before the commit is of the same group: what breaks it breaks both.
func TestWhoComesBeforeTheCommitJoins(t *testing.T) {
	d, failure := open(t, nil), errors.New("disk on fire")
	running, proceed := make(chan struct{}), make(chan struct{})
	first := &job[*note]{done: make(chan struct{}), run: func(n *note) error { close(running); <-proceed; return n.write("first") }}
	d.put(first)
	<-running
	d.put(plain("", Broken(failure)))
	close(proceed)
	<-first.done
	if !errors.Is(first.err, failure) {
		t.Errorf("%v, want the failure of who joined", first.err)
	}
	d.holds()
}

// What plain writes left is there before any other write, and at the end; if it
// cannot be written, nothing of the group is.
func TestWhatPlainWritesLeaveIsPosted(t *testing.T) {
	d := open(t, nil)
	d.together(plain("one", nil), plain("two", nil), writes("three", nil), plain("four", nil))
	d.holds("one", "two", "three", "four")
	jobs := []*job[*note]{writes("five", nil), plain("one", nil)}
	d.together(jobs...)
	if jobs[0].err == nil || jobs[1].err == nil {
		t.Errorf("%v, %v", jobs[0].err, jobs[1].err)
	}
	d.holds("one", "two", "three", "four")
}

func TestWritesThatNobodyWaitsFor(t *testing.T) {
	d, settled := open(t, nil), 0
	failure := errors.New("changed its mind")
	for _, j := range []*job[*note]{writes("first", nil), writes("second", failure)} {
		if err := d.Later(j.run, func() { settled++ }); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Flush(t.Context()); err != nil || settled != 2 {
		t.Errorf("%v, %d settled", err, settled)
	}
	d.holds("first")
	if err := d.Later(writes("last", nil).run, nil); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); !errors.Is(err, failure) {
		t.Errorf("closing says %v, want what was lost", err)
	}
	d.holds("first", "last")
	if err := d.Later(writes("late", nil).run, nil); err != errOver {
		t.Error(err)
	}
	if err := d.Do(t.Context(), writes("late", nil).run); err != errOver {
		t.Error(err)
	}
}

func TestAGivenUpWriteIsNotBegun(t *testing.T) {
	d := open(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	result, running, proceed := make(chan error), make(chan struct{}), make(chan struct{})
	d.put(&job[*note]{done: make(chan struct{}), run: func(*note) error { close(running); <-proceed; return nil }})
	<-running
	go func() { result <- d.Do(ctx, writes("given up", nil).run) }()
	cancel()
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(proceed)
	if err := d.Do(t.Context(), writes("kept", nil).run); err != nil {
		t.Fatal(err)
	}
	d.holds("kept")
}

// While another program holds the lock nothing has begun: who gives up has written
// nothing, also when the lock goes.
func TestAWriteGivenUpDuringALockIsNotBegun(t *testing.T) {
	d := open(t, nil)
	other, err := sqlite.Pool(d.path, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.Exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	for i, err := range []error{d.Do(ctx, writes("given up", nil).run), d.Plain(ctx, plain("given up", nil).run)} {
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%d: %v", i, err)
		}
	}
	kept := make(chan error)
	go func() { kept <- d.Do(t.Context(), writes("kept", nil).run) }()
	if _, err := other.Exec("COMMIT"); err != nil {
		t.Fatal(err)
	}
	if err := <-kept; err != nil {
		t.Error(err)
	}
	d.holds("kept")
}

// A write that has begun is waited for: who would give up learns that it is durable.
func TestAWriteThatHasBegunIsWaitedFor(t *testing.T) {
	d := open(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	if err := d.Do(ctx, func(n *note) error { cancel(); return n.write("begun") }); err != nil {
		t.Error(err)
	}
	d.holds("begun")
}

// What is left to do after a group is come back to until it is done, and no
// longer once it fails.
func TestAfterIsComeBackTo(t *testing.T) {
	times, enough := 0, make(chan struct{})
	d := open(t, func(n *note) (bool, error) {
		if times++; times == 3 {
			close(enough)
			return true, errors.New("disk on fire")
		}
		return true, n.Transaction(func() error { return n.write(string(rune('a' + times))) })
	})
	if err := d.Do(t.Context(), writes("first", nil).run); err != nil {
		t.Fatal(err)
	}
	<-enough
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	d.holds("first", "b", "c")
	if times != 3 {
		t.Errorf("come back to %d times", times)
	}
}
