package postgres_test

import (
	"testing"

	_ "greenroom/internal/gctest"
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

// emptied makes a store what the migrations made: that is faster than to make another.
const emptied = `DO $$
DECLARE t text; held boolean; full_ones text := '';
BEGIN
	FOR t IN SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname NOT IN ('greenroom_versions', 'writing') LOOP
		EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', t) INTO held;
		IF held THEN full_ones := full_ones || ', ' || quote_ident(t); END IF;
	END LOOP;
	EXECUTE 'TRUNCATE ' || substr(full_ones, 3) || ' CASCADE';
	INSERT INTO generation VALUES (0);
	INSERT INTO changes VALUES (0, '');
	INSERT INTO access VALUES (0);
	INSERT INTO ledger_heads VALUES ('', 0, NULL, 0);
END $$`

func TestStore(t *testing.T) {
	var free []string
	storetest.Run(t, func(in *testing.T) store.Store {
		if len(free) == 0 {
			free = append(free, pgtest.Database(t))
		}
		address := free[0]
		free = free[1:]
		in.Cleanup(func() { // after the store is closed
			pgtest.Do(in, address, emptied)
			free = append(free, address)
		})
		return openAt(in, address)
	})
}
