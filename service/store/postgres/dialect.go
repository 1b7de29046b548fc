package postgres

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"greenroom/internal/sqlio"
	"greenroom/service/store/tables"
)

// dialect holds the parts particular to PostgreSQL.
type dialect struct{}

var _ tables.Dialect = dialect{}

func (dialect) Snapshot() *sql.TxOptions { return &sql.TxOptions{Isolation: sql.LevelRepeatableRead} }

// Standing: who waits for another store is not taken for one that has hung up.
func (dialect) Standing() string {
	return "SELECT count(*) FROM set_config('idle_in_transaction_session_timeout', '0', true)"
}

func (dialect) Image(table string, _ []string) string {
	return "CAST(to_jsonb(" + table + ") - 'id' AS text)"
}

func (dialect) FromImage(image, table, column string) string {
	return fmt.Sprintf("(jsonb_populate_record(NULL::%s, CAST(%s AS jsonb))).%s", table, image, column)
}

// LockAccount takes the row of the account's chain. That it was taken shows in its
// version: what nodes remember of the account is then asked anew. One that is held fails
// soon: all other writes of records wait for this one.
func (dialect) LockAccount(t *tables.Tx, id string) error {
	return t.Do(`INSERT INTO ledger_heads (account, n, last, version) SELECT CAST(? AS text), 0, NULL, 1 FROM set_config('lock_timeout', '1s', true)
		ON CONFLICT (account) DO UPDATE SET version = ledger_heads.version + 1`, id)
}

func (dialect) Version(t *tables.Tx) (int64, error) {
	return sqlio.Int(t.Row("SELECT coalesce(max(n), 0) FROM generation")) // a copy begins without
}

// BeginLoad has nothing to do: the indexes stay, as others read by them meanwhile.
func (dialect) BeginLoad(*tables.Tx) error { return nil }

func (dialect) EndLoad() []func(*tables.Tx) error { return nil }

// Copy writes rows by COPY.
func (dialect) Copy(t *tables.Tx, table string, columns []string, rows [][]any) error {
	for i, row := range rows {
		rows[i] = engine{}.Args(row)
	}
	return t.Raw(func(conn any) error {
		_, err := conn.(*stdlib.Conn).Conn().CopyFrom(context.Background(), pgx.Identifier{table}, columns, pgx.CopyFromRows(rows))
		return err
	})
}

// numbered tables count by themselves, in this column.
var counted = map[string]string{
	"creators": "id", "profiles": "id", "posts": "id", "transcripts": "id", "keys": "seq", "ledger": "id", "sessions": "seq",
	"shortlists": "seq", "invoices": "id", "payments": "seq", "users": "seq", "import_runs": "id",
}

func (dialect) Moved(t *tables.Tx) error {
	for table, column := range counted {
		if _, err := sqlio.Int(t.Row(fmt.Sprintf("SELECT setval(pg_get_serial_sequence('%[1]s', '%[2]s'), coalesce(max(%[2]s), 0) + 1, false) FROM %[1]s", table, column))); err != nil {
			return err
		}
	}
	return nil
}

// ours are the tables that a copy takes along.
const ours = `c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p' AND c.relname NOT IN ('greenroom_versions', 'writing')`

func (dialect) Tables() string {
	return `SELECT t.* FROM (SELECT c.relname::text COLLATE "C" AS name, a.attname::text COLLATE "C" AS col,
			coalesce(array_position(string_to_array(i.indkey::text, ' '), a.attnum::text), 0) AS pk,
			(SELECT string_agg(DISTINCT k.confrelid::regclass::text, ',') FROM pg_constraint AS k WHERE k.conrelid = c.oid AND k.contype = 'f') AS refers
		FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		LEFT JOIN pg_index AS i ON i.indrelid = c.oid AND i.indisprimary
		WHERE ` + ours + `) AS t ORDER BY t.name, t.pk = 0, t.pk, t.col`
}

func (dialect) Faults() string {
	return `SELECT 'the index ' || x.relname || ' is not whole: REINDEX it' FROM pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid
		JOIN pg_class AS c ON c.oid = i.indrelid WHERE NOT (i.indisvalid AND i.indisready) AND ` + ours
}

func (dialect) Size() string {
	return `SELECT CAST(coalesce(sum(pg_total_relation_size(c.oid)), 0) AS bigint) FROM pg_class AS c WHERE ` + ours
}
