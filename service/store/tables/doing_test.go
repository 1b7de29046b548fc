package tables

import (
	"errors"
	"testing"

	"greenroom/internal/sqlio"
	"greenroom/service"
)

// After a failure nothing is done, and it is the one that is told.
func TestNothingIsDoneAfterAFailure(t *testing.T) {
	first, later := errors.New("first"), errors.New("later")
	var d doing // without a transaction: whatever is done panics
	d.do(func(*Tx) error { return first })
	d.fails(later)
	d.Do("x")
	d.changes("x")
	d.do(func(*Tx) error { return later })
	if d.Exec("x") != 0 || d.Int("x") != 0 || len(d.Ints("x")) != 0 || d.texts("x") == nil || d.err != first {
		t.Error(d.err)
	}
	w := bundleWriter{doing: d}
	w.before("creators", "true")
	w.flush()
	if _, ok := w.insert(insertCreator, "one", nil); ok || w.lookup("x") != 0 || recordAt(&w, sqlio.Int, "x", 1) != 0 || w.err != first {
		t.Error(w.err)
	}
	if changed := merged(&w, creatorTable, 1, service.Creator{}, service.Creator{Name: "A"}); changed {
		t.Error("a record is written over")
	}
}
