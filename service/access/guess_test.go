package access

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// shelf is a store whose keys are looked up only when it is opened.
type shelf struct {
	Store
	account service.Account
	keys    map[string]service.Key
	opened  map[string]chan struct{} // by the id of a key
	counted *counted
}

// counted are the attempts of a store.
type counted struct {
	mu  sync.Mutex
	all map[string][]time.Time
}

func (s shelf) Attempts(_ context.Context, of string) ([]time.Time, error) {
	s.counted.mu.Lock()
	defer s.counted.mu.Unlock()
	return slices.Clone(s.counted.all[of]), nil
}

func (s shelf) ChangeAttempts(_ context.Context, of string, _ time.Time, change func([]time.Time) []time.Time) error {
	s.counted.mu.Lock()
	defer s.counted.mu.Unlock()
	s.counted.all[of] = change(slices.Clone(s.counted.all[of]))
	return nil
}

func (s shelf) Access(context.Context) (int64, error) { return 1, nil }

func (s shelf) Account(context.Context, string) (service.Account, error) { return s.account, nil }

func (s shelf) Key(_ context.Context, id string) (service.Key, error) {
	<-s.opened[id]
	k, known := s.keys[id]
	if !known {
		return k, service.ErrNotFound
	}
	return k, nil
}

// Keys that are guessed at once, all of them before the first was found wrong, are as
// many as one after the other; the right one that comes last opens nothing.
func TestKeysGuessedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		right, plain := NewKey("a", noon)
		s := shelf{account: service.NewAccount("main", api.Tier1, noon), keys: map[string]service.Key{right.ID: right},
			opened: map[string]chan struct{}{right.ID: make(chan struct{}), "wrong": make(chan struct{})}, counted: &counted{all: map[string][]time.Time{}}}
		c := NewControl(s, func() time.Time { return noon })
		codes := make(chan api.Code, 1000)
		ask := func(key, address string) {
			_, err := c.Authenticate(t.Context(), key, address)
			var known *service.Error
			errors.As(err, &known)
			if known == nil {
				known = &service.Error{}
			}
			codes <- known.Code
		}
		for range 999 {
			go ask("gr_wrong_x", "10.0.0.1")
		}
		go ask(plain, "10.0.0.1")
		synctest.Wait()
		close(s.opened["wrong"])
		synctest.Wait()
		count := map[api.Code]int{}
		for range 999 {
			count[<-codes]++
		}
		if count[api.CodeUnauthorized] != 10 || count[api.CodeRateLimited] != 989 {
			t.Errorf("999 wrong keys are answered %v", count)
		}
		close(s.opened[right.ID])
		if code := <-codes; code != api.CodeRateLimited {
			t.Errorf("the right one is answered %q", code)
		}
		go ask(plain, "10.0.0.2")
		if code := <-codes; code != "" {
			t.Error("the right one from another address is refused")
		}
	})
}

// Keys that are guessed at once through three nodes are as many as through one; and once
// a node knows that an address is blocked, the right key opens nothing there either.
func TestKeysGuessedThroughManyNodes(t *testing.T) {
	right, plain := NewKey("a", noon)
	closed := make(chan struct{})
	close(closed)
	s := shelf{account: service.NewAccount("main", api.Tier1, noon), keys: map[string]service.Key{right.ID: right},
		opened: map[string]chan struct{}{right.ID: closed, "wrong": closed}, counted: &counted{all: map[string][]time.Time{}}}
	var nodes [3]*Control
	for i := range nodes {
		nodes[i] = NewControl(s, func() time.Time { return noon })
	}
	code := func(node int, key string) api.Code {
		_, err := nodes[node].Authenticate(t.Context(), key, "10.0.0.1")
		known, _ := errors.AsType[*service.Error](err)
		if known == nil {
			return ""
		}
		return known.Code
	}
	var heard atomic.Int64
	var all sync.WaitGroup
	for i := range 999 {
		all.Go(func() {
			if code(i%3, "gr_wrong_x") == api.CodeUnauthorized {
				heard.Add(1)
			}
		})
	}
	all.Wait()
	if heard.Load() != 10 {
		t.Errorf("%d wrong keys are heard", heard.Load())
	}
	for node := range nodes {
		if code(node, plain) != api.CodeRateLimited {
			t.Errorf("the right key opens node %d", node)
		}
	}
}
