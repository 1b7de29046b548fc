package storetest

import (
	"sync"
	"sync/atomic"
	"time"

	"greenroom/service"
	"greenroom/service/judge"
)

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
