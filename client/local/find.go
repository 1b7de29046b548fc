package local

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlio"
)

// Kind says what a document is.
type Kind string

// The kinds: what is said in a video, or what is written under a post or video.
const (
	KindTranscript Kind = "transcript"
	KindPost       Kind = "post"
)

// document is a text to be found by its words. A weak one is cut short and does not
// replace another.
type document struct {
	kind       Kind
	platform   api.Platform
	platformID string
	language   string
	title      string
	url        string
	text       string
	at         time.Time // when it came
	weak       bool
	digest     []byte // of title and text
	body       []byte // text, packed
	starts     []byte
}

// FindLimit is the default number of hits.
const FindLimit = 20

// FindQuery says what to look for: Text holds words that must all be there,
// "phrases in quotes", and a last word that may be only begun. Empty fields do
// not narrow; Language "en" finds "en-US" too. Limit 0 is FindLimit.
type FindQuery struct {
	Service  string
	Text     string
	Kind     Kind
	Platform api.Platform
	Language string
	Limit    int
	Around   int // how many words a snippet has; 0: 24
}

// Hit is a document that was found. Snippet is raw text around the best place,
// the places of the words in it are Marks, from and to in bytes. Start is where
// in the recording it is said, in seconds; nil where that is not known.
type Hit struct {
	Document int64 // for Text
	Service  string
	Kind     Kind
	Platform api.Platform
	ID       string // on the network: shortcode or video id
	Title    string
	Language string
	URL      string
	KeptAt   time.Time
	Snippet  string
	Marks    [][2]int
	Start    *float64
}

type found struct {
	Hit
	body, starts []byte
}

func scanFound(s sqlio.Row) (f found, err error) {
	return f, s.Scan(&f.Document, &f.Service, &f.Kind, &f.Platform, &f.ID, &f.Title, &f.Language, &f.URL, sqlio.Time(&f.KeptAt), &f.body, &f.starts)
}

const selectFound = `SELECT d.id, s.name, d.kind, d.platform, d.platform_id, d.title, d.language, d.url, d.at, t.body, t.starts
	FROM documents d JOIN services s ON s.id = d.service JOIN texts t ON t.document = d.id `

// Find looks through what is kept: transcripts, captions and descriptions, the
// best hits first, and of words that are everywhere those kept last. It asks
// nobody and costs nothing. A text without a word finds nothing.
func (m *Memory) Find(ctx context.Context, q FindQuery) ([]Hit, error) {
	f, err := m.settled(ctx)
	if err != nil {
		return nil, err
	}
	looked := terms(q.Text)
	facets, err := q.facets(ctx, f)
	if err != nil || facets == nil || len(looked) == 0 {
		return nil, err
	}
	if q.Limit <= 0 {
		q.Limit = FindLimit
	}
	order, err := f.order(ctx, looked, facets, q.Limit)
	if err != nil || len(order) == 0 {
		return nil, err
	}
	docs, err := all(ctx, f.reader, scanFound, selectFound+`WHERE d.id IN (SELECT value FROM json_each(?))`, sqlio.List(order))
	if err != nil {
		return nil, err
	}
	slices.SortFunc(docs, func(a, b found) int {
		return slices.Index(order, a.Document) - slices.Index(order, b.Document)
	})
	hits := make([]Hit, len(docs))
	for i, d := range docs {
		if hits[i], err = d.show(looked, q.Around); err != nil {
			return nil, explain("read", f.path, err)
		}
	}
	return hits, nil
}

// facets narrow the search; nil says that nothing can be found.
func (q FindQuery) facets(ctx context.Context, f *file) ([]string, error) {
	list := []string{}
	if q.Service != "" {
		id, err := one(ctx, f.reader, sqlio.Int, `SELECT id FROM services WHERE name = ?`, q.Service)
		if errors.Is(err, sql.ErrNoRows) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		list = append(list, serviceFacet(id))
	}
	if q.Kind != "" {
		list = append(list, kindFacet(q.Kind))
	}
	if q.Platform != "" {
		list = append(list, platformFacet(q.Platform))
	}
	if q.Language != "" {
		list = append(list, languageFacet(q.Language))
	}
	return list, nil
}

func (d found) show(looked []term, room int) (Hit, error) {
	raw, err := unpacked(d.body)
	if err != nil {
		return Hit{}, err
	}
	text := string(raw)
	s := best(text, looked, room)
	d.Snippet, d.Marks = s.cut(text)
	if len(d.Marks) > 0 {
		if seconds, ok := moment(d.starts, s.hits[0].from); ok {
			d.Start = &seconds
		}
	}
	return d.Hit, nil
}

// ErrDropped is a document that was dropped since it was found.
var ErrDropped = errors.New("this text is not kept any more: it was dropped to make room, or cleared")

// Text is a document that was found, as a whole; it fails with ErrDropped.
func (m *Memory) Text(ctx context.Context, document int64) (string, error) {
	f, err := m.open(ctx)
	if err != nil {
		return "", err
	}
	d, err := one(ctx, f.reader, scanFound, selectFound+`WHERE d.id = ?`, document)
	if errors.Is(err, sql.ErrNoRows) {
		return "", ErrDropped
	}
	if err != nil {
		return "", err
	}
	raw, err := unpacked(d.body)
	if err != nil {
		return "", explain("read", f.path, err)
	}
	return string(raw), nil
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

// Latest are the documents of a kind that a service's answers hold, those kept last
// first, without their texts.
func (m *Memory) Latest(ctx context.Context, service string, kind Kind, most int) ([]Hit, error) {
	f, err := m.settled(ctx)
	if err != nil {
		return nil, err
	}
	return all(ctx, f.reader, func(s sqlio.Row) (h Hit, err error) {
		return h, s.Scan(&h.Document, &h.Platform, &h.ID, &h.Language, sqlio.Time(&h.KeptAt))
	}, `SELECT d.id, d.platform, d.platform_id, d.language, d.at FROM documents d JOIN services s ON s.id = d.service
		WHERE s.name = ? AND d.kind = ? ORDER BY d.at DESC, d.id DESC LIMIT `+number(int64(most)), service, string(kind))
}
