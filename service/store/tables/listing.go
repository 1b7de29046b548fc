package tables

import (
	"context"
	"strings"

	"greenroom/api"
	"greenroom/internal/sqlio"
	"greenroom/service"
)

// conditions of a list. Which of them there are makes the text of the query, of
// which there are few; their values are parameters.
func conditions(q service.ListQuery) (string, []any) {
	where, args := []string{"true"}, []any{}
	add := func(holds bool, text string, values ...any) {
		if holds {
			where, args = append(where, text), append(args, values...)
		}
	}
	add(len(q.Platforms) > 0, "EXISTS (SELECT 1 FROM profiles WHERE profiles.creator = creators.id AND profiles.platform IN (SELECT value FROM json_each(?)))", sqlio.List(q.Platforms))
	add(len(q.Countries) > 0, "creators.country IN (SELECT value FROM json_each(?))", sqlio.List(q.Countries))
	add(len(q.Languages) > 0, "creators.languages <> '' AND EXISTS (SELECT 1 FROM json_each(creators.languages) AS spoken WHERE spoken.value IN (SELECT value FROM json_each(?)))", sqlio.List(q.Languages))
	add(q.Min != nil, "creators.reach >= ?", sqlio.Bound(q.Min))
	add(q.Max != nil, "creators.reach BETWEEN 0 AND ?", sqlio.Bound(q.Max))
	return strings.Join(where, " AND "), args
}

// List reads a page of all creators, most followers first, those of unknown
// reach last.
func (s *Store) List(ctx context.Context, q service.ListQuery) ([]service.Listed, error) {
	where, args := conditions(q)
	if q.After != nil {
		where += " AND creators.reach <= ? AND (creators.reach < ? OR creators.id > ?)"
		args = append(args, q.After.Reach, q.After.Reach, q.After.Row)
	}
	return all(ctx, s, "list creators", func(r sqlio.Row) (l service.Listed, err error) {
		return l, r.Scan(creatorTable.into(&l.Creator, &l.At.Reach, &l.At.Row, &l.ID)...)
	}, "SELECT creators.reach, creators.id, creators.uuid, "+creatorTable.selected()+" FROM creators WHERE "+where+" ORDER BY creators.reach DESC, creators.id LIMIT ?", append(args, q.Limit)...)
}

// CountList counts what List lists on all pages.
func (s *Store) CountList(ctx context.Context, q service.ListQuery) (int, error) {
	where, args := conditions(q)
	n, err := sqlio.One(ctx, s.reader, sqlio.Int, "SELECT count(*) FROM creators WHERE "+where, args...)
	return int(n), wrap("count creators", err)
}

// sizeOf groups creators by their reach.
const sizeOf = "CASE WHEN reach < 0 THEN '' WHEN reach < 10000 THEN '0-10k' WHEN reach < 100000 THEN '10k-100k' WHEN reach < 1000000 THEN '100k-1m' ELSE '1m-' END"

// Facets counts what List lists by network, country, language and size.
func (s *Store) Facets(ctx context.Context, q service.ListQuery) (f api.Facets, err error) {
	where, args := conditions(q)
	groups := []struct {
		to    *[]api.Facet
		query string
	}{
		{&f.Networks, "SELECT platform, count(DISTINCT creators.id) FROM creators JOIN profiles ON profiles.creator = creators.id WHERE " + where + " GROUP BY 1 ORDER BY 2 DESC, 1"},
		{&f.Countries, "SELECT country, count(*) FROM creators WHERE country <> '' AND " + where + " GROUP BY 1 ORDER BY 2 DESC, 1"},
		{&f.Languages, "SELECT spoken.value, count(*) FROM creators, json_each(creators.languages) AS spoken WHERE creators.languages <> '' AND " + where + " GROUP BY 1 ORDER BY 2 DESC, 1"},
		{&f.Sizes, "SELECT " + sizeOf + ", count(*) FROM creators WHERE reach >= 0 AND " + where + " GROUP BY 1 ORDER BY min(reach)"},
	}
	for _, g := range groups {
		if err == nil {
			*g.to, err = all(ctx, s, "count creators by group", func(r sqlio.Row) (f api.Facet, err error) { return f, r.Scan(&f.Value, &f.Count) }, g.query, args...)
			*g.to = append([]api.Facet{}, *g.to...)
		}
	}
	return f, err
}
