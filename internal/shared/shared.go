// Package shared lets many who ask the same share one reading of it, at once or one after
// another.
package shared

import (
	"context"
	"errors"
	"strings"
	"sync"
)

// Look lets callers that ask at once share one reading. One reading runs at a
// time; those who ask while it runs share the one after it. So each reading began
// after all who are given it have asked, and the more callers there are, the more
// of them share. The zero value is ready.
type Look[T any] struct {
	mu      sync.Mutex
	next    *reading[T] // not begun, it may be joined; nil: none
	running sync.Mutex  // held while a reading runs
}

type reading[T any] struct {
	done  chan struct{}
	value T
	err   error
}

var errUnread = errors.New("the reading was broken off")

func (s *Look[T]) Ask(ctx context.Context, read func(context.Context) (T, error)) (T, error) {
	s.mu.Lock()
	r := s.next
	if r != nil {
		s.mu.Unlock()
		return r.wait(ctx)
	}
	r = &reading[T]{done: make(chan struct{}), err: errUnread}
	s.next = r
	s.mu.Unlock()
	defer close(r.done)
	s.running.Lock()
	defer s.running.Unlock()
	s.mu.Lock()
	s.next = nil
	s.mu.Unlock()
	// It is read for others too, who did not give up.
	r.value, r.err = read(context.WithoutCancel(ctx))
	return r.value, r.err
}

func (r *reading[T]) wait(ctx context.Context) (v T, err error) {
	select {
	case <-r.done:
		return r.value, r.err
	case <-ctx.Done():
		return v, ctx.Err()
	}
}

// Texts are values by the texts that they are read from, of which few are different; all of
// them are forgotten where they become many.
type Texts[V any] map[string]V

const mostTexts = 4096

// Of is what read makes of a text.
func (t Texts[V]) Of(text string, read func(string) V) V {
	v, known := t[text]
	if !known {
		v = read(text)
		if len(t) >= mostTexts {
			clear(t)
		}
		t[strings.Clone(text)] = v // what the text is a part of may be large
	}
	return v
}
