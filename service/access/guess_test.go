package access

import (
	"context"
	"errors"
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
			opened: map[string]chan struct{}{right.ID: make(chan struct{}), "wrong": make(chan struct{})}}
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
