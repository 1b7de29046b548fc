package tables

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/internal/sqlio"
	"greenroom/service/search"
)

// corpusChunk is the number of creators that are read together.
const corpusChunk = 500

// What a chunk of a corpus holds: rows with their creator in front.
const (
	corpusCreators = `SELECT id, uuid, name, bio, avatar_url, kind, country, city, location_unverified, languages, themes, key_facts, analysed_at IS NOT NULL
		FROM creators WHERE id IN ` + inChunk
	corpusPosts = `SELECT profiles.creator, posts.id, caption, posted_at FROM profiles CROSS JOIN posts ON posts.profile = profiles.id
		WHERE profiles.creator IN ` + inChunk + `%s ORDER BY profiles.followers DESC NULLS LAST, profiles.id, posts.id`
	corpusTranscripts = "SELECT creator, id, text FROM transcripts WHERE text <> '' AND creator IN " + inChunk + "%s ORDER BY id"
	inChunk           = "(SELECT value + 0 FROM json_each(?))"
)

var corpusProfiles = `SELECT creator, platform, username, display_name, bio, avatar_url, category, verified, private, followers, engagement_rate, last_post_at, updated_at, ` +
	strings.Join(search.Rarer, ", ") + ` FROM profiles WHERE creator IN ` + inChunk + `%s ORDER BY followers DESC NULLS LAST, id`

// corpusCreator and corpusProfile are the searchable parts of the records.
type corpusCreator struct {
	id, name, bio, avatar       string
	kind                        api.CreatorKind
	country, city               string
	unverified                  bool // the place
	languages, themes, keyFacts []string
	analysed                    bool
}

type corpusProfile struct {
	platform                                     api.Platform
	username, displayName, bio, avatar, category string
	verified, private                            bool
	followers                                    *int64
	engagement                                   *float64
	rarer                                        [len(search.Doc{}.Rarer)]*float64
	lastPost, seen                               *time.Time
}

type corpusPost struct {
	search.UnitDoc
	at int64
}

type corpusTalk struct{ search.UnitDoc }

func (c *corpusCreator) into() []any {
	return []any{&c.id, &c.name, &c.bio, &c.avatar, &c.kind, &c.country, &c.city, &c.unverified,
		listIn[string]{&c.languages}, listIn[string]{&c.themes}, listIn[string]{&c.keyFacts}, &c.analysed}
}

func (p *corpusProfile) into() []any {
	into := []any{&p.platform, &p.username, &p.displayName, &p.bio, &p.avatar, &p.category,
		&p.verified, &p.private, &p.followers, &p.engagement, timeAt{&p.lastPost}, timeAt{&p.seen}}
	for n := range search.Rarer {
		into = append(into, &p.rarer[n])
	}
	return into
}

func (p *corpusPost) into() []any { return []any{&p.Row, &p.Text, &p.at} }

func (t *corpusTalk) into() []any { return []any{&t.Row, &t.Text} }

// Corpus streams everything searchable as it stands when the stream begins, creators as
// they lie in the store. With networks it is as if profiles on no other existed, and
// nobody who has none on them. It holds one of the store's reading connections until it
// ends.
func (s *Store) Corpus(ctx context.Context, on ...api.Platform) iter.Seq2[search.Doc, error] {
	return s.corpusOf(ctx, nil, on)
}

// CorpusOf streams of these creators what Corpus does, in the same order.
func (s *Store) CorpusOf(ctx context.Context, ids []string, on ...api.Platform) iter.Seq2[search.Doc, error] {
	return s.corpusOf(ctx, append([]string{}, ids...), on)
}

func (s *Store) corpusOf(ctx context.Context, ids []string, on []api.Platform) iter.Seq2[search.Doc, error] {
	return each.Stream(func(visit func(search.Doc) error) error {
		tx, err := s.begin(ctx)
		if err != nil {
			return wrap("read corpus", err)
		}
		defer tx.Rollback()
		rows, err := s.corpusRows(ctx, tx, ids, on)
		for chunk := range slices.Chunk(rows, corpusChunk) {
			if err == nil {
				err = s.corpusPart(ctx, tx, chunk, on, visit)
			}
		}
		return wrap("read corpus", err)
	})
}

// corpusRows are the rows of all creators or of those of ids, and, with networks, of those of
// them who have a profile on one.
func (s *Store) corpusRows(ctx context.Context, tx *sql.Tx, ids []string, on []api.Platform) (rows []int64, err error) {
	query, args := "SELECT id FROM creators WHERE true", []any(nil)
	if ids != nil {
		query, args = query+" AND uuid IN (SELECT value FROM json_each(?))", []any{sqlio.List(ids)}
	}
	if len(on) > 0 {
		query += " AND EXISTS (SELECT 1 FROM profiles WHERE profiles.creator = creators.id" + platformIn(on) + ")"
	}
	err = s.each(ctx, tx, func(r sqlio.Row) error {
		row, err := sqlio.Int(r)
		rows = append(rows, row)
		return err
	}, query+" ORDER BY id", args...)
	return rows, err
}

// platformIn completes a condition by the networks; none are all.
func platformIn(on []api.Platform) string {
	if len(on) == 0 {
		return ""
	}
	names := each.Of(on, func(p api.Platform) string { return "'" + strings.ReplaceAll(string(p), "'", "''") + "'" })
	return " AND profiles.platform IN (" + strings.Join(names, ", ") + ")"
}

// corpusPart visits the documents of some creators.
func (s *Store) corpusPart(ctx context.Context, tx *sql.Tx, rows []int64, on []api.Platform, visit func(search.Doc) error) error {
	networks := platformIn(on)
	part := corpusRead{ctx: ctx, s: s, tx: tx, of: sqlio.List(rows)}
	creators := byCreator(&part, (*corpusCreator).into, corpusCreators)
	profiles := byCreator(&part, (*corpusProfile).into, fmt.Sprintf(corpusProfiles, networks))
	posts := byCreator(&part, (*corpusPost).into, fmt.Sprintf(corpusPosts, networks))
	talks := byCreator(&part, (*corpusTalk).into, fmt.Sprintf(corpusTranscripts, strings.Replace(networks, "profiles.", "transcripts.", 1)))
	for _, row := range rows {
		if part.err != nil {
			break
		}
		doc := newDoc(row, creators[row][0], profiles[row])
		for _, p := range posts[row] {
			if at := time.Unix(p.at, 0); at.After(doc.LastPost) {
				doc.LastPost = at
			}
			if p.Text != "" {
				p.Kind, p.At = search.UnitPost, time.Unix(p.at, 0)
				doc.Units = append(doc.Units, p.UnitDoc)
			}
		}
		for _, t := range talks[row] {
			t.Kind = search.UnitTranscript
			doc.Units = append(doc.Units, t.UnitDoc)
		}
		part.err = visit(doc)
	}
	return part.err
}

// corpusRead reads what some creators have, until something fails.
type corpusRead struct {
	ctx context.Context
	s   *Store
	tx  *sql.Tx
	of  string // their rows
	err error
}

// byCreator are the rows of a statement by the creator that each begins with, in their order.
func byCreator[T any](c *corpusRead, into func(*T) []any, query string) map[int64][]T {
	found := map[int64][]T{}
	if c.err != nil {
		return nil
	}
	var creator int64
	var v T
	to := append([]any{&creator}, into(&v)...)
	c.err = c.s.each(c.ctx, c.tx, func(r sqlio.Row) error {
		err := r.Scan(to...)
		found[creator] = append(found[creator], v)
		return err
	}, query, c.of)
	return found
}

func newDoc(row int64, c corpusCreator, profiles []corpusProfile) search.Doc {
	d := search.Doc{ID: c.id, Row: row, Name: c.name, AvatarURL: c.avatar, Kind: c.kind, Country: c.country, City: c.city,
		HomeUnverified: c.unverified, Languages: c.languages, Themes: c.themes, Facts: c.keyFacts, Followers: -1, EngagementRate: -1}
	for i, p := range profiles {
		followers := int64(-1)
		if p.followers != nil {
			followers = *p.followers
		}
		engagement := -1.0
		if p.engagement != nil {
			engagement = *p.engagement
		}
		d.Names = append(d.Names, search.Name{Platform: p.platform, Username: p.username, DisplayName: p.displayName, Followers: followers, Engagement: engagement, Verified: p.verified})
		if p.lastPost != nil && p.lastPost.After(d.LastPost) {
			d.LastPost = *p.lastPost
		}
		if p.category != "" {
			d.Categories = append(d.Categories, p.category)
		}
		if i > 0 {
			continue
		}
		if p.seen != nil {
			d.Seen = *p.seen
		}
		d.Followers, d.EngagementRate, d.Verified, d.Private = followers, engagement, p.verified, p.private
		d.Rarer = p.rarer
		if d.AvatarURL == "" {
			d.AvatarURL = p.avatar
		}
	}
	if !c.analysed && len(d.Categories) > 0 { // then the themes are made of them
		d.Themes, d.Categories = nil, append(d.Categories, c.themes...)
	}
	d.Units = appendText(d.Units, search.Unit{Kind: search.UnitBio, Row: row}, bioText(c, profiles))
	d.Units = appendText(d.Units, search.Unit{Kind: search.UnitThemes, Row: row}, themesText(c, profiles))
	return d
}

func appendText(list []search.UnitDoc, u search.Unit, text string) []search.UnitDoc {
	if text == "" {
		return list
	}
	return append(list, search.UnitDoc{Unit: u, Text: text})
}

// bioText returns a creator's own words on itself, each text once, a line apart.
func bioText(c corpusCreator, profiles []corpusProfile) string {
	return lines(append([]string{c.bio}, each.Of(profiles, func(p corpusProfile) string { return p.bio })...))
}

// themesText returns a creator's themes, categories and facts, a line each.
func themesText(c corpusCreator, profiles []corpusProfile) string {
	return lines(slices.Concat(c.themes, each.Of(profiles, func(p corpusProfile) string { return p.category }), c.keyFacts))
}

// lines joins the texts that are not empty, each once.
func lines(texts []string) string {
	var out []string
	for _, t := range texts {
		if t != "" && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return strings.Join(out, "\n")
}
