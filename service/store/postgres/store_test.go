package postgres_test

import (
	"testing"

	"greenroom/service/store"
	"greenroom/service/store/postgres"
	"greenroom/service/store/postgres/pgtest"
	"greenroom/service/store/storetest"
)

func openAt(t testing.TB, address string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), store.Config{Path: address})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store { return openAt(t, pgtest.Database(t)) })
}
