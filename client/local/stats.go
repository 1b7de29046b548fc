package local

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlio"
)

// Stats tells the size of the memory. Bytes is the file with the log not yet moved into
// it; Most is its limit, below 0 for no limit.
type Stats struct {
	Path     string
	Bytes    int64
	Most     int64
	Services []ServiceStats
}

// ServiceStats counts the kept answers of one service. Worth is the charge they once had.
type ServiceStats struct {
	Service     string
	Answers     int
	Stale       int // answers of an edition that is gone
	Personal    int
	Bytes       int64 // of the answers
	Worth       api.Credits
	Oldest      time.Time // answer
	Sessions    int
	Transcripts int
	Posts       int
	Accounts    int // with snapshots
	Calls       int // in the journal
	Unknown     int // calls of which it is not known what they cost
}

func scanStats(s sqlio.Row) (v ServiceStats, err error) {
	return v, s.Scan(&v.Service, &v.Answers, &v.Stale, &v.Personal, &v.Bytes, &v.Worth, sqlio.Time(&v.Oldest),
		&v.Sessions, &v.Transcripts, &v.Posts, &v.Accounts, &v.Calls, &v.Unknown)
}

// Stats counts what is held, by service in the order of their names.
func (m *Memory) Stats(ctx context.Context) (Stats, error) {
	f, err := m.current(ctx)
	if err != nil {
		return Stats{}, err
	}
	s := Stats{Path: f.path, Most: m.cfg.MaxBytes}
	if s.Bytes, err = size(f.path); err != nil {
		return Stats{}, err
	}
	s.Services, err = all(ctx, f.reader, scanStats, `WITH held AS (
			SELECT c.service, count(*) AS answers, sum(a.scope IN (`+outdated+`)) AS stale, sum(a.personal) AS personal,
				sum(a.size) AS bytes, sum(a.charged) AS worth, min(a.at) AS oldest
			FROM answers a JOIN scopes c ON c.id = a.scope GROUP BY c.service)
		SELECT s.name, coalesce(h.answers, 0), coalesce(h.stale, 0), coalesce(h.personal, 0), coalesce(h.bytes, 0), coalesce(h.worth, 0), h.oldest,
			(SELECT count(*) FROM sessions WHERE service = s.id),
			(SELECT count(*) FROM documents WHERE service = s.id AND kind = 'transcript'),
			(SELECT count(*) FROM documents WHERE service = s.id AND kind = 'post'),
			(SELECT count(*) FROM (SELECT DISTINCT platform, username FROM snapshots WHERE service = s.id)),
			(SELECT count(*) FROM journal WHERE service = s.id),
			(SELECT count(*) FROM journal WHERE service = s.id AND outcome = 'unknown')
		FROM services s LEFT JOIN held h ON h.service = s.id ORDER BY s.name`)
	return s, err
}

// size counts the bytes of the file and its write-ahead log.
func size(path string) (int64, error) {
	var sum int64
	for _, name := range []string{path, path + "-wal"} {
		info, err := os.Stat(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return 0, explain("read", path, err)
		}
		sum += info.Size()
	}
	return sum, nil
}
