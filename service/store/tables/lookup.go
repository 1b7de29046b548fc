package tables

import (
	"context"
	"fmt"
	"strings"

	"greenroom/internal/each"
	"greenroom/internal/sqlio"
	"greenroom/service"
	"greenroom/service/search"
)

// PostsByID reads the posts that exist among ids, under the ids asked for.
func (s *Store) PostsByID(ctx context.Context, ids []string) (map[string]service.Post, error) {
	list, err := sqlio.All(ctx, s.reader, scanPost, selectPost+
		"WHERE posts.uuid IN (SELECT value FROM json_each(?))", sqlio.List(each.Of(ids, strings.ToLower)))
	return underAsked(keyed(list, func(p service.Post) string { return p.ID }), ids), wrap("read posts", err)
}

// PostsByURL reads the posts that are stored under these addresses, letter for
// letter. Of several under one address it is the first by id.
func (s *Store) PostsByURL(ctx context.Context, urls []string) (map[string]service.Post, error) {
	list, err := sqlio.All(ctx, s.reader, scanPost, "SELECT "+postColumns+` FROM json_each(?) AS asked
		CROSS JOIN posts ON substr(posts.url, -16) = substr(asked.value, -16) AND posts.url = asked.value AND posts.url <> ''`+
		postFrom+"ORDER BY posts.uuid DESC", sqlio.List(urls))
	return keyed(list, func(p service.Post) string { return p.URL }), wrap("read posts by address", err)
}

// spoken takes of the tracks of a post the one that Transcripts lists first.
const spoken = `SELECT posts.uuid, transcripts.language, transcripts.text, transcripts.source = 'machine' FROM json_each(?) AS asked
	CROSS JOIN posts ON posts.uuid = asked.value
	CROSS JOIN transcripts ON transcripts.id = (SELECT t.id FROM transcripts AS t
		WHERE t.platform = posts.platform AND t.media_id = posts.platform_id
		ORDER BY t.original DESC, t.source <> 'manual', t.language, t.id LIMIT 1)`

// Spoken reads what is said in posts, by the id of the post: the text of the
// first track alone, without times. Posts without any are absent.
func (s *Store) Spoken(ctx context.Context, postIDs []string) (map[string]service.Said, error) {
	found := map[string]service.Said{}
	err := sqlio.Each(ctx, s.reader, func(r sqlio.Row) error {
		var id string
		var t service.Said
		err := r.Scan(&id, &t.Language, &t.Text, &t.Machine)
		found[id] = t
		return err
	}, spoken, sqlio.List(each.Of(postIDs, strings.ToLower)))
	return found, wrap("read what is said in posts", err)
}

// Texts reads the captions and transcripts behind search units; a unit that is
// gone is absent.
func (s *Store) Texts(ctx context.Context, units []search.Unit) (map[search.Unit]service.UnitText, error) {
	rows := map[search.UnitKind][]int64{}
	for _, u := range units {
		rows[u.Kind] = append(rows[u.Kind], u.Row)
	}
	found := make(map[search.Unit]service.UnitText, len(units))
	for kind := range mediaTextQueries {
		if err := s.mediaTexts(ctx, kind, rows[kind], found); err != nil {
			return nil, fmt.Errorf("read texts: %w", err)
		}
	}
	return found, nil
}

var mediaTextQueries = map[search.UnitKind]string{
	search.UnitPost: "SELECT id, uuid, caption, 1 = 0 FROM posts WHERE id IN (SELECT value + 0 FROM json_each(?))",
	search.UnitTranscript: `SELECT transcripts.id, posts.uuid, text, transcripts.source = 'machine' FROM transcripts
		LEFT JOIN posts ON posts.platform = transcripts.platform AND posts.platform_id = transcripts.media_id
		WHERE transcripts.id IN (SELECT value + 0 FROM json_each(?))`,
}

func (s *Store) mediaTexts(ctx context.Context, kind search.UnitKind, rows []int64, found map[search.Unit]service.UnitText) error {
	if len(rows) == 0 {
		return nil
	}
	return sqlio.Each(ctx, s.reader, func(r sqlio.Row) error {
		u, t := search.Unit{Kind: kind}, service.UnitText{}
		err := r.Scan(&u.Row, orNull{&t.PostID}, &t.Text, &t.Machine)
		found[u] = t
		return err
	}, mediaTextQueries[kind], sqlio.List(rows))
}
