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
		tag, err := s.pool.Exec(t.Context(), takeTurn, "a0", "", "k", until.UnixMicro(), now.UnixMicro())
		if err != nil || tag.RowsAffected() != want {
			t.Errorf("%d: %d rows, want %d; %v", n, tag.RowsAffected(), want, err)
		}
	}
}
