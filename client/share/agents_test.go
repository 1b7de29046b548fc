package share_test

import (
	"errors"
	"testing"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/client/share"
)

// Agents that ask a service read the lists that are stored there and propose for them. The
// list, its votes and its openings stay as they are; the planner takes a proposal or
// declines it, and what was declined is gone with the next sending.
func TestAgentsPropose(t *testing.T) {
	o := opened(t)
	mia, board := o.client(t), &share.Board{Client: o.client(t)}
	l, facts := rich()
	hidden := share.Options{Me: "Mia", Hidden: true, Now: noon}
	send(t, mia, &l, facts, hidden)
	bare, _, err := mia.CreateShortlist(t.Context(), api.ShortlistBody{Name: "Bare", Brief: "b", Profiles: []api.ShortlistProfile{{Platform: api.PhotoPlatform, Username: "kim"}}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := board.Read(t.Context())
	if err != nil || len(s.Lists) != 2 || s.Find(bare.ID) < 0 || s.Lists[s.Find(bare.ID)].Members[0].Username != "kim" {
		t.Fatalf("%+v %v", s, err)
	}
	if read := s.Lists[s.Find(l.Remote.ID)]; read.Name != "Oat drink" || read.Members[0].Creator != lena || read.Members[0].Note != "" {
		t.Errorf("%+v", read)
	}
	propose := func(list, id string) error {
		return board.Propose(t.Context(), plan.Proposal{List: list, Member: plan.Member{Creator: id, Name: "Kim", Platform: api.PhotoPlatform, Username: "kim"}, Why: "cooks, kim@example.com", By: "claude"})
	}
	const kim, ana, zoe = "33333333-3333-4333-8333-333333333333", "44444444-4444-4444-8444-444444444444", "55555555-5555-4555-8555-555555555555"
	for _, c := range []struct {
		list, id string
		want     error
	}{{l.Remote.ID, kim, nil}, {l.Remote.ID, kim, plan.ErrOnList}, {l.Remote.ID, lena, plan.ErrOnList}, {bare.ID, kim, share.ErrNoSheet}, {"made up", kim, plan.ErrNoList}, {zoe, kim, plan.ErrNoList}, {l.Remote.ID, ana, nil}} {
		if err := propose(c.list, c.id); !errors.Is(err, c.want) {
			t.Errorf("%s for %s: %v", c.id, c.list, err)
		}
	}
	forged := api.Sheet{Format: api.SheetFormat, Name: "Forged", Members: []api.SheetMember{}, Columns: []api.SheetColumn{{Name: api.SheetAgents, Votes: []api.SheetVote{}}}}
	_, _, _ = mia.PutSheet(t.Context(), client.SheetParams{ID: bare.ID, By: api.SheetAgents, Version: 1}, forged)
	if rec, _, err := mia.Sheet(t.Context(), client.SheetParams{ID: bare.ID, By: "Mia"}); err == nil {
		t.Errorf("agents decide a list: %+v", rec.Sheet)
	}
	look := func() plan.State {
		t.Helper()
		rec, _, err := share.Look(t.Context(), mia, l.Remote)
		if err != nil {
			t.Fatal(err)
		}
		if changed, open, err := share.Take(&l, rec, nil); err != nil || len(changed)+len(open) > 0 {
			t.Fatalf("a proposal changes the list: %v %v %v", changed, open, err)
		}
		return plan.State{Lists: []plan.List{l}}
	}
	s = look()
	all := s.Proposed("here")
	if len(all) != 2 || all[0].Member.Creator != kim || all[0].Why != "cooks, "+api.MailLeftOut || all[0].By != "claude" || !all[0].At.Equal(noon) {
		t.Fatalf("%+v", all)
	}
	if sent := l.Remote.Sent; sent.Voters != 1 || len(sent.Openings) != 0 || len(sent.Reviews) != 0 || l.Remote.Version != 2 {
		t.Errorf("agents count as reviewers: %+v", sent)
	}
	if err := errors.Join(s.Resolve(all[0].ID, true), s.Resolve(all[1].ID, false)); err != nil || len(s.Proposed("here")) != 0 || s.Lists[0].Members[3].Creator != kim {
		t.Fatalf("%+v %v", s.Lists[0], err)
	}
	if s.Resolve(all[1].ID, true) == nil {
		t.Error("decided twice")
	}
	l = s.Lists[0]
	if s = look(); len(s.Proposed("here")) != 0 {
		t.Errorf("what was decided waits again: %+v", s.Proposed("here"))
	}
	send(t, mia, &l, facts, hidden)
	if s, err = board.Read(t.Context()); err != nil || len(s.Proposed(l.Remote.ID)) != 0 {
		t.Errorf("for agents they wait still: %+v %v", s.Proposed(l.Remote.ID), err)
	}
	if err := propose(l.Remote.ID, ana); err != nil {
		t.Errorf("proposed anew: %v", err)
	}
	if s = look(); len(s.Proposed("here")) != 1 {
		t.Errorf("%+v", s.Proposed("here"))
	}
}
