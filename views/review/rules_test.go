package review

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// shelf holds texts by creator; one without texts cannot be read.
type shelf map[string][]view.Written

func (s shelf) Written(_ context.Context, of []plan.Member) ([][]view.Written, error) {
	if s == nil {
		return nil, errors.New("no disk")
	}
	out := make([][]view.Written, len(of))
	for i, m := range of {
		out[i] = s[m.Creator]
	}
	return out, nil
}

func (shelf) Find(context.Context, string) ([]view.Found, error) { return nil, nil }

func post(n int, day int, words string) view.Written {
	w := view.Written{Place: plan.Place{Platform: api.PhotoPlatform, ID: viewtest.ID(n)}, Post: viewtest.ID(n), Words: words}
	if day > 0 {
		w.Posted = time.Date(2026, 5, day, 0, 0, 0, 0, time.UTC)
	}
	return w
}

// ruled is a review of two creators by rules, with what is kept of the first.
func ruled(t *testing.T, rules plan.Rules, kept view.Texts) *Screen {
	t.Helper()
	s, _ := reviewed(t, 2, "Lena Vogt")
	s.env.Plan.Lists[0].Brief.Rules, s.env.Texts = rules, kept
	s.row = rowOf("rules")
	viewtest.Run(s, s.Init())
	return s
}

func says(s *Screen, i int) string {
	m := s.list().Members[i]
	return s.rulesCell(m, s.facts(m)).full.String()
}

// Words are found whole, in any case, with their plurals, and letter for letter otherwise.
func TestWhichWordsAreNamed(t *testing.T) {
	for _, c := range []struct {
		word, in string
		want     string // as it stands there; "" is not found
	}{
		{"Oatly", "I love OATLY so", "OATLY"}, {"Oatly", "Oatly's new carton", "Oatly"}, {"oatly", "#Oatly", "Oatly"}, {"Oatly", "by @oatly_de", "oatly"},
		{"Oatly", "an oatlyish taste", ""}, {"beer", "two beers", "beers"}, {"beer", "a beermat", ""}, {"glass", "both glasses", "glasses"}, {"glass", "glasss", ""},
		{"party", "many Parties", "Parties"}, {"toy", "toys", "toys"}, {"toy", "toies", ""}, {"cheat day", "my Cheat\nDays", "Cheat Days"}, {"cheat day", "cheat my day", ""},
		{"Bär", "an der bar", ""}, {"bar", "der Bär", ""}, {"Bär", "DER BÄR", "BÄR"}, {"Bär", "der Ba\u0308r", "Bär"}, {"ビール", "冷たいビールを飲む", "ビール"},
		{"Oatly", "Oat\u200bly", "Oatly"}, {"7up", "one 7UP", "7UP"}, {"s", "s", "s"}, {"damn", hostile, "damn"},
	} {
		line := text.Join(text.CleanLines(c.in), text.Const(" "))
		got := ""
		if at := names(line, c.word); at != nil {
			got = line.String()[at.From:at.To]
		}
		if bare(got) != bare(c.want) {
			t.Errorf("%q in %q: %q, want %q", c.word, c.in, got, c.want)
		}
	}
}

const hostile = "\x1b[2J\u202edamn\u202c\x07 \x1b]0;title\x07"

// What is broken is told with its place; unknown is no pass, and how much was read
// stands beside it.
func TestRulesOverWhatIsKept(t *testing.T) {
	words := plan.Rules{Competitors: []string{"Oatly"}, Words: []string{"detox"}}
	flags := words
	flags.Kinds = []api.FlagType{api.FlagDrugs}
	kept := shelf{viewtest.ID(0): {post(1, 3, "With Oatly."), post(2, 1, "oatly, and more"), post(3, 0, "Soup.")}}
	for name, c := range map[string]struct {
		rules plan.Rules
		kept  view.Texts
		want  [2]string
	}{
		"breaks":         {words, kept, [2]string{"breaks 1: names Oatly in a post of 3 May 26 and 1 more · read: 3 posts", "unknown: nothing kept yet · read: 0 posts"}},
		"holds":          {plan.Rules{Words: []string{"detox"}}, kept, [2]string{"holds in all that was read: 3 posts", "unknown: nothing kept yet · read: 0 posts"}},
		"no day":         {plan.Rules{Words: []string{"soup"}}, kept, [2]string{"breaks 1: says soup in a post · read: 3 posts", "unknown: nothing kept yet · read: 0 posts"}},
		"with flags":     {flags, kept, [2]string{"breaks 1: names Oatly in a post of 3 May 26 and 1 more; unknown: flags: brand safety is not read · read: 3 posts", "breaks 1: alcohol flag; unknown: nothing kept yet · read: 0 posts"}},
		"flags alone":    {plan.Rules{Kinds: []api.FlagType{api.FlagHate}}, kept, [2]string{"unknown: flags: brand safety is not read", "holds, going by the figures and flags that were read"}},
		"rating":         {plan.Rules{Rating: api.RatingA}, kept, [2]string{"unknown: flags: brand safety is not read", "breaks 1: rating B, at least A"}},
		"most flags":     {plan.Rules{Flags: new(int)}, kept, [2]string{"unknown: flags: brand safety is not read", "breaks 1: 1 flag, at most 0"}},
		"followers":      {plan.Rules{Followers: api.Range{Min: new(1e4)}, Engagement: new(2.0)}, kept, [2]string{"unknown: followers: not known; engagement: not known", "unknown: followers: not known; engagement: not known"}},
		"cannot be read": {words, shelf(nil), [2]string{"unknown: words: what is kept could not be read · read: 0 posts", "unknown: words: what is kept could not be read · read: 0 posts"}},
		"keeps nothing":  {words, nil, [2]string{"unknown: words: no texts are kept here · read: 0 posts", "unknown: words: no texts are kept here · read: 0 posts"}},
		"no rules":       {plan.Rules{}, kept, [2]string{"no rules yet: B writes them into the brief", "no rules yet: B writes them into the brief"}},
	} {
		s := ruled(t, c.rules, c.kept)
		for i, want := range c.want {
			if got := says(s, i); got != want {
				t.Errorf("%s, %d: %q\nwant %q", name, i, got, want)
			}
		}
	}
}

// How many posts there are stands beside how many were read, and numbers are held against
// what is known of them.
func TestFiguresAreTried(t *testing.T) {
	s := ruled(t, plan.Rules{Words: []string{"detox"}, Followers: api.Range{Min: new(1e4), Max: new(5e4)}, Engagement: new(2.0)}, shelf{viewtest.ID(0): {post(1, 3, "Soup.")}})
	posts, many, rate := int64(120), int64(60_000), 1.5
	p := &api.Profile{ProfileSummary: api.ProfileSummary{Platform: api.PhotoPlatform, Followers: &many, EngagementRate: &rate}, ProfileDetails: &api.ProfileDetails{Metrics: api.ProfileMetrics{Posts: &posts}}}
	s.env.Plan.Facts[viewtest.ID(0)] = plan.Facts{Profile: p}
	if got, want := says(s, 0), "breaks 2: 60K followers, at most 50K; ER 1.5%, at least 2.0% · read: 1 of 120 posts"; got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	many, rate = 5_000, 2
	if got, want := says(s, 0), "breaks 1: 5,000 followers, at least 10K · read: 1 of 120 posts"; got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	many = 10_000
	if got, want := says(s, 0), "holds in all that was read: 1 of 120 posts"; got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	other := s.kept.found[viewtest.ID(0)]
	other.posts[api.VideoPlatform] = 4
	if got, want := says(s, 0), "holds in all that was read: 1 of 120 photo posts, 4 on other networks"; got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	delete(other.posts, api.VideoPlatform)
	viewtest.Shows(t, "holds", viewtest.Draw(s, 80, 24), "holds · 1 read", "unknown", "holds in all that was read: 1 of 120 posts")
}

// What was cleared breaks no rule, at any reach; a rating that rests on it in part is not
// known, and one that nobody is sure of is no pass.
func TestClearedFlagsBreakNoRules(t *testing.T) {
	rules := plan.Rules{Kinds: []api.FlagType{api.FlagDrugs}, Flags: new(int), Rating: api.RatingA}
	for _, scope := range []plan.Scope{plan.ThisFlag, plan.SameWords, plan.WholeBrief} {
		s := ruled(t, rules, nil)
		if got := says(s, 1); got != "breaks 3: alcohol flag; 1 flag, at most 0; rating B, at least A" {
			t.Fatal(got)
		}
		judged := s.env.Plan.Facts[viewtest.ID(1)].Safety
		s.list().Decide(1, judged.Flags[0], scope, plan.Ruling{Reason: "a stew"})
		if got := says(s, 1); got != "holds, going by the figures and flags that were read" {
			t.Errorf("scope %d: %s", scope, got)
		}
		judged.Flags = append(judged.Flags, api.Flag{Type: api.FlagHate, Evidence: []string{"x"}})
		if got := says(s, 1); got != "breaks 1: 1 flag, at most 0; unknown: rating: B rests in part on 1 cleared flag" {
			t.Errorf("scope %d: %s", scope, got)
		}
		*judged = api.Safety{Rating: api.RatingA, Confidence: 0.24}
		if got := says(s, 1); got != "unknown: flags: brand safety is only 24% sure" {
			t.Errorf("scope %d: %s", scope, got)
		}
	}
}

// The quotes and flags that break rules are opened where they stand.
func TestWhatBreaksRulesIsOpened(t *testing.T) {
	talk := view.Written{Place: plan.Place{Platform: api.VideoPlatform, ID: "v1"}, Spoken: true, Words: "and here is Oatly again"}
	s := ruled(t, plan.Rules{Competitors: []string{"oatly"}, Kinds: []api.FlagType{api.FlagDrugs}}, shelf{viewtest.ID(1): {post(1, 3, hostile+" With Oatly."), talk}})
	s.col = 1
	if s.Can(keymap.Open) != "" || s.Price(keymap.Open) != "" {
		t.Fatal(s.Can(keymap.Open), s.Price(keymap.Open))
	}
	drawn := viewtest.Draw(s, 120, 36)
	viewtest.Shows(t, "proofs", drawn, "breaks 2", "names oatly in a post of 3 May 26 and 1 more; alcohol flag", "and here is Oatly again")
	if strings.ContainsAny(drawn, "\x1b\u202e\x07") {
		t.Errorf("%q", drawn)
	}
	p := view.As[*view.Pick](s.Do(keymap.Open))
	if p == nil || len(p.Items) != 3 {
		t.Fatalf("%+v", p)
	}
	if to := p.Done(0, "").Nav.To; to != (view.Page{Kind: view.Creator, ID: viewtest.ID(1), Post: viewtest.ID(1), Query: "Oatly"}) {
		t.Errorf("%+v", to)
	}
	if to := p.Done(1, "").Nav.To; to != (view.Page{Kind: view.Transcript, ID: "v1", Platform: api.VideoPlatform, Creator: viewtest.ID(1), Query: "Oatly"}) {
		t.Errorf("%+v", to)
	}
	if out := p.Done(2, ""); view.As[*view.Pick](out) == nil {
		t.Errorf("%+v", out)
	}
}

// What planners write themselves is written where it stands, in the place of the creator.
func TestFeesAndNotesAreWrittenWhereTheyStand(t *testing.T) {
	s := ruled(t, plan.Rules{}, nil)
	for name, title := range map[string]string{"fee": "Fee of ", "fee per 1,000": "Fee of ", "per engagement": "Fee of ", "note": "Note on "} {
		s.row = rowOf(name)
		if p := view.As[*view.Prompt](s.Do(keymap.Open)); p == nil || !strings.HasPrefix(p.Title.String(), title) || s.Price(keymap.Open) != "" {
			t.Errorf("%s: %+v at %q", name, p, s.Price(keymap.Open))
		}
		if hint := s.Hint(keymap.Open); hint == "" || !strings.HasPrefix(strings.ToLower(title), hint) {
			t.Errorf("%s: Enter is told as %q", name, hint)
		}
		s.env.Stage = true // a click presses the same
		if why := s.Can(keymap.Open); why != "Notes and fees stay masked while you present." {
			t.Errorf("%s while presenting: %q", name, why)
		}
		y := headRows(60) + s.row
		if out := s.Click(nameWidth+1, y, 120, 60); s.rows()[s.row].name != name || out.Next != nil {
			t.Errorf("%s opens by a click while presenting: %+v", name, out.Next)
		}
		s.env.Stage = false
		if out := s.Click(nameWidth+1, y, 120, 60); out.Next == nil {
			t.Errorf("a click on %s writes nothing", name)
		}
	}
}

// A changed rule, another creator and posts that were read meanwhile are looked up anew;
// until then it is unknown, and a late answer to what is not asked any more is dropped.
func TestRulesAreTriedAnew(t *testing.T) {
	kept := shelf{viewtest.ID(0): {post(1, 3, "With Oatly.")}}
	s := ruled(t, plan.Rules{Words: []string{"detox"}}, kept)
	late := s.kept
	next := *s.env.Plan
	next.Lists = []plan.List{next.Lists[0]}
	next.Lists[0].Brief.Rules.Words = []string{"oatly"}
	s.env.Plan = &next
	out := s.Update(view.Planned{})
	if got := says(s, 0); got != "unknown: words: being looked up · read: 0 posts" {
		t.Error(got)
	}
	if again := s.Update(late); again.Cmd != nil {
		t.Error("an answer to another question has it looked up once more")
	}
	if got := says(s, 0); !strings.HasPrefix(got, "unknown") {
		t.Errorf("an answer to another question counts: %s", got)
	}
	viewtest.Run(s, out)
	if got := says(s, 0); !strings.HasPrefix(got, "breaks 1: says oatly") {
		t.Error(got)
	}
	if out := s.Update(view.Planned{}); out.Cmd != nil {
		t.Error("the same is looked up again")
	}
}

// Every state of rules and rulings is in the export, and in what is sent.
func TestRulingsAreExported(t *testing.T) {
	s := ruled(t, plan.Rules{Competitors: []string{"Oatly"}, Kinds: []api.FlagType{api.FlagDrugs}}, shelf{viewtest.ID(1): {post(1, 3, "With Oatly.")}})
	f := s.env.Plan.Facts[viewtest.ID(1)].Safety
	f.Flags = append(f.Flags, api.Flag{Type: api.FlagHate, Evidence: []string{"Go away."}}, api.Flag{Type: api.FlagViolence, Evidence: []string{"=kill()"}})
	at := time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC)
	s.list().Decide(1, f.Flags[0], plan.WholeBrief, plan.Ruling{Reason: "a stew", By: "Kim", At: at})
	s.list().Decide(1, f.Flags[1], plan.ThisFlag, plan.Ruling{Stands: true, Reason: "=meant so", By: "Kim", At: at})
	row := s.table().Rows[1]
	got := map[string]any{}
	for i, name := range s.table().Columns {
		got[name] = row[i]
	}
	if got["flags_open"] != 1 || got["flags_confirmed"] != 1 || got["flags_cleared"] != 1 ||
		got["rulings"] != "alcohol or drugs: cleared for everybody on the list by Kim on 4 May 26: a stew\nhate speech: confirmed by Kim on 4 May 26: =meant so" {
		t.Errorf("%+v", got)
	}
	if got["rules"] != "breaks 1: names Oatly in a post of 3 May 26 · read: 1 post" {
		t.Errorf("%q", got["rules"])
	}
	raw, err := s.table().Encode("md")
	if err != nil || !strings.Contains(string(raw), "Competitors: Oatly") || !strings.Contains(string(raw), "Rules: no alcohol") {
		t.Errorf("%s %v", raw, err)
	}
	sending, err := s.prepared()
	if err != nil {
		t.Fatal(err)
	}
	if notes := sending.Body.Notes; !strings.Contains(notes, "hate speech “Go away.” confirmed by Kim on 4 May 26: =meant so") {
		t.Errorf("%q", notes)
	}
	viewtest.Shows(t, "cell", viewtest.Draw(s, 80, 24), "B 1▲ 1! 1✓")
}

// fewer answers for one creator less than were asked for.
type fewer struct{ shelf }

func (f fewer) Written(ctx context.Context, of []plan.Member) ([][]view.Written, error) {
	all, err := f.shelf.Written(ctx, of)
	return all[1:], err
}

// Texts that cannot be read, or are not those of all, prove nothing.
func TestTextsOfFewerThanAskedForAreUnread(t *testing.T) {
	rules := plan.Rules{Words: []string{"vodka"}}
	unread := says(ruled(t, rules, shelf(nil)), 0)
	if got := says(ruled(t, rules, fewer{shelf{}}), 0); got != unread || got == says(ruled(t, rules, shelf{}), 0) {
		t.Errorf("texts of fewer: %q, unread: %q", got, unread)
	}
}
