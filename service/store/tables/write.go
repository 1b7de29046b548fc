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

func (s *Store) writeBundles(ctx context.Context, bundles []service.Bundle) (written service.Written, err error) {
	err = s.bundling(ctx, func(w *bundleWriter) {
		for i, b := range bundles {
			if w.bundle(b); w.err != nil {
				w.err = fmt.Errorf("bundle %d: %w", i+1, w.err)
				return
			}
		}
		w.finish()
		if l := s.loading(); l != nil {
			w.do(func(t *Tx) (err error) { l.version, err = t.dialect.Version(t); return err })
		}
		written = w.written
	})
	return written, err
}

// bundling has the import under way note what is written.
func (s *Store) bundling(ctx context.Context, write func(*bundleWriter)) error {
	return s.do(ctx, Catalogue, func(t *Tx) error {
		w, err := s.newBundleWriter(t)
		if err != nil {
			return err
		}
		top, err := s.journal.begin(t)
		if err != nil {
			return err
		}
		write(w)
		w.do(func(t *Tx) error { return s.journal.made(t, top) })
		return w.err
	})
}

// bundleWriter writes bundles inside one transaction.
type bundleWriter struct {
	doing
	journal *journal // nil: not of an import
	written service.Written
	// touched are the rows, by table, that changed in what a search can find.
	touched map[string][]int64
	// keys holds the keys that may be there; nil where nothing is known of that.
	keys *keySet
	// loading: the indexes are not there.
	loading bool
	copier  copier
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
	w := &bundleWriter{doing: doing{Tx: t}, journal: s.journal, touched: map[string][]int64{}}
	if l := s.loading(); l != nil {
		w.keys, w.loading = l.keys, true
		w.copier, _ = t.dialect.(copier)
		if err := l.check(t); err != nil || w.copier == nil {
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
// that waits has it written first. What may not be there already has a name.
func (w *bundleWriter) insert(s insertion, name string, values []any) (id int64, ok bool) {
	for _, c := range w.copied {
		if c.into.table == s.table {
			c.top++
			c.rows = append(c.rows, append([]any{c.top}, values...))
			return c.top, true
		}
	}
	w.flush()
	if id, ok = w.Insert("id", s.text, values...); !ok && name != "" {
		w.fails(fmt.Errorf("%s is there already", name))
	}
	return id, ok
}

// flush writes the rows that wait.
func (w *bundleWriter) flush() {
	waited := false
	for _, c := range w.copied {
		if w.err == nil && len(c.rows) > 0 {
			waited = true
			w.err = w.copier.Copy(w.Tx, c.into.table, append([]string{"id"}, c.into.columns...), c.rows)
			c.rows = nil
		}
	}
	if w.err == nil && waited {
		w.err = w.dialect.Moved(w.Tx)
	}
}

// mayExist spares the look-up of what cannot be there. A load has no look-ups.
func (w *bundleWriter) mayExist(key string) bool { return w.keys == nil || w.keys.has(key) }

func (w *bundleWriter) note(key string) {
	if w.keys != nil {
		w.keys.add(key)
	}
}

// lookup reads a rowid; 0 where there is none.
func (w *bundleWriter) lookup(query string, args ...any) (id int64) {
	if w.err == nil && w.loading {
		w.err = errNeedsIndexes
	}
	if w.err == nil {
		if id, w.err = sqlio.Int(w.Row(query, args...)); errors.Is(w.err, sql.ErrNoRows) {
			id, w.err = 0, nil
		}
	}
	return id
}

// recordAt reads a record that is there.
func recordAt[T any](w *bundleWriter, scan func(sqlio.Row) (T, error), query string, row int64) (v T) {
	if w.err == nil {
		v, w.err = scan(w.Row(query, row))
	}
	return v
}

// freeID makes an id from a natural key. A renamed profile may hold the id that
// its old name makes; whoever took the name gets the next one.
func (w *bundleWriter) freeID(kind, query, key string) string {
	for n := 1; ; n++ {
		name := key
		if n > 1 {
			name = fmt.Sprintf("%s~%d", key, n)
		}
		id := store.NaturalID(kind, name)
		if !w.mayExist(id) || w.lookup(query, id) == 0 {
			return id
		}
	}
}

// merged stores a record over the one that is there, unless nothing changes.
// A date alone is no matter for a search.
func merged[T any](w *bundleWriter, t table[T], row int64, was, now T) (changed bool) {
	old, values := t.values(&was), t.values(&now)
	if w.err != nil || sameValues(old, values) {
		return false
	}
	last := len(values) - t.dates
	if !sameValues(old[:last], values[:last]) {
		w.touch(t.name, row)
	}
	w.before(t.name, "id = ?", row)
	w.Do(t.updating(), append(values, row)...)
	return true
}

// before notes rows as they are that are about to be written over.
func (w *bundleWriter) before(table, where string, args ...any) {
	if w.err == nil {
		w.err = w.journal.before(w.Tx, table, where, args...)
	}
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
func (w *bundleWriter) finish() {
	w.flush()
	const owner = `(SELECT profiles.creator FROM posts JOIN profiles ON profiles.id = posts.profile
		WHERE posts.platform = transcripts.platform AND posts.platform_id = transcripts.media_id)`
	for _, row := range w.Ints("SELECT id FROM transcripts WHERE creator IS NULL AND " + owner + " IS NOT NULL") {
		w.before("transcripts", "id = ?", row)
		w.Do("UPDATE transcripts SET creator = "+owner+" WHERE id = ?", row)
		w.touch("transcripts", row)
	}
	w.noteChanges()
}
