package storetest

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"greenroom/service"
	"greenroom/service/judge"
	"greenroom/service/live"
)

// judgedOf: what a model said of a creator goes with them, by whatever they are named, and
// where an import or a join of theirs is taken back; what it said of others stays.
func (s *suite) judgedOf() {
	in := Bundles(4, 3)
	in[2].Profiles[0].ExternalID = "UCthird"
	s.write(in[:3]...)
	run := s.aRun(Noon.AddDate(0, 1, 0), in[3])
	var ids []string
	for _, b := range in {
		ids = append(ids, s.byName(b.Profiles[0].Platform, b.Profiles[0].Username).CreatorID)
	}
	for _, key := range append(ids, "-") {
		s.ok(s.KeepJudged(s.ctx, key+"/sum", []byte("said"), Noon, Noon))
	}
	s.ok(s.KeepJudged(s.ctx, "nobody knows", []byte("said"), Noon, Noon))
	gone := func(key string, is bool) {
		s.Helper()
		_, err := s.Judged(s.ctx, key, Noon)
		s.equal(errors.Is(err, service.ErrNotFound), is)
	}
	drop := func(of live.Drop, n int64) {
		s.Helper()
		s.equal(must(s.DropLive(s.ctx, of)).Judged, n)
	}
	drop(live.Drop{Who: "nobody", Media: []string{"nothing"}}, 1)
	gone("nobody knows", true)
	drop(live.Drop{Who: strings.ToUpper(in[0].Profiles[0].Username)}, 1)
	gone(ids[0]+"/sum", true)
	drop(live.Drop{Media: []string{in[1].Posts[0].PlatformID}}, 1)
	gone(ids[1]+"/sum", true)
	gone(ids[2]+"/sum", false)
	drop(live.Drop{Who: "UCthird"}, 1)
	gone(ids[3]+"/sum", false)
	must(s.UndoRun(s.ctx, run, "", Noon.AddDate(0, 2, 0)))
	gone(ids[3]+"/sum", true)
	for _, id := range ids[:3] {
		s.ok(s.KeepJudged(s.ctx, id+"/sum", []byte("said"), Noon, Noon))
	}
	must(s.Join(s.ctx, s.byName(in[0].Profiles[0].Platform, in[0].Profiles[0].Username), s.byName(in[1].Profiles[0].Platform, in[1].Profiles[0].Username), Noon))
	gone(ids[0]+"/sum", true)
	gone(ids[1]+"/sum", true)
	drop(live.Drop{Who: ids[2]}, 1)
	gone("-/sum", false)
}

// judging: answers are found until they are too old, and no cap of a day is passed,
// however many ask at once.
func (s *suite) judging() {
	at := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	s.is(failure(s.Judged(s.ctx, "a", at)), service.ErrNotFound)
	s.ok(s.KeepJudged(s.ctx, "a", []byte("old"), at, at))
	s.ok(s.KeepJudged(s.ctx, "a", []byte("new"), at, at))
	s.equal(string(must(s.Judged(s.ctx, "a", at))), "new")
	s.is(failure(s.Judged(s.ctx, "a", at.Add(time.Second))), service.ErrNotFound)
	s.ok(s.KeepJudged(s.ctx, "b", []byte("b"), at.Add(time.Hour), at.Add(time.Minute)))
	s.is(failure(s.Judged(s.ctx, "a", at)), service.ErrNotFound) // it was removed
	most := judge.Spent{Tokens: 100, Micros: 50}
	var all sync.WaitGroup
	var taken atomic.Int64
	for range 20 {
		all.Go(func() {
			if s.SpendJudging(s.ctx, 1, judge.Spent{Tokens: 10, Micros: 1}, most) == nil {
				taken.Add(1)
			}
		})
	}
	all.Wait()
	s.equal(taken.Load(), int64(10))
	s.is(s.SpendJudging(s.ctx, 1, judge.Spent{Tokens: 1}, most), service.ErrQuota)
	s.ok(s.SpendJudging(s.ctx, 1, judge.Spent{Tokens: -5, Micros: 30}, most))
	s.is(s.SpendJudging(s.ctx, 1, judge.Spent{Tokens: 1, Micros: 11}, most), service.ErrQuota)
	s.ok(s.SpendJudging(s.ctx, 1, judge.Spent{Tokens: 5, Micros: 10}, most))
	s.ok(s.SpendJudging(s.ctx, 2, judge.Spent{Tokens: 100, Micros: 50}, most)) // another day
}
