package local

import (
	"context"
	"time"

	"greenroom/internal/sqlio"
)

// Session is a search session of which pages are kept. It stays readable after
// the service forgot it. Query is "" where only later pages were read here.
type Session struct {
	ID       string
	Query    string
	Total    int // results of the session
	Filtered int // all matches found
	Kept     int // results that are kept
	Pages    int // pages that are kept
	Whole    bool
	At       time.Time // when its first kept page came
}

func scanSession(s sqlio.Row) (v Session, err error) {
	err = s.Scan(&v.ID, &v.Query, &v.Total, &v.Filtered, sqlio.Time(&v.At), &v.Pages, &v.Kept, &v.Whole)
	v.Whole = v.Whole && v.Kept >= v.Total
	return v, err
}

// Sessions lists the search sessions of a service that can be read, the newest
// first, whatever its edition was when they were kept.
func (m *Memory) Sessions(ctx context.Context, service string) ([]Session, error) {
	f, err := m.settled(ctx)
	if err != nil {
		return nil, err
	}
	// A page may be kept twice, as the answer of the search and as a page.
	return all(ctx, f.reader, scanSession, `SELECT n.search_id, n.query, n.total, n.filtered, n.at, count(*), sum(p.items), max(p.last)
		FROM sessions n JOIN (SELECT session, first, max(items) AS items, max(last) AS last FROM answers
			WHERE session IS NOT NULL GROUP BY session, first) p ON p.session = n.id
		WHERE n.service = (SELECT id FROM services WHERE name = ?)
		GROUP BY n.id ORDER BY n.at DESC, n.id DESC`, service)
}
