package tables

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"slices"
	"strings"

	"greenroom/internal/sqlio"
	"greenroom/service/store"
)

var _ store.Movable = (*Store)(nil)

// snapshot is a transaction that reads.
type snapshot struct {
	tx *sql.Tx
	of *Store
}

// Snapshot holds one of the store's reading connections until it is closed.
func (s *Store) Snapshot(ctx context.Context) (store.Snapshot, error) {
	shot := &snapshot{of: s}
	err := s.Engine.Wait(ctx, func() (err error) {
		if shot.tx, err = s.DB.BeginTx(ctx, s.Dialect.Snapshot()); err != nil {
			return err
		}
		var n int // it stands from the first read on
		if err = shot.tx.QueryRowContext(ctx, s.Dialect.Standing()).Scan(&n); err != nil {
			_ = shot.tx.Rollback()
		}
		return err
	})
	if err != nil {
		return nil, s.Engine.Fault("read", err)
	}
	return shot, nil
}

func (s *snapshot) Close() error { return s.tx.Rollback() }

func (s *snapshot) Count(ctx context.Context, t store.Table) (n int64, err error) {
	err = s.tx.QueryRowContext(ctx, "SELECT count(*) FROM "+quotedName(t.Name)).Scan(&n)
	return n, s.of.Engine.Fault("read", err)
}

func (s *snapshot) Rows(ctx context.Context, t store.Table) iter.Seq2[store.Values, error] {
	return func(yield func(store.Values, error) bool) {
		rows, err := s.tx.QueryContext(ctx, fmt.Sprintf("SELECT %s FROM %s ORDER BY %s",
			names(t.Columns), quotedName(t.Name), strings.ReplaceAll(names(t.Columns[:t.Key]), ",", " NULLS FIRST,")+" NULLS FIRST"))
		if err != nil {
			yield(nil, s.of.Engine.Fault("read", err))
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
			yield(nil, s.of.Engine.Fault("read", err))
		}
	}
}

// Tables are read from the file itself, so that none is forgotten.
func (s *snapshot) Tables(ctx context.Context) ([]store.Table, error) {
	rows, err := s.tx.QueryContext(ctx, s.of.Dialect.Tables())
	if err != nil {
		return nil, s.of.Engine.Fault("read", err)
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
	if s.Dialect.Copies() {
		return wrap("write "+t.Name, s.do(ctx, Catalogue, func(tx *Tx) error {
			all := make([][]any, len(rows))
			for i, v := range rows {
				all[i] = v
			}
			return s.Dialect.Copy(tx, t.Name, t.Columns, all)
		}))
	}
	insert := fmt.Sprintf("INSERT INTO %s (%s) VALUES (?%s)", quotedName(t.Name), names(t.Columns), strings.Repeat(", ?", len(t.Columns)-1))
	return s.together(ctx, "write "+t.Name, insert, rows)
}

// Drop removes rows by their keys.
func (s *Store) Drop(ctx context.Context, t store.Table, keys []store.Values) error {
	where := slices.Clone(t.Columns[:t.Key])
	for i, name := range where {
		where[i] = quotedName(name) + " IS NOT DISTINCT FROM ?"
	}
	return s.together(ctx, "write "+t.Name, "DELETE FROM "+quotedName(t.Name)+" WHERE "+strings.Join(where, " AND "), keys)
}

func (s *Store) together(ctx context.Context, doing, statement string, rows []store.Values) error {
	return wrap(doing, s.do(ctx, Catalogue, func(t *Tx) error {
		for _, v := range rows {
			if err := t.Do(statement, v...); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Moved has the engine count on from the greatest numbers.
func (s *Store) Moved(ctx context.Context) error {
	return wrap("end a copy", s.do(ctx, Catalogue, s.Dialect.Moved))
}

// Faults has the engine look through all of the store.
func (s *Store) Faults(ctx context.Context) ([]string, error) {
	found, err := sqlio.All(ctx, s.reader, sqlio.Text, s.Dialect.Faults())
	return found, wrap("check the store", err)
}

// Size returns its size, without logs.
func (s *Store) Size(ctx context.Context) (int64, error) {
	n, err := one(ctx, s.reader, sqlio.Int, s.Dialect.Size())
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
