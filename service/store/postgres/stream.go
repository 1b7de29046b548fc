package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"sync/atomic"

	"github.com/jackc/pgx/v5"

	"greenroom/service/store/tables"
)

// fetched is the number of rows of a stream that come together.
const fetched = 2000

// cursors numbers them.
var cursors atomic.Int64

// plainly has a statement run without being kept.
const plainly = pgx.QueryExecModeSimpleProtocol

// stream is a cursor of the server, of which rows are fetched some at a time: a
// connection has one open result, and several streams are read at once.
type stream struct {
	ctx  context.Context
	tx   *sql.Tx
	name string
	rows [][]any // that are here; the first is the current one
	last bool    // no more are there
	err  error
}

func (dialect) Stream(ctx context.Context, tx *sql.Tx, query string) (tables.Rows, error) {
	s := &stream{ctx: ctx, tx: tx, name: fmt.Sprintf("stream_%d", cursors.Add(1)), rows: make([][]any, 1)}
	_, err := tx.ExecContext(ctx, "DECLARE "+s.name+" NO SCROLL CURSOR FOR "+query, plainly)
	return s, err
}

func (s *stream) fetch() error {
	rows, err := s.tx.QueryContext(s.ctx, fmt.Sprintf("FETCH %d FROM %s", fetched, s.name), plainly)
	if err != nil {
		return err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	into := make([]any, len(names))
	s.rows = s.rows[:0]
	for rows.Next() {
		row := make([]any, len(names))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		s.rows = append(s.rows, row)
	}
	s.last = len(s.rows) < fetched
	return rows.Err()
}

func (s *stream) Next() bool {
	if s.err != nil {
		return false
	}
	if s.rows = s.rows[min(1, len(s.rows)):]; len(s.rows) == 0 && !s.last {
		s.err = s.fetch()
	}
	return s.err == nil && len(s.rows) > 0
}

func (s *stream) Scan(dest ...any) error {
	for i, to := range dest {
		if err := assign(to, s.rows[0][i]); err != nil {
			return fmt.Errorf("column %d: %w", i+1, err)
		}
	}
	return nil
}

// assign puts a value of the driver where it belongs, as database/sql does.
func assign(to, v any) error {
	if s, ok := to.(sql.Scanner); ok {
		return s.Scan(v)
	}
	field := reflect.ValueOf(to).Elem()
	switch v := v.(type) {
	case nil:
		field.SetZero()
		return nil
	case bool:
		return assign(to, map[bool]int64{true: 1}[v])
	case int64:
		switch {
		case field.Kind() == reflect.Bool:
			field.SetBool(v != 0)
			return nil
		case field.CanInt():
			field.SetInt(v)
			return nil
		}
	case float64:
		if field.CanFloat() {
			field.SetFloat(v)
			return nil
		}
	case string:
		if field.Kind() == reflect.String {
			field.SetString(v)
			return nil
		}
	}
	if field.Kind() == reflect.Pointer {
		field.Set(reflect.New(field.Type().Elem()))
		return assign(field.Interface(), v)
	}
	return fmt.Errorf("%T does not fit %s", v, field.Type())
}

func (s *stream) Err() error { return s.err }

// Close: the cursor ends with its transaction.
func (s *stream) Close() error { return nil }
