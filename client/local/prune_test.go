package local_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
)

// noise returns bytes that cannot be packed.
func noise(n int) []byte {
	r := rand.New(rand.NewPCG(3, 4))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func TestPruneDropsWhatIsLeastMissed(t *testing.T) {
	t.Parallel()
	watch := &clock{now: noon}
	m := newMemory(t, func(c *local.Config) { c.Clock = watch.Now })
	old, s := m.Scope("svc", "1"), m.Scope("svc", "2")
	body := noise(100 << 10)
	keep := func(in client.Memory, key string, cost api.Credits) {
		watch.forward(24 * time.Hour)
		e := client.Exchange{ID: key, High: 1, At: watch.Now()}
		if err := in.End(t.Context(), e, charged(cost), nil, &client.Answer{Key: key, Body: body, Charged: cost, At: watch.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range []string{"first", "second"} {
		for i := range 20 {
			keep(s, fmt.Sprint(key, i), 1)
		}
	}
	for i := range 10 {
		keep(s, fmt.Sprint("free", i), 0)
	}
	keep(old, "stale", 9)
	watch.forward(24 * time.Hour)
	keep(m.Scope("svc", "3"), "newest", 1)
	remembered(t, s, "first0")
	left := func() (n int) {
		t.Helper()
		stats, err := m.Stats(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return stats.Services[0].Answers
	}
	if n := left(); n != 52 {
		t.Fatalf("%d answers", n)
	}
	p, err := m.Prune(t.Context(), local.PruneQuery{OlderThan: noon.AddDate(0, 0, 6)})
	if err != nil || p.Answers != 4 || p.Bytes < 4*100<<10 || remembered(t, s, "first0") == "" || remembered(t, s, "first1") != "" || left() != 48 {
		t.Errorf("%+v, %v, %d left", p, err, left())
	}
	if p, err := m.Prune(t.Context(), local.PruneQuery{Bytes: 1 << 40}); err != nil || p.Answers != 0 {
		t.Errorf("pruned %+v of what fits, %v", p, err)
	}
	if n := len(entries(t, m, local.JournalQuery{})); n != 52 {
		t.Errorf("%d rows of the journal are left", n)
	}
	if p, err := m.Prune(t.Context(), local.PruneQuery{Bytes: 1}); err != nil || left() != 0 {
		t.Errorf("%+v, %v, %d left", p, err, left())
	}
}

// The file keeps to its size without being told, the free and the old go first,
// and the space is given back.
func TestTheFileKeepsToItsSize(t *testing.T) {
	t.Parallel()
	const most = 4 << 20
	watch := &clock{now: noon}
	path := filepath.Join(t.TempDir(), "m.db")
	m := openAt(t, path, func(c *local.Config) { c.Clock, c.MaxBytes = watch.Now, most })
	s := m.Scope("svc", "")
	body := noise(64 << 10)
	for i := range 200 {
		watch.forward(time.Minute)
		e := client.Exchange{ID: fmt.Sprint(i), High: 1, At: watch.Now()}
		a := client.Answer{Key: e.ID, Body: body, Charged: 1, At: watch.Now(), Value: written(e.ID, "caption "+e.ID)}
		if i%2 == 0 {
			a.Charged = 0
		}
		if err := s.End(t.Context(), e, charged(a.Charged), nil, &a); err != nil {
			t.Fatal(err)
		}
	}
	if remembered(t, s, "199") == "" || remembered(t, s, "0") != "" || remembered(t, s, "1") != "" {
		t.Error("kept the old instead of the new")
	}
	stats, err := m.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	held := stats.Services[0]
	if held.Answers < 25 || held.Answers > 80 || held.Calls != 200 || held.Posts != held.Answers || stats.Most != most {
		t.Errorf("%+v", stats)
	}
	_ = m.Close()
	if info, err := os.Stat(path); err != nil || info.Size() > most*5/4 {
		t.Errorf("%d bytes, %v", info.Size(), err)
	}
}

func TestClear(t *testing.T) {
	t.Parallel()
	m := newMemory(t, func(c *local.Config) { c.Personal = true })
	s := m.Scope("svc", "")
	fill := func(round string) {
		keepPaid(t, s, "1"+round, client.Answer{Key: "1", Value: api.LivePhotoProfile{Username: "ada", FollowerCount: ptr(int64(1))}, Body: []byte("{}")})
		keepPaid(t, s, "2"+round, client.Answer{Key: "2", Personal: true, Body: []byte("mail")})
		if err := s.Learn(t.Context(), client.Lessons{Prices: []api.Price{{Operation: api.OpCreator}}, PaidRefusals: true}); err != nil {
			t.Fatal(err)
		}
	}
	count := func() [5]int {
		stats, err := m.Stats(t.Context())
		lessons, perr := s.Lessons(t.Context())
		if err != nil || perr != nil {
			t.Fatal(err, perr)
		}
		v := stats.Services[0]
		return [5]int{v.Answers, v.Personal, v.Accounts, len(lessons.Prices), v.Calls}
	}
	for i, test := range []struct {
		part local.Part
		left [5]int
	}{
		{local.Answers, [5]int{0, 0, 1, 1, 2}}, {local.Personal, [5]int{1, 0, 1, 1, 2}}, {local.Snapshots, [5]int{2, 1, 0, 1, 2}},
		{local.Prices, [5]int{2, 1, 1, 0, 2}}, {local.Journal, [5]int{2, 1, 1, 1, 0}},
	} {
		fill(string(rune('a' + i)))
		if _, err := m.Clear(t.Context(), test.part); err != nil || count() != test.left {
			t.Errorf("%s: %v left, want %v, %v", test.part, count(), test.left, err)
		}
		if _, err := m.Clear(t.Context(), local.Parts()...); err != nil || count() != [5]int{} {
			t.Errorf("after clearing all: %v, %v", count(), err)
		}
	}
}

// Of somebody who is forgotten no answer is left, and no number over time; others stay.
func TestForgettingDropsAnswersAndNumbers(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	s := m.Scope("svc", "1")
	for _, name := range []string{"ana", "kim"} {
		p := api.Profile{ProfileSummary: api.ProfileSummary{Platform: api.PhotoPlatform, Username: name, Followers: new(int64(7))}}
		keepFree(t, s, name, p, encode(t, p))
	}
	flush(t, m)
	n, err := m.Forget(t.Context(), func(body []byte) bool { return bytes.Contains(body, []byte(`"username":"ana"`)) })
	if err != nil || n != 1 || remembered(t, s, "ana") != "" || remembered(t, s, "kim") == "" {
		t.Errorf("forgot %d answers: %v", n, err)
	}
	for name, left := range map[string]int{"ana": 0, "kim": 1} {
		if of, err := m.Snapshots(t.Context(), "svc", api.PhotoPlatform, name); err != nil || len(of) != left {
			t.Errorf("%s: %v, %v", name, of, err)
		}
	}
}
