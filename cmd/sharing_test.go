package cmd

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/cmd/run"
	"greenroom/service/boot"
)

// homes are planners with a home each, at one service with one key.
func homes(t *testing.T, n int) []*shell {
	t.Helper()
	app, err := boot.Open(t.Context(), boot.Config{StorePath: filepath.Join(t.TempDir(), "s.db"), PlatformsAll: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.Close() })
	key, err := newKey(t, app, api.Tier1)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(app.Handler())
	t.Cleanup(server.Close)
	var all []*shell
	for i := range n {
		s := remoteShell(t, server.URL, key)
		folder := filepath.Join(s.home, "config", "greenroom")
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "config.toml"), []byte("name = \""+[]string{"Mia", "Ben", "Zoe"}[i]+"\"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// decides writes into the plan of a home what the workbench would have.
func (s *shell) decides(edit func(*plan.State) error) plan.State {
	s.t.Helper()
	s.enter()
	conn, err := run.Connect(s.t.Context(), run.At{}, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	defer conn.Close()
	book, err := conn.Plan(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	defer book.Close()
	state, err := book.Do(s.t.Context(), "test", edit)
	if err != nil {
		s.t.Fatal(err)
	}
	return state
}

// A list goes from one home to another by command, comes back with what was said of it, and
// nobody pays for anything twice; by files it does the same.
func TestListsTravelByCommand(t *testing.T) {
	all := homes(t, 2)
	mia, ben := all[0], all[1]
	mia.decides(func(p *plan.State) error {
		p.Lists = append(p.Lists, plan.List{ID: "oat", Name: "Oat drink", Members: []plan.Member{
			{Name: "Lena Vogt", Platform: api.PhotoPlatform, Username: "lena", Verdict: plan.Yes, Reason: "Knows the shop", Note: "PRIVATE"},
			{Name: "Hugo", Platform: api.PhotoPlatform, Username: "hugo", Verdict: plan.No, Reason: "REFUSED"}}})
		return nil
	})
	if r := mia.run("", "shortlist", "send", "oat drink"); r.code == run.ExitOK || !strings.Contains(r.errs, "private notes: 1") || !strings.Contains(r.errs, "--yes") {
		t.Fatalf("sent unasked: %d %s %s", r.code, r.out, r.errs)
	}
	var sent api.One[struct {
		ID      string
		Version int
		Stays   []string
	}]
	if err := json.Unmarshal([]byte(mia.ok("", "shortlist", "send", "oat drink", "--yes", "-o", "json")), &sent); err != nil || sent.Data.Version != 2 || len(sent.Data.Stays) != 3 {
		t.Fatalf("%+v %v", sent, err)
	}
	got := ben.ok("", "shortlist", "take", sent.Data.ID)
	if !strings.Contains(got, "Oat drink") || !strings.Contains(got, "with all that came with it") {
		t.Fatal(got)
	}
	state := ben.decides(func(p *plan.State) error {
		p.Lists[0].Vote("photoplatform/lena", func(v *plan.Opinion) { v.Verdict, v.Reason = plan.Reserve, "too big" })
		return nil
	})
	l := state.Lists[0]
	if l.From == nil || l.Members[0].Reason != "Knows the shop" || l.Members[0].Note != "" || l.Members[1].Reason != "" {
		t.Fatalf("%+v", l)
	}
	file := filepath.Join(t.TempDir(), "ben.json")
	ben.ok("", "shortlist", "sheet", "Oat drink", "--to", file)
	if got = mia.ok("", "shortlist", "take", file); !strings.Contains(got, "columns of") {
		t.Fatal(got)
	}
	state = mia.decides(func(*plan.State) error { return nil })
	if r := state.Lists[0].Remote.Sent.Reviews; len(r) != 1 || r[0].Of("photoplatform/lena").Reason != "too big" || state.Lists[0].Members[0].Note != "PRIVATE" {
		t.Fatalf("%+v", r)
	}
	if got = mia.ok("", "shortlists", "versions", sent.Data.ID); !strings.Contains(got, "BY") {
		t.Fatal(got)
	}
	if r := mia.run("", "shortlist", "unsend", "oat drink"); r.code == run.ExitOK || !strings.Contains(r.errs, "opened") {
		t.Errorf("an opened list is taken back: %s %s", r.out, r.errs)
	}
	mia.ok("", "shortlist", "send", "oat drink", "--yes", "--with", "notes")
	if r := mia.run("", "shortlist", "unsend", "oat drink"); r.code != run.ExitOK {
		t.Errorf("what nobody opened is not taken back: %s", r.errs)
	}
	if err := os.WriteFile(file, []byte(`{"format":"greenroom-sheet/1","name":"x","surprise":1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := mia.run("", "shortlist", "take", file); r.code != run.ExitUsage || !strings.Contains(r.errs, `no key "surprise"`) {
		t.Errorf("a hostile file: %d %s", r.code, r.errs)
	}
}
