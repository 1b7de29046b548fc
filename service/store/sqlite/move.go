package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"slices"
	"strings"

	"greenroom/internal/sqlite"
	"greenroom/service/store"
)

var _ store.Movable = (*Store)(nil)

// snapshot is a transaction that reads.
type snapshot struct {
	tx   *sql.Tx
	file sqlite.File
}

// Snapshot holds one of the store's reading connections until it is closed.
func (s *Store) Snapshot(ctx context.Context) (store.Snapshot, error) {
	shot := &snapshot{file: s.file}
	err := sqlite.Patiently(ctx, func() (err error) {
		if shot.tx, err = s.db.BeginTx(ctx, nil); err != nil {
			return err
		}
		var n int // it stands from the first read on
		if err = shot.tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&n); err != nil {
			_ = shot.tx.Rollback()
		}
		return err
	})
	if err != nil {
		return nil, s.file.Fault("read", err)
	}
	return shot, nil
}

func (s *snapshot) Close() error { return s.tx.Rollback() }

func (s *snapshot) Count(ctx context.Context, t store.Table) (n int64, err error) {
	err = s.tx.QueryRowContext(ctx, "SELECT count(*) FROM "+quotedName(t.Name)).Scan(&n)
	return n, s.file.Fault("read", err)
}

func (s *snapshot) Rows(ctx context.Context, t store.Table) iter.Seq2[store.Values, error] {
	return func(yield func(store.Values, error) bool) {
		rows, err := s.tx.QueryContext(ctx, fmt.Sprintf("SELECT %s FROM %s ORDER BY %s",
			names(t.Columns), quotedName(t.Name), names(t.Columns[:t.Key])))
		if err != nil {
			yield(nil, s.file.Fault("read", err))
			return
		}
		defer rows.Close()
		into := make([]any, len(t.Columns))
		for rows.Next() {
			v := make(store.Values, len(t.Columns))
			for i := range v {
				into[i] = &v[i]
			}
			if err = rows.Scan(into...); err != nil || !yield(v, nil) {
				break
			}
		}
		if err == nil {
			err = rows.Err()
		}
		if err != nil {
			yield(nil, s.file.Fault("read", err))
		}
	}
}

// Tables are read from the file itself, so that none is forgotten.
func (s *snapshot) Tables(ctx context.Context) ([]store.Table, error) {
	rows, err := s.tx.QueryContext(ctx, `SELECT m.name, c.name, c.pk, (SELECT group_concat(DISTINCT "table") FROM pragma_foreign_key_list(m.name))
		FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE ? ORDER BY m.name, c.pk = 0, c.pk, c.name`, ours.Beside)
	if err != nil {
		return nil, s.file.Fault("read", err)
	}
	var tables []store.Table
	refers := map[string][]string{}
	err = visitRows(rows, func() error {
		var name, column string
		var key int
		var others sql.NullString
		if err := rows.Scan(&name, &column, &key, &others); err != nil {
			return err
		}
		if len(tables) == 0 || tables[len(tables)-1].Name != name {
			tables = append(tables, store.Table{Name: name})
			refers[name] = strings.Split(others.String, ",")
		}
		t := &tables[len(tables)-1]
		t.Columns = append(t.Columns, column)
		t.Key = max(t.Key, key)
		return nil
	})
	return store.Ordered(tables, refers), err
}

func visitRows(rows *sql.Rows, visit func() error) error {
	defer rows.Close()
	for rows.Next() {
		if err := visit(); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Put writes rows as they are.
func (s *Store) Put(ctx context.Context, t store.Table, rows []store.Values) error {
	insert := fmt.Sprintf("INSERT INTO %s (%s) VALUES (?%s)", quotedName(t.Name), names(t.Columns), strings.Repeat(", ?", len(t.Columns)-1))
	return s.each(ctx, "write "+t.Name, insert, rows)
}

// Drop removes rows by their keys.
func (s *Store) Drop(ctx context.Context, t store.Table, keys []store.Values) error {
	where := slices.Clone(t.Columns[:t.Key])
	for i, name := range where {
		where[i] = quotedName(name) + " IS ?"
	}
	return s.each(ctx, "write "+t.Name, "DELETE FROM "+quotedName(t.Name)+" WHERE "+strings.Join(where, " AND "), keys)
}

func (s *Store) each(ctx context.Context, doing, statement string, rows []store.Values) error {
	return wrap(doing, s.writer.Do(ctx, func(t *tx) error {
		for _, v := range rows {
			if err := t.Do(statement, v...); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Moved has nothing to do: a file counts on from the greatest number in it.
func (s *Store) Moved(context.Context) error { return nil }

// Faults has SQLite look through the whole file.
func (s *Store) Faults(ctx context.Context) ([]string, error) {
	found, err := sqlite.All(ctx, s.reader, sqlite.Text, `SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'
		UNION ALL SELECT 'a row of ' || "table" || ' refers to one of ' || parent || ' that is not there' FROM pragma_foreign_key_check`)
	return found, wrap("check the file", err)
}

// Size is that of the file, without its log.
func (s *Store) Size(ctx context.Context) (int64, error) {
	n, err := one(ctx, s.reader, sqlite.Int, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
	return n, wrap("read the size", err)
}

func quotedName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func names(columns []string) string {
	list := make([]string, len(columns))
	for i, name := range columns {
		list[i] = quotedName(name)
	}
	return strings.Join(list, ", ")
}
