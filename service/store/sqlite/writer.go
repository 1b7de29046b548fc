package sqlite

import (
	"database/sql"
	"errors"

	"greenroom/internal/sqlite"
	"greenroom/service/billing"
)

var errClosed = errors.New("the store is closed")

// writer writes groups; charges, which are plain writes, share their sums.
type writer = sqlite.Writer[*tx]

// tx is a transaction with what the charges in it come to.
type tx struct {
	*sqlite.Tx
	sums sums
	head *billing.Head // of the ledger, in this group; nil: not read yet
	// sparse are the statements of insert.
	sparse map[sparseKey]string
}

func startWriter(db *sql.DB, path string) *writer {
	return sqlite.NewWriter(sqlite.WriterConfig[*tx]{
		DB: db, File: sqlite.File{Kind: ours, Path: path}, Closed: errClosed, Post: (*tx).post,
		View: func(t *sqlite.Tx) *tx { return &tx{Tx: t, sums: sums{}, sparse: map[sparseKey]string{}} },
	})
}
