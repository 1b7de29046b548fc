package tables

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/internal/sqlio"
	"greenroom/service"
)

// sortKeys say in SQL what service.Post.Position says in Go.
var sortKeys = map[api.PostSort]string{
	api.SortMostLikes:    "CAST(posts.likes AS REAL)",
	api.SortMostViews:    "CAST(posts.views AS REAL)",
	api.SortMostComments: "CAST(posts.comments AS REAL)",
	api.SortTopEngagement: `CASE WHEN posts.views > 0 AND (posts.likes IS NOT NULL OR posts.comments IS NOT NULL)
		THEN (CAST(coalesce(posts.likes, 0) AS REAL) + CAST(coalesce(posts.comments, 0) AS REAL)) / CAST(posts.views AS REAL) END`,
	api.SortRecent: "CAST(posts.posted_at AS REAL)",
}

// Posts lists one page: the highest sort key first, posts without one last,
// equal ones by id.
func (s *Store) Posts(ctx context.Context, q service.PostQuery) ([]service.Post, error) {
	query, args := pageQuery(q)
	if query == "" || q.Limit <= 0 {
		return nil, nil
	}
	return all(ctx, s, "read posts", scanPost, query, args...)
}

// PostsOn streams all posts of one network. It holds one of the store's reading
// connections until it ends.
func (s *Store) PostsOn(ctx context.Context, p api.Platform) iter.Seq2[service.Post, error] {
	return each.Stream(func(visit func(service.Post) error) error {
		return wrap("read posts", sqlio.Each(ctx, s.reader, visiting(scanPost, visit), selectPost+"WHERE posts.platform = ?", string(p)))
	})
}

// pageQuery finds the page by its keys alone before it reads the posts, so
// that sorting carries no texts. It is empty where nobody's posts are asked for.
func pageQuery(q service.PostQuery) (string, []any) {
	key, ok := sortKeys[q.Sort]
	if !ok {
		key = sortKeys[api.SortRecent]
	}
	var where []string
	var args []any
	add := func(condition string, a ...any) {
		where, args = append(where, condition), append(args, a...)
	}
	if q.ProfileID != "" {
		add("posts.profile = (SELECT id FROM profiles WHERE uuid = ?)", strings.ToLower(q.ProfileID))
	}
	if q.CreatorID != "" {
		add(`posts.profile IN (SELECT profiles.id FROM profiles JOIN creators ON creators.id = profiles.creator
			WHERE creators.uuid = ?)`, strings.ToLower(q.CreatorID))
	}
	if len(where) == 0 {
		return "", nil
	}
	if len(q.Platforms) > 0 {
		add("posts.platform IN (SELECT value FROM json_each(?))", sqlio.List(q.Platforms))
	}
	inner := fmt.Sprintf("SELECT posts.id AS post, posts.uuid AS tie, %s AS k FROM posts WHERE %s", key, strings.Join(where, " AND "))
	after, more := afterPosition(q.After)
	args = append(append(args, more...), q.Limit)
	return "WITH keyed AS (" + inner + "), page AS (SELECT * FROM keyed" + after +
		" ORDER BY k DESC NULLS LAST, tie LIMIT ?) SELECT " + postColumns +
		" FROM page JOIN posts ON posts.id = page.post" + postFrom + "ORDER BY page.k DESC NULLS LAST, page.tie", args
}

func afterPosition(at *service.PostPosition) (string, []any) {
	switch {
	case at == nil:
		return "", nil
	case at.Key == nil:
		return " WHERE k IS NULL AND tie > ?", []any{strings.ToLower(at.Post)}
	}
	return " WHERE k < ? OR k IS NULL OR (k = ? AND tie > ?)", []any{*at.Key, *at.Key, strings.ToLower(at.Post)}
}
