package local

import (
	"context"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlio"
)

// Snapshot holds an account's numbers at a moment: as its source measured them, else as
// the answer came. Nil was not told then; EngagementRate is per cent.
type Snapshot struct {
	At             time.Time
	Followers      *int64
	Following      *int64
	Posts          *int64
	EngagementRate *float64
}

func scanSnapshot(s sqlio.Row) (v Snapshot, err error) {
	return v, s.Scan(sqlio.Time(&v.At), &v.Followers, &v.Following, &v.Posts, &v.EngagementRate)
}

// Snapshots are the numbers of an account over time, the oldest first. There is
// one only where something had changed.
func (m *Memory) Snapshots(ctx context.Context, service string, platform api.Platform, username string) ([]Snapshot, error) {
	f, err := m.settled(ctx)
	if err != nil {
		return nil, err
	}
	return all(ctx, f.reader, scanSnapshot, `SELECT n.at, n.followers, n.following, n.posts, n.engagement FROM snapshots n JOIN services s ON s.id = n.service
		WHERE s.name = ? AND n.platform = ? AND n.username = ? ORDER BY n.at`, service, string(platform), strings.ToLower(username))
}
