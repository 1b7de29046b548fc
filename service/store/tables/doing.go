package tables

import (
	"greenroom/internal/sqlio"
	"greenroom/service"
)

// doing is what is done in a transaction, one thing after the other: err is of the first that
// failed, and whatever comes after it does nothing.
type doing struct {
	*Tx
	err error
}

// Do runs a statement.
func (d *doing) Do(query string, args ...any) { d.Exec(query, args...) }

// Exec returns how many rows were changed.
func (d *doing) Exec(query string, args ...any) (n int64) {
	if d.err == nil {
		n, d.err = d.Tx.Exec(query, args...)
	}
	return n
}

// changes is Exec that has to meet a row: service.ErrNotFound.
func (d *doing) changes(query string, args ...any) {
	if d.Exec(query, args...) == 0 {
		d.fails(service.ErrNotFound)
	}
}

// Insert returns the number of the new row, or false where a conflict left it out.
func (d *doing) Insert(number, query string, args ...any) (id int64, ok bool) {
	if d.err == nil {
		id, ok, d.err = d.Tx.Insert(number, query, args...)
	}
	return id, ok
}

// Int reads a number.
func (d *doing) Int(query string, args ...any) (n int64) {
	if d.err == nil {
		n, d.err = sqlio.Int(d.Row(query, args...))
	}
	return n
}

// Ints and texts read a column.
func (d *doing) Ints(query string, args ...any) []int64 { return rowsOf(d, sqlio.Int, query, args...) }

func (d *doing) texts(query string, args ...any) []string {
	return rowsOf(d, sqlio.Text, query, args...)
}

// rowsOf reads rows; never nil.
func rowsOf[T any](d *doing, scan func(sqlio.Row) (T, error), query string, args ...any) (list []T) {
	list = []T{}
	if d.err == nil {
		d.err = d.Each(visiting(scan, func(v T) error { list = append(list, v); return nil }), query, args...)
	}
	return list
}

// do runs what has an error of its own.
func (d *doing) do(run func(*Tx) error) {
	if d.err == nil {
		d.err = run(d.Tx)
	}
}

// fails keeps an error, if it is the first.
func (d *doing) fails(err error) {
	if d.err == nil {
		d.err = err
	}
}
