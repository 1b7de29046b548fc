package plan_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"greenroom/client/plan"
)

func proposal(n int) plan.Proposal {
	id := fmt.Sprint("p", n)
	return plan.Proposal{ID: id, List: "1", Member: plan.Member{Creator: "c-" + id, Name: "Kim"}, Why: "cooks", By: "agent", At: time.Unix(int64(n), 0).UTC()}
}

// A proposal changes no list. Taken, its creator is on it; both come back with undo, and a
// proposal that came meanwhile stays.
func TestProposals(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plan.db")
	planner, agent := open(t, path, "a"), open(t, path, "a")
	add(t, planner, "Lena")
	propose := func(p plan.Proposal) error {
		_, err := agent.Do(t.Context(), "", func(s *plan.State) error { return s.Propose(p) })
		return err
	}
	if err := errors.Join(propose(proposal(2)), propose(proposal(1))); err != nil {
		t.Fatal(err)
	}
	again, lost := proposal(1), proposal(3)
	again.ID, lost.List = "other", "2"
	if err := propose(again); !errors.Is(err, plan.ErrOnList) {
		t.Errorf("proposed twice: %v", err)
	}
	again.Member = plan.Member{Creator: "Lena"}
	if err := propose(again); !errors.Is(err, plan.ErrOnList) {
		t.Errorf("on the list: %v", err)
	}
	if err := propose(lost); !errors.Is(err, plan.ErrNoList) {
		t.Errorf("for no list: %v", err)
	}
	s, err := planner.Read(t.Context())
	if err != nil || len(s.Lists[0].Members) != 1 || len(s.Proposed("1")) != 2 || s.Proposals[0].ID != "p1" || s.Proposals[0].Why != "cooks" {
		t.Fatalf("%+v %v", s, err)
	}
	if s, err = planner.Do(t.Context(), "take p1", func(s *plan.State) error { return s.Resolve("p1", true) }); err != nil || len(s.Lists[0].Members) != 2 || len(s.Proposals) != 1 {
		t.Fatalf("taken: %+v %v", s, err)
	}
	if err := propose(proposal(4)); err != nil {
		t.Fatal(err)
	}
	if _, err = planner.Do(t.Context(), "", func(s *plan.State) error { return s.Resolve("p1", true) }); err == nil {
		t.Error("decided twice")
	}
	if s, _, err = planner.Undo(t.Context()); err != nil || len(s.Lists[0].Members) != 1 || len(s.Proposals) != 3 {
		t.Fatalf("undone: %+v %v", s, err)
	}
	if s, err = planner.Do(t.Context(), "decline", func(s *plan.State) error { return s.Resolve("p2", false) }); err != nil || len(s.Lists[0].Members) != 1 || len(s.Proposals) != 2 {
		t.Fatalf("declined: %+v %v", s, err)
	}
	for n := 5; len(s.Proposed("1")) < plan.ProposalsMax; n++ {
		if err := s.Propose(proposal(n)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Propose(proposal(99)); !errors.Is(err, plan.ErrManyProposals) {
		t.Errorf("over the most: %v", err)
	}
}
