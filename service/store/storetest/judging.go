package storetest

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/billing"
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
	drop(live.Drop{Person: live.Person{Names: []string{"nobody"}}, Media: []string{"nothing"}}, 1)
	gone("nobody knows", true)
	drop(live.Drop{Person: live.Person{Names: []string{strings.ToUpper(in[0].Profiles[0].Username)}}}, 1)
	gone(ids[0]+"/sum", true)
	drop(live.Drop{Media: []string{in[1].Posts[0].PlatformID}}, 1)
	gone(ids[1]+"/sum", true)
	gone(ids[2]+"/sum", false)
	drop(live.Drop{Person: live.Person{Names: []string{"UCthird"}}}, 1)
	gone(ids[3]+"/sum", false)
	must(s.UndoRun(s.ctx, run, "", Noon.AddDate(0, 2, 0)))
	gone(ids[3]+"/sum", true)
	for _, id := range ids[:3] {
		s.ok(s.KeepJudged(s.ctx, id+"/sum", []byte("said"), Noon, Noon))
	}
	must(s.Join(s.ctx, s.byName(in[0].Profiles[0].Platform, in[0].Profiles[0].Username), s.byName(in[1].Profiles[0].Platform, in[1].Profiles[0].Username), Noon))
	gone(ids[0]+"/sum", true)
	gone(ids[1]+"/sum", true)
	drop(live.Drop{Person: live.Person{Names: []string{ids[2]}}}, 1)
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

// forgotten: of a creator who goes whole nothing is left, also of what an undo would bring
// back or a repeat be answered; others stay, whoever is given the numbers of the rows next.
func (s *suite) forgotten() {
	in := Bundles(8, 9)
	for i := range in {
		in[i].Transcripts = []service.Transcript{{Platform: in[i].Posts[0].Platform, MediaID: in[i].Posts[0].PlatformID, Language: "en", Source: api.SourceManual, Text: "said by " + in[i].Creator.Name, SeenAt: Noon}}
	}
	first := s.aRun(Noon, in[:3]...)
	whole := s.everything()
	middle := s.aRun(Noon.AddDate(0, 1, 0), in[4], in[6], in[3]) // the last rows are of those who go
	second := s.aRun(Noon.AddDate(0, 2, 0), later(in[3], 60))
	gone, other := s.byName(in[3].Profiles[0].Platform, in[3].Profiles[0].Username), s.byName(in[0].Profiles[0].Platform, in[0].Profiles[0].Username)
	merge := func(name string) service.ImportMerge {
		return service.ImportMerge{File: "a.csv", Platform: gone.Platform, Username: name}
	}
	s.ok(s.EndRun(s.ctx, service.ImportRun{ID: second, EndedAt: Noon, Files: []service.ImportedFile{{Path: "photoplatform:@" + gone.Username + " and x", Kind: "join"}, {Path: "a.csv"}}, Merges: []service.ImportMerge{merge(strings.ToUpper(gone.Username)), merge("nobody")}}))
	s.answersAbout(gone, other)
	session := service.Session{ID: uuidOf(0xf0), AccountID: "a", FilteredTotal: 3, CreatedAt: Noon, ExpiresAt: Noon.Add(time.Hour)}
	for _, p := range []service.Profile{other, gone} {
		session.Results = append(session.Results, api.SearchResult{Creator: api.CreatorBasic{ID: p.CreatorID, Name: p.Username}, PrimaryProfile: &api.ProfileSummary{Username: p.Username},
			Match: api.Match{Score: 0.5, Reasons: []string{"says " + p.Username}, Evidence: []api.Evidence{{Text: p.Username}}}})
	}
	joined := session.Results[1] // as before somebody was joined into who goes
	joined.Creator.ID = uuidOf(0xf1)
	session.Results = append(session.Results, joined)
	s.ok(s.CreateSession(s.ctx, session))
	for _, id := range []string{gone.CreatorID, other.CreatorID} {
		s.ok(s.KeepJudged(s.ctx, id+"/sum", []byte("said"), Noon, Noon))
	}
	note := live.SaidKey(in[3].Posts[0].Platform, in[3].Posts[0].PlatformID)
	s.ok(s.KeepLiveAnswer(s.ctx, note, live.Kept{At: Noon, Until: Noon.Add(time.Hour), Body: []byte("{}")}))
	s.ok(s.SetMarks(s.ctx, "a.csv", []byte("marks")))
	generation := must(s.Generation(s.ctx))
	of := live.Drop{Person: live.Person{Creator: gone.CreatorID, Accounts: []live.Account{{Platform: gone.Platform, Name: gone.Username}}}}
	must(s.DropLive(s.ctx, live.Drop{Person: live.Person{Creator: s.byName(in[6].Profiles[0].Platform, in[6].Profiles[0].Username).CreatorID}}))
	s.equal(must(s.Runs(s.ctx))[1].Creators, int64(2))

	n := must(s.DropLive(s.ctx, of))
	s.equal(n, live.Dropped{Transcripts: 1, Judged: 1, Profiles: int64(len(in[3].Profiles)), Posts: int64(len(in[3].Posts)), Given: 3})
	s.is(failure(s.Creator(s.ctx, gone.CreatorID)), service.ErrNotFound)
	s.is(failure(s.ProfileByName(s.ctx, gone.Platform, gone.Username)), service.ErrNotFound)
	s.equal(len(must(s.History(s.ctx, gone.ID)))+len(must(s.Transcripts(s.ctx, in[3].Posts[0].Platform, in[3].Posts[0].PlatformID))), 0)
	s.is(failure(s.LiveAnswer(s.ctx, note)), service.ErrNotFound)
	s.equal(must(s.Changes(s.ctx, generation)).All, true)
	s.equal(len(must(s.Marks(s.ctx, "a.csv"))), 0)
	for key, status := range map[string]int{"names": http.StatusGone, "calls": http.StatusGone, "words": 200, "elsewhere": 200, "others": 200} {
		keep := s.kept("a", key, Noon).Keep // a repeat is not charged
		s.equal(keep.Status, status)
		s.equal(bytes.Contains(keep.Body, []byte(gone.Username)) || bytes.Contains(keep.Body, []byte(gone.CreatorID)), status == 200)
	}
	session.Results[1] = api.SearchResult{Creator: api.CreatorBasic{ID: gone.CreatorID, Name: "forgotten"}, Match: api.Match{Score: 0.5, Reasons: []string{}, Evidence: []api.Evidence{}}}
	session.Results[2] = session.Results[1]
	found, total, err := s.Session(s.ctx, own("a"), session.ID, Noon, 0, 10)
	s.ok(err)
	s.equal(total, 3)
	s.equal(found.Results, session.Results)
	runs := must(s.Runs(s.ctx))
	s.equal([]int64{runs[0].Creators, runs[1].Creators, runs[2].Creators}, []int64{0, 1, 3})
	s.equal(runs[0].Merges, []service.ImportMerge{merge("nobody")})
	s.equal([]string{runs[0].Files[0].Path, runs[0].Files[1].Path}, []string{"forgotten", "a.csv"})
	s.is(failure(s.DropLive(s.ctx, of)), service.ErrNotFound)

	s.write(in[5], in[7]) // have their numbers, where an engine gives them again
	last := s.byName(in[5].Profiles[0].Platform, in[5].Profiles[0].Username)
	must(s.UndoRun(s.ctx, second, "", Noon))
	must(s.UndoRun(s.ctx, middle, "", Noon))
	must(s.UndoRun(s.ctx, first, "", Noon))
	s.equal(len(s.docs()), 2)
	s.equal(must(s.Creator(s.ctx, last.CreatorID)).Bio, in[5].Creator.Bio)
	s.equal(len(must(s.Posts(s.ctx, service.PostQuery{ProfileID: last.ID, Limit: 50}))), len(in[5].Posts))
	for _, b := range []service.Bundle{in[5], in[7]} {
		must(s.DropLive(s.ctx, live.Drop{Person: live.Person{Creator: s.byName(b.Profiles[0].Platform, b.Profiles[0].Username).CreatorID}}))
	}
	s.aRun(Noon, in[:3]...)
	s.equal(s.everything(), whole)
}

// answersAbout keeps answers of an account that speak of who goes, and some that only hold the name.
func (s *suite) answersAbout(gone, other service.Profile) {
	s.account("a", api.TierFree)
	answer := func(id, body string) {
		r := row(id, "a", 5, Noon)
		r.Keep = &billing.Keep{Key: id, Status: 200, Body: []byte(body)}
		must(s.Charge(s.ctx, r, wide))
	}
	answer("names", `{"id":"`+gone.CreatorID+`"}`)
	answer("calls", `{"username" : "@`+strings.ToUpper(gone.Username)+`"}`)
	answer("words", `{"language":"`+gone.Username+`","theme":["`+gone.Username+`"]}`)
	answer("elsewhere", `{"platform":"`+string(api.ShortVideoPlatform)+`","profile":{"username":"`+gone.Username+`"}}`)
	answer("others", `{"id":"`+other.CreatorID+`","`+gone.Username+`":1}`)
}

// forgottenJoined: who was joined into a creator who goes is not brought back by an undo; and
// who was parted from them stays, and goes back to nobody.
func (s *suite) forgottenJoined() {
	in := Bundles(5, 9)
	s.write(in...)
	account := func(i int) service.Profile { return s.byName(in[i].Profiles[0].Platform, in[i].Profiles[0].Username) }
	undone := func(run int64) { s.Helper(); must(s.UndoRun(s.ctx, run, "", Noon)) }
	forget := func(id string) { s.Helper(); must(s.DropLive(s.ctx, live.Drop{Person: live.Person{Creator: id}})) }
	were := []string{account(0).CreatorID, account(1).CreatorID, account(2).CreatorID}
	joined := must(s.Join(s.ctx, account(0), account(1), Noon))
	again := must(s.Join(s.ctx, account(2), account(0), Noon))
	forget(account(1).CreatorID)
	undone(again)
	undone(joined)
	for _, id := range were {
		s.is(failure(s.Creator(s.ctx, id)), service.ErrNotFound)
	}
	s.equal(len(s.docs()), 2)

	joined = must(s.Join(s.ctx, account(3), account(4), Noon))
	parted := must(s.Part(s.ctx, account(3), Noon))
	apart := account(3)
	forget(account(4).CreatorID)
	for _, run := range []int64{parted, joined} {
		_, err := s.UndoRun(s.ctx, run, "", Noon)
		s.equal(err == nil || errors.As(err, new(service.UndoError)), true)
	}
	s.equal(account(3).CreatorID, apart.CreatorID)
	s.equal(len(s.docs()), 1)
}
