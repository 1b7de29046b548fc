package tables

import (
	"context"
	"errors"
	"strings"

	"greenroom/api"
	"greenroom/internal/sqlio"
	"greenroom/service"
)

var shortlistTable = newTable("shortlists", "id account user name brief notes profiles version created_at updated_at", func(l *service.Shortlist, to []any) []any {
	return append(to, &l.ID, &l.AccountID, &l.UserID, &l.Name, &l.Brief, &l.Notes, listIn[api.ShortlistProfile]{&l.Profiles}, &l.Version, &l.CreatedAt,
		&l.UpdatedAt)
})

var (
	selectShortlist = "SELECT " + shortlistTable.selected() + " FROM shortlists "
	ownShortlist    = selectShortlist + "WHERE account = ? AND user = ? AND id = ?"
)

// CreateShortlist stores a new shortlist as it is.
func (s *Store) CreateShortlist(ctx context.Context, l service.Shortlist) error {
	l.ID = strings.ToLower(l.ID)
	return s.write(ctx, Records, "create shortlist "+l.ID, func(t *Tx) error { return add(t, shortlistTable, l) })
}

// Shortlist reads a shortlist of an owner.
func (s *Store) Shortlist(ctx context.Context, o service.Owner, id string) (service.Shortlist, error) {
	return get(ctx, s, "read shortlist "+id, shortlistTable.scan, ownShortlist, o.AccountID, o.UserID, strings.ToLower(id))
}

// Shortlists lists newest first, after a position.
func (s *Store) Shortlists(ctx context.Context, o service.Owner, after *service.ShortlistPosition, limit int) ([]service.Shortlist, error) {
	query, args := "SELECT seq, "+shortlistTable.selected()+" FROM shortlists WHERE account = ? AND user = ? ", []any{o.AccountID, o.UserID}
	if after != nil {
		query, args = query+"AND (created_at, seq) < (?, ?) ", append(args, after.At.UnixMicro(), after.Seq)
	}
	return all(ctx, s, "read shortlists", func(r sqlio.Row) (l service.Shortlist, err error) {
		return l, r.Scan(shortlistTable.into(&l, &l.Seq)...)
	}, query+"ORDER BY created_at DESC, seq DESC LIMIT ?", append(args, max(limit, 0))...)
}

// ReplaceShortlist stores l if the stored version is l.Version-1 and answers
// with the stored record, whose creation time stays; else service.ErrVersion
// and what is stored.
func (s *Store) ReplaceShortlist(ctx context.Context, l service.Shortlist) (service.Shortlist, error) {
	var stored service.Shortlist
	id := strings.ToLower(l.ID)
	err := s.do(ctx, Records, func(t *Tx) error {
		var err error
		if stored, err = shortlistTable.scan(t.Row(ownShortlist, l.AccountID, l.UserID, id)); err != nil {
			return missing(err)
		}
		if stored.Version != l.Version-1 {
			return service.ErrVersion
		}
		l.ID, l.CreatedAt = stored.ID, stored.CreatedAt
		if err := t.Do(shortlistTable.updating(), append(shortlistTable.values(&l), id)...); err != nil {
			return err
		}
		stored, err = shortlistTable.scan(t.Row(ownShortlist, l.AccountID, l.UserID, id))
		return err
	})
	if err != nil && !errors.Is(err, service.ErrVersion) {
		return service.Shortlist{}, wrap("replace shortlist "+l.ID, err)
	}
	return stored, wrap("replace shortlist "+l.ID, err)
}

// DeleteShortlist removes a shortlist of an owner, with its sheet.
func (s *Store) DeleteShortlist(ctx context.Context, o service.Owner, id string) error {
	id = strings.ToLower(id)
	return s.steps(ctx, Records, "delete shortlist "+id, func(d *doing) {
		d.changes("DELETE FROM shortlists WHERE account = ? AND user = ? AND id = ?", o.AccountID, o.UserID, id)
		d.dropSheet(id)
	})
}
