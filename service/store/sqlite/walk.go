package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"greenroom/api"
)

// walk is how streams of the whole catalogue go through the creators: most
// followers first, so that streams in the same order merge without sorting.
type walk struct {
	creators, order string // what follows FROM, and how it is sorted
	networks        string // a list of them; "" is all
}

// openWalk goes through all creators, or, with networks, through those who have
// a profile on one of them, by their followers there. Their order is then kept
// in a table of the transaction's own, which ends with it.
func openWalk(ctx context.Context, tx *sql.Tx, on []api.Platform) (walk, error) {
	if len(on) == 0 {
		return walk{creators: "creators", order: " ORDER BY creators.reach DESC, creators.id"}, nil
	}
	w := walk{creators: "temp.shown CROSS JOIN creators ON creators.id = shown.creator", order: " ORDER BY shown.at", networks: quoted(on)}
	for _, statement := range []string{
		"PRAGMA query_only = 0",
		"CREATE TEMP TABLE shown (at INTEGER PRIMARY KEY, creator INTEGER NOT NULL)",
		"INSERT INTO temp.shown (creator) SELECT creator FROM profiles WHERE platform IN " + w.networks +
			" GROUP BY creator ORDER BY max(coalesce(followers, -1)) DESC, creator",
		"PRAGMA query_only = 1",
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return walk{}, err
		}
	}
	return w, nil
}

// over completes a query: from the creators of the walk, and where column names
// one of its networks.
func (w walk) over(query, column string) string {
	parts := []any{w.creators}
	switch {
	case column == "":
	case w.networks == "":
		parts = append(parts, "true")
	default:
		parts = append(parts, column+" IN "+w.networks)
	}
	return fmt.Sprintf(query, parts...) + w.order
}

// quoted is a list of names as SQL has it.
func quoted(on []api.Platform) string {
	names := make([]string, len(on))
	for i, p := range on {
		names[i] = "'" + strings.ReplaceAll(string(p), "'", "''") + "'"
	}
	return "(" + strings.Join(names, ", ") + ")"
}
