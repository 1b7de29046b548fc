package tables

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"greenroom/api"
	"greenroom/internal/sqlio"
)

// walk orders streams of the whole catalogue by creators: most followers first, so that
// streams in the same order merge without sorting.
type walk struct {
	creators, order string // what follows FROM, and how it is sorted
	networks        string // a list of them; "" is all
}

// openWalk goes through all creators or those of ids, and, with networks, through those
// of them who have a profile on one, by their followers there. Their order is then kept
// in a table of the transaction's own, which ends with it.
func openWalk(ctx context.Context, s *Store, tx *sql.Tx, ids []string, on []api.Platform) (walk, error) {
	if ids == nil && len(on) == 0 {
		return walk{creators: "creators", order: " ORDER BY creators.reach DESC, creators.id"}, nil
	}
	w := walk{creators: "shown CROSS JOIN creators ON creators.id = shown.creator", order: " ORDER BY shown.at"}
	of, order, args := "creators", "reach", []any(nil)
	if ids != nil {
		of, args = "json_each(?) AS asked CROSS JOIN creators ON creators.uuid = asked.value", []any{sqlio.List(ids)}
	}
	if len(on) > 0 {
		w.networks = quoted(on)
		of, order = of+" CROSS JOIN profiles ON profiles.creator = creators.id AND +platform IN "+w.networks, "max(coalesce(followers, -1))"
		if ids == nil {
			of = "(SELECT creator AS id, followers FROM profiles WHERE platform IN " + w.networks + ") AS creators"
		}
	}
	query := s.Engine.Query("SELECT creators.id FROM " + of + " GROUP BY creators.id ORDER BY " + order + " DESC, creators.id")
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
