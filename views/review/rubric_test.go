package review

import (
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// Rows with weights give a rank, which says whether it is stable; who is rejected is not
// ranked, and a row without numbers has no weight.
func TestWeightsGiveARank(t *testing.T) {
	s, _ := reviewed(t, 3, "Lena Vogt")
	s.Init()
	members := s.env.Plan.Lists[0].Members
	for i, n := range []int64{10_000, 90_000, 500_000} {
		rate := []float64{5, 1, 9}[i]
		members[i].Seen = &api.ProfileSummary{Followers: &n, EngagementRate: &rate}
	}
	members[2].Verdict = plan.No
	s.env.Plan.Facts = nil
	if s.row = rowOf("verdict"); s.Can(keymap.Weigh) == "" {
		t.Error("a verdict is weighed")
	}
	weigh := func(row, words string) view.Out {
		for i, r := range s.rows() {
			if r.name == row {
				s.row = i
			}
		}
		if why := s.Can(keymap.Weigh); why != "" {
			t.Fatal(row, why)
		}
		out := view.As[*view.Prompt](s.Do(keymap.Weigh)).Done(words)
		if out.Change != nil {
			next := *s.env.Plan
			if err := out.Change.Edit(&next); err != nil {
				t.Fatal(err)
			}
			s.env.Plan = &next
			s.Update(view.Planned{})
		}
		return out
	}
	for _, wrong := range []string{"six", "6", "-1", "1.5"} {
		if out := weigh("followers", wrong); !out.Toast.Bad || out.Change != nil {
			t.Errorf("%q is a weight", wrong)
		}
	}
	for _, words := range []string{"5", "", "0", "5"} {
		if weigh("followers", words); s.rows()[s.row].name != "followers" {
			t.Errorf("weighed %q, the cursor goes to %s", words, s.rows()[s.row].name)
		}
	}
	weighed, without := s.env.Plan, *s.env.Plan
	without.Lists = slices.Clone(without.Lists)
	without.Lists[0].Weights = nil
	for i, st := range []*plan.State{&without, weighed, weighed} { // undone, done again, and an edit that failed
		s.env.Plan = st
		if s.Update(view.Planned{}); s.rows()[s.row].name != "followers" {
			t.Errorf("after step %d the cursor is on %s", i, s.rows()[s.row].name)
		}
	}
	viewtest.Shows(t, "one weight", viewtest.Draw(s, 120, 40), "rank", "2 · 0.00", "1 · 1.00")
	weigh("ER by followers", "4")
	drawn := viewtest.Draw(s, 120, 40)
	viewtest.Shows(t, "two weights", drawn, "2 (1–2) 0.44", "1 (1–2) 0.56")
	for i, r := range s.rows() {
		if r.name == "rank" {
			s.row = i
		}
	}
	viewtest.Shows(t, "in full", viewtest.Draw(s, 120, 40), "of 2 by followers ×5, ER by followers ×4: between 1 and 2 where a weight moves by a quarter")
	viewtest.Fits(t, "ranked", s)
	weigh("followers", "")
	weigh("ER by followers", "0")
	if strings.Contains(viewtest.Draw(s, 120, 40), " rank ") {
		t.Error("a rank without weights")
	}
}
