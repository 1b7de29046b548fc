package paging

import (
	"context"
	"errors"
	"sync"
	"testing"

	"greenroom/api"
	"greenroom/service"
)

// memory is named values in memory, which the first readers do not find yet.
type memory struct {
	early  int
	mu     sync.Mutex
	values map[string]string
}

func (s *memory) Setting(_ context.Context, name string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.values[name]
	if s.early--; !ok || s.early >= 0 {
		return "", service.ErrNotFound
	}
	return v, nil
}

func (s *memory) FirstSetting(_ context.Context, name, value string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.values[name]; !ok {
		s.values[name] = value
	}
	return s.values[name], nil
}

// position is one of a page.
type position struct {
	Offset int `json:"o"`
}

func newSettings() *memory { return &memory{values: map[string]string{}} }

func TestCursorHoldsForItsScopeOnly(t *testing.T) {
	kept := newSettings()
	c := &Cursors{settings: kept}
	key := 0.25
	sealed, err := c.Seal(t.Context(), Scope("posts", "a", "recent"), service.PostPosition{Key: &key, Post: "x"})
	if err != nil {
		t.Fatal(err)
	}
	var got service.PostPosition
	restarted := &Cursors{settings: kept}
	if err := restarted.Open(t.Context(), Scope("posts", "a", "recent"), sealed, &got); err != nil || *got.Key != key || got.Post != "x" {
		t.Errorf("after a restart: %+v, %v", got, err)
	}
	for name, try := range map[string]struct {
		scope, cursor string
		by            *Cursors
	}{
		"other sort":    {Scope("posts", "a", "most_likes"), *sealed, c},
		"other account": {Scope("posts", "b", "recent"), *sealed, c},
		"other service": {Scope("posts", "a", "recent"), *sealed, &Cursors{settings: newSettings()}},
		"cut":           {Scope("posts", "a", "recent"), (*sealed)[:len(*sealed)-2], c},
		"empty":         {Scope("posts", "a", "recent"), "", c},
	} {
		var e *service.Error
		if err := try.by.Open(t.Context(), try.scope, &try.cursor, &got); !errors.As(err, &e) || e.Param != "cursor" || e.Code != api.CodeValidation {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Two processes that make the secret at once read each other's cursors.
func TestTheSecretIsOneForAllProcesses(t *testing.T) {
	kept := newSettings()
	kept.early = 2
	first, second := &Cursors{settings: kept}, &Cursors{settings: kept}
	var at position
	sealed, err := first.Seal(t.Context(), "s", position{Offset: 10})
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Open(t.Context(), "s", sealed, &at); err != nil || at.Offset != 10 {
		t.Errorf("read by the other process: %+v, %v", at, err)
	}
}

// Whatever is not a sealed cursor, letter for letter, is refused.
func FuzzCursor(f *testing.F) {
	c := &Cursors{settings: newSettings()}
	sealed, err := c.Seal(context.Background(), "s", position{Offset: 10})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(*sealed)
	f.Add(*sealed + "=")
	f.Add((*sealed)[:5] + "\n" + (*sealed)[5:])
	f.Add("AAAA")
	f.Fuzz(func(t *testing.T, cursor string) {
		var at position
		err := c.Open(t.Context(), "s", &cursor, &at)
		if (err == nil) != (cursor == *sealed) {
			t.Fatalf("%q: %v, sealed was %q", cursor, err, *sealed)
		}
	})
}
