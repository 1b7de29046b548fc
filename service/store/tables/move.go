package tables

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"slices"
	"strings"

	"greenroom/internal/each"
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
	into := make([]any, len(t.Columns))
	scan := func(r sqlio.Row) (store.Values, error) {
		v := make(store.Values, len(t.Columns))
		for i := range v {
			into[i] = &v[i]
		}
		return v, r.Scan(into...)
	}
	return each.Stream(func(visit func(store.Values) error) error {
		return s.of.Engine.Fault("read", s.of.each(ctx, s.tx, visiting(scan, visit), fmt.Sprintf("SELECT %s FROM %s ORDER BY %s",
			names(t.Columns), quotedName(t.Name), strings.ReplaceAll(names(t.Columns[:t.Key]), ",", " NULLS FIRST,")+" NULLS FIRST")))
	})
}

// Tables are read from the file itself, so that none is forgotten.
func (s *snapshot) Tables(ctx context.Context) ([]store.Table, error) {
	var tables []store.Table
	refers := map[string][]string{}
	err := s.of.each(ctx, s.tx, func(r sqlio.Row) error {
		var name, column, others string
		var key int
		if err := r.Scan(&name, &column, &key, orNull{&others}); err != nil {
			return err
		}
		if len(tables) == 0 || tables[len(tables)-1].Name != name {
			tables = append(tables, store.Table{Name: name})
			refers[name] = strings.Split(others, ",")
		}
		t := &tables[len(tables)-1]
		t.Columns = append(t.Columns, column)
		t.Key = max(t.Key, key)
		return nil
	}, s.of.Dialect.Tables())
	return store.Ordered(tables, refers), s.of.Engine.Fault("read", err)
}

// Put writes rows as they are.
func (s *Store) Put(ctx context.Context, t store.Table, rows []store.Values) error {
	if c, ok := s.Dialect.(copier); ok {
		return wrap("write "+t.Name, s.do(ctx, Catalogue, func(tx *Tx) error {
			return c.Copy(tx, t.Name, t.Columns, each.Of(rows, func(v store.Values) []any { return v }))
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

func (s *Store) together(ctx context.Context, what, statement string, rows []store.Values) error {
	return s.steps(ctx, Catalogue, what, func(d *doing) {
		for _, v := range rows {
			d.Do(statement, v...)
		}
	})
}

// Moved has the engine count on from the greatest numbers.
func (s *Store) Moved(ctx context.Context) error {
	return wrap("end a copy", s.do(ctx, Catalogue, s.Dialect.Moved))
}

// Faults has the engine look through all of the store.
func (s *Store) Faults(ctx context.Context) ([]string, error) {
	return all(ctx, s, "check the store", sqlio.Text, s.Dialect.Faults())
}

// Size returns its size, without logs.
func (s *Store) Size(ctx context.Context) (int64, error) {
	return get(ctx, s, "read the size", sqlio.Int, s.Dialect.Size())
}

func quotedName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func names(columns []string) string {
	return strings.Join(each.Of(columns, quotedName), ", ")
}
