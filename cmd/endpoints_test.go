package cmd

import (
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"greenroom/cmd/run"

	"github.com/spf13/cobra"
)

// leaves are the commands that ask a service, by their words.
func leaves(all []*cobra.Command, above string) []string {
	var names []string
	for _, c := range all {
		name := strings.TrimSpace(above + " " + c.Name())
		if c.HasSubCommands() {
			names = append(names, leaves(c.Commands(), name)...)
		} else if asks(c) {
			names = append(names, name)
		}
	}
	return names
}

// commandLines is one command line for each endpoint, and what its table says.
func commandLines(s *shell) map[string]string {
	post := lines(s.ok("", "posts", "photoplatform:lenacooks", "--limit", "1", "-o", "jsonl", "--fields", "id,platform_id"))[0]
	var p struct {
		ID   string `json:"id"`
		Code string `json:"platform_id"`
	}
	if err := json.Unmarshal([]byte(post), &p); err != nil {
		s.t.Fatal(err)
	}
	video := strings.Trim(lines(s.ok("", "posts", "videoplatform:lenacooks", "--limit", "1", "-o", "csv", "--fields", "platform_id"))[1], `"`)
	session := lines(s.ok("", "search", "vegan food", "--limit", "12"))
	id := session[len(session)-1][strings.LastIndex(session[len(session)-1], " ")+1:]
	stored := s.ok("", "shortlists", "create", "--name", "Spring", "--brief", "protein", "--profile", "photoplatform:lenacooks", "-o", "jsonl", "--fields", "id")
	list := strings.Split(stored, `"`)[3]
	return map[string]string{
		"search vegan food --limit 12":                "12 of ",
		"session " + id:                               "12 of ",
		"interpret vegan cooks, no politics, women":   "not used: “women”",
		"interpret more than 1.5m followers":          "only: followers at least 1500000 (",
		"autocomplete lenacooks":                      "Lena Vogt",
		"lookalike @lenacooks=0.5 --limit 2":          "SHARED",
		"ingest photoplatform:lenacooks":              "existing",
		"creator @lenacooks":                          "Lena Vogt",
		"profiles @lenacooks":                         "@lenacooks",
		"posts @lenacooks --limit 2":                  "CAPTION",
		"match --query vegan @lenacooks":              "Lena Vogt",
		"safety creators @lenacooks":                  "Lena Vogt",
		"safety profiles photoplatform:lenacooks":     "RATING",
		"safety posts " + p.ID:                        p.ID,
		"analyze --ai " + p.ID:                        p.ID,
		"emails @lenacooks":                           "hello@lenacooks.example",
		"post " + p.Code:                              p.Code,
		"transcript videoplatform:" + video:           "captions",
		"live-profile shortvideoplatform:lenacooks":   "@lenacooks",
		"video " + video:                              video,
		"videos vegan --limit 2":                      "CHANNEL",
		"suggest vegan":                               "vegan",
		"channel lenacooks --videos 1":                "words",
		"health":                                      "up",
		"shortlists list":                             "Spring",
		"shortlists show " + list:                     "photoplatform:lenacooks",
		"shortlists replace " + list + " --notes new": "new",
		"shortlists create --name x --brief y --profile photoplatform:lenacooks": "Members",
		"shortlists delete " + list: list,
	}
}

// elsewhere are commands that print and are no endpoint, with the test they have.
var elsewhere = map[string]string{"shortlist send": "TestListsTravelByCommand", "shortlist unsend": "TestListsTravelByCommand", "shortlist take": "TestListsTravelByCommand",
	"shortlists versions": "TestListsTravelByCommand", "shortlist sheet": "TestListsTravelByCommand", "import": "TestHostileBio", "list": "TestScripts", "journal settle": "TestKilledSearchesAreSettled", "report": "TestReport", "shortlist votes": "TestReport"}

// Every command that asks the service prints a table for people and the
// contract's JSON for programs.
func TestEveryCommand(t *testing.T) {
	s := newShell(t)
	tried := map[string]bool{}
	all := commandLines(s)
	for line, says := range all {
		for _, name := range leaves(newRoot().Commands(), "") {
			if line == name || strings.HasPrefix(line, name+" ") {
				tried[name] = true
			}
		}
		if strings.HasPrefix(line, "shortlists delete") {
			continue // last
		}
		checkCommand(t, s, strings.Fields(line), says)
	}
	for line, says := range all {
		if words := strings.Fields(line); strings.HasPrefix(line, "shortlists delete") {
			if got := s.ok("", append(words, "-o", "json")...); !strings.Contains(got, `"id": "`+says) {
				t.Errorf("%s:\n%s", line, got)
			}
			if r := s.run("", words...); r.code != run.ExitNotFound {
				t.Errorf("deleted twice: exit %d %s", r.code, r.errs)
			}
		}
	}
	for _, name := range leaves(newRoot().Commands(), "") {
		if !tried[name] && elsewhere[name] == "" {
			t.Errorf("no test runs greenroom %s", name)
		}
	}
}

func checkCommand(t *testing.T, s *shell, words []string, says string) {
	t.Helper()
	got := s.ok("", words...)
	if !strings.Contains(got, says) {
		t.Errorf("%v: no %q in\n%s", words, says, got)
	}
	noCodes(t, strings.Join(words, " "), got)
	var doc map[string]json.RawMessage
	again := s.run("", append(words, "-o", "json")...)
	if json.Unmarshal([]byte(again.out), &doc) != nil || len(doc["data"]) == 0 {
		t.Errorf("%v -o json: exit %d\n%s", words, again.code, again.out)
	}
	if strings.Contains(strings.ReplaceAll(again.errs, "Free.", ""), "Cost ") {
		t.Errorf("%v is charged a second time: %s", words, again.errs)
	}
}

func TestLinesAndRows(t *testing.T) {
	s := newShell(t)
	jsonl := lines(s.ok("", "search", "vegan food", "--limit", "12", "-o", "jsonl"))
	if len(jsonl) != 12 {
		t.Fatalf("%d lines", len(jsonl))
	}
	for _, line := range jsonl {
		if !json.Valid([]byte(line)) {
			t.Errorf("no JSON: %s", line)
		}
	}
	r := s.run("", "search", "vegan food", "--limit", "12", "-o", "csv", "--fields", "creator.name,primary_profile.followers,match.score,match.reasons")
	rows, err := csv.NewReader(strings.NewReader(r.out)).ReadAll()
	if err != nil || len(rows) != 13 || !slices.Equal(rows[0], []string{"creator.name", "primary_profile.followers", "match.score", "match.reasons"}) {
		t.Errorf("%v %q", err, rows)
	}
	if !strings.Contains(r.errs, "Free.") || !strings.Contains(r.errs, "kept from before") {
		t.Errorf("the same search was paid for twice: %s", r.errs)
	}
	if r := s.run("", "creator", "@lenacooks", "-q"); r.errs != "" || r.code != run.ExitOK {
		t.Errorf("quiet: %q", r.errs)
	}
	table := s.ok("", "creator", "@lenacooks", "--fields", "name,profiles.username")
	if want := "NAME       PROFILES.USERNAME\nLena Vogt  lenacooks; lenacooks; lenacooks\n"; table != want {
		t.Errorf("%q", table)
	}
	wide, err := csv.NewReader(strings.NewReader(s.ok("", "profiles", "@lenacooks", "-o", "csv"))).ReadAll()
	if err != nil || len(wide) != 4 || !slices.Contains(wide[0], "metrics.avg_views_recent") {
		t.Errorf("%v %q", err, wide)
	}
}

// What one command prints, another takes.
func TestPipes(t *testing.T) {
	s := newShell(t)
	found := s.ok("", "search", "vegan food", "--limit", "3", "-o", "jsonl", "--fields", "creator.id")
	good := lines(s.ok("# from a search\n\n"+found+"@lenacooks\n", "match", "--query", "vegan", "-", "-o", "jsonl"))
	if len(good) != 4 {
		t.Errorf("%d matches: %q", len(good), good)
	}
	names := s.ok(found, "creator", "-o", "jsonl", "--fields", "name") // no argument: the pipe is read
	if len(lines(names)) != 3 {
		t.Errorf("%q", names)
	}
	profiles := s.ok(`{"platform":"photoplatform","username":"lenacooks"}`+"\n"+`"videoplatform:lenacooks"`, "profiles", "--mode", "lite", "-o", "jsonl", "--fields", "platform")
	if profiles != "{\"platform\":\"photoplatform\"}\n{\"platform\":\"videoplatform\"}\n" {
		t.Errorf("%q", profiles)
	}
	posts := s.ok("", "posts", "@lenacooks", "--limit", "3", "-o", "jsonl", "--fields", "id")
	if got := lines(s.ok(posts, "safety", "posts", "-", "-o", "csv", "--fields", "safety.rating")); len(got) != 4 {
		t.Errorf("%q", got)
	}
	for wrong, says := range map[string]string{
		"a\x00b\n": "line 1", "ok\n" + strings.Repeat("x", 5000): "line 2", `{"id":"a","name":"b"}`: "--fields", `{"id":`: "is not", "\xff\n": "not text",
	} {
		if r := s.run(wrong, "creator", "-"); r.code != run.ExitUsage || !strings.Contains(r.errs, says) || r.out != "" {
			t.Errorf("%.20q: exit %d %s", wrong, r.code, r.errs)
		}
	}
	if r := s.run("a\n", "creator", "-", "-"); r.code != run.ExitUsage {
		t.Errorf("standard input twice: exit %d", r.code)
	}
}

// A shortlist goes out as JSON, is edited and comes back.
func TestShortlistsRoundTrip(t *testing.T) {
	s := newShell(t)
	id := strings.Split(s.ok("", "shortlists", "create", "--name", "Spring", "--brief", "b", "--profile", "photoplatform:lenacooks", "-o", "jsonl", "--fields", "id"), `"`)[3]
	doc := s.ok("", "shortlists", "show", id, "-o", "json")
	edited := strings.Replace(doc, `"Spring"`, `"Summer"`, 1)
	if got := s.ok(edited, "shortlists", "replace", id, "--from", "-", "--notes", "n", "-o", "jsonl", "--fields", "name,notes,version"); got != `{"name":"Summer","notes":"n","version":2}`+"\n" {
		t.Errorf("%s", got)
	}
	r := s.run(edited, "shortlists", "replace", id, "--from", "-")
	if r.code != run.ExitFailure || !strings.Contains(r.errs, "version 2 was stored") || !strings.Contains(s.ok("", "shortlists", "list"), "Summer") {
		t.Errorf("an old version: exit %d %s", r.code, r.errs)
	}
	for _, wrong := range [][]string{{"--from", "-"}, {"--from", "nowhere.json"}, {"--profile", "lenacooks"}, {}} {
		if r := s.run(`{"nam":"x"}`, append([]string{"shortlists", "create"}, wrong...)...); r.code != run.ExitUsage {
			t.Errorf("%v: exit %d %s", wrong, r.code, r.errs)
		}
	}
}
