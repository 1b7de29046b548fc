package tables

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"greenroom/internal/sqlio"
	"greenroom/service"
	"greenroom/service/store"
)

// Write stores bundles in one transaction: all or none. Records are known by
// their natural keys; a known profile keeps its creator, and the bundle's
// creator merges into that one. What was seen earlier than the stored record
// only fills gaps.
func (s *Store) Write(ctx context.Context, bundles []service.Bundle) (service.Written, error) {
	if len(bundles) == 0 {
		return service.Written{}, nil
	}
	written, err := s.writeBundles(ctx, bundles)
	if errors.Is(err, errNeedsIndexes) {
		if err = s.EndLoad(ctx, nil); err == nil {
			written, err = s.writeBundles(ctx, bundles)
		}
	}
	if err != nil {
		return service.Written{}, wrap("write to the catalogue", err)
	}
	return written, nil
}

func (s *Store) writeBundles(ctx context.Context, bundles []service.Bundle) (service.Written, error) {
	var w *bundleWriter
	err := s.do(ctx, Catalogue, func(t *Tx) (err error) {
		if w, err = s.newBundleWriter(t); err != nil {
			return err
		}
		top, err := s.journal.begin(t)
		if err != nil {
			return err
		}
		for i, b := range bundles {
			if err := w.bundle(b); err != nil {
				return fmt.Errorf("bundle %d: %w", i+1, err)
			}
		}
		if err := w.finish(); err != nil {
			return err
		}
		if l := s.loading(); l != nil {
			if l.version, err = t.dialect.Version(t); err != nil {
				return err
			}
		}
		return s.journal.made(t, top)
	})
	if err != nil {
		return service.Written{}, err
	}
	return w.written, nil
}

// bundleWriter writes bundles inside one transaction.
type bundleWriter struct {
	*Tx
	journal *journal // nil: not of an import
	written service.Written
	// touched are the rows, by table, that changed in what a search can find.
	touched map[string][]int64
	// keys holds the keys that may be there; nil where nothing is known of that.
	keys *keySet
	// loading: the indexes are not there.
	loading bool
	// copied are rows of a load that wait to be written together; nil where they are not.
	copied []*copied
}

// copied are new rows of a table, numbered from the greatest number there is.
type copied struct {
	into insertion
	top  int64
	rows [][]any
}

// newBundleWriter knows what is in the catalogue where that was empty, and during
// a load.
func (s *Store) newBundleWriter(t *Tx) (*bundleWriter, error) {
	w := &bundleWriter{Tx: t, journal: s.journal, touched: map[string][]int64{}}
	if l := s.loading(); l != nil {
		w.keys, w.loading = l.keys, true
		if err := l.check(t); err != nil || !t.dialect.Copies() {
			return w, err
		}
		top, err := tops(t)
		w.copied = []*copied{{into: insertCreator, top: top[0]}, {into: insertProfile, top: top[1]}}
		return w, err
	}
	n, err := sqlio.Int(t.Row("SELECT count(*) FROM (SELECT 1 FROM creators LIMIT 1) AS any_one"))
	if n == 0 {
		w.keys = newKeySet()
	}
	return w, err
}

// insert writes a new row, or has it wait for the others of a load: what refers to one
// that waits has it written first.
func (w *bundleWriter) insert(s insertion, values []any) (id int64, ok bool, err error) {
	for _, c := range w.copied {
		if c.into.table == s.table {
			c.top++
			c.rows = append(c.rows, append([]any{c.top}, values...))
			return c.top, true, nil
		}
	}
	if err := w.flush(); err != nil {
		return 0, false, err
	}
	return w.Insert("id", s.text, values...)
}

// flush writes the rows that wait.
func (w *bundleWriter) flush() error {
	waited := false
	for _, c := range w.copied {
		if len(c.rows) == 0 {
			continue
		}
		waited = true
		if err := w.dialect.Copy(w.Tx, c.into.table, append([]string{"id"}, c.into.columns...), c.rows); err != nil {
			return err
		}
		c.rows = nil
	}
	if !waited {
		return nil
	}
	return w.dialect.Moved(w.Tx)
}

// mayExist spares the look-up of what cannot be there. A load has no look-ups.
func (w *bundleWriter) mayExist(key string) bool { return w.keys == nil || w.keys.has(key) }

func (w *bundleWriter) note(key string) {
	if w.keys != nil {
		w.keys.add(key)
	}
}

// lookup reads a rowid; 0 where there is none.
func (w *bundleWriter) lookup(query string, args ...any) (int64, error) {
	if w.loading {
		return 0, errNeedsIndexes
	}
	id, err := sqlio.Int(w.Row(query, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

// freeID makes an id from a natural key. A renamed profile may hold the id that
// its old name makes; whoever took the name gets the next one.
func (w *bundleWriter) freeID(kind, query, key string) (string, error) {
	for n := 1; ; n++ {
		name := key
		if n > 1 {
			name = fmt.Sprintf("%s~%d", key, n)
		}
		id := store.NaturalID(kind, name)
		if !w.mayExist(id) {
			return id, nil
		}
		if row, err := w.lookup(query, id); err != nil || row == 0 {
			return id, err
		}
	}
}

// merged stores a record over the one that is there, unless nothing changes.
// A date alone is no matter for a search.
func merged[T any](w *bundleWriter, t table[T], row int64, was, now T) (changed bool, err error) {
	old, values := t.values(&was), t.values(&now)
	if sameValues(old, values) {
		return false, nil
	}
	last := len(values) - t.dates
	if !sameValues(old[:last], values[:last]) {
		w.touch(t.name, row)
	}
	if err := w.before(t.name, "id = ?", row); err != nil {
		return false, err
	}
	_, err = w.Exec(t.updating(), append(values, row)...)
	return true, err
}

// before notes rows as they are that are about to be written over.
func (w *bundleWriter) before(table, where string, args ...any) error {
	return w.journal.before(w.Tx, table, where, args...)
}

// count adds to the counts of what was done with one record.
func (w *bundleWriter) count(field func(*service.Counts) *int, changed bool) {
	to := &w.written.Unchanged
	if changed {
		to = &w.written.Updated
	}
	*field(to)++
}

// finish gives transcripts that came before their post its creator, and counts
// the generation.
func (w *bundleWriter) finish() error {
	if err := w.flush(); err != nil {
		return err
	}
	const owner = `(SELECT profiles.creator FROM posts JOIN profiles ON profiles.id = posts.profile
		WHERE posts.platform = transcripts.platform AND posts.platform_id = transcripts.media_id)`
	found, err := w.Ints("SELECT id FROM transcripts WHERE creator IS NULL AND " + owner + " IS NOT NULL")
	if err != nil {
		return err
	}
	for _, row := range found {
		if err := w.before("transcripts", "id = ?", row); err != nil {
			return err
		}
		if err := w.Do("UPDATE transcripts SET creator = "+owner+" WHERE id = ?", row); err != nil {
			return err
		}
		w.touch("transcripts", row)
	}
	return w.noteChanges()
}
