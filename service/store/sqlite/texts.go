package sqlite

import (
	"context"
	"fmt"

	"greenroom/internal/sqlite"
	"greenroom/service"
	"greenroom/service/search"
)

// Texts reads the texts behind search units; a unit that is gone is absent.
func (s *Store) Texts(ctx context.Context, units []search.Unit) (map[search.Unit]service.UnitText, error) {
	rows := map[search.UnitKind][]int64{}
	for _, u := range units {
		rows[u.Kind] = append(rows[u.Kind], u.Row)
	}
	found := make(map[search.Unit]service.UnitText, len(units))
	for _, read := range []func() error{
		func() error { return s.selfTexts(ctx, rows, found) },
		func() error { return s.mediaTexts(ctx, search.UnitPost, rows[search.UnitPost], found) },
		func() error { return s.mediaTexts(ctx, search.UnitTranscript, rows[search.UnitTranscript], found) },
	} {
		if err := read(); err != nil {
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

// selfTexts puts together bios and themes as Corpus does.
func (s *Store) selfTexts(ctx context.Context, rows map[search.UnitKind][]int64, found map[search.Unit]service.UnitText) error {
	ids := append(append([]int64{}, rows[search.UnitBio]...), rows[search.UnitThemes]...)
	if len(ids) == 0 {
		return nil
	}
	creators := map[int64]corpusCreator{}
	profiles := map[int64][]corpusProfile{}
	err := sqlite.Each(ctx, s.reader, func(r sqlite.Row) error {
		row, c, err := scanCorpusCreator(r)
		creators[row] = c
		return err
	}, corpusCreators+" WHERE creators.id IN (SELECT value FROM json_each(?))", sqlite.List(ids))
	if err != nil {
		return err
	}
	err = sqlite.Each(ctx, s.reader, func(r sqlite.Row) error {
		row, p, err := scanCorpusProfile(r)
		profiles[row] = append(profiles[row], p)
		return err
	}, corpusProfiles+" WHERE creators.id IN (SELECT value FROM json_each(?)) ORDER BY creators.id, profiles.followers DESC, profiles.id", sqlite.List(ids))
	if err != nil {
		return err
	}
	put := func(kind search.UnitKind, text func(corpusCreator, []corpusProfile) string) {
		for _, row := range rows[kind] {
			if c, ok := creators[row]; ok {
				found[search.Unit{Kind: kind, Row: row}] = service.UnitText{Text: text(c, profiles[row])}
			}
		}
	}
	put(search.UnitBio, bioText)
	put(search.UnitThemes, themesText)
	return nil
}
