package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"greenroom/internal/sqlite"
	"greenroom/service"
	"greenroom/service/store"
)

// A load writes many new accounts without the indexes of creators and profiles,
// which are made when it ends: sorted once instead of a page read and written for
// every row. What the catalogue holds is known by a keySet meanwhile. Anything
// that needs a look-up, and any write by another program, ends it. Meanwhile the
// file is one version behind, so that whoever opens it next makes them if the load
// is cut short.
type load struct {
	keys    *keySet
	on      *sqlite.Tx // whose connection the version is of
	version int64      // of the data, which other connections change
}

// errNeedsIndexes ends a load.
var errNeedsIndexes = errors.New("this write needs the indexes")

// worthwhile is how many times the rows to come the catalogue may have for a load
// to pay: the indexes are made anew for all of it.
const worthwhile = 4

// loadFrom is how many rows a load pays for.
const loadFrom = 20_000

// loadCache is what a load needs: rows are appended, and what sorts an index takes
// several times as much.
const loadCache = "PRAGMA cache_size = -16384"

// BeginLoad prepares for about so many new accounts. It answers false where that
// would cost more than it spares.
func (s *Store) BeginLoad(ctx context.Context, rows int) (bool, error) {
	if rows < loadFrom || s.loading() != nil {
		return s.loading() != nil, nil
	}
	var l *load
	err := s.writer.Do(ctx, func(t *tx) error {
		stored, err := sqlite.Int(t.Row("SELECT count(*) FROM creators"))
		if err != nil || stored > int64(rows)*worthwhile {
			return err
		}
		begun := &load{keys: newKeySet(), on: t.Tx}
		if err := begun.fill(t); err != nil {
			return err
		}
		if begun.version, err = dataVersion(t); err != nil {
			return err
		}
		for _, statement := range indexes() {
			if err := t.Do("DROP INDEX IF EXISTS " + statement.name); err != nil {
				return err
			}
		}
		l = begun
		if err := t.Do(loadCache); err != nil {
			return err
		}
		return t.Do(fmt.Sprintf("PRAGMA user_version = %d", ours.Last()-1))
	})
	if err != nil {
		return false, wrap("prepare for many rows", err)
	}
	s.setLoading(l)
	return l != nil, nil
}

// fill notes what is stored.
func (l *load) fill(t *tx) error {
	var p service.Profile
	var uuid, creator string
	err := t.Each(func(r sqlite.Row) error {
		if err := r.Scan(&p.Platform, &p.Username, orNull{&p.ExternalID}, &uuid); err != nil {
			return err
		}
		l.note(p)
		l.keys.add(uuid)
		return nil
	}, "SELECT platform, username, external_id, uuid FROM profiles")
	if err != nil {
		return err
	}
	return t.Each(func(r sqlite.Row) error {
		err := r.Scan(&creator)
		l.keys.add(creator)
		return err
	}, "SELECT uuid FROM creators")
}

func (l *load) note(p service.Profile) {
	if p.Username != "" {
		l.keys.add(store.ProfileKey(p))
	}
	if p.ExternalID != "" {
		l.keys.add(store.ExternalKey(p))
	}
}

// MayHold tells, during a load, whether an account may be stored, under its name
// or its network's id. Outside of one nothing is known: true.
func (s *Store) MayHold(p service.Profile) bool {
	l := s.loading()
	return l == nil || p.Username != "" && l.keys.has(store.ProfileKey(p)) || p.ExternalID != "" && l.keys.has(store.ExternalKey(p))
}

// EndLoad makes the indexes, and says before each how far it is. Without a load
// it does nothing.
func (s *Store) EndLoad(ctx context.Context, part func(n, of int)) error {
	if s.loading() == nil {
		return nil
	}
	list := indexes()
	for i, statement := range list {
		if part != nil {
			part(i+1, len(list))
		}
		if err := s.writer.Do(ctx, func(t *tx) error { return t.Do(statement.text) }); err != nil {
			return wrap("make the indexes", err)
		}
	}
	err := s.writer.Do(ctx, func(t *tx) error {
		if err := t.Do(fmt.Sprintf("PRAGMA user_version = %d", ours.Last())); err != nil {
			return err
		}
		return t.Do("PRAGMA shrink_memory") // what sorted the indexes is not needed again
	})
	if err != nil {
		return wrap("make the indexes", err)
	}
	s.setLoading(nil)
	return nil
}

func (s *Store) loading() *load     { return s.load.Load() }
func (s *Store) setLoading(l *load) { s.load.Store(l) }

// check ends a load when another connection has written: what it wrote is not
// among the keys.
func (l *load) check(t *tx) error {
	version, err := dataVersion(t)
	if err == nil && (version != l.version || l.on != t.Tx) {
		err = errNeedsIndexes
	}
	return err
}

func dataVersion(t *tx) (int64, error) { return sqlite.Int(t.Row("PRAGMA data_version")) }

type index struct{ name, text string }

// indexes are what the last step makes, one by one.
func indexes() []index {
	text, err := migrationFiles.ReadFile(indexesFile)
	if err != nil {
		return nil // it is part of the program
	}
	var list []index
	for statement := range strings.SplitSeq(string(text), ";\n") {
		if _, made, ok := strings.Cut(statement, "IF NOT EXISTS "); ok {
			name, _, _ := strings.Cut(made, " ")
			list = append(list, index{name, statement})
		}
	}
	return list
}
