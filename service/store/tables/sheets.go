package tables

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlio"
	"greenroom/service"
)

const selectVersion = "SELECT version, by_name, at, length(body), body FROM sheet_versions WHERE list = ? "

func scanVersion(r sqlio.Row) (v service.SheetVersion, err error) {
	return v, r.Scan(&v.Version, &v.By, sqlio.Time(&v.At), &v.Bytes, &v.Body)
}

const selectColumns = "SELECT person, body FROM sheet_columns WHERE list = ?"

// scanColumn reads a reviewer's id and column.
func scanColumn(r sqlio.Row, c *api.SheetColumn) (person string, err error) {
	var body []byte
	if err = r.Scan(&person, &body); err == nil {
		err = json.Unmarshal(body, c)
	}
	return person, err
}

// Sheet reads what is stored of a list, whoever owns it.
func (s *Store) Sheet(ctx context.Context, id string) (service.Sheet, error) {
	id = strings.ToLower(id)
	l, err := one(ctx, s.reader, shortlistTable.scan, selectShortlist+"WHERE id = ?", id)
	if err != nil {
		return service.Sheet{}, wrap("read sheet "+id, err)
	}
	out := service.Sheet{Owner: l.Owner(), ID: l.ID, Version: l.Version, Columns: map[string]api.SheetColumn{}}
	versions, err := sqlio.All(ctx, s.reader, scanVersion, selectVersion+"ORDER BY version DESC LIMIT 1", id)
	if len(versions) > 0 {
		out.Latest = versions[0]
	}
	if err == nil {
		_, err = sqlio.All(ctx, s.reader, func(r sqlio.Row) (person string, err error) {
			var c api.SheetColumn
			person, err = scanColumn(r, &c)
			out.Columns[person] = c
			return person, err
		}, selectColumns, id)
	}
	if err == nil {
		out.Openings, err = sqlio.All(ctx, s.reader, func(r sqlio.Row) (o service.SheetOpening, err error) {
			return o, r.Scan(&o.Person, &o.Version, &o.Name, sqlio.Time(&o.At))
		}, "SELECT person, version, name, at FROM sheet_openings WHERE list = ? ORDER BY at, person", id)
	}
	return out, wrap("read sheet "+id, err)
}

// SheetVersions lists the versions of a sheet without their bodies, the latest first.
func (s *Store) SheetVersions(ctx context.Context, id string) ([]api.SheetVersion, error) {
	return all(ctx, s, "read versions of sheet "+id, func(r sqlio.Row) (api.SheetVersion, error) {
		v, err := scanVersion(r)
		return v.SheetVersion, err
	}, strings.Replace(selectVersion, ", body", ", ''", 1)+"ORDER BY version DESC", strings.ToLower(id))
}

// SheetVersion reads one version of a sheet.
func (s *Store) SheetVersion(ctx context.Context, id string, version int) (service.SheetVersion, error) {
	return get(ctx, s, "read sheet "+id, scanVersion, selectVersion+"AND version = ?", strings.ToLower(id), version)
}

// moved raises the version of an owner's shortlist from what it is expected to be; else
// service.ErrVersion.
func (d *doing) moved(o service.Owner, id string, from int, at time.Time) {
	l, err := shortlistTable.scan(d.Row(ownShortlist, o.AccountID, o.UserID, id))
	if err == nil && l.Version != from {
		err = service.ErrVersion
	}
	d.fails(missing(err))
	d.Do("UPDATE shortlists SET version = version + 1, updated_at = ? WHERE id = ?", at.UnixMicro(), id)
}

// PutSheet stores the next version of a sheet, whose shortlist has to be at the version
// before it, and forgets the oldest where there are many.
func (s *Store) PutSheet(ctx context.Context, o service.Owner, id string, v service.SheetVersion) error {
	id = strings.ToLower(id)
	return s.steps(ctx, Records, "store sheet "+id, func(d *doing) {
		d.moved(o, id, v.Version-1, v.At)
		d.Do("INSERT INTO sheet_versions (list, version, by_name, at, body) VALUES (?, ?, ?, ?, ?)", id, v.Version, v.By, v.At.UnixMicro(), v.Body)
		d.Do("DELETE FROM sheet_versions WHERE list = ? AND version NOT IN (SELECT version FROM sheet_versions WHERE list = ? ORDER BY version DESC LIMIT ?)", id, id, api.SheetVersionsMax)
	})
}

// ChangeColumn stores what a reviewer says, made of what they said before. One more than
// may be is service.ErrQuota.
func (s *Store) ChangeColumn(ctx context.Context, id, person string, change func(api.SheetColumn) (api.SheetColumn, error)) error {
	id = strings.ToLower(id)
	return s.steps(ctx, Records, "store column of "+id, func(d *doing) {
		var c api.SheetColumn
		rowsOf(d, func(r sqlio.Row) (string, error) { return scanColumn(r, &c) }, selectColumns+" AND person = ?", id, person)
		if d.err == nil {
			c, d.err = change(c)
		}
		body, err := json.Marshal(c)
		d.fails(err)
		if d.Int("SELECT count(*) FROM sheet_columns WHERE list = ? AND person <> ?", id, person) >= api.SheetColumnsMax {
			d.fails(service.ErrQuota)
		}
		d.Do("INSERT INTO sheet_columns (list, person, body) VALUES (?, ?, ?) ON CONFLICT (list, person) DO UPDATE SET body = excluded.body", id, person, body)
	})
}

// OpenSheet notes that somebody read a version of a sheet. Only the first time counts.
func (s *Store) OpenSheet(ctx context.Context, id string, o service.SheetOpening) error {
	return s.change(ctx, Records, "open sheet "+id, "INSERT INTO sheet_openings (list, person, version, name, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
		strings.ToLower(id), o.Person, o.Version, o.Name, o.At.UnixMicro())
}

// WithdrawSheet removes the latest version of a sheet, the text too, and with the only
// one the columns: service.ErrVersion where it is not the latest, service.ErrUsed where
// somebody opened it.
func (s *Store) WithdrawSheet(ctx context.Context, o service.Owner, id string, version int, at time.Time) error {
	id = strings.ToLower(id)
	return s.steps(ctx, Records, "withdraw sheet "+id, func(d *doing) {
		d.moved(o, id, version, at)
		if d.Int("SELECT count(*) FROM sheet_openings WHERE list = ? AND version >= ?", id, version) > 0 {
			d.fails(service.ErrUsed)
		}
		d.changes("DELETE FROM sheet_versions WHERE list = ? AND version = ?", id, version)
		d.Do("DELETE FROM sheet_columns WHERE list = ? AND NOT EXISTS (SELECT 1 FROM sheet_versions WHERE list = ?)", id, id)
	})
}

// dropSheet forgets all that a shortlist had beside it.
func (d *doing) dropSheet(id string) {
	for _, table := range []string{"sheet_versions", "sheet_columns", "sheet_openings"} {
		d.Do("DELETE FROM "+table+" WHERE list = ?", id)
	}
}
