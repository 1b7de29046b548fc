package local

import (
	"context"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlite"
)

// Snapshot is what an account had at a moment: as its source measured it, else
// as the answer came. Nil was not told then; EngagementRate is per cent.
type Snapshot struct {
	At             time.Time
	Followers      *int64
	Following      *int64
	Posts          *int64
	EngagementRate *float64
}

func scanSnapshot(s sqlite.Row) (v Snapshot, err error) {
	return v, s.Scan(sqlite.Time(&v.At), &v.Followers, &v.Following, &v.Posts, &v.EngagementRate)
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

// Growth is how the followers of an account changed: from the last number known
// at the beginning, else the first after it, to the last of all. Percent is of
// From.
type Growth struct {
	From, To     int64
	FromAt, ToAt time.Time
	Percent      float64
}

// Growth is the change since a moment; false where fewer than two numbers are
// known, or the first is zero.
func (m *Memory) Growth(ctx context.Context, service string, a api.ProfileRef, since time.Time) (Growth, bool, error) {
	list, err := m.Snapshots(ctx, service, a.Platform, a.Username)
	if err != nil {
		return Growth{}, false, err
	}
	var g Growth
	points := 0
	for _, s := range list {
		if s.Followers == nil {
			continue
		}
		if points == 0 || !s.At.After(since) {
			points, g.From, g.FromAt = 0, *s.Followers, s.At
		}
		points++
		g.To, g.ToAt = *s.Followers, s.At
	}
	if points < 2 || g.From == 0 {
		return Growth{}, false, nil
	}
	g.Percent = float64(g.To-g.From) / float64(g.From) * 100
	return g, true, nil
}
