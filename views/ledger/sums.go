package ledger

import (
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/client"
)

// sums are the totals of a session.
type sums struct {
	calls   int
	spent   api.Credits
	unknown int // calls of which nobody knows whether they were charged
	failed  int
	by      []sum // most spent first, then most calls
}

// sum is the total of one endpoint.
type sum struct {
	method, endpoint string
	calls            int
	spent            api.Credits
}

func (s *sums) add(entries []Entry) {
	for _, e := range entries {
		s.calls++
		if e.Err != nil {
			s.failed++
		}
		if e.Receipt.Outcome == client.OutcomeUnknown {
			s.unknown++
		}
		s.spent += e.Receipt.Charged
		s.endpoint(e.Receipt)
	}
	slices.SortStableFunc(s.by, func(a, b sum) int {
		switch {
		case a.spent != b.spent:
			return compare(b.spent, a.spent)
		case a.calls != b.calls:
			return b.calls - a.calls
		}
		return strings.Compare(a.method+a.endpoint, b.method+b.endpoint)
	})
}

func compare(a, b api.Credits) int {
	if a < b {
		return -1
	}
	return 1
}

func (s *sums) endpoint(r client.Receipt) {
	i := slices.IndexFunc(s.by, func(t sum) bool { return t.endpoint == r.Endpoint && t.method == r.Method })
	if i < 0 {
		i = len(s.by)
		s.by = append(s.by, sum{method: r.Method, endpoint: r.Endpoint})
	}
	s.by[i].calls++
	s.by[i].spent += r.Charged
}
