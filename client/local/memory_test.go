package local_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
)

func TestAnswersAreKept(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "deep", "memory.db")
	m := openAt(t, path)
	s := m.Scope("svc", "1")
	long := strings.Repeat("a long body that is packed; ", 1000)
	keepPaid(t, s, "c1", client.Answer{Key: "k1", Also: []string{"k2", "k3"}, Body: []byte(long), At: noon.Add(-time.Hour)})
	keepPaid(t, s, "c2", client.Answer{Key: "k4", Body: []byte("{}")})
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	again := openAt(t, path).Scope("svc", "1")
	for _, key := range []string{"k1", "k2", "k3"} {
		a, ok, err := again.Recall(t.Context(), key)
		if err != nil || !ok || string(a.Body) != long || a.Key != key || a.Charged != 5*api.Credit || !a.At.Equal(noon.Add(-time.Hour)) || a.Value != nil {
			t.Errorf("%s: %v, %v, %d bytes, charged %s at %v", key, ok, err, len(a.Body), a.Charged, a.At)
		}
	}
	if got := remembered(t, again, "k4"); got != "{}" {
		t.Errorf("k4 is %q", got)
	}
	if got := remembered(t, again, "k5"); got != "" {
		t.Errorf("k5 is %q", got)
	}
}

func TestScopesAreApart(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	keepPaid(t, m.Scope("svc", "1"), "c1", client.Answer{Key: "k", Body: []byte("one")})
	for _, other := range []client.Memory{m.Scope("svc", "2"), m.Scope("other", "1")} {
		if got := remembered(t, other, "k"); got != "" {
			t.Errorf("another scope knows %q", got)
		}
	}
	keepPaid(t, m.Scope("svc", "2"), "c2", client.Answer{Key: "k", Body: []byte("two")})
	if got := remembered(t, m.Scope("svc", "1"), "k"); got != "one" {
		t.Errorf("the first edition holds %q", got)
	}
	for name, want := range map[string]api.Credits{"svc": 10 * api.Credit, "other": 0} {
		if got, err := m.Scope("svc", "9").Spent(t.Context(), name, noon, time.Time{}); err != nil || got != want {
			t.Errorf("%s spent %s, %v", name, got, err)
		}
	}
}

// What lasts is found in every edition, also in one that nothing was kept for
// yet, and is not dropped with the edition it came in.
func TestSomeAnswersLast(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "m.db")
	m := openAt(t, path)
	search := client.Answer{Key: "search", Also: []string{"page"}, Lasting: []string{"page"}, Body: noise(256 << 10)}
	keepPaid(t, m.Scope("svc", ""), "c1", search)
	keepPaid(t, m.Scope("svc", ""), "c2", client.Answer{Key: "creator", Body: noise(256 << 10)})
	_ = m.Close()
	m = openAt(t, path)
	found := func(s client.Memory) (keys []string) {
		for _, key := range []string{"search", "page", "creator"} {
			if remembered(t, s, key) != "" {
				keys = append(keys, key)
			}
		}
		return keys
	}
	second := m.Scope("svc", "2")
	for name, want := range map[string][]string{"svc": {"page"}, "other": nil} {
		if got := found(m.Scope(name, "2")); !slices.Equal(got, want) {
			t.Errorf("%s: found %v, want %v", name, got, want)
		}
	}
	search.Body, search.Also, search.Lasting = []byte("new"), []string{"page of another"}, []string{"page of another"}
	keepPaid(t, second, "c3", search)
	if got := found(second); !slices.Equal(got, []string{"search", "page"}) || remembered(t, second, "search") != "new" {
		t.Errorf("found %v after the search was made again", got)
	}
	if stats, err := m.Stats(t.Context()); err != nil || stats.Services[0].Answers != 3 || stats.Services[0].Stale != 1 {
		t.Errorf("%+v, %v", stats, err)
	}
	if p, err := m.Prune(t.Context(), local.PruneQuery{Bytes: 512 << 10}); err != nil || p.Answers != 1 {
		t.Errorf("dropped %+v, %v", p, err)
	}
	if got := found(second); !slices.Equal(got, []string{"search", "page"}) {
		t.Errorf("what was dropped with an edition leaves %v", got)
	}
}

func TestANewerAnswerStandsForTheOld(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	s := m.Scope("svc", "")
	keepPaid(t, s, "c1", client.Answer{Key: "search", Also: []string{"page of session 1"}, Body: []byte("1")})
	keepPaid(t, s, "c2", client.Answer{Key: "search", Also: []string{"page of session 2"}, Body: []byte("2")})
	keepPaid(t, s, "c3", client.Answer{Key: "search", Body: []byte("3")})
	for key, want := range map[string]string{"search": "3", "page of session 1": "1", "page of session 2": "2"} {
		if got := remembered(t, s, key); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
	keepPaid(t, s, "c4", client.Answer{Key: "page of session 1", Body: []byte("4")})
	if stats, err := m.Stats(t.Context()); err != nil || stats.Services[0].Answers != 3 {
		t.Errorf("%+v, %v: the first answer has no question any more", stats, err)
	}
}

func TestFreeAnswersNeedNoWaiting(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "m.db")
	m := openAt(t, path)
	s := m.Scope("svc", "")
	keepFree(t, s, "k", nil, []byte("free"))
	if got := remembered(t, s, "k"); got != "free" {
		t.Errorf("what was just kept is %q", got)
	}
	keepFree(t, s, "last", nil, []byte("written by Close"))
	_ = m.Close()
	if got := remembered(t, openAt(t, path).Scope("svc", ""), "last"); got == "" {
		t.Error("Close lost an answer")
	}
}

func TestPersonalAnswers(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "m.db")
	allowed := func(c *local.Config) { c.Personal = true }
	answer := client.Answer{Key: "k", Body: []byte("ada@example.org"), Personal: true}
	m := openAt(t, path)
	keepPaid(t, m.Scope("svc", ""), "c1", answer)
	if got := remembered(t, m.Scope("svc", ""), "k"); got != "" {
		t.Errorf("kept %q without being allowed to", got)
	}
	if list := entries(t, m, local.JournalQuery{}); len(list) != 1 || list[0].Outcome != client.OutcomeCharged {
		t.Errorf("the journal holds %+v", list)
	}
	_ = m.Close()
	m = openAt(t, path, allowed)
	keepPaid(t, m.Scope("svc", ""), "c2", answer)
	if a, ok, _ := m.Scope("svc", "").Recall(t.Context(), "k"); !ok || !a.Personal {
		t.Errorf("%+v was allowed and is not kept", a)
	}
	_ = m.Close()
	m = openAt(t, path)
	if got := remembered(t, m.Scope("svc", ""), "k"); got != "" {
		t.Errorf("%q stays though it is not allowed any more", got)
	}
	if stats, err := m.Stats(t.Context()); err != nil || stats.Services[0].Personal != 0 {
		t.Errorf("%+v, %v", stats, err)
	}
}

func TestSpent(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	s := m.Scope("svc", "")
	ctx := t.Context()
	keepPaid(t, s, "charged", client.Answer{Key: "k"})
	for id, r := range map[string]client.Receipt{
		"free":    {Outcome: client.OutcomeFree},
		"unknown": {Outcome: client.OutcomeUnknown},
	} {
		if err := errors.Join(begin(s, paid(id)), s.End(ctx, paid(id), r, &client.Error{Kind: client.KindLost}, nil)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Begin(ctx, paid("running"), client.Terms{}); err != nil {
		t.Fatal(err)
	}
	for since, want := range map[time.Time]api.Credits{noon: 15 * api.Credit, noon.Add(time.Second): 0} {
		if got, err := s.Spent(ctx, "svc", since, time.Time{}); err != nil || got != want {
			t.Errorf("since %v: %s, %v", since, got, err)
		}
	}
}

// A clock that was ahead for a while has written calls of days to come: the cap
// of today holds without them, that of their day with them.
func TestTheCapOfADayCountsThatDay(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	s := m.Scope("svc", "")
	limit, day := 7*api.Credit, time.Date(noon.Year(), noon.Month(), noon.Day(), 0, 0, 0, 0, time.UTC)
	for i, c := range []struct {
		at, day time.Time
		want    client.BeginState
	}{
		{noon.AddDate(0, 0, 3), day.AddDate(0, 0, 3), client.Began},
		{noon, day, client.Began},
		{noon, day, client.OverDay},
		{day.AddDate(0, 0, 1).Add(-time.Microsecond), day, client.OverDay},
		{day.AddDate(0, 0, 1), day.AddDate(0, 0, 1), client.Began},
		{noon.AddDate(0, 0, 3), day.AddDate(0, 0, 3), client.OverDay},
	} {
		e := paid(fmt.Sprint("call", i))
		e.At = c.at
		if b, err := s.Begin(t.Context(), e, client.Terms{Day: c.day, Cap: &limit}); err != nil || b.State != c.want {
			t.Errorf("call %d: %q, %s used, %v", i, b.State, b.Used, err)
		}
	}
	if got, err := s.Spent(t.Context(), "svc", day, day.AddDate(0, 0, 1)); err != nil || got != 5*api.Credit {
		t.Errorf("spent today: %s, %v", got, err)
	}
}

func TestPricesAreLearned(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	s := m.Scope("svc", "1")
	if l, err := s.Lessons(t.Context()); err != nil || len(l.Prices) != 0 || l.PaidRefusals {
		t.Errorf("%v, %v", l, err)
	}
	want := api.Price{Operation: api.OpCreator, PerItem: 200, Item: "creator"}
	for _, p := range []api.Price{{Operation: api.OpCreator, PerItem: 1}, want} {
		if err := s.Learn(t.Context(), client.Lessons{Prices: []api.Price{p}, PaidRefusals: true}); err != nil {
			t.Fatal(err)
		}
	}
	if l, err := m.Scope("svc", "2").Lessons(t.Context()); err != nil || len(l.Prices) != 1 || l.Prices[0] != want || !l.PaidRefusals {
		t.Errorf("%+v, %v", l, err)
	}
	if l, err := m.Scope("other", "").Lessons(t.Context()); err != nil || len(l.Prices) != 0 || l.PaidRefusals {
		t.Errorf("another service has %+v, %v", l, err)
	}
}

func TestManyCallersAtOnce(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	var all sync.WaitGroup
	for caller := range 16 {
		all.Go(func() {
			s := m.Scope("svc", string(rune('a'+caller%3)))
			for i := range 10 {
				id := string(rune('a'+caller)) + string(rune('0'+i))
				keepPaid(t, s, id, client.Answer{Key: id, Body: []byte(id)})
				if got := remembered(t, s, id); got != id {
					t.Errorf("%s is %q", id, got)
				}
			}
		})
	}
	all.Wait()
	if n := len(entries(t, m, local.JournalQuery{})); n != 160 {
		t.Errorf("%d rows", n)
	}
}

func TestAfterTheEnd(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	s := m.Scope("svc", "")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Begin(gone, paid("cancelled"), client.Terms{}); !errors.Is(err, context.Canceled) {
		t.Errorf("began for nobody: %v", err)
	}
	if n := len(entries(t, m, local.JournalQuery{})); n != 0 {
		t.Errorf("%d rows", n)
	}
	if err := errors.Join(m.Close(), m.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Begin(t.Context(), paid("late"), client.Terms{}); err == nil || err.Error() != "the memory is closed" {
		t.Errorf("began after the end: %v", err)
	}
	if err := newMemory(t).Close(); err != nil {
		t.Errorf("closing what was never used: %v", err)
	}
}
