package tables

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/internal/sqlio"
)

// walk goes through creators by their rows, so that streams merge without sorting.
type walk struct {
	shown    bool   // through those in a table of that name; else through all
	networks string // a list of them; "" is all
}

// openWalk goes through all creators or those of ids, and, with networks, through those
// of them who have a profile on one. Who they are is then kept in a table of the
// transaction's own, which ends with it.
func openWalk(ctx context.Context, s *Store, tx *sql.Tx, ids []string, on []api.Platform) (w walk, err error) {
	query, args := "", []any(nil)
	if len(on) > 0 {
		w.networks = quoted(on)
		query = "SELECT DISTINCT creator FROM profiles WHERE platform IN " + w.networks
	}
	if ids != nil {
		args = []any{sqlio.List(ids)}
		query = "SELECT DISTINCT creators.id FROM json_each(?) AS asked CROSS JOIN creators ON creators.uuid = asked.value"
		if w.networks != "" {
			query += " WHERE EXISTS (SELECT 1 FROM profiles WHERE profiles.creator = creators.id AND platform IN " + w.networks + ")"
		}
	}
	if w.shown = query != ""; !w.shown {
		return w, nil
	}
	query = s.Engine.Query(query)
	for _, statement := range s.Dialect.Shown(query) {
		var bound []any
		if strings.HasSuffix(statement, query) {
			bound = args
		}
		if _, err := tx.ExecContext(ctx, statement, bound...); err != nil {
			return walk{}, err
		}
	}
	return w, nil
}

// over completes a query: from a table whose rows name a creator of the walk, and where
// column names one of its networks.
func (w walk) over(query, table, creator, column string) string {
	where, order := creator+" IS NOT NULL", creator
	if w.shown {
		table, order = "shown CROSS JOIN "+table+" ON "+creator+" = shown.creator", "shown.creator"
	}
	if column != "" && w.networks != "" {
		where = column + " IN " + w.networks
	}
	return fmt.Sprintf(query, table, where, order)
}

// quoted is a list of names as SQL has it.
func quoted(on []api.Platform) string {
	names := each.Of(on, func(p api.Platform) string { return "'" + strings.ReplaceAll(string(p), "'", "''") + "'" })
	return "(" + strings.Join(names, ", ") + ")"
}
