package cmd

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/cmd/run"
)

const someID = "018f3a52-7c1e-7b59-9f3e-0242ac120002"

func TestExitCodesOfRefusals(t *testing.T) {
	for _, c := range []struct {
		status int
		said   api.ErrorBody
		code   int
	}{
		{400, api.ErrorBody{Code: api.CodeValidation, Message: "No."}, run.ExitUsage},
		{402, api.ErrorBody{Code: api.CodePaymentRequired, ReasonCode: api.ReasonPaymentFailed, NextStep: api.StepUpdatePayment}, run.ExitOverBudget},
		{402, api.ErrorBody{Code: "of_another_service"}, run.ExitOverBudget},
		{402, api.ErrorBody{Code: api.CodeInsufficientCredits}, run.ExitOverBudget},
		{403, api.ErrorBody{Code: api.CodeForbidden}, run.ExitFailure},
		{404, api.ErrorBody{Code: api.CodeNotFound}, run.ExitNotFound},
		{422, api.ErrorBody{Code: api.CodeValidation, Param: "username"}, run.ExitUsage},
		{429, api.ErrorBody{Code: api.CodeRateLimited}, run.ExitLimited},
		{429, api.ErrorBody{Code: api.CodeRateLimited, Details: map[string]any{"required": 225, "limit": 150}}, run.ExitOverBudget},
		{429, api.ErrorBody{Code: api.CodeQuotaExceeded}, run.ExitLimited},
		{500, api.ErrorBody{Code: api.CodeInternal}, run.ExitFailure},
	} {
		p := newPretend(t, func(w http.ResponseWriter, _ *http.Request) { refuse(w, c.status, c.said) })
		r := remoteShell(t, p.URL, pretendKey).run("", "creator", someID)
		if r.code != c.code || r.out != "" || !strings.HasPrefix(lines(r.errs)[len(lines(r.errs))-1], "greenroom: ") {
			t.Errorf("%d %s: exit %d, want %d: %q %s", c.status, c.said.Code, r.code, c.code, r.out, r.errs)
		}
	}
}

func TestExitCodesOfTheClient(t *testing.T) {
	p := newPretend(t, func(w http.ResponseWriter, _ *http.Request) { give(w, "0", api.Envelope{}) })
	s := remoteShell(t, p.URL, "gr_wrong_0123456789")
	if r := s.run("", "creator", someID); r.code != run.ExitSignedOut || strings.Contains(r.errs, "gr_wrong") {
		t.Errorf("a wrong key: exit %d %s", r.code, r.errs)
	}
	s = remoteShell(t, p.URL, "")
	if r := s.run("", "creator", someID); r.code != run.ExitSignedOut && r.code != run.ExitUsage {
		t.Errorf("no key: exit %d %s", r.code, r.errs)
	}
	before := p.asked.Load()
	s = remoteShell(t, p.URL, pretendKey)
	for _, c := range []struct {
		code int
		args []string
	}{
		{run.ExitOverBudget, []string{"search", "vegan", "--max-credits", "26"}},
		{run.ExitUsage, []string{"search", "vegan", "--limit", "101"}},
		{run.ExitUsage, []string{"search"}},
		{run.ExitUsage, []string{"search", "vegan", "--followers", "9-1"}},
		{run.ExitUsage, []string{"search", "vegan", "--kind", "robot"}},
		{run.ExitUsage, []string{"creator", someID, "-o", "xml"}},
		{run.ExitUsage, []string{"creator", someID, "--max-age", "soon"}},
		{run.ExitUsage, []string{"creator", someID, "--max-age", "1d", "--refresh"}},
		{run.ExitUsage, []string{"creator", someID, "--max-credits", "0.0001"}},
		{run.ExitUsage, []string{"creator", someID, "--fields", "nmae"}},
		{run.ExitUsage, []string{"creator", "https://elsewhere.example/x"}},
		{run.ExitUsage, []string{"creator", "@a"}},
		{run.ExitUsage, []string{"creator"}},
		{run.ExitUsage, []string{"creator", "--nonsense"}},
		{run.ExitUsage, []string{"match", someID}},
		{run.ExitUsage, []string{"match", "--query", "x", "--context", "@nowhere.txt", someID}},
		{run.ExitUsage, []string{"lookalike", someID + "=2"}},
		{run.ExitUsage, []string{"analyze", "@lenacooks"}},
		{run.ExitUsage, []string{"profiles", "photoplatform:"}},
		{run.ExitUsage, []string{"ingest", "@lenacooks"}},
		{run.ExitUsage, []string{"live-profile", "videoplatform:lenacooks"}},
		{run.ExitUsage, []string{"shortlists"}},
		{run.ExitUsage, []string{"safety", "everything"}},
		{run.ExitUsage, []string{"videos", "x", "--duration", "endless"}},
		{run.ExitOK, []string{"exit-codes"}},
	} {
		if r := s.run("", c.args...); r.code != c.code {
			t.Errorf("%v: exit %d, want %d: %s", c.args, r.code, c.code, r.errs)
		}
	}
	if now := p.asked.Load(); now != before {
		t.Errorf("%d requests were sent that could not be right", now-before)
	}
	p.Close()
	if r := s.run("", "creator", someID); r.code != run.ExitFailure {
		t.Errorf("nobody there: exit %d %s", r.code, r.errs)
	}
}

func TestExitCodesAreDocumented(t *testing.T) {
	r := remoteShell(t, "", "").run("", "help", "exit-codes")
	for _, e := range run.Exits {
		if !strings.Contains(r.out, fmt.Sprintf("%d  %s", e.Code, e.Meaning)) {
			t.Errorf("help does not tell of %d:\n%s", e.Code, r.out)
		}
	}
}

// Some of a batch is not there: what came is printed, and what did not is named.
func TestPartly(t *testing.T) {
	s := newShell(t)
	r := s.run("", "creator", "@lenacooks", someID, "-o", "jsonl", "--fields", "name")
	if r.code != run.ExitPartly || r.out != "{\"name\":\"Lena Vogt\"}\n" || !strings.Contains(r.errs, someID) || !strings.Contains(r.errs, "1 of 2") {
		t.Errorf("exit %d %q %s", r.code, r.out, r.errs)
	}
	if r := s.run("", "creator", "@nobodyatall"); r.code != run.ExitNotFound || r.out != "" {
		t.Errorf("nobody: exit %d %q %s", r.code, r.out, r.errs)
	}
	if r := s.run("", "match", "--query", "x", someID, someID[:35]+"3"); r.code != run.ExitNotFound {
		t.Errorf("none of two: exit %d %s", r.code, r.errs)
	}
	if r := s.run("", "emails", someID, "@lenacooks"); r.code != run.ExitPartly || !strings.Contains(r.errs, "1 of 2") {
		t.Errorf("one of two has addresses: exit %d %s", r.code, r.errs)
	}
	if r := s.run("", "emails", someID); r.code != run.ExitNotFound {
		t.Errorf("no creator to write to: exit %d %s", r.code, r.errs)
	}
	if r := s.run("", "post", "ABCDEFGHIJK", "-o", "json"); r.code != run.ExitNotFound {
		t.Errorf("no post: exit %d %s", r.code, r.errs)
	}
}

// Names that would run in a spreadsheet or move a cursor come out as text.
func TestHostileCreator(t *testing.T) {
	hostile := api.Creator{CreatorBasic: api.CreatorBasic{ID: someID, Name: "=cmd|' /C calc'!A0\x1b]0;owned\x07\u202e"}, KeyFacts: []string{"@SUM(1)", "x"}}
	p := newPretend(t, func(w http.ResponseWriter, _ *http.Request) { give(w, "0.1", api.One[api.Creator]{Data: hostile}) })
	s := remoteShell(t, p.URL, pretendKey)
	rows, err := csv.NewReader(strings.NewReader(s.ok("", "creator", someID, "-o", "csv", "--fields", "name,key_facts"))).ReadAll()
	if err != nil || !strings.HasPrefix(rows[1][0], "'=cmd|") || !strings.HasPrefix(rows[1][1], "'@SUM") {
		t.Errorf("%v %q", err, rows)
	}
	for _, format := range []string{"table", "json", "jsonl", "csv"} {
		if got := s.ok("", "creator", someID, "-o", format); strings.ContainsAny(got, "\x1b\x07\u202e") {
			t.Errorf("%s: %q", format, got)
		}
	}
	if n := p.asked.Load(); n != 1 {
		t.Errorf("one answer was asked for %d times", n)
	}
}

// A code of eleven characters may be a post's or a video's, and only one of them is
// paid for.
func TestACodeOfTwoNetworksIsAskedBack(t *testing.T) {
	p := newPretend(t, func(http.ResponseWriter, *http.Request) {})
	s := remoteShell(t, p.URL, pretendKey)
	for _, items := range [][]string{{"C6G4hI8aOck"}, {"C6G4hI8aOck", "photoplatform:C6G4hI8aOck"}} {
		r := s.run("", append([]string{"transcript"}, items...)...)
		if r.code != run.ExitUsage || !strings.Contains(r.errs, "photoplatform:C6G4hI8aOck or videoplatform:C6G4hI8aOck") {
			t.Errorf("%v: %d %s", items, r.code, r.errs)
		}
	}
	for item, path := range map[string]string{
		"photoplatform:C6G4hI8aOck": "/v1/raw/photoplatform/transcript/C6G4hI8aOck", "videoplatform:C6G4hI8aOck": "/v1/raw/videoplatform/transcript/C6G4hI8aOck",
		"https://www.instagram.com/reel/C6G4hI8aOck/": "/v1/raw/photoplatform/transcript/C6G4hI8aOck", "C6G4hI8aOck9": "/v1/raw/photoplatform/transcript/C6G4hI8aOck9",
	} {
		if out := s.ok("", "transcript", item, "--dry-run"); strings.Count(out, "/v1/raw/") != 1 || !strings.Contains(out, path) {
			t.Errorf("%s: %s", item, out)
		}
	}
	if n := p.asked.Load(); n != 0 {
		t.Errorf("%d requests left", n)
	}
}

// A dry run sends nothing but the free look at a query, whose price it tells, and hides the key.
func TestDryRun(t *testing.T) {
	looks := 0
	p := newPretend(t, func(w http.ResponseWriter, r *http.Request) {
		if looks++; r.URL.Path != "/v1/search/interpret" {
			t.Errorf("%s was sent", r.URL.Path)
		}
		_, _ = w.Write([]byte(`{"data":{"interpretation":{"topics":["vegan"]},"filtered_total":4,"good_matches":1,"credits_at_most":45}}`))
	})
	s := remoteShell(t, p.URL, pretendKey)
	text := s.run("", "search", "vegan", "--limit", "10", "--dry-run")
	for _, want := range []string{"POST " + p.URL + "/v1/search", `"query": "vegan"`, "It costs 33 credits."} {
		if text.code != run.ExitOK || !strings.Contains(text.out, want) {
			t.Errorf("exit %d, no %q in\n%s", text.code, want, text.out)
		}
	}
	var d api.One[struct {
		Method    string
		Low, High api.Credits
		Fits      bool
		Body      json.RawMessage
	}]
	doc := s.ok("", "match", "--query", "x", "photoplatform:a", "photoplatform:b", "--dry-run", "-o", "json")
	if err := json.Unmarshal([]byte(doc), &d); err != nil || d.Data.Method != "POST" || d.Data.High != 200 || d.Data.Low != 0 || !d.Data.Fits || len(d.Data.Body) == 0 {
		t.Errorf("%v %+v", err, d)
	}
	named := s.run("", "creator", "@lenacooks", "--dry-run")
	if named.code != run.ExitOK || !strings.Contains(named.out, "autocomplete") || !strings.Contains(named.out, "/v1/creators/00000000-") || !strings.Contains(named.errs, "looked up first") {
		t.Errorf("%d %s %s", named.code, named.out, named.errs)
	}
	many := s.ok("", "transcript", "C8dT2xQ1abcd", "https://videoplatform.example/watch?v=_LOCN8YsUL0", "--dry-run")
	if strings.Count(many, "/v1/raw/") != 2 {
		t.Errorf("%s", many)
	}
	if s.ok("", "shortlists", "delete", someID, "--dry-run") == "" || strings.Contains(text.out+doc+named.out+many, pretendKey) {
		t.Error("the key was shown")
	}
	if looks != 1 {
		t.Errorf("%d looks at a query", looks)
	}
}

// endless answers posts of which there are always more, until hold says
// otherwise.
func endless(hold func(page int) bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		page, _ := strconv.Atoi(r.URL.Query().Get("cursor"))
		if hold(page) {
			<-r.Context().Done()
			return
		}
		next := strconv.Itoa(page + 1)
		give(w, "0.05", api.Page[api.Post]{Data: []api.Post{{ID: next}}, HasMore: true, NextCursor: &next})
	}
}

// A list that stops at what may be spent has printed what came, and goes on
// there when it is asked for again.
func TestAllStopsAndResumes(t *testing.T) {
	p := newPretend(t, endless(func(int) bool { return false }))
	s := remoteShell(t, p.URL, pretendKey)
	ask := []string{"posts", someID, "--all", "--limit", "1", "--max-credits", "0.1", "-o", "jsonl", "--fields", "id"}
	first := s.run("", ask...)
	if first.code != run.ExitPartly || first.out != "{\"id\":\"1\"}\n{\"id\":\"2\"}\n" || !strings.Contains(first.errs, "Run the command again") {
		t.Fatalf("exit %d %q %s", first.code, first.out, first.errs)
	}
	second := s.run("", ask...)
	if second.code != run.ExitPartly || len(lines(second.out)) != 4 || !strings.Contains(second.errs, "Cost 0.1 credits.") || !strings.Contains(second.errs, "2 answers kept from before") {
		t.Errorf("exit %d %q %s", second.code, second.out, second.errs)
	}
	if n := p.asked.Load(); n != 4 {
		t.Errorf("four pages were asked for with %d requests", n)
	}
	table := s.run("", "posts", someID, "--all", "--limit", "1", "--max-credits", "0")
	if table.code != run.ExitPartly || len(lines(table.out)) != 5 {
		t.Errorf("exit %d, what is kept costs nothing:\n%s%s", table.code, table.out, table.errs)
	}
}

// A list that the budget does not hold stops, or waits if it is asked to.
func TestWaitsForTheBudget(t *testing.T) {
	var reset, window atomic.Int64
	p := newPretend(t, func(w http.ResponseWriter, r *http.Request) {
		next, left, until := "1", "0", time.Now().Unix()+window.Load()
		if r.URL.Query().Get("cursor") != "" {
			if now := time.Now().Unix(); now < reset.Load() {
				t.Errorf("sent %d s before the budget held it", reset.Load()-now)
			}
			next, left, until = "", "10", until+60
		}
		reset.Store(until)
		for _, h := range []string{api.HeaderRemainingMinute, api.HeaderRemainingHour} {
			w.Header().Set(h, left)
		}
		for _, h := range []string{api.HeaderLimitMinute, api.HeaderLimitHour} {
			w.Header().Set(h, "10")
		}
		for _, h := range []string{api.HeaderResetMinute, api.HeaderResetHour} {
			w.Header().Set(h, strconv.FormatInt(until, 10))
		}
		give(w, "0.05", api.Page[api.Post]{Data: []api.Post{{ID: "p" + next}}, HasMore: next != "", NextCursor: &next})
	})
	ask := []string{"posts", someID, "--all", "--limit", "1", "-o", "jsonl", "--fields", "id"}
	window.Store(3600) // longer than this machine can be busy
	if r := remoteShell(t, p.URL, pretendKey).run("", ask...); r.code != run.ExitPartly || len(lines(r.out)) != 1 || !strings.Contains(r.errs, "It fits at") {
		t.Errorf("exit %d %q %s", r.code, r.out, r.errs)
	}
	window.Store(2)
	if r := remoteShell(t, p.URL, pretendKey).run("", append(ask, "--wait")...); r.code != run.ExitOK || len(lines(r.out)) != 2 {
		t.Errorf("exit %d %q %s", r.code, r.out, r.errs)
	}
}

// A reader that has seen enough ends the list, and the paying, quietly.
func TestBrokenPipe(t *testing.T) {
	t.Parallel()
	p := newPretend(t, endless(func(int) bool { return false }))
	c := remoteShell(t, p.URL, pretendKey).command("posts", someID, "--all", "--limit", "1", "-o", "jsonl")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	c.Stdout, c.Stderr = w, &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	if _, err := io.ReadFull(r, make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	_ = r.Close()
	if err := c.Wait(); err != nil || strings.Contains(errs.String(), "greenroom:") {
		t.Errorf("%v %s", err, errs.String())
	}
}

// Interrupted in the middle, a list prints what came and what that cost.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	reached := make(chan bool, 1)
	p := newPretend(t, endless(func(page int) bool {
		if page == 2 {
			reached <- true
		}
		return page == 2
	}))
	c := remoteShell(t, p.URL, pretendKey).command("posts", someID, "--all", "--limit", "1", "-o", "csv", "--fields", "id")
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	<-reached
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	if code := c.ProcessState.ExitCode(); code != run.ExitPartly || out.String() != "id\n1\n2\n" || !strings.Contains(errs.String(), "Cost 0.1 credits.") {
		t.Errorf("exit %d %q %s", code, out.String(), errs.String())
	}
}

// A refusal names --max-credits where that is the limit, not a file in which it
// does not stand.
func TestMaxCreditsIsNamed(t *testing.T) {
	s := remoteShell(t, "http://127.0.0.1:9", pretendKey)
	for _, args := range [][]string{{"search", "vegan", "--max-credits", "30"}, {"search", "vegan", "--max-credits", "30", "--dry-run"}} {
		r := s.run("", args...)
		if said := r.out + r.errs; !strings.Contains(said, "--max-credits allows 30 credits") || strings.Contains(said, "doctor") {
			t.Errorf("%v: exit %d\n%s", args, r.code, said)
		}
	}
}
