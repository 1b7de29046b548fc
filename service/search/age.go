package search

import "time"

// day is a day since 1970; 0 is unknown.
type day uint16

const dayLong = 24 * time.Hour

func dayOf(t time.Time) day {
	if t.IsZero() || t.Unix() < 0 {
		return 0
	}
	return day(min(t.Unix()/int64(dayLong/time.Second), 1<<16-1))
}

// String is "12 October 2025".
func (d day) String() string {
	return time.Unix(0, 0).UTC().Add(time.Duration(d) * dayLong).Format("2 January 2006")
}

// A creator without a post for so many days is dormant, numbers that are so many
// days old are stale: the figures planners asked for.
const (
	dormantDays, staleDays = 90, 60
	// What is left of the score then. The first keeps a creator who has fallen
	// silent below one of equal fit who posts; the second only parts equals.
	dormantLeaves, staleLeaves = 0.85, 0.97
)

// age is what is old about a creator on a day.
type age struct{ lastPost, seen day }

func (r *run) ageOf(d uint32) (a age) {
	if r.today == 0 {
		return a
	}
	if at := r.x.lastPosts[d]; at != 0 && int(at)+dormantDays < int(r.today) {
		a.lastPost = at
	}
	if at := r.x.seen[d]; at != 0 && int(at)+staleDays < int(r.today) {
		a.seen = at
	}
	return a
}

func (a age) leaves() float64 {
	left := 1.0
	if a.lastPost != 0 {
		left *= dormantLeaves
	}
	if a.seen != 0 {
		left *= staleLeaves
	}
	return left
}

func (a age) reasons() (out []string) {
	if a.lastPost != 0 {
		out = append(out, "dormant: no post for 90 days, the last known is of "+a.lastPost.String())
	}
	if a.seen != 0 {
		out = append(out, "numbers may be out of date: seen on "+a.seen.String())
	}
	return out
}
