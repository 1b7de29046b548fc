package report

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
)

func about(change func(*subject)) subject {
	s := subject{words: words{"en"}, list: &plan.List{}, clean: clean, m: plan.Member{Creator: "c", Platform: api.PhotoPlatform}}
	change(&s)
	return s
}

// Each answer of a creator, from nothing known to all.
func TestAnswers(t *testing.T) {
	n, rate, then := int64(48213), 4.1, at
	seen := &api.ProfileSummary{Followers: &n, EngagementRate: &rate, DataUpdatedAt: &then}
	profile := &api.Profile{ProfileSummary: *seen, ProfileDetails: &api.ProfileDetails{Growth: api.ProfileGrowth{Followers30dPct: new(-1.5)}, Metrics: api.ProfileMetrics{PostsPerWeek: new(2.25)}, Activity: api.ProfileActivity{LastPostAt: &then}}}
	bare := &api.Profile{ProfileSummary: *seen}
	flag := api.Flag{Type: api.FlagMisc, Evidence: []string{"wine"}}
	of, few := new(3), new(100)
	read, when := at.AddDate(0, 0, 1), at.AddDate(0, 0, 2)
	set := func(f plan.Facts) func(*subject) {
		return func(s *subject) { f.Read = read; s.f = f; s.list.Brief.Cleared = nil }
	}
	cleared := func(f plan.Facts) func(*subject) {
		return func(s *subject) { s.f, s.m.Rulings = f, []plan.Ruling{{Flag: plan.FlagKey(flag)}} }
	}
	safety := func(s api.Safety) plan.Facts { return plan.Facts{Safety: &s} }
	covered := func(texts, judged int, of *int, unread ...api.Unread) *api.Coverage {
		return &api.Coverage{Texts: texts, Judged: judged, Of: of, Unread: unread}
	}
	const none = "unknown||||"
	for _, c := range []struct {
		key    string
		change func(*subject)
		want   string // text|number|unit|day and whether by then|rank
	}{
		{"followers", func(*subject) {}, none}, {"followers", func(s *subject) { s.m.Seen = seen }, "48,213|48213|count|1 Mar 2026|48213"}, {"followers", func(s *subject) { s.m.Seen = &api.ProfileSummary{} }, none},
		{"followers", set(plan.Facts{Profile: bare}), "48,213|48213|count|1 Mar 2026|48213"},
		{"followers", set(plan.Facts{Profile: &api.Profile{ProfileSummary: api.ProfileSummary{Followers: &n}}}), "48,213|48213|count||48213"},
		{"er", func(*subject) {}, none}, {"er", func(s *subject) { s.m.Seen = seen }, "4.1%|4.1|percent|1 Mar 2026|4.1"}, {"er", func(s *subject) { s.m.Seen = &api.ProfileSummary{DataUpdatedAt: &then} }, none},
		{"usual", func(*subject) {}, none}, {"usual", set(plan.Facts{Usual: &plan.Usual{Rate: 2, Of: 0}}), "too few known||||"}, {"usual", set(plan.Facts{Usual: &plan.Usual{Of: 9}}), "too few known||||"},
		{"usual", set(plan.Facts{Usual: &plan.Usual{Rate: 2.05, Of: 1}}), "usual: 2.0%|||by 2 Mar 2026|"}, {"usual", set(plan.Facts{Usual: &plan.Usual{Rate: 2, Of: 9}, Profile: bare, When: plan.When{Usual: when}}), "2.0 × the usual|2.05|times|3 Mar 2026|2.05"},
		{"growth", func(*subject) {}, none}, {"growth", set(plan.Facts{Profile: bare}), none}, {"growth", set(plan.Facts{Profile: profile}), "−1.5%|-1.5|percent|1 Mar 2026|-1.5"},
		{"weekly", set(plan.Facts{Profile: profile}), "2.2|2.25|count|1 Mar 2026|2.25"},
		{"lastpost", set(plan.Facts{Profile: bare}), none}, {"lastpost", set(plan.Facts{Profile: profile}), fmt.Sprintf("1 Mar 2026|%.6g|day|1 Mar 2026|%.6g", float64(at.Unix()), float64(at.Unix()))},
		{"match", func(*subject) {}, none}, {"match", set(plan.Facts{Match: &api.BriefMatch{Decision: api.DecisionGood, Score: .88}}), "good 0.88|0.88|score|by 2 Mar 2026|0.88"},
		{"safety", func(*subject) {}, none},
		{"safety", set(safety(api.Safety{Rating: api.RatingA, Confidence: .5})), "A, no flags in what was read|||by 2 Mar 2026|-0"},
		{"safety", set(safety(api.Safety{Rating: api.RatingA, Confidence: .49})), "A, only 49.0% sure|||by 2 Mar 2026|"},
		{"safety", set(safety(api.Safety{Rating: api.RatingA, Confidence: .5, Coverage: covered(2, 2, few)})), "A, no flags in what was read|||by 2 Mar 2026|"},
		{"safety", set(safety(api.Safety{Rating: api.RatingB, Confidence: .4, Flags: []api.Flag{flag}})), "B, 1 flag not cleared|||by 2 Mar 2026|-1"},
		{"safety", set(safety(api.Safety{Rating: api.RatingB, Confidence: .6, Flags: []api.Flag{flag, flag}})), "B, 2 flags not cleared|||by 2 Mar 2026|-2"},
		{"safety", cleared(safety(api.Safety{Rating: api.RatingB, Confidence: .6, Flags: []api.Flag{flag}})), "B, all flags cleared by us||||-0"},
		{"safety", set(safety(api.Safety{Rating: api.RatingA, Confidence: .9, Flags: []api.Flag{flag}, Coverage: covered(5, 2, nil, api.Unread{Language: "nl"})})), "not judged: most texts are in a language that is not measured|||by 2 Mar 2026|"},
		{"covered", func(*subject) {}, none}, {"covered", set(safety(api.Safety{})), none}, {"covered", set(safety(api.Safety{Coverage: covered(1, 1, nil)})), "1 text|||by 2 Mar 2026|"},
		{"covered", set(safety(api.Safety{Coverage: covered(2, 1, of)})), "2 texts; there are 3 posts|||by 2 Mar 2026|"},
		{"rules", func(*subject) {}, none}, {"rules", func(s *subject) { s.rules = map[string]string{"c": "breaks none"} }, "breaks none||||"},
		{"paid", func(*subject) {}, none}, {"paid", set(plan.Facts{Posted: &plan.Posted{}}), "no posts||||"}, {"paid", set(plan.Facts{Posted: &plan.Posted{Of: 10, Paid: 2}}), "2 of 10 posts|||by 2 Mar 2026|"},
		{"languages", func(*subject) {}, none}, {"languages", set(plan.Facts{Posted: &plan.Posted{Of: 3}}), "not recognized||||"}, {"languages", set(plan.Facts{Posted: &plan.Posted{Of: 3, Languages: []string{"German", "English"}}}), "German, English|||by 2 Mar 2026|"},
		{"payers", func(*subject) {}, none}, {"payers", func(s *subject) { s.worded = 3 }, "none in 3 posts||||"},
		{"payers", func(s *subject) {
			s.worded, s.payers = 3, []Payer{{Name: "A", Posts: 2}, {Posts: 1}, {Name: "C", Rival: true, Posts: 1}}
		}, "A 2×, not named 1×, C (rival of the brief) 1×||||"},
		{"payers", func(s *subject) {
			s.worded, s.payers = 3, []Payer{{Name: "A"}, {Name: "B"}, {Name: "C"}, {Name: "D"}, {Name: "E"}}
		}, "A 0×, B 0×, C 0×, 2 more||||"},
		{"proof", func(*subject) {}, "none||||"}, {"proof", func(s *subject) { s.m.Quotes = []plan.Quote{{}, {}} }, "2 quotes|2|count||2"},
		{"verdict", func(*subject) {}, "Open||||"}, {"verdict", func(s *subject) { s.m.Verdict = plan.Reserve }, "Reserve||||"},
		{"place", func(s *subject) { s.m.Place = " Graz\x07 " }, "Graz||||"}, {"fee", func(*subject) {}, none}, {"fee", func(s *subject) { s.m.Price = "300" }, "300||||"}, {"note", func(s *subject) { s.m.Note = "n" }, "n||||"}, {"because", func(s *subject) { s.m.Reason = "r" }, "r||||"},
	} {
		var got Value
		for _, q := range questions {
			if q.key == c.key {
				got = q.of(about(c.change))
			}
		}
		number, day, rank := "", "", ""
		if got.Number != nil {
			number = fmt.Sprintf("%.6g", *got.Number)
		}
		if got.At != nil {
			day = Report{words: words{"en"}}.Measured(got)
		}
		if got.rank != nil {
			rank = fmt.Sprintf("%.6g", *got.rank)
		}
		if text := strings.Join([]string{got.Text, number, string(got.Unit), day, rank}, "|"); text != c.want || got.Known == (text == none || got.Text == "none") || got.Known && got.From == "" && got.At != nil {
			t.Errorf("%s: %s (known %v, from %q)\nwant %s", c.key, text, got.Known, got.From, c.want)
		}
	}
}

func TestKeys(t *testing.T) {
	if len(Keys()) != len(questions) || Keys()[2] != "followers" {
		t.Error(Keys())
	}
}

// The best of a row has more than another; who was rejected is no best, and is measured by
// those who were not.
func TestTheBestOfARow(t *testing.T) {
	row := func(values ...float64) (all []Creator) {
		for _, v := range values {
			c := Creator{Values: make([]Value, len(questions))}
			for i, q := range questions {
				c.Values[i].Key = q.key
			}
			if v > -100 {
				c.Values[2].rank = &v
				c.Values[4].rank = &v
			}
			all = append(all, c)
		}
		return all
	}
	for _, c := range []struct {
		values   []float64
		rejected int
		best     string
		shares   string
	}{
		{[]float64{1, 2, 4}, -1, "[false false true]", "[0.25 0.5 1]"}, {[]float64{4, 4, 1}, -1, "[true true false]", "[1 1 0.25]"}, {[]float64{4, 4}, -1, "[false false]", "[1 1]"},
		{[]float64{4}, -1, "[false]", "[1]"}, {[]float64{4, -100}, -1, "[false false]", "[1 0]"}, {[]float64{1, 2, 8}, 2, "[false true false]", "[0.5 1 1]"}, {[]float64{1, 2, 1}, 2, "[false true false]", "[0.5 1 0.5]"},
		{[]float64{8}, 0, "[false]", "[0]"}, {[]float64{-2, -1}, -1, "[false true]", "[0 0]"}, {[]float64{0, 0}, -1, "[false false]", "[0 0]"}, {[]float64{-2, 4}, -1, "[false true]", "[0 1]"},
	} {
		all := row(c.values...)
		if c.rejected >= 0 {
			all[c.rejected].Verdict = plan.No
		}
		rank(all)
		var best []bool
		var shares []float64
		for _, one := range all {
			best, shares = append(best, one.Values[2].Best), append(shares, one.Values[2].Share)
			if one.Values[4].Share != 0 || one.Values[2].Percent() != 100*one.Values[2].Share {
				t.Errorf("%v: %v", c.values, one.Values[4])
			}
		}
		if fmt.Sprint(best) != c.best || fmt.Sprint(shares) != c.shares {
			t.Errorf("%v: %v, %v", c.values, best, shares)
		}
	}
}

// Who ruled, when and why, as far as it is known.
func TestRulingsInWords(t *testing.T) {
	for want, r := range map[string]*plan.Ruling{
		"": nil, "Kim, 1 Mar 2026: said of a machine": {By: "Kim", At: at, Reason: "said of a machine"}, "Kim: why": {By: "Kim", Reason: "why"}, "1 Mar 2026": {At: at}, "why": {Reason: "why"}, "Kim": {By: "Kim"},
	} {
		if got := about(func(*subject) {}).ruling(r); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What changed between two editions, each once.
func TestSince(t *testing.T) {
	edition := func(names string) (e plan.Edition) {
		for _, n := range strings.Fields(names) {
			key, no := strings.CutSuffix(n, "-")
			m := plan.Named{Key: key, Name: key}
			if no {
				m.Verdict = plan.No
			}
			e.Members = append(e.Members, m)
		}
		return e
	}
	for _, c := range []struct{ a, b, want string }{
		{"a b", "b a", "the order changed"}, {"a b", "a", "b removed"}, {"a", "a b c", "b added, c added"}, {"a b c", "a x", "b replaced by x, c removed"}, {"a b", "a x y", "b replaced by x, y added"},
		{"a b", "a- b", "1 of our verdicts changed"}, {"a b- c", "a- b x", "c replaced by x, 2 of our verdicts changed"},
	} {
		if got := since(edition(c.a), edition(c.b)); got != c.want {
			t.Errorf("%s to %s: %s", c.a, c.b, got)
		}
	}
	l := plan.List{Members: []plan.Member{{Creator: "a", Name: "A"}}}
	if got := Fit(l, plan.Ballot{Voter: "Eve", Version: 7, Votes: []plan.Vote{{Key: "a", Name: "A"}}}); len(got) != 1 || !strings.Contains(got[0], "edition 7, which was not written here") {
		t.Errorf("%q", got)
	}
	l.Editions = []plan.Edition{l.Edition(time.Time{})}
	if got := Fit(l, plan.Ballot{Voter: "Eve", Version: 1, Votes: []plan.Vote{{Key: "a", Name: "A"}}}); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

// The limits of a file of votes, and what it may name.
func TestLimitsOfVotes(t *testing.T) {
	file := func(voter, votes, more string) string {
		return fmt.Sprintf(`{"format":"greenroom-votes/1","list":"oat","version":1,"voter":%q,"saved_at":"2026-03-02T10:00:00+01:00","votes":[%s]}%s`, voter, votes, more)
	}
	vote := func(creator, comment string) string {
		return fmt.Sprintf(`{"creator":%q,"name":"Lena","vote":"maybe","comment":%q}`, creator, comment)
	}
	whole := file("Eve", vote("lena", ""), "")
	for name, c := range map[string]struct{ file, says string }{
		"as it is": {whole, ""}, "the longest": {whole + strings.Repeat(" ", 64<<10-len(whole)), ""}, "too long": {whole + strings.Repeat(" ", 64<<10-len(whole)+1), "it has more than 64 kB"},
		"something behind": {whole + "{}", "something stands behind"}, "no text": {file("Eve", vote("lena", ""), "\xff"), "it is no text"},
		"a name": {file(strings.Repeat("ö", 80), vote("lena", ""), ""), ""}, "a long name": {file(strings.Repeat("ö", 81), vote("lena", ""), ""), "more than 80 characters"}, "no name": {file(" ", vote("lena", ""), ""), "has no name"},
		"a comment": {file("Eve", vote("lena", strings.Repeat("ö", 280)), ""), ""}, "a long comment": {file("Eve", vote("lena", strings.Repeat("ö", 281)), ""), "more than 280 characters"},
		"nobody": {file("Eve", vote("", ""), ""), "names nobody"}, "nobody to be seen": {file("Eve", vote(" ", ""), ""), "names nobody"},
		"twice": {file("Eve", vote("lena", "")+","+vote("lena", ""), ""), "somebody twice"}, "twice, with a blank": {file("Eve", vote("lena", "")+","+vote("lena ", ""), ""), "somebody twice"},
		"twice, hidden": {file("Eve", vote("lena", "")+","+vote("le\u202ena", ""), ""), "somebody twice"}, "two": {file("Eve", vote("lena", "")+","+vote("hugo", ""), ""), ""},
		"another format": {strings.Replace(whole, "votes/1", "votes/2", 1), "its format is"}, "no list": {strings.Replace(whole, `"oat"`, `""`, 1), "which list"}, "no time": {strings.Replace(whole, "2026-03-02T10:00:00+01:00", "0001-01-01T00:00:00Z", 1), "which list"},
	} {
		list, b, err := ReadVotes([]byte(c.file))
		if (err == nil) != (c.says == "") || err != nil && (!strings.Contains(err.Error(), c.says) || list != "") {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil && (list != "oat" || b.Version != 1 || b.Saved.Format(time.RFC3339) != "2026-03-02T09:00:00Z" || b.Votes[0].Key != "lena" || b.Votes[0].Name != "Lena" || b.Votes[0].Vote != plan.Maybe) {
			t.Errorf("%s: %s, %+v", name, list, b)
		}
	}
	l := plan.List{Members: []plan.Member{{Creator: "lena", Name: "Lena"}}, Ballots: []plan.Ballot{{Voter: "Eve", Votes: []plan.Vote{{Key: "lena", Vote: plan.Yes, Comment: "c"}, {Key: "hugo", Name: "Hugo", Vote: plan.No}}}, {Voter: "Ann", Votes: []plan.Vote{{Key: "lena", Vote: plan.Maybe}, {Key: "hugo"}}}}}
	if got, want := fmt.Sprint(Tallies(l)), "[{lena Lena true 1 1 0 [Eve: c]} {hugo Hugo false 0 0 1 []}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
