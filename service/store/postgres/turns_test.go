package postgres

import (
	"testing"
	"time"

	"greenroom/service/store"
	"greenroom/service/store/postgres/pgtest"
)

// A turn whose answer was lost is asked for again, and is not taken for another's.
func TestATurnIsTakenAgainByWhoHasIt(t *testing.T) {
	s, err := Open(t.Context(), store.Config{Path: pgtest.Database(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	now := time.Now()
	for n, want := range []int64{1, 1, 0} {
		until := now.Add(time.Minute + time.Duration(n/2)*time.Second) // the third is another's
		tag, err := s.pool.Exec(t.Context(), takeTurn, "a0", "", "k", until.UnixNano(), now.UnixNano())
		if err != nil || tag.RowsAffected() != want {
			t.Errorf("%d: %d rows, want %d; %v", n, tag.RowsAffected(), want, err)
		}
	}
}

// Turns that are taken in one moment have names of their own, and the same end, about.
func TestTurnsOfOneMomentDiffer(t *testing.T) {
	end, seen := time.Date(2026, 3, 2, 9, 0, 30, 0, time.UTC), map[int64]bool{}
	for range 1000 {
		until := turnUntil(end)
		seen[until] = true
		if off := time.Unix(0, until).Sub(end).Abs(); off > 2*time.Millisecond {
			t.Fatal(off)
		}
	}
	if len(seen) < 990 {
		t.Errorf("%d of 1000 differ", len(seen))
	}
}
