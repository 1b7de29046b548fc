package sqlite

import (
	"context"
	"errors"
	"strings"

	"greenroom/api"
	"greenroom/internal/sqlite"
	"greenroom/service"
)

const selectShortlist = `SELECT id, account, name, brief, notes, profiles, version, created_at, updated_at FROM shortlists `

func scanShortlist(s sqlite.Row) (l service.Shortlist, err error) {
	return l, s.Scan(&l.ID, &l.AccountID, &l.Name, &l.Brief, &l.Notes, listIn[api.ShortlistProfile]{&l.Profiles},
		&l.Version, sqlite.Time(&l.CreatedAt), sqlite.Time(&l.UpdatedAt))
}

// CreateShortlist stores a new shortlist as it is.
func (s *Store) CreateShortlist(ctx context.Context, l service.Shortlist) error {
	err := s.writer.Do(ctx, func(t *tx) error {
		n, err := t.Exec(`INSERT INTO shortlists (id, account, name, brief, notes, profiles, version, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, strings.ToLower(l.ID), l.AccountID, l.Name, l.Brief, l.Notes,
			list(l.Profiles), l.Version, l.CreatedAt.UnixMicro(), l.UpdatedAt.UnixMicro())
		if err == nil && n == 0 {
			err = errTaken
		}
		return err
	})
	return wrap("create shortlist "+l.ID, err)
}

const ownShortlist = selectShortlist + "WHERE account = ? AND id = ?"

// Shortlist reads a shortlist of an account.
func (s *Store) Shortlist(ctx context.Context, accountID, id string) (service.Shortlist, error) {
	l, err := one(ctx, s.reader, scanShortlist, ownShortlist, accountID, strings.ToLower(id))
	return l, wrap("read shortlist "+id, err)
}

// Shortlists lists newest first, after the given one; service.ErrNotFound
// where that one is gone.
func (s *Store) Shortlists(ctx context.Context, accountID, afterID string, limit int) ([]service.Shortlist, error) {
	query, args := selectShortlist+"WHERE account = ? ", []any{accountID}
	if afterID != "" {
		if _, err := s.Shortlist(ctx, accountID, afterID); err != nil {
			return nil, wrap("read shortlists", err)
		}
		query += "AND (created_at, seq) < (SELECT created_at, seq FROM shortlists WHERE id = ?) "
		args = append(args, strings.ToLower(afterID))
	}
	list, err := sqlite.All(ctx, s.reader, scanShortlist, query+"ORDER BY created_at DESC, seq DESC LIMIT ?", append(args, max(limit, 0))...)
	return list, wrap("read shortlists", err)
}

// ReplaceShortlist stores l if the stored version is l.Version-1 and answers
// with the stored record, whose creation time stays; else service.ErrVersion
// and what is stored.
func (s *Store) ReplaceShortlist(ctx context.Context, l service.Shortlist) (service.Shortlist, error) {
	var stored service.Shortlist
	id := strings.ToLower(l.ID)
	err := s.writer.Do(ctx, func(t *tx) error {
		n, err := t.Exec(`UPDATE shortlists SET name = ?, brief = ?, notes = ?, profiles = ?, version = ?, updated_at = ?
			WHERE account = ? AND id = ? AND version = ?`, l.Name, l.Brief, l.Notes, list(l.Profiles), l.Version,
			l.UpdatedAt.UnixMicro(), l.AccountID, id, l.Version-1)
		if err != nil {
			return err
		}
		if stored, err = scanShortlist(t.Row(ownShortlist, l.AccountID, id)); err != nil {
			return missing(err)
		}
		if n == 0 {
			return service.ErrVersion
		}
		return nil
	})
	if err != nil && !errors.Is(err, service.ErrVersion) {
		return service.Shortlist{}, wrap("replace shortlist "+l.ID, err)
	}
	return stored, wrap("replace shortlist "+l.ID, err)
}

// DeleteShortlist removes a shortlist of an account.
func (s *Store) DeleteShortlist(ctx context.Context, accountID, id string) error {
	err := s.writer.Do(ctx, func(t *tx) error {
		n, err := t.Exec("DELETE FROM shortlists WHERE account = ? AND id = ?", accountID, strings.ToLower(id))
		return changedOne(n, err)
	})
	return wrap("delete shortlist "+id, err)
}
