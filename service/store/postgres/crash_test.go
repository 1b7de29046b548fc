package postgres_test

import (
	"context"
	"testing"

	"greenroom/api"
	"greenroom/service/store"
	"greenroom/service/store/postgres"
	"greenroom/service/store/postgres/pgtest"
	"greenroom/service/store/storetest"
)

func TestMain(m *testing.M) {
	storetest.Node(func(address string) (store.Store, error) {
		return postgres.Open(context.Background(), store.Config{Path: address})
	})
	pgtest.Main(m)
}

var wide = api.TierLimits{Minute: 1 << 50, Hour: 1 << 50}

func TestKillsOfNodesLoseNothing(t *testing.T) {
	address := pgtest.Database(t)
	storetest.Kills(t, address, moment, func() store.Store { return openAt(t, address) })
}
