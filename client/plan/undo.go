package plan

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"greenroom/internal/sqlio"
)

// OthersError is why a change is not taken back or done again: another program
// changed the same after it, by the change that is named.
type OthersError struct{ Label string }

// Error names the change.
func (e *OthersError) Error() string {
	return fmt.Sprintf("“%s” was changed in another window; undo it there", e.Label)
}

// The operations that can be taken back, and those that can be done again, in the
// order in which they would be.
const (
	done   = `SELECT id, at, label, changes FROM operations WHERE service = ? AND undone = 0 ORDER BY id DESC`
	undone = `SELECT id, at, label, changes FROM operations WHERE service = ? AND undone = 1 ORDER BY id`
)

// Undo takes the last change back, and Redo does the last one that was taken back
// again. Those that other programs made since this one began are theirs. They say
// which it was; ErrNoChange is the error where there is none.
func (b *Book) Undo(ctx context.Context) (State, string, error) {
	return b.again(ctx, done, true)
}

// Redo is the way back from Undo.
func (b *Book) Redo(ctx context.Context) (State, string, error) {
	return b.again(ctx, undone, false)
}

func (b *Book) again(ctx context.Context, query string, undo bool) (s State, label string, err error) {
	s, err = b.in(ctx, func(t *sqlio.Tx) (State, error) {
		op, err := b.next(t, query)
		if err != nil {
			return State{}, err
		}
		label = op.label
		if err := b.put(t, op.changes, undo); err != nil {
			return State{}, err
		}
		if err := t.Do(`UPDATE operations SET undone = ? WHERE id = ?`, undo, op.id); err != nil {
			return State{}, err
		}
		_, s, err := b.state(t)
		return s, err
	})
	return s, label, err
}

type operation struct {
	id, at  int64
	label   string
	changes []change
}

// errFound ends the search.
var errFound = errors.New("found")

// next is the first of the operations that is this program's. Where those of others
// before it changed the same document, the first of them is the error: to write what
// the document was would undo theirs as well.
func (b *Book) next(t *sqlio.Tx, query string) (found *operation, err error) {
	others := map[string]string{} // what they changed, by which
	last := ""
	err = t.Each(func(r sqlio.Row) error {
		var op operation
		var raw string
		if err := r.Scan(&op.id, &op.at, &op.label, &raw); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(raw), &op.changes); err != nil {
			return err
		}
		if op.at <= b.opened || b.mine[op.id] == op.at {
			found = &op
			return errFound
		}
		for _, c := range op.changes {
			if others[c.ID] == "" {
				others[c.ID] = op.label
			}
		}
		last = cmp.Or(last, op.label)
		return nil
	}, query, b.service)
	switch {
	case err != nil && found == nil:
		return nil, err
	case found == nil && last != "":
		return nil, &OthersError{last}
	case found == nil:
		return nil, ErrNoChange
	}
	for _, c := range found.changes {
		if by := others[c.ID]; by != "" {
			return nil, &OthersError{by}
		}
	}
	return found, nil
}
