package sqlio

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
)

// Writes are not cancelled half way; the caller's context ends the waiting.
var background = context.Background()

// Tx is the writing connection inside a transaction. Statements are prepared
// once and live as long as the connection. It is of the writing goroutine alone.
type Tx struct {
	db       *sql.DB
	conn     *sql.Conn
	engine   Engine
	begin    []string
	stmts    map[string]*statement
	patience Waiter
}

// newTx is a connection that begins its transactions by these statements.
func newTx(db *sql.DB, e Engine, p Waiter, begin []string) (*Tx, error) {
	t := &Tx{db: db, engine: e, begin: begin, patience: p}
	if err := t.connect(); err != nil {
		return nil, err
	}
	return t, nil
}

func (t *Tx) connect() error {
	err := t.patience.Wait(background, func() (err error) {
		t.conn, err = t.db.Conn(background)
		return err
	})
	if err != nil {
		return fmt.Errorf("open for writing: %w", err)
	}
	t.stmts = map[string]*statement{}
	return nil
}

// Raw gives the driver's own connection to do.
func (t *Tx) Raw(do func(conn any) error) error { return t.conn.Raw(do) }

func (t *Tx) close() {
	for _, s := range t.stmts {
		s.close()
	}
	// A broken connection must not go back to the pool.
	_ = t.conn.Raw(func(any) error { return driver.ErrBadConn })
	_ = t.conn.Close()
}

// Transaction runs a transaction of its own; only what comes after a group
// (WriterConfig.After) is outside of any.
func (t *Tx) Transaction(run func() error) error {
	err := t.patience.Wait(background, t.start)
	if errors.Is(err, driver.ErrBadConn) { // lost since the transaction before: nothing was written
		t.close()
		if err = t.connect(); err != nil {
			return err
		}
		err = t.patience.Wait(background, t.start)
	}
	if err != nil {
		_ = t.Do("ROLLBACK")
		return fmt.Errorf("begin to write: %w", err)
	}
	if err = run(); err == nil {
		if err = t.patience.Wait(background, func() error { return t.Do("COMMIT") }); err != nil {
			err = fmt.Errorf("commit: %w", err)
		}
	}
	if err != nil {
		_ = t.Do("ROLLBACK")
	}
	return err
}

func (t *Tx) start() error {
	for _, statement := range t.begin {
		if err := t.Do(statement); err != nil {
			return err
		}
	}
	return nil
}

// isolated runs something behind a savepoint: failing, it leaves no trace. The
// second error is that of the whole transaction: SQLite ends it by itself on a
// full disk or a failing one.
func (t *Tx) isolated(run func() error) (own, whole error) {
	if err := t.Do("SAVEPOINT job"); err != nil {
		return nil, err
	}
	if own = run(); own != nil {
		if err := t.Do("ROLLBACK TO job"); err != nil {
			return own, errors.Join(own, err)
		}
	}
	return own, t.Do("RELEASE job")
}

func (t *Tx) stmt(query string) (*statement, error) {
	if s, ok := t.stmts[query]; ok {
		return s, nil
	}
	s, err := newStatement(background, t.conn, t.engine, query)
	if err == nil {
		t.stmts[query] = s
	}
	return s, err
}

// Do runs a statement.
func (t *Tx) Do(query string, args ...any) error {
	_, err := t.run(query, args)
	return err
}

// Exec returns how many rows were changed.
func (t *Tx) Exec(query string, args ...any) (int64, error) {
	r, err := t.run(query, args)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// Insert returns the number of the new row, which is in the column of that name, or
// false where a conflict left the row out.
func (t *Tx) Insert(number, query string, args ...any) (id int64, ok bool, err error) {
	if t.engine.Returning() {
		id, err = Int(t.Row(query+" RETURNING "+number, args...))
		if errors.Is(err, sql.ErrNoRows) {
			return 0, false, nil
		}
		return id, err == nil, err
	}
	r, err := t.run(query, args)
	if err != nil {
		return 0, false, err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return 0, false, err
	}
	id, err = r.LastInsertId()
	return id, true, err
}

func (t *Tx) run(query string, args []any) (sql.Result, error) {
	s, err := t.stmt(query)
	if err != nil {
		return nil, err
	}
	return s.exec(background, t.conn, args)
}

// Row reads one row; a missing one is sql.ErrNoRows when it is scanned.
func (t *Tx) Row(query string, args ...any) Row {
	s, err := t.stmt(query)
	if err != nil {
		return failed{err}
	}
	return s.row(background, t.conn, args)
}

type failed struct{ err error }

func (f failed) Scan(...any) error { return f.err }

// Each visits all rows, until an error of visit.
func (t *Tx) Each(visit func(Row) error, query string, args ...any) error {
	s, err := t.stmt(query)
	if err != nil {
		return err
	}
	rows, err := s.rows(background, t.conn, args)
	if err != nil {
		return err
	}
	return Visit(rows, visit)
}

// Ints reads a column of numbers.
func (t *Tx) Ints(query string, args ...any) (list []int64, err error) {
	err = t.Each(func(r Row) error {
		n, err := Int(r)
		list = append(list, n)
		return err
	}, query, args...)
	return list, err
}
