package sqlite

import (
	"context"
	"errors"
)

// Glance reads texts of a file that is there. It makes no file, brings none up to date
// and waits for no lock for long: who only would like to know something gets nothing.
func (k Kind) Glance(ctx context.Context, path, query string, args ...any) (list []string, err error) {
	if path, err = k.Find(path); err != nil {
		return nil, err
	}
	db, err := Pool(path, []string{"query_only(1)"}, 1)
	if err != nil {
		return nil, err
	}
	short := &Patience{Most: busyTimeout}
	whole, err := k.Whole(ctx, db, short)
	if err != nil || !whole {
		return nil, errors.Join(err, db.Close())
	}
	rows, err := db.QueryContext(ctx, query, args...)
	if err == nil {
		for err == nil && rows.Next() {
			var text string
			err = rows.Scan(&text)
			list = append(list, text)
		}
		err = errors.Join(err, rows.Err(), rows.Close())
	}
	return list, errors.Join(err, db.Close())
}
