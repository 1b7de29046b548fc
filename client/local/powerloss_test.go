package local_test

import (
	"path/filepath"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/internal/sqlite/powerloss"
)

// A call that can cost is in the journal before it leaves, whatever happens to the
// power then; and once its end is written its answer is kept.
func TestTheJournalOutlivesThePower(t *testing.T) {
	disk := powerloss.Watch(t)
	s := openAt(t, filepath.Join(disk.Folder, "memory.db")).Scope("service", "edition")
	cut := func() client.Memory {
		return openAt(t, filepath.Join(disk.Cut(t), "memory.db")).Scope("service", "edition")
	}
	for i, id := range []string{"first", "second", "third"} {
		if _, err := s.Begin(t.Context(), paid(id), client.Terms{}); err != nil {
			t.Fatal(err)
		}
		before := api.Credits(i) * 5 * api.Credit
		if spent, err := cut().Spent(t.Context(), "svc", noon, time.Time{}); err != nil || spent != before+5*api.Credit {
			t.Errorf("%s has left and %s is known to be spent, %v", id, spent, err)
		}
		a := client.Answer{Key: id, Body: []byte(`{"id":"` + id + `"}`), At: noon, Charged: 5 * api.Credit}
		if err := s.End(t.Context(), paid(id), charged(5*api.Credit), nil, &a); err != nil {
			t.Fatal(err)
		}
		if kept, found, err := cut().Recall(t.Context(), id); err != nil || !found || string(kept.Body) != string(a.Body) {
			t.Errorf("the answer to %s: %t, %v", id, found, err)
		}
	}
}
