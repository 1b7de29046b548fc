package store

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
)

// A job that fails after it has written shares a transaction with two that do
// not, and with one whose caller has gone.
func TestOneFailureInAGroupIsItsOwn(t *testing.T) {
	s, err := Open(t.Context(), Config{Path: filepath.Join(t.TempDir(), "store.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	failure := errors.New("changed its mind")
	set := func(name string, result error) *job {
		return &job{done: make(chan struct{}), run: func(t *tx) error {
			if _, err := t.exec("INSERT INTO settings (name, value) VALUES (?, 'x')", name); err != nil {
				return err
			}
			return result
		}}
	}
	gone := set("gone", nil)
	gone.taken.Store(true)
	running, proceed := make(chan struct{}), make(chan struct{})
	jobs := []*job{
		{done: make(chan struct{}), run: func(*tx) error { close(running); <-proceed; return nil }},
		set("first", nil), set("second", failure), gone, set("third", nil),
	}
	for _, j := range jobs {
		if err := s.writer.enqueue(context.Background(), j); err != nil {
			t.Fatal(err)
		}
	}
	<-running
	close(proceed)
	for i, want := range []error{nil, nil, failure} {
		if <-jobs[i].done; jobs[i].err != want {
			t.Errorf("job %d: %v, want %v", i, jobs[i].err, want)
		}
	}
	<-jobs[4].done
	for name, want := range map[string]bool{"first": true, "second": false, "gone": false, "third": true} {
		if _, err := s.Setting(t.Context(), name); (err == nil) != want {
			t.Errorf("%s: %v, stored should be %v", name, err, want)
		}
	}
}

// A job that writes without a savepoint takes its whole group with it when
// writing fails, and only then.
func TestAGroupThatBreaksLeavesNothing(t *testing.T) {
	s, err := Open(t.Context(), Config{Path: filepath.Join(t.TempDir(), "store.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	failure, refusal := errors.New("disk on fire"), errors.New("not today")
	running, proceed := make(chan struct{}), make(chan struct{})
	set := func(name string) *job {
		return &job{done: make(chan struct{}), run: func(t *tx) error {
			_, err := t.exec("INSERT INTO settings (name, value) VALUES (?, 'x')", name)
			return err
		}}
	}
	plain := func(err error) *job {
		return &job{plain: true, done: make(chan struct{}), run: func(*tx) error { return err }}
	}
	queue := func(jobs ...*job) {
		for _, j := range jobs {
			if err := s.writer.enqueue(context.Background(), j); err != nil {
				t.Fatal(err)
			}
		}
	}
	hold := &job{done: make(chan struct{}), run: func(*tx) error { close(running); <-proceed; return nil }}
	bad := []*job{set("first"), plain(refusal), plain(broken(failure)), set("second")}
	queue(hold)
	<-running
	queue(bad...)
	close(proceed)
	for i, want := range []error{failure, refusal, failure, failure} {
		if <-bad[i].done; !errors.Is(bad[i].err, want) {
			t.Errorf("job %d: %v, want %v", i, bad[i].err, want)
		}
	}
	for _, name := range []string{"first", "second"} {
		if _, err := s.Setting(t.Context(), name); err == nil {
			t.Errorf("%s is stored", name)
		}
	}
	after := set("after")
	queue(after)
	if <-after.done; after.err != nil {
		t.Error(after.err)
	}
}
