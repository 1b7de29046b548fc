package review

import (
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/views/viewtest"
)

// Engagement stands beside the median of those alike, and the best of a row is whose
// is furthest above it, not who has the most.
func TestEngagementIsHeldAgainstThoseAlike(t *testing.T) {
	s, srv := reviewed(t, 3, "Oat drink")
	for i, rate := range []float64{7, 4.2, 1} {
		s.env.Plan.Lists[0].Members[i].Seen = &api.ProfileSummary{EngagementRate: &rate}
	}
	s.env.Plan.Facts[viewtest.ID(1)] = plan.Facts{Usual: &plan.Usual{Rate: 1, Of: 9}}
	s.env.Plan.Facts[viewtest.ID(2)] = plan.Facts{Usual: &plan.Usual{}}
	s.row = rowOf("vs lookalikes")
	if got := s.Price(keymap.Fill); got != "≤10 cr" {
		t.Fatal(got)
	}
	if out := viewtest.Run(s, s.Do(keymap.Fill)); out.Change == nil || out.Change.Edit(s.env.Plan) != nil || !slices.Equal(srv.calls, []string{"/v1/lookalike"}) {
		t.Fatalf("%+v %v", out, srv.calls)
	}
	drawn := viewtest.Draw(s, 120, 36)
	viewtest.Shows(t, "against alike", drawn, "2.0× usual", "4.2× usual ●", "too few known", "7.0% ER is 2.0 times the median of 4 lookalikes, 3.5%")
	if s.Can(keymap.Fill) == "" || s.Can(keymap.FillAll) == "" {
		t.Error("what was read is still a hole")
	}
}

// The newest posts tell which share is paid for and in which languages they are; ten
// of those that were read are analysed, once for both rows.
func TestTheNewestPostsTellWhatIsPaidForAndInWhichLanguages(t *testing.T) {
	s, srv := reviewed(t, 2, "Oat drink")
	srv.nobody = true
	s.row = rowOf("paid posts")
	if one, all := s.Price(keymap.Fill), s.Price(keymap.FillAll); one != "≤16.25 cr" || all != "≤32.5 cr" || s.Hint(keymap.FillAll) != "row" {
		t.Fatal(one, all)
	}
	out := viewtest.Run(s, s.Do(keymap.FillAll))
	if !out.Toast.Bad || out.Change == nil || out.Change.Edit(s.env.Plan) != nil {
		t.Fatalf("%+v", out)
	}
	if want := []string{"/v1/posts", "/v1/posts", "/v1/posts/analyze"}; !slices.Equal(srv.calls, want) {
		t.Error(srv.calls)
	}
	s.col = 1
	drawn := viewtest.Draw(s, 120, 36)
	viewtest.Shows(t, "posts", drawn, "2 of 10", "German, English", "2 of the newest 10 posts are sponsored", "– ≤16.25 cr")
	if strings.Contains(drawn, "2 of 10 ●") {
		t.Error("a share that is neither good nor bad is the best of its row")
	}
}

// What is filled for everybody at once leaves out the rows that cost as much as a
// search, and says so when nothing else is left.
func TestRowsThatCostMuchAreFilledByThemselves(t *testing.T) {
	s, _ := reviewed(t, 1, "Oat drink")
	s.env.Plan.Facts[viewtest.ID(0)] = plan.Facts{Profile: &api.Profile{}, Safety: &api.Safety{}, Match: &api.BriefMatch{}, Against: s.against()}
	if why := s.Can(keymap.FillAll); !strings.Contains(why, "filled separately") {
		t.Fatal(why)
	}
	s.row = rowOf("languages")
	if why := s.Can(keymap.FillAll); why != "" {
		t.Fatal(why)
	}
}

// The mark of the best has room beside the longest decision; nobody to be avoided or
// rejected bears it.
func TestTheBestMatchIsMarked(t *testing.T) {
	s, _ := reviewed(t, 4, "Oat drink")
	for i, m := range []api.BriefMatch{{Score: 0.35, Decision: api.DecisionNeutral}, {Score: 0.25, Decision: api.DecisionNeutral}, {Score: 0.6, Decision: api.DecisionAvoid}, {Score: 0.9, Decision: api.DecisionGood}} {
		s.env.Plan.Facts[viewtest.ID(i)] = plan.Facts{Match: &m, Against: s.against()}
	}
	l := s.list()
	l.Members[3].Verdict = plan.No
	drawn := viewtest.Draw(s, 120, 36)
	if viewtest.Shows(t, "best", drawn, "◆ NEUTRAL .35 ●"); strings.Contains(drawn, ".60 ●") || strings.Contains(drawn, ".90 ●") {
		t.Error(drawn)
	}
	l.Members[0].Verdict = plan.No
	if drawn = viewtest.Draw(s, 120, 36); strings.Contains(drawn, " ●") {
		t.Error("one alone is the best:", drawn)
	}
}

// A brief in one's own words is a brief; where columns are out of sight, it is said on
// which side.
func TestTheHeadTellsTheBriefAndWhatIsOutOfSight(t *testing.T) {
	s, _ := reviewed(t, 9, "Oat drink")
	s.list().Brief = plan.Brief{Text: "Cooks of Graz.\nNo wine."}
	s.col = 4
	viewtest.Shows(t, "in between", viewtest.Draw(s, 80, 24), "Cooks of Graz. No wine.", " 5 of 9 ←3 →3")
}

func TestWithoutABriefNothingIsMatched(t *testing.T) {
	s, _ := reviewed(t, 1, "Oat drink")
	l := s.list()
	m := l.Members[0]
	if !s.lacks(match, m) {
		t.Fatal("with a brief the match is not asked for")
	}
	l.Brief = plan.Brief{Budget: 5, Fees: "900 €"}
	if s.lacks(match, m) || s.matchCell(m, plan.Facts{}).text.String() != "no brief" {
		t.Error("without one it is")
	}
	for _, b := range []plan.Brief{{Text: "x"}, {Query: "x"}, {Sizes: "10k"}, {Places: "x"}, {Languages: "x"}, {Wishes: []string{"x"}}, {NoGos: []string{"x"}}} {
		if !b.Asks() {
			t.Errorf("%+v asks for nothing", b)
		}
	}
}
