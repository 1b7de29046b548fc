package storetest

import (
	"fmt"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// own is what an account owns itself.
func own(account string) service.Owner { return service.Owner{AccountID: account} }

func uuidOf(n int) string { return fmt.Sprintf("33333333-3333-4333-8333-%012x", n) }

func (s *suite) sessions() {
	in := service.Session{ID: uuidOf(0xa1), AccountID: "a", Request: api.SearchRequest{Query: "vegan <berlin>", Limit: ptr(25)},
		Interpretation: api.Interpretation{Topics: []string{"vegan"}, Filters: []api.Filter{{Field: "location", Op: "eq", Value: "Berlin", Text: "berlin"}}},
		FilteredTotal:  120, CreatedAt: Noon, ExpiresAt: Noon.Add(time.Hour)}
	for i := range 25 {
		in.Results = append(in.Results, api.SearchResult{Creator: api.CreatorBasic{ID: uuidOf(i), Name: fmt.Sprint(i)},
			Match: api.Match{Score: 1 / float64(i+3), Reasons: []string{"says so"}}})
	}
	s.ok(s.CreateSession(s.ctx, in))
	got, total, err := s.Session(s.ctx, own("a"), strings.ToUpper(in.ID), Noon.Add(59*time.Minute), 20, 10)
	s.ok(err)
	s.equal(total, 25)
	want := in
	want.Results = in.Results[20:]
	s.equal(got, want)
	got, total, err = s.Session(s.ctx, own("a"), in.ID, Noon, 25, 10)
	s.ok(err)
	s.equal([]int{len(got.Results), total}, []int{0, 25})
	_, _, err = s.Session(s.ctx, own("b"), in.ID, Noon, 0, 10)
	s.is(err, service.ErrNotFound)
	_, _, err = s.Session(s.ctx, own("a"), in.ID, Noon.Add(time.Hour), 0, 10)
	s.is(err, service.ErrNotFound)
	_, _, err = s.Session(s.ctx, own("a"), uuidOf(0xffff), Noon, 0, 10)
	s.is(err, service.ErrNotFound)
}

func (s *suite) shortlists() {
	var made []service.Shortlist
	for i := range 5 {
		l := service.Shortlist{AccountID: "a", Shortlist: api.Shortlist{ID: uuidOf(i + 0xb0), Name: fmt.Sprint("list ", i), Brief: "brief", Notes: "notes",
			Profiles: []api.ShortlistProfile{{Platform: api.PhotoPlatform, Username: "mia"}}, Version: 1, CreatedAt: Noon, UpdatedAt: Noon}}
		s.ok(s.CreateShortlist(s.ctx, l))
		made = append(made, l)
	}
	s.equal(must(s.Shortlists(s.ctx, own("a"), "", 2)), []service.Shortlist{made[4], made[3]})
	s.equal(must(s.Shortlists(s.ctx, own("a"), made[3].ID, 9)), []service.Shortlist{made[2], made[1], made[0]})
	s.equal(len(must(s.Shortlists(s.ctx, own("b"), "", 9))), 0)
	s.replace(made[2])
	s.is(s.DeleteShortlist(s.ctx, own("b"), made[0].ID), service.ErrNotFound)
	s.ok(s.DeleteShortlist(s.ctx, own("a"), strings.ToUpper(made[0].ID)))
	s.is(s.DeleteShortlist(s.ctx, own("a"), made[0].ID), service.ErrNotFound)
	s.is(failure(s.Shortlist(s.ctx, own("a"), made[0].ID)), service.ErrNotFound)
	s.is(failure(s.Shortlists(s.ctx, own("a"), made[0].ID, 9)), service.ErrNotFound)
}

func (s *suite) replace(l service.Shortlist) {
	next := l
	next.Name, next.Version, next.UpdatedAt, next.CreatedAt = "better", 2, Noon.Add(time.Minute), time.Time{}
	changed := must(s.ReplaceShortlist(s.ctx, next))
	next.CreatedAt = l.CreatedAt
	s.equal(changed, next)
	// Two changes of one version: the second is told what stands.
	stored, err := s.ReplaceShortlist(s.ctx, next)
	s.is(err, service.ErrVersion)
	s.equal(stored, next)
	s.equal(must(s.Shortlist(s.ctx, own("a"), l.ID)), next)
	foreign := next
	foreign.AccountID, foreign.Version = "b", 3
	s.is(failure(s.ReplaceShortlist(s.ctx, foreign)), service.ErrNotFound)
}
