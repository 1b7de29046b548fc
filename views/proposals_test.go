package views_test

import (
	"context"
	"testing"
	"time"

	"greenroom/client/plan"
)

// What another program proposes while the workbench is open is there when lists are
// opened, is taken with two keys, and comes back with u.
func TestAProposalOfAnotherProgram(t *testing.T) {
	b := twoLists(t, 120, 36)
	_, err := b.cfg.Disk.Plan.Do(context.Background(), "", func(s *plan.State) error {
		return s.Propose(plan.Proposal{ID: "p", List: s.Lists[0].ID, Member: plan.Member{Creator: "7f3c0a52-0000-4000-8000-000000000001", Name: "Jule Winter"}, Why: "cooks with oats", By: "claude", At: time.Unix(1, 0)})
	})
	if err != nil {
		t.Fatal(err)
	}
	b.keys("2", "j")
	b.sees("Alpha 1 proposed")
	b.keys("enter")
	b.sees("P: 1 proposal")
	b.keys("P")
	b.sees("Jule Winter · by claude", "cooks with oats")
	b.keys("enter")
	b.sees("Accept: Jule Winter joins the list", "Decline")
	b.keys("enter")
	b.sees("proposal of Jule Winter accepted", "Jule Winter")
	b.lacks("1 proposal")
	b.keys("u")
	b.sees("P: 1 proposal")
}
