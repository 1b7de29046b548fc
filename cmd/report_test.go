package cmd

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/cmd/run"
	"greenroom/views/view"
)

// launch is a list of five of the sample world, read as the workbench reads it.
func launch(t *testing.T, s *shell) plan.List {
	t.Helper()
	s.enter()
	ctx := t.Context()
	conn, err := run.Connect(ctx, run.At{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	c := conn.Client
	limit := 8
	found, _, err := c.Search(ctx, api.SearchRequest{Query: "plant-based weeknight cooking", Limit: &limit})
	must(err)
	l := plan.List{ID: "7c0f0d5e-0000-4000-8000-000000000001", Name: "Weeknight oat cuisine", Changed: time.Now(), Brief: plan.Brief{
		Text:  "We launch an oat cuisine for quick dinners in Germany and Austria in spring. Creators who cook plant-based on weeknights and say so in their own words.",
		Query: "plant-based weeknight dinners", Wishes: []string{"cooks on weeknights"}, NoGos: []string{"dairy brands"}, Rules: plan.Rules{Rating: api.RatingB},
	}}
	facts := map[string]plan.Facts{}
	for i, r := range found.Data[:5] {
		p := r.PrimaryProfile
		m := plan.Member{Creator: r.Creator.ID, Name: r.Creator.Name, Platform: p.Platform, Username: p.Username, Seen: p, Place: view.PlaceIn(r.Match)}
		m.Verdict = []plan.Verdict{plan.Yes, plan.Yes, plan.Reserve, plan.Yes, plan.No}[i]
		m.Reason = []string{"Cooks plant-based every week and says why.", "Short recipes that fit on a box.", "Good fit, but posts seldom.", "Explains oat in place of cream.", "Too close to a rival."}[i]
		l.Members = append(l.Members, m)
		facts[m.Key()] = plan.Facts{}
	}
	l.Members[0].Note, l.Members[1].Price = "Ask her agent first, reach agent@example.org", "EUR 1,900 a reel"
	against := l.Against()
	for i := range l.Members[:4] {
		m := &l.Members[i]
		f := facts[m.Key()]
		profiles, _, err := c.Profiles(ctx, []api.ProfileRef{{Platform: m.Platform, Username: m.Username}}, api.ModeDetailed)
		must(err)
		safety, _, err := c.SafetyOfCreators(ctx, view.CreatorRefs([]plan.Member{*m}))
		must(err)
		match, _, err := c.Match(ctx, view.CreatorRefs([]plan.Member{*m}), l.Brief.Intent(l.Name))
		must(err)
		alike, _, err := c.Lookalike(ctx, view.AlikeRequest(*m))
		must(err)
		_, _, err = c.Posts(ctx, client.PostsParams{CreatorID: m.Creator, Sort: api.SortRecent, Limit: view.PostsPage})
		must(err)
		usual := view.UsualOf(alike.Data)
		f.Profile, f.Safety, f.Match, f.Against, f.Usual = &profiles.Data[0], &safety.Data[0].Safety, &match.Data[0].Match, against, &usual
		facts[m.Key()] = f.Dated(plan.Facts{}, time.Now())
		for _, why := range f.Match.Reasons {
			if why.EvidenceQuote != nil && len(m.Quotes) < 2 {
				m.Quotes = append(m.Quotes, plan.Quote{Words: *why.EvidenceQuote, Source: "Post of @" + m.Username, URL: f.Profile.URL, Pinned: time.Now()})
			}
		}
	}
	book, err := conn.Plan(ctx)
	must(err)
	defer book.Close()
	_, err = book.Do(ctx, "list", func(st *plan.State) error {
		st.Lists, st.Last = append(st.Lists, l), l.ID
		for key, f := range facts {
			st.Facts[key] = f
		}
		return nil
	})
	must(err)
	return l
}

// history writes the followers of earlier months into the store, as a table that is imported.
func history(t *testing.T, s *shell, l plan.List) {
	t.Helper()
	for i, days := range []int{300, 180, 150, 120, 90, 60, 30} {
		at := time.Now().AddDate(0, 0, -days)
		var b strings.Builder
		b.WriteString("platform,username,followers\n")
		for k, m := range l.Members[:3] {
			n := *m.Seen.Followers
			fmt.Fprintf(&b, "%s,%s,%d\n", m.Platform, m.Username, n-n*int64((7-i)*(k+1))/90)
		}
		path := filepath.Join(t.TempDir(), at.Format("2006-01-02")+".csv")
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		s.ok("", "import", path, "--as-of", at.Format("2006-01-02"))
	}
}

// A report is written of what is kept, without a call; what is left out is told first, and no
// file is written over. Votes that come back are merged, and hostile ones refused.
func TestReport(t *testing.T) {
	s := builtInShell(t)
	if early := s.run("", "report", "Oat drink"); early.code != run.ExitNotFound || !strings.Contains(early.errs, "built-in service, has no list yet") {
		t.Fatalf("exit %d %s", early.code, early.errs)
	}
	l := launch(t, s)
	history(t, s, l)
	calls := s.ok("", "journal", "-o", "csv")
	dir := t.TempDir()
	file := filepath.Join(dir, "r.html")
	r := s.run("", "report", l.Name, "--client", "Haferhof", "-o", file)
	if r.code != run.ExitOK || !strings.Contains(r.errs, "Left out: 1 note; 1 fee; 1 reason of a “no”") || !strings.Contains(r.out, file) {
		t.Fatalf("exit %d\n%s\n%s", r.code, r.errs, r.out)
	}
	raw, err := os.ReadFile(file)
	if err != nil || len(raw) > 300<<10 {
		t.Fatalf("%d bytes, %v", len(raw), err)
	}
	for _, no := range []string{"agent@example.org", "1,900", "Too close to a rival", "Ask her agent"} {
		if strings.Contains(string(raw), no) {
			t.Errorf("the file of a client holds %q", no)
		}
	}
	for _, yes := range []string{"We propose 3 of 5 creators", "<svg class=\"chart\"", "posts read", "From ", "Nobody looked from"} {
		if !strings.Contains(string(raw), yes) {
			t.Errorf("the file lacks %q", yes)
		}
	}
	if folder := os.Getenv("GREENROOM_PICTURES"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, "report.html"), raw, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if again := s.run("", "report", l.Name, "-o", file); again.code != run.ExitUsage || !strings.Contains(again.errs, "--force") {
		t.Errorf("exit %d %s", again.code, again.errs)
	}
	if dry := s.run("", "report", l.ID, "--dry-run", "-o", filepath.Join(dir, "no.html")); dry.code != run.ExitOK || !strings.Contains(dry.errs, "Left out") || dry.out != "" {
		t.Errorf("exit %d %s", dry.code, dry.errs)
	}
	for _, format := range []string{"md", "json", "xlsx"} {
		s.ok("", "report", l.Name, "--for", "team", "-o", filepath.Join(dir, "t."+format))
	}
	for line, says := range map[string]string{"report none": "There are:", "report " + l.ID + " --lang it": "--lang must be", "report " + l.ID + " --for boss": "client or team", "report " + l.ID + " -o x.doc": "--format must be", "report " + l.ID + " --colour red": "is no colour", "report " + l.ID + " --with salt": "--with must be"} {
		if bad := s.run("", strings.Fields(line)...); bad.code == run.ExitOK || !strings.Contains(bad.errs, says) {
			t.Errorf("%s: exit %d %s", line, bad.code, bad.errs)
		}
	}
	if light := s.run("", "report", l.ID, "--colour", "#ffee00", "--dry-run"); !strings.Contains(light.errs, "contrast") {
		t.Error(light.errs)
	}
	if now := s.ok("", "journal", "-o", "csv"); now != calls {
		t.Errorf("a report made calls:\n%s\nbefore\n%s", now, calls)
	}
	votesComeBack(t, s, l)
}

// votesComeBack merges three files, one of a hostile hand.
func votesComeBack(t *testing.T, s *shell, l plan.List) {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, change func(map[string]any)) string {
		v := map[string]any{"format": "greenroom-votes/1", "list": l.ID, "version": 1, "voter": name, "saved_at": "2026-03-02T10:00:00Z", "votes": []map[string]any{{"creator": l.Members[0].Key(), "name": l.Members[0].Name, "vote": "yes", "comment": "Love it"}}}
		change(v)
		raw, _ := json.Marshal(v)
		path := filepath.Join(dir, name+".json")
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	same := func(map[string]any) {}
	anna, ben := write("Anna", same), write("Ben", same)
	evil := write("Eve", func(v map[string]any) { v["admin"] = true })
	r := s.run("", "shortlist", "votes", anna, ben, evil)
	if r.code != run.ExitPartly || !strings.Contains(r.out, l.Members[0].Name) || !strings.Contains(r.errs, "Eve.json is not taken") {
		t.Errorf("exit %d\n%s\n%s", r.code, r.out, r.errs)
	}
	away := write("Cleo", func(v map[string]any) { v["list"] = "ffffffff-ffff-4fff-8fff-ffffffffffff" })
	if r = s.run("", "shortlist", "votes", away, evil); r.code != run.ExitPartly || r.out != "" || !strings.Contains(r.errs, "the votes of Cleo are on a list that is not on this machine") || strings.Count(r.errs, "Eve.json is not taken") != 1 {
		t.Errorf("nothing was taken, exit %d\n%s\n%s", r.code, r.out, r.errs)
	}
	if got := s.ok("", "shortlist", "votes", anna, "-o", "csv", "--fields", "name,yes"); !strings.Contains(got, l.Members[0].Name+`",2`) {
		t.Error(got)
	}
}
