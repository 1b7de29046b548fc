package news

import (
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/client/posted"
)

// That nothing is new holds up to the day of the service's data: what was posted since is
// not known.
func TestNothingNewIsToldWithItsDays(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 5, n, 12, 0, 0, 0, time.UTC) }
	read := day(9)
	p := &api.Profile{ProfileSummary: api.ProfileSummary{DataUpdatedAt: &read}}
	for want, n := range map[string]posted.News{
		"Ida: no post":                     {},
		"Ida: no post newer than 3 May 26": {Known: posted.Known{Last: day(3)}},
		"Ida: no post newer than 3 May 26, in data of 9 May 26": {Known: posted.Known{Last: day(3)}, Profile: p},
		"Ida: no post newer than 4 May 26, in data of 9 May 26": {Known: posted.Known{Last: day(4), Facts: plan.Facts{Profile: p}}},
		"Ida: no post newer than 11 May 26":                     {Known: posted.Known{Last: day(11)}, Profile: p}, // read after the figures
		"Ida: 1 new post since 3 May 26":                        {Known: posted.Known{Last: day(3)}, Posts: []api.Post{{PostedAt: day(8)}}, Profile: p},
		"Ida: first look: the newest 1 post, back to 8 May 26":  {Posts: []api.Post{{PostedAt: day(8)}}},
	} {
		n.Name = "Ida"
		if got := newsText(n, day(20)).String(); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
