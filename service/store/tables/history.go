package tables

import (
	"context"
	"strings"
	"time"

	"greenroom/internal/sqlio"
	"greenroom/service"
)

var sightingTable = newTable("profile_history", "at followers following post_count engagement_rate avg_likes avg_comments avg_views", func(s *service.Sighting, to []any) []any {
	return append(to, &s.At, &s.Followers, &s.Following, &s.PostCount, &s.EngagementRate, &s.AvgLikes, &s.AvgComments, &s.AvgViews)
})

// sighted keeps what a profile was on two days: what is stored, and what comes.
// One day is no history.
func (w *bundleWriter) sighted(row int64, stored, in service.Profile) {
	if stored.UpdatedAt.IsZero() || in.UpdatedAt.IsZero() || stored.UpdatedAt.Truncate(day).Equal(in.UpdatedAt.Truncate(day)) {
		return
	}
	w.sighting(row, service.SightingOf(stored))
	w.sighting(row, service.SightingOf(in))
}

const day = 24 * time.Hour

func (w *bundleWriter) sighting(row int64, s service.Sighting) {
	if s.Followers == nil {
		return
	}
	w.flush()
	if w.Exec(sightingTable.inserting("profile"), sightingTable.values(&s, row)...) > 0 {
		w.fails(w.journal.sighted(w.Tx, row, sqlio.Micros(s.At)))
	}
}

// sightings writes what a bundle tells of other days, and what the followers grew
// by in 30 days, from the day nearest to that, five days off at most.
func (w *bundleWriter) sightings(b service.Bundle, rows []int64) {
	for row := range w.told(b, rows) {
		w.grow(row)
	}
}

// told writes what a bundle tells of other days of the profiles that have rows, and
// which those are.
func (w *bundleWriter) told(b service.Bundle, rows []int64) (touched map[int64]bool) {
	touched = map[int64]bool{}
	for _, s := range b.Sightings {
		for i, p := range b.Profiles {
			if p.Platform == s.Platform && strings.EqualFold(p.Username, s.Username) && rows[i] != 0 {
				touched[rows[i]] = true
				w.sighting(rows[i], s)
			}
		}
	}
	return touched
}

func (w *bundleWriter) grow(row int64) {
	const span, slack = int64(30 * day / time.Microsecond), int64(5 * day / time.Microsecond)
	w.before("profiles", "id = ? AND followers IS NOT NULL", row)
	w.Do(`UPDATE profiles SET growth_30d = coalesce((
		SELECT round(CAST((profiles.followers - before.followers) * 100.0 / before.followers AS NUMERIC), 4) FROM profile_history AS before
		WHERE before.profile = profiles.id AND before.followers > 0 AND abs(profiles.updated_at - before.at - ?2) <= ?3
		ORDER BY abs(profiles.updated_at - before.at - ?2), before.at LIMIT 1), growth_30d)
		WHERE id = ?1 AND followers IS NOT NULL`, row, span, slack)
}

// History reads what is known of the numbers of a profile on other days, the
// earliest first.
func (s *Store) History(ctx context.Context, profileID string) ([]service.Sighting, error) {
	return all(ctx, s, "read the history of profile "+profileID, func(r sqlio.Row) (h service.Sighting, err error) {
		return h, r.Scan(sightingTable.into(&h, &h.Platform, &h.Username)...)
	}, "SELECT profiles.platform, profiles.username, "+sightingTable.selected()+
		" FROM profiles JOIN profile_history ON profile_history.profile = profiles.id WHERE profiles.uuid = ? ORDER BY profile_history.at", strings.ToLower(profileID))
}
