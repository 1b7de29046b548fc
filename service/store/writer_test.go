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
