package review

import (
	"testing"
	"time"

	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

func proposedTo(t *testing.T, members int, words string) *Screen {
	t.Helper()
	s, _ := reviewed(t, members, "Oat drink")
	for i, name := range []string{"Jule " + words, "Kim " + words} {
		p := plan.Proposal{ID: name, List: "1", Member: plan.Member{Creator: viewtest.ID(90 + i), Name: name}, Why: "cooks with oats " + words, By: "claude " + words, At: viewtest.Now.Add(-5 * time.Minute)}
		if err := s.env.Plan.Propose(p); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestEveryProposalFitsEverySize(t *testing.T) {
	for n, words := range map[int]string{0: "", 1: viewtest.Hostile, 3: ""} {
		viewtest.Fits(t, "proposed", proposedTo(t, n, words))
	}
}

// What agents propose is counted in the head; each is a row with who and why, and the
// planner decides.
func TestProposalsAreDecided(t *testing.T) {
	s := proposedTo(t, 2, "")
	viewtest.Shows(t, "head", viewtest.Draw(s, 120, 36), "P: 2 proposals   0 yes")
	p := view.As[*view.Pick](s.Do(keymap.Proposals))
	if len(p.Items) != 2 || p.Items[0].String() != "Jule  · by claude , 5 min ago · cooks with oats " {
		t.Fatalf("%v", p.Items)
	}
	decide := func(row, choice int) view.Out {
		return view.As[*view.Pick](view.As[*view.Pick](s.Do(keymap.Proposals)).Done(row, "")).Done(choice, "")
	}
	if out := decide(1, 2); out.Nav.To.ID != viewtest.ID(91) || out.Change != nil {
		t.Errorf("%+v", out)
	}
	out := decide(0, 0)
	if err := out.Change.Edit(s.env.Plan); err != nil || len(s.list().Members) != 3 || out.Change.Label != "proposal of Jule  accepted" {
		t.Errorf("accepted: %v %+v", err, out.Change)
	}
	if err := out.Change.Edit(s.env.Plan); err == nil {
		t.Error("accepted twice")
	}
	out = decide(0, 1)
	if err := out.Change.Edit(s.env.Plan); err != nil || len(s.list().Members) != 3 || len(s.pending()) != 0 {
		t.Errorf("declined: %v", err)
	}
	if s.Can(keymap.Proposals) == "" {
		t.Error("none are left to decide")
	}
	empty := proposedTo(t, 0, "")
	if why := empty.Can(keymap.Proposals); why != "" {
		t.Errorf("an empty list: %s", why)
	}
	viewtest.Shows(t, "empty", viewtest.Draw(empty, 120, 36), "This list is empty. P: 2 proposals")
}
