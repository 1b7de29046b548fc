package storetest

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service"
	"greenroom/service/store"
)

// own returns an account as its own owner.
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
		l := service.Shortlist{AccountID: "a", Shortlist: api.Shortlist{ID: uuidOf(0xbf - i), Name: fmt.Sprint("list ", i), Brief: "brief", Notes: "notes",
			Profiles: []api.ShortlistProfile{{Platform: api.PhotoPlatform, Username: "mia"}}, Version: 1, CreatedAt: Noon, UpdatedAt: Noon}}
		s.ok(s.CreateShortlist(s.ctx, l))
		made = append(made, l)
	}
	// Those of one moment are listed by when they were created, whatever their ids.
	var last service.ShortlistPosition
	listed := func(after *service.ShortlistPosition, limit int) []service.Shortlist {
		return each.Of(must(s.Shortlists(s.ctx, own("a"), after, limit)), func(l service.Shortlist) service.Shortlist {
			last, l.Seq = l.Position(), 0
			return l
		})
	}
	s.equal(listed(nil, 2), []service.Shortlist{made[4], made[3]})
	second := last
	s.equal(listed(&second, 9), []service.Shortlist{made[2], made[1], made[0]})
	s.equal(len(must(s.Shortlists(s.ctx, own("b"), nil, 9))), 0)
	s.replace(made[2])
	s.is(s.DeleteShortlist(s.ctx, own("b"), made[0].ID), service.ErrNotFound)
	s.ok(s.DeleteShortlist(s.ctx, own("a"), strings.ToUpper(made[0].ID)))
	s.is(s.DeleteShortlist(s.ctx, own("a"), made[0].ID), service.ErrNotFound)
	s.is(failure(s.Shortlist(s.ctx, own("a"), made[0].ID)), service.ErrNotFound)
	s.ok(s.DeleteShortlist(s.ctx, own("a"), made[3].ID)) // the last of a page: the next one goes on where it was
	s.equal(each.Of(listed(&second, 9), func(l service.Shortlist) string { return l.ID }), []string{made[2].ID, made[1].ID})
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

// sheets holds that versions, columns and openings of a sheet are stored together with its
// shortlist, and end with it.
func (s *suite) sheets() {
	l := service.Shortlist{AccountID: "a", UserID: "u1", Shortlist: api.Shortlist{ID: uuidOf(0xd0), Name: "list", Version: 1, CreatedAt: Noon, UpdatedAt: Noon}}
	s.ok(s.CreateShortlist(s.ctx, l))
	version := func(n int, body string) service.SheetVersion {
		return service.SheetVersion{Body: []byte(body), SheetVersion: api.SheetVersion{Version: n, By: "Mia", At: Noon.Add(time.Duration(n) * time.Minute), Bytes: len(body)}}
	}
	bare := must(s.Sheet(s.ctx, strings.ToUpper(l.ID)))
	s.equal([]any{bare.Owner, bare.Version, bare.Latest.Version}, []any{l.Owner(), 1, 0})
	s.is(s.PutSheet(s.ctx, service.Owner{AccountID: "a"}, l.ID, version(2, "x")), service.ErrNotFound)
	s.is(s.PutSheet(s.ctx, l.Owner(), l.ID, version(3, "x")), service.ErrVersion)
	s.ok(s.PutSheet(s.ctx, l.Owner(), l.ID, version(2, "two")))
	s.is(s.PutSheet(s.ctx, l.Owner(), l.ID, version(2, "again")), service.ErrVersion)
	s.ok(s.PutSheet(s.ctx, l.Owner(), l.ID, version(3, "three")))
	column := api.SheetColumn{Name: "Ben", At: Noon, Votes: []api.SheetVote{{Creator: "c", Verdict: "yes"}}}
	s.ok(s.ChangeColumn(s.ctx, l.ID, "ben", always(api.SheetColumn{Name: "old", At: Noon})))
	s.ok(s.ChangeColumn(s.ctx, l.ID, "ben", always(column)))
	for i := range api.SheetColumnsMax - 1 {
		s.ok(s.ChangeColumn(s.ctx, l.ID, fmt.Sprint(i), always(column)))
	}
	s.is(s.ChangeColumn(s.ctx, l.ID, "one more", always(column)), service.ErrQuota)
	s.is(s.ChangeColumn(s.ctx, l.ID, "ben", func(c api.SheetColumn) (api.SheetColumn, error) { return api.SheetColumn{}, service.ErrUsed }), service.ErrUsed)
	got := must(s.Sheet(s.ctx, l.ID))
	s.equal([]any{got.Version, got.Latest, len(got.Columns), got.Columns["ben"]}, []any{3, version(3, "three"), api.SheetColumnsMax, column})
	s.equal(must(s.SheetVersions(s.ctx, l.ID)), []api.SheetVersion{version(3, "three").SheetVersion, version(2, "two").SheetVersion})
	s.equal(must(s.SheetVersion(s.ctx, l.ID, 2)), version(2, "two"))
	s.is(failure(s.SheetVersion(s.ctx, l.ID, 1)), service.ErrNotFound)
	s.openings(l, version)
	s.ok(s.DeleteShortlist(s.ctx, l.Owner(), l.ID))
	s.is(failure(s.Sheet(s.ctx, l.ID)), service.ErrNotFound)
	s.equal(len(must(s.SheetVersions(s.ctx, l.ID))), 0)
}

// Together has two handles on one store change one column at once: nothing that one adds is
// lost.
func Together(t *testing.T, a, b store.Store) {
	l := service.Shortlist{AccountID: "both", Shortlist: api.Shortlist{ID: uuidOf(0xd1), Name: "Both", Version: 1, CreatedAt: Noon, UpdatedAt: Noon}}
	if err := a.CreateShortlist(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	const each = 12
	var all sync.WaitGroup
	for of, s := range []store.Store{a, b} {
		for i := range each {
			all.Go(func() {
				err := s.ChangeColumn(t.Context(), l.ID, "agents:both", func(c api.SheetColumn) (api.SheetColumn, error) {
					c.Proposed = append(c.Proposed, api.SheetProposal{ID: fmt.Sprint(of, " ", i), At: Noon})
					return c, nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	got, err := b.Sheet(t.Context(), l.ID)
	if n := len(got.Columns["agents:both"].Proposed); err != nil || n != 2*each {
		t.Errorf("of %d proposals %d are kept, %v", 2*each, n, err)
	}
}

// always is a column whatever it was before.
func always(c api.SheetColumn) func(api.SheetColumn) (api.SheetColumn, error) {
	return func(api.SheetColumn) (api.SheetColumn, error) { return c, nil }
}

// openings holds that a version is taken back as long as nobody opened it.
func (s *suite) openings(l service.Shortlist, version func(int, string) service.SheetVersion) {
	s.is(s.WithdrawSheet(s.ctx, l.Owner(), l.ID, 2, Noon), service.ErrVersion)
	s.is(s.WithdrawSheet(s.ctx, service.Owner{AccountID: "a"}, l.ID, 3, Noon), service.ErrNotFound)
	s.ok(s.WithdrawSheet(s.ctx, l.Owner(), l.ID, 3, Noon))
	got := must(s.Sheet(s.ctx, l.ID))
	s.equal([]any{got.Version, got.Latest}, []any{4, version(2, "two")})
	s.ok(s.PutSheet(s.ctx, l.Owner(), l.ID, version(5, "five")))
	for _, at := range []time.Duration{1, 2} {
		s.ok(s.OpenSheet(s.ctx, l.ID, service.SheetOpening{Person: "ben", SheetOpening: api.SheetOpening{Name: "Ben", Version: 5, At: Noon.Add(at * time.Hour)}}))
	}
	s.is(s.WithdrawSheet(s.ctx, l.Owner(), l.ID, 5, Noon), service.ErrUsed)
	got = must(s.Sheet(s.ctx, l.ID))
	s.equal([]any{len(got.Openings), got.Openings[0].At, got.Latest.Version}, []any{1, Noon.Add(time.Hour), 5})
}
