package cmd

import (
	"net/http"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/cmd/run"
)

// A look-up is made for the call that needs it: where a cap refuses that call, nothing
// is sent at all.
func TestALookUpIsNotPaidForNothing(t *testing.T) {
	for _, args := range [][]string{
		{"posts", "@lenacooks", "--all", "--max-credits", "0.3"},
		{"posts", "@lenacooks", "--max-credits", "0.3"},
		{"creator", "@lenacooks", "--max-credits", "0.1"},
		{"creator", "@lenacooks", "@mayatrails", "--max-credits", "0.14"},
		{"profiles", "@lenacooks", "--mode", "detailed", "--max-credits", "0.06"},
		{"match", "@lenacooks", "--query", "vegan dinners", "--max-credits", "0.05"},
		{"emails", "@lenacooks", "--max-credits", "1"},
		{"lookalike", "@lenacooks", "--max-credits", "2"},
	} {
		p := newPretend(t, func(w http.ResponseWriter, r *http.Request) { give(w, "0.05", api.Page[api.Suggestion]{}) })
		s := remoteShell(t, p.URL, pretendKey)
		if r := s.run("", args...); r.code != run.ExitOverBudget || p.asked.Load() != 0 || !strings.Contains(r.errs, "othing was sent") {
			t.Errorf("%v: exit %d after %d requests\n%s", args, r.code, p.asked.Load(), r.errs)
		}
	}
}

// With room for both, both are made and nothing else.
func TestALookUpLeavesRoomForItsCall(t *testing.T) {
	s := newShell(t)
	if r := s.run("", "creator", "@lenacooks", "--max-credits", "0.15", "-o", "json"); r.code != 0 || !strings.Contains(r.errs, "Cost 0.15 credits.") {
		t.Errorf("exit %d\n%s", r.code, r.errs)
	}
}

// The cap of a day is for the account: a second connection to it, or the variables,
// begin where the first stopped.
func TestTheDayIsOfTheAccount(t *testing.T) {
	p := newPretend(t, func(w http.ResponseWriter, r *http.Request) {
		give(w, "0.1", api.One[api.Creator]{Data: api.Creator{CreatorBasic: api.CreatorBasic{Name: "Ada"}}})
	})
	s := remoteShell(t, p.URL, pretendKey)
	read := func(more ...string) ran {
		return s.run("", append([]string{"creator", someID, "--refresh"}, more...)...)
	}
	s.ok("", "connection", "add", "first", "--url", p.URL, "--key-env", "GREENROOM_API_KEY", "--max-per-day", "0.25")
	s.ok("", "connection", "add", "second", "--url", strings.ToUpper(p.URL[:4])+p.URL[4:]+"/v1/", "--key-env", "GREENROOM_API_KEY")
	for i, more := range [][]string{{"--connection", "first"}, {"--connection", "second"}, {"--connection", "first"}, {"--connection", "second"}, nil} {
		r := read(more...)
		if want := map[bool]int{true: 0, false: run.ExitOverBudget}[i < 2]; r.code != want {
			t.Errorf("call %d %v: exit %d, want %d\n%s", i, more, r.code, want, r.errs)
		}
	}
	s.env = append(s.env, "OTHER_KEY=gr_another_0123456789")
	s.ok("", "connection", "add", "third", "--url", p.URL, "--key-env", "OTHER_KEY")
	if r := read("--connection", "third"); r.code == run.ExitOverBudget {
		t.Errorf("another account is held to the cap: %s", r.errs)
	}
}

// A call whose answer was lost is gone on with by whatever connection leads to the same
// account, and is charged once.
func TestAnotherConnectionGoesOn(t *testing.T) {
	var keys []string
	p := newPretend(t, func(w http.ResponseWriter, r *http.Request) {
		if keys = append(keys, r.Header.Get(api.HeaderIdempotencyKey)); len(keys) == 1 {
			panic(http.ErrAbortHandler) // charged, and never answered
		}
		w.Header().Set(api.HeaderReplayed, "true")
		give(w, "0.1", api.One[api.Creator]{Data: api.Creator{CreatorBasic: api.CreatorBasic{Name: "Ada"}}})
	})
	s := remoteShell(t, p.URL, pretendKey)
	s.ok("", "connection", "add", "other", "--url", p.URL, "--key-env", "GREENROOM_API_KEY")
	if r := s.run("", "creator", someID); r.code == 0 {
		t.Fatal("it was answered")
	}
	if r := s.run("", "creator", someID, "--connection", "other"); r.code != 0 || len(keys) != 2 || keys[0] == "" || keys[0] != keys[1] {
		t.Errorf("exit %d, keys %q\n%s", r.code, keys, r.errs)
	}
	rows := lines(s.ok("", "journal", "-o", "jsonl", "--fields", "outcome,charged"))
	if len(rows) != 1 || !strings.Contains(rows[0], "charged") || !strings.Contains(rows[0], "0.1") {
		t.Errorf("the journal says %q", rows)
	}
}
