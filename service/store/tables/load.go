package tables

import (
	"context"
	"errors"

	"greenroom/internal/sqlio"
	"greenroom/service"
	"greenroom/service/store"
)

// A load writes many new accounts without a look-up: what the catalogue holds is known
// by a keySet meanwhile. Anything that needs one, and any write by another program,
// ends it. What an engine spares by it is its own: indexes that are made when it ends,
// rows that are copied together.
type load struct {
	keys    *keySet
	on      *sqlio.Tx // whose connection the version is of
	version int64     // of the data, which other connections change
}

// errNeedsIndexes ends a load.
var errNeedsIndexes = errors.New("this write needs the indexes")

// worthwhile is the largest ratio of the catalogue to the rows to come for which a load
// pays: the indexes are made anew for all of it.
const worthwhile = 4

// LoadFrom is the number of rows from which a load pays.
const LoadFrom = 10_000

// BeginLoad prepares for about so many new accounts. It answers false where that
// would cost more than it spares.
func (s *Store) BeginLoad(ctx context.Context, rows int) (bool, error) {
	if rows < LoadFrom || s.loading() != nil {
		return s.loading() != nil, nil
	}
	var l *load
	err := s.do(ctx, Catalogue, func(t *Tx) error {
		stored, err := sqlio.Int(t.Row("SELECT count(*) FROM creators"))
		if err != nil || stored > int64(rows)*worthwhile {
			return err
		}
		begun := &load{keys: newKeySet(), on: t.Tx}
		if err := begun.fill(t); err != nil {
			return err
		}
		if begun.version, err = t.dialect.Version(t); err != nil {
			return err
		}
		l = begun
		return t.dialect.BeginLoad(t)
	})
	if err != nil {
		return false, wrap("prepare for many rows", err)
	}
	s.setLoading(l)
	return l != nil, nil
}

// fill notes what is stored.
func (l *load) fill(t *Tx) error {
	var p service.Profile
	var uuid, creator string
	err := t.Each(func(r sqlio.Row) error {
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
	return t.Each(func(r sqlio.Row) error {
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
	list := s.Dialect.EndLoad()
	for i, step := range list {
		if part != nil {
			part(i+1, len(list))
		}
		if err := s.do(ctx, Catalogue, step); err != nil {
			return wrap("make the indexes", err)
		}
	}
	s.setLoading(nil)
	return nil
}

func (s *Store) loading() *load     { return s.load.Load() }
func (s *Store) setLoading(l *load) { s.load.Store(l) }

// check ends a load when another connection has written: what it wrote is not
// among the keys.
func (l *load) check(t *Tx) error {
	version, err := t.dialect.Version(t)
	if err == nil && (version != l.version || l.on != t.Tx) {
		err = errNeedsIndexes
	}
	return err
}
