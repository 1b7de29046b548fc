package sqlite

import (
	"context"
	"fmt"

	"greenroom/internal/sqlite"
	"greenroom/service"
	"greenroom/service/search"
)

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
	search.UnitPost: "SELECT id, uuid, caption FROM posts WHERE id IN (SELECT value FROM json_each(?))",
	search.UnitTranscript: `SELECT transcripts.id, posts.uuid, text FROM transcripts
		LEFT JOIN posts ON posts.platform = transcripts.platform AND posts.platform_id = transcripts.media_id
		WHERE transcripts.id IN (SELECT value FROM json_each(?))`,
}

func (s *Store) mediaTexts(ctx context.Context, kind search.UnitKind, rows []int64, found map[search.Unit]service.UnitText) error {
	if len(rows) == 0 {
		return nil
	}
	return sqlite.Each(ctx, s.reader, func(r sqlite.Row) error {
		u, t := search.Unit{Kind: kind}, service.UnitText{}
		err := r.Scan(&u.Row, orNull{&t.PostID}, &t.Text)
		found[u] = t
		return err
	}, mediaTextQueries[kind], sqlite.List(rows))
}
