package review

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// desk is a list as it stands after a day of work: somebody with everything, somebody with
// little, somebody rejected, and somebody who is only an account.
func desk(t *testing.T) *Screen {
	t.Helper()
	s, _ := reviewed(t, 0, "Oat drink")
	ago := func(days int) time.Time { return viewtest.Now.AddDate(0, 0, -days) }
	n, few, rate, old := int64(48_213), int64(900), 4.1, ago(60)
	flag := func(words string) api.Flag {
		return api.Flag{Type: api.FlagDrugs, Severity: api.SeverityLow, Confidence: .7, Description: "wine", Evidence: []string{words}, Examples: []string{"wine"}}
	}
	l := &s.env.Plan.Lists[0]
	l.Brief = plan.Brief{Query: "barista", Text: "An oat drink.", Wishes: []string{"coffee"}, NoGos: []string{"dairy"}, Budget: 500 * api.Credit, Rules: plan.Rules{Competitors: []string{"Milchland"}, Flags: new(0)}}
	l.Weights = map[string]int{"followers": 3, "match": 1}
	l.Ballots = []plan.Ballot{{Version: 1, Voter: "Anna", Saved: ago(2), Votes: []plan.Vote{{Key: viewtest.ID(0), Name: "Lena", Vote: plan.Yes, Comment: "love her"}}}}
	l.Members = []plan.Member{
		{Creator: viewtest.ID(0), Name: "Lena Vogt", Platform: api.PhotoPlatform, Username: "lena", Verdict: plan.Yes, Reason: "knows the shop", Decided: ago(1), Note: "call on Monday", Price: "300 EUR", Place: "Berlin",
			Quotes:  []plan.Quote{{Words: "the oat foam held", Source: "A talk", URL: "https://a.example/1", At: 83 * time.Second, Timed: true, Place: plan.Place{Platform: api.VideoPlatform, ID: "abcdefghijk"}, Pinned: ago(3)}, {Words: "no butter", Source: "A post", Post: viewtest.ID(44), Pinned: ago(2)}},
			Rulings: []plan.Ruling{{Flag: plan.FlagKey(flag("a glass of wine")), Reason: "a recipe", By: "Mia", At: ago(4)}}},
		{Creator: viewtest.ID(1), Name: "Jule Haas", Platform: api.VideoPlatform, Username: "jule", Verdict: plan.Reserve, Seen: &api.ProfileSummary{Platform: api.VideoPlatform, Username: "jule", Followers: &few}},
		{Creator: viewtest.ID(2), Name: "Ute Weiß", Platform: api.PhotoPlatform, Username: "ute", Verdict: plan.No, Reason: "too dear", Price: "5000"},
		{Name: "@ida", Platform: api.VideoPlatform, Username: "ida"},
	}
	posted := ago(3)
	s.env.Plan.Facts = map[string]plan.Facts{
		viewtest.ID(0): {Read: ago(1), When: plan.When{Safety: ago(3)}, Against: l.Against(),
			Profile: &api.Profile{ProfileSummary: api.ProfileSummary{ID: viewtest.ID(70), Platform: api.PhotoPlatform, Username: "lena", URL: "https://photoplatform.example/lena", Followers: &n, EngagementRate: &rate, DataUpdatedAt: &old},
				ProfileDetails: &api.ProfileDetails{Metrics: api.ProfileMetrics{PostsPerWeek: new(2.5)}, Growth: api.ProfileGrowth{Followers30dPct: new(-1.4)}, Activity: api.ProfileActivity{LastPostAt: &posted}}},
			Safety: &api.Safety{Rating: api.RatingB, Confidence: .8, Summary: "read", Flags: []api.Flag{flag("a glass of wine"), flag("more wine")}, Coverage: &api.Coverage{Texts: 2, Of: new(692), Judged: 2}},
			Match:  &api.BriefMatch{Decision: api.DecisionGood, Score: .88, Reasons: []api.Reason{{Text: "speaks of oats", Provenance: api.FromPost, EvidenceQuote: new("the oat foam"), SourcePostID: new(viewtest.ID(44))}, {Text: "lives in Berlin", Provenance: api.FromProfile}}},
			Usual:  &plan.Usual{Rate: 2.9, Of: 21}, Posted: &plan.Posted{Of: 10, Paid: 2, Languages: []string{"German", "English"}}},
		viewtest.ID(2): {Read: ago(200), Safety: &api.Safety{Rating: api.RatingA, Confidence: .3}, Match: &api.BriefMatch{Decision: api.DecisionAvoid, Score: .2}, Against: "another", Usual: &plan.Usual{}, Posted: &plan.Posted{}},
	}
	s.env.Plan.Lists = append(s.env.Plan.Lists, plan.List{ID: "2", Name: "Another list"})
	s.env.Texts = shelf{viewtest.ID(0): {post(44, 3, "#ad the oat foam held, with @roestwerk"), post(45, 4, "a glass of Milchland")}, viewtest.ID(1): {post(46, 5, "Morning.")}}
	s.env.Signer = view.Signer{Name: "Mia", Own: true}
	if err := s.env.Plan.Propose(plan.Proposal{ID: "p", List: "1", Member: plan.Member{Creator: viewtest.ID(9), Name: "Kim"}, Why: "cooks with oats", By: "claude", At: ago(1)}); err != nil {
		t.Fatal(err)
	}
	return s
}

// Every row for everybody, and what opening it leads to.
func TestEveryRow(t *testing.T) {
	s := desk(t)
	steps := []any{viewtest.Step{Name: "what is kept is read", Do: s.Init}}
	for range s.rows() {
		steps = append(steps, keymap.Open, keymap.Down)
	}
	for range s.list().Members {
		steps = append(steps, keymap.NextColumn, keymap.Top, keymap.Open)
		for range s.rows() {
			steps = append(steps, keymap.Down)
		}
	}
	steps = append(steps, keymap.HalfDown, keymap.PageUp, keymap.PrevColumn)
	viewtest.Acted(t, s.env, s, 120, 40, steps...)
}

// What is decided, written, moved and weighed.
func TestADayOfDeciding(t *testing.T) {
	s := desk(t)
	viewtest.Acted(t, s.env, s, 100, 30, viewtest.Step{Name: "what is kept is read", Do: s.Init},
		keymap.Down, keymap.Down, keymap.Down, keymap.Down, keymap.Down, keymap.Weigh, "9", keymap.Weigh, "2", keymap.Weigh, "0", keymap.Top, keymap.SayYes, "still yes", keymap.SayNo, "too far", keymap.SayReserve, "", keymap.Note, "call on Tuesday", keymap.PriceTag, "250 EUR", keymap.Earlier, keymap.Later, keymap.Earlier,
		keymap.CopyTo, 0, keymap.NextColumn, keymap.MoveTo, 0, keymap.Remove, keymap.Down, keymap.Weigh,
		keymap.Proposals, 0, 0, keymap.Votes, "/nowhere/votes.json", keymap.Report, 3, keymap.Export, keymap.Versions, keymap.Send,
		viewtest.Step{Name: "others look on", Do: func() view.Out { s.env.Stage = true; return view.Out{} }}, keymap.Note,
		viewtest.Step{Name: "a click", Do: func() view.Out { return s.Click(40, 12, 100, 30) }}, viewtest.Step{Name: "another", Do: func() view.Out { return s.Click(40, 12, 100, 30) }},
		viewtest.Step{Name: "the wheel", Do: func() view.Out { return s.Scroll(4) }}, keymap.Remove, keymap.Remove, keymap.Remove, keymap.Remove,
		viewtest.Step{Name: "the list goes", Do: func() view.Out { s.env.Plan = &plan.State{}; return s.Update(view.Planned{}) }}, keymap.Proposals)
}

// Gaps are filled one by one and all at once, for what was said.
func TestADayOfReading(t *testing.T) {
	s := desk(t)
	steps := []any{}
	for range s.rows() {
		steps = append(steps, keymap.Fill, keymap.FillAll, keymap.Down)
	}
	steps = append(steps, keymap.News)
	viewtest.Acted(t, s.env, s, 90, 24, steps...)
}

// Votes of a file are taken into the list they are of, and told how they fit.
func TestVotesOfAFile(t *testing.T) {
	s := desk(t)
	dir := t.TempDir()
	file := func(name, list string) string {
		path := filepath.Join(dir, name)
		raw := `{"format":"greenroom-votes/1","list":"` + list + `","version":1,"voter":"Ben","saved_at":"2026-03-09T10:00:00Z","votes":[{"creator":"` + viewtest.ID(1) + `","name":"Jule","vote":"no","comment":"too loud"},{"creator":"gone","name":"Gone","vote":"yes","comment":""}]}`
		if err := os.WriteFile(path, []byte(raw), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct {
		path, says string
		bad        bool
	}{
		{file("a b.json", "1"), "Votes of Ben: Ben voted on edition 1, which was not written here: only votes on those who are on this list count; Ben's vote on Gone is kept apart: not on the list any more.", false},
		{file("c.json", "2"), "No votes taken: Ben voted on another list. Open that one, or use greenroom shortlist votes.", true},
		{filepath.Join(dir, "none"), "No votes taken: there is no file " + filepath.Join(dir, "none") + ". Check the name.", true},
	} {
		for _, typed := range []string{c.path, " '" + c.path + "' ", `"` + c.path + `"`} {
			out := view.As[*view.Prompt](s.askVotes()).Done(typed).Cmd().(view.Out)
			said := out.Toast.Text.String()
			if out.Change != nil {
				said = out.Change.Said.String()
			}
			if said != c.says || out.Toast.Bad != c.bad || (out.Change == nil) != c.bad {
				t.Errorf("%s: %q", typed, said)
			}
		}
	}
	out := takeVotes(*s.list(), file("d.json", "1"), s.env.Now)
	if err := out.Change.Edit(s.env.Plan); err != nil || out.Change.Label != "votes of Ben" {
		t.Fatal(err)
	}
	held := map[string]string{"agreement": "≠ 1~ 1- 1?", "client Anna": "open", "client Ben": "- no too loud"}
	for _, r := range s.reviewRows() {
		v := r.cell(s, s.list().Members[1], plan.Facts{})
		if got := v.text.String(); got != held[r.name] || r.name == "client Ben" && v.full.String() != "- no, Ben on 9 Mar 26: too loud" {
			t.Errorf("%s: %q, %q", r.name, got, v.full)
		}
		delete(held, r.name)
	}
	if len(held) > 0 {
		t.Errorf("no row of %v", held)
	}
	for _, c := range []struct {
		said       []plan.Verdict
		told, full string
	}{
		{[]plan.Verdict{plan.Yes, plan.No, plan.No}, "≠ 2 no, 1 yes", "they differ: 2 no, 1 yes"},
		{[]plan.Verdict{plan.Yes, "", plan.No}, "≠ 1+ 1- 1?", "they differ: 1 yes, 1 no, 1 open"},
		{[]plan.Verdict{plan.Maybe, "", plan.Maybe}, "2~ 1?", "= 2 reserve, 1 open"},
		{[]plan.Verdict{plan.Yes, plan.Yes, plan.No, plan.Reserve, "", ""}, "≠ 2+ 1~ 1- 2?", "they differ: 2 yes, 1 reserve, 1 no, 2 open"},
		{[]plan.Verdict{plan.Maybe, plan.Reserve}, "= all reserve", ""}, // a client's word for it
		{[]plan.Verdict{plan.Yes, plan.Yes}, "= all yes", ""},
		{[]plan.Verdict{plan.Yes, "", "", plan.Yes, ""}, "2+ 3?", "= 2 yes, 3 open"},
		{[]plan.Verdict{"", plan.Yes}, "1 yes, 1 open", "1 yes, 1 open"}, {[]plan.Verdict{plan.Yes}, "1 yes", "1 yes"}, {[]plan.Verdict{"", ""}, "open", ""},
	} {
		if v := s.tally(c.said); v.text.String() != c.told || v.full.String() != c.full {
			t.Errorf("%q are %q: %q", c.said, v.text, v.full)
		}
	}
	l := s.list() // since that file somebody was judged otherwise, and the clock of it went ahead
	l.Editions = []plan.Edition{{Version: 3}}
	l.Ballots[len(l.Ballots)-1].Saved = s.env.Now.AddDate(1, 0, 0)
	for _, r := range s.reviewRows() {
		if v := r.cell(s, l.Members[1], plan.Facts{}); r.name == "client Ben" && !strings.HasSuffix(v.full.String(), " by a clock that goes ahead, of edition 1 and not 4: too loud") {
			t.Errorf("%q", v.full)
		}
	}
}
