package ledger

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
)

type sums struct {
	total
	kept    int         // answered from the memory
	unknown int         // calls of which nobody knows whether they were charged
	risk    api.Credits // the most those can have cost
	failed  int
	by      []sum // most spent first, then most calls
	days    []day // oldest first
}

// total counts calls, and what they cost and saved.
type total struct {
	calls        int
	spent, saved api.Credits
}

func (t *total) count(e Entry) {
	t.calls++
	t.spent += e.Charged
	t.saved += e.Saved
}

// sum is the total of what calls were for, and day that of one day.
type (
	sum struct {
		kind text.Text
		total
	}
	day struct {
		date time.Time
		total
	}
)

// add counts entries, oldest first, by the days of a place.
func (s *sums) add(entries []Entry, where *time.Location) {
	for _, e := range entries {
		s.count(e)
		s.day(e, where)
		s.kind(e)
		switch {
		case e.Outcome == client.OutcomeUnknown:
			s.unknown++
			s.risk += e.High
		case e.Kept:
			s.kept++
		}
		if e.Err != nil {
			s.failed++
		}
	}
	slices.SortStableFunc(s.by, func(a, b sum) int {
		return cmp.Or(cmp.Compare(b.spent, a.spent), b.calls-a.calls, strings.Compare(a.kind.String(), b.kind.String()))
	})
}

func (s *sums) day(e Entry, where *time.Location) {
	y, m, d := e.At.In(where).Date()
	date := time.Date(y, m, d, 0, 0, 0, 0, where)
	if n := len(s.days); n == 0 || !s.days[n-1].date.Equal(date) {
		s.days = append(s.days, day{date: date})
	}
	s.days[len(s.days)-1].count(e)
}

func (s *sums) kind(e Entry) {
	what := kind(e)
	i := slices.IndexFunc(s.by, func(t sum) bool { return t.kind == what })
	if i < 0 {
		i = len(s.by)
		s.by = append(s.by, sum{kind: what})
	}
	s.by[i].count(e)
}
