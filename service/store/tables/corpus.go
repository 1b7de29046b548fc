package tables

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service/search"
)

// The four streams of a corpus, over a walk.
const (
	corpusCreators = `SELECT creators.id, creators.uuid, name, bio, avatar_url, kind, country, city, location_unverified, languages, themes,
		key_facts, analysed_at IS NOT NULL FROM %s WHERE %s ORDER BY %s`
	corpusPosts = `SELECT profiles.creator, posts.id, caption, posted_at FROM %s CROSS JOIN posts ON posts.profile = profiles.id
		WHERE %s ORDER BY %s, profiles.followers DESC NULLS LAST, profiles.id, posts.id`
	corpusTranscripts = "SELECT transcripts.creator, transcripts.id, text FROM %s WHERE text <> '' AND %s ORDER BY %s, transcripts.id"
)

var corpusProfiles = `SELECT profiles.creator, platform, username, display_name, profiles.bio, profiles.avatar_url, category,
		verified, private, followers, engagement_rate, last_post_at, profiles.updated_at, ` + strings.Join(search.Rarer, ", ") + `
		FROM %s WHERE %s ORDER BY %s, profiles.followers DESC NULLS LAST, profiles.id`

// corpusCreator and corpusProfile are the searchable parts of the records.
type corpusCreator struct {
	row                         int64
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
	return func(yield func(search.Doc, error) bool) {
		c, err := s.openCorpus(ctx, ids, on)
		if err != nil {
			yield(search.Doc{}, fmt.Errorf("read corpus: %w", err))
			return
		}
		defer c.close()
		for c.creators.ok {
			doc, err := c.next()
			if err != nil {
				yield(search.Doc{}, fmt.Errorf("read corpus: %w", err))
				return
			}
			if !yield(doc, nil) {
				return
			}
		}
	}
}

type corpus struct {
	tx          *sql.Tx
	creators    cursor[corpusCreator]
	profiles    cursor[corpusProfile]
	posts       cursor[corpusPost]
	transcripts cursor[corpusTalk]
}

func (s *Store) openCorpus(ctx context.Context, ids []string, on []api.Platform) (*corpus, error) {
	tx, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	c := &corpus{tx: tx}
	c.creators.into, c.profiles.into = c.creators.head.into(), c.profiles.head.into()
	c.posts.into, c.transcripts.into = c.posts.head.into(), c.transcripts.head.into()
	open := func() error {
		w, err := openWalk(ctx, s, c.tx, ids, on)
		if err != nil {
			return err
		}
		rows := func(query, table, creator, column string) (Rows, error) {
			return s.Dialect.Stream(ctx, c.tx, s.Engine.Query(w.over(query, table, creator, column)))
		}
		return cmp.Or(
			c.creators.open(rows(corpusCreators, "creators", "creators.id", "")),
			c.profiles.open(rows(corpusProfiles, "profiles", "profiles.creator", "platform")),
			c.posts.open(rows(corpusPosts, "profiles", "profiles.creator", "profiles.platform")),
			c.transcripts.open(rows(corpusTranscripts, "transcripts", "transcripts.creator", "platform")))
	}
	if err := open(); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

func (c *corpus) close() {
	c.creators.close()
	c.profiles.close()
	c.posts.close()
	c.transcripts.close()
	c.tx.Rollback()
}

// next assembles the document of the creator under the cursor.
func (c *corpus) next() (search.Doc, error) {
	creator := c.creators.head
	creator.row = c.creators.at
	profiles, err := c.profiles.take(creator.row)
	if err != nil {
		return search.Doc{}, err
	}
	doc := newDoc(creator, profiles)
	posts, err := c.posts.take(creator.row)
	if err != nil {
		return doc, err
	}
	for _, p := range posts {
		if at := time.Unix(p.at, 0); at.After(doc.LastPost) {
			doc.LastPost = at
		}
		if p.Text != "" {
			p.Kind, p.At = search.UnitPost, time.Unix(p.at, 0)
			doc.Units = append(doc.Units, p.UnitDoc)
		}
	}
	talks, err := c.transcripts.take(creator.row)
	if err != nil {
		return doc, err
	}
	for _, t := range talks {
		t.Kind = search.UnitTranscript
		doc.Units = append(doc.Units, t.UnitDoc)
	}
	return doc, c.creators.advance()
}

func newDoc(c corpusCreator, profiles []corpusProfile) search.Doc {
	d := search.Doc{ID: c.id, Row: c.row, Name: c.name, AvatarURL: c.avatar, Kind: c.kind, Country: c.country, City: c.city,
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
	d.Units = appendText(d.Units, search.Unit{Kind: search.UnitBio, Row: c.row}, bioText(c, profiles))
	d.Units = appendText(d.Units, search.Unit{Kind: search.UnitThemes, Row: c.row}, themesText(c, profiles))
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

// cursor is a stream of rows grouped by creator, with the next row in hand.
type cursor[T any] struct {
	rows  Rows
	into  []any // the fields of head, and at in front when it is open
	head  T
	at    int64 // whose row it is
	ok    bool
	group []T
}

func (c *cursor[T]) open(rows Rows, err error) error {
	if err != nil {
		return err
	}
	c.rows, c.into = rows, append([]any{&c.at}, c.into...)
	return c.advance()
}

func (c *cursor[T]) advance() error {
	if c.ok = c.rows.Next(); !c.ok {
		return c.rows.Err()
	}
	return c.rows.Scan(c.into...)
}

// take returns the rows of one creator; they stand until it is called again.
func (c *cursor[T]) take(creator int64) ([]T, error) {
	c.group = c.group[:0]
	for c.ok && c.at == creator {
		c.group = append(c.group, c.head)
		if err := c.advance(); err != nil {
			return nil, err
		}
	}
	return c.group, nil
}

func (c *cursor[T]) close() {
	if c.rows != nil {
		c.rows.Close()
	}
}
